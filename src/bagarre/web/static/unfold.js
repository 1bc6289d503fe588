// @ts-check
/** The strip of the coach has one height; where it says more, a touch unfolds it over the board, which stays where it is. */

const strip = () => document.getElementById("coach-strip");

/** @param {boolean} open */
function unfold(open) {
  const told = strip();
  if (!told || told.hasAttribute("data-my-open") === open) return;
  told.toggleAttribute("data-my-open", open);
  if (!open) told.querySelector("p")?.scrollTo(0, 0);
}

/** Is there more than what is in sight? */
function longer() {
  const said = strip()?.querySelector("p");
  return said ? said.scrollHeight > said.clientHeight + 2 : false;
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const open = strip()?.hasAttribute("data-my-open") ?? false;
  unfold(!open && target.closest("#coach-strip p") !== null && longer());
});
document.addEventListener("keydown", (event) => {
  const there = /** @type {Element} */ (event.target).closest?.("#coach-strip p");
  if (event.key === "Escape") unfold(false);
  else if (there && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    unfold(!strip()?.hasAttribute("data-my-open") && longer());
  }
});

/** Another question is read from its beginning. */
export function fold() {
  unfold(false);
}

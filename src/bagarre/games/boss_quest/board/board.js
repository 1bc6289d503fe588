// Boss Quest: the fight is shown when it has just happened, and again on demand. Everything else is HTML and CSS.

/**
 * @param {HTMLElement} stage
 * @param {{ onupdate: (listener: () => void) => void }} table
 */
export function mount(stage, table) {
  const fight = () => /** @type {HTMLElement | null} */ (stage.querySelector(".fight"));
  const board = () => /** @type {HTMLElement | null} */ (stage.querySelector(".board"));
  /** The number of the latest fight already seen; null before the first board. @type {string | null} */
  let seen = null;
  /** What had the focus before the fight was opened. @type {Element | null} */
  let before = null;

  const open = () => {
    const shown = fight(), on = board();
    if (!shown || !on) return;
    before = document.activeElement;
    on.setAttribute("data-my-fight", "open");
    stage.scrollTop = 0;
    shown.focus({ preventScroll: true });
  };
  const close = () => {
    const on = board();
    if (!on?.hasAttribute("data-my-fight")) return;
    on.removeAttribute("data-my-fight");
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
  const look = () => {
    const number = fight()?.dataset.fight ?? "";
    if (!board()) return;
    if (seen !== null && number && number !== seen) open();
    if (!number) close();
    seen = number;
  };

  stage.addEventListener("click", (event) => {
    const on = event.target instanceof Element ? event.target : null;
    if (on?.closest("[data-fight-open]")) open();
    else if (on?.closest("[data-fight-close]") || !on?.closest(".fight")) close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  // A choice made from the bar goes on with the game.
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest(".actions [data-choice]")) close();
  });
  table.onupdate(look);
  look();
}

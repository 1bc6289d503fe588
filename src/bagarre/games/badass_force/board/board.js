// @ts-check
/** Badass Force: the time left is shown on the paused film; results are shown with their reasons; on a touch screen the first tap on a card shows its powers. */
import { showFinale } from "./finale.js";
import { showScenes } from "./scenes.js";
import { showVerdicts } from "./verdict.js";

/** Pixels between a card and what it shows. */
const GAP = 6;

/** What a tap shows is in sight: below its card, above it, or at the foot of the board. @param {Element} card */
function lift(card) {
  const pop = /** @type {HTMLElement | null} */ (card.querySelector(":scope > .pop"));
  const board = document.getElementById("main")?.getBoundingClientRect();
  if (!pop || !board) return;
  pop.style.translate = "";
  const here = card.getBoundingClientRect();
  const shown = pop.getBoundingClientRect();
  const above = here.top - GAP - shown.height;
  let top = here.bottom + GAP;
  if (top + shown.height > board.bottom - GAP) top = above > board.top ? above : board.bottom - GAP - shown.height;
  pop.style.translate = `0 ${Math.round(top - shown.top)}px`;
}

/**
 * @param {HTMLElement} stage
 * @param {{ seat: number, onupdate: (listener: (lines: any[], quiet: boolean) => void) => void, wait?: (waits: boolean) => void, hold?: (holds: boolean) => void }} table
 */
export function mount(stage, table) {
  const clock = document.getElementById("clock");

  const tick = () => {
    const place = stage.querySelector("[data-clock]");
    const said = clock && !clock.hidden ? (clock.querySelector("span")?.textContent ?? "") : "";
    if (place && place.textContent !== said) place.textContent = said;
    place?.classList.toggle("time--low", clock?.classList.contains("clock--low") ?? false);
  };
  if (clock) new MutationObserver(tick).observe(clock, { attributes: true, childList: true, subtree: true });

  // The key of the bar that leads to the heroes: they answer, also where they are in sight already, until something else is touched.
  const hush = () => {
    stage.querySelector("[data-my-called]")?.removeAttribute("data-my-called");
    stage.querySelector("[data-call]")?.replaceChildren();
  };
  document.addEventListener("click", (event) => {
    hush();
    if (!(event.target instanceof Element) || !event.target.closest('#bar [data-goes=".bf .casting"]')) return;
    const call = /** @type {HTMLElement | null} */ (stage.querySelector("[data-call]"));
    if (!call) return;
    call.textContent = call.dataset.words ?? "";
    call.parentElement?.setAttribute("data-my-called", "");
  });

  let touch = false;
  const close = () => {
    for (const open of stage.querySelectorAll("[data-my-open]")) open.removeAttribute("data-my-open");
  };
  document.addEventListener("pointerdown", (event) => {
    touch = event.pointerType !== "mouse";
    if (event.target instanceof Element && !event.target.closest(".has-pop")) close();
  });
  stage.addEventListener(
    "click",
    (event) => {
      const card =
        event.target instanceof Element && !event.target.closest(".pop") ? event.target.closest(".has-pop") : null;
      if (!touch || !card || card.hasAttribute("data-my-open")) return;
      close();
      card.setAttribute("data-my-open", "");
      lift(card);
      event.stopPropagation();
      event.preventDefault();
    },
    true,
  );
  document.addEventListener("keydown", (event) => {
    touch = false;
    if (event.key !== "Escape") return;
    close();
    // What was pressed shows its words as long as it has the focus.
    const shown = document.activeElement;
    if (shown instanceof HTMLElement && stage.contains(shown) && shown.closest(".has-pop")) shown.blur();
  });
  table.onupdate(() => {
    close();
    hush();
    tick();
  });
  tick();
  showVerdicts(stage, table);
  showFinale(stage, table);
  showScenes(stage, table);
}

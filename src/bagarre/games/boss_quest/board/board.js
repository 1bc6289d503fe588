// Boss Quest: the fight is shown when it has just happened, and again on demand; so is a Mystery that is turned up. Everything else is HTML and CSS.
import { orderArrivals } from "./arrivals.js";
import { showMystery } from "./mystery.js";
import { tellRounds } from "./rounds.js";

/** Those who only watch need not close it: the next move does, after this many milliseconds. */
const WATCHED = 3000;

/**
 * @param {HTMLElement} stage
 * @param {{ seat: number, onupdate: (listener: (lines: any[], quiet: boolean) => void) => void, wait?: (waits: boolean) => void, hold?: (holds: boolean) => void }} table
 */
export function mount(stage, table) {
  const fight = () => /** @type {HTMLElement | null} */ (stage.querySelector(".fight"));
  const board = () => /** @type {HTMLElement | null} */ (stage.querySelector(".board"));
  const tellers = () =>
    /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#coach, #coach-strip, #log"));
  const bar = () => document.querySelector("#bar");
  /** The number of the latest fight already seen; null before the first board. @type {number | null} */
  let seen = null;
  /** When it was opened. */
  let since = 0;
  /** What had the focus before the fight was opened. @type {Element | null} */
  let before = null;

  /** What covers the board: nobody answers about it, and nothing happens unseen behind it, until all of that is gone. @type {Set<string>} */
  const covers = new Set();
  /** @param {string} what @param {boolean} covered */
  const cover = (what, covered) => {
    if (covered) covers.add(what);
    else covers.delete(what);
    table.wait?.(covers.size > 0);
    // Those who only watch do not close it: the next move does.
    if (table.seat >= 0 || !covers.size) table.hold?.(covers.size > 0);
  };
  /** @param {boolean} fresh what has just happened is told step by step; what is looked at again is there at once */
  const open = (fresh) => {
    const shown = fight(),
      on = board();
    if (!shown || !on) return;
    on.toggleAttribute("data-my-told", !fresh);
    before = document.activeElement;
    since = Date.now();
    on.setAttribute("data-my-fight", "open");
    cover("fight", true);
    // Nor does the coach tell of the round behind it: it says what the fight teaches. The log waits for the last weapon.
    for (const place of tellers()) {
      place.setAttribute("data-my-fight", shown.dataset.told ?? "");
      place.toggleAttribute("data-my-fresh", fresh);
      place.style.setProperty("--my-n", shown.style.getPropertyValue("--n"));
    }
    // The bar has a title as at any other time.
    bar()?.setAttribute("data-my-fight", shown.dataset.bar ?? "");
    // From the top: what happens is seen.
    stage.scrollTop = 0;
    shown.scrollTop = 0;
    const rows = /** @type {HTMLElement | null} */ (shown.querySelector(".fight__rows"));
    if (rows) rows.scrollTop = 0;
    shown.focus({ preventScroll: true });
  };
  const told = () => {
    board()?.setAttribute("data-my-told", "");
    for (const place of tellers()) place.removeAttribute("data-my-fresh");
  };
  const close = () => {
    const on = board();
    if (!on?.hasAttribute("data-my-fight")) return;
    on.removeAttribute("data-my-fight");
    cover("fight", false);
    for (const place of [...tellers(), bar()]) place?.removeAttribute("data-my-fight");
    // Back to what had the focus, unless it is no choice any more: focusing it would ask why not.
    const refused = before?.closest('[aria-disabled="true"]');
    if (before instanceof HTMLElement && before.isConnected && !refused) before.focus({ preventScroll: true });
    stage.scrollTop = 0;
  };
  const look = () => {
    if (!board()) return;
    const number = Number(fight()?.dataset.fight ?? 0);
    // Only the fight that follows the one seen before: a replay may leap about.
    if (seen !== null && number === seen + 1) open(true);
    else if (number !== seen || (table.seat < 0 && Date.now() - since > WATCHED)) close();
    seen = number;
  };

  stage.addEventListener("click", (event) => {
    const on = event.target instanceof Element ? event.target : null;
    if (on?.closest("[data-victory-close]")) board()?.setAttribute("data-my-table", "seen");
    else if (on?.closest("[data-offer]")) stage.querySelector(".market")?.scrollIntoView({ block: "end" });
    else if (on?.closest("[data-fight-open]")) open(false);
    else if (on?.closest("[data-fight-close]") || !on?.closest(".fight")) close();
    // A tap on it tells the rest at once.
    else if (board()?.hasAttribute("data-my-fight")) told();
  });
  document.addEventListener("keydown", (event) => {
    // Escape, or the key of a choice; not what is typed or closed in a drawer over it.
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Escape" || /^\w$/.test(event.key)) close();
    // "Continue" is the only button of it: with the focus on the fight itself, Enter and space mean that, not what gets the focus back.
    if ((event.key === "Enter" || event.key === " ") && document.activeElement === fight()) {
      event.preventDefault();
      close();
    }
  });
  // A key of the bar that waits shows the board.
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("#bar [data-choice], #coach [data-choice]")) close();
  });
  const { wait, hold } = table;
  showMystery(stage, {
    onupdate: table.onupdate,
    get seat() {
      return table.seat;
    },
    wait: wait && ((covered) => cover("mystery", covered)),
    hold: hold && (() => {}),
  });
  tellRounds(stage, table);
  orderArrivals(stage, table);
  table.onupdate(look);
  // Before the new board is painted: the next round must not be seen ahead of the fight.
  new MutationObserver(look).observe(stage, { subtree: true, childList: true, attributeFilter: ["data-fight"] });
  look();
}

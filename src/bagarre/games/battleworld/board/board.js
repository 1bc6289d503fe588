// @ts-check
/** Battleworld: what has just happened is told in the duel and shown in large over the table; the end tells how the game went. */
import { showMoments } from "./moments.js";
import { showTale } from "./tale.js";

/**
 * @param {HTMLElement} stage
 * @param {{ seat: number, onupdate: (listener: (lines: any[], quiet: boolean) => void) => void, wait?: (waits: boolean) => void, hold?: (holds: boolean) => void }} table
 */
export function mount(stage, table) {
  // What was touched to choose is chosen: no frame stays around it once keys are pressed.
  stage.addEventListener("click", (event) => {
    if (!event.detail || !(event.target instanceof Element)) return;
    const chosen = event.target.closest(".cells [data-legal]");
    if (chosen instanceof HTMLElement) chosen.blur();
  });
  showTale(stage, table);
  showMoments(stage, table);
}

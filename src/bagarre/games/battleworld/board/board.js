// @ts-check
/** Battleworld: what has just happened is told in the duel and shown in large over the table; the end tells how the game went. */
import { showMoments } from "./moments.js";
import { showTale } from "./tale.js";

/**
 * @param {HTMLElement} stage
 * @param {{ seat: number, onupdate: (listener: (lines: any[], quiet: boolean) => void) => void, wait?: (waits: boolean) => void, hold?: (holds: boolean) => void }} table
 */
export function mount(stage, table) {
  showTale(stage, table);
  showMoments(stage, table);
}

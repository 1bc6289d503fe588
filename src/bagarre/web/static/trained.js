// @ts-check
/** What this device keeps of puzzles, of its games that were reviewed, and of the mistakes in them. */
import { keep, recall } from "./memory.js";

/** @typedef {{code: string, first: number, game: string, lost: number, done?: boolean}} Mistake */
/** @typedef {{code: string, game: string, seat: number, seats: number, won: number, luck: number, without: number, opponents: string[], phases: {lost: number, n: number}[], start?: number, curve?: number[]}} Looked */

const SOLVED = "bagarre.puzzles";
const MISTAKES = "bagarre.mistakes";
const GAMES = "bagarre.reviewed";
const MOST = 300;

/** @template T @param {string} key @param {T} otherwise @returns {T} */
function read(key, otherwise) {
  try {
    return JSON.parse(recall(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @returns {Record<string, boolean>} */
export const solved = () => read(SOLVED, {});
/** @param {string} name */
export const solve = (name) => keep(SOLVED, JSON.stringify({ ...solved(), [name]: true }));

/** @returns {Mistake[]} */
export const mistakes = () => read(MISTAKES, []);
/** @param {Mistake[]} found the mistakes of one game */
export function keepMistakes(found) {
  const old = mistakes();
  const fresh = found.filter((one) => !old.some((other) => other.code === one.code && other.first === one.first));
  if (fresh.length) keep(MISTAKES, JSON.stringify([...fresh, ...old].slice(0, MOST)));
}
/** @param {string} code @param {number} first */
export function mend(code, first) {
  const all = mistakes().map((one) => (one.code === code && one.first === first ? { ...one, done: true } : one));
  keep(MISTAKES, JSON.stringify(all));
}

/** @returns {Looked[]} */
export const reviewed = () => read(GAMES, []);
/** @param {Looked} game */
export function keepReviewed(game) {
  const rest = reviewed().filter((one) => one.code !== game.code || one.seat !== game.seat);
  keep(GAMES, JSON.stringify([game, ...rest].slice(0, MOST)));
}
export function forgetReviewed() {
  keep(GAMES, "[]");
  keep(MISTAKES, "[]");
}

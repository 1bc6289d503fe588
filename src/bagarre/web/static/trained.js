// @ts-check
/** What this device keeps of puzzles, of its games that were reviewed, and of the mistakes in them. */
import { keep, recall } from "./memory.js";

/** @typedef {{code: string, seat?: number, first: number, game: string, lost: number, done?: boolean}} Mistake */
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
/** The mistakes of a seat in a game: those of its last review, for a new one may find others. @param {string} code @param {number} seat @param {Mistake[]} found */
export function keepMistakes(code, seat, found) {
  const old = mistakes();
  const mine = (/** @type {Mistake} */ one) => one.code === code && (one.seat ?? seat) === seat;
  const now = found.map((one) => ({
    ...one,
    code,
    seat,
    done: old.some((other) => mine(other) && other.first === one.first && other.done),
  }));
  keep(MISTAKES, JSON.stringify([...now, ...old.filter((one) => !mine(one))].slice(0, MOST)));
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

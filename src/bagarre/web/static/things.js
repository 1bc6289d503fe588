// @ts-check
/** Things that somebody made and keeps in this browser: gangs, boards, packs; each is the text of a file with a name. */
import { keep, recall } from "./memory.js";

/** @typedef {{name: string, kind: string, file: string, text: string, at: number}} Thing */

const MOST = 40;
/** @param {string} game */
const key = (game) => `bagarre.things.${game}`;

/** @param {string} game @returns {Thing[]} latest first */
export function things(game) {
  try {
    const found = JSON.parse(recall(key(game)) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** Keep a thing; one of the same kind and name makes room for it. @param {string} game @param {Omit<Thing, "at">} made */
export function keepThing(game, made) {
  const others = things(game).filter((one) => one.kind !== made.kind || one.name !== made.name);
  return keep(key(game), JSON.stringify([{ ...made, at: Date.now() }, ...others].slice(0, MOST)));
}

/** @param {string} game @param {Thing} thing */
export const forgetThing = (game, thing) =>
  keep(key(game), JSON.stringify(things(game).filter((one) => one.kind !== thing.kind || one.name !== thing.name)));

// @ts-check
/** The receivers of this browser (a device, webhooks, addresses), and the seats that they are told of. */
import { keep, recall, tables } from "./memory.js";
import { post } from "./tools.js";

/** @typedef {{id: string, secret: string, kind: string}} Mine */

const KEY = "bagarre.notices";

/** @returns {Mine[]} */
export function receivers() {
  try {
    const found = JSON.parse(recall(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {Mine[]} mine */
export const keepReceivers = (mine) => keep(KEY, JSON.stringify(mine));

/** Be told of these tables, or of all that this browser remembers. @param {Mine} mine @param {{code: string, tokens: string[]}[]} [wanted] */
export async function watch({ id, secret }, wanted = tables()) {
  const seats = wanted.filter((table) => table.tokens.length).map(({ code, tokens }) => ({ code, tokens }));
  // As many as one may ask about at once.
  if (seats.length) await post(`/api/notices/${id}/tables`, { secret, tables: seats.slice(0, 60) });
}

/** This browser sits at a table: whoever is told of its games is told of that one too. @param {string} code @param {string[]} tokens */
export async function watchTable(code, tokens) {
  for (const mine of receivers()) await watch(mine, [{ code, tokens }]).catch(() => {});
}

// @ts-check
/** What this browser remembers: the player's name and the tables where it sat, with the tokens of its seats. */

/** @typedef {{code: string, tokens: string[], at: number, game?: string, title?: string}} Remembered */

const KEY = "bagarre.tables";

/** Where the browser keeps nothing, the page does for as long as it is open. @type {Map<string, string>} */
const here = new Map();

/** @param {string} key @returns {string | null} */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return here.get(key) ?? null;
  }
}

/** @param {string} key @param {string} value @returns {boolean} whether it lasts longer than the page */
export function keep(key, value) {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    here.set(key, value);
    return false;
  }
}

/** @returns {Remembered[]} latest first */
export function tables() {
  try {
    const found = JSON.parse(recall(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {string} code @returns {string[]} */
export const tokensOf = (code) => tables().find((table) => table.code === code)?.tokens ?? [];

/** @param {string} code @param {string[]} tokens @returns {boolean} whether that lasts */
export function remember(code, tokens) {
  const all = tables();
  const old = all.find((table) => table.code === code);
  const merged = [...new Set([...(old?.tokens ?? []), ...tokens])];
  const rest = all.filter((table) => table.code !== code);
  return keep(KEY, JSON.stringify([{ ...old, code, tokens: merged, at: Date.now() }, ...rest].slice(0, 60)));
}

/** @param {string} code */
export const forget = (code) => keep(KEY, JSON.stringify(tables().filter((table) => table.code !== code)));

/** Forget the tables and the name. */
export function forgetAll() {
  keep(KEY, "[]");
  keep("bagarre.name", "");
}

export const myName = () => recall("bagarre.name") ?? "";
/** @param {string} name */
export const rememberName = (name) => name && keep("bagarre.name", name);

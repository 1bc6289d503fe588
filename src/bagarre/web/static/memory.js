// @ts-check
/** What this browser remembers: the player's name and the tables where it sat, with the tokens of its seats. */

/** @typedef {{code: string, tokens: string[], at: number, game?: string, title?: string}} Remembered */

const KEY = "bagarre.tables";

/** @returns {Remembered[]} latest first */
export function tables() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {string} code @returns {string[]} */
export const tokensOf = (code) => tables().find((table) => table.code === code)?.tokens ?? [];

/** @param {string} code @param {string[]} tokens */
export function remember(code, tokens) {
  const all = tables();
  const old = all.find((table) => table.code === code);
  const merged = [...new Set([...(old?.tokens ?? []), ...tokens])];
  const rest = all.filter((table) => table.code !== code);
  localStorage.setItem(KEY, JSON.stringify([{ ...old, code, tokens: merged, at: Date.now() }, ...rest].slice(0, 60)));
}

/** @param {string} code */
export const forget = (code) => localStorage.setItem(KEY, JSON.stringify(tables().filter((table) => table.code !== code)));

export const myName = () => localStorage.getItem("bagarre.name") ?? "";
/** @param {string} name */
export const rememberName = (name) => name && localStorage.setItem("bagarre.name", name);

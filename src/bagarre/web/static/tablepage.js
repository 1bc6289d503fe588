// @ts-check
/** The page of a table: what it knows of the game, its words, and the notice that comes and goes. */

export const body = document.body;
export const code = body.dataset.table ?? "";
export const game = body.dataset.game ?? "";
export const words = /** @type {HTMLElement} */ (document.getElementById("words")).dataset;
/** @param {string} id */
export const at = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string | undefined} sentence @param {Record<string, string | number>} values */
export const fill = (sentence, values) =>
  (sentence ?? "").replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

export const state = {
  lang: document.documentElement.lang,
  seq: /** @type {number | null} */ (null),
  position: "",
  told: 0,
  seats: /** @type {number[]} */ ([]),
  eye: -1,
  host: false,
  status: "",
  turn: false,
  avatars: /** @type {string[]} */ ([]),
  legal: /** @type {Map<string, {words: string, key: string}>} */ (new Map()),
  first: true,
  retold: false,
  unread: 0,
  lowest: Infinity,
  /** Does the reader follow the log? Asked when it is scrolled, for the pane shrinks when the bar grows. */
  low: true,
};

/** The clause that a sentence goes back to; a click opens the rules there. @param {string} clause */
export function clauseLink(clause) {
  const link = document.createElement("a");
  link.href = `/rules/${game}#${clause}`;
  link.dataset.clause = link.title = clause;
  link.textContent = "§";
  link.setAttribute("aria-label", clause);
  return link;
}

/** @type {number | undefined} */
let toasting;
/** @param {string} text @param {string} [clause] */
export function toast(text, clause) {
  const box = at("toast");
  box.textContent = text;
  if (clause) box.append(" ", clauseLink(clause));
  // Above the keys, however many rows they take.
  const keys = document.getElementById("bar")?.getBoundingClientRect();
  box.style.bottom = keys?.height ? `${Math.max(8, innerHeight - keys.top + 8)}px` : "";
  box.hidden = false;
  clearTimeout(toasting);
  toasting = setTimeout(() => (box.hidden = true), 6000);
}

/** No more notices: the table is gone, and the last one says why. */
export const keepToast = () => clearTimeout(toasting);

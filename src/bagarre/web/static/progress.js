// @ts-check
/** One's own figures over the games that were reviewed on this device. */
import { fill } from "./lists.js";
import { save } from "./tools.js";
import { forgetReviewed, reviewed } from "./trained.js";

/** @typedef {import("./trained.js").Looked} Looked */
/** @typedef {{games: number, won: number, without: number, luck: number, lost: number, n: number}} Sums */

const words = /** @type {HTMLElement} */ (document.getElementById("progress-words"));
const all = reviewed();
const PHASES = ["early", "middle", "late"];

/** @param {string} by @param {Looked} game @returns {string[]} */
function kinds(by, game) {
  if (by === "game") return [words.getAttribute(`data-game-${game.game}`) ?? game.game];
  if (by === "opponent") return game.opponents;
  if (by === "seat") return [fill(words.dataset.seat ?? "", { n: game.seat + 1 })];
  return PHASES.map((phase) => words.getAttribute(`data-${phase}`) ?? phase);
}

/** @param {string} by */
function summed(by) {
  /** @type {Map<string, Sums>} */
  const sums = new Map();
  for (const game of all) {
    kinds(by, game).forEach((kind, place) => {
      const sum = sums.get(kind) ?? { games: 0, won: 0, without: 0, luck: 0, lost: 0, n: 0 };
      sum.games += 1;
      sum.won += game.won;
      sum.without += game.without;
      sum.luck += game.luck;
      for (const phase of by === "phase" ? game.phases.slice(place, place + 1) : game.phases) {
        sum.lost += phase.lost;
        sum.n += phase.n;
      }
      sums.set(kind, sum);
    });
  }
  const found = [...sums];
  return by === "seat" ? found.sort(([one], [other]) => one.localeCompare(other, undefined, { numeric: true })) : found;
}

/** @param {number} share @param {number} [digits] @param {boolean} [signed] */
const points = (share, digits = 0, signed = false) =>
  new Intl.NumberFormat(document.documentElement.lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: signed ? "exceptZero" : "negative",
  })
    .format(100 * share)
    .replace("-", "−");

for (const table of /** @type {NodeListOf<HTMLTableElement>} */ (document.querySelectorAll("[data-by]"))) {
  for (const [kind, sum] of summed(table.dataset.by ?? "")) {
    const row = table.tBodies[0]?.insertRow();
    if (!row) continue;
    const name = document.createElement("th");
    name.scope = "row";
    name.textContent = kind;
    row.append(name);
    const each = sum.n ? points(sum.lost / sum.n, 1) : "–";
    const whole = table.dataset.by !== "phase";
    const results = [
      `${points(sum.won / sum.games)} %`,
      points(sum.without / sum.games),
      points(sum.luck / sum.games, 0, true),
    ];
    for (const text of [String(sum.games), ...(whole ? results : []), each]) row.insertCell().textContent = text;
  }
}

/** @param {string} selector @param {boolean} hidden */
function hide(selector, hidden) {
  const part = document.querySelector(selector);
  if (part instanceof HTMLElement) part.hidden = hidden;
}
hide("[data-nothing]", all.length > 0);
hide("[data-figures]", all.length === 0);
document
  .querySelector("[data-export]")
  ?.addEventListener("click", () => save(JSON.stringify(all, null, 2), "bagarre-progress.json"));
document.querySelector("[data-clear]")?.addEventListener("click", () => {
  forgetReviewed();
  location.reload();
});

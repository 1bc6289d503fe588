// @ts-check
/** The puzzles of all games: which are solved, one's own mistakes, and how a series begins. */
import { fill } from "./lists.js";
import { keep, recall } from "./memory.js";
import { mistakes, solved } from "./trained.js";

const done = solved();
for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-one]")))
  if (done[link.dataset.one ?? ""]) link.dataset.done = "yes";

const list = /** @type {HTMLElement} */ (document.querySelector("[data-mistakes]"));
for (const one of mistakes()) {
  const link = document.createElement("a");
  link.href = `/r/${encodeURIComponent(one.code)}/try/${one.first}`;
  link.textContent = fill(list.dataset.words ?? "", { game: one.game, points: Math.round(100 * one.lost) });
  if (one.done) link.dataset.done = "yes";
  const item = document.createElement("li");
  item.append(link);
  list.append(item);
}
const none = document.querySelector("[data-no-mistakes]");
if (none instanceof HTMLElement) none.hidden = list.children.length > 0;

const best = JSON.parse(recall("bagarre.series.best") ?? "{}");
for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-best-of]"))) {
  const right = best[place.dataset.bestOf ?? ""];
  if (right) place.textContent = fill(place.dataset.words ?? "", { n: right });
}

const MINUTES = 3;
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-series]"))) {
  button.addEventListener("click", () => {
    const stock = (button.dataset.stock ?? "").split(" ").filter(Boolean);
    const first = stock[Math.floor(Math.random() * stock.length)];
    const game = button.dataset.series;
    keep("bagarre.series", JSON.stringify({ game, end: Date.now() + MINUTES * 60000, right: 0, seen: [] }));
    location.href = `/puzzles/${game}/${first}#series`;
  });
}

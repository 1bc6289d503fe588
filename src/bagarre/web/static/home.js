// @ts-check
/** Home: a game in one click, with bots of the level chosen last. */
import { addBefore, sendAlong } from "./fair.js";
import { all, busy } from "./forms.js";
import { showTables } from "./friends.js";
import { fill, fillLists } from "./lists.js";
import { keep, myName, recall } from "./memory.js";
import { post } from "./tools.js";

const words = /** @type {HTMLElement} */ (document.getElementById("quick-words")).dataset;
/** How many bots play against you, by game. @type {Record<string, number>} */
const rivals = JSON.parse(words.rivals ?? "{}");
/** Options of the first games, one after the other, by game. @type {Record<string, Record<string, string>[]>} */
const firsts = JSON.parse(words.firsts ?? "{}");
/** Which of the first games is next: the last of them stays until its coach is switched off. @param {string} game */
const stepOf = (game) =>
  firsts[game] && recall(`bagarre.coach.${game}`) !== "off"
    ? Math.min(Number(recall(`bagarre.finished.${game}`) ?? 0), firsts[game].length - 1)
    : -1;
/** @type {Record<string, string>} */
const chosen = JSON.parse(recall("bagarre.levels") ?? "{}");

/** @param {string} game */
const levelOf = (game) =>
  /** @type {HTMLSelectElement | null} */ (document.querySelector(`.covers form[data-quick="${game}"] .level select`));

/** The red button plays what was played last. @param {string} game */
function offer(game) {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-now]"));
  const level = levelOf(game);
  const pick = document.querySelector(`[data-pick="${game}"]`);
  if (!form || !level || !(pick instanceof HTMLElement)) return;
  form.dataset.quick = game;
  form.action = `/play/${game}`;
  /** @type {HTMLInputElement} */ (form.querySelector("[name=bot]")).value = level.value;
  const what = form.querySelector("[data-now-what]");
  if (what)
    what.textContent = fill(words.what ?? "", {
      game: pick.dataset.title ?? "",
      n: stepOf(game) >= 0 ? 1 : (rivals[game] ?? 1),
      level: (level.selectedOptions[0]?.textContent ?? "").trim(),
    });
}

for (const node of all(".level select")) {
  const select = /** @type {HTMLSelectElement} */ (node);
  const game = select.form?.dataset.quick ?? "";
  const last = chosen[game];
  if (last && [...select.options].some((option) => option.value === last)) select.value = last;
  select.addEventListener("change", () => {
    chosen[game] = select.value;
    keep("bagarre.levels", JSON.stringify(chosen));
    offer(/** @type {HTMLElement} */ (document.querySelector("form[data-now]")).dataset.quick ?? game);
  });
}
const last = recall("bagarre.last");
offer(last && rivals[last] ? last : (all("form[data-now]")[0]?.dataset.quick ?? ""));
for (const pick of all("[data-pick]")) {
  pick.addEventListener("click", () => {
    keep("bagarre.last", pick.dataset.pick ?? "");
    offer(pick.dataset.pick ?? "");
    document.getElementById("now-menu")?.hidePopover();
  });
}

for (const node of all("form[data-quick]")) {
  // Without this script the form works too; with it the player's own name is used.
  const form = /** @type {HTMLFormElement} */ (node);
  busy(form, async (button) => {
    const game = form.dataset.quick ?? "";
    const bot = /** @type {HTMLInputElement} */ (form.elements.namedItem("bot")).value;
    keep("bagarre.last", game);
    keep("bagarre.opened", game);
    const step = button?.getAttribute("name") === "whole" ? -1 : stepOf(game);
    const added = await addBefore();
    if (!myName()) {
      if (firsts[game]) sendAlong(form, step < 0 ? { whole: "yes" } : { step: String(step) });
      sendAlong(form, { promise: added.promise ?? "", share: added.shares?.[0] ?? "" });
      return void form.submit();
    }
    const opened = await post(`/api/tables?lang=${document.documentElement.lang}`, {
      game,
      name: myName(),
      seats: Array(step < 0 ? rivals[game] : 1).fill(bot),
      options: firsts[game]?.[step] ?? {},
      start: true,
      ...added,
    });
    location.href = `/t/${opened.code}#${opened.tokens.join(",")}`;
  });
}
fillLists().catch(() => {});
showTables().catch(() => {});

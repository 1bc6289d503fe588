// @ts-check
/** The games of this browser: those that go on, those that are over with how they ended; and records that somebody brings. */
import { all, complain } from "./forms.js";
import { element, fill, fillLists, myTables } from "./lists.js";
import { forget, keep, recall, remember } from "./memory.js";
import { post } from "./tools.js";

/** @typedef {import("./lists.js").Row} Row */
/** @typedef {{ranks: number[], scores: number[], words: string, results: string[], moments: number}} End */

const lang = document.documentElement.lang;
const words = document.getElementById("mine-words")?.dataset ?? {};

/** How a game ended never changes: the browser keeps it. @param {Row} row @returns {Promise<End | null>} */
async function endOf(row) {
  const key = `bagarre.end.${lang}.${row.code}`;
  const kept = recall(key);
  if (kept) return JSON.parse(kept);
  const answer = await fetch(`/api/replays/${row.code}/outcome?lang=${lang}`);
  if (!answer.ok) return null;
  const end = await answer.json();
  keep(key, JSON.stringify(end));
  return end;
}

/** @param {Row} row @param {End | null} end */
function verdict(row, end) {
  if (!end?.ranks.length || !row.seats.length) return "";
  const best = Math.min(...row.seats.map((seat) => end.ranks[seat] ?? 9));
  return best === 1 ? "won" : "lost";
}

/** @param {number} seconds */
function lasted(seconds) {
  if (seconds < 5400) return fill(words.minutes ?? "", { n: Math.max(1, Math.round(seconds / 60)) });
  if (seconds < 86400) return fill(words.hours ?? "", { n: Math.round(seconds / 3600) });
  return fill(words.days ?? "", { n: Math.round(seconds / 86400) });
}

/** @param {HTMLElement} cell @param {Row} row @param {End | null} end */
function tellEnd(cell, row, end) {
  const verdictNow = verdict(row, end);
  cell.dataset.end = verdictNow;
  const shared = end && end.ranks.filter((rank) => rank === 1).length > 1;
  const said =
    verdictNow === "won" ? (shared ? words.shared : words.won) : verdictNow === "lost" ? words.lost : words.seen;
  const mark = element("span", "mg__mark", verdictNow === "won" ? "✓" : verdictNow === "lost" ? "×" : "–");
  mark.setAttribute("aria-hidden", "true");
  const seat = row.seats[0] ?? 0;
  // Which clause decided is for the replay; here it would be a code.
  const result = end?.results[seat]?.replace(/\s*\([A-Z]{2,}(-[A-Z0-9]+)+\)/, "");
  const why = [end?.words, result].filter(Boolean).join(" · ");
  cell.replaceChildren(mark, element("b", "", said), element("small", "", why));
}

/** @param {Row} row */
function line(row) {
  const tr = document.createElement("tr");
  tr.dataset.code = row.code;
  tr.dataset.game = row.game;
  tr.dataset.people = row.people ? "people" : "bots";
  const when = element(
    "td",
    "",
    new Date(row.changed * 1000).toLocaleString(lang, {
      weekday: "short",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
    }),
  );
  const what = element("td", "");
  const inner = element("span", "mg__what");
  const icon = /** @type {HTMLImageElement} */ (element("img", ""));
  icon.src = row.icon;
  icon.alt = "";
  icon.width = icon.height = 40;
  const told = element("span", "");
  told.append(element("b", "", row.title), element("small", "", row.title === row.game_title ? "" : row.game_title));
  inner.append(icon, told);
  what.append(inner);
  const end = element("td", "mg__end", words.waiting);
  const doing = element("td", "");
  const box = element("span", "mg__do");
  const again = /** @type {HTMLAnchorElement} */ (element("a", "small", words.again));
  again.href = `/r/${row.code}`;
  again.append(element("span", "sr", ` : ${row.title}`));
  const away = /** @type {HTMLButtonElement} */ (element("button", "small", words.forget));
  away.type = "button";
  away.addEventListener("click", () => {
    forget(row.code);
    tr.remove();
  });
  box.append(again, away);
  doing.append(box);
  const long = row.created ? lasted(row.changed - row.created) : "";
  tr.append(when, what, end, element("td", "", row.others.join(", ")), element("td", "", long), doing);
  endOf(row)
    .then((found) => {
      tellEnd(end, row, found);
      tr.dataset.end = end.dataset.end;
      sumUp();
    })
    .catch(() => tellEnd(end, row, null));
  return tr;
}

/** @param {Row[]} rows */
function table(rows) {
  const made = element("table", "mg");
  const caption = element("caption", "sr", all("[data-finished]")[0]?.dataset.finished);
  const head = document.createElement("thead");
  const titles = document.createElement("tr");
  for (const title of [words.when, words.game, words.result, words.with, words.duration]) {
    const cell = element("th", "", title);
    cell.setAttribute("scope", "col");
    titles.append(cell);
  }
  titles.append(document.createElement("td"));
  head.append(titles);
  const body = document.createElement("tbody");
  let month = "";
  for (const row of rows) {
    const now = new Date(row.changed * 1000).toLocaleDateString(lang, { month: "long", year: "numeric" });
    if (now !== month) {
      month = now;
      const group = document.createElement("tr");
      const title = element("th", "", month);
      title.setAttribute("colspan", "6");
      title.setAttribute("scope", "rowgroup");
      group.append(title);
      body.append(group);
    }
    body.append(line(row));
  }
  made.append(caption, head, body);
  return made;
}

function sumUp() {
  const ends = all(".mg tr[data-end]").map((row) => row.dataset.end);
  const played = ends.filter((end) => end === "won" || end === "lost");
  for (const box of all("[data-sum-box]")) box.hidden = !played.length;
  for (const node of all("[data-won]")) node.textContent = String(played.filter((end) => end === "won").length);
  for (const node of all("[data-of]")) node.textContent = fill(words.of ?? "", { n: played.length });
  for (const node of all("[data-ten]")) {
    const last = played.slice(0, 10).reverse();
    node.replaceChildren(...last.map((end) => element("i", end === "won" ? "won" : "")));
    node.setAttribute("aria-label", last.map((end) => (end === "won" ? words.won : words.lost)).join(", "));
  }
}

function filter() {
  const games = all("[data-game-filter]").filter((box) => /** @type {HTMLInputElement} */ (box).checked);
  const wanted = games.map((box) => box.dataset.gameFilter);
  /** @param {string} name */
  const picked = (name) => /** @type {HTMLSelectElement | null} */ (document.querySelector(`[${name}]`))?.value ?? "";
  const [result, people] = [picked("data-result-filter"), picked("data-with-filter")];
  for (const row of all(".mg tr[data-code]"))
    row.hidden =
      !wanted.includes(row.dataset.game) ||
      (result !== "" && row.dataset.end !== result) ||
      (people !== "" && row.dataset.people !== people);
}

async function fillFinished() {
  const place = all("[data-finished]")[0];
  if (!place) return fillLists();
  const rows = (await myTables()).filter((row) => row.status === "over");
  if (!rows.length) return;
  rows.sort((a, b) => b.changed - a.changed);
  place.replaceChildren(table(rows));
  for (const box of all("[data-filters]")) {
    box.hidden = false;
    box.addEventListener("change", filter);
  }
}
fillFinished().catch(() => {});

for (const node of all("form[data-record]")) {
  const form = /** @type {HTMLFormElement} */ (node);
  /** @param {File | undefined} file */
  const open = async (file) => {
    if (!file) return;
    complain(form, "");
    try {
      const kept = await post(`/api/records?lang=${lang}`, await file.text());
      remember(kept.code, kept.tokens);
      location.href = `/r/${kept.code}`;
    } catch (error) {
      complain(form, error instanceof Error ? error.message : String(error));
    }
  };
  const input = /** @type {HTMLInputElement} */ (form.querySelector("input"));
  input.addEventListener("change", () => open(input.files?.[0]));
  const zone = all("[data-drop]", form)[0];
  zone?.addEventListener("dragover", (event) => event.preventDefault());
  zone?.addEventListener("drop", (event) => {
    event.preventDefault();
    open(event.dataTransfer?.files[0]);
  });
}

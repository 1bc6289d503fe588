// @ts-check
/** One's own games: those that wait for me, those that go on, those that are over with how they ended; all records as one file, and records that somebody brings. */
import { all, complain } from "./forms.js";
import { isKept } from "./identity.js";
import { element, fill, myGames, pressing, tableRow } from "./lists.js";
import { forget, keep, recall, remember } from "./memory.js";
import { post } from "./tools.js";
import { reviewed } from "./trained.js";

/** @typedef {import("./lists.js").Row} Row */
/** @typedef {{ranks: number[], words: string, results: string[], points: number[], moments: number}} End */

const lang = document.documentElement.lang;
const words = document.getElementById("mine-words")?.dataset ?? {};
const rowWords = document.getElementById("row-words")?.dataset ?? {};
const EVERY = 2000;
/** Finished games that the page of those that go on shows. */
const LATEST = 5;
const DAY = 86400;

/** How a game ended never changes: the browser keeps it. @param {Row} row @returns {Promise<End | null>} */
async function endOf(row) {
  const key = `bagarre.end.${lang}.${row.code}`;
  const kept = recall(key);
  if (kept) return JSON.parse(kept);
  let answer = await fetch(`/api/replays/${row.code}/outcome?lang=${lang}`);
  for (let tries = 0; answer.status === 429 && tries < 20; tries++) {
    // A long list is read as quickly as the server allows.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    answer = await fetch(`/api/replays/${row.code}/outcome?lang=${lang}`);
  }
  if (!answer.ok) return null;
  const end = await answer.json();
  keep(key, JSON.stringify(end));
  return end;
}

/** What the list itself says of it. @param {Row} row @returns {End | null} */
const known = (row) => row.ranks && { ranks: row.ranks, words: row.ending, results: [], points: [], moments: 0 };

/** One after the other, those that somebody looks at. @type {Promise<unknown>} */
let reading = Promise.resolve();
const looked = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen)
    if (isIntersecting) {
      looked.unobserve(target);
      const [tr, cell, row] = /** @type {[HTMLElement, HTMLElement, Row]} */ (details.get(target));
      reading = reading
        .then(() => endOf(row))
        .then((end) => end && tellRow(tr, cell, row, end))
        .catch(() => {});
    }
});
/** @type {WeakMap<Element, [HTMLElement, HTMLElement, Row]>} */
const details = new WeakMap();

/** @param {HTMLElement} tr @param {HTMLElement} cell @param {Row} row @param {End | null} end */
function tellRow(tr, cell, row, end) {
  tellEnd(cell, row, end);
  tr.dataset.end = cell.dataset.end;
  tr.dataset.text = plain([row.title, row.game_title, ...row.players, cell.textContent].join(" "));
  sumUp();
}

/** As people type it: without accents and capitals. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

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
  cell.parentElement?.querySelector(".mg__score")?.replaceChildren(...toldScore(row, end));
}

/** The points of everybody, one's own first; a game may count none. @param {Row} row @param {End | null} end */
function toldScore(row, end) {
  const points = (end?.points ?? []).map((many) => String(many).replace("-", "−"));
  if (!points.length) return [];
  const mine = row.seats[0] ?? 0;
  const rank = (/** @type {number} */ seat) => end?.ranks[seat] ?? 0;
  const others = [...points.keys()].filter((seat) => seat !== mine).sort((a, b) => rank(a) - rank(b));
  return [
    element("b", "", points[mine]),
    document.createTextNode(` – ${others.map((seat) => points[seat]).join(" – ")}`),
  ];
}

const SPARK = { wide: 120, high: 36 };
/** The chances of winning through a game that was reviewed here, and what luck gave. @param {Row} row */
function toldChances(row) {
  const cell = element("td", "mg__chances");
  const looked = reviewed().find(({ code, seat }) => code === row.code && row.seats.includes(seat));
  if (!looked) return cell;
  const percent = (/** @type {number} */ share) => `${Math.round(100 * share)} %`;
  const luck = Math.round(100 * looked.luck);
  const said = fill(words.luck ?? "", { n: `${luck > 0 ? "+" : luck < 0 ? "−" : "±"}${Math.abs(luck)}` });
  if (looked.curve?.length && looked.start !== undefined) {
    const link = /** @type {HTMLAnchorElement} */ (element("a", ""));
    link.href = `/r/${row.code}/review`;
    link.setAttribute(
      "aria-label",
      fill(words.curve ?? "", { from: percent(looked.start), to: percent(looked.curve.at(-1) ?? 0) }),
    );
    link.innerHTML = spark([looked.start, ...looked.curve], looked.start);
    cell.append(link);
  }
  cell.append(element("small", "", said));
  return cell;
}

/** @param {number[]} chances @param {number} fair */
function spark(chances, fair) {
  const { wide, high } = SPARK;
  const y = (/** @type {number} */ share) => (2 + (high - 4) * (1 - share)).toFixed(1);
  const points = chances.map((share, k) => `${((wide * k) / (chances.length - 1)).toFixed(1)},${y(share)}`).join(" ");
  return `<svg viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}" aria-hidden="true"><path d="M0 ${y(fair)}H${wide}"/><polygon points="0,${high} ${points} ${wide},${high}"/><polyline points="${points}"/></svg>`;
}

/** @param {Row} row */
function line(row) {
  const tr = document.createElement("tr");
  tr.dataset.code = row.code;
  tr.dataset.game = row.game;
  tr.dataset.people = row.people ? "people" : "bots";
  tr.dataset.ended = String(row.ended || row.changed);
  const ended = new Date((row.ended || row.changed) * 1000);
  const day = `${ended.toLocaleDateString(lang, { weekday: "short" })} ${ended.getDate()}`;
  const hour = ended.toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit" });
  const when = element("td", "", `${day}, ${hour}`);
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
  const review = /** @type {HTMLAnchorElement} */ (element("a", "small", words.review));
  review.href = `/r/${row.code}/review`;
  review.append(element("span", "sr", ` : ${row.title}`));
  const away = /** @type {HTMLButtonElement} */ (element("button", "small", words.forget));
  away.type = "button";
  away.addEventListener("click", () => {
    forget(row.code);
    tr.remove();
  });
  box.append(again, review, ...(row.named ? [] : [away]));
  doing.append(box);
  const long = row.created ? lasted((row.ended || row.changed) - row.created) : "";
  const [score, others] = [element("td", "mg__score"), element("td", "", row.others.join(", "))];
  tr.append(when, what, end, score, others, element("td", "", long), toldChances(row), doing);
  tellRow(tr, end, row, known(row));
  details.set(tr, [tr, end, row]);
  looked.observe(tr);
  return tr;
}

/** @param {Row[]} rows */
function table(rows) {
  const made = element("table", "mg");
  const caption = element("caption", "sr", all("[data-finished]")[0]?.dataset.finished);
  const head = document.createElement("thead");
  const titles = document.createElement("tr");
  for (const title of [words.when, words.game, words.result, words.score, words.with, words.duration, words.chances]) {
    const cell = element("th", "", title);
    cell.setAttribute("scope", "col");
    titles.append(cell);
  }
  titles.append(document.createElement("td"));
  head.append(titles);
  const body = document.createElement("tbody");
  let month = "";
  for (const row of rows) {
    const now = new Date((row.ended || row.changed) * 1000).toLocaleDateString(lang, {
      month: "long",
      year: "numeric",
    });
    if (now !== month) {
      month = now;
      const group = document.createElement("tr");
      const title = element("th", "", month);
      title.append(element("small", "", ""));
      title.setAttribute("colspan", "8");
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

/** @param {string} name */
const picked = (name) =>
  /** @type {HTMLSelectElement | HTMLInputElement | null} */ (document.querySelector(`[${name}]`))?.value ?? "";

function filter() {
  const games = all("[data-game-filter]").filter((box) => /** @type {HTMLInputElement} */ (box).checked);
  const wanted = games.map((box) => box.dataset.gameFilter);
  const [result, people, days] = [picked("data-result-filter"), picked("data-with-filter"), picked("data-when-filter")];
  const since = days ? Date.now() / 1000 - Number(days) * DAY : 0;
  const typed = plain(picked("data-mine-search")).split(/\s+/);
  for (const row of all(".mg tr[data-code]"))
    row.hidden =
      !wanted.includes(row.dataset.game) ||
      (result !== "" && row.dataset.end !== result) ||
      (people !== "" && row.dataset.people !== people) ||
      Number(row.dataset.ended) < since ||
      !typed.every((word) => (row.dataset.text ?? "").includes(word));
  countGroups();
}

/** A month that nothing is left of is not shown; the others say how many there are. */
function countGroups() {
  let count = 0;
  for (const row of all(".mg tbody tr").reverse()) {
    if (row.dataset.code) count += row.hidden ? 0 : 1;
    else {
      row.hidden = count === 0;
      const told = row.querySelector("small");
      if (told) told.textContent = fill((count === 1 ? words.gameOne : words.games) ?? "", { n: count });
      count = 0;
    }
  }
  const shown = all(".mg tr[data-code]").filter((row) => !row.hidden).length;
  for (const node of all("[data-none]")) node.hidden = shown > 0;
  for (const button of all("[data-export]")) /** @type {HTMLButtonElement} */ (button).disabled = !shown;
}

/** @param {Row[]} rows */
function fillFinished(rows) {
  const place = all("[data-finished]")[0];
  if (!place) return;
  const over = rows.filter((row) => row.status === "over");
  for (const node of all("[data-no-replays]")) node.hidden = over.length > 0;
  if (!over.length) return;
  over.sort((a, b) => (b.ended || b.changed) - (a.ended || a.changed));
  place.replaceChildren(table(over));
  for (const box of all("[data-filters]")) {
    box.hidden = false;
    box.addEventListener("input", filter);
  }
  sumUp();
  countGroups();
}

/** Those that wait for me, those that go on, and the latest that are over. @param {Row[]} rows */
function fillGroups(rows) {
  const going = rows.filter((row) => row.status !== "over").sort(pressing);
  const groups = {
    turn: going.filter((row) => row.turn),
    going: going.filter((row) => !row.turn),
    over: rows.filter((row) => row.status === "over").slice(0, LATEST),
  };
  for (const [name, wanted] of Object.entries(groups))
    for (const list of all(`[data-group=${name}]`)) {
      list.replaceChildren(...wanted.map((row) => tableRow(row, rowWords, true)));
      const section = list.closest("section");
      if (section) section.hidden = !wanted.length;
    }
  for (const node of all("[data-no-tables]")) node.hidden = going.length > 0;
}

async function begin() {
  for (const node of all("[data-lead-named]")) node.hidden = !isKept();
  for (const node of all("[data-lead-device]")) node.hidden = isKept();
  const rows = await myGames(EVERY);
  const over = rows.filter((row) => row.status === "over").length;
  for (const node of all("[data-count-going]")) node.textContent = String(rows.length - over || "");
  for (const node of all("[data-count-over]")) node.textContent = String(over || "");
  fillGroups(rows);
  fillFinished(rows);
}
begin().catch(() => {});

for (const node of all("[data-export]"))
  node.addEventListener("click", async () => {
    const codes = all(".mg tr[data-code]")
      .filter((row) => !row.hidden)
      .map((row) => row.dataset.code);
    const form = /** @type {HTMLElement} */ (node.closest("[data-filters]"));
    complain(form, "");
    const answer = await fetch(`/api/records/file?lang=${lang}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ codes: codes.slice(0, 500) }),
    }).catch(() => null);
    if (!answer?.ok) return complain(form, (await answer?.json().catch(() => null))?.message ?? rowWords.failed ?? "");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = "bagarre-games.zip";
    link.click();
    URL.revokeObjectURL(link.href);
  });

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

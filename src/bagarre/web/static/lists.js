// @ts-check
/** Lists of the tables that this browser remembers: cards on the home page, rows elsewhere. */
import { all } from "./forms.js";
import { asMe, isKept } from "./identity.js";
import { forget, tables } from "./memory.js";
import { post } from "./tools.js";

/**
 * @typedef {{code: string, game: string, game_title: string, title: string, status: string, turn: boolean, players: string[],
 *   others: string[], awaited: string[], changed: number, created: number, until: number, clock: number, pace: string, slow: boolean, lesson: boolean, free: number, seats: number[], people: boolean,
 *   ended: number, ranks: number[] | null, ending: string, named?: boolean, icon: string, cover: string, moment: {title: string, ask: string} | null}} Row
 */

/** @param {string} tag @param {string} name @param {string} [text] */
export function element(tag, name, text = "") {
  const made = document.createElement(tag);
  made.className = name;
  made.textContent = text;
  return made;
}

/** @param {string} sentence @param {Record<string, unknown>} values */
export const fill = (sentence, values) =>
  sentence.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, key, one, other) =>
    one === undefined ? String(values[key] ?? "") : Number(values[key]) === 1 ? one : other,
  );

/** @param {Row} row */
const address = (row) => (row.status === "over" ? `/r/${row.code}` : `/t/${row.code}`);

/** A moment on the reader's own clock, as short as it is clear: a day of this week with the hour, or a date. @param {number} seconds @param {string} lang */
export function shortMoment(seconds, lang) {
  const soon = seconds - Date.now() / 1000 < 6 * 86400;
  const shown = /** @type {Intl.DateTimeFormatOptions} */ (
    soon ? { weekday: "short", hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "short" }
  );
  return new Date(seconds * 1000).toLocaleString(lang, shown);
}

/** @param {Row} row @param {DOMStringMap} words */
function leftOf(row, words) {
  if (!row.until) return row.pace;
  if (row.slow) {
    // Over days: until when, on the reader's own clock.
    return fill(words.before ?? "", { when: shortMoment(row.until, document.documentElement.lang) });
  }
  const seconds = Math.max(0, Math.round(row.until - Date.now() / 1000));
  return fill(words.left ?? "", { n: seconds });
}

/** A game that goes on, with what is asked of the reader. @param {Row} row @param {DOMStringMap} words */
function turnCard(row, words) {
  const item = document.createElement("li");
  const link = /** @type {HTMLAnchorElement} */ (element("a", row.turn ? "tn tn--hot" : "tn"));
  link.href = address(row);
  const art = /** @type {HTMLImageElement} */ (element("img", "tn__art"));
  art.src = row.cover || row.icon;
  art.alt = "";
  const told = element("span", "tn__t");
  const title = row.moment?.title && row.title === row.game_title ? row.moment.title : row.title;
  const game = title === row.game_title ? "" : row.game_title;
  const who = [game, row.others.join(", ")].filter(Boolean).join(" · ");
  const gathered = row.free ? fill(words.seatsLeft ?? "", { n: row.free }) : (words.full ?? "");
  const asked = row.status === "lobby" ? gathered : (row.moment?.ask ?? "");
  told.append(element("b", "", title), element("small", "", who), element("em", "", asked));
  const end = element("span", "tn__end");
  const waits =
    row.status === "lobby" ? (words.lobby ?? "") : fill(words.awaits ?? "", { names: row.awaited.join(", ") });
  end.append(
    row.turn
      ? element("span", "badge", words.turn)
      : element("span", "", row.awaited.length || row.status === "lobby" ? waits : ""),
    element("span", "", leftOf(row, words)),
  );
  link.append(art, told, end);
  item.append(link);
  return item;
}

/** Won or lost, and when. @param {Row} row @param {DOMStringMap} words */
function toldEnd(row, words) {
  if (!row.ranks || !row.seats.length) return words.over;
  const best = Math.min(...row.seats.map((seat) => row.ranks?.[seat] ?? 9));
  const when = new Date((row.ended || row.changed) * 1000);
  const day = when.toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "short" });
  return `${best === 1 ? words.won : words.lost} · ${day}`;
}

/** @param {Row} row @param {DOMStringMap} words @param {boolean} forgettable */
export function tableRow(row, words, forgettable) {
  const line = element("div", "rowline");
  const link = /** @type {HTMLAnchorElement} */ (element("a", row.turn ? "row row--turn" : "row"));
  link.href = address(row);
  const mark = /** @type {HTMLImageElement} */ (element("img", "row__mark"));
  mark.src = row.icon;
  mark.alt = "";
  mark.width = mark.height = 44;
  const who = row.free ? `${row.players.join(", ")} · ${words.free} ${row.free}` : row.players.join(", ");
  const people = row.slow && row.status === "playing" ? `${leftOf(row, words)} · ${who}` : who;
  const end = element(
    "span",
    row.turn ? "row__end badge" : "row__end",
    (row.turn ? words.turn : row.status === "over" ? toldEnd(row, words) : words[row.status]) ?? "",
  );
  link.append(mark, element("b", "", row.title), element("small", "", people), end);
  line.append(link);
  if (forgettable && !row.named) {
    const button = /** @type {HTMLButtonElement} */ (element("button", "small", words.forget));
    button.type = "button";
    button.setAttribute("aria-label", `${words.forget} : ${row.title}`);
    button.addEventListener("click", () => {
      forget(row.code);
      line.remove();
    });
    line.append(button);
  }
  return line;
}

const AT_ONCE = 24;

/** The tables that this browser has tokens of. @param {number} most @returns {Promise<Row[]>} */
async function ofTokens(most) {
  const known = tables()
    .filter(({ tokens }) => tokens.length)
    .slice(0, most)
    .map(({ code, tokens }) => ({ code, tokens }));
  /** @type {Row[]} */
  const rows = [];
  for (let first = 0; first < known.length; first += AT_ONCE) {
    const asked = { tables: known.slice(first, first + AT_ONCE) };
    rows.push(...(await post(`/api/mine?lang=${document.documentElement.lang}`, asked)));
  }
  return rows;
}

/** The tables of somebody who has a name of their own, wherever they sat down. @param {number} most @returns {Promise<Row[]>} */
async function ofName(most) {
  if (!isKept()) return [];
  /** @type {Row[]} */
  const rows = [];
  for (let skip = 0; skip < most; skip += AT_ONCE) {
    const some = await asMe(`/api/me/games?lang=${document.documentElement.lang}&skip=${skip}`, null, "GET");
    rows.push(...some);
    if (some.length < AT_ONCE) break;
  }
  return rows.map((row) => ({ ...row, named: true }));
}

/** One's own tables, latest first: of the name and of the tokens, each once. @param {number} [most] @returns {Promise<Row[]>} */
export async function myTables(most = AT_ONCE) {
  const [named, shown] = await Promise.all([ofName(most).catch(() => []), ofTokens(most)]);
  const all = new Map(shown.map((row) => [row.code, row]));
  for (const row of named) {
    const seats = new Set([...row.seats, ...(all.get(row.code)?.seats ?? [])]);
    all.set(row.code, { ...row, moment: row.moment ?? all.get(row.code)?.moment ?? null, seats: [...seats].sort() });
  }
  return [...all.values()].sort((a, b) => b.changed - a.changed);
}

/** The same without lessons: those are kept apart, with how far one is. @param {number} [most] @returns {Promise<Row[]>} */
export const myGames = async (most) => (await myTables(most)).filter((row) => !row.lesson);

/** The next page leaves so much room before anything is known. @param {number} count */
const expect = (count) => {
  document.cookie = `waiting=${count};path=/;max-age=31536000;samesite=lax`;
};

/** Those that wait for me first, and of those the most pressing. @param {Row} a @param {Row} b */
export const pressing = (a, b) =>
  Number(b.turn) - Number(a.turn) || (a.until || Infinity) - (b.until || Infinity) || b.changed - a.changed;

/** @param {Row[]} rows @param {DOMStringMap} words */
function fillTurns(rows, words) {
  for (const list of all("[data-turns]")) {
    const going = rows.filter((row) => row.status !== "over");
    going.sort(pressing);
    const shown = going.slice(0, Number(list.dataset.turns));
    expect(shown.length);
    list.replaceChildren(...shown.map((row) => turnCard(row, words)));
    const section = list.closest("section");
    if (section) section.hidden = !shown.length;
    const mine = going.filter((row) => row.turn).length;
    const told = section?.querySelector("[data-waiting]");
    if (told) told.textContent = mine ? fill((mine > 1 ? words.waitMany : words.waitOne) ?? "", { n: mine }) : "";
  }
}

export async function fillLists() {
  const words = document.getElementById("row-words")?.dataset;
  if (!words) return;
  const rows = await myGames();
  fillTurns(rows, words);
  for (const list of all("[data-mine], [data-replays]")) {
    const finished = list.dataset.replays !== undefined;
    const most = Number(list.dataset.replays ?? list.dataset.mine);
    const wanted = rows.filter((row) => (row.status === "over") === finished).slice(0, most);
    // Nothing is said of a list before it is known.
    for (const none of all(".empty", list)) none.hidden = wanted.length > 0;
    if (wanted.length)
      list.replaceChildren(...wanted.map((row) => tableRow(row, words, list.dataset.forget !== undefined)));
  }
}

// @ts-check
/** The log of a table and what people say beside it. */
import { offerPast } from "./past.js";
import { keep, recall } from "./memory.js";
import { reasonList } from "./reasons.js";
import { send } from "./socket.js";
import * as sound from "./sound.js";
import { at, clauseLink, state, toast, words } from "./tablepage.js";

export function clearLog() {
  at("log").replaceChildren();
  at("live").replaceChildren(); // it holds what the last reader could know
  latest = "";
  state.retold = true;
  state.told = 0;
  state.lowest = Infinity;
}

/** What matters, or everything: the reader's choice, kept. */
const WHOLE = "bagarre.log";
const sizes = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=log-size]"));
for (const size of sizes) {
  size.checked = size.value === (recall(WHOLE) ?? "short");
  size.addEventListener("change", () => {
    keep(WHOLE, size.value);
    showSize();
  });
}
function showSize() {
  at("log").dataset.size = recall(WHOLE) ?? "short";
  at("pane-log").scrollTop = at("pane-log").scrollHeight;
}
showSize();

/** The face of a seat at the table. @param {number} seat */
function avatarOf(seat) {
  if (!state.avatars[seat]) return null;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "avatar");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${state.avatars[seat]}`);
  svg.append(use);
  return svg;
}

/** Whoever has told no name is called what anybody could be: readers find themselves all the same, wherever they alone are called
 * so, and otherwise where they act. @param {Element} text @param {number | undefined} actor */
function ownNames(text, actor) {
  const here = [...document.querySelectorAll("#people .people__name")];
  const nameless = here.filter((person) => person.querySelector("b")?.textContent === words.player);
  const names = [...text.querySelectorAll("b")].filter(
    (_, n) => nameless.length === 1 || (n === 0 && actor === state.eye),
  );
  const reads = nameless.some((person) => person.querySelector(".tag--you"));
  return reads ? names.filter((name) => [words.player, `${words.player}’s`].includes(name.textContent ?? "")) : [];
}

/** What is whose in French: an article, a thing, « de » and the name after it. */
const OF = /^(.*)(?<!\p{L})(les? |la |l’|du |des |aux? )([^.,:;]+) de $/isu;

/** What is the reader's, which is “your”, wherever the name would be a possessive. @param {HTMLElement} name @returns {boolean} was it one? */
function asOwner(name) {
  const before = name.previousSibling;
  const [, start = "", article = "", thing = ""] = OF.exec(before?.textContent ?? "") ?? [];
  if (!name.textContent?.endsWith("’s") && !thing) return false;
  const small = article.toLowerCase();
  const your = { d: "de ", a: "à " }[small.charAt(0)] ?? "";
  const said = your + (/[sx] $/.test(small) ? words.yours : words.your);
  const begins = before ? article !== small : true;
  name.textContent = begins ? capital(said) : said;
  if (before && thing) before.textContent = start;
  if (thing) name.after(` ${thing}`);
  return true;
}

/** @param {string} word */
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
/** Lines whose readers have been found. @type {WeakSet<object>} */
const found = new WeakSet();
/** The reader's own name in a line, for the log and for whatever else tells it: “your” where something is theirs, “You” where nothing but
 * a colon follows, and marked where the sentence goes on, for its verb is that of a name, which stays in `data-name`. @param {any} line */
export function findReader(line) {
  if (line.html === undefined || found.has(line)) return;
  found.add(line);
  const text = document.createElement("span");
  text.innerHTML = line.html; // escaped by the server, with names in bold
  for (const name of ownNames(text, line.seat)) {
    name.dataset.name = words.player;
    if (asOwner(name)) continue;
    const you = words.you ?? "";
    if (/^\s*:/.test(name.nextSibling?.textContent ?? "")) name.textContent = name.previousSibling ? you : capital(you);
    else name.append(` (${you})`);
  }
  line.html = text.innerHTML;
}

/** @param {any} line */
export function logLine(line) {
  findReader(line);
  const item = document.createElement("li");
  item.id = `l${line.n}`;
  item.dataset.kind = line.kind;
  if (line.heading) item.className = "log__round";
  if (line.small) item.classList.add("log__small");
  const avatar = line.seat === undefined || line.heading ? null : avatarOf(line.seat);
  if (avatar) item.append(avatar);
  const text = document.createElement("span");
  if (line.html === undefined) text.textContent = line.text;
  else text.innerHTML = line.html; // escaped by the server, with names in bold
  item.append(text);
  if (line.clause) text.append(" ", clauseLink(line.clause));
  if (line.because) item.append(reasonList(line.because, clauseLink));
  if (line.kind !== "take_back") offerPast(item, line.n);
  return item;
}

/** @param {any[]} lines */
export function lowest(lines) {
  for (const line of lines) state.lowest = Math.min(state.lowest, line.n);
  at("earlier").hidden = state.lowest <= 1 || state.lowest === Infinity;
}

at("pane-log").addEventListener("scroll", (event) => {
  const pane = /** @type {HTMLElement} */ (event.currentTarget);
  state.low = pane.scrollHeight - pane.scrollTop - pane.clientHeight < 120;
});

/** What happened last, for whoever waits; the log stands behind a tab. */
const LATEST = 5;
let latest = "";
/** @param {Element} item */
function wordsOf(item) {
  const spoken = [...(item.querySelector("span")?.childNodes ?? [])];
  return spoken
    .filter((node) => !(node instanceof HTMLAnchorElement))
    .map((node) => node.textContent)
    .join("")
    .trim();
}
export function showLatest() {
  for (const place of document.querySelectorAll("[data-latest]")) place.textContent = latest;
}

/** Lines that have been heard. @type {WeakSet<object>} */
const rung = new WeakSet();
/** Every line is heard once: when it is told, or shown before. @param {any[]} lines */
export function ring(lines) {
  for (const line of lines) {
    if (!rung.has(line)) sound.play(line.kind);
    rung.add(line);
  }
}

/** @param {any[]} lines */
export function addLines(lines) {
  const list = at("log");
  const pane = at("pane-log");
  const low = state.low;
  const narrate = !state.first && !state.retold;
  state.retold = false;
  /** @type {string[]} */
  const told = [];
  for (const line of lines) {
    if (document.getElementById(`l${line.n}`)) continue;
    const item = logLine(line);
    list.append(item);
    if (!line.small) told.push(wordsOf(item));
    if (narrate) {
      ring([line]);
      const said = document.createElement("p");
      said.textContent = wordsOf(item);
      at("live").append(said);
      if (line.kind === "timed_out") toast(said.textContent); // nobody at the table chose it: not for the log alone
    }
  }
  while (at("live").childElementCount > 30) at("live").firstElementChild?.remove();
  lowest(lines);
  if (told.length) latest = told.slice(-LATEST).join(" ");
  showLatest();
  if (low || !narrate) pane.scrollTop = pane.scrollHeight;
}

/** @param {number[]} numbers */
export function markUndone(numbers) {
  const undone = new Set(numbers);
  for (const item of at("log").children) {
    const is = undone.has(Number(item.id.slice(1)));
    if (is && !item.classList.contains("undone")) {
      item.classList.add("undone");
      /** @type {HTMLElement} */ (item).tabIndex = -1; // folded; a touch opens it
      const mark = document.createElement("i");
      mark.className = "tag";
      mark.textContent = words.undone ?? "";
      item.querySelector("span")?.prepend(mark, " ");
    }
  }
}
at("earlier").addEventListener("click", () => send({ type: "earlier", before: state.lowest }));

// Chat.

/** The hour, with its day when that is another. @param {number} seconds */
function hour(seconds) {
  const made = document.createElement("time");
  const at = new Date(seconds * 1000);
  made.dateTime = at.toISOString();
  const today = at.toDateString() === new Date().toDateString();
  made.textContent = at.toLocaleString(state.lang, {
    ...(today ? {} : { day: "numeric", month: "short" }),
    hour: "2-digit",
    minute: "2-digit",
  });
  return made;
}

/** Who speaks: the face at the table, or the one that the waiting room shows. @param {number} seat */
function faceOf(seat) {
  const shown = document.querySelector(`.lobby [data-id="seat-${seat}"] .seat__art`);
  if (!shown) return avatarOf(seat);
  const face = document.createElement("span");
  face.className = "chat__face";
  face.setAttribute("aria-hidden", "true");
  face.append(...[...shown.childNodes].map((node) => node.cloneNode(true)));
  return face;
}

/** @param {{name: string, text: string, seat: number, at: number}[]} remarks */
export function addChat(remarks) {
  const list = at("chat");
  list.querySelector(".chat__empty")?.remove();
  for (const remark of remarks) {
    const item = document.createElement("li");
    const name = document.createElement("b");
    name.textContent = remark.name;
    const told = document.createElement("span");
    told.append(name, " ", hour(remark.at), " ", document.createTextNode(remark.text));
    const face = faceOf(remark.seat);
    if (face) item.append(face);
    item.append(told);
    if (state.seats.includes(remark.seat)) item.className = "mine";
    list.append(item);
  }
  list.scrollTop = list.scrollHeight;
  if (!state.first) state.unread += remarks.filter(({ seat }) => !state.seats.includes(seat)).length;
}
/** Is the discussion before the reader's eyes? Its column may be folded away, and the waiting room shows it whatever tab is picked. */
function isChatSeen() {
  const { display, visibility } = getComputedStyle(at("pane-chat"));
  return display !== "none" && visibility !== "hidden";
}
export function showUnread() {
  if (isChatSeen()) state.unread = 0;
  for (const mark of document.querySelectorAll("[data-unread]"))
    mark.textContent = state.unread ? String(state.unread) : "";
}
at("say").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (at("say-text"));
  said = field.value;
  if (said.trim()) send({ type: "chat", text: said });
  field.value = "";
});
at("quickwords").addEventListener("click", (event) => {
  const word = /** @type {Element} */ (event.target).closest("button");
  if (word) send({ type: "chat", text: word.textContent ?? "" });
});
/** The last remark, in case it is refused. */
let said = "";
export function unsay() {
  const field = /** @type {HTMLInputElement} */ (at("say-text"));
  field.value ||= said;
  said = "";
}

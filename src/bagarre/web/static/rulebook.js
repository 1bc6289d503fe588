// @ts-check
/** The rules: search that marks what it found, positions to try in place, printing. */
import { all, complain } from "./forms.js";
import { fill } from "./lists.js";
import { keep, myName, recall } from "./memory.js";
import { morph, parse } from "./morph.js";
import { post } from "./tools.js";

const lang = document.documentElement.lang;
const game = all("[data-book]")[0]?.dataset.book ?? "";
const book = /** @type {HTMLElement} */ (document.getElementById("rules"));

// The essentials, or everything: what was chosen last, unless the address names a clause.

const shows = /** @type {HTMLInputElement[]} */ (all("[name=show]"));

/** @param {string} what */
function showing(what) {
  for (const one of shows) one.checked = one.value === what;
}
for (const one of shows)
  one.addEventListener("change", () => {
    keep("bagarre.rules", one.value);
    widened = false;
    for (const line of all("[data-widened]")) line.hidden = true;
  });
/** A link to what is hidden shows it. */
function unfold() {
  const wanted = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
  if (!wanted || wanted.checkVisibility()) return;
  showing("all");
  wanted.scrollIntoView();
}
showing(recall("bagarre.rules") === "all" ? "all" : "essential");
unfold();
addEventListener("hashchange", unfold);

// Searching.

/** One character as people type it (`folded` in kernel/grammar.py): without accents and capitals. @param {string} one */
const plain = (one) =>
  one
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[’ʼ]/g, "'")
    .replace(/\u00a0|\u202f/g, " ")
    .replace(/œ/g, "oe")
    .replace(/æ/g, "ae");

/** A text folded, and for each of its characters where it stood. @param {string} text */
function folded(text) {
  let out = "";
  /** @type {number[]} */
  const from = [];
  let at = 0;
  for (const one of text) {
    const made = plain(one);
    out += made;
    for (let i = 0; i < made.length; i++) from.push(at);
    at += one.length;
  }
  from.push(at);
  return { out, from };
}

function unmark() {
  for (const mark of book.querySelectorAll("mark")) {
    const parent = mark.parentNode;
    mark.replaceWith(...mark.childNodes);
    parent?.normalize();
  }
}

/** @param {Text} node @param {string} wanted */
function markText(node, wanted) {
  const { out, from } = folded(node.data);
  /** @type {[number, number][]} */
  const places = [];
  for (let at = out.indexOf(wanted); at >= 0; at = out.indexOf(wanted, at + wanted.length))
    places.push([from[at] ?? 0, from[at + wanted.length] ?? node.data.length]);
  for (const [start, end] of places.reverse()) {
    const rest = node.splitText(start);
    rest.splitText(end - start);
    const mark = document.createElement("mark");
    rest.replaceWith(mark);
    mark.append(rest);
  }
  return places.length;
}

/** What was found, the best first. @type {HTMLElement[]} */
let marks = [];
let current = -1;
const field = /** @type {HTMLInputElement} */ (document.querySelector("[data-find]"));
const told = all("[data-found]")[0];
const toldLine = all("[data-find-told]")[0];
/** Were the essentials shown before the search? It looks through everything, and says so. */
let widened = false;

/** @param {boolean} searching */
function widen(searching) {
  if (searching && shows.some((one) => one.checked && one.value === "essential")) {
    showing("all");
    widened = true;
  } else if (!searching && widened) {
    showing("essential");
    widened = false;
  }
  for (const line of all("[data-widened]")) line.hidden = !widened;
  if (toldLine) toldLine.hidden = !searching;
}

/** Chapters by their names first, then clauses, smaller headings and the rest; tables last, as the glossary is one. @param {Element} mark */
function rank(mark) {
  if (mark.closest("h2")) return 0;
  if (mark.closest(".clause")) return 1;
  if (mark.closest("table")) return 4;
  return mark.closest("h3, h4") ? 2 : 3;
}

/** @param {string} query */
function search(query) {
  unmark();
  // What is looked for may stand in a clause.
  widen(query.trim().length > 1);
  const wanted = plain(query.trim()).replace(/\s+/g, " ");
  for (const chapter of all("[data-chapter]")) {
    let hits = 0;
    if (wanted.length > 1) {
      const walker = document.createTreeWalker(chapter, NodeFilter.SHOW_TEXT, (node) =>
        node.parentElement?.closest("script, .try, .book__steps, button")
          ? NodeFilter.FILTER_REJECT
          : NodeFilter.FILTER_ACCEPT,
      );
      const texts = [];
      while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
      for (const text of texts) hits += markText(text, wanted);
    }
    const badge = all(`[data-hits="${chapter.dataset.chapter}"]`)[0];
    if (badge) {
      badge.hidden = !hits;
      badge.textContent = String(hits);
    }
  }
  marks = all("mark", book).sort((a, b) => rank(a) - rank(b));
  current = -1;
  for (const button of all("[data-step]")) button.hidden = !marks.length;
  if (told) told.textContent = wanted.length > 1 ? (told.dataset.none ?? "") : "";
  step(1);
}

/** @param {number} by */
function step(by) {
  if (!marks.length) return;
  marks[current]?.classList.remove("is-here");
  current = (current + by + marks.length) % marks.length;
  marks[current]?.classList.add("is-here");
  marks[current]?.scrollIntoView({ block: "center" });
  if (told) told.textContent = `${current + 1}/${marks.length}`;
}
field.addEventListener("input", () => search(field.value));
field.addEventListener("keydown", (event) => {
  if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
});
for (const button of all("[data-step]")) button.addEventListener("click", () => step(Number(button.dataset.step)));
const asked = new URLSearchParams(location.search).get("q");
if (asked) {
  field.value = asked;
  search(asked);
}
for (const button of all("[data-print]")) button.addEventListener("click", () => print());
// On a phone the contents fold away.
if (matchMedia("(max-width: 860px)").matches) document.querySelector(".book__toc")?.removeAttribute("open");

// Trying.

const words = /** @type {HTMLElement} */ (document.getElementById("try-words")).dataset;
/** @type {HTMLElement | null} */
let box = null;
/** @type {string[]} */
let chosen = [];
let trial = "";

/** @param {string} path @param {unknown} body */
const ask = (path, body) => post(`/api/games/${game}/trials/${trial}${path}?lang=${lang}`, body);

/** What happened, line by line. @param {{html: string, clause: string}[]} lines */
function tellLog(lines) {
  const list = box?.querySelector(".try__log");
  list?.replaceChildren(
    ...lines.map((line) => {
      const item = document.createElement("li");
      item.innerHTML = line.html; // escaped by the server, with names in bold
      const link = document.createElement("a");
      link.href = `#${line.clause}`;
      link.title = line.clause;
      link.textContent = words.rule ?? line.clause;
      item.append(" ", link);
      return item;
    }),
  );
}

async function show() {
  if (!box) return;
  const here = box;
  complain(here, "");
  try {
    const now = await ask("", { choices: chosen });
    if (here !== box) return;
    const stage = /** @type {HTMLElement} */ (here.querySelector(".try__stage"));
    if (stage.firstElementChild && chosen.length)
      morph(stage.firstElementChild, parse(now.html), { beats: [], counts: [] });
    else stage.innerHTML = now.html;
    tellLog(now.log);
    const said = now.done ? (words.done ?? "") : `${fill(words.you ?? "", { name: now.who })} ${now.ask}`;
    const aside = chosen.length && !now.as_told ? ` ${words.other ?? ""}` : "";
    /** @type {HTMLElement} */ (here.querySelector(".try__ask")).textContent = said + aside;
    here.querySelector(".try__choices")?.replaceChildren(
      ...now.choices.slice(0, 40).map((/** @type {{choice: string, words: string}} */ one) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "small";
        button.textContent = one.words;
        button.dataset.tryChoice = one.choice;
        return button;
      }),
    );
  } catch (error) {
    chosen.pop();
    complain(here, error instanceof Error ? error.message : String(error));
  }
}

function close() {
  box?.remove();
  box = null;
  for (const button of all("[data-try]")) button.setAttribute("aria-expanded", "false");
}

/** @param {HTMLElement} button */
function open(button) {
  const again = button.getAttribute("aria-expanded") === "true";
  close();
  if (again) return;
  const made = /** @type {HTMLTemplateElement} */ (document.getElementById("try-box")).content.cloneNode(true);
  box = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (made).firstElementChild);
  /** @type {HTMLElement} */ (box.querySelector("h3")).textContent = button.dataset.title ?? "";
  button.closest(".tries")?.after(box);
  button.setAttribute("aria-expanded", "true");
  trial = button.dataset.try ?? "";
  chosen = [];
  show();
  box.scrollIntoView({ block: "nearest" });
}

/** @param {string} choice */
function choose(choice) {
  chosen.push(choice);
  show();
}

book.addEventListener("click", async (event) => {
  const target = /** @type {Element} */ (event.target);
  const opener = target.closest("[data-try]");
  if (opener instanceof HTMLElement) return open(opener);
  if (!box) return;
  const pick = target.closest("[data-try-choice]");
  if (pick instanceof HTMLElement) return choose(pick.dataset.tryChoice ?? "");
  const thing = target.closest(".try__stage [data-choice][data-legal]");
  if (thing) return choose(thing.getAttribute("data-choice") ?? "");
  if (target.closest("[data-try-close]")) return close();
  if (target.closest("[data-try-again]")) {
    chosen = [];
    return show();
  }
  if (!target.closest("[data-try-table]")) return;
  try {
    const opened = await ask("/table", { name: myName() });
    location.href = `/t/${opened.code}#${opened.tokens.join(",")}`;
  } catch (error) {
    complain(box, error instanceof Error ? error.message : String(error));
  }
});

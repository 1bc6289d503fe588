// @ts-check
/** What every page of the house does: theme, dialogs, lists of tables, forms, search in rules. */
import { copy, post } from "./tools.js";
import { forget, myName, rememberName, remember, tables } from "./memory.js";

/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement[]} */
const all = (selector, within = document) =>
  [...within.querySelectorAll(selector)].map((node) => /** @type {HTMLElement} */ (node));

for (const button of all("[data-theme-switch]")) {
  button.addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    document.cookie = `theme=${root.dataset.theme};path=/;max-age=31536000;samesite=lax`;
  });
}

document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const opener = target.closest("[data-open]");
  if (opener)
    /** @type {HTMLDialogElement} */ (document.getElementById(opener.getAttribute("data-open") ?? "")).showModal();
  if (target.closest("[data-close]")) target.closest("dialog")?.close();
  if (target instanceof HTMLDialogElement && !target.classList.contains("curtain")) target.close();
  const copier = target.closest("[data-copy]");
  if (copier) copy(/** @type {HTMLElement} */ (copier), copier.getAttribute("data-copy") ?? "");
});

/** @param {HTMLFormElement} form @param {() => Promise<void>} send */
function busy(form, send) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = /** @type {HTMLButtonElement} */ (form.querySelector("button:not([type=button])"));
    const words = /** @type {HTMLElement} */ (button.querySelector("[data-busy]") ?? button);
    const before = words.textContent;
    button.disabled = true;
    if (words.dataset.busy) words.textContent = words.dataset.busy;
    const problem = form.querySelector(".form__error");
    try {
      await send();
    } catch (error) {
      words.textContent = before;
      button.disabled = false;
      if (problem instanceof HTMLElement) {
        problem.hidden = false;
        problem.textContent = error instanceof Error ? error.message : String(error);
        problem.scrollIntoView({ block: "nearest" });
      }
    }
  });
}

for (const form of all("form[data-quick]")) {
  // Without this script the form works too; with it the player's own name is used.
  busy(/** @type {HTMLFormElement} */ (form), async () => {
    if (!myName()) return void (/** @type {HTMLFormElement} */ (form).submit());
    const game = form.dataset.quick ?? "";
    const games = await (await fetch("/api/games")).json();
    const found = games.find((/** @type {any} */ one) => one.game === game);
    const seats = Math.min(Math.max(4, found.players[0]), found.players[1]);
    const opened = await post("/api/tables", {
      game,
      name: myName(),
      seats: Array(seats - 1).fill("scripted"),
      start: true,
    });
    location.href = `/t/${opened.code}#${opened.tokens.join(",")}`;
  });
}

for (const node of all("form[data-new]")) {
  const form = /** @type {HTMLFormElement} */ (node);
  const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
  name.value = myName();
  const arrange = () => {
    const count = Number(new FormData(form).get("count"));
    for (const line of all("[data-seat-line]", form)) line.hidden = Number(line.dataset.seatLine) > count;
  };
  form.addEventListener("change", arrange);
  arrange();
  busy(form, async () => {
    rememberName(name.value.trim());
    const data = new FormData(form);
    const seats = all("[data-seat-line]:not([hidden]) select", form).map(
      (select) => /** @type {HTMLSelectElement} */ (select).value,
    );
    /** @type {Record<string, unknown>} */
    const options = {};
    for (const field of all("[data-kind]", form)) {
      const input = /** @type {HTMLInputElement} */ (field);
      const option = input.name.slice(2);
      if (input.dataset.kind === "switch") options[option] = input.checked;
      else if (input.dataset.kind === "subset") options[option] = data.getAll(input.name);
      else if (input.value !== "") options[option] = input.value;
    }
    // A game for one asks for its own options.
    if (!seats.length) for (const [option, value] of JSON.parse(form.dataset.solo || "[]")) options[option] = value;
    const files = data.getAll("packs").filter((file) => file instanceof File && file.size);
    const packs = await Promise.all(
      files.map(async (file) => ({
        name: /** @type {File} */ (file).name,
        text: await /** @type {File} */ (file).text(),
      })),
    );
    const opened = await post(`/api/tables?lang=${document.documentElement.lang}`, {
      game: form.dataset.new,
      name: name.value,
      title: data.get("title"),
      seats,
      options,
      packs,
      clock: Number(data.get("clock")),
      aids: data.has("aids"),
    });
    location.href = `/t/${opened.code}#${opened.tokens.join(",")}`;
  });
}

for (const node of all("form[data-record]")) {
  const form = /** @type {HTMLFormElement} */ (node);
  busy(form, async () => {
    const file = /** @type {File} */ (new FormData(form).get("record"));
    const kept = await post(`/api/records?lang=${document.documentElement.lang}`, await file.text());
    remember(kept.code, kept.tokens);
    location.href = `/r/${kept.code}`;
  });
}

/** @param {any} row @param {DOMStringMap} words @param {boolean} forgettable */
function tableRow(row, words, forgettable) {
  const line = document.createElement("div");
  line.className = "rowline";
  const link = document.createElement("a");
  link.className = row.turn ? "row row--turn" : "row";
  link.href = row.status === "over" ? `/r/${row.code}` : `/t/${row.code}`;
  const mark = document.createElement("img");
  mark.className = "row__mark";
  mark.src = row.icon;
  mark.alt = "";
  mark.width = mark.height = 44;
  const title = document.createElement("b");
  title.textContent = row.title;
  const small = document.createElement("small");
  small.textContent = row.free ? `${row.players.join(", ")} · ${words.free} ${row.free}` : row.players.join(", ");
  const end = document.createElement("span");
  end.className = row.turn ? "row__end badge" : "row__end";
  end.textContent = (row.turn ? words.turn : words[row.status]) ?? "";
  link.append(mark, title, small, end);
  line.append(link);
  if (forgettable) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "small";
    button.textContent = words.forget ?? "";
    button.addEventListener("click", () => {
      forget(row.code);
      line.remove();
    });
    line.append(button);
  }
  return line;
}

async function fillLists() {
  const lists = all("[data-mine], [data-replays]");
  const words = document.getElementById("row-words")?.dataset;
  if (!lists.length || !words) return;
  const known = tables()
    .slice(0, 24)
    .map(({ code, tokens }) => ({ code, tokens }));
  if (!known.length) return;
  const rows = await post("/api/mine", { tables: known });
  for (const list of lists) {
    const finished = list.dataset.replays !== undefined;
    const most = Number(list.dataset.replays ?? list.dataset.mine);
    const wanted = rows.filter((/** @type {any} */ row) => (row.status === "over") === finished).slice(0, most);
    if (wanted.length)
      list.replaceChildren(
        ...wanted.map((/** @type {any} */ row) => tableRow(row, words, list.dataset.forget !== undefined)),
      );
  }
}
fillLists().catch(() => {});

/** As people type it: without accents, capitals, ligatures and bent apostrophes (`folded` in kernel/grammar.py). @param {string} text */
const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[’ʼ]/g, "'")
    .replace(/œ/g, "oe")
    .replace(/æ/g, "ae");

/** Keep the place in the text of the rules that hold every word. @param {HTMLElement} article @param {string} query */
function search(article, query) {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const holds = (/** @type {Element} */ node) => words.every((word) => plain(node.textContent ?? "").includes(word));
  /** @type {HTMLElement | null} */
  let heading = null;
  let found = 0;
  for (const node of all(":scope > *", article)) {
    if (/^H[1-4]$/.test(node.tagName)) {
      heading = node;
      node.hidden = words.length > 0;
      continue;
    }
    const items = all(":scope > li, :scope > tbody > tr", node);
    let kept = 0;
    for (const item of items.length ? items : [node]) {
      item.hidden = !holds(item);
      if (!item.hidden) kept++;
    }
    if (items.length) node.hidden = kept === 0;
    found += kept;
    if (kept && heading) heading.hidden = false;
  }
  return words.length ? found : -1;
}

for (const field of all("[data-search]")) {
  field.addEventListener("input", () => {
    const article = /** @type {HTMLElement} */ (document.querySelector(field.dataset.search ?? ""));
    const found = search(article, /** @type {HTMLInputElement} */ (field).value);
    const told = field.closest("aside, dialog")?.querySelector(".search__found");
    if (told instanceof HTMLElement)
      told.textContent =
        found < 0
          ? ""
          : ((found === 1 ? told.dataset.foundOne : told.dataset.found) ?? "").replace("{n}", String(found));
  });
}

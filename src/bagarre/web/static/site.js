// @ts-check
/** What every page of the house does: theme, name, dialogs, search in rules. */
import { announced, copy, hush } from "./tools.js";
import { isKept, rename } from "./identity.js";
import { myName, rememberName } from "./memory.js";

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

announced(document.querySelector("[data-announced] span")?.textContent ?? "");
document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const opener = target.closest("[data-open]");
  if (opener)
    /** @type {HTMLDialogElement} */ (document.getElementById(opener.getAttribute("data-open") ?? "")).showModal();
  if (target.closest("[data-close]")) target.closest("dialog")?.close();
  if (target instanceof HTMLDialogElement && !target.classList.contains("curtain")) target.close();
  const hushed = target.closest("[data-hush]")?.parentElement;
  if (hushed) hush(hushed);
  const copier = target.closest("[data-copy]");
  if (copier) copy(/** @type {HTMLElement} */ (copier), copier.getAttribute("data-copy") ?? "");
});

// Readable without a connection: what is kept is fetched when the page has nothing else to do.
if ("serviceWorker" in navigator && isSecureContext)
  addEventListener("load", async () => {
    const { serviceWorker } = navigator;
    const later = window.requestIdleCallback ?? ((/** @type {() => void} */ then) => setTimeout(then, 2000));
    // A slow device that draws all the time never has nothing else to do: then it is fetched all the same.
    const stock = () => later(() => serviceWorker.controller?.postMessage("stock"), { timeout: 10_000 });
    // The first worker, or that of a new version, begins with an empty shelf.
    serviceWorker.addEventListener("controllerchange", stock);
    if (serviceWorker.controller) stock();
    await serviceWorker.register("/sw.js").catch(() => null);
  });

/** Show the reader's name wherever it stands. */
function tellName() {
  const name = myName();
  if (!name) return;
  for (const node of all("[data-my-name]")) node.textContent = name;
  for (const node of all("[data-my-initial]")) node.textContent = [...name][0]?.toUpperCase() ?? "?";
}
tellName();
for (const form of all("form[data-me]")) {
  const field = /** @type {HTMLInputElement} */ (form.querySelector("input"));
  form.closest("dialog")?.addEventListener("toggle", () => (field.value = myName()));
  form.addEventListener("submit", () => {
    const name = field.value.trim();
    rememberName(name);
    tellName();
    // Whoever keeps a name of their own changes that one.
    if (isKept() && name) rename(name).catch(() => {});
  });
}

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

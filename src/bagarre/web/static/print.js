// @ts-check
/** The print kit: previews and page counts follow what is ticked; packs of one's own are printed too. */
import { all } from "./forms.js";
import { element, fill } from "./lists.js";
import { things } from "./things.js";

const form = /** @type {HTMLFormElement} */ (all("[data-print-kit]")[0]);
const game = form.dataset.printKit ?? "";
const go = /** @type {HTMLButtonElement} */ (form.querySelector("[data-go]"));
const usual = go.textContent ?? "";
const wrong = /** @type {HTMLElement} */ (form.querySelector("[data-wrong]"));

/** @type {{name: string, text: string}[]} */
let packs = [];
/** What is shown, by part: the settings it was made with and its pages. @type {Map<string, {how: string, pages: number}>} */
const shown = new Map();

const chosen = () => all("[name=what]", form).filter((box) => /** @type {HTMLInputElement} */ (box).checked);
/** @param {string} name */
const value = (name) => String(new FormData(form).get(name) ?? "");

function settings() {
  const asked = new URLSearchParams({ paper: value("paper"), ink: value("ink"), lang: form.dataset.lang ?? "" });
  if (value("deck")) asked.set("deck", "on");
  return asked.toString();
}

/** @param {string} words */
function complain(words) {
  wrong.hidden = !words;
  wrong.textContent = words;
}

/** One page to look at. @param {string} title @param {number} n @param {string} address */
function sheet(title, n, address) {
  const figure = document.createElement("figure");
  const picture = document.createElement("img");
  const told = fill(form.dataset.page ?? "", { n, part: title });
  picture.width = 595;
  picture.height = value("paper") === "a4" ? 842 : 770;
  picture.alt = told;
  picture.loading = "lazy";
  picture.src = address;
  figure.append(picture, element("figcaption", "", told));
  return figure;
}

/** The pages of a part: how many, and where their pictures are. @param {string} part @param {string} how @returns {Promise<{pages: number, shown: string[]}>} */
async function pagesOf(part, how) {
  if (packs.length) return (await asked("/preview", [part])).json();
  const answer = await fetch(`/print/${game}/${part}/pages?${how}`, { headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error(form.dataset.failed);
  const { pages } = await answer.json();
  return { pages, shown: Array.from({ length: pages }, (_, i) => `/print/${game}/${part}/${i + 1}.png?${how}`) };
}

/** What is made with packs of one's own. @param {string} path @param {string[]} what */
async function asked(path, what) {
  const answer = await fetch(`/api/games/${game}/print${path}?lang=${form.dataset.lang}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ what, paper: value("paper"), ink: value("ink"), deck: !!value("deck"), packs }),
  });
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).message ?? form.dataset.failed ?? "");
  return answer;
}

/** @param {HTMLElement} place */
async function show(place) {
  const part = place.dataset.part ?? "";
  const look = settings();
  const how = `${look} ${packs.map((pack) => pack.text).join("\n")}`;
  if (shown.get(part)?.how === how) return;
  shown.set(part, { how, pages: 0 });
  place.setAttribute("aria-busy", "true");
  if (!place.children.length) place.append(element("p", "pk__wait", form.dataset.loading));
  let made;
  let trouble = "";
  try {
    made = await pagesOf(part, look);
  } catch (error) {
    trouble = error instanceof Error ? error.message : String(error);
  }
  if (shown.get(part)?.how !== how) return;
  place.removeAttribute("aria-busy");
  if (!made) {
    shown.delete(part);
    place.replaceChildren(element("p", "pk__wait", form.dataset.failed));
    if (packs.length) complain(trouble);
    return;
  }
  shown.set(part, { how, pages: made.pages });
  place.replaceChildren(...made.shown.map((address, i) => sheet(place.dataset.title ?? "", i + 1, address)));
  tell();
}

/** How many pages there are, by part and in all. */
function tell() {
  const parts = chosen().map((box) => /** @type {HTMLInputElement} */ (box).value);
  for (const mark of all("[data-count]", form)) {
    const found = shown.get(mark.dataset.count ?? "");
    mark.textContent = found?.pages ? `${found.pages} p.` : "";
  }
  const pages = parts.map((part) => shown.get(part)?.pages ?? 0);
  const sum = pages.reduce((a, b) => a + b, 0);
  const known = pages.every(Boolean) && sum;
  go.textContent = known ? fill((sum === 1 ? form.dataset.toldOne : form.dataset.told) ?? "", { n: sum }) : usual;
  for (const button of form.querySelectorAll("button")) if (button.type === "submit") button.disabled = !parts.length;
}

async function arrange() {
  const parts = new Set(chosen().map((box) => /** @type {HTMLInputElement} */ (box).value));
  const places = all(".pk__sheets");
  for (const place of places) place.hidden = !parts.has(place.dataset.part ?? "");
  tell();
  // One after the other: a server makes one thing at a time.
  for (const place of places) if (!place.hidden) await show(place);
}

form.addEventListener("change", () => {
  complain("");
  arrange();
});

// Packs of one's own: files, and what this browser keeps.

/** @param {string} name @param {string} text @param {boolean} ticked */
function offer(name, text, ticked) {
  const list = /** @type {HTMLElement} */ (form.querySelector("[data-pack-list]"));
  const line = document.createElement("li");
  const label = document.createElement("label");
  const tick = document.createElement("input");
  tick.type = "checkbox";
  tick.checked = ticked;
  const put = () => {
    packs = packs.filter((pack) => pack.text !== text);
    if (tick.checked) packs.push({ name, text });
  };
  // The form hears of it too, and shows the sheets anew.
  tick.addEventListener("change", put);
  label.append(tick, ` ${name}`);
  line.append(label);
  list.append(line);
  put();
}

for (const thing of things(game)) offer(thing.file, thing.text, false);
const files = /** @type {HTMLInputElement} */ (form.querySelector("[data-packs]"));
files.addEventListener("change", async () => {
  const brought = [...(files.files ?? [])];
  files.value = "";
  for (const file of brought) offer(file.name, await file.text(), true);
  complain("");
  arrange();
});

form.addEventListener("submit", async (event) => {
  if (!packs.length) return;
  event.preventDefault();
  complain("");
  const what = chosen().map((box) => /** @type {HTMLInputElement} */ (box).value);
  let answer;
  try {
    answer = await asked("", what);
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = `${game}.pdf`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
});

arrange();

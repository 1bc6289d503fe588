// @ts-check
/** What if? Sends a small change, shows how the comparison goes, and keeps it in the address for others. */
import { complain } from "./forms.js";
import { fill } from "./lists.js";
import { copy } from "./tools.js";

const LARGEST = 48 * 1024;
const form = /** @type {HTMLFormElement} */ (document.getElementById("whatif"));
const figure = /** @type {HTMLSelectElement} */ (form.elements.namedItem("figure"));
const value = /** @type {HTMLInputElement} */ (form.elements.namedItem("value"));
const players = /** @type {HTMLSelectElement} */ (form.elements.namedItem("players"));
const file = /** @type {HTMLInputElement} */ (form.elements.namedItem("pack"));
const button = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));
const out = /** @type {HTMLElement} */ (document.getElementById("wi-out"));
const state = /** @type {HTMLElement} */ (document.getElementById("wi-state"));
const progress = /** @type {HTMLProgressElement} */ (document.getElementById("wi-progress"));
const told = /** @type {HTMLElement} */ (document.getElementById("wi-told"));
const share = /** @type {HTMLElement} */ (document.getElementById("wi-share"));
const dropped = /** @type {HTMLElement} */ (document.getElementById("wi-dropped"));
let pack = "";

const proposed = () => figure.selectedOptions[0]?.dataset.try ?? "";

/** @param {string} text @param {string} name */
function takePack(text, name) {
  pack = text;
  dropped.hidden = !text;
  const shown = dropped.querySelector("b");
  if (shown) shown.textContent = name;
  figure.disabled = value.disabled = !!text;
}

/** Text as letters that an address may hold. @param {string} text */
const packed = (text) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** @param {string} letters */
const unpacked = (letters) =>
  new TextDecoder().decode(
    Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)),
  );

/** The address that leads here again. */
function address() {
  const here = new URL(location.pathname, location.origin);
  here.searchParams.set("players", players.value);
  if (pack) here.hash = `pack=${packed(pack)}`;
  else {
    here.searchParams.set("figure", figure.value);
    here.searchParams.set("value", value.value);
  }
  return here.href;
}

/** When the deals of this comparison began to be played: its seconds count from there. */
let began = 0;

/** @param {any} line */
function show(line) {
  if (line.state === "wrong") throw new Error(line.message);
  if (line.html) told.innerHTML = line.html;
  const { preparing = "", waiting = "", playing = "", beside = "", seconds = "" } = form.dataset;
  if (line.state === "playing") {
    began ||= performance.now();
    const gone = (performance.now() - began) / 1000;
    const left = Math.max(0, Math.ceil(Number(seconds) - gone));
    progress.value = Math.max(line.done ? line.done / line.most : 0, Math.min(1, gone / Number(seconds)));
    state.textContent = fill(playing, { n: line.done ?? 0, left });
  } else if (line.state === "done") state.textContent = "";
  else if (line.ahead) state.textContent = fill(waiting, { n: line.ahead });
  else if (line.state !== "ready") state.textContent = line.reviewing ? `${preparing} ${beside}` : preparing;
}

async function play() {
  complain(form, "");
  began = 0;
  button.disabled = true;
  out.hidden = progress.hidden = false;
  share.hidden = true;
  progress.removeAttribute("value");
  told.replaceChildren();
  const link = address();
  history.replaceState(null, "", link);
  try {
    const answer = await fetch(`/api/whatif/${form.dataset.game}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        figure: pack ? "" : figure.value,
        value: Number(value.value),
        players: Number(players.value),
        pack,
      }),
    });
    if (!answer.ok || !answer.body) throw new Error((await answer.json().catch(() => ({}))).message);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    let last = "";
    for (;;) {
      const { done, value: piece } = await reader.read();
      if (done) break;
      const lines = (rest + piece).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const said = JSON.parse(line);
        last = said.state;
        show(said);
      }
    }
    if (last !== "done") throw new Error(form.dataset.lost);
    share.hidden = false;
    const code = share.querySelector("code");
    if (code) code.textContent = link.length > 160 ? `${link.slice(0, 150)}…` : link;
  } catch (error) {
    out.hidden = !told.children.length;
    state.textContent = "";
    complain(form, (error instanceof Error && error.message) || form.dataset.lost || "");
  }
  progress.hidden = true;
  button.disabled = false;
}

figure.addEventListener("change", () => (value.value = proposed()));
/** @param {File | undefined} chosen */
async function bring(chosen) {
  if (chosen) takePack(chosen.size > LARGEST ? "#".repeat(LARGEST + 1) : await chosen.text(), chosen.name);
}
file.addEventListener("change", () => bring(file.files?.[0]));
// A file may be let go anywhere on the page.
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  bring(event.dataTransfer?.files[0]);
});
dropped.querySelector("button")?.addEventListener("click", () => {
  file.value = "";
  takePack("", "");
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  play();
});
share
  .querySelector("button")
  ?.addEventListener("click", (event) => copy(/** @type {HTMLElement} */ (event.currentTarget), location.href));

// What the address says, and a first proposal otherwise.
const asked = new URLSearchParams(location.search);
const kept = new URLSearchParams(location.hash.slice(1)).get("pack");
const option = [...figure.options].find((one) => one.value === asked.get("figure"));
if (option) option.selected = true;
value.value = /^\d{1,2}$/.test(asked.get("value") ?? "") ? String(asked.get("value")) : proposed();
if ([...players.options].some((one) => one.value === asked.get("players")))
  players.value = String(asked.get("players"));
if (kept) {
  try {
    takePack(unpacked(kept), "pack.toml");
  } catch {
    complain(form, form.dataset.lost ?? "");
  }
}
if (pack || (option && asked.has("value"))) play();

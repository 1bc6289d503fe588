// @ts-check
/** Choices in families: one family is shown at a time, all of them on a sheet over the board. */
import { still } from "./morph.js";
import { at, body } from "./tablepage.js";
import { fold } from "./unfold.js";

let chosen = "";
let known = "";
/** What was asked the last time. */
let asked = "";

/** The bar's button for a key, as far as it is in sight. @param {string} key */
export function keyed(key) {
  for (const button of document.querySelectorAll("#bar .choice[data-legal]"))
    if (button.getAttribute("aria-keyshortcuts") === key && button.getClientRects().length) return button;
  return null;
}

/** Show a family; the game's own script hears of it. @param {string} family */
function show(family) {
  chosen = family;
  for (const pill of document.querySelectorAll("#bar [data-family]"))
    pill.setAttribute("aria-pressed", String(pill.getAttribute("data-family") === family));
  for (const group of document.querySelectorAll("#bar [data-of-family], #coach [data-of-family]"))
    group.toggleAttribute("data-shut", group.getAttribute("data-of-family") !== family);
  document.dispatchEvent(new CustomEvent("family", { detail: family }));
}

/** @param {boolean} open */
function showAll(open) {
  if (open) body.dataset.all = "yes";
  else delete body.dataset.all;
  document.querySelector("[data-all-choices]")?.setAttribute("aria-expanded", String(open));
}

/** After every update: another question begins with its first family. */
export function arrange() {
  const names = [...document.querySelectorAll("#bar [data-family]")].map(
    (pill) => pill.getAttribute("data-family") ?? "",
  );
  const now = names.join();
  if (now !== known) {
    showAll(false);
    chosen = names[0] ?? "";
  }
  known = now;
  // Another question is read from its first choice, in the bar and with the coach.
  const choices = [...document.querySelectorAll("#bar .choice")].map((one) => one.getAttribute("data-choice"));
  if (choices.join() !== asked) {
    fold();
    at("bar").querySelector(".choices")?.scrollTo(0, 0);
    document.getElementById("pane-coach")?.scrollTo(0, 0);
    if (choices.length) goHome();
  }
  asked = choices.join();
  if (names.length) show(names.includes(chosen) ? chosen : (names[0] ?? ""));
  fit();
}

/** A row in which a key would cut a word is set in smaller type. */
function fit() {
  for (const keys of document.querySelectorAll("#bar .keys")) {
    keys.removeAttribute("data-tight");
    keys.toggleAttribute("data-tight", [...keys.querySelectorAll(".choice :is(b span, small)")].some(isCut));
  }
  tellRest();
}

/** @param {Element} words */
const isCut = (words) => words.clientHeight > 0 && words.scrollHeight > words.clientHeight + 1;

/** What a question is about comes back into sight, wherever one has scrolled: a board says what that is. */
function goHome() {
  const home = document.querySelector("#main [data-home]")?.getAttribute("data-home");
  if (home) document.querySelector(`#main ${home}`)?.scrollIntoView({ block: "nearest" });
}

/** How many keys of a row that is too long are still to come, for its edge to say so; and whether others are behind. */
function tellRest() {
  for (const keys of document.querySelectorAll("#bar .keys")) {
    const row = keys.querySelector(".choices");
    const edge = row ? row.getBoundingClientRect().right : 0;
    const rest = [...keys.querySelectorAll(".choice")].filter((one) => {
      const { right, width } = one.getBoundingClientRect();
      return width > 1 && right > edge + 2; // what is only for screen readers has no width
    });
    if (rest.length) keys.setAttribute("data-rest", String(rest.length));
    else keys.removeAttribute("data-rest");
    keys.toggleAttribute("data-past", (row?.scrollLeft ?? 0) > 2);
  }
}
document.addEventListener("scroll", tellRest, { capture: true, passive: true });
// Also for the keys that came with the page, and whenever the row gets another width.
new ResizeObserver(fit).observe(at("bar"));

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const pill = target.closest("#bar [data-family]");
  if (pill) {
    showAll(false);
    show(pill.getAttribute("data-family") ?? "");
    at("bar").querySelector(".choices")?.scrollTo(0, 0);
    fit();
  } else if (target.closest("#bar [data-goes]")) {
    const there = target.closest("[data-goes]")?.getAttribute("data-goes");
    const place = document.querySelector(`#main ${there}`);
    if (place instanceof HTMLDetailsElement) place.open = true;
    place?.scrollIntoView({ block: "start", behavior: still() ? "auto" : "smooth" });
  } else if (target.matches("#bar .keys[data-rest]")) {
    // The count at the edge of a row that goes on: it stands over a key, and must not press it.
    const row = target.querySelector(".choices");
    row?.scrollBy({ left: row.clientWidth * 0.8, behavior: still() ? "auto" : "smooth" });
  } else if (target.closest("[data-all-choices]")) showAll(body.dataset.all === undefined);
  else if (body.dataset.all !== undefined && !target.closest("#bar .choices")) showAll(false);
  else if (target.closest("#bar .choice[data-legal]")) showAll(false);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && body.dataset.all !== undefined) showAll(false);
});

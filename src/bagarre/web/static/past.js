// @ts-check
/** What one saw before, while the game goes on: the board as it stood at a line of the log. */
import { parse } from "./morph.js";
import { send } from "./socket.js";
import { at, code, state } from "./tablepage.js";
import { copy } from "./tools.js";

const box = at("past");
const stage = /** @type {HTMLElement} */ (box.querySelector(".past__stage"));
const log = /** @type {HTMLElement} */ (box.querySelector(".past__log"));
/** @type {{line: number, before: number, after: number}} */
let here = { line: 0, before: 0, after: 0 };
/** @type {Element | null} */
let opener = null;

/** @param {number} line */
export const askPast = (line) => send({ type: "past", line });

/** Nothing of it stays: another person may look next. */
export function closePast() {
  if (box.hidden) return;
  box.hidden = true;
  stage.replaceChildren();
  log.replaceChildren();
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  opener = null;
}

/** @param {any} told */
export function showPast(told) {
  // Asked by somebody who looks no longer.
  if (told.eye !== state.eye) return;
  here = told;
  const board = parse(`<div>${told.html}</div>`);
  // The board of now has the same names; its buttons are not for pressing here.
  for (const node of board.querySelectorAll("[id]")) node.removeAttribute("id");
  for (const node of board.querySelectorAll("[popovertarget]")) node.removeAttribute("popovertarget");
  for (const node of board.querySelectorAll("[popover]")) node.remove();
  stage.replaceChildren(...board.childNodes);
  log.replaceChildren(
    ...told.log.map((/** @type {any} */ line) => {
      const item = document.createElement("li");
      item.innerHTML = line.html ?? ""; // escaped by the server, with names in bold
      return item;
    }),
  );
  for (const name of ["before", "after"]) {
    const button = box.querySelector(`[data-past=${name}]`);
    if (button instanceof HTMLButtonElement) button.disabled = !told[name];
  }
  if (box.hidden) {
    // On a phone the log lies over the board.
    const side = document.querySelector(".side__close");
    if (side instanceof HTMLElement && side.checkVisibility()) side.click();
    box.hidden = false;
    box.focus();
  }
  // What scrolls on this smaller board scrolls by keys too.
  for (const node of stage.querySelectorAll("*"))
    if (
      node instanceof HTMLElement &&
      node.scrollHeight > node.clientHeight &&
      /auto|scroll/.test(getComputedStyle(node).overflowY)
    )
      node.tabIndex = 0;
}

box.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("[data-past]");
  if (!(button instanceof HTMLElement)) return;
  if (button.dataset.past === "now") closePast();
  else if (button.dataset.past === "link") copy(button, `${location.origin}/t/${code}?line=${here.line}`);
  else askPast(button.dataset.past === "before" ? here.before : here.after);
});
box.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closePast();
});

/** A way back at a line of the log. @param {HTMLElement} item @param {number} line */
export function offerPast(item, line) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "log__past";
  button.textContent = "↺";
  button.title = stage.dataset.see ?? "";
  button.setAttribute("aria-label", `${stage.dataset.see} : ${item.textContent}`);
  button.addEventListener("click", () => {
    opener = button;
    askPast(line);
  });
  item.append(button);
}

/** A link to a moment (`?line=42`) opens it, through the eyes of whoever followed it. */
export function openLinked() {
  const wanted = Number(new URLSearchParams(location.search).get("line"));
  if (!wanted || state.status === "lobby") return;
  history.replaceState(null, "", location.pathname);
  askPast(wanted);
}

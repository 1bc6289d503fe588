// @ts-check
/** What lies over a table for a while: rules, the hand-over, questions; and its clock. */
import { shortMoment } from "./lists.js";
import { myName, rememberName } from "./memory.js";
import { send } from "./socket.js";
import { at, body, fill, state, words } from "./tablepage.js";

// Rules.

/** @param {string} [clause] */
export async function openRules(clause) {
  const drawer = /** @type {HTMLDialogElement} */ (at("rules-drawer"));
  if (!drawer.open) drawer.showModal();
  const article = at("rules");
  if (!article.childElementCount) {
    const answer = await fetch(`${article.dataset.from}?lang=${state.lang}`);
    article.innerHTML = await answer.text();
  }
  if (clause) {
    const field = /** @type {HTMLInputElement} */ (drawer.querySelector("[data-search]"));
    if (field.value) {
      field.value = "";
      field.dispatchEvent(new Event("input"));
    }
    const found = document.getElementById(clause);
    found?.scrollIntoView({ block: "center" });
    for (const old of article.querySelectorAll(".is-wanted")) old.classList.remove("is-wanted");
    found?.classList.add("is-wanted");
  }
}

// Clock, hand-over, taking back.

/** Why the table stands still. @param {{code: string, words: string} | null} why */
export function notice(why) {
  at("notice").hidden = !why;
  at("notice").textContent = why?.words ?? "";
}

/** A moment on the reader's own clock. @param {number} seconds since 1970 */
export const moment = (seconds) =>
  new Date(seconds * 1000).toLocaleString(state.lang, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });

/** Moments that the server tells as numbers. */
export function tellTimes() {
  for (const node of document.querySelectorAll("time[data-at]"))
    node.textContent = moment(Number(node.getAttribute("data-at")));
}

/** @type {number | undefined} */
let ticking;
/** @param {{left: number, total: number, stopped: boolean, until?: number} | null} clock */
export function startClock(clock) {
  clearInterval(ticking);
  const box = at("clock");
  box.hidden = !clock;
  box.classList.toggle("clock--days", Boolean(clock?.until));
  body.style.removeProperty("--left");
  if (!clock) return;
  if (clock.until) {
    // Over days: until when, on the reader's own clock.
    const said = fill(words.before, { when: moment(clock.until) });
    const narrow = matchMedia("(max-width: 860px)").matches;
    /** @type {HTMLElement} */ (box.lastElementChild).textContent = narrow
      ? shortMoment(clock.until, state.lang)
      : said;
    box.title = `${said} · ${words.then ?? ""}`;
    return;
  }
  const until = performance.now() + clock.left * 1000;
  const tick = () => {
    const left = Math.max(0, (until - performance.now()) / 1000);
    body.style.setProperty("--left", `${(100 * left) / clock.total}%`);
    /** @type {HTMLElement} */ (box.lastElementChild).textContent = fill(words.seconds, { n: Math.ceil(left) });
    box.classList.toggle("clock--low", left < 6);
  };
  tick();
  if (!clock.stopped) ticking = setInterval(tick, 500);
}

/** Whoever the device is to be handed to. @type {{seat: number, name: string} | null} */
let awaited = null;
/** @param {{seat: number, name: string} | null} to */
export function curtain(to) {
  const dialog = /** @type {HTMLDialogElement} */ (at("curtain"));
  awaited = to;
  if (!to) return dialog.close();
  at("curtain-title").textContent = fill(words.curtain, { name: to.name });
  at("curtain-go").textContent = fill(words.curtainGo, { name: to.name });
  at("curtain-go").onclick = () => {
    awaited = null;
    dialog.close();
    send({ type: "eye", seat: to.seat });
  };
  if (!dialog.open) dialog.showModal();
}
at("curtain").addEventListener("cancel", (event) => event.preventDefault());
// Browsers let a second Escape through: the curtain falls again.
at("curtain").addEventListener("close", () => awaited && /** @type {HTMLDialogElement} */ (at("curtain")).showModal());

/** @typedef {{by: number, name: string, asked: boolean, waits: {name: string, away: boolean}[]}} Request */
/** What this page is asked, or asks, to take back. @type {Request | null} */
let request = null;
/** @param {Request | null} now */
export function takeBack(now) {
  const dialog = /** @type {HTMLDialogElement} */ (at("back"));
  request = now;
  const mine = now !== null && state.seats.includes(now.by);
  at("asking").hidden = !now || now.asked;
  if (now) {
    const names = now.waits.map(({ name, away }) => (away ? `${name} (${words.away})` : name)).join(", ");
    at("asking-text").textContent = fill(words.backWaiting, { name: now.name, names });
    at("asking-stop").hidden = !mine;
  }
  if (!now?.asked) return dialog.close();
  at("back-title").textContent = fill(words.back, { name: now.name });
  if (!dialog.open) dialog.showModal();
}

// Whoever turns away from the question has said no.
at("back").addEventListener("close", () => request?.asked && send({ type: "agree", yes: false }));

/** The answer to whoever wants to take back. @param {boolean} yes */
export function agree(yes) {
  send({ type: "agree", yes });
  if (request) request.asked = false;
  /** @type {HTMLDialogElement} */ (at("back")).close();
}

/** Does a new name in the place of that one become the reader's? On a device that several share, only for the one it remembers. @param {string} before */
const isMine = (before) => !state.seats.length || (before !== "" && (state.seats.length === 1 || before === myName()));

/** @param {string} before @param {(name: string) => void} then @param {string} [thing] what is named, when it is not the player */
export function askName(before, then, thing) {
  const dialog = /** @type {HTMLDialogElement} */ (at("name-ask"));
  for (const label of dialog.querySelectorAll("[data-title]"))
    label.textContent = (label.getAttribute(thing ? "data-thing-title" : "data-title") ?? "").replace(
      "{letter}",
      thing ?? "",
    );
  const field = /** @type {HTMLInputElement} */ (at("name-field"));
  field.value = before;
  dialog.showModal();
  field.select();
  /** @type {HTMLFormElement} */ (dialog.querySelector("form")).onsubmit = () => {
    if (!thing && isMine(before)) rememberName(field.value.trim());
    then(field.value);
  };
}

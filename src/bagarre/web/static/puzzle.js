// @ts-check
/** A puzzle or an exercise: one choice, then what was best and why; in a series the next one comes until the time is up. */
import { fill } from "./lists.js";
import { keep, recall } from "./memory.js";
import { still } from "./morph.js";
import { post } from "./tools.js";
import { mend, solve } from "./trained.js";

const page = document.body.dataset;
const words = /** @type {HTMLElement} */ (document.getElementById("pz-words")).dataset;
const told = /** @type {HTMLElement} */ (document.getElementById("pz-told"));
const next = /** @type {HTMLButtonElement | null} */ (document.getElementById("pz-next"));
const clock = /** @type {HTMLElement} */ (document.getElementById("pz-clock"));
const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-choice]"));
const SERIES = "bagarre.series";
const BEST = "bagarre.series.best";
const SECOND = 1000;

/** The series that is going on. @returns {{game: string, end: number, right: number, seen: number[]} | null} */
function series() {
  try {
    const found = JSON.parse(recall(SERIES) ?? "null");
    return found && found.game === page.game && location.hash === "#series" ? found : null;
  } catch {
    return null;
  }
}

/** @param {string} text @param {boolean} [strong] */
function say(text, strong) {
  const line = document.createElement(strong ? "b" : "p");
  line.textContent = text;
  told.append(line);
}

function goOn() {
  const on = series();
  const stock = (page.stock ?? "").split(" ").filter(Boolean).map(Number);
  const here = Number(page.number);
  const left = stock.filter((number) => number !== here && !on?.seen.includes(number));
  const pick = on ? left[Math.floor(Math.random() * left.length)] : stock[(stock.indexOf(here) + 1) % stock.length];
  if (pick === undefined) return over();
  location.href = `/puzzles/${page.game}/${pick}${on ? "#series" : ""}`;
}

function over() {
  const on = series();
  if (!on) return;
  keep(SERIES, "null");
  const best = JSON.parse(recall(BEST) ?? "{}");
  best[on.game] = Math.max(best[on.game] ?? 0, on.right);
  keep(BEST, JSON.stringify(best));
  for (const button of buttons) button.disabled = true;
  told.replaceChildren();
  say(fill(words.time ?? "", { n: on.right }), true);
  clock.hidden = true;
  if (next) next.hidden = true;
}

function tick() {
  const on = series();
  if (!on) return;
  const left = Math.ceil((on.end - Date.now()) / SECOND);
  if (left <= 0) return over();
  clock.hidden = false;
  clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")} · ${fill(words.left ?? "", { n: on.right })}`;
  setTimeout(tick, SECOND / 4);
}

/** @param {HTMLButtonElement} button */
async function choose(button) {
  for (const one of buttons) one.disabled = true;
  told.replaceChildren();
  try {
    const answer = await post(page.puzzle ?? "", { choice: button.dataset.choice });
    button.dataset.is = answer.right ? "right" : "wrong";
    if (!answer.right) for (const one of buttons) if (one.dataset.choice === answer.best) one.dataset.is = "right";
    say((answer.right ? words.right : words.wrong) ?? "", true);
    if (answer.instead) say(answer.instead);
    if (button.dataset.choice !== answer.best) say(fill(words.best ?? "", { choice: answer.words }));
    if (answer.why) say(answer.why);
    say(answer.says);
    note(answer.right);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    for (const one of buttons) one.disabled = false;
  }
}

/** @param {boolean} right */
function note(right) {
  if (right && page.number !== "0") solve(`${page.game}/${page.number}`);
  const exercise = /\/api\/replays\/([^/]+)\/try\/(\d+)/.exec(page.puzzle ?? "");
  if (right && exercise) mend(exercise[1] ?? "", Number(exercise[2]));
  const on = series();
  if (on) {
    on.right += right ? 1 : 0;
    on.seen.push(Number(page.number));
    keep(SERIES, JSON.stringify(on));
  }
  if (next) {
    next.hidden = false;
    next.focus();
  } else told.scrollIntoView({ block: "nearest" });
}

for (const button of buttons) button.addEventListener("click", () => choose(button));
next?.addEventListener("click", goOn);
tick();

/** What the board's script is given: it shows the moment, as for somebody who looks on; the choices stand in the list. */
const table = {
  choose() {},
  legal: new Map(),
  seat: Number(page.seat),
  still: still(),
  onupdate: (/** @type {(lines: any[], quiet: boolean) => void} */ listener) => listener([], true),
  why: async () => ({ reason: "", clause: "" }),
  showing: () => false,
};
if (page.script) {
  import(page.script)
    .then((own) => own.mount?.(document.getElementById("stage"), table))
    .catch((error) => console.error(error));
}

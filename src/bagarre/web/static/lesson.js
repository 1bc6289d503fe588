// @ts-check
/** A lesson at the table: what the coach says, what to look at, and what comes next. */
import { addOnPlay } from "./fair.js";
import { finish } from "./learn.js";
import { forget } from "./memory.js";

const box = document.getElementById("lesson");
const code = document.body.dataset.table ?? "";

/** @typedef {{n: number, text: string, look: string[], clause: string}} Page */
/** @typedef {{waits: boolean, pages: Page[], done: boolean, free: boolean, part: number[]}} Part */

/** @type {Part | null} */
let part = null;
/** @type {(message: Record<string, unknown>) => void} */
let tell = () => {};

/** @param {string} name @returns {HTMLElement} */
const piece = (name) => /** @type {HTMLElement} */ (box?.querySelector(`[data-${name}]`));

/** Begin: how messages are sent. @param {(message: Record<string, unknown>) => void} send */
export function begin(send) {
  tell = send;
  if (!box) return;
  addOnPlay();
  piece("go-on").addEventListener("click", () => {
    const last = part?.pages.at(-1);
    if (last) tell({ type: "read", pages: last.n + 1 });
  });
  addEventListener("resize", mark);
  document.getElementById("main")?.addEventListener("scroll", mark, { passive: true, capture: true });
}

/** What the server says of the lesson; a board that still shows what happened (`data-my-film="behind"`) comes first. @param {Part | null} told */
export function show(told) {
  if (!box || !told) return;
  clearTimeout(waiting);
  const tellThen = () => {
    if (document.querySelector('#stage [data-my-film="behind"]')) waiting = setTimeout(tellThen, 200);
    else render(told);
  };
  // The board begins to show it when it has heard of it, after this.
  waiting = setTimeout(tellThen, part ? 100 : 0);
}
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** @param {Part} told */
function render(told) {
  if (!box) return;
  const before = part?.pages.at(-1)?.n;
  part = told;
  box.hidden = false;
  if (before !== told.pages.at(-1)?.n) answer("");
  piece("pages").replaceChildren(...told.pages.map(line));
  piece("go-on").hidden = !told.waits;
  const bar = /** @type {HTMLProgressElement} */ (piece("part"));
  bar.max = Math.max(1, told.part[1] ?? 1);
  bar.value = told.done ? bar.max : (told.part[0] ?? 0);
  piece("over").hidden = !told.done;
  if (told.done) {
    finish(box.dataset.name ?? "");
    forget(code);
  }
  if (before !== told.pages.at(-1)?.n) look(before ?? -1);
  requestAnimationFrame(mark);
}

/** Bring into sight what is pointed at first of what was not said before. @param {number} before */
function look(before) {
  const selector = part?.pages.find((page) => page.n > before && page.look.length)?.look[0];
  if (selector) document.querySelector(`#stage ${selector}`)?.scrollIntoView({ block: "nearest" });
}

/** What the coach answers to a choice that was not asked for. @param {string} text */
export function answer(text) {
  if (!box) return;
  const reply = piece("reply");
  reply.textContent = text;
  reply.hidden = !text;
  if (text) reply.scrollIntoView({ block: "nearest" });
}

/** @param {Page} page @param {number} _ @param {Page[]} all */
function line(page, _, all) {
  const row = document.createElement("li");
  const number = pointing(all).indexOf(page);
  if (number >= 0) {
    const badge = document.createElement("i");
    badge.textContent = String(number + 1);
    row.append(badge);
  }
  const text = document.createElement("span");
  text.textContent = page.text;
  if (page.clause) {
    const link = document.createElement("a");
    link.className = "clause";
    link.href = `#${page.clause}`;
    link.dataset.clause = page.clause;
    link.textContent = box?.dataset.why ?? "?";
    text.append(" ", link);
  }
  row.append(text);
  return row;
}

/** The pages that point at something. @param {Page[]} pages */
const pointing = (pages) => pages.filter((page) => page.look.length);

/** Frames around what is pointed at, over the board: the board itself is drawn anew at any moment. */
export function mark() {
  const layer = document.getElementById("lesson-marks");
  if (!layer || !part) return;
  const stage = /** @type {HTMLElement} */ (document.getElementById("main")).getBoundingClientRect();
  const frames = pointing(part.pages).flatMap((page, k) =>
    page.look.flatMap((selector) => {
      const found = document.querySelector(`#stage ${selector}`)?.getBoundingClientRect();
      if (!found?.width || found.bottom < stage.top || found.top > stage.bottom) return [];
      const frame = document.createElement("div");
      const top = Math.max(found.top, stage.top) - 3;
      const bottom = Math.min(found.bottom, stage.bottom) + 3;
      frame.style.cssText = `left:${found.left - 3}px;top:${top}px;width:${found.width + 6}px;height:${bottom - top}px`;
      frame.dataset.n = String(k + 1);
      return [frame];
    }),
  );
  layer.replaceChildren(...frames);
}

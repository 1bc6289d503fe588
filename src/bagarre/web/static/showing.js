// @ts-check
/** What has just happened, in large over the board, one thing after the other.
 *
 * While something is shown, what happens next is kept (`hold`) and nothing is asked (`wait`); a touch or a key goes on.
 * What leads is shown over the board as it was: no card, number or line of the log tells the result before.
 */
import { uncovered } from "./taps.js";

/** @typedef {{kind: string, time: number}} Shown */
/** @typedef {{ seat: number, onupdate: (listener: (lines: any[], quiet: boolean) => void) => void, wait?: (waits: boolean) => void, hold?: (holds: boolean) => void, lead?: (listener: (lines: any[], asks: boolean) => boolean) => void }} Table */
/**
 * @template {Shown} T
 * @typedef {object} Showing
 * @property {string} place what it is shown in
 * @property {(place: HTMLElement, one: T) => void} draw
 * @property {(kind: string | null) => void} mark tells the board what is shown, or that nothing is
 * @property {(lines: any[], place: HTMLElement, question: boolean, stop: () => void) => T[]} told what the lines of an update come to
 * @property {(one: T) => boolean} weighs is it shown even to whoever goes on to their turn?
 * @property {boolean} [leads] is it shown before the board tells it?
 * @property {number} [coming] for so many milliseconds a press does not put it away: nobody has seen it yet
 * @property {Record<string, number>} [speeds] by how much of its time it is shown at the speed of the table's bots
 */

/** Milliseconds within which two taps are one. */
const TWICE = 400;
/** By how much of its time something is shown at the speed of the table's bots. */
const SPEEDS = /** @type {Record<string, number>} */ ({ calm: 1, quick: 0.85, at_once: 0.5 });

/** @template {Shown} T @param {HTMLElement} stage @param {Table} table @param {Showing<T>} what */
export function showInTurn(stage, table, what) {
  const place = () => /** @type {HTMLElement | null} */ (stage.querySelector(what.place));
  /** @type {T[]} */
  let queue = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let plays = false;
  /** When what is in sight came: a finger that was on its way does not put it away. */
  let since = 0;
  /** Was going on to the reader's turn asked for? */
  let hurried = false;

  /** Nobody loses time to a clock by looking; a lesson, a real box or a replay goes on beside it. */
  const free = () => {
    const clock = document.getElementById("clock");
    const beside = document.querySelector("#lesson, #companion") !== null || !table.hold;
    return beside || table.seat < 0 || Boolean(clock && !clock.hidden);
  };
  const pace = () => {
    const chosen = document.querySelector('[data-send="speed"][aria-pressed="true"]');
    return (what.speeds ?? SPEEDS)[chosen?.getAttribute("data-speed") ?? ""] ?? 1;
  };
  const unseen = () => Date.now() < since + (what.coming ?? 0);
  const early = (/** @type {MouseEvent} */ event) => event.detail > 0 && unseen();
  const stop = () => {
    clearTimeout(timer);
    queue = [];
    const shown = place();
    if (shown) shown.hidden = true;
    what.mark(null);
    if (!plays) return;
    plays = false;
    table.wait?.(false);
    table.hold?.(false);
  };
  const next = () => {
    clearTimeout(timer);
    const shown = place();
    const one = queue.shift();
    if (!shown || !one) return stop();
    one.time = Math.round(one.time * pace());
    what.draw(shown, one);
    shown.hidden = false;
    since = Date.now();
    what.mark(one.kind);
    timer = setTimeout(passes, one.time);
  };
  /** Nobody pressed: whoever was about to chooses nothing that lay below. */
  const passes = () => {
    if (!queue.length) uncovered();
    next();
  };
  const play = (/** @type {T[]} */ more) => {
    queue.push(...more);
    if (plays) return free() ? next() : undefined;
    plays = true;
    if (!free()) {
      table.wait?.(true);
      table.hold?.(true);
    }
    next();
  };
  stage.addEventListener("click", (event) => {
    if (!plays || !(event.target instanceof Element) || early(event)) return;
    if (event.target.closest(what.place)) next();
    else stop();
  });
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest('[data-send="hurry"]')) hurried = true;
    if (!plays || early(event)) return;
    // The bar, which waits meanwhile, goes on too; the second tap on a key that was just pressed does not.
    if (event.target.id === "bar" && Date.now() > since + TWICE) next();
    if (event.target.closest('#bar [data-choice], #coach [data-choice], [data-send="hurry"]')) stop();
  });
  document.addEventListener("keydown", (event) => {
    // A key that was meant for what came before, or is held down, does not put it away either.
    if (!plays || event.ctrlKey || event.metaKey || event.altKey || event.repeat || unseen()) return;
    if (event.key === " " || event.key === "Enter") next();
    else if (event.key === "Escape" || /^\w$/.test(event.key)) stop();
  });
  /** @param {any[]} lines @param {boolean} quiet @param {boolean} question */
  const hear = (lines, quiet, question) => {
    const shown = place();
    if (!shown) return;
    const made = what.told(lines, shown, question, stop);
    if (question || quiet) hurried = hurried && !question;
    // On arrival the whole log comes, a replay leaps about: that is no news.
    if (quiet || document.hidden) return stop();
    const worth = hurried ? made.filter(what.weighs) : made;
    if (question && free()) return stop();
    if (worth.length) play(worth);
  };
  /** The lines that were heard before the board told them. @type {WeakSet<any[]>} */
  const ahead = new WeakSet();
  if (what.leads)
    table.lead?.((lines, question) => {
      if (free() || document.hidden || !place()) return false;
      ahead.add(lines);
      hear(lines, false, question);
      return plays;
    });
  table.onupdate((lines, quiet) => {
    if (!ahead.has(lines)) hear(lines, quiet, document.body.dataset.turn === "yes");
  });
}

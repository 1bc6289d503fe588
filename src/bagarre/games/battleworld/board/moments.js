// @ts-check
/** What has just happened, in large over the table, and in the duel what the other has just done.
 *
 * While a moment is shown, what happens next is kept (`hold`) and nothing is asked (`wait`); a touch or a key goes on.
 */
import { Teller } from "./teller.js";

/** @typedef {import("./teller.js").Moment} Moment */

/** For so many milliseconds a moment cannot be put away by a press: nobody has seen it yet. */
const COMING = 400;
/** By how much of its time a moment is shown at the speed of the table's bots. */
const SPEEDS = /** @type {Record<string, number>} */ ({ calm: 1, quick: 0.85, at_once: 0.5 });

/** @param {string} tag @param {string} name @param {string} [text] */
function made(tag, name, text) {
  const element = document.createElement(tag);
  element.className = name;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** The badge of a piece, or the sign of a module. @param {HTMLElement} place @param {string} wanted */
function badge(place, wanted) {
  const found = place.parentElement?.querySelector(`[data-words] ${wanted}`);
  const copy = found?.querySelector("svg")?.cloneNode(true);
  const framed = made("span", `moment__badge corner-${found?.getAttribute("data-shape") ?? "c"}`);
  if (copy) framed.append(copy);
  return framed;
}

/** @param {HTMLElement} place @param {Moment} moment */
function score(place, moment) {
  const row = made("p", "moment__score");
  for (const corner of [moment.left, moment.right]) {
    if (!corner) continue;
    const side = made("span", "moment__corner");
    if (corner.piece >= 0) side.append(badge(place, `[data-piece="${corner.piece}"]`));
    side.append(made("b", "", corner.name), made("strong", "", String(corner.total)));
    row.append(side);
  }
  return row;
}

/** @param {HTMLElement} place @param {Moment} moment @param {string} go */
export function draw(place, moment, go) {
  const inside = made("div", `moment__in moment--${moment.kind} moment--${moment.stamp || "plain"}`);
  const head = made("header", "moment__head");
  for (const { piece, gone } of moment.pieces) {
    const shown = badge(place, `[data-piece="${piece}"]`);
    shown.classList.toggle("is-gone", Boolean(gone));
    head.append(shown);
  }
  if (moment.module !== undefined) {
    const { kind, seat } = moment.module;
    const shown = badge(place, `[data-module="${kind}"][data-of="${seat}"]`);
    shown.classList.add("is-gone");
    head.append(shown);
  }
  const words = made("div", "moment__words");
  if (moment.by) words.append(made("p", "moment__by", moment.by));
  words.append(made("h3", "moment__title", moment.title));
  head.append(words);
  inside.append(head);
  if (moment.left) inside.append(score(place, moment));
  if (moment.clock) {
    const track = made("p", "moment__track");
    for (let i = 0; i < moment.clock.threshold; i++) track.append(made("i", i < moment.clock.energy ? "on" : ""));
    track.setAttribute("aria-hidden", "true");
    inside.append(track);
  }
  if (moment.trail.length) {
    const trail = made("ol", "moment__trail");
    trail.append(...moment.trail.map((each) => made("li", "", each)));
    inside.append(trail);
  }
  if (moment.told.length) {
    const told = made("ul", "moment__told");
    told.append(...moment.told.map((each) => made("li", "", each)));
    inside.append(told);
  }
  if (moment.alarm) inside.append(made("p", "moment__alarm", moment.alarm));
  const foot = made("footer", "moment__foot");
  const button = made("button", "moment__go", go);
  button.setAttribute("type", "button");
  foot.append(button);
  inside.append(foot, made("i", "moment__time"));
  inside.style.setProperty("--time", `${moment.time}ms`);
  const old = place.querySelector(".moment__in");
  if (old) old.replaceWith(inside);
  else place.append(inside);
}

/**
 * @param {HTMLElement} stage
 * @param {{ seat: number, onupdate: (listener: (lines: any[], quiet: boolean) => void) => void, wait?: (waits: boolean) => void, hold?: (holds: boolean) => void }} table
 */
export function showMoments(stage, table) {
  const place = () => /** @type {HTMLElement | null} */ (stage.querySelector("[data-moment]"));
  /** @type {Teller | null} */
  let teller = null;
  /** @type {Moment[]} */
  let queue = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let plays = false;
  /** When the moment in sight came: a finger that was on its way does not put it away. */
  let since = 0;
  /** Was going on to the reader's turn asked for? */
  let hurried = false;

  /** Nobody loses time to a clock by looking, and a lesson or a real box goes on beside it. */
  const free = () => {
    const clock = document.getElementById("clock");
    return Boolean((clock && !clock.hidden) || document.querySelector("#lesson, #companion")) || table.seat < 0;
  };
  const pace = () => {
    const chosen = document.querySelector('[data-send="speed"][aria-pressed="true"]');
    return SPEEDS[chosen?.getAttribute("data-speed") ?? ""] ?? 1;
  };
  const stop = () => {
    clearTimeout(timer);
    queue = [];
    const shown = place();
    if (shown) shown.hidden = true;
    stage.querySelector(".bw")?.removeAttribute("data-my-moment");
    if (!plays) return;
    plays = false;
    table.wait?.(false);
    table.hold?.(false);
  };
  const next = () => {
    clearTimeout(timer);
    const shown = place();
    const moment = queue.shift();
    if (!shown || !moment) return stop();
    moment.time = Math.round(moment.time * pace());
    draw(shown, moment, teller?.say("go") ?? "");
    shown.hidden = false;
    since = Date.now();
    stage.querySelector(".bw")?.setAttribute("data-my-moment", moment.kind);
    timer = setTimeout(next, moment.time);
  };
  const play = (/** @type {Moment[]} */ moments) => {
    queue.push(...moments);
    if (plays) return free() ? next() : undefined;
    plays = true;
    if (!free()) {
      table.wait?.(true);
      table.hold?.(true);
    }
    next();
  };
  /** What the other has just done, where the reader looks for it. */
  const tell = () => {
    const line = /** @type {HTMLElement | null} */ (stage.querySelector("[data-news]"));
    if (!line) return;
    const news = teller?.since() ?? [];
    line.hidden = !news.length;
    line.textContent = news.slice(-2).join(" · ");
  };
  stage.addEventListener("click", (event) => {
    if (!plays || !(event.target instanceof Element)) return;
    if (Date.now() < since + COMING && event.detail > 0) return;
    if (event.target.closest("[data-moment]")) next();
    else stop();
  });
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest('[data-send="hurry"]')) hurried = true;
    if (plays && Date.now() < since + COMING && event.detail > 0) return;
    if (plays && event.target.closest('#bar [data-choice], #coach [data-choice], [data-send="hurry"]')) stop();
  });
  document.addEventListener("keydown", (event) => {
    if (!plays || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " || event.key === "Enter") next();
    else if (event.key === "Escape" || /^\w$/.test(event.key)) stop();
  });
  table.onupdate((lines, quiet) => {
    const shown = place();
    if (!shown) return;
    const question = document.body.dataset.turn === "yes";
    if (!teller || teller.place !== shown || teller.reader !== table.seat) {
      stop();
      teller = new Teller(shown, table.seat);
    }
    const moments = teller.moments(lines);
    tell();
    if (question) teller.asked();
    if (question || quiet) hurried = hurried && !question;
    // On arrival the whole log comes, a replay leaps about: that is no news.
    if (quiet || document.hidden) return stop();
    const worth = hurried ? moments.filter((moment) => moment.weighs) : moments;
    if (question && free()) return stop();
    if (worth.length) play(worth);
  });
}

// @ts-check
/** What has just happened, in large over the table, and in the duel what the other has just done.
 *
 * While a moment is shown everything waits (`showing.js`); a touch or a key goes on.
 */
import { showInTurn } from "/static/showing.js";
import { Teller } from "./teller.js";

/** @typedef {import("./teller.js").Moment} Moment */

/** For so many milliseconds a moment cannot be put away by a press: nobody has seen it yet. */
const COMING = 600;

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
    if (row.childElementCount) row.append(made("i", "moment__dash", "–"));
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
  // Of a long fight the last exchanges are in sight.
  const trail = inside.querySelector(".moment__trail");
  if (trail) requestAnimationFrame(() => trail.scrollTo(0, trail.scrollHeight));
}

/** @param {HTMLElement} stage @param {import("/static/showing.js").Table} table */
export function showMoments(stage, table) {
  /** @type {Teller | null} */
  let teller = null;
  /** What the other has just done, where the reader looks for it. */
  const tell = () => {
    const line = /** @type {HTMLElement | null} */ (stage.querySelector("[data-news]"));
    if (!line) return;
    const news = teller?.since() ?? [];
    line.hidden = !news.length;
    line.textContent = news.join(" · ");
    // Where there is little room the dice are what one needs: of the news the latest.
    while (news.length > 1 && line.scrollHeight > line.clientHeight + 1) {
      news.shift();
      line.textContent = `… ${news.join(" · ")}`;
    }
  };
  /** What the clock lost is known to the log alone: the card of the last fight says it in the same words. */
  const drain = () => {
    const said = stage.querySelector("[data-drained]");
    if (said && teller?.drained) said.textContent = teller.drained;
  };
  /** Has the end been brought into sight? */
  let ended = false;
  /** How it ended stands above the field on a phone, wherever one had scrolled to. */
  const showEnd = () => {
    if (ended || !stage.querySelector(".over")) return;
    ended = true;
    stage.querySelector(".bw")?.scrollIntoView({ block: "start" });
  };
  showInTurn(stage, table, {
    place: "[data-moment]",
    draw: (shown, /** @type {Moment} */ moment) => draw(shown, moment, teller?.say("go") ?? ""),
    mark: (kind) => {
      const board = stage.querySelector(".bw");
      if (kind === null) board?.removeAttribute("data-my-moment");
      else board?.setAttribute("data-my-moment", kind);
      if (kind === null) showEnd();
    },
    told: (lines, shown, question, stop) => {
      if (!teller || teller.place !== shown || teller.reader !== table.seat) {
        stop();
        teller = new Teller(shown, table.seat);
      }
      const moments = teller.moments(lines);
      tell();
      drain();
      if (question) teller.asked();
      return moments;
    },
    weighs: (moment) => Boolean(moment.weighs),
    coming: COMING,
  });
  table.onupdate(() => {
    if (!stage.querySelector("[data-my-moment]")) showEnd();
  });
}

// @ts-check
/** While something lies over the board, what happens meanwhile is kept, and shown afterwards in its order and at its pace. */
import { at } from "./tablepage.js";

/** At most so many milliseconds between two things that are shown late. */
const LONGEST = 1200;
/** What is told at once, for it is not about the board. */
const BESIDE = ["chat", "clock", "notice", "take_back", "next"];

/** Who covers the board. @type {Set<string>} */
const covers = new Set();
let holds = false;
/** Is what was kept being shown? What comes meanwhile waits its turn. */
let plays = false;
/** When the board was covered, or what was shown last had come. */
let before = 0;
/** @type {{news: any, at: number, led?: boolean}[]} */
const kept = [];
/** What shows news before the board tells it: does it do so now? @type {(news: any) => boolean} */
let leads = () => false;
/** Was going on asked for, and what ends the pause under way. */
let hurried = false;
let goOn = () => {};

/** From now on this is asked before anything is told. @param {(news: any) => boolean} first */
export function lead(first) {
  leads = first;
}

/** Is there more to be shown than has been? */
export const isBehind = () => kept.length > 0;

/**
 * Show what arrived, or keep it for later.
 * @param {any} news @param {boolean} whole does it tell all there is, as on arrival?
 * @param {(news: any) => Promise<void>} show
 */
export async function pass(news, whole, show) {
  if (whole) kept.length = 0;
  // A device that is handed over hides what the other has seen, at once.
  else if (news.handover) for (const each of kept.splice(0)) await show(each.news);
  else {
    const led = !holds && !plays && leads(news);
    if (led || holds || plays) {
      const { beside, later } = parted(news);
      kept.push({ news: later, at: Date.now(), led });
      if (beside) await show(beside);
      return;
    }
  }
  await show(news);
}

/** What is told at once and what is kept: nothing is told twice, and no clock late. @param {any} news */
function parted(news) {
  const all = Object.entries(news);
  const beside = all.filter(([name]) => BESIDE.includes(name));
  const later = all.filter(([name]) => !BESIDE.includes(name));
  return { beside: beside.length ? Object.fromEntries(beside) : null, later: Object.fromEntries(later) };
}

/** @param {boolean} on @param {(news: any, led?: boolean) => Promise<void>} show @param {string} by */
export async function hold(on, show, by = "board") {
  if (on) covers.add(by);
  else covers.delete(by);
  holds = covers.size > 0;
  if (on) before = Date.now();
  if (holds || plays) return;
  plays = true;
  hurried = false;
  try {
    await play(show);
  } finally {
    // Whatever failed, what comes next is shown.
    plays = false;
  }
}

/** @param {(news: any, led?: boolean) => Promise<void>} show */
async function play(show) {
  for (let next = kept[0]; next && !holds; next = kept[0]) {
    // What was shown in large is told by the board at once.
    if (!next.led) await pause(Math.min(LONGEST, next.at - before));
    if (holds || kept[0] !== next) continue;
    next.led ||= leads(next.news);
    if (holds) continue;
    kept.shift();
    before = next.at;
    await show(next.news, next.led);
  }
}

/** Nobody loses time to a clock by reading. @param {number} time */
async function pause(time) {
  if (hurried || time <= 0 || !at("clock").hidden) return;
  await new Promise((resolve) => {
    goOn = () => resolve(undefined);
    setTimeout(resolve, time);
  });
}
document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || !event.target.closest('[data-send="hurry"]')) return;
  hurried = true;
  goOn();
});

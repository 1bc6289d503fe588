// @ts-check
/** The sketch as a drawing. */
import { columns, placeOf, rows, sketch } from "./sketch.js";

/** @typedef {import("./sketch.js").Place} Place */

export const UNIT = 40;
export const MARGIN = 26;
const LEVELS = { B: 2, ":": 2, "=": 1 };
/** @type {Record<string, string>} */
export const GROUNDS = {
  "-": "pavement",
  _: "street",
  ",": "square",
  ".": "floor",
  B: "bar",
  ":": "stage",
  "=": "stairs",
  t: "booth",
};
/** @type {Record<string, string>} */
export const LINKS = { "|": "wall", D: "door", W: "window", "!": "pane" };
/** Drawings of the board's own symbols, with the quarter turns that lay each of them along a row. @type {Record<string, [string, number]>} */
export const SYMBOLS = {
  T: ["ba-table", 0],
  F: ["ba-pinball", 0],
  K: ["ba-football", 90],
  V: ["ba-video", 0],
  c: ["ba-chair", 0],
  b: ["ba-bottle", 0],
};

/** @param {number} h */
const x = (h) => MARGIN + UNIT * h;
/** @param {string} kind @param {number} v @param {number} h */
export function tile(kind, v, h) {
  const fill = kind === "floor" && (v + h) % 2 ? "floor ed-floor--odd" : kind;
  let drawn = `<rect class="ed-${fill}" x="${x(h)}" y="${x(v)}" width="40" height="40"/>`;
  if (kind === "stage") drawn += `<path class="ed-plank" d="M${x(h)} ${x(v) + 13}h40m-40 14h40"/>`;
  if (kind === "stairs") drawn += `<path class="ed-plank ed-step" d="M${x(h)} ${x(v) + 10}h40m-40 10h40m-40 10h40"/>`;
  if (kind === "bar") drawn += `<rect class="ed-zinc" x="${x(h) + 6}" y="${x(v) + 2}" width="28" height="36" rx="3"/>`;
  if (kind === "booth")
    drawn += `<rect class="ed-phone" x="${x(h) + 27}" y="${x(v) + 12}" width="9" height="16" rx="2"/>`;
  const level = LEVELS[/** @type {"B"} */ (Object.keys(GROUNDS).find((sign) => GROUNDS[sign] === kind))];
  if (level) drawn += `<text class="ed-level" x="${x(h) + 33}" y="${x(v) + 36}">${level}</text>`;
  return `${drawn}<path class="ed-point" d="M${x(h) + 16} ${x(v) + 20}h8m-4 -4v8"/>`;
}

/** @param {string} link @returns {{x1: number, y1: number, x2: number, y2: number}} the line between its two points */
function lineOf(link) {
  const [a, b] = link.split(" ").map(placeOf);
  return a.v === b.v
    ? { x1: x(b.h), y1: x(a.v), x2: x(b.h), y2: x(a.v) + UNIT }
    : { x1: x(a.h), y1: x(b.v), x2: x(a.h) + UNIT, y2: x(b.v) };
}

/** Walls are one line, so that their ink does not part them. @param {string[]} links */
export function walls(links) {
  const d = links
    .map(lineOf)
    .map(({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`)
    .join("");
  return `<path class="ed-wall-ink" d="${d}"/><path class="ed-wall" d="${d}"/>`;
}

/** @param {string} link @param {string} mark @param {string} [chosenDoor] */
export function barrier(link, mark, chosenDoor) {
  const { x1, y1, x2, y2 } = lineOf(link);
  const d = `M${x1} ${y1}L${x2} ${y2}`;
  if (mark !== "D")
    return `<path class="ed-glass-ink" d="${d}"/><path class="ed-glass ed-glass--${LINKS[mark]}" d="${d}"/>`;
  const door = sketch.doors[link];
  // The leaf, its hinge, and the quarter circle that it sweeps.
  const h = placeOf(door.hinge);
  const far = placeOf(door.near === link.split(" ")[0] ? link.split(" ")[1] : link.split(" ")[0]);
  const atStart = x1 === x2 ? h.v < far.v : h.h < far.h;
  const [hx, hy, ex, ey] = atStart ? [x1, y1, x2, y2] : [x2, y2, x1, y1];
  const ox = hx + (x1 === x2 ? (x(far.h) < hx ? -UNIT : UNIT) : 0);
  const oy = hy + (x1 === x2 ? 0 : x(far.v) < hy ? -UNIT : UNIT);
  const sweep = (ex - hx) * (oy - hy) - (ey - hy) * (ox - hx) > 0 ? 1 : 0;
  return (
    `<path class="ed-swing" d="M${ex} ${ey}A40 40 0 0 ${sweep} ${ox} ${oy}"/><path class="ed-door-ink" d="${d}"/>` +
    `<path class="ed-leaf${link === chosenDoor ? " is-chosen" : ""}" d="${d}"/><circle class="ba-hinge" cx="${hx}" cy="${hy}" r="4.5"/>` +
    (door.bolt ? `<circle class="ed-bolt" cx="${(x1 + x2) / 2}" cy="${(y1 + y2) / 2}" r="3.5"/>` : "")
  );
}

/** @param {string} kind @param {string[]} at */
function piece(kind, at) {
  const places = at.map(placeOf);
  const last = places[places.length - 1];
  const cx = (x(places[0].h) + x(last.h) + UNIT) / 2;
  const cy = (x(places[0].v) + x(last.v) + UNIT) / 2;
  const [symbol, along] = SYMBOLS[kind];
  const turn = at.length > 1 ? along + (places[0].v === last.v ? 0 : 90) : 0;
  return `<use href="#${symbol}" transform="translate(${cx} ${cy}) rotate(${turn % 180})"/>`;
}

/** @param {string} point @param {number} n */
function bottles(point, n) {
  const { v, h } = placeOf(point);
  return Array.from(
    { length: n },
    (_, i) => `<use href="#ba-bottle" transform="translate(${x(h) + 20 + (n > 1 ? 12 * i - 6 : 0)} ${x(v) + 20})"/>`,
  ).join("");
}

/** @param {Place} cursor @param {string} wrong a point that cannot stay so @param {string} chosenDoor */
export function picture(cursor, wrong, chosenDoor) {
  const wide = x(columns()) + 10;
  const high = x(rows()) + 10;
  const parts = [`<svg viewBox="0 0 ${wide} ${high}" aria-hidden="true">`];
  for (let h = 0; h < columns(); h++) parts.push(`<text class="ed-ruler" x="${x(h) + 20}" y="18">${h + 1}</text>`);
  for (let v = 0; v < rows(); v++) parts.push(`<text class="ed-ruler" x="12" y="${x(v) + 25}">${v + 1}</text>`);
  for (const [v, row] of sketch.ground.entries())
    for (const [h, sign] of [...row].entries()) parts.push(tile(GROUNDS[sign], v, h));
  const marked = (/** @type {string} */ mark) =>
    Object.keys(sketch.links).filter((link) => sketch.links[link] === mark);
  parts.push(walls(marked("|")));
  for (const mark of ["!", "W", "D"]) parts.push(...marked(mark).map((link) => barrier(link, mark, chosenDoor)));
  for (const point of sketch.chairs) parts.push(piece("c", [point]));
  for (const { kind, at } of sketch.pieces) parts.push(piece(kind, at));
  for (const point of new Set(sketch.bottles))
    parts.push(bottles(point, sketch.bottles.filter((b) => b === point).length));
  if (wrong)
    parts.push(`<rect class="ed-wrong" x="${x(placeOf(wrong).h)}" y="${x(placeOf(wrong).v)}" width="40" height="40"/>`);
  parts.push(
    `<rect class="ed-cursor" x="${x(cursor.h) + 2}" y="${x(cursor.v) + 2}" width="36" height="36" rx="4"/></svg>`,
  );
  return parts.join("");
}

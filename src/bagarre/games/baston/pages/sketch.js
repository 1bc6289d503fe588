// @ts-check
/** The sketch of a board: what stands where, and what was done to it, so that it can be taken back. */

/**
 * @typedef {{near: string, hinge: string, bolt: boolean, double: string}} Door
 * @typedef {{kind: string, at: string[]}} Piece
 * @typedef {{name: {fr: string, en: string}, ground: string[], links: Record<string, string>, doors: Record<string, Door>,
 *   pieces: Piece[], chairs: string[], bottles: string[], rest: string}} Sketch
 * @typedef {{v: number, h: number}} Place
 */

export const room = /** @type {HTMLElement} */ (document.querySelector("[data-editor]"));
/** @type {Record<string, string>} */
export const words = JSON.parse(room.dataset.words ?? "{}");
const KEPT = "bagarre.baston.board";

/** @param {number} v @param {number} h */
export const named = (v, h) => `${v + 1},${h + 1}`;
/** @param {string} point @returns {Place} */
export const placeOf = (point) => {
  const [v, h] = point.split(",").map(Number);
  return { v: v - 1, h: h - 1 };
};
/** @param {Place} a @param {Place} b */
export const linkOf = (a, b) => (a.v < b.v || a.h < b.h ? [a, b] : [b, a]).map((p) => named(p.v, p.h)).join(" ");

/** @returns {Sketch} a room with a pavement round it and one door */
export function emptyRoom() {
  const ground = Array.from({ length: 12 }, (_, v) => (v > 1 && v < 10 ? `--${".".repeat(8)}--` : "-".repeat(12)));
  /** @type {Record<string, string>} */
  const links = {};
  for (let i = 2; i < 10; i++) {
    links[`${named(1, i)} ${named(2, i)}`] = links[`${named(9, i)} ${named(10, i)}`] = "|";
    links[`${named(i, 1)} ${named(i, 2)}`] = links[`${named(i, 9)} ${named(i, 10)}`] = "|";
  }
  links["10,6 11,6"] = "D";
  const doors = { "10,6 11,6": { near: "11,6", hinge: "10,5", bolt: false, double: "" } };
  return {
    name: { fr: words.new_fr, en: words.new_en },
    ground,
    links,
    doors,
    pieces: [],
    chairs: [],
    bottles: [],
    rest: "",
  };
}

// The sketch, and what was done to it.

/** @returns {Sketch} */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    if (found && ["name", "ground", "links", "doors", "pieces", "chairs", "bottles"].every((field) => found[field]))
      return found;
  } catch {
    // Somebody else's data: begin anew.
  }
  return emptyRoom();
}

export let sketch = kept();
/** @type {string[]} */
export const past = [];
/** @type {string[]} */
export let future = [];
/** Who draws the sketch. */
let settled = () => {};
/** @param {() => void} then */
export const onSettled = (then) => (settled = then);

/** Change the sketch; what was before can be had again. @param {() => void} change */
export function edit(change) {
  const before = JSON.stringify(sketch);
  change();
  if (JSON.stringify(sketch) === before) return;
  past.push(before);
  if (past.length > 200) past.shift();
  future = [];
  settle();
}

/** @param {string[]} from @param {string[]} to */
function travel(from, to) {
  const found = from.pop();
  if (found === undefined) return;
  to.push(JSON.stringify(sketch));
  sketch = JSON.parse(found);
  settle();
}

function settle() {
  localStorage.setItem(KEPT, JSON.stringify(sketch));
  settled();
}

/** Another sketch altogether. @param {Sketch} other */
export const replace = (other) => edit(() => (sketch = other));
export const undo = () => travel(past, future);
export const redo = () => travel(future, past);

export const rows = () => sketch.ground.length;
export const columns = () => sketch.ground[0].length;
/** @param {Place} p */
export const inside = (p) => p.v >= 0 && p.h >= 0 && p.v < rows() && p.h < columns();

/** @param {number} newRows @param {number} newColumns */
export function resize(newRows, newColumns) {
  edit(() => {
    sketch.ground = Array.from({ length: newRows }, (_, v) =>
      (sketch.ground[v] ?? "").padEnd(newColumns, "-").slice(0, newColumns),
    );
    const fits = (/** @type {string} */ text) => text.split(" ").every((point) => inside(placeOf(point)));
    for (const link of Object.keys(sketch.links)) if (!fits(link)) setLink(link, "");
    sketch.pieces = sketch.pieces.filter((piece) => piece.at.every(fits));
    sketch.chairs = sketch.chairs.filter(fits);
    sketch.bottles = sketch.bottles.filter(fits);
  });
}

/** @param {string} link @param {string} mark */
export function setLink(link, mark) {
  if (mark) sketch.links[link] = mark;
  else delete sketch.links[link];
  if (mark === "D") sketch.doors[link] ??= firstSwing(link);
  else if (sketch.doors[link]) {
    const twin = sketch.doors[sketch.doors[link].double];
    if (twin) twin.double = "";
    delete sketch.doors[link];
  }
}

/** The neighbours of the swing point on which a door may be hinged. @param {string} link @param {string} far @returns {string[]} */
export function hinges(link, far) {
  const [a, b] = link.split(" ").map(placeOf);
  const p = placeOf(far);
  const across =
    a.v === b.v
      ? [
          { v: p.v - 1, h: p.h },
          { v: p.v + 1, h: p.h },
        ]
      : [
          { v: p.v, h: p.h - 1 },
          { v: p.v, h: p.h + 1 },
        ];
  return across.filter((q) => inside(q) && !sketch.links[linkOf(p, q)]).map((q) => named(q.v, q.h));
}

/** @param {string} link @returns {Door} */
function firstSwing(link) {
  const [a, b] = link.split(" ");
  for (const [near, far] of [
    [a, b],
    [b, a],
  ]) {
    const found = hinges(link, far)[0];
    if (found) return { near, hinge: found, bolt: false, double: "" };
  }
  return { near: a, hinge: b, bolt: false, double: "" };
}

/** @param {Place} p @param {string} sign */
export function paint(p, sign) {
  const row = sketch.ground[p.v];
  sketch.ground[p.v] = row.slice(0, p.h) + sign + row.slice(p.h + 1);
}

/** Take the furniture off a point. @param {string} point */
export function clear(point) {
  const gone = sketch.pieces.filter((piece) => piece.at.includes(point)).flatMap((piece) => piece.at);
  sketch.pieces = sketch.pieces.filter((piece) => !piece.at.includes(point));
  sketch.chairs = sketch.chairs.filter((p) => p !== point);
  sketch.bottles = sketch.bottles.filter((p) => p !== point && !gone.includes(p));
}

/** @param {Place} p @param {string} kind @param {boolean} upright */
export function furnish(p, kind, upright) {
  const point = named(p.v, p.h);
  if (kind === "b") {
    // One, two, none.
    const here = sketch.bottles.filter((b) => b === point).length;
    sketch.bottles = here > 1 ? sketch.bottles.filter((b) => b !== point) : [...sketch.bottles, point];
    return;
  }
  const there = sketch.pieces.find((piece) => piece.at.includes(point));
  const same = kind === "c" ? sketch.chairs.includes(point) : there?.kind === kind;
  if (same) return clear(point);
  const second = upright ? { v: p.v + 1, h: p.h } : { v: p.v, h: p.h + 1 };
  const at = kind === "c" || kind === "V" ? [p] : [p, second];
  if (!at.every(inside)) return;
  const points = at.map((q) => named(q.v, q.h));
  points.forEach(clear);
  if (kind === "c") sketch.chairs.push(point);
  else sketch.pieces.push({ kind, at: points });
}

/** Two leaves of one door swing to the same side, each hinged away from the other. @param {string} one @param {string} other */
export function pair(one, other) {
  const door = sketch.doors[one];
  const twin = sketch.doors[other];
  twin.double = one;
  const side = one.split(" ").indexOf(door.near);
  twin.near = other.split(" ")[side];
  for (const [link, leaf, beside] of /** @type {[string, Door, string][]} */ ([
    [one, door, other],
    [other, twin, one],
  ])) {
    const far = link.split(" ")[1 - side];
    leaf.hinge = hinges(link, far).find((point) => point !== beside.split(" ")[1 - side]) ?? leaf.hinge;
  }
}

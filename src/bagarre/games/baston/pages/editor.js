// @ts-check
/** The board editor: a sketch is drawn on a grid of points, checked by the server, saved as a pack, and played on. */
import { myName } from "/static/memory.js";
import { packFile, post, save } from "/static/tools.js";

/**
 * @typedef {{near: string, hinge: string, bolt: boolean, double: string}} Door
 * @typedef {{kind: string, at: string[]}} Piece
 * @typedef {{name: {fr: string, en: string}, ground: string[], links: Record<string, string>, doors: Record<string, Door>,
 *   pieces: Piece[], chairs: string[], bottles: string[], rest: string}} Sketch
 * @typedef {{v: number, h: number}} Place
 */

const room = /** @type {HTMLElement} */ (document.querySelector("[data-editor]"));
/** @type {Record<string, string>} */
const words = JSON.parse(room.dataset.words ?? "{}");
const SIDE = Number(room.dataset.side);
const UNIT = 40;
const MARGIN = 26;
const KEPT = "bagarre.baston.board";
const ASK = `/api/games/${room.dataset.game}/pages/editor?lang=${document.documentElement.lang}`;
const LEVELS = { B: 2, ":": 2, "=": 1 };
/** @type {Record<string, string>} */
const GROUNDS = {
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
const LINKS = { "|": "wall", D: "door", W: "window", "!": "pane" };
/** @type {Record<string, string>} */
const PIECES = { T: "table", F: "pinball", K: "table_football", V: "video_game", c: "chair", b: "bottle" };
/** Drawings of the board's own symbols, with the quarter turns that lay each of them along a row. @type {Record<string, [string, number]>} */
const SYMBOLS = {
  T: ["ba-table", 0],
  F: ["ba-pinball", 0],
  K: ["ba-football", 90],
  V: ["ba-video", 0],
  c: ["ba-chair", 0],
  b: ["ba-bottle", 0],
};
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {string} selector @returns {any} */
const one = (selector) => room.querySelector(selector);
/** @param {string} key @param {Record<string, unknown>} [values] */
const say = (key, values = {}) => (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
/** @param {number} v @param {number} h */
const named = (v, h) => `${v + 1},${h + 1}`;
/** @param {string} point @returns {Place} */
const placeOf = (point) => {
  const [v, h] = point.split(",").map(Number);
  return { v: v - 1, h: h - 1 };
};
/** @param {Place} a @param {Place} b */
const linkOf = (a, b) => (a.v < b.v || a.h < b.h ? [a, b] : [b, a]).map((p) => named(p.v, p.h)).join(" ");

const CAFE = JSON.parse(room.dataset.shipped ?? "{}");
/** @returns {Sketch} a room with a pavement round it and one door */
function emptyRoom() {
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

let sketch = kept();
let cursor = { v: 0, h: 0 };
/** @type {string[]} */
const past = [];
/** @type {string[]} */
let future = [];
let chosenDoor = "";
let wrong = "";

/** Change the sketch; what was before can be had again. @param {() => void} change */
function edit(change) {
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
  if (sketch.links[chosenDoor] !== "D") chosenDoor = "";
  wrong = "";
  one("[data-verdict]").hidden = true;
  one("option[value=own]").disabled = !/^\[scenario\]/m.test(sketch.rest);
  draw();
}

const rows = () => sketch.ground.length;
const columns = () => sketch.ground[0].length;
/** @param {Place} p */
const inside = (p) => p.v >= 0 && p.h >= 0 && p.v < rows() && p.h < columns();

/** @param {number} newRows @param {number} newColumns */
function resize(newRows, newColumns) {
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
  cursor = { v: Math.min(cursor.v, rows() - 1), h: Math.min(cursor.h, columns() - 1) };
  draw();
}

/** @param {string} link @param {string} mark */
function setLink(link, mark) {
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
function hinges(link, far) {
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

// Tools.

/** @returns {{kind: string, sign: string}} */
const tool = () => {
  const chosen = one("input[name=tool]:checked");
  return { kind: chosen.dataset.kind, sign: chosen.value };
};
const upright = () => one("[data-upright]").checked;

/** @param {Place} p @param {string} sign */
function paint(p, sign) {
  const row = sketch.ground[p.v];
  sketch.ground[p.v] = row.slice(0, p.h) + sign + row.slice(p.h + 1);
}

/** Take the furniture off a point. @param {string} point */
function clear(point) {
  const gone = sketch.pieces.filter((piece) => piece.at.includes(point)).flatMap((piece) => piece.at);
  sketch.pieces = sketch.pieces.filter((piece) => !piece.at.includes(point));
  sketch.chairs = sketch.chairs.filter((p) => p !== point);
  sketch.bottles = sketch.bottles.filter((p) => p !== point && !gone.includes(p));
}

/** @param {Place} p @param {string} kind */
function furnish(p, kind) {
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
  const second = upright() ? { v: p.v + 1, h: p.h } : { v: p.v, h: p.h + 1 };
  const at = kind === "c" || kind === "V" ? [p] : [p, second];
  if (!at.every(inside)) return;
  const points = at.map((q) => named(q.v, q.h));
  points.forEach(clear);
  if (kind === "c") sketch.chairs.push(point);
  else sketch.pieces.push({ kind, at: points });
}

/** Use the tool on a point. @param {Place} p */
function apply(p) {
  const { kind, sign } = tool();
  if (kind === "ground") edit(() => paint(p, sign));
  else if (kind === "piece") edit(() => furnish(p, sign));
  else if (kind === "eraser") edit(() => clear(named(p.v, p.h)));
}

/** Use the tool on a link: set it, or remove what it set before; a door that is there is chosen. @param {string} link @param {boolean} [sets] */
function applyLink(link, sets) {
  const { kind, sign } = tool();
  const mark = kind === "link" ? sign : "";
  if (kind !== "link" && kind !== "eraser") return;
  const there = sketch.links[link] ?? "";
  if (mark === "D" && there === "D") chosenDoor = link;
  else {
    if (mark === "D") chosenDoor = link;
    edit(() => setLink(link, there === mark && !sets ? "" : mark));
  }
  draw();
}

/** Where the pointer is: a point, and the link nearest to it. @param {PointerEvent} event */
function aim(event) {
  const box = /** @type {SVGSVGElement} */ (plan.querySelector("svg")).getBoundingClientRect();
  const scale = (MARGIN + UNIT * columns() + 10) / box.width;
  const x = ((event.clientX - box.left) * scale - MARGIN) / UNIT;
  const y = ((event.clientY - box.top) * scale - MARGIN) / UNIT;
  const p = { v: Math.floor(y), h: Math.floor(x) };
  const away = [
    [y - p.v, -1, 0],
    [p.v + 1 - y, 1, 0],
    [x - p.h, 0, -1],
    [p.h + 1 - x, 0, 1],
  ].sort((a, b) => a[0] - b[0])[0];
  const q = { v: p.v + away[1], h: p.h + away[2] };
  return { p, link: inside(p) && inside(q) ? linkOf(p, q) : "", near: away[0] };
}

const plan = /** @type {HTMLElement} */ (one("[data-plan]"));
/** What a drag has touched already; a drag only adds. @type {Set<string> | null} */
let dragged = null;

/** @param {PointerEvent} event @param {boolean} first */
function touch(event, first) {
  const { p, link, near } = aim(event);
  if (!inside(p)) return;
  const { kind } = tool();
  const onLink = link && (kind === "link" || (kind === "eraser" && near < 0.22 && sketch.links[link]));
  const what = onLink ? link : named(p.v, p.h);
  if (dragged?.has(what)) return;
  dragged?.add(what);
  cursor = p;
  if (onLink) applyLink(link, !first);
  else if (first || kind === "ground" || kind === "eraser") apply(p);
  draw();
}

plan.addEventListener("pointerdown", (event) => {
  if (event.button) return;
  // A finger pans the plan and taps; a mouse or a pen draws.
  if (event.pointerType !== "touch") {
    dragged = new Set();
    plan.focus({ preventScroll: true });
    touch(event, true);
    event.preventDefault();
  }
});
plan.addEventListener("pointermove", (event) => {
  if (dragged && event.buttons & 1) touch(event, false);
});
plan.addEventListener("click", (event) => {
  if (/** @type {PointerEvent} */ (event).pointerType === "touch") touch(/** @type {PointerEvent} */ (event), true);
});
addEventListener("pointerup", () => (dragged = null));

plan.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey) {
    if (event.key === "z") travel(past, future);
    else if (event.key === "y") travel(future, past);
    else return;
  } else if (ARROWS[event.key]) {
    const [dv, dh] = ARROWS[event.key];
    const next = { v: cursor.v + dv, h: cursor.h + dh };
    if (!inside(next)) return void event.preventDefault();
    if (event.shiftKey) applyLink(linkOf(cursor, next));
    else cursor = next;
  } else if (event.key === "Enter" || event.key === " ") apply(cursor);
  else if (event.key === "Delete" || event.key === "Backspace") edit(() => clear(named(cursor.v, cursor.h)));
  else if (event.key === "r" || event.key === "R") one("[data-upright]").checked = !upright();
  else return;
  event.preventDefault();
  draw();
  plan.querySelector(".ed-cursor")?.scrollIntoView({ block: "nearest", inline: "nearest" });
});

// Drawing.

/** @param {number} h */
const x = (h) => MARGIN + UNIT * h;
/** @param {string} kind @param {number} v @param {number} h */
function tile(kind, v, h) {
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
function walls(links) {
  const d = links
    .map(lineOf)
    .map(({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`)
    .join("");
  return `<path class="ed-wall-ink" d="${d}"/><path class="ed-wall" d="${d}"/>`;
}

/** @param {string} link @param {string} mark */
function barrier(link, mark) {
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

function picture() {
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
  for (const mark of ["!", "W", "D"]) parts.push(...marked(mark).map((link) => barrier(link, mark)));
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

/** What stands on a point, in words. @param {Place} p */
function toldAt(p) {
  const point = named(p.v, p.h);
  const there = sketch.pieces.find((one) => one.at.includes(point));
  const names = [words[GROUNDS[sketch.ground[p.v][p.h]]]];
  if (there) names.push(words[PIECES[there.kind]]);
  if (sketch.chairs.includes(point)) names.push(words.chair);
  for (const b of sketch.bottles) if (b === point) names.push(words.bottle);
  for (const [way, [dv, dh]] of /** @type {[string, [number, number]][]} */ (
    Object.entries({ north: [-1, 0], south: [1, 0], west: [0, -1], east: [0, 1] })
  )) {
    const mark = sketch.links[linkOf(p, { v: p.v + dv, h: p.h + dh })];
    if (mark) names.push(`${words[LINKS[mark]]} (${words[way]})`);
  }
  return say("here", { point, what: names.join(", ") });
}

function draw() {
  plan.innerHTML = picture();
  plan.style.setProperty("--columns", String(columns()));
  const told = toldAt(cursor);
  const here = one("[data-here]");
  if (here.textContent !== told) here.textContent = told;
  one("[data-do=undo]").disabled = !past.length;
  one("[data-do=redo]").disabled = !future.length;
  for (const lang of /** @type {("fr" | "en")[]} */ (["fr", "en"])) {
    const field = one(`[data-name=${lang}]`);
    if (document.activeElement !== field) field.value = sketch.name[lang];
  }
  for (const [which, n] of [
    ["rows", rows()],
    ["columns", columns()],
  ]) {
    const field = one(`[data-size=${which}]`);
    if (document.activeElement !== field) field.value = String(n);
  }
  drawDoor();
}

// The door in hand.

/** @param {HTMLSelectElement} select @param {[string, string][]} options @param {string} value */
function fill(select, options, value) {
  select.replaceChildren(...options.map(([key, label]) => new Option(label, key, false, key === value)));
}

function drawDoor() {
  const form = /** @type {HTMLFormElement} */ (one("[data-door]"));
  const door = sketch.doors[chosenDoor];
  form.hidden = !door;
  if (!door) return;
  const [a, b] = chosenDoor.split(" ");
  const far = door.near === a ? b : a;
  const p = placeOf(a);
  const [first, second] = p.v === placeOf(b).v ? ["west", "east"] : ["north", "south"];
  one("[data-door-title]").textContent = say("door_title", { near: a, far: b });
  const field = (/** @type {string} */ name) => /** @type {HTMLSelectElement} */ (form.elements.namedItem(name));
  fill(
    field("far"),
    [
      [a, `${words[first]} (${a})`],
      [b, `${words[second]} (${b})`],
    ],
    far,
  );
  const open = hinges(chosenDoor, far);
  if (!open.includes(door.hinge)) open.push(door.hinge);
  fill(
    field("hinge"),
    open.map((point) => [point, point]),
    door.hinge,
  );
  const twins = Object.keys(sketch.doors).filter((link) => {
    const [c, d] = link.split(" ").map(placeOf);
    const q = placeOf(b);
    const apart = Math.abs(c.v - p.v) + Math.abs(c.h - p.h);
    return (
      link !== chosenDoor &&
      apart === 1 &&
      d.v - c.v === q.v - p.v &&
      d.h - c.h === q.h - p.h &&
      (p.v === q.v ? c.h === p.h : c.v === p.v)
    );
  });
  fill(
    field("double"),
    [["", words.single], .../** @type {[string, string][]} */ (twins.map((link) => [link, link]))],
    door.double,
  );
  /** @type {any} */ (form.elements.namedItem("bolt")).checked = door.bolt;
}

one("[data-door]").addEventListener("change", (/** @type {Event} */ event) => {
  const { name, value, checked } = /** @type {HTMLInputElement} */ (event.target);
  edit(() => {
    const door = sketch.doors[chosenDoor];
    const [a, b] = chosenDoor.split(" ");
    if (name === "far") {
      door.near = value === a ? b : a;
      door.hinge = hinges(chosenDoor, value)[0] ?? door.hinge;
    } else if (name === "hinge") door.hinge = value;
    else if (name === "bolt") door.bolt = checked;
    else {
      for (const other of Object.values(sketch.doors)) if (other.double === chosenDoor) other.double = "";
      door.double = value;
      if (value) pair(chosenDoor, value);
    }
  });
});

/** Two leaves of one door swing to the same side, each hinged away from the other. @param {string} one @param {string} other */
function pair(one, other) {
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

// Checking, files, play.

/** @param {any} found what the server answered */
function judge(found) {
  const verdict = one("[data-verdict]");
  verdict.hidden = false;
  verdict.className = found.problem ? "ed__verdict is-bad" : "ed__verdict is-good";
  verdict.textContent = found.problem ? found.problem.message : found.told;
  wrong = found.problem?.point ?? "";
  if (wrong) cursor = placeOf(wrong);
  if (wrong && !inside(cursor)) cursor = { v: 0, h: 0 };
  one("[data-text]").value = found.text;
  draw();
  plan.querySelector(".ed-wrong")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  verdict.scrollIntoView({ block: "nearest" });
  return !found.problem;
}

const fileName = () => packFile(sketch.name[/** @type {"fr"} */ (document.documentElement.lang)], "plateau");

/** @returns {Promise<string>} the text of a sound board, empty when it is not */
async function checked() {
  const found = await post(ASK, { sketch, file: fileName() });
  return judge(found) ? found.text : "";
}

/** @param {string} text @param {string} file */
async function read(text, file) {
  const found = await post(ASK, { text, file });
  if (found.sketch) edit(() => (sketch = found.sketch));
  judge(found);
}

/** @type {Record<string, () => unknown>} */
const deeds = {
  undo: () => travel(past, future),
  redo: () => travel(future, past),
  cafe: () => edit(() => (sketch = structuredClone(CAFE))),
  empty: () => edit(() => (sketch = emptyRoom())),
  "remove-door": () => edit(() => setLink(chosenDoor, "")),
  check: checked,
  read: () => read(one("[data-text]").value, fileName()),
  save: async () => {
    const text = await checked();
    if (text) save(text, fileName());
  },
  share: async () => {
    const text = await checked();
    if (text)
      await navigator.share({ files: [new File([text], fileName(), { type: "text/plain" })], title: sketch.name.fr });
  },
  play: async () => {
    const text = await checked();
    if (!text) return;
    const form = one("[data-play]");
    const seats = Array(Number(form.elements.count.value) - 1).fill("scripted");
    const opened = await post(`/api/tables?lang=${document.documentElement.lang}`, {
      game: room.dataset.game,
      name: myName(),
      title: sketch.name[/** @type {"fr"} */ (document.documentElement.lang)],
      seats,
      options: { scenario: form.elements.scenario.value },
      packs: [{ name: fileName(), text }],
      start: true,
    });
    location.href = `/t/${opened.code}#${opened.tokens.join(",")}`;
  },
};

room.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("[data-do]");
  if (!(button instanceof HTMLElement)) return;
  event.preventDefault();
  try {
    await deeds[button.dataset.do ?? ""]?.();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    const message = error instanceof TypeError ? words.failed : /** @type {Error} */ (error).message;
    judge({ problem: { message }, text: one("[data-text]").value });
  }
});
one("[data-file]").addEventListener("change", async (/** @type {Event} */ event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const file = input.files?.[0];
  if (file) await read(await file.text(), file.name);
  input.value = "";
});
for (const field of room.querySelectorAll("[data-size]"))
  field.addEventListener("change", () => {
    const asked = ["rows", "columns"].map((which) =>
      Math.max(1, Math.min(SIDE, Math.round(Number(one(`[data-size=${which}]`).value)) || 1)),
    );
    resize(asked[0], asked[1]);
  });
for (const field of room.querySelectorAll("[data-name]"))
  field.addEventListener("change", () => {
    const { value, dataset } = /** @type {HTMLInputElement} */ (field);
    edit(() => (sketch.name[/** @type {"fr"} */ (dataset.name)] = value.trim() || words.new_fr));
  });

const probe = new File([""], "x.toml", { type: "text/plain" });
one("[data-do=share]").hidden = !navigator.canShare?.({ files: [probe] });

// The tools show what they draw.
for (const swatch of room.querySelectorAll("[data-swatch]")) {
  const [kind, sign] = (swatch.getAttribute("data-swatch") ?? "").split(" ");
  const middle = `translate(${-MARGIN} ${-MARGIN})`;
  if (kind === "ground") swatch.innerHTML = `<g transform="${middle}">${tile(GROUNDS[sign], 0, 0)}</g>`;
  else if (kind === "link" && sign === "D")
    swatch.innerHTML = '<use href="#ba-leaf" transform="translate(2 20) scale(.9)"/>';
  else if (kind === "link")
    swatch.innerHTML = `<g transform="translate(${-MARGIN} ${-MARGIN - 20})">${sign === "|" ? walls(["1,1 2,1"]) : barrier("1,1 2,1", sign)}</g>`;
  else if (kind === "piece")
    swatch.innerHTML = `<use href="#${SYMBOLS[sign][0]}" transform="translate(20 20) scale(${"TFK".includes(sign) ? 0.52 : 1}) rotate(${"K" === sign ? 90 : 0})"/>`;
  else swatch.innerHTML = '<path class="ed-rubber" d="M8 26L22 10l10 9-11 13H13z"/>';
}
settle();

// @ts-check
/** The board editor: a sketch is drawn on a grid of points, checked by the server, saved as a pack, and played on. */
import { addBefore } from "/static/fair.js";
import { myName } from "/static/memory.js";
import { keepThing } from "/static/things.js";
import { packFile, post, save } from "/static/tools.js";
import { GROUNDS, LINKS, MARGIN, SYMBOLS, UNIT, barrier, picture, tile, walls } from "./picture.js";
import {
  clear,
  columns,
  edit,
  emptyRoom,
  furnish,
  future,
  hinges,
  inside,
  linkOf,
  named,
  onSettled,
  paint,
  pair,
  past,
  placeOf,
  redo,
  replace,
  resize,
  room,
  rows,
  setLink,
  sketch,
  undo,
  words,
} from "./sketch.js";

/** @typedef {import("./sketch.js").Place} Place */

const SIDE = Number(room.dataset.side);
const ASK = `/api/games/${room.dataset.game}/pages/editor?lang=${document.documentElement.lang}`;
/** @type {Record<string, string>} */
const PIECES = { T: "table", F: "pinball", K: "table_football", V: "video_game", c: "chair", b: "bottle" };
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const CAFE = JSON.parse(room.dataset.shipped ?? "{}");

/** @param {string} selector @returns {any} */
const one = (selector) => room.querySelector(selector);
/** @param {string} key @param {Record<string, unknown>} [values] */
const say = (key, values = {}) => (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

let cursor = { v: 0, h: 0 };
let chosenDoor = "";
/** The point that the server found wrong. */
let wrong = "";

function settle() {
  if (sketch.links[chosenDoor] !== "D") chosenDoor = "";
  wrong = "";
  cursor = { v: Math.min(cursor.v, rows() - 1), h: Math.min(cursor.h, columns() - 1) };
  one("[data-verdict]").hidden = true;
  one("option[value=own]").disabled = !/^\[scenario\]/m.test(sketch.rest);
  draw();
}

// Tools.

/** @returns {{kind: string, sign: string}} */
const tool = () => {
  const chosen = one("input[name=tool]:checked");
  return { kind: chosen.dataset.kind, sign: chosen.value };
};
const upright = () => one("[data-upright]").checked;

/** Use the tool on a point. @param {Place} p */
function apply(p) {
  const { kind, sign } = tool();
  if (kind === "ground") edit(() => paint(p, sign));
  else if (kind === "piece") edit(() => furnish(p, sign, upright()));
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
    if (event.key === "z") undo();
    else if (event.key === "y") redo();
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
  plan.innerHTML = picture(cursor, wrong, chosenDoor);
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
  if (found.sketch) replace(found.sketch);
  judge(found);
}

/** @type {Record<string, () => unknown>} */
const deeds = {
  undo,
  redo,
  cafe: () => replace(structuredClone(CAFE)),
  empty: () => replace(emptyRoom()),
  "remove-door": () => edit(() => setLink(chosenDoor, "")),
  check: checked,
  read: () => read(one("[data-text]").value, fileName()),
  keep: async () => {
    const text = await checked();
    if (!text) return;
    keepThing(room.dataset.game ?? "", {
      name: sketch.name[/** @type {"fr"} */ (document.documentElement.lang)],
      kind: "editor",
      file: fileName(),
      text,
    });
    one("[data-verdict]").textContent = words.kept;
  },
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
      ...(await addBefore()),
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
onSettled(settle);
settle();

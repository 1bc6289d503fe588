// @ts-check
/** What HTML cannot do for BASTON: looking closer, writing orders by clicks and by codes, and the film of a turn. */

const SVG = "http://www.w3.org/2000/svg";
const ITEMS = [
  "nothing",
  "club",
  "knuckles",
  "chain",
  "knife",
  "razor",
  "bottle",
  "broken_bottle",
  "chair",
  "leather_vest",
  "leather_jacket",
  "boots",
  "helmet",
  "loot",
];
const STATES = ["closed", "open", "destroyed", "bolted"];
const CODES =
  /^(-|[MRS][1-8][GD]?|F[GD]?|C[2-7][GD]?|(LEV|TER)[GD]?|[GD]|P[1-8]|C[BPSVJT]|OUV|FER|PRE|LAN|BRI|POU|REN|DES|TAX|MET|TEL)$/;
const BOTH = ["PRE/LAN", "PRE/CP", "PRE/BRI", "BRI/CP"];
const DICE = {
  location: 8,
  to_hit: 20,
  hold_roll: 20,
  roll_under: 8,
  stun_roll: 8,
  cut: 8,
  jostle_tie: 8,
  deflected: 8,
  police_roll: 8,
  push_tie: 8,
};
const OPENERS = ["executes", "sequence_begins", "turn_begins", "revealed", "rests", "sits_stunned", "game_ends"];
const BANGS = {
  hits: "hit",
  knocked_out: "out",
  glass_breaks: "crack",
  breaks_on_floor: "glass",
  smashed: "crack",
  table_flips: "flip",
  bumps: "bump",
  falls_in_place: "fall",
  falls_from_height: "fall",
  chair_breaks: "crack",
  trips: "trip",
};
const PACE = {
  sheet_line: 60,
  rests: 160,
  sits_stunned: 260,
  revealed: 500,
  sequence_begins: 900,
  executes: 620,
  entered: 420,
  turns: 260,
  to_hit: 1000,
  location: 800,
  hits: 1000,
  wounded: 800,
  knocked_out: 1100,
  roll_under: 900,
  stun_roll: 800,
  stunned: 650,
};
const RATES = [0.5, 1, 2, 4];

/** @typedef {{n: number, kind: string, html?: string, text?: string, clause?: string, values?: Record<string, number | null>}} Line */
/** @typedef {{x: number, y: number, facing: number, prone: number, stun: number, fate: string}} Man */
/** @typedef {{men: Map<string, Man>, fixtures: Map<string, string>, things: string}} Sight */

/** Where a point lies on the plan. @param {number} p */
const middle = (p) => [46 + 40 * (p % 20), 46 + 40 * Math.floor(p / 20)];
/** @param {string} sentence @param {Record<string, string | number>} values */
const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
/** @param {string} name @param {Record<string, string | number>} [attributes] @param {string} [text] */
function svg(name, attributes = {}, text) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  if (text !== undefined) node.textContent = text;
  return node;
}

/**
 * @param {HTMLElement} stage
 * @param {{choose: (c: string) => void, legal: Map<string, string>, seat: number, still: boolean, onupdate: (f: (lines: Line[], quiet: boolean) => void) => void, why: (c: string) => Promise<{reason: string, clause: string}>}} table
 */
export function mount(stage, table) {
  /** @param {string} selector */
  const find = (selector) => /** @type {HTMLElement | null} */ (stage.querySelector(selector));
  const board = () => find(".board");

  // Looking closer.

  /** @param {number} by */
  function zoom(by) {
    const it = board();
    if (!it) return;
    const narrow = stage.clientWidth < 720;
    const now = Number(it.dataset.myZoom ?? (narrow ? 1 : 0));
    it.dataset.myZoom = String(Math.max(0, Math.min(3, now + by)));
    centre();
  }
  /** Bring the one who acts into sight, when the plan is larger than its window. @param {Element | null} [who] */
  function centre(who = find(".fig[data-my-acting]") ?? find(".fig.is-acting")) {
    const pane = find(".window");
    if (!pane || !who || pane.scrollWidth <= pane.clientWidth + 4) return;
    const box = who.getBoundingClientRect();
    const frame = pane.getBoundingClientRect();
    pane.scrollTo({
      left: pane.scrollLeft + box.left + box.width / 2 - frame.left - pane.clientWidth / 2,
      top: pane.scrollTop + box.top + box.height / 2 - frame.top - pane.clientHeight / 2,
      behavior: table.still ? "auto" : "smooth",
    });
  }

  // Writing orders.

  const tool = { letter: "M", suffix: "" };
  /** The order that a click in a direction writes. @param {string} direction */
  const aimed = (direction) => tool.letter + direction + (tool.letter === "P" ? "" : tool.suffix);
  function showTool() {
    const it = board();
    if (!it) return;
    it.dataset.myTool = tool.letter;
    it.dataset.mySuffix = tool.suffix;
    if (tool.letter === "menu") return;
    for (const pad of stage.querySelectorAll(".pad[data-dir]"))
      pad.setAttribute("data-preview", aimed(pad.getAttribute("data-dir") ?? ""));
  }

  /** @type {string[]} */
  let toWrite = [];
  /** Orders typed on one line, as on the printed sheet. @param {string} text */
  function read(text) {
    /** @type {string[]} */
    const found = [];
    for (const word of text.toUpperCase().replaceAll(",", " ").split(/\s+/).filter(Boolean)) {
      if (BOTH.includes(word)) {
        found.push(word);
        continue;
      }
      const halves = word.split("/");
      const wrong = halves.length > 2 ? word : halves.find((half) => !CODES.test(half));
      if (wrong !== undefined) return { wrong };
      // After a vault the second box is a rest of its own accord.
      found.push(
        ...(halves[0]?.startsWith("F") && halves[0] !== "FER" && halves[1] === "-" ? halves.slice(0, 1) : halves),
      );
    }
    return { found };
  }
  /** When every box is written, typed orders begin at the first that may be changed: `box 3` goes before each. @param {string[]} orders */
  function placed(orders) {
    if (find(".order--now")) return orders;
    const free = [...table.legal.keys()].filter((choice) => choice.startsWith("box ")).sort();
    /** @type {string[]} */
    const found = [];
    for (const code of orders) {
      const box = free.shift();
      if (box === undefined) break;
      found.push(box, code);
      if (BOTH.includes(code)) free.shift();
    }
    return found;
  }
  async function writeNext() {
    const code = toWrite[0];
    if (code === undefined) return;
    toWrite = toWrite.slice(1);
    if (table.legal.has(code)) return table.choose(code);
    toWrite = [];
    const answer = await table.why(code);
    advise(fill(find("#ba-film")?.dataset.refused ?? "", { code, reason: answer.reason, clause: answer.clause }));
  }
  /** @param {string | Node} told */
  function advise(told) {
    const place = find("#ba-advice");
    if (!place) return;
    if (typeof told === "string") {
      const box = document.createElement("p");
      box.className = "recitatif";
      box.textContent = told;
      place.replaceChildren(box);
    } else place.replaceChildren(told);
  }
  /** The caption of a preview stands beside the plan. */
  const watcher = new MutationObserver(() => {
    const caption = find("#preview .avis");
    if (!(caption instanceof HTMLElement)) return;
    caption.hidden = false;
    advise(caption);
  });
  /** @type {Element | null} */
  let watched = null;
  function watchPreview() {
    const place = find("#preview");
    place?.replaceChildren();
    find("#ba-advice")?.replaceChildren();
    if (place === watched) return;
    watcher.disconnect();
    watched = place;
    if (place) watcher.observe(place, { childList: true });
  }

  // The film.

  const film = {
    lines: /** @type {Line[]} */ ([]),
    start: /** @type {Sight | null} */ (null),
    shown: 0,
    rate: 1,
    ended: false,
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Sight | null} */
  let truth = null;
  let written = "";
  /** @type {Map<number, string>} */
  const names = new Map();

  /** What the server says that the plan shows. @returns {Sight} */
  function look() {
    const men = new Map();
    for (const node of stage.querySelectorAll(".fig[data-t]")) {
      const [x, y, facing, prone, stun, fate] = (node.getAttribute("data-t") ?? "").split(" ");
      men.set(node.getAttribute("data-letter"), {
        x: Number(x),
        y: Number(y),
        facing: Number(facing),
        prone: Number(prone),
        stun: Number(stun),
        fate,
      });
      names.set(Number(node.getAttribute("data-letter")), node.getAttribute("data-name") ?? "");
    }
    const fixtures = new Map(
      [...stage.querySelectorAll(".fixture")].map((node) => [
        node.getAttribute("data-tag") ?? "",
        node.getAttribute("data-was") ?? "",
      ]),
    );
    const layer = find("#b-things");
    const same = truth !== null && written !== "" && layer?.innerHTML === written;
    const things = same && truth ? truth.things : (layer?.innerHTML ?? "");
    return { men, fixtures, things };
  }

  /** What one line changes on the plan. @param {Sight} sight @param {Line} line @param {DocumentFragment} things */
  function change(sight, line, things) {
    const v = line.values ?? {};
    /** @param {number | null | undefined} tag */
    const man = (tag) => sight.men.get(String(Number(tag) & 31));
    const who = man(v.who);
    /** @param {Man | undefined} one @param {number | null | undefined} point */
    const put = (one, point) => {
      if (one && typeof point === "number" && point >= 0) [one.x = 0, one.y = 0] = middle(point);
    };
    switch (line.kind) {
      case "entered":
      case "pushed_to":
      case "made_room":
        put(who, v.point);
        break;
      case "turns":
        if (who) who.facing = Number(v.direction) + 1;
        break;
      case "lies":
        if (who) who.prone = 1;
        break;
      case "rises":
        if (who) who.prone = 0;
        break;
      case "falls_in_place":
      case "falls_from_height":
      case "body_falls":
        put(who, v.point);
        if (who) who.prone = 1;
        break;
      case "tumbles_down":
        put(who, v.point);
        if (who) {
          who.prone = 1;
          who.facing = Number(v.direction) + 1;
        }
        break;
      case "stunned":
        if (who) who.stun = Number(v.total);
        break;
      case "awake":
        if (who) who.stun = 0;
        break;
      case "knocked_out":
        if (who) {
          who.fate = "hs";
          who.prone = 1;
          who.stun = 0;
        }
        break;
      case "leaves_board":
      case "pushed_off":
        if (who) who.fate = "out";
        break;
      case "drags":
        put(who, v.point);
        put(man(v.victim), v.where);
        break;
      case "fixture_moves":
        sight.fixtures.set(String(v.fixture), STATES[Number(v.state)] ?? "");
        break;
      case "smashed":
        sight.fixtures.set(String(v.fixture), "destroyed");
        break;
      case "piece_moves": {
        const node = things.querySelector(`.piece[data-tag="${v.piece}"]`);
        const [x = 0, y = 0] = middle(Number(v.point));
        const [dx = 0, dy = 0] = (node?.getAttribute("data-off") ?? "").split(" ").map(Number);
        if (node instanceof SVGElement) node.style.transform = `translate(${x + dx}px,${y + dy}px)`;
        break;
      }
      case "piece_gone":
      case "piece_falls":
        things.querySelector(`.piece[data-tag="${v.piece}"]`)?.remove();
        break;
      case "chair_pushed":
      case "chair_falls": {
        const node = things.querySelector(`[data-spot="c ${middle(Number(v.point)).join(" ")}"]`);
        const to = middle(Number(v.where));
        node?.setAttribute("data-spot", `c ${to.join(" ")}`);
        node?.setAttribute("transform", `translate(${to.join(" ")})`);
        break;
      }
      case "chair_breaks":
      case "chair_gone":
        things.querySelector(`[data-spot="c ${middle(Number(v.point)).join(" ")}"]`)?.remove();
        break;
      case "takes_up": {
        const kind = ITEMS[Number(v.item)] === "chair" ? "c" : ITEMS[Number(v.item)];
        things.querySelector(`[data-spot="${kind} ${middle(Number(v.point)).join(" ")}"]`)?.remove();
        break;
      }
      case "drops":
      case "flight_ends":
      case "object_swept":
      case "chair_flies":
      case "glass_breaks":
      case "breaks_on_floor":
      case "window_glass": {
        if (Number(v.point) < 0) break;
        const [x = 0, y = 0] = middle(Number(v.point));
        const glass = ["glass_breaks", "breaks_on_floor", "window_glass"].includes(line.kind);
        const item = glass ? "shards" : line.kind === "chair_flies" ? "chair" : ITEMS[Number(v.item)];
        const spot = svg("g", {
          transform: `translate(${x} ${y})`,
          "data-spot": `${item === "chair" ? "c" : item} ${x} ${y}`,
        });
        spot.append(svg("use", { href: `#ba-${item}` }));
        things.append(spot);
        break;
      }
    }
  }

  /** Show the plan as it was after the lines shown so far; the truth when all are shown. */
  function paint() {
    const layer = find("#b-things");
    const live = film.shown >= film.lines.length || !film.start;
    const acting = live
      ? undefined
      : film.lines.slice(0, film.shown).findLast((line) => line.kind === "executes" || line.kind === "rests");
    let sight = truth;
    if (!live && film.start) {
      sight = {
        ...film.start,
        men: new Map([...film.start.men].map(([k, man]) => [k, { ...man }])),
        fixtures: new Map(film.start.fixtures),
      };
      const holder = svg("svg");
      holder.innerHTML = film.start.things;
      const things = document.createDocumentFragment();
      things.append(...holder.childNodes);
      for (const line of film.lines.slice(0, film.shown)) change(sight, line, things);
      if (layer) {
        layer.replaceChildren(...things.childNodes);
        written = layer.innerHTML;
      }
    } else if (layer && truth && written !== "" && layer.innerHTML === written) {
      layer.innerHTML = truth.things;
      written = "";
    } else written = "";
    if (!sight) return;
    for (const node of stage.querySelectorAll(".fig[data-t]")) {
      const letter = node.getAttribute("data-letter") ?? "";
      const man = sight.men.get(letter);
      if (!man || !(node instanceof SVGElement)) continue;
      node.style.transform = `translate(${man.x}px,${man.y}px)`;
      const turn = node.querySelector(".turn");
      if (turn instanceof SVGElement) turn.style.transform = `rotate(${45 * (man.facing - 1)}deg)`;
      node.dataset.prone = String(man.prone);
      node.dataset.stun = String(man.stun);
      node.dataset.fate = man.fate;
      if (acting && String(Number(acting.values?.who) & 31) === letter) node.dataset.myActing = "";
      else delete node.dataset.myActing;
    }
    for (const node of stage.querySelectorAll(".fixture"))
      node.setAttribute(
        "data-state",
        sight.fixtures.get(node.getAttribute("data-tag") ?? "") ?? node.getAttribute("data-was") ?? "",
      );
    effects(live ? undefined : film.lines[film.shown - 1], sight, acting);
    if (!live) centre();
  }

  /** Balloons and bangs. @param {Line | undefined} line @param {Sight} sight @param {Line | undefined} acting */
  function effects(line, sight, acting) {
    const layer = find("#ba-fx");
    if (!layer) return;
    layer.replaceChildren();
    if (!line) return;
    const actor = sight.men.get(String(Number(acting?.values?.who) & 31));
    if (acting?.kind === "executes" && actor) {
      const letter = Number(acting.values?.who) & 31;
      const said = fill(find("#ba-film")?.dataset.balloon ?? "", {
        who: names.get(letter) ?? "",
        order: orderOf(acting),
      });
      const wide = 20 + 9.5 * said.length;
      const edge = Number((layer.getAttribute("viewBox") ?? "0 0 836").split(" ")[2]);
      const x = Math.max(wide / 2 + 4, Math.min(edge - wide / 2 - 4, actor.x));
      const up = actor.y > 90;
      const balloon = svg("g", { class: "balloon", transform: `translate(${x} ${up ? actor.y - 48 : actor.y + 48})` });
      balloon.append(
        svg("path", { d: up ? `M${actor.x - x - 6} 12l6 14l6 -14z` : `M${actor.x - x - 6} -12l6 -14l6 14z` }),
        svg("rect", { x: -wide / 2, y: -14, width: wide, height: 28, rx: 3 }),
        svg("text", { y: 6 }, said),
      );
      layer.append(balloon);
    }
    const bang = find("#ba-film")?.getAttribute(
      `data-bang-${/** @type {Record<string, string>} */ (BANGS)[line.kind]}`,
    );
    const v = line.values ?? {};
    const hurt = sight.men.get(String(Number(v.target ?? v.who) & 31));
    const spot =
      v.point !== undefined && v.point !== null && v.target === undefined
        ? middle(Number(v.point))
        : hurt
          ? [hurt.x, hurt.y]
          : null;
    if (bang && spot) {
      const [x = 0, y = 0] = spot;
      const place = svg("g", { transform: `translate(${x < 700 ? x + 48 : x - 48} ${y < 760 ? y + 34 : y - 34})` });
      const shape = svg("g", { class: "bang" });
      shape.append(
        svg("use", { href: "#ba-paf" }),
        svg("text", { y: 11, transform: "rotate(-9)", textLength: 62, lengthAdjust: "spacingAndGlyphs" }, bang),
      );
      place.append(shape);
      layer.append(place);
    }
    if (line.kind === "throws_to" && actor && typeof v.point === "number") {
      const [x = 0, y = 0] = middle(v.point);
      layer.append(svg("path", { class: "flight", d: `M${actor.x} ${actor.y}L${x} ${y}` }));
    }
    if (line.kind === "to_hit" && actor && hurt)
      layer.append(svg("path", { class: "flight", d: `M${actor.x} ${actor.y}L${hurt.x} ${hurt.y}` }));
  }

  /** The order that a line names: the last word of its sentence. @param {Line} line */
  const orderOf = (line) => plain(line).replace(/\.$/, "").split(" ").pop() ?? "";
  /** @param {Line} line */
  function plain(line) {
    if (line.text !== undefined) return line.text;
    const holder = document.createElement("span");
    holder.innerHTML = line.html ?? ""; // escaped by the server
    return holder.textContent ?? "";
  }

  /** @param {number} sides @param {number | null | undefined} face */
  function die(sides, face) {
    const drawn = svg("svg", { class: "dice", viewBox: "-32 -32 64 64", "aria-hidden": "true" });
    const eight = sides === 8;
    drawn.append(
      svg("path", { class: "face", d: eight ? "M0 -29L27 8L0 29L-27 8z" : "M0 -30L26 -15V15L0 30L-26 15V-15z" }),
      svg("path", {
        class: "rib",
        d: eight
          ? "M-27 8L0 14L27 8M0 14V29"
          : "M0 -30L-15 10H15zM-26 -15L-15 10L0 30L15 10L26 -15M-26 15L-15 10M26 15L15 10",
      }),
      svg("text", { y: 8 }, face === null || face === undefined ? "?" : String(face)),
    );
    return drawn;
  }

  /** The slider of the results: from what total a blow wounds and stuns. @param {number} weapon @param {number} part @param {number} total @param {DOMStringMap} said */
  function slider(weapon, part, total, said) {
    const rows = (said.results ?? "").split(";").map((row) => row.split(",").map(Number));
    const row = rows[4 * weapon + ([0, 1, 2, 2, 3][part] ?? 0)];
    if (!row) return null;
    const left = 58,
      step = 16,
      first = 13,
      last = 32;
    /** @param {number} n */
    const at = (n) => left + step * (n - first);
    const drawn = svg("svg", {
      class: "slider",
      viewBox: "0 0 382 80",
      role: "img",
      "aria-label": fill(said.slider ?? "", {
        wounds: row.slice(0, 5).join(", "),
        stun: row.slice(5).join(", "),
        total,
      }),
    });
    for (const [y, limits, kind, word] of /** @type {[number, number[], string, string][]} */ ([
      [22, row.slice(0, 5), "wound", said.wounds ?? ""],
      [50, row.slice(5), "daze", said.stun ?? ""],
    ])) {
      drawn.append(
        svg("rect", { class: "rail", x: left, y, width: step * (last - first + 1), height: 22 }),
        svg(
          "text",
          {
            class: "word",
            x: 0,
            y: y + 16,
            ...(word.length > 6 ? { textLength: 52, lengthAdjust: "spacingAndGlyphs" } : {}),
          },
          word,
        ),
      );
      limits.forEach((limit, i) => {
        if (!limit || limit > last) return;
        const from = Math.max(first, limit);
        const next = limits.slice(i + 1).find((other) => other > 0 && other <= last);
        const width = step * ((next ?? last + 1) - from);
        if (width <= 0) return;
        drawn.append(
          svg("rect", { class: kind, x: at(from), y, width, height: 22, opacity: 0.3 + 0.16 * i }),
          svg("text", { x: at(from) + width / 2, y: y + 16 }, String(i + 1)),
        );
      });
    }
    const here = at(Math.max(first, Math.min(last, total)));
    drawn.append(
      svg("rect", { class: "cursor", x: here, y: 18, width: step, height: 58, rx: 3 }),
      svg("rect", { class: "bead", x: here - 6, y: 0, width: 28, height: 18, rx: 9 }),
      svg("text", { class: "bead-t", x: here + 8, y: 14 }, String(total)),
    );
    return drawn;
  }

  /** The caption panels: the lines of the order being shown, dice and sums included. */
  function tell() {
    const place = find("#ba-scene");
    const box = find("#ba-film");
    if (!place || !box || !film.lines.length) return;
    const shown = film.lines.slice(0, film.shown);
    let first = shown.findLastIndex((line) => OPENERS.includes(line.kind));
    // The end of the turn says little: what came before it is still to be read.
    while (
      first > 0 &&
      ["turn_begins", "sequence_begins"].includes(shown[first]?.kind ?? "") &&
      first === shown.length - 1
    )
      first = shown.slice(0, first).findLastIndex((line) => OPENERS.includes(line.kind));
    /** @type {HTMLElement[]} */
    const told = [];
    let total = 0;
    const scene = shown.slice(Math.max(0, first)).filter((line) => line.kind !== "sheet_line");
    for (const line of scene) {
      const v = line.values ?? {};
      const row = document.createElement("div");
      const text = document.createElement("span");
      text.innerHTML = line.html ?? ""; // escaped by the server, with names in bold
      if (line.html === undefined) text.textContent = line.text ?? "";
      const sides = /** @type {Record<string, number>} */ (DICE)[line.kind];
      if (line.clause) {
        const link = document.createElement("a");
        link.href = `/rules/baston#${line.clause}`;
        link.dataset.clause = link.textContent = line.clause;
        text.append(" ", link);
      }
      if (sides) {
        row.className = "roll";
        row.append(die(sides, v.die), text);
      } else {
        row.append(text);
        if (line.kind.startsWith("mod_") && /^\d/.test(text.textContent ?? "")) text.prepend("+");
        if (line.kind.startsWith("mod_") || line.kind.startsWith("penalty_"))
          row.className = `mod${v.beaten ? " beaten" : ""}`;
        else if (OPENERS.includes(line.kind)) row.className = "first";
      }
      if (line.kind === "to_hit") total = Number(v.total ?? 0);
      if (line.kind === "hits" && total) {
        const drawn = slider(Number(v.weapon), Number(v.part), total, box.dataset);
        if (drawn) row.append(drawn);
      }
      if (line === scene.at(-1)) row.classList.add("now");
      told.push(row);
    }
    place.replaceChildren(...told.slice(-14));
    const count = find("#ba-count");
    if (count) count.textContent = `${film.shown} / ${film.lines.length}`;
    for (const [name, value] of [
      ["myPlaying", timer !== undefined],
      ["myOn", film.lines.length > 0],
      ["myBehind", film.shown < film.lines.length],
    ]) {
      if (value) box.dataset[/** @type {string} */ (name)] = "";
      else delete box.dataset[/** @type {string} */ (name)];
    }
    const it = board();
    if (it && film.start && film.shown < film.lines.length) it.dataset.myFilm = "behind";
    else if (it) delete it.dataset.myFilm;
    const play = find("[data-film=play]");
    play?.setAttribute("aria-label", (timer !== undefined ? box.dataset.pause : box.dataset.play) ?? "");
    summary();
  }

  /** What happened to each in the turn. */
  function summary() {
    const box = find("#ba-film");
    const place = find("#ba-summary");
    if (!box || !place) return;
    place.hidden = !film.ended || film.shown < film.lines.length;
    if (place.hidden) return;
    const said = box.dataset;
    const parts = (said.parts ?? "").split("|");
    /** @type {Map<number, {wounds: number[], stun: number, falls: number, hits: number, lost: number, ko: boolean, off: boolean}>} */
    const people = new Map(
      [...names.keys()].map((letter) => [
        letter,
        { wounds: [0, 0, 0, 0, 0], stun: 0, falls: 0, hits: 0, lost: 0, ko: false, off: false },
      ]),
    );
    for (const line of film.lines) {
      const v = line.values ?? {};
      const one = people.get(Number(v.who) & 31);
      if (!one || v.who === undefined) continue;
      if (line.kind === "wounded") one.wounds[Number(v.part)] = (one.wounds[Number(v.part)] ?? 0) + Number(v.n);
      else if (line.kind === "stunned") one.stun += 1;
      else if (line.kind.startsWith("falls_") || line.kind === "tumbles_down") one.falls += 1;
      else if (line.kind === "hits") one.hits += 1;
      else if (line.kind.startsWith("lost_")) one.lost += 1;
      else if (line.kind === "knocked_out") one.ko = true;
      else if (line.kind === "leaves_board" || line.kind === "pushed_off") one.off = true;
    }
    const list = place.querySelector("ul");
    list?.replaceChildren(
      ...[...people].map(([letter, one]) => {
        const words = one.wounds.map((n, part) => (n ? fill(said.sWounds ?? "", { n, part: parts[part] ?? "" }) : ""));
        if (one.ko) words.unshift(said.sKo ?? "");
        if (one.off) words.unshift(said.sOff ?? "");
        for (const [n, sentence] of /** @type {[number, string | undefined][]} */ ([
          [one.stun, said.sStun],
          [one.falls, said.sFalls],
          [one.hits, said.sHits],
          [one.lost, said.sLost],
        ]))
          if (n) words.push(fill(sentence ?? "", { n }));
        const item = document.createElement("li");
        const name = document.createElement("b");
        name.textContent = names.get(letter) ?? "";
        const rest = document.createElement("span");
        rest.textContent = words.filter(Boolean).join(", ") || (said.none ?? "");
        item.append(name, rest);
        return item;
      }),
    );
  }

  function stop() {
    clearTimeout(timer);
    timer = undefined;
  }
  /** @param {number} wanted */
  function go(wanted) {
    film.shown = Math.max(0, Math.min(film.lines.length, wanted));
    paint();
    tell();
  }
  function play() {
    clearTimeout(timer);
    const next = film.lines[film.shown];
    if (!next) {
      stop();
      return go(film.shown);
    }
    const pace = /** @type {Record<string, number>} */ (PACE)[next.kind] ?? (next.kind.startsWith("mod_") ? 240 : 520);
    timer = setTimeout(play, pace / film.rate);
    go(film.shown + 1);
  }
  /** To the last order that a man carried out: in the sequence on show, or in the turn. @param {number} letter */
  function seek(letter) {
    const here = film.lines.slice(0, film.shown).findLastIndex((line) => line.kind === "sequence_begins");
    /** @param {Line} line */
    const his = (line) =>
      ["executes", "rests", "sits_stunned"].includes(line.kind) && (Number(line.values?.who) & 31) === letter;
    const found = film.lines.findIndex((line, i) => i > here && his(line));
    const wanted = found >= 0 ? found : film.lines.findLastIndex(his);
    stop();
    if (wanted >= 0) go(wanted + 1);
  }
  /** @param {string} button */
  function transport(button) {
    if (button === "rate") {
      film.rate = RATES[(RATES.indexOf(film.rate) + 1) % RATES.length] ?? 1;
      const box = find(".rate b");
      if (box) box.textContent = `×${film.rate === 0.5 ? "½" : film.rate}`;
      return;
    }
    const playing = timer !== undefined;
    stop();
    if (button === "play") {
      if (playing) return go(film.shown);
      if (film.shown >= film.lines.length) film.shown = 0;
      return play();
    }
    go({ first: 0, back: film.shown - 1, step: film.shown + 1, last: film.lines.length }[button] ?? film.shown);
  }

  // What is clicked.

  stage.addEventListener(
    "click",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      const button = /** @type {HTMLElement | null} */ (
        target.closest("[data-zoom], [data-tool], [data-suffix], [data-film], [data-shot]")
      );
      if (button) {
        const { zoom: by, tool: letter, suffix, film: wanted, shot } = button.dataset;
        if (shot !== undefined) seek(Number(shot));
        if (by !== undefined) Number(by) ? zoom(Number(by)) : centre();
        if (letter !== undefined) tool.letter = letter;
        if (suffix !== undefined) tool.suffix = suffix;
        if (letter !== undefined || suffix !== undefined) showTool();
        if (wanted !== undefined) transport(wanted);
        return;
      }
      if (!target.closest("[data-choice], [data-choices]")) return;
      // Whoever answers has seen enough of the film.
      if (film.shown < film.lines.length) transport("last");
      const direction = target.closest(".pad[data-dir]")?.getAttribute("data-dir");
      const stamp = target.closest(".stamp")?.getAttribute("data-choice");
      const code =
        direction && tool.letter !== "menu"
          ? aimed(direction)
          : stamp && tool.suffix && find("[data-suffixes]")
            ? stamp + tool.suffix
            : "";
      if (code && table.legal.has(code)) {
        event.stopPropagation();
        table.choose(code);
      }
    },
    true,
  );
  stage.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (!(target instanceof Element) || !target.closest("#ba-film")) return;
    const wanted = { ArrowLeft: "back", ArrowRight: "step", Home: "first", End: "last" }[key];
    if (!wanted) return;
    event.preventDefault();
    event.stopPropagation();
    transport(wanted);
  });
  stage.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches("[data-typed]")) return;
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (form.elements[0]);
    const { found, wrong } = read(field.value);
    if (wrong !== undefined) return advise(fill(find("#ba-film")?.dataset.wrong ?? "", { code: wrong }));
    field.value = "";
    toWrite = placed(found ?? []);
    writeNext();
  });

  // What arrives.

  /** @param {Line[]} lines @param {boolean} quiet */
  function update(lines, quiet) {
    const before = truth;
    truth = look();
    const began = lines.findLastIndex((line) => line.kind === "revealed");
    if (quiet && lines.some((line) => "moment" in line)) {
      // A jump in a replay: what was told before is another moment.
      stop();
      Object.assign(film, { lines, start: null, shown: lines.length, ended: false });
    } else if (began >= 0) {
      stop();
      Object.assign(film, { lines: [], start: quiet ? null : before, shown: 0, ended: false });
      lines = lines.slice(began);
    }
    if (film.lines.length || began >= 0) {
      const known = film.lines.at(-1)?.n ?? 0;
      const more = film.ended ? [] : lines.filter((line) => line.n === undefined || line.n > known);
      const end = more.findIndex((line) => line.kind === "turn_begins" || line.kind === "game_ends");
      film.lines.push(...(end < 0 ? more : more.slice(0, end + 1)));
      if (end >= 0) film.ended = true;
      const live = timer === undefined && film.shown + more.length >= film.lines.length;
      if (quiet || table.still || !film.start || (document.hidden && timer === undefined && live))
        film.shown = film.lines.length;
      else if (more.length && live) timer = setTimeout(play, 200);
    }
    paint();
    tell();
    showTool();
    watchPreview();
    if (stage.clientWidth < 720) centre();
    const strip = find(".strip");
    const now = find(".strip [aria-current]");
    if (strip && now)
      strip.scrollLeft = now.offsetLeft - strip.offsetLeft - strip.clientWidth / 2 + now.offsetWidth / 2;
    writeNext();
  }
  table.onupdate(update);
}

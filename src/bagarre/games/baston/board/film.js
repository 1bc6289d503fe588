// @ts-check
/** The film of a turn: its lines are shown one by one, on the plan and beside it. */
import { uncovered } from "/static/taps.js";
import { change } from "./changes.js";
import { fill, middle, svg } from "./drawing.js";
import { keep, takenUp } from "./kept.js";
import { paintLife } from "./people.js";
import { before, inShort, inSteps, inWords, isHarmless, OPENERS, rows, withReasons } from "./scene.js";
import { scoredBy, seatsOf } from "./score.js";
import { isHis, tellStrip } from "./strip.js";
import { makeSummary } from "./summary.js";

/** @typedef {import("./changes.js").Line} Line */
/** @typedef {import("./changes.js").Sight} Sight */

const BANGS = {
  hits: "hit",
  hits_harmlessly: "soft",
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
  die: 700,
  to_hit: 1100,
  location: 800,
  hits: 1000,
  wounded: 800,
  // The high point: it is looked at before the next question stands there.
  knocked_out: 2600,
  roll_under: 900,
  stun_roll: 800,
  stunned: 650,
  wins_points: 600,
  loses_points: 600,
};
const RATES = [0.5, 1, 2, 4];

/** @typedef {{still: boolean, legal: Map<string, string>, takeLog?: () => void, tell?: (lines: Line[]) => void, wait?: (waits: boolean) => void}} Table */

/** @param {HTMLElement} stage @param {Table} table @param {ReturnType<typeof import("./camera.js").makeCamera>} camera @param {() => boolean} goes answers what need not be asked */
export function makeFilm(stage, table, camera, goes) {
  /** @param {string} selector */
  const find = (selector) => /** @type {HTMLElement | null} */ (stage.querySelector(selector));

  const film = {
    lines: /** @type {Line[]} */ ([]),
    start: /** @type {Sight | null} */ (null),
    /** How many lines were told before that: of a turn that was joined in its middle, the rest is shown. */
    base: 0,
    /** The scores that are known for sure, and after how many lines: a film that a question stopped goes on with those of the question. */
    points: /** @type {number[]} */ ([]),
    sure: 0,
    shown: 0,
    told: 0,
    rest: /** @type {Line[]} */ ([]),
    rate: 1,
    ended: false,
    /** To the result: nothing more is shown before somebody is asked. */
    hurried: false,
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Sight | null} */
  let truth = null;
  let written = "";
  /** Did somebody stop it by hand? */
  let paused = false;
  /** @type {Map<number, string>} */
  const names = new Map();
  const recap = makeSummary(stage, names);

  /** What the server says that the plan shows. @returns {Sight} */
  function look() {
    const men = new Map();
    for (const node of stage.querySelectorAll(".fig[data-t]")) {
      const [x, y, facing, prone, stun, fate, head, trunk] = (node.getAttribute("data-t") ?? "").split(" ");
      men.set(node.getAttribute("data-letter"), {
        x: Number(x),
        y: Number(y),
        facing: Number(facing),
        prone: Number(prone),
        stun: Number(stun),
        fate,
        head: Number(head),
        trunk: Number(trunk),
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
    const scores = [...stage.querySelectorAll(".gangs b")];
    const points = scores.map((node) => Number(node.getAttribute("data-count")));
    const terms = scores.map((node) => JSON.parse(node.getAttribute("data-terms") ?? "{}"));
    return { men, fixtures, things, points, terms };
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
      for (const line of film.lines.slice(film.base, film.shown)) change(sight, line, things);
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
      for (const turn of /** @type {NodeListOf<SVGElement>} */ (node.querySelectorAll(".turn")))
        turn.style.transform = `rotate(${45 * (man.facing - 1)}deg)`;
      node.dataset.looks = String(man.facing);
      node.dataset.prone = String(man.prone);
      node.dataset.stun = String(man.stun);
      node.dataset.fate = man.fate;
      paintLife(node, man);
      if (acting && String(Number(acting.values?.who) & 31) === letter) node.dataset.myActing = "";
      else delete node.dataset.myActing;
    }
    for (const node of stage.querySelectorAll(".fixture"))
      node.setAttribute(
        "data-state",
        sight.fixtures.get(node.getAttribute("data-tag") ?? "") ?? node.getAttribute("data-was") ?? "",
      );
    if (!live) follow(sight, acting);
    else if (!pending()) camera.everybody();
    effects(live ? undefined : film.lines[film.shown - 1], sight, acting);
  }

  /** The camera goes to those who matter: who acts, and whomever the line on show names. @param {Sight} sight @param {Line | undefined} acting */
  function follow(sight, acting) {
    const v = film.lines[film.shown - 1]?.values ?? {};
    const wanted = [acting?.values?.who, v.who, v.target, v.victim, v.other];
    const spots = [];
    for (const who of wanted) {
      const man = who === null || who === undefined ? undefined : sight.men.get(String(Number(who) & 31));
      if (man && man.fate !== "out") spots.push(man);
    }
    if (typeof v.point === "number" && v.point >= 0) {
      const [x = 0, y = 0] = middle(v.point);
      spots.push({ x, y });
    }
    if (spots.length) camera.look(spots, 6, 2);
    else camera.everybody();
  }

  /** Does the film wait for somebody else's answer? Then everything stays where it is. */
  const pending = () => film.start !== null && film.lines.length > 0 && !film.ended && table.legal.size === 0;

  /** Is there room for a balloon there: nobody stands under it, least of all whom the blow is for? @param {Sight} sight @param {import("./changes.js").Man} actor @param {number} by */
  function roomAt(sight, actor, by) {
    return ![...sight.men.values()].some(
      (man) =>
        man !== actor &&
        man.fate === "in_play" &&
        Math.abs(man.x - actor.x) < 60 &&
        Math.abs(man.y - actor.y - by) < 24,
    );
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
        order: (find("#ba-film")?.dataset.codes ?? "").split("|")[Number(acting.values?.order)] ?? "",
      });
      // As large on the screen wherever the camera is.
      const { left, right, pixels } = camera.sight();
      const size = Math.max(0.4, Math.min(1.1, 0.95 / pixels));
      const wide = 20 + 9.5 * said.length;
      const room = (wide * size) / 2 + 4;
      const x = Math.max(left + room, Math.min(right - room, actor.x));
      const up = actor.y > 90 && (roomAt(sight, actor, -40) || !roomAt(sight, actor, 40));
      const tip = (actor.x - x) / size;
      const balloon = svg("g", {
        class: "balloon",
        transform: `translate(${x} ${up ? actor.y - 24 - 24 * size : actor.y + 24 + 24 * size}) scale(${size})`,
      });
      balloon.append(
        svg("path", { d: up ? `M${tip - 6} 12l6 14l6 -14z` : `M${tip - 6} -12l6 -14l6 14z` }),
        svg("rect", { x: -wide / 2, y: -14, width: wide, height: 28, rx: 3 }),
        svg("text", { y: 6 }, said),
      );
      layer.append(balloon);
    }
    const soft = line.kind === "hits" && isHarmless(film.lines.slice(film.shown));
    const kind = soft ? "hits_harmlessly" : line.kind;
    const bang = find("#ba-film")?.getAttribute(`data-bang-${/** @type {Record<string, string>} */ (BANGS)[kind]}`);
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
      // On whom it happens to, as large on the screen wherever the camera is.
      const size = Math.max(0.45, Math.min(0.85, 1.1 / camera.sight().pixels));
      const place = svg("g", { transform: `translate(${x} ${y}) scale(${size})` });
      const shape = svg("g", { class: soft ? "bang bang--soft" : "bang" });
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
    const scene = shown.slice(Math.max(0, first)).filter((line) => line.kind !== "sheet_line");
    const earlier = shown.slice(0, Math.max(0, first));
    place.replaceChildren(...before(earlier, box.dataset), ...rows(scene, box.dataset).slice(-18));
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
    const it = find(".board");
    const behind = film.start !== null && film.shown < film.lines.length;
    tellStrip(stage, shown, behind ? film.start : null, box.dataset);
    if (it && behind) it.dataset.myFilm = "behind";
    else if (it) delete it.dataset.myFilm;
    heading(it, behind ? shown : null);
    const points = scored();
    for (const [seat, node] of stage.querySelectorAll(".gangs .then").entries())
      node.textContent = String(points[seat] ?? "");
    for (const play of document.querySelectorAll("[data-film=play]"))
      play.setAttribute("aria-label", (timer !== undefined ? box.dataset.pause : box.dataset.play) ?? "");
    bar(box, inShort(scene, box.dataset));
    fit(place);
    summary();
  }

  /** The scores after the lines shown so far. */
  function scored() {
    const sure = film.shown >= film.sure;
    const from = sure ? film.sure : film.base;
    return scoredBy(
      (sure ? film.points : film.start?.points) ?? [],
      film.lines.slice(from, film.shown),
      seatsOf(stage),
    );
  }

  /** The last rows are in sight, and the first of them whole. @param {HTMLElement} place */
  function fit(place) {
    place.style.paddingBottom = "";
    const rows = /** @type {HTMLElement[]} */ ([...place.children]);
    const down = place.scrollHeight - place.clientHeight;
    const from = rows[0]?.offsetTop ?? 0;
    if (down <= 0) return;
    const top = ((rows.find((row) => row.offsetTop - from >= down) ?? rows.at(-1))?.offsetTop ?? from) - from;
    if (top > down) place.style.paddingBottom = `${top - down}px`;
    place.scrollTop = top;
  }

  /** The turn above the plan is that of the moment on show, and so are the orders (strip.js). @param {HTMLElement | null} it @param {Line[] | null} shown */
  function heading(it, shown) {
    const turn = find(".when b");
    const told = film.lines.find((line) => line.kind === "revealed")?.values?.turn;
    if (turn) {
      const { now, then, last, turns } = turn.dataset;
      const past = String(told) === turns ? last : fill(then ?? "", { turn: Number(told) });
      turn.textContent = (shown && told !== undefined ? past : now) ?? "";
    }
    it?.toggleAttribute("data-my-late", shown !== null);
  }

  /** While the film runs for the first time, its controls stand where the choices will: nothing is asked before it has been shown. @param {HTMLElement} box @param {string} told */
  function bar(box, told) {
    const going = film.told >= film.lines.length && goes();
    const others = film.told >= film.lines.length && pending();
    const waits = film.start !== null && (going || others || film.told < film.lines.length);
    if (waited && !waits && !film.hurried) uncovered();
    if (!waits) film.hurried = false;
    table.wait?.(waits);
    // A question that has just come up covers a part of the plan.
    if (waited && !waits) camera.everybody();
    turnTo(waits);
    const footer = document.getElementById("actions");
    if (!footer || !table.wait) return;
    let it = /** @type {HTMLElement | null} */ (footer.querySelector(".filmbar"));
    if (!it && waits) {
      it = document.createElement("div");
      it.className = "filmbar";
      const transport = box.querySelector(".transport")?.cloneNode(true);
      const line = document.createElement("div");
      line.className = "timeline";
      line.append(document.createElement("i"));
      const skip = document.createElement("button");
      skip.type = "button";
      skip.className = "small";
      skip.dataset.film = "last";
      skip.textContent = box.dataset.skip ?? "";
      const short = document.createElement("p");
      short.className = "filmbar__told";
      const who = document.createElement("p");
      who.className = "filmbar__who";
      if (transport) it.append(transport);
      it.append(line, who, skip, short);
      it.querySelector("output")?.remove();
      it.addEventListener("click", (event) => {
        const wanted = /** @type {Element} */ (event.target).closest("[data-film]")?.getAttribute("data-film");
        if (wanted) transportBy(wanted);
      });
      footer.append(it);
    }
    if (!it) return;
    if (timer !== undefined) it.dataset.myPlaying = "";
    else delete it.dataset.myPlaying;
    const short = it.querySelector(".filmbar__told");
    if (short) short.textContent = told;
    const who = it.querySelector(".filmbar__who");
    if (who) who.textContent = others ? (document.querySelector("#bar .actions__ask h2")?.textContent ?? "") : "";
    it.style.setProperty("--share", `${100 * share()}%`);
  }

  /** How much of the turn has been shown: three beats, in each everybody once. What comes after a question is not known before it. */
  function share() {
    if (film.ended && film.shown >= film.lines.length) return 1;
    const shown = film.lines.slice(0, film.shown);
    const from = shown.findLastIndex((line) => line.kind === "sequence_begins");
    const beat = Number(shown[from]?.values?.sequence ?? 1) - 1;
    const acted = new Set(
      shown
        .slice(Math.max(0, from))
        .filter((line) => ["executes", "rests", "sits_stunned"].includes(line.kind))
        .map((line) => Number(line.values?.who) & 31),
    ).size;
    const men = [...(film.start?.men.values() ?? [])].filter((man) => man.fate === "in_play").length;
    return Math.min(1, (beat + Math.min(1, acted / Math.max(1, men))) / 3);
  }

  let waited = false;
  let wrote = false;
  /** On a narrow screen the page goes back to its top when the film begins, and when there is something to write. @param {boolean} waits */
  function turnTo(waits) {
    const writes = !waits && find(".ba--writing") !== null;
    if (stage.clientWidth < 720) {
      if ((waits && !waited) || (writes && !wrote)) find(".ba")?.scrollIntoView({ block: "start" });
    }
    waited = waits;
    wrote = writes;
  }

  /** The first line of the turn that was summed up last. */
  let summed = -1;
  /** What the turn came to, when all of it has been shown. */
  function summary() {
    const ends = film.ended && film.shown >= film.lines.length;
    const fresh = ends && summed !== film.lines[0]?.n;
    if (!ends) recap.hide();
    else recap.tell(film.lines, film.base ? null : film.start, truth, fresh && find(".ba--over") === null);
    if (find(".ba--writing :is(.order .cell, .done.is-done)")) recap.close();
    if (fresh && stage.clientWidth < 720) find(".ba--over")?.scrollIntoView({ block: "start" });
    if (ends) summed = film.lines[0]?.n ?? -1;
  }

  function stop() {
    clearTimeout(timer);
    timer = undefined;
  }
  /** @param {number} wanted */
  function go(wanted) {
    film.shown = Math.max(film.base, Math.min(film.lines.length, wanted));
    narrate();
    paint();
    tell();
    store();
  }
  /** The log and the voice say what has been shown, and nothing before. */
  function narrate() {
    if (!table.tell) return;
    if (film.shown > film.told) {
      table.tell(
        film.lines
          .slice(film.told, film.shown)
          .filter((line) => line.kind !== "die")
          .map((line) => (line.html === undefined ? line : { ...line, html: inWords(line.html) })),
      );
      film.told = film.shown;
    }
    if (film.shown >= film.lines.length && film.rest.length) table.tell(film.rest.splice(0));
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
    const found = film.lines.findIndex((line, i) => i > here && isHis(line, letter));
    const wanted = found >= 0 ? found : film.lines.findLastIndex((line) => isHis(line, letter));
    stop();
    if (wanted >= 0) go(wanted + 1);
  }
  /** @param {string} button */
  function transportBy(button) {
    if (button === "rate") {
      film.rate = RATES[(RATES.indexOf(film.rate) + 1) % RATES.length] ?? 1;
      for (const box of document.querySelectorAll(".rate b"))
        box.textContent = `×${film.rate === 0.5 ? "½" : film.rate}`;
      return;
    }
    const playing = timer !== undefined;
    stop();
    paused = button === "play" ? playing : button !== "last";
    film.hurried = button === "last";
    if (button === "play") {
      if (playing) return go(film.shown);
      if (film.shown >= film.lines.length) film.shown = film.base;
      return play();
    }
    go({ first: 0, back: film.shown - 1, step: film.shown + 1, last: film.lines.length }[button] ?? film.shown);
  }

  /** What arrives. @param {Line[]} lines @param {boolean} quiet */
  function update(lines, quiet) {
    const before = truth;
    truth = look();
    if (film.shown >= film.lines.length) Object.assign(film, { points: before?.points ?? [], sure: film.lines.length });
    recap.hear(lines);
    const began = lines.findLastIndex((line) => line.kind === "revealed");
    /** @type {ReturnType<typeof takenUp>} */
    let taken = null;
    if (quiet && lines.some((line) => "moment" in line)) {
      // A jump in a replay: what was told before is another moment.
      stop();
      Object.assign(film, {
        lines,
        start: null,
        base: 0,
        shown: lines.length,
        told: lines.length,
        rest: [],
        ended: false,
      });
    } else if (began >= 0) {
      // Another film begins: what was left of the last one is told at once.
      stop();
      film.shown = film.lines.length;
      narrate();
      if (!quiet) table.tell?.(lines.slice(0, began));
      taken = quiet && table.wait ? takenUp(lines, began) : null;
      const start = quiet ? (taken?.start ?? null) : before;
      Object.assign(film, {
        lines: [],
        start,
        base: taken?.base ?? 0,
        points: start?.points ?? [],
        shown: 0,
        sure: taken?.base ?? 0,
        told: 0,
        rest: [],
        ended: false,
        hurried: false,
      });
      lines = lines.slice(began);
    }
    if (film.lines.length || began >= 0) {
      if (!quiet && table.wait && before && !film.start && film.lines.length && !film.ended)
        Object.assign(film, { start: before, base: film.lines.length });
      const known = film.lines.findLast((line) => line.n)?.n ?? 0;
      const fresh = lines.filter((line) => line.n === undefined || line.n > known);
      const more = film.ended ? [] : fresh;
      const end = more.findIndex((line) => line.kind === "turn_begins" || line.kind === "game_ends");
      const turn = withReasons(
        end < 0 ? more : more.slice(0, end + 1),
        seatsOf(stage),
        find("#ba-film")?.dataset ?? {},
      );
      film.lines.push(...inSteps(turn));
      film.rest.push(...(film.ended ? fresh : end < 0 ? [] : more.slice(end + 1)));
      if (end >= 0) film.ended = true;
      if (taken) film.shown = film.told = Math.min(taken.told, film.lines.length);
      if ((quiet && !taken) || table.still || !film.start || film.hurried || document.hidden) {
        if (quiet) film.told = film.lines.length;
        film.shown = film.lines.length;
      } else if (film.shown < film.lines.length && timer === undefined && !paused) timer = setTimeout(play, 200);
    } else if (!quiet) table.tell?.(lines);
    if (quiet) film.rest = [];
    heard = Math.max(heard, ...lines.map((line) => line.n ?? 0));
    narrate();
    paint();
    tell();
    store();
  }
  /** The last line that arrived. */
  let heard = 0;
  function store() {
    if (table.wait && truth && heard)
      keep({ first: film.lines[0]?.n ?? 0, start: film.start, base: film.base, told: film.told, last: heard, truth });
  }

  table.takeLog?.();
  const behind = () => film.shown < film.lines.length;
  /** Is there something of his to be seen again? @param {number} letter */
  const holds = (letter) => film.lines.some((line) => isHis(line, letter));
  return { update, transport: transportBy, seek, holds, behind, close: recap.close };
}

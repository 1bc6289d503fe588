// @ts-check
/** What the film tells beside the plan: one order at a time, and each roll in three steps, the die, what is added, what it makes. */
import { ITEMS } from "./changes.js";
import { die, fill, ruleLink, slider } from "./drawing.js";
import { pointsOf } from "./score.js";

/** @typedef {import("./changes.js").Line} Line */

/** Dice with how many sides. */
export const DICE = {
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
/** Rolls to which something is added, and the total from which they succeed. */
const SUMS = { to_hit: 13, hold_roll: 13 };
export const OPENERS = ["executes", "sequence_begins", "turn_begins", "revealed", "rests", "sits_stunned", "game_ends"];

/** Is the line something that is added to a roll? @param {Line} line */
const adds = (line) => line.kind.startsWith("mod_") || line.kind.startsWith("penalty_");

/** The die of a roll is shown before what is added to it: the film gets a frame of its own for it. @param {Line[]} lines @returns {Line[]} */
export function inSteps(lines) {
  /** @type {Line[]} */
  const found = [];
  for (const line of lines) {
    if (line.kind === "to_hit" || line.kind === "hold_roll" || line.kind === "roll_under") {
      let at = found.length;
      while (at > 0 && adds(/** @type {Line} */ (found[at - 1]))) at -= 1;
      found.splice(at, 0, { n: 0, kind: "die", values: { ...line.values, sides: DICE[line.kind] } });
    }
    found.push(line);
  }
  return found;
}

/** Why a blow was held back: the lot had chosen one of the same side. @param {Line[]} lines @param {import("./score.js").Seat[]} seats @param {DOMStringMap} said @returns {Line[]} */
export function withReasons(lines, seats, said) {
  /** @param {number | null | undefined} who */
  const sideOf = (who) => seats.find((seat) => seat.men.has(Number(who) & 31))?.side;
  /** @type {number | null | undefined} */
  let drawn;
  return lines.map((line) => {
    if (line.kind === "executes" || line.kind === "to_hit") drawn = undefined;
    if (line.kind === "target_drawn") drawn = line.values?.target;
    if (line.kind !== "strikes_beside" || drawn === undefined || sideOf(drawn) !== sideOf(line.values?.who))
      return line;
    const name = document.querySelector(`.fig[data-letter="${Number(drawn) & 31}"]`)?.getAttribute("data-name") ?? "";
    return { ...line, kind: SPARED, html: undefined, text: fill(said.spared ?? "", { who: name }) };
  });
}
/** Does a hit take no life and stun nobody? What follows it tells. @param {Line[]} after */
export function isHarmless(after) {
  const end = after.findIndex((line) => line.kind === "to_hit" || OPENERS.includes(line.kind));
  return !after.slice(0, end < 0 ? undefined : end).some((line) => ["wounded", "stunned"].includes(line.kind));
}

/** A blow that was held back from one of the same side. */
export const SPARED = "spares_own";

/** A printed code behind the words of an order; a letter alone is a man. */
export const CODE = / \((?:[A-Z]{2,3}(?:\/[A-Z]{2,3})?|[MRSPC]\d)[GD]?\)/;

/** The mark of a thing of the café (D1a, W2, T4) behind its noun: the plan does not show it. */
const MARK = /(?<=\p{L}) (?:D\d+[ab]?|[WPTFKV]\d+)\b/gu;

/** A first brawl is told in words: without printed codes and marks. @param {string} text */
export const inWords = (text) =>
  document.querySelector(".ba--first") ? text.replace(CODE, "").replace(MARK, "") : text;

/** @param {Line} line */
function sentence(line) {
  const text = document.createElement("span");
  // Escaped by the server, with names in bold.
  text.innerHTML = inWords(line.html ?? "");
  if (line.html === undefined) text.textContent = line.text ?? "";
  const because = line.because?.[0];
  // A wound tells besides when no more was left to take.
  const lost = line.kind.startsWith("lost_") ? because?.reason : line.kind === "wounded" && line.because?.[1]?.reason;
  if (lost) text.append(` ${lost[0]?.toUpperCase()}${lost.slice(1)}.`);
  if (line.clause) {
    // What scores has a rule of its own each, and so has what keeps a blow from somebody in front.
    const clause = ((lost || pointsOf(line).n) && because?.clause) || line.clause;
    text.append(" ", ruleLink(clause, document.getElementById("ba-film")?.dataset.rule));
  }
  return text;
}

/** @param {string} name @param {string} className @param {(Node | string)[]} inside */
function element(name, className, ...inside) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...inside);
  return made;
}

/** A step of a roll, with its number. @param {number} number @param {string} title */
const step = (number, title) => element("h4", "step", element("i", "", String(number)), ` ${title}`);

/** From what total a roll succeeds, and where it is. @param {number} total @param {number} needed @param {DOMStringMap} said */
function ladder(total, needed, said) {
  const [low, high] = [1, 32];
  /** @param {number} n */
  const at = (n) => `${(100 * (Math.max(low, Math.min(high, n)) - low)) / (high - low)}%`;
  const rail = element(
    "div",
    "ladder",
    element("span", "", said.missed ?? ""),
    element("b", "", fill(said.from ?? "", { n: needed })),
  );
  // The words stand on the side where the mark is not.
  rail.toggleAttribute("data-far", total > needed + 10);
  rail.style.setProperty("--from", at(needed));
  rail.style.setProperty("--here", at(total));
  rail.setAttribute("aria-hidden", "true");
  return rail;
}

/** What a blow has come to so far: those lines are told in one. */
const OUTCOMES = [
  "hits",
  "misses",
  "protects",
  "stun_softened",
  "wounded",
  "limb_lost",
  "stunned",
  "knocked_out",
  "wins_points",
  "loses_points",
];

/** Whom a step moves on its way: the account of the order tells it. */
const PUSHES = ["pushed_to", "pushed_off", "jostle_blocked", "made_room"];

/** Why an order was lost, in few words, by the kind of the line and the clause of its reason; nothing of other lines. @param {Line | undefined} line @param {DOMStringMap} said @returns {string | undefined} */
export function lostFor(line, said) {
  if (!line?.kind.startsWith("lost_")) return undefined;
  const known = JSON.parse(said.lost ?? "{}");
  return known[`${line.kind} ${line.because?.[0]?.clause}`] ?? known[line.kind];
}

/** The scene in one line: the sum of a blow and what it did, or the sentence on show. @param {Line[]} scene @param {DOMStringMap} said */
export function inShort(scene, said) {
  const last = scene.at(-1);
  if (!last) return "";
  if (last.kind === "to_hit" || OUTCOMES.includes(last.kind)) {
    const struck = blows(scene, said);
    if (struck.length) return (struck.length > 1 ? struck.at(-1)?.named : struck[0]?.plain) ?? "";
  }
  const why = lostFor(last, said);
  if (why) return fill(said.lostFor ?? "", { why });
  if (last.kind === "die") return fill(said.roll ?? "", { sum: said.step1 ?? "", verdict: String(last.values?.die) });
  return sentence({ ...last, clause: "" }).textContent ?? "";
}

/** What each blow of a scene has come to so far, in order, without and with whom it was for. @param {Line[]} scene @param {DOMStringMap} said */
function blows(scene, said) {
  return scene.flatMap((line, at) => {
    if (line.kind !== "to_hit") return [];
    const next = scene.findIndex((other, i) => i > at && other.kind === "to_hit");
    const plain = blow(line.values ?? {}, scene.slice(at + 1, next < 0 ? undefined : next), said);
    const who = document.querySelector(`.fig[data-letter="${Number(line.values?.target) & 31}"]`);
    const named = fill(said.blow ?? "", { who: who?.getAttribute("data-name") ?? "", told: plain });
    return [{ plain, named: `→ ${named}` }];
  });
}

/** One order, several blows: a chain may strike everybody in front (BA-CP-5). @param {Line[]} scene */
const chained = (scene) =>
  scene.some((line) => line.kind === "uses_weapon" && ITEMS[Number(line.values?.weapon)] === "chain") &&
  scene.filter((line) => line.kind === "to_hit").length > 1;

/** @param {DOMStringMap} said */
const whyAll = (said) => element("div", "came", sentence({ n: 0, kind: "", text: said.chain, clause: "BA-CP-5" }));

/** @param {NonNullable<Line["values"]>} v @param {Line[]} after @param {DOMStringMap} said */
function blow(v, after, said) {
  /** @param {string} kind @param {string} [value] */
  const count = (kind, value) =>
    after.reduce((sum, line) => sum + (line.kind === kind ? (value ? Number(line.values?.[value]) : 1) : 0), 0);
  const [die, total] = [Number(v.die), Number(v.total ?? 0)];
  const sum = total ? `${die} ${total < die ? "−" : "+"} ${Math.abs(total - die)} = ${total}` : String(die);
  const told = [(v.outcome ? said.touched : said.missed) ?? ""];
  const shields = count("protects");
  if (shields) told.push(said.shield ?? "");
  // No more than was left to take (BA-WOUND-1).
  const dealt = count("wounded", "n");
  const harmless = count("hits") && !count("hits", "wounds") && !count("hits", "stun") && !count("stunned");
  // What a hit takes is counted line by line: nothing is said of it before.
  const part = Number(after.findLast((line) => line.kind === "wounded")?.values?.part);
  if (dealt) told.push(fill(said.sWounds ?? "", { n: dealt, part: (said.parts ?? "").split("|")[part] ?? "" }));
  else if (harmless) told.push(said.none ?? "");
  if (count("stunned")) told.push(fill(said.dazed ?? "", { n: count("stunned", "n") }));
  if (count("knocked_out")) told.push(said.sKo ?? "");
  if (count("wins_points")) told.push(fill(said.scored ?? "", { n: count("wins_points", "n") }));
  return fill(said.roll ?? "", { sum, verdict: told.join(", ") });
}

/** What the orders before this one came to, a line each. @param {Line[]} lines @param {DOMStringMap} said @returns {HTMLElement[]} */
export function before(lines, said) {
  /** @type {Line[][]} */
  const scenes = [];
  for (const line of lines) {
    if (["sheet_line", "rewritten", "awake"].includes(line.kind)) continue;
    if (OPENERS.includes(line.kind)) scenes.push([line]);
    else scenes.at(-1)?.push(line);
  }
  return (
    scenes
      .filter(([first]) => ["executes", "sits_stunned", "sequence_begins"].includes(first?.kind ?? ""))
      // An order of two halves whose first found nothing is lost once (BA-COMBO-1).
      .filter((scene, i, all) => scene.at(-1)?.kind !== "lost_combo" || !all[i - 1]?.at(-1)?.kind.startsWith("lost_"))
      .flatMap((scene) => {
        const [first, ...rest] = /** @type {[Line, ...Line[]]} */ (scene);
        if (first.kind === "sequence_begins")
          return element("h4", "beat", fill(said.seq ?? "", { n: Number(first.values?.sequence) }));
        const end = rest.at(-1);
        const last = end?.kind ?? "";
        const struck = blows(rest, said).map(({ named }) => named);
        const told = struck.length && (last === "to_hit" || OUTCOMES.includes(last));
        const came = told || ["turns", "entered"].includes(last) ? "" : inShort(rest, said);
        const aside = rest
          .filter((line) => PUSHES.includes(line.kind) && !(came && line === end))
          .map((line) => `→ ${sentence({ ...line, clause: "" }).textContent}`);
        const short = [...struck, ...aside, lostFor(end, said) ? `→ ${came}` : came].filter(Boolean).join(" ");
        const row = element("div", "came", sentence({ ...first, clause: "" }), short ? ` ${short}` : "");
        return chained(rest) ? [row, whyAll(said)] : [row];
      })
  );
}

/** The rows of a scene. @param {Line[]} scene @param {DOMStringMap} said @returns {HTMLElement[]} */
export function rows(scene, said) {
  /** @type {HTMLElement[]} */
  const told = [];
  let total = 0;
  let added = false;
  for (const line of scene) {
    const v = line.values ?? {};
    if (line.kind === "die") {
      added = false;
      told.push(step(1, said.step1 ?? ""), element("div", "bigroll", die(Number(v.sides), v.die)));
      continue;
    }
    const text = sentence(line);
    if (adds(line)) {
      if (!added) told.push(step(2, said.step2 ?? ""));
      added = true;
      if (line.kind.startsWith("mod_") && /^\d/.test(text.textContent ?? "")) text.prepend("+");
      told.push(element("div", `mod${v.beaten ? " beaten" : ""}`, text));
      continue;
    }
    const needed = /** @type {Record<string, number>} */ (SUMS)[line.kind];
    if (needed) {
      total = Number(v.total ?? 0);
      const sum = element(
        "p",
        "sum",
        total ? `${v.die} ${total - Number(v.die) < 0 ? "−" : "+"} ${Math.abs(total - Number(v.die))} = ` : "",
      );
      if (total) sum.append(element("b", v.outcome ? "good" : "bad", String(total)));
      told.push(step(added ? 3 : 2, said.step3 ?? ""), sum);
      if (total) told.push(ladder(total, needed, said));
      told.push(element("div", "verdict", text));
      continue;
    }
    if (line.kind === "roll_under") {
      told.push(step(added ? 3 : 2, said.step3 ?? ""), element("div", "verdict", text));
      continue;
    }
    const sides = /** @type {Record<string, number>} */ (DICE)[line.kind];
    const row = sides
      ? element("div", "roll", die(sides, v.die), text)
      : element("div", OPENERS.includes(line.kind) ? "first" : pointsOf(line).n ? "points" : "", text);
    if (line.kind === "hits" && total) {
      const drawn = slider(Number(v.weapon), Number(v.part), total, said);
      if (drawn) {
        row.append(drawn);
        if (document.querySelector(".ba--first")) row.append(element("small", "scale", said.scale ?? ""));
      }
    }
    told.push(row);
  }
  if (chained(scene)) told.splice(1, 0, whyAll(said));
  told.at(-1)?.classList.add("now");
  return told;
}

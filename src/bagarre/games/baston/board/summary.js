// @ts-check
/** What a turn came to, and at the end the blows that counted: told from the lines of the log. */
import { fill } from "./drawing.js";
import { lostFor, SPARED } from "./scene.js";
import { whyScored } from "./score.js";

/** @typedef {import("./changes.js").Line} Line */
/** @typedef {import("./changes.js").Sight} Sight */
/** @typedef {{turn: number, who: number, target: number, part: number, n: number, out: boolean}} Deed */

const MOST = 3;
/** How many blows the end tells. */

/** Add to the blows what a line tells of one: that it hit, what it took, that it knocked out. @param {Deed[]} deeds @param {Line} line @param {number} turn */
function note(deeds, { kind, values: v = {} }, turn) {
  const last = deeds.at(-1);
  if (kind === "hits")
    deeds.push({ turn, who: tag(v.who), target: tag(v.target), part: Number(v.part), n: 0, out: false });
  else if (kind === "wounded" && last?.target === tag(v.who) && !last.n) {
    last.n = Number(v.n);
    last.part = Number(v.part);
  } else if (kind === "knocked_out" && last?.target === tag(v.who)) last.out = true;
}

/** @param {HTMLElement} stage @param {Map<number, string>} names */
export function makeSummary(stage, names) {
  /** @param {string} selector */
  const find = (selector) => /** @type {HTMLElement | null} */ (stage.querySelector(selector));
  /** @type {Deed[]} */
  let deeds = [];
  let turn = 0;
  /** The lines of how many turns are known, from the first on? A page that was opened in the middle of a game tells no blows. */
  let whole = false;
  let heard = 0;

  /** Keep what may be told at the end. @param {Line[]} lines */
  function hear(lines) {
    for (const line of lines) {
      if (line.n !== undefined && line.n <= heard) continue;
      heard = line.n ?? heard;
      if (line.kind === "revealed") {
        turn = Number(line.values?.turn);
        if (turn === 1) [deeds, whole] = [[], true];
      } else note(deeds, line, turn);
    }
  }

  /** A man of the list, with his face. @param {number} letter */
  function person(letter) {
    const whole = document.createElement("span");
    whole.className = "whom";
    const face = find(`.card[data-letter="${letter}"] .bust`)?.cloneNode(true);
    const name = document.createElement("b");
    name.textContent = names.get(letter) ?? "";
    if (face) whole.append(face);
    whole.append(name);
    return whole;
  }

  /** The hardest blows of the game, knock-outs before all and of two alike the later one, in their order. */
  function tellDeeds() {
    const place = find("#ba-deeds");
    if (!place) return;
    const said = place.dataset;
    const parts = (said.parts ?? "").split("|");
    const hardest = deeds
      .filter((deed) => deed.n || deed.out)
      .sort((a, b) => Number(b.out) - Number(a.out) || b.n - a.n || deeds.indexOf(b) - deeds.indexOf(a));
    const best = hardest.slice(0, MOST).sort((a, b) => deeds.indexOf(a) - deeds.indexOf(b));
    place.hidden = !whole || !best.length;
    place.querySelector("ol")?.replaceChildren(
      ...best.map((deed) => {
        const item = document.createElement("li");
        const when = document.createElement("small");
        when.textContent = fill(said.turn ?? "", { turn: deed.turn });
        const arrow = document.createElement("i");
        arrow.textContent = "➜";
        const hurt = document.createElement("strong");
        hurt.textContent = deed.out
          ? (said.out ?? "")
          : fill(said.wounds ?? "", { n: deed.n, part: parts[deed.part] ?? "" });
        const end = document.createElement("span");
        end.append(hurt);
        item.append(when, person(deed.who), arrow, person(deed.target), end);
        if (deed === hardest[0]) {
          item.className = "is-best";
          const word = document.createElement("em");
          word.textContent = said.best ?? "";
          hurt.before(word);
        }
        return item;
      }),
    );
  }

  /** What happened to each in a turn, and why the scores changed. @param {Line[]} lines @param {Sight | null} start @param {Sight | null} truth @param {boolean} open Is it told for the first time? */
  function tell(lines, start, truth, open) {
    const place = find("#ba-summary");
    const said = find("#ba-film")?.dataset;
    if (!place || !said) return;
    place.hidden = false;
    const told = lines.find((line) => line.kind === "revealed")?.values?.turn;
    const title = place.querySelector("h3");
    const next = /** @type {HTMLElement | null} */ (place.querySelector("[data-close]"));
    if (next) next.textContent = fill(next.dataset.next ?? "", { turn: Number(told) + 1 });
    if (title && told !== undefined) title.textContent = fill(place.dataset.of ?? "", { turn: Number(told) });
    if (open && start) unfold(place);
    place.querySelector("p")?.replaceChildren(...(start ? scores(start, truth, said) : []));
    // Where it is read alone all of it is told; where the sheet is in sight too, that would push it away.
    const more = place.querySelector("details");
    if (more && open) more.open = !matchMedia("(min-width: 1200px) and (min-height: 880px)").matches;
    place.querySelector("ul")?.replaceChildren(
      ...[...happened(lines, start)].map(([letter, words]) => {
        const item = document.createElement("li");
        const rest = document.createElement("span");
        rest.textContent = words(said).filter(Boolean).join(", ") || (said.none ?? "");
        item.append(person(letter), rest);
        return item;
      }),
    );
    tellDeeds();
  }

  /** On a phone it has the room of sheet, coach and bar: from below the plan to the bottom of the screen. @param {HTMLElement} place */
  function unfold(place) {
    place.dataset.myOpen = "";
    const top = place.parentElement?.getBoundingClientRect().top ?? 0;
    place.style.setProperty("--from", `${Math.max(0, Math.round(top))}px`);
  }

  /** @param {Sight} start @param {Sight | null} truth @param {DOMStringMap} said */
  function scores(start, truth, said) {
    const level = start.points.every((before, i) => before === truth?.points[i]);
    const none = document.createElement("small");
    none.textContent = said.sLevel ?? "";
    const told = [...stage.querySelectorAll(".gangs li > span:first-of-type")].map((seat, i) => {
      const item = document.createElement("b");
      const [before = 0, after = 0] = [start.points[i], truth?.points[i]];
      item.textContent = fill(said.sPoints ?? "", { name: seat.textContent ?? "", before, after });
      item.append(...whyScored(start.terms[i] ?? {}, truth?.terms[i] ?? {}, said));
      return item;
    });
    return level ? [...told, none] : told;
  }

  /** Wounds, falls and blows of everybody who stood when the turn began. @param {Line[]} lines @param {Sight | null} start @returns {Map<number, (said: DOMStringMap) => string[]>} */
  function happened(lines, start) {
    const found = new Map();
    /** @type {Deed[]} */
    const landed = [];
    for (const line of lines) note(landed, line, 0);
    for (const letter of names.keys()) {
      if ((start?.men.get(String(letter))?.fate ?? "in_play") !== "in_play") continue;
      const his = lines.filter((line) => line.values?.who !== undefined && tag(line.values.who) === letter);
      /** @param {(kind: string) => boolean} of */
      const count = (of) => his.filter((line) => of(line.kind)).length;
      const blows = landed.filter((deed) => deed.who === letter);
      const life = blows.reduce((sum, deed) => sum + deed.n, 0);
      const wounds = [0, 0, 0, 0, 0];
      for (const line of his)
        if (line.kind === "wounded") {
          const part = Number(line.values?.part);
          wounds[part] = (wounds[part] ?? 0) + Number(line.values?.n);
        }
      found.set(letter, (/** @type {DOMStringMap} */ said) => {
        const parts = (said.parts ?? "").split("|");
        /** @param {number} n @param {string | undefined} sentence */
        const times = (n, sentence) => (n ? fill(sentence ?? "", { n }) : "");
        return [
          count((kind) => ["leaves_board", "pushed_off"].includes(kind)) ? (said.sOff ?? "") : "",
          count((kind) => kind === "knocked_out") ? (said.sKo ?? "") : "",
          ...wounds.map((n, part) => (n ? fill(said.sWounds ?? "", { n, part: parts[part] ?? "" }) : "")),
          times(
            count((kind) => kind === "stunned"),
            said.sStun,
          ),
          times(
            count((kind) => kind.startsWith("falls_") || kind === "tumbles_down"),
            said.sFalls,
          ),
          blows.length ? fill(said.sHits ?? "", { n: blows.length, life }) : "",
          times(
            count((kind) => kind === SPARED),
            said.sSpared,
          ),
          lost(his, said),
        ];
      });
    }
    return found;
  }

  function hide() {
    const place = find("#ba-summary");
    if (place) place.hidden = true;
  }
  /** It has been read: on a phone the plan is in sight again. */
  function close() {
    delete find("#ba-summary")?.dataset.myOpen;
  }
  return { hear, tell, hide, close };
}

/** How many orders were lost, and for want of what. @param {Line[]} his @param {DOMStringMap} said */
function lost(his, said) {
  const told = his.filter(({ kind }) => kind === "executes" || kind.startsWith("lost_"));
  // An order of two halves whose first found nothing is lost once (BA-COMBO-1).
  const once = told.filter(({ kind }, i) => kind !== "lost_combo" || !told[i - 2]?.kind.startsWith("lost_"));
  const reasons = once.flatMap((line) => lostFor(line, said) ?? []);
  const why = [...new Set(reasons)].map((reason) => {
    const n = reasons.filter((other) => other === reason).length;
    return n > 1 && n < reasons.length ? `${reason} ×${n}` : reason;
  });
  return reasons.length ? fill(said.sLost ?? "", { n: reasons.length, why: why.join(", ") }) : "";
}

/** @param {number | null | undefined} who */
const tag = (who) => Number(who) & 31;

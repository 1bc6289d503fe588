// @ts-check
/** The end tells how the game turned: who fell and what was destroyed, turn by turn, from the lines of the log. */
import { Teller } from "./teller.js";

/** So many events are told; of a longer game the latest. */
const MOST = 9;

/** What weighed in a game. */
export class Tale {
  constructor() {
    this.turn = 0;
    /** @type {{turn: number, seat: number, what: string}[]} */
    this.told = [];
    /** Do the lines follow from the first on, and was nothing taken back? */
    this.whole = true;
    this.heard = 0;
  }

  /** @param {import("./teller.js").Line} line @param {Teller} teller */
  take(line, teller) {
    const v = /** @type {Record<string, number>} */ (line.values ?? {});
    if (line.n !== undefined && line.n <= this.heard) return;
    if (line.kind === "take_back" || (line.n !== undefined && line.n !== this.heard + 1)) this.whole = false;
    this.heard = line.n ?? this.heard + 1;
    if (line.kind === "turn") this.turn = v.n;
    else if (line.kind === "dies") {
      const { seat, short } = teller.piece(v.fighter);
      this.told.push({ turn: this.turn, seat, what: teller.say("tale_fell", { who: short }) });
    } else if (line.kind === "module_destroyed") {
      const what = teller.say("tale_ruin", { module: teller.module(v.module) });
      this.told.push({ turn: this.turn, seat: v.seat, what });
    } else if (line.kind === "clock_back") {
      this.told.push({
        turn: this.turn,
        seat: -1,
        what: teller.say("tale_back", { name: teller.place.dataset.clock ?? "", n: v.n }),
      });
    }
  }
}

/**
 * @param {HTMLElement} stage
 * @param {{ seat: number, onupdate: (listener: (lines: any[], quiet: boolean) => void) => void }} table
 */
export function showTale(stage, table) {
  const tale = new Tale();
  /** @type {Teller | null} */
  let teller = null;
  /** What was told before there were names to tell it with: while teams are chosen. @type {import("./teller.js").Line[]} */
  const early = [];
  table.onupdate((lines) => {
    early.push(...lines);
    const words = /** @type {HTMLElement | null} */ (stage.querySelector("[data-moment]"));
    if (!words) return;
    if (!teller || teller.place !== words) teller = new Teller(words, table.seat);
    for (const line of early.splice(0)) tale.take(line, teller);
    const place = /** @type {HTMLElement | null} */ (stage.querySelector("[data-tale]"));
    if (!place || !tale.whole || !tale.told.length) return;
    place.querySelector("ol")?.remove();
    const list = document.createElement("ol");
    for (const { turn, seat, what } of tale.told.slice(-MOST)) {
      const item = document.createElement("li");
      item.className = seat < 0 ? "corner-c" : seat === 0 ? "corner-h" : "corner-v";
      const when = document.createElement("b");
      when.textContent = teller.say("tale_turn", { n: turn });
      item.append(when, ` ${what}`);
      list.append(item);
    }
    place.append(list);
    place.hidden = false;
  });
}

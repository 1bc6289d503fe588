// @ts-check
/** The end tells how the game turned: who fell and what was destroyed, by whom, turn by turn, and what the reader paid for; from the lines of the log. */
import { Teller } from "./teller.js";

/** So many events are told; of a longer game the latest. */
const MOST = 9;

/** What weighed in a game. */
export class Tale {
  constructor() {
    this.turn = 0;
    /** @type {{turn: number, seat: number, what: string}[]} */
    this.told = [];
    /** Who has won the fight that is on, with whom, and by how much. */
    this.by = "";
    /** @type {{seat: number, short: string}[]} */
    this.helpers = [];
    this.margin = 0;
    /** Of each side: plans that an attack undid, attacks on its modules, those that a guard met. */
    this.undone = [0, 0];
    this.stormed = [0, 0];
    this.guarded = [0, 0];
    /** Do the lines follow from the first on? */
    this.whole = true;
    this.heard = 0;
  }

  /** @param {import("./teller.js").Line} line @param {Teller} teller @param {boolean} [undone] was it taken back? */
  take(line, teller, undone = false) {
    const v = /** @type {Record<string, number>} */ (line.values ?? {});
    if (line.n !== undefined && line.n <= this.heard) return;
    if (line.n !== undefined && line.n !== this.heard + 1) this.whole = false;
    this.heard = line.n ?? this.heard + 1;
    if (undone) return;
    this.fought(line.kind, v, teller);
    const by = this.by ? "_by" : "";
    if (line.kind === "turn") this.turn = v.n;
    else if (line.kind === "dies") {
      const { seat, short } = teller.piece(v.fighter);
      this.told.push({ turn: this.turn, seat, what: teller.say(`tale_fell${by}`, { who: short, foe: this.by }) });
    } else if (line.kind === "module_destroyed") {
      const what = teller.say(`tale_ruin${by}`, { module: teller.module(v.module), foe: this.by });
      this.told.push({ turn: this.turn, seat: v.seat, what });
    } else if (line.kind === "clock_back" && v.n > 0) {
      this.told.push({
        turn: this.turn,
        seat: -1,
        what: teller.say("tale_back", { name: teller.place.dataset.clock ?? "", n: v.n }),
      });
    }
  }

  /** Who strikes, and what the fights cost besides wounds. @param {string} kind @param {Record<string, number>} v @param {Teller} teller */
  fought(kind, v, teller) {
    if (kind.startsWith("attacks") || kind === "entity_attacks" || kind === "burns" || kind === "turn") {
      this.by = "";
      this.helpers = [];
    }
    if (kind === "attacks_module") this.stormed[v.seat] += 1;
    else if (kind === "guards") this.guarded[teller.piece(v.fighter).seat] += 1;
    else if (kind === "disturbs") this.undone[teller.piece(v.fighter).seat] += 1;
    else if (kind === "supports") this.helpers.push(teller.piece(v.fighter));
    else if (kind === "wins_combat") {
      const { seat, short } = teller.piece(v.fighter);
      const joined = this.helpers.filter((each) => each.seat === seat).map((each) => each.short);
      this.by = [short, ...joined].join(" + ");
      this.margin = v.n;
    }
  }

  /** The blow that ended it, and what the reader could have done about it, in figures. @param {Teller} teller @param {string} ending */
  sums(teller, ending) {
    const seat = teller.reader;
    const sums = [];
    if (this.by && (ending === "elimination" || ending === "base_destroyed"))
      sums.push(teller.say("tale_blow", { foe: this.by, n: this.margin }));
    if (seat !== 0 && seat !== 1) return sums;
    if (this.stormed[seat]) {
      const open = this.stormed[seat] - this.guarded[seat];
      sums.push(teller.say("tale_stormed", { n: this.stormed[seat], total: open }));
    }
    if (this.undone[0] + this.undone[1])
      sums.push(teller.say("tale_undone", { n: this.undone[seat], total: this.undone[1 - seat] }));
    return sums;
  }
}

/** What was taken back stands struck out in the log. @param {import("./teller.js").Line} line */
function isUndone(line) {
  return document.getElementById(`l${line.n}`)?.classList.contains("undone") ?? false;
}

/**
 * @param {HTMLElement} stage
 * @param {{ seat: number, onupdate: (listener: (lines: any[], quiet: boolean) => void) => void }} table
 */
export function showTale(stage, table) {
  /** @type {import("./teller.js").Line[]} */
  const heard = [];
  table.onupdate((lines) => {
    heard.push(...lines);
    const words = /** @type {HTMLElement | null} */ (stage.querySelector("[data-moment]"));
    const place = /** @type {HTMLElement | null} */ (stage.querySelector("[data-tale]"));
    if (!words || !place) return;
    const teller = new Teller(words, table.seat);
    const tale = new Tale();
    for (const line of heard) tale.take(line, teller, isUndone(line));
    if (!tale.whole || !tale.told.length) return;
    for (const old of place.querySelectorAll("ol, p")) old.remove();
    const list = document.createElement("ol");
    for (const { turn, seat, what } of tale.told.slice(-MOST)) {
      const item = document.createElement("li");
      item.className = seat < 0 ? "corner-c" : seat === 0 ? "corner-h" : "corner-v";
      const when = document.createElement("b");
      // A game that goes on from a position has told of no turn yet.
      when.textContent = turn ? teller.say("tale_turn", { n: turn }) : "";
      item.append(when, ` ${what}`);
      list.append(item);
    }
    place.append(list);
    const said = document.createElement("p");
    said.textContent = tale.sums(teller, place.dataset.tale ?? "").join(" ");
    place.append(said);
    place.hidden = false;
  });
}

// @ts-check
/** From lines of the log to moments that are shown: how a fight went, who fell, what was destroyed, how a turn ended. */

/** @typedef {{kind: string, n?: number, html?: string, text?: string, values?: Record<string, number | null>, because?: {value: number | null, reason: string, clause: string}[]}} Line */
/** @typedef {{kind: string, title: string, by: string, left?: Corner, right?: Corner, trail: string[], told: string[], stamp: string, alarm: string, pieces: {piece: number, gone?: boolean}[], module?: {kind: number, seat: number}, clock?: {energy: number, threshold: number}, time: number, weighs: boolean}} Moment */
/** @typedef {{piece: number, name: string, total: number}} Corner */

/** How long a moment is shown, in milliseconds, and each line of it. */
const BASE = 2200;
const PER_LINE = 520;
/** So many exchanges of dice are told at most while a fight is on, and so many lines of how a turn ended. */
const LONGEST = 5;
/** So many at its end, where they make the totals above them. */
const WHOLE = 8;
/** Turns before the end from which it is announced. */
const SOON = 2;

const DECLARES = new Set(["attacks", "attacks_module", "attacks_cosmic", "entity_attacks"]);
const ROLLS = new Set(["rolls", "rolls_two", "support_rolls", "entity_rolls"]);
const DECIDES = new Set(["wins_combat", "entity_wins", "tie"]);
/** What a fight brings, told in the words of the log. */
const FOLLOWS = new Set([
  "wounded", "unharmed", "out_of_reach", "module_hit", "clock_back", "entity_beaten", "entity_hurt", "entity_falls", "victory",
  "gains_power", "gains_life", "gains_reroll", "gains_victory", "loses_power", "steals_power", "direct_wound", "catches_fire",
  "redirects", "reduces", "prevents",
]); // biome-ignore format: one list
/** Of these, what only changes the wounds that are still to come. */
const SPARES = new Set(["redirects", "reduces", "prevents"]);
/** What the end of a turn does before the clock, told in the words of the log. */
const CLOSING = new Set(["module_power", "module_life", "burns", "hunger", "wanders"]);
/** What an attack takes away or leaves before the first die: told on the card of how it ends. */
const BEFORE = new Set(["keeps_plan", "flight_lost"]);
const GAINS = new Set(["gains_power", "gains_life", "gains_reroll", "gains_victory"]);

/** @param {Line} line */
export function plain(line) {
  const said = document.createElement("p");
  if (line.html === undefined) return line.text ?? "";
  said.innerHTML = line.html; // escaped by the server, with names in bold
  return said.textContent ?? "";
}

/** The powers that made a die what it is; that victories count for principals alone is no news. @param {Line} line */
function reasons(line) {
  const acting = (line.because ?? []).filter((each) => each.clause !== "BW-TEAMUP-5");
  return acting.map((each) => each.reason).join("; ");
}

/** @param {string} said @param {string} why */
function withReasons(said, why) {
  return why ? `${said} (${why})` : said;
}

/** What the lines of several steps make together. */
export class Teller {
  /** @param {HTMLElement} place the element that holds words and names @param {number} reader */
  constructor(place, reader) {
    this.place = place;
    this.reader = reader;
    this.turn = 0;
    this.fight();
    /** What the clock lost last, and why no more. */
    this.drained = "";
    /** What closed the turn so far. @type {string[]} */
    this.closing = [];
    /** Whose plans were not carried out, and who and what fell in this turn. @type {string[]} */
    this.idle = [];
    /** @type {string[]} */
    this.fallen = [];
  }

  fight() {
    /** The exchanges of the fight that is on, and how many of them the reader has answered. @type {string[]} */
    this.trail = [];
    this.known = 0;
    /** Every die of each fighter, by the number of the log. @type {Map<number, number[]>} */
    this.faces = new Map();
    /** Who rolls again, and by whose doing. @type {{by: number, target: number | null, line: Line, power: boolean} | null} */
    this.again = null;
    /** Who attacks, and who or what is attacked. @type {Corner[]} */
    this.corners = [];
    /** Whose module is attacked, if it is one. */
    this.base = -1;
    this.raising = false;
    /** Why a raise costs nothing. */
    this.free = "";
    this.over = false;
    /** What the attack did before the first die. @type {string[]} */
    this.before = [];
    /** How it ended, while nothing of what it brings is told yet. @type {Moment | null} */
    this.open = null;
  }

  /** Sentences, names and badges, as the page has them now. */
  get words() {
    return this.place.parentElement?.querySelector("[data-words]") ?? this.place;
  }

  /** @param {string} key @param {Record<string, string | number>} [values] */
  say(key, values = {}) {
    const said = this.words.querySelector(`[data-say="${key}"]`)?.textContent ?? "";
    return said.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
  }

  /** The piece that a number of the log means. @param {number} label */
  piece(label) {
    const alike = [...this.words.querySelectorAll(`[data-card="${label % 32}"]`)];
    const found = alike.find((each) => Number(each.getAttribute("data-seat")) === Number(label >= 64)) ?? alike[0];
    return {
      number: Number(found?.getAttribute("data-piece") ?? -1),
      seat: Number(found?.getAttribute("data-seat") ?? -1),
      short: found?.getAttribute("data-short") ?? "",
    };
  }

  /** @param {number} seat */
  player(seat) {
    return this.words.querySelector(`[data-player="${seat}"]`)?.textContent ?? "";
  }

  /** @param {number} kind */
  module(kind) {
    return this.words.querySelector(`[data-module="${kind}"]`)?.getAttribute("data-name") ?? "";
  }

  /** How many of something a side has left, as the page shows it now. @param {string} what @param {number} seat */
  left(what, seat) {
    return Number(this.words.querySelector(`[data-player="${seat}"]`)?.getAttribute(`data-${what}`) ?? 0);
  }

  /** Who is ahead, where points decide in the end. */
  lead() {
    const { lead } = this.place.dataset;
    return lead ? [lead] : [];
  }

  /** The same sentence to whom it speaks of, or about them. @param {string} key @param {number} seat @param {Record<string, string | number>} [values] */
  of(key, seat, values = {}) {
    const which = seat === this.reader ? "_you" : "";
    return this.say(`${key}${which}`, { name: this.player(seat), ...values });
  }

  /** The moments of one step. @param {Line[]} lines @returns {Moment[]} */
  moments(lines) {
    /** @type {Moment[]} */
    const made = [];
    for (const line of lines) this.take(line, made);
    // Somebody is still to choose: the card says who and what.
    const { pending } = this.place.dataset;
    if (pending && this.open && made.includes(this.open)) this.open.told.unshift(pending);
    for (const each of made)
      each.time = BASE + PER_LINE * (each.trail.length + each.told.length + Number(!!each.alarm));
    return made;
  }

  /** The reader is asked: what was told is known with the next answer. */
  asked() {
    this.known = this.trail.length;
  }

  /** What happened in the fight since the reader's last answer began. */
  since() {
    return this.trail.slice(this.known).slice(-LONGEST);
  }

  /** How the fight went from its first die; of a very long one the last exchanges, and how many there were before. */
  whole() {
    const before = this.trail.length - WHOLE;
    if (before <= 0) return [...this.trail];
    return [this.say(before === 1 ? "earlier_one" : "earlier", { n: before }), ...this.trail.slice(before)];
  }

  /** @param {Partial<Moment>} moment @returns {Moment} */
  moment(moment) {
    const base = { kind: "", title: "", by: "", trail: [], told: [], stamp: "", alarm: "", pieces: [] };
    return { ...base, time: BASE, weighs: false, ...moment };
  }

  /** @param {Line} line @param {Moment[]} made */
  take(line, made) {
    const v = /** @type {Record<string, number>} */ (line.values ?? {});
    const last = made.at(-1);
    if (DECLARES.has(line.kind)) {
      this.fight();
      const target = line.kind === "attacks" ? this.corner(v.target) : null;
      const entity = "entity" in v ? this.entity(v.entity) : null;
      if (line.kind === "entity_attacks") this.corners = [/** @type {Corner} */ (entity), this.corner(v.fighter)];
      else {
        if (line.kind === "attacks_module") this.base = v.seat;
        const module = { piece: -1, name: this.module(v.module), total: 0 };
        this.corners = [this.corner(v.fighter), target ?? entity ?? module];
      }
      return;
    }
    if (line.kind === "guards" && this.corners[1]) this.corners[1] = this.corner(v.fighter);
    if (ROLLS.has(line.kind)) return this.rolled(line, v);
    if (BEFORE.has(line.kind) && !this.over) this.before.push(withReasons(plain(line), reasons(line)));
    if (line.kind === "uses_reroll") this.again = { by: v.fighter, target: v.target, line, power: false };
    else if (line.kind === "uses_power") this.again = { by: v.fighter, target: null, line, power: true };
    else if (line.kind === "raises" || line.kind === "raises_free") {
      this.raising = true;
      this.free = reasons(line);
    } else if (line.kind === "yields") this.yields(line);
    else if (DECIDES.has(line.kind)) made.push(this.decided(line, v));
    else if (line.kind === "dies") {
      const fallen = this.fell(v);
      // That is what the game is about: the fight that did it says so too.
      const fight = made.findLast((each) => each.kind === "fight");
      if (fight) fight.alarm = [fight.alarm, fallen.title, ...this.lead()].filter(Boolean).join(" ");
      made.push(fallen);
    } else if (line.kind === "module_destroyed") made.push(this.ruined(v));
    else if (CLOSING.has(line.kind) || (GAINS.has(line.kind) && this.over && !last)) this.closing.push(plain(line));
    else if (line.kind === "plan_lost") this.idle.push(this.piece(v.fighter).short);
    else if (line.kind === "clock_ticks") made.push(this.ended(v));
    else if (line.kind === "turn") {
      this.turn = v.n;
      this.over = false;
      this.closing = [];
      this.idle = [];
      this.fallen = [];
      const card = made.findLast((each) => each.kind === "turn");
      if (card) card.told.push(this.of("turn_next", v.seat, { n: v.n }));
    } else if (FOLLOWS.has(line.kind)) {
      const fight = made.findLast((each) => each.kind === "fight") ?? this.settled(made);
      if (!SPARES.has(line.kind)) this.open = null;
      if (line.kind === "clock_back") this.drained = line.because?.[0]?.reason ?? "";
      if (fight && line.kind === "clock_back") this.turnedBack(fight, line, v.n);
      else if (fight) fight.told.push(this.followed(line, v));
    }
  }

  /** A fight whose outcome somebody had to choose after it was shown: it is shown again with what it brings. @param {Moment[]} made */
  settled(made) {
    if (!this.open) return;
    const { title, stamp, left, right } = this.open;
    const again = this.moment({ kind: "fight", title, stamp, left, right });
    made.push(again);
    return again;
  }

  /** The clock loses energy: everybody has more time, whoever fought. @param {Moment} fight @param {Line} line @param {number} n */
  turnedBack(fight, line, n) {
    if (!n) {
      fight.told.push(this.say("back_none"));
      return;
    }
    if (fight.stamp === "fight") fight.title = this.say("back", { name: this.place.dataset.clock ?? "" });
    fight.told.push(plain(line), this.say("back_told"));
    fight.weighs = true;
  }

  /** What the fight did; why it met that one, where a defender chose among attackers. @param {Line} line @param {Record<string, number>} v */
  followed(line, v) {
    if (line.kind === "module_hit" && v.seat === this.reader) {
      const name = this.module(v.module);
      return this.say("hit_you", { module: name.charAt(0).toLowerCase() + name.slice(1), n: v.n, old: v.left });
    }
    const reason = line.because?.find((each) => each.clause === "BW-DAMAGE-3")?.reason;
    return reason ? this.say("chosen", { line: plain(line).replace(/\.$/, ""), reason }) : plain(line);
  }

  /** @param {number} label @returns {Corner} */
  corner(label) {
    const { number, short } = this.piece(label);
    return { piece: number, name: short, total: 0 };
  }

  /** @param {number} label @returns {Corner} */
  entity(label) {
    const name = this.words.querySelector(`[data-entity="${label % 4}"]`)?.textContent ?? "";
    return { piece: -1, name, total: 0 };
  }

  /** A first die, one more, or one rolled again. @param {Line} line @param {Record<string, number>} v */
  rolled(line, v) {
    const entity = line.kind === "entity_rolls";
    const label = entity ? -1 : v.fighter;
    const who = entity ? { number: -1, seat: -1, short: this.entity(v.entity).name } : this.piece(label);
    const faces = this.faces.get(label) ?? [];
    this.faces.set(label, faces);
    const side = this.corners.findIndex((each) => each.piece === who.number && (!entity || each.name === who.short));
    const at = side >= 0 ? side : 0;
    if (this.corners[at]) this.corners[at].total = entity ? v.face : v.total;
    const worth = v.face + (v.bonus ?? 0);
    if (this.again && (this.again.power || this.again.target === label)) {
      this.trail.push(withReasons(this.rolledAgain(label, who, faces.at(-1) ?? v.face, v.face), reasons(line)));
      faces[Math.max(0, faces.length - 1)] = v.face;
    } else {
      faces.push(v.face);
      const values = { who: who.short, die: v.die ?? "", face: v.face, bonus: v.bonus ?? 0, n: worth };
      const mine = who.seat === this.reader && this.reader >= 0;
      const why = [this.free, reasons(line)].filter(Boolean).join("; ");
      let key = entity ? "first_entity" : v.bonus ? "first_bonus" : "first";
      if (this.raising) key = mine ? "raise_you" : "raise";
      this.trail.push(withReasons(this.say(key, values), why));
    }
    this.again = null;
    this.raising = false;
    this.free = "";
  }

  /** @param {number} label @param {{seat: number, short: string}} who @param {number} old @param {number} face */
  rolledAgain(label, who, old, face) {
    const { by, power, line } = /** @type {NonNullable<typeof this.again>} */ (this.again);
    const actor = this.piece(by);
    const values = { who: actor.short, foe: who.short, old, face, line: plain(line) };
    const mine = who.seat === this.reader && this.reader >= 0;
    const own = actor.seat === who.seat;
    // A green token may be lent to whoever leads the attack.
    const key = power ? "power" : own ? (by === label ? "again" : "lent") : "forced";
    const told = this.say(mine ? `${key}_you` : actor.seat === this.reader ? `${key}_by_you` : key, values);
    return old === face ? `${told} ${this.say("same")}` : told;
  }

  /** @param {Line} line */
  yields(line) {
    const reason = line.because?.[0]?.reason ?? "";
    const said = plain(line);
    this.trail.push(reason ? this.say("because", { line: said.replace(/\.$/, ""), reason }) : said);
  }

  /** @param {Line} line @param {Record<string, number>} v */
  decided(line, v) {
    const [attack, defence] = this.corners;
    const winner = line.kind === "wins_combat" ? this.piece(v.fighter) : null;
    const mine = [attack, defence].map((each) => (each && each.piece >= 0 ? Number(each.piece >= 4) : -1));
    let key = "fight";
    if (line.kind === "tie") key = "tie";
    else if (winner && winner.seat === this.reader) key = "won";
    else if (this.reader >= 0 && this.base === this.reader && !mine.includes(this.reader)) key = "hit";
    else if (this.reader >= 0 && mine.includes(this.reader)) key = "lost";
    this.over = true;
    const card = this.moment({
      kind: "fight",
      title: this.say(key),
      left: attack,
      right: defence,
      trail: this.whole(),
      told: [...this.before, ...(key === "tie" ? [this.say("tie_told")] : [])],
      stamp: key,
    });
    this.open = key === "tie" ? null : card;
    return card;
  }

  /** @param {Record<string, number>} v */
  fell(v) {
    const { number, seat, short } = this.piece(v.fighter);
    this.fallen.push(short);
    const left = this.left("alive", seat);
    return this.moment({
      kind: "ko",
      by: this.say(seat === this.reader ? "ko_you" : "ko", { name: this.player(seat) }),
      title: this.say("ko_title", { who: short }),
      told: [this.of(left ? "ko_left" : "ko_none", seat, { n: left }), ...this.lead()],
      stamp: "ko",
      pieces: [{ piece: number, gone: true }],
      weighs: true,
    });
  }

  /** @param {Record<string, number>} v */
  ruined(v) {
    const left = this.left("modules", v.seat);
    this.fallen.push(this.module(v.module));
    return this.moment({
      kind: "ruin",
      by: this.of(left ? "ruin" : "base", v.seat),
      title: this.say("ruin_title", { module: this.module(v.module) }),
      told: left
        ? [this.say(`ruin_${v.module}`), ...(left > 1 ? [this.of("ruin_left", v.seat, { n: left })] : [])]
        : [],
      alarm: left === 1 ? this.of("ruin_last", v.seat) : "",
      stamp: "ruin",
      module: { kind: v.module, seat: v.seat },
      weighs: true,
    });
  }

  /** @param {Record<string, number>} v */
  ended(v) {
    const near = v.threshold - v.energy;
    const told = [...this.closing];
    if (this.idle.length) told.unshift(this.say("turn_idle", { names: this.idle.join(", ") }));
    if (this.fallen.length) told.unshift(this.say("turn_fallen", { names: this.fallen.join(", ") }));
    const shown = told.slice(0, LONGEST);
    const gain = Number(this.place.dataset.gain ?? 1) || 1;
    const soon = near <= gain ? "clock_last" : near <= SOON * gain ? "clock_soon" : "";
    const end = this.say("turn_end", { n: this.turn || Number(this.place.dataset.turn ?? 1) - 1 });
    return this.moment({
      kind: "turn",
      by: near > 0 ? "" : end,
      title: near > 0 ? end : this.say("world_end"),
      stamp: near > 0 ? "" : "doom",
      told: [
        ...shown,
        this.say("clock", { name: this.place.dataset.clock ?? "", n: v.n, energy: v.energy, total: v.threshold }),
        ...this.lead(),
      ],
      alarm: near > 0 && soon ? this.say(soon, { name: this.place.dataset.clock ?? "" }) : "",
      clock: { energy: v.energy, threshold: v.threshold },
      weighs: true,
    });
  }
}

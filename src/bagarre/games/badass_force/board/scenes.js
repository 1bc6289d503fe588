// @ts-check
/** What has just happened, in large over the stage: the card turned over, the hero lost, the stamp, the points.
 *
 * While a scene is shown everything waits (`showing.js`); a touch or a key goes on.
 */
import { showInTurn } from "/static/showing.js";

/** @typedef {{kind: string, html?: string, text?: string, values?: Record<string, number | null>, because?: {value: number | null, reason: string, clause: string}[]}} Line */
/** @typedef {{kind: string, by: string, title: string, told: string[], stamp: string, tone: string, cards: {hero: number, gone?: boolean, small?: boolean}[], points: string[], near: string, ends?: boolean, list?: string[], dice?: number[], time: number, seat: number}} Scene */

/** How long a scene is shown, in milliseconds; what befalls the reader is longer, small things are shorter. */
const SHORT = 1500;
const USUAL = 2500;
const MINE = 3400;
const TURNING = 4200;
/** By how much of that at the speed of the table's bots: in a first game there is much to read. */
const SPEEDS = { calm: 1.3, quick: 0.85, at_once: 0.5 };
/** Why a card is lost, as the state counts the causes: a right name, a full weapon, a caught bluff, a false denunciation, a card of the hand. */
const NAMED = 1;
const OVERLOAD = 3;
const BLUFF = 4;
const DENIAL = 5;
const SLASH = 6;
/** Points below the goal from which one kill ends the game. */
const NEAR = 2;
/** The rule of the point more for a hero of whoever leads alone. */
const LEADER = "BF-SCORE-4";
/** The rule by which a kill that is not the first one of the turn brings 1 point. */
const FURTHER = "BF-SCORE-3";
/** Where a title is broken, a name is not. */
const HYPHEN = "-\u2060";
/** Between two things of a title: the dot ends a line, and begins none. */
const AND = "\u00a0· ";
/** What a power that nobody denounced did, which is told with it. */
const EFFECTS = new Set([
  "gains",
  "receives",
  "loses",
  "wastes",
  "swaps",
  "takes",
  "aims",
  "executes",
  "changes",
  "revives",
]);

/** Those that change charges, with the words for whoever's they are. @type {Record<string, string>} */
const CHARGING = { gains: "gains_you", receives: "gains_you", loses: "loses_you" };

/** @param {Line} line */
function plain(line) {
  const said = document.createElement("p");
  if (line.html === undefined) return line.text ?? "";
  said.innerHTML = line.html; // escaped by the server, with names in bold
  return said.textContent ?? "";
}

/** @param {string} words */
const begun = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);

/** What is remembered between the lines of several steps, and the scenes that they make. */
export class Director {
  /** @param {HTMLElement} place the element that holds words and names @param {number} reader */
  constructor(place, reader) {
    this.place = place;
    this.reader = reader;
    /** The latest announcement. @type {{seat: number, hero: number, front: number} | null} */
    this.claim = null;
    /** Is it a defence? */
    this.guards = false;
    /** Who denounced it, in secret and at once. @type {number[]} */
    this.denouncers = [];
    /** The heroes named in this turn. @type {number[]} */
    this.named = [];
    /** Who lost a hero last. */
    this.victim = -1;
    /** The power or shot under way, and whose it is. @type {{seat: number, told: string} | null} */
    this.doing = null;
    /** Whom each seat last announced, as long as nothing has changed in front of it. @type {Map<number, number>} */
    this.spoken = new Map();
    /** Have the dice been rolled? */
    this.rolled = false;
    /** The dice under way, if any. @type {number[]} */
    this.dice = [];
    /** What each seat was given by what is under way. @type {Map<number, {n: number, charge: number}>} */
    this.filled = new Map();
  }

  get goal() {
    return Number(this.place.dataset.target ?? 0);
  }

  get names() {
    return /** @type {string[]} */ (JSON.parse(this.place.dataset.names ?? "[]"));
  }

  /** @param {string} key @param {Record<string, string | number>} [values] */
  say(key, values = {}) {
    const said = this.place.querySelector(`[data-say="${key}"]`)?.textContent ?? "";
    return said.replace(/\{(\w+)\}/g, (_, name, at) => {
      const value = String(values[name] ?? "");
      // A name's own article is small within a sentence.
      return at ? value.replace(/^(Les?|La|The) |^L’/, (article) => article.toLowerCase()) : value;
    });
  }

  /** The same sentence to whom it speaks of, or about them. @param {string} key @param {number} seat @param {Record<string, string | number>} [values] */
  of(key, seat, values = {}) {
    return this.say(seat === this.reader ? `${key}_you` : key, { name: this.names[seat] ?? "", ...values });
  }

  /** @param {number} hero */
  hero(hero) {
    return this.place.querySelector(`[data-hero="${hero}"]`)?.getAttribute("data-name") ?? "";
  }

  /** @param {Partial<Scene>} scene @returns {Scene} */
  scene(scene) {
    const base = { kind: "", by: "", title: "", told: [], stamp: "", tone: "", cards: [], points: [], near: "" };
    return { ...base, time: USUAL, seat: -1, ...scene };
  }

  /** The scenes of one step. @param {Line[]} lines @returns {Scene[]} */
  scenes(lines) {
    /** @type {Scene[]} */
    const made = [];
    for (const line of lines) this.take(line, made);
    return made;
  }

  /** @param {Line} line @param {Scene[]} made */
  take(line, made) {
    const v = /** @type {Record<string, number>} */ (line.values ?? {});
    const last = made.at(-1);
    const mine = v.seat === this.reader;
    switch (line.kind) {
      case "turn_starts":
        this.named = [];
        this.claim = null;
        this.doing = null;
        this.dice = [];
        this.filled.clear();
        return;
      case "receives":
        this.filled.set(v.seat, { n: v.n, charge: v.charge });
        this.told(line, v, last);
        return;
      case "announces":
      case "defends":
        this.claim = { seat: v.seat, hero: v.character, front: Number(this.place.dataset.front ?? -1) };
        this.guards = line.kind === "defends";
        this.denouncers = [];
        this.spoken.set(v.seat, v.character);
        return;
      case "denounces":
        this.denouncers.push(v.seat);
        return;
      case "places":
        this.spoken.delete(v.seat);
        return;
      case "names":
        this.named.push(v.character);
        return;
      case "unchallenged":
        made.push(mine ? this.believed(v.character) : this.unchallenged(v.seat, v.character));
        return;
      case "caught":
        made.push(this.caught(v));
        return;
      case "proves":
        made.push(this.proves(v));
        return;
      case "dies":
        return this.dies(line, v, made);
      case "comes_back":
        if (last?.kind === "dies") {
          last.stamp = this.say("back_stamp");
          last.tone = "proven";
          for (const card of last.cards) card.gone = false;
          last.told.push(this.of("back", v.seat, { hero: this.hero(v.character) }));
        }
        return;
      case "scores":
        return this.scores(line, v, last);
      case "cool_point":
        if (v.total >= this.goal) made.push(this.cool(line, v));
        return;
      case "misses":
        made.push(this.misses(v));
        return;
      case "cancels":
      case "dodges": {
        const kind = line.kind === "cancels" ? "parry" : "dodge";
        const claimed = kind === "parry" && this.claim?.seat === v.seat ? this.claim.hero : -1;
        // Nobody denounced the defence: that it holds is one scene with it.
        if (kind === "parry" && last && ["passes", "believed"].includes(last.kind) && last.seat === v.seat) {
          last.told.push(`${this.of("parry_by", v.seat)}.`);
          if (last.kind === "passes")
            Object.assign(last, { stamp: this.say("parry_stamp"), tone: "proven", time: USUAL });
          return;
        }
        made.push(
          this.scene({
            kind,
            by: this.of(`${kind}_by`, v.seat),
            title: claimed >= 0 ? this.hero(claimed) : (this.names[v.seat] ?? ""),
            stamp: this.say(`${kind}_stamp`),
            tone: "proven",
            cards: claimed >= 0 ? [{ hero: claimed }] : [],
            seat: v.seat,
          }),
        );
        return;
      }
      case "avenges":
        made.push(
          this.scene({
            kind: "veng",
            by: this.of("veng_by", v.seat),
            title: this.say("veng_title"),
            list: ["cards", "charges", "red", "cool"].map((key) => this.say(`veng_${key}`)),
            tone: "lie",
            time: mine ? TURNING + 2000 : TURNING,
            seat: v.seat,
          }),
        );
        return;
      case "peeks":
        this.peeks(v, made);
        return;
      case "shows":
        made.push(
          this.scene({
            kind: "shows",
            by: this.of("shows_by", v.seat),
            title: this.hero(v.character),
            stamp: this.say("peek_stamp"),
            cards: [{ hero: v.character }],
            time: mine ? MINE : USUAL,
            seat: v.seat,
          }),
        );
        return;
      case "rolls": {
        const both = v.first === v.second ? [`dice_${v.first}`] : [`die_${v.first}`, `die_${v.second}`];
        made.push(
          this.scene({
            kind: "roll",
            by: this.of("roll_by", v.seat),
            title: both
              .map((key) => begun(this.say(key, { name: mine ? this.say("you") : this.names[v.seat] })))
              .join("\n"),
            // The first time what the Armory is; then what it brought says enough.
            told: this.rolled ? [] : [this.say("roll_told")],
            dice: [v.first, v.second],
            time: this.rolled ? SHORT : USUAL,
            seat: v.seat,
          }),
        );
        this.rolled = true;
        this.dice = [v.first, v.second];
        this.filled.clear();
        return;
      }
      case "changes":
        if (!mine) made.push(this.changes(v.seat));
        return;
      default:
        if (line.kind === "executes" || line.kind === "uses") {
          this.doing = { seat: v.seat, told: plain(line) };
          this.dice = [];
          this.filled.clear();
        }
        this.told(line, v, last);
    }
  }

  /** What a power did is told with nobody having denounced it. @param {Line} line @param {Record<string, number>} v @param {Scene | undefined} last */
  told(line, v, last) {
    if (last && ["believed", "passes"].includes(last.kind) && EFFECTS.has(line.kind) && last.told.length < 3)
      last.told.push(this.effect(line, v));
  }

  /** What filled the weapon that explodes at once, and the dice that did it (BF-OVER-3). @param {number} seat */
  filling(seat) {
    const filled = this.filled.get(seat);
    if (!filled) return [];
    const step = { from: filled.charge - filled.n, top: filled.charge };
    const dice = this.dice.map((colour) => this.say(`colour_${colour}`)).join(" + ");
    return [this.say(dice ? "boom_dice" : "boom_step", { ...step, dice })];
  }

  /** @param {number} said */
  believed(said) {
    const front = this.claim?.front ?? -1;
    const bluff = front >= 0 && front !== said;
    const cards = bluff ? [{ hero: said }, { hero: front, small: true }] : [{ hero: said }];
    return this.scene({
      kind: "believed",
      by: this.say(bluff ? "bluff_by" : "believed_by"),
      title: this.say("i_am", { hero: this.hero(said) }),
      told: [this.say(bluff ? "bluff_told" : this.guards ? "guard_told" : "believed_told", { hero: this.hero(front) })],
      stamp: this.say(bluff ? "bluff_stamp" : "believed_stamp"),
      tone: "proven",
      cards,
      time: bluff ? MINE : USUAL,
      seat: this.reader,
    });
  }

  /** @param {number} seat @param {number} hero */
  unchallenged(seat, hero) {
    const by = this.say("passes_by", { name: this.names[seat] ?? "", hero: this.hero(hero) });
    return this.scene({ kind: "passes", by, title: this.say("passes_title"), cards: [{ hero }], time: SHORT, seat });
  }

  /** What was known of a card in front goes with it (BF-CHANGE-2). @param {number} seat */
  changes(seat) {
    return this.scene({
      kind: "changes",
      by: this.say("changes_by", { name: this.names[seat] ?? "" }),
      title: this.say("changes_title"),
      told: [this.say("changes_told")],
      time: SHORT,
      seat,
    });
  }

  /** That the reader denounced too, and whose denunciation counted (BF-DEN-2). @param {number} first */
  late(first) {
    const late = first !== this.reader && this.denouncers.includes(this.reader);
    return late ? [this.say("late", { name: this.names[first] ?? "" })] : [];
  }

  /** Whoever comes back when killed does not when unmasked (BF-C-OTTO). @param {number} hero */
  lost(hero) {
    const returns = this.place.querySelector(`[data-hero="${hero}"]`)?.hasAttribute("data-returns");
    return returns ? [this.say("lie_lost", { hero: this.hero(hero) })] : [];
  }

  /** What changed the reader's charges says so to them. @param {Line} line @param {Record<string, number>} v */
  effect(line, v) {
    if (line.kind === "wastes" && v.seat === this.reader) return this.say("wastes_you");
    const how = CHARGING[line.kind];
    return how && v.seat === this.reader ? this.say(how, { n: v.n, total: v.charge }) : plain(line);
  }

  /** @param {Record<string, number>} v */
  caught(v) {
    return this.scene({
      kind: "caught",
      by: this.of("lie_by", v.seat, { hero: this.hero(v.claimed) }),
      title: this.say("lie_title", { hero: this.hero(v.character) }),
      told: [this.of("lie_told", v.denouncer), ...this.lost(v.character), ...this.late(v.denouncer)],
      stamp: this.say("lie_stamp"),
      tone: "lie",
      cards: [{ hero: v.character, gone: true }],
      time: [v.seat, ...this.denouncers].includes(this.reader) ? MINE : USUAL,
      seat: v.seat,
    });
  }

  /** @param {Record<string, number>} v */
  proves(v) {
    return this.scene({
      kind: "proves",
      by: this.of("lie_by", v.seat, { hero: this.hero(v.character) }),
      title: this.say("true_title", { hero: this.hero(v.character) }),
      told: this.late(v.denouncer),
      stamp: this.say("true_stamp"),
      tone: "proven",
      cards: [{ hero: v.character }],
      time: [v.seat, ...this.denouncers].includes(this.reader) ? MINE : USUAL,
      seat: v.seat,
    });
  }

  /** The card of a caught liar has just been shown; a false denouncer's stands beside the true one. @param {Line} line @param {Record<string, number>} v @param {Scene[]} made */
  dies(line, v, made) {
    this.victim = v.seat;
    const last = made.at(-1);
    if (v.cause === BLUFF && last?.kind === "caught") return;
    if (v.cause === DENIAL && last?.kind === "proves") {
      last.told.push(this.of("true_told", v.seat, { hero: this.hero(v.character) }));
      last.cards.push({ hero: v.character, gone: true, small: true });
      return;
    }
    // Who did it, and with what: whoever is hit may have looked elsewhere.
    const { doing } = this;
    const told = doing && doing.seat === v.killer && v.killer !== this.reader ? [doing.told] : [];
    if (line.because?.length) told.push(`${begun(line.because[0].reason)}.`);
    if (v.cause === OVERLOAD) told.push(...this.filling(v.seat));
    if (v.cause === NAMED && this.spoken.get(v.seat) === v.character) told.push(this.of("overheard", v.seat));
    const what = v.cause === OVERLOAD ? "boom" : v.cause === SLASH || v.cause === DENIAL ? "hand" : "dies";
    made.push(
      this.scene({
        kind: "dies",
        by: this.of(`${what}_by`, v.seat),
        title: this.hero(v.character),
        told,
        stamp: this.say(what === "boom" ? "boom_stamp" : "dies_stamp"),
        tone: "lie",
        cards: [{ hero: v.character, gone: true }],
        time: [v.seat, v.killer].includes(this.reader) ? MINE : USUAL,
        seat: v.seat,
      }),
    );
  }

  /** @param {Line} line @param {Record<string, number>} v @param {Scene | undefined} last */
  scores(line, v, last) {
    if (!last) return;
    last.points.push(this.of("scored", v.seat, { n: v.n, total: v.total }));
    if (line.because?.some((each) => each.clause === FURTHER)) last.told.push(this.say("further"));
    if (line.because?.some((each) => each.clause === LEADER)) last.told.push(this.of("led", this.victim));
    if (v.total >= this.goal && v.total - v.n < this.goal) {
      last.near = this.say("over", { total: v.total });
      last.ends = true;
    } else if (v.total >= this.goal - NEAR && v.total < this.goal && v.total - v.n < this.goal - NEAR && !last.ends)
      last.near = this.of("near", v.seat);
    if (last.near) last.time = Math.max(last.time, MINE);
  }

  /** A turn that begins with the point that reaches the goal. @param {Line} line @param {Record<string, number>} v */
  cool(line, v) {
    return this.scene({
      kind: "cool",
      by: this.of("cool_by", v.seat),
      title: this.say("cool_title"),
      told: line.because?.length ? [`${begun(line.because[0].reason)}.`] : [],
      tone: "proven",
      points: [this.of("scored", v.seat, { n: 1, total: v.total })],
      near: this.say("last_turn", { total: v.total }),
      ends: true,
      time: TURNING,
      seat: v.seat,
    });
  }

  /** @param {Record<string, number>} v */
  misses(v) {
    const by = v.target === this.reader ? this.say("miss_by_me", { name: this.names[v.seat] ?? "" }) : "";
    return this.scene({
      kind: "miss",
      by: by || this.of("miss_by", v.seat, { other: this.names[v.target] ?? "" }),
      title: this.named.map((hero) => this.hero(hero)).join(AND),
      told: [this.say(this.named.length > 1 ? "miss_told_some" : "miss_told")],
      stamp: this.say("miss_stamp"),
      cards: this.named.map((hero) => ({ hero })),
      time: [v.seat, v.target].includes(this.reader) ? USUAL : SHORT,
      seat: v.seat,
    });
  }

  /** @param {Record<string, number>} v @param {Scene[]} made */
  peeks(v, made) {
    const front = Number(this.place.dataset.front ?? -1);
    const seen = v.seat === this.reader ? v.character : v.target === this.reader ? front : -1;
    if (seen === null || seen < 0) return;
    const own = v.seat === this.reader;
    made.push(
      this.scene({
        kind: "peek",
        by: this.say(own ? "peek_by" : "peeked_by", { name: this.names[own ? v.target : v.seat] ?? "" }),
        title: this.hero(seen),
        told: own ? [this.say("peek_told")] : [],
        stamp: this.say("peek_stamp"),
        cards: [{ hero: seen }],
        time: MINE,
        seat: v.seat,
      }),
    );
  }
}

/** @param {string} tag @param {string} name @param {string} [text] */
function made(tag, name, text) {
  const element = document.createElement(tag);
  element.className = name;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** @param {string} id @param {string} name */
function drawn(id, name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", name);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${id}`);
  svg.append(use);
  return svg;
}

/** @param {HTMLElement} place @param {number} hero */
export function cardOf(place, hero) {
  const card = place.querySelector(`[data-hero="${hero}"]`)?.firstElementChild?.cloneNode(true);
  return card instanceof HTMLElement ? card : null;
}

/** @param {HTMLElement} shown @param {HTMLElement} place @param {Scene} scene @param {string} go */
export function draw(shown, place, scene, go) {
  const cards = made("div", "scene__cards");
  for (const { hero, gone, small } of scene.cards) {
    const card = cardOf(place, hero);
    if (!card) continue;
    card.classList.toggle("is-gone", Boolean(gone));
    card.classList.toggle("is-second", Boolean(small));
    cards.append(card);
  }
  for (const colour of scene.dice ?? []) {
    const name = ["green", "yellow", "red"][colour];
    const die = made("span", `die die--${name}`);
    die.append(drawn(`bf-d-${name}`, ""));
    cards.append(die);
  }
  if (scene.kind === "changes") cards.append(drawn("bf-back", "scene__flame"));
  else if (["veng", "cool"].includes(scene.kind)) cards.append(drawn(`bf-i-${scene.kind}`, "scene__flame"));
  else if (!cards.childElementCount) cards.append(drawn("bf-i-defense", "scene__flame"));
  const words = made("div", "scene__words");
  const by = made("p", "scene__by");
  if (scene.seat >= 0) by.append(drawn(`bf-seat-${scene.seat}`, "pawn"));
  by.append(scene.by);
  words.append(by, made("h3", "scene__title display", scene.title.replaceAll("-", HYPHEN)));
  for (const sentence of scene.told) words.append(made("p", "scene__told", sentence));
  if (scene.list) {
    const list = made("ul", "scene__list");
    list.append(...scene.list.map((each) => made("li", "", each)));
    words.append(list);
  }
  for (const each of scene.points) words.append(made("p", "scene__points display", each));
  if (scene.near) words.append(made("p", "scene__near", scene.near));
  const button = made("button", "scene__go", go);
  button.setAttribute("type", "button");
  const old = shown.querySelector(".scene__in");
  const inside = made("div", `scene__in scene--${scene.kind}`);
  inside.append(cards, words, button, made("i", "scene__time"));
  if (scene.stamp) inside.append(made("b", `stamp stamp--${scene.tone || "plain"} display`, scene.stamp));
  inside.style.setProperty("--time", `${scene.time}ms`);
  if (old) old.replaceWith(inside);
  else shown.append(inside);
}

/** @param {HTMLElement} stage @param {import("/static/showing.js").Table} table */
export function showScenes(stage, table) {
  /** @type {Director | null} */
  let director = null;
  showInTurn(stage, table, {
    place: "[data-scene]",
    draw: (shown, /** @type {Scene} */ scene) => {
      draw(shown, shown, scene, director?.say("go") ?? "");
      // The bar, whose question is answered, says meanwhile what is going on.
      document.getElementById("bar")?.setAttribute("data-my-shown", director?.say("bar") ?? "");
    },
    mark: (kind) => {
      const board = stage.querySelector(".bf");
      if (kind === null) board?.removeAttribute("data-my-scene");
      else board?.setAttribute("data-my-scene", kind);
    },
    told: (lines, shown, _question, stop) => {
      if (!director || director.place !== shown || director.reader !== table.seat) {
        stop();
        director = new Director(shown, table.seat);
      }
      return director.scenes(lines);
    },
    weighs: (scene) => scene.time >= MINE,
    leads: true,
    speeds: SPEEDS,
  });
}

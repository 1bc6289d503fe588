// @ts-check
/** The race: everybody's points at the end of each round of the table, and the reader's best turn, counted from the log. */

/** Rounds that have room beside a name; of a longer game some are left out. */
const ROOM = 8;

export class Race {
  /** @param {number} reader @param {number} seats */
  constructor(reader, seats) {
    this.reader = reader;
    this.seats = seats;
    this.turns = 0;
    /** Everybody's points after each round. @type {number[][]} */
    this.rounds = [];
    /** What the reader scored in the turn under way. */
    this.gained = 0;
    this.best = { points: 0, round: 0 };
  }

  get round() {
    return Math.max(1, Math.ceil(this.turns / this.seats));
  }

  /** @param {import("./scenes.js").Line} line */
  take(line) {
    const v = /** @type {Record<string, number>} */ (line.values ?? {});
    if (line.kind === "turn_starts") {
      this.turns += 1;
      this.gained = 0;
    }
    if (line.kind !== "scores" && line.kind !== "cool_point") return;
    while (this.rounds.length < this.round)
      this.rounds.push([...(this.rounds.at(-1) ?? new Array(this.seats).fill(0))]);
    this.rounds[this.round - 1][v.seat] = v.total;
    if (v.seat !== this.reader) return;
    this.gained += line.kind === "scores" ? v.n : 1;
    // Of equals the latest one: it may have won the game.
    if (this.gained >= this.best.points) this.best = { points: this.gained, round: this.round };
  }

  /** The rounds to show, the last one among them. */
  shown() {
    const last = this.rounds.length;
    const step = Math.ceil(last / ROOM);
    return Array.from({ length: Math.ceil(last / step) }, (_, i) => last - i * step).reverse();
  }
}

/** @param {string} tag @param {string} text @param {string} [scope] */
function cell(tag, text, scope) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (scope) made.setAttribute("scope", scope);
  return made;
}

/** @param {HTMLElement} place @param {Race} race */
export function drawRace(place, race) {
  if (!race.rounds.length) return;
  const names = /** @type {string[]} */ (JSON.parse(place.dataset.names ?? "[]"));
  const shown = race.shown();
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  head.append(cell("th", place.dataset.round ?? "", "row"), ...shown.map((n) => cell("th", String(n), "col")));
  const body = table.createTBody();
  const final = race.rounds.at(-1) ?? [];
  const order = names.map((_, seat) => seat).sort((a, b) => final[b] - final[a]);
  for (const seat of order) {
    const row = body.insertRow();
    row.classList.toggle("is-you", seat === race.reader);
    row.append(cell("th", names[seat], "row"));
    for (const n of shown) {
      const points = race.rounds[n - 1];
      const told = cell("td", String(points[seat]));
      told.classList.toggle("is-ahead", points[seat] > 0 && points[seat] === Math.max(...points));
      row.append(told);
    }
  }
  place.querySelector("table")?.replaceWith(table);
  const best = /** @type {HTMLElement | null} */ (place.querySelector("[data-best]"));
  if (best && race.best.points) {
    const said = (best.dataset.best ?? "").replace("{n}", String(race.best.points));
    best.textContent = said.replace("{round}", String(race.best.round));
  }
  place.hidden = false;
}

// @ts-check
/** The rounds of a finished game, counted from the log: which of them counted most for the winner, and the best one of whoever has lost. */

/** What brings keys, in the order in which it is told. */
const SOURCES = /** @type {const} */ (["won", "extra", "perfect"]);
/** @typedef {Record<typeof SOURCES[number], number>} Gain */

/** @param {Gain | undefined} gain */
const total = (gain) => (gain ? gain.won + gain.extra + gain.perfect : 0);

/** @param {HTMLElement} place @param {string} words @param {Record<string, string | number>} values */
function fill(place, words, values) {
  place.textContent = words.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
  place.hidden = false;
}

/** @param {HTMLElement} stage @param {import("/static/showing.js").Table} table */
export function tellRounds(stage, table) {
  /** The number of the last line counted: on arrival, or after a jump, the log begins anew. */
  let counted = 0;
  let round = 0;
  /** Keys gained in each round by each seat. @type {Map<number, Map<number, Gain>>} */
  let rounds = new Map();

  /** @param {number} seat @param {keyof Gain} source @param {number} n */
  const gain = (seat, source, n) => {
    const seats = rounds.get(round) ?? new Map();
    const had = seats.get(seat) ?? { won: 0, extra: 0, perfect: 0 };
    seats.set(seat, { ...had, [source]: had[source] + n });
    rounds.set(round, seats);
  };
  const tellBest = () => {
    const place = /** @type {HTMLElement | null} */ (stage.querySelector("[data-best]"));
    const own = [...rounds].map(([number, seats]) => ({ round: number, n: total(seats.get(table.seat)) }));
    const best = own.reduce((one, other) => (other.n > one.n ? other : one), { round: 0, n: 0 });
    if (place && best.n) fill(place, place.dataset.best ?? "", best);
  };
  /** The round in which the winner gained most on the reader, of equals the latest; where each was worth one key, all that were won. */
  const tellDeciding = () => {
    const place = /** @type {HTMLElement | null} */ (stage.querySelector("[data-deciding]"));
    if (!place) return;
    const winner = Number(place.dataset.winner);
    const led = [...rounds]
      .filter(([, seats]) => total(seats.get(winner)))
      .map(([number, seats]) => {
        const lost = winner === table.seat ? 0 : total(seats.get(table.seat));
        return { round: number, gain: /** @type {Gain} */ (seats.get(winner)), ahead: total(seats.get(winner)) - lost };
      });
    const [most] = [...led].sort((one, other) => other.ahead - one.ahead || other.round - one.round);
    if (!most) return;
    if (total(most.gain) > 1) {
      const part = (/** @type {typeof SOURCES[number]} */ source) =>
        source === "extra" && most.gain.extra > 1
          ? place.dataset.extras?.replace("{n}", String(most.gain.extra))
          : place.dataset[source];
      const why = SOURCES.filter((source) => most.gain[source]).map(part);
      fill(place, place.dataset.deciding ?? "", { round: most.round, n: total(most.gain), why: why.join(", ") });
    } else fill(place, place.dataset.each ?? "", { rounds: led.map((one) => one.round).join(", ") });
  };
  table.onupdate((lines) => {
    for (const { n, kind, values } of lines) {
      if (n === 1) {
        rounds = new Map();
        counted = 0;
      }
      if (n <= counted) continue;
      counted = n;
      if (kind === "round_begins") round = values.n;
      if (kind === "makes_perfect") gain(values.seat, "perfect", values.n);
      if (kind === "wins_round") {
        // Against the Reaper there is none (BQ-REAP-6).
        gain(values.seat, "won", Math.min(1, values.n));
        gain(values.seat, "extra", Math.max(0, values.n - 1));
      }
    }
    tellBest();
    tellDeciding();
  });
}

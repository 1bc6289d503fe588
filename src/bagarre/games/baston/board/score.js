// @ts-check
/** The scores while the film runs: what each line on show is worth, so that a blow and its points come together. */

/** @typedef {import("./changes.js").Line} Line */
/** @typedef {{side: number, men: Set<number>, worth: Record<string, number>}} Seat */

/** @param {number | null | undefined} who */
const tag = (who) => Number(who) & 31;

/** The seats as the page tells them: their side, their men, and what their side scores for. @param {HTMLElement} stage @returns {Seat[]} */
export function seatsOf(stage) {
  return [...stage.querySelectorAll(".gangs li")].map((node) => ({
    side: Number(node.getAttribute("data-side")),
    men: new Set((node.getAttribute("data-men") ?? "").split(" ").map(Number)),
    worth: JSON.parse(node.getAttribute("data-worth") ?? "{}"),
  }));
}

/** What the lines of a film add to the scores that it began with. What only the end of a beat counts (who is indoors, bottles, wrecks) comes with the truth. @param {number[]} points @param {Line[]} lines @param {Seat[]} seats */
export function scoredBy(points, lines, seats) {
  const found = points.slice();
  /** @param {number} side @param {string} term @param {number} times */
  const add = (side, term, times) => {
    for (const [i, seat] of seats.entries())
      if (seat.side === side) found[i] = (found[i] ?? 0) + times * (seat.worth[term] ?? 0);
  };
  const sideOf = (/** @type {number} */ letter) => seats.find((seat) => seat.men.has(letter))?.side ?? -1;
  /** The gang of whoever struck last, and whom. @type {{by: number, target: number} | null} */
  let blow = null;
  for (const { kind, values: v = {} } of lines) {
    const who = tag(v.who);
    if (kind === "executes") blow = null;
    if (kind === "hits") blow = { by: sideOf(who), target: tag(v.target) };
    else if (kind === "wounded" && blow?.target === who)
      add(blow.by, blow.by === sideOf(who) ? "self_hurt" : "dealt", Number(v.n));
    else if (kind === "knocked_out" || kind === "pushed_off") {
      const [rival, own] = kind === "knocked_out" ? ["knocked", "self_knocked"] : ["shoved", "lost"];
      const by = seats[Number(v.by ?? -1)]?.side;
      add(sideOf(who), "standing", -1);
      if (kind === "knocked_out") add(sideOf(who), "own_hs", 1);
      if (by !== undefined) add(by, by === sideOf(who) ? own : rival, 1);
    } else if (kind === "leaves_board") {
      add(sideOf(who), "standing", -1);
      add(sideOf(who), "lost", 1);
    }
  }
  return found;
}

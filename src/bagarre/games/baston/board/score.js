// @ts-check
/** The scores while the film runs, and what a turn was worth: the rules tell the points with the event, the page adds them up. */
import { fill, ruleLink } from "./drawing.js";

/** @typedef {import("./changes.js").Line} Line */
/** @typedef {import("./changes.js").Terms} Terms */
/** @typedef {{side: number, men: Set<number>}} Seat */

/** What a line tells of points, for which seat: lines of another kind tell none. @param {Line} line */
export function pointsOf({ kind, values: v = {} }) {
  const n = kind === "wins_points" ? Number(v.n) : kind === "loses_points" ? -Number(v.n) : 0;
  return { n, seat: n ? Number(v.seat) : -1 };
}

/** The seats as the page tells them: their side and their men. @param {HTMLElement} stage @returns {Seat[]} */
export function seatsOf(stage) {
  return [...stage.querySelectorAll(".gangs li")].map((node) => ({
    side: Number(node.getAttribute("data-side")),
    men: new Set((node.getAttribute("data-men") ?? "").split(" ").map(Number)),
  }));
}

/** What the lines of a film add to the scores that it began with; players of a side share its points. Who is inside, and bottles in hand, come with the truth. @param {number[]} points @param {Line[]} lines @param {Seat[]} seats */
export function scoredBy(points, lines, seats) {
  const found = points.slice();
  for (const { n, seat } of lines.map(pointsOf))
    for (const [i, other] of seats.entries()) if (n && other.side === seats[seat]?.side) found[i] = (found[i] ?? 0) + n;
  return found;
}

/** A number with its sign. @param {number} n */
export const signed = (n) => (n < 0 ? `−${-n}` : `+${n}`);

/** Why a score rose or fell between two sights: what each thing that scores is worth more or less, with its rule, a line each. @param {Terms} before @param {Terms} after @param {DOMStringMap} said */
export function whyScored(before, after, said) {
  const changed = [...new Set([...Object.keys(after), ...Object.keys(before)])]
    .map((what) => ({
      what,
      n: (after[what]?.points ?? 0) - (before[what]?.points ?? 0),
      clause: (after[what] ?? before[what])?.clause ?? "",
    }))
    .filter(({ n }) => n !== 0);
  return changed.map(({ what, n, clause }) => {
    const line = document.createElement("small");
    // Whoever is out is no man still in play.
    const told = n < 0 && what === said.sStanding ? (said.sFallen ?? "") : what;
    line.append(fill(said.sTerm ?? "", { what: told, n: signed(n) }), " ", ruleLink(clause, said.rule));
    return line;
  });
}

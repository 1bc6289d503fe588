// @ts-check
/** Where a film stood, for whoever loads the page again in the middle of it. Only what this tab was shown is kept, and only in it. */

/** @typedef {import("./changes.js").Line} Line */
/** @typedef {import("./changes.js").Sight} Sight */
/** @typedef {{first: number, start: Sight | null, base: number, told: number, last: number, truth: Sight | null}} Kept the film by the number of its first line, how it began after how many steps, and how many were shown; the last line heard, and how it was then */

const KEY = `baston ${location.pathname}`;

/** @param {Kept} film */
export function keep(film) {
  try {
    sessionStorage.setItem(
      KEY,
      JSON.stringify(film, (_, value) => (value instanceof Map ? { entries: [...value] } : value)),
    );
  } catch {
    // Without storage a film is not taken up again.
  }
}

/** @returns {Kept | null} */
function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null", (_, value) =>
      Array.isArray(value?.entries) ? new Map(value.entries) : value,
    );
  } catch {
    return null;
  }
}

/** How the film that these lines tell began, and how much of it was shown before the page was loaded again. @param {Line[]} lines @param {number} began */
export function takenUp(lines, began) {
  const kept = read();
  const first = lines[began]?.n ?? 0;
  if (kept?.start && kept.first === first) return kept;
  // It began while nobody looked: nothing moves on the plan between the turn before and its first line.
  const missed = lines.filter((line) => line.kind === "revealed" && line.n > (kept?.last ?? first));
  const whole = kept?.truth && kept.last < first && missed.length === 1 && (lines[0]?.n ?? first) <= kept.last + 1;
  return whole ? { start: kept.truth, base: 0, told: 0 } : null;
}

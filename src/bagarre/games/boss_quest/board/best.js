// @ts-check
/** The reader's best round, counted from the log: told at the end to whoever has lost. */

/** @param {HTMLElement} stage @param {import("/static/showing.js").Table} table */
export function tellBest(stage, table) {
  /** The number of the last line counted: on arrival, or after a jump, the log begins anew. */
  let counted = 0;
  let round = 0;
  /** Keys won in each round by the reader. @type {Map<number, number>} */
  let keys = new Map();
  const tell = () => {
    const place = /** @type {HTMLElement | null} */ (stage.querySelector("[data-best]"));
    const [best, won] = [...keys].reduce((one, other) => (other[1] > one[1] ? other : one), [0, 0]);
    if (!place || !won) return;
    place.textContent = (place.dataset.best ?? "").replace("{round}", String(best)).replace("{n}", String(won));
    place.hidden = false;
  };
  table.onupdate((lines) => {
    for (const { n, kind, values } of lines) {
      if (n === 1) {
        keys = new Map();
        counted = 0;
      }
      if (n <= counted) continue;
      counted = n;
      if (kind === "round_begins") round = values.n;
      if ((kind === "wins_round" || kind === "makes_perfect") && values.seat === table.seat)
        keys.set(round, (keys.get(round) ?? 0) + values.n);
    }
    tell();
  });
}

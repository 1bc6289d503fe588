// @ts-check
/** Those at the Magician's stand in the order in which they came: the log tells it. */

/** @param {HTMLElement} stage @param {import("/static/showing.js").Table} table */
export function orderArrivals(stage, table) {
  /** @type {number[]} */
  let came = [];
  table.onupdate((lines) => {
    for (const { n, kind, values } of lines) {
      if (n === 1 || kind === "round_begins") came = [];
      if (kind === "visits" && !came.includes(values.seat)) came.push(values.seat);
    }
    for (const pawn of /** @type {NodeListOf<HTMLElement>} */ (stage.querySelectorAll("[data-arrived]"))) {
      const place = came.indexOf(Number(pawn.dataset.arrived));
      if (place >= 0) pawn.dataset.myCame = String(place);
    }
  });
}

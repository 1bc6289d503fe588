// @ts-check
/** How somebody is: what is left in his head and trunk beside his figure, and all of him on a card. */

/** @typedef {import("./changes.js").Man} Man */

/** How near to nothing: 0 whole, 1 hurt, 2 one blow away; as `low` of the template. @param {number} n @param {number} full */
const low = (n, full) => (n <= 2 ? 2 : n < full ? 1 : 0);

/** The numbers beside a figure, at the moment on show. @param {Element} figure @param {Man} man */
export function paintLife(figure, man) {
  for (const [part, left] of /** @type {[string, number][]} */ ([
    ["head", man.head],
    ["trunk", man.trunk],
  ])) {
    const place = figure.querySelector(`.life__${part}`);
    const text = place?.querySelector("text");
    if (!place || !text || Number.isNaN(left)) continue;
    if (text.textContent !== String(left)) text.textContent = String(left);
    place.setAttribute("data-low", String(low(left, Number(place.getAttribute("data-full")))));
  }
}

/** @param {HTMLElement} stage */
export function makePeople(stage) {
  let letter = -1;
  const place = () => /** @type {HTMLElement | null} */ (stage.querySelector("#ba-who"));

  /** His card of the gang, over the board. @param {number} wanted @param {boolean} filmed */
  function open(wanted, filmed) {
    const it = place();
    const card = stage.querySelector(`.gang .card[data-letter="${wanted}"]`);
    if (!it || !card) return;
    letter = wanted;
    const copy = /** @type {HTMLElement} */ (card.cloneNode(true));
    copy.removeAttribute("data-id");
    copy.style.setProperty("--g", getComputedStyle(card).getPropertyValue("--g"));
    it.querySelector("ul")?.replaceChildren(copy);
    const seek = /** @type {HTMLElement | null} */ (it.querySelector("[data-seek]"));
    if (seek) seek.hidden = !filmed;
    it.showPopover();
  }
  return { open, close: () => place()?.hidePopover(), shown: () => letter };
}

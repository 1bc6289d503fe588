// @ts-check
/** A hint on request: asked of the server, shown above the bar until the next choice. */
import { at, state } from "./tablepage.js";

/** The question that the hint on show answers. @type {number | null} */
let shown = null;

export function hideHint() {
  at("hint").hidden = true;
  shown = null;
}

/** What was known before another choice is no longer true. */
export function forgetHint() {
  if (shown !== null && shown !== state.seq) hideHint();
}

/** @param {{seq: number, html: string}} hint */
export function showHint(hint) {
  if (hint.seq !== state.seq) return hideHint();
  const place = at("hint");
  place.innerHTML = hint.html; // rendered and escaped by the server
  place.hidden = false;
  shown = hint.seq;
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest("[data-close-hint]")) hideHint();
  if (target.closest("[data-send=hint]")) {
    const place = at("hint");
    if (!place.hidden) return;
    place.textContent = place.dataset.thinking ?? "";
    place.hidden = false;
    shown = state.seq;
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !at("hint").hidden) hideHint();
});

// @ts-check
/** Is a tap meant for the choice that it meets? Choices arrive by themselves, sometimes under a finger that is on its way. */
import { body } from "./tablepage.js";

/** For so many milliseconds after "go on to my turn" was pressed, or may have been about to be, the keys of the bar only come up: nobody has read them yet. */
const COMING = 400;

/** The choice that lay under the pointer when it went down. */
let pressed = "";
/** Were the keys still coming up then? */
let early = false;
/** Was going on asked for, so that the next question may come under the finger that asked? */
let hurried = false;
/** Has the pointer moved while that was offered? It may have been on its way there. */
let stirred = false;

/** @param {Element | null} maker */
const choiceOf = (maker) => maker?.getAttribute("data-choice") ?? maker?.getAttribute("data-choices") ?? "";

document.addEventListener(
  "pointerdown",
  (event) => {
    const target = /** @type {Element} */ (event.target);
    pressed = choiceOf(target.closest("[data-choice], [data-choices]"));
    early = body.dataset.coming !== undefined && target.closest("#bar") !== null;
  },
  true,
);
document.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest('[data-send="hurry"]')) hurried = true;
});

document.addEventListener(
  "pointermove",
  () => {
    if (!stirred && document.querySelector('[data-send="hurry"]')) stirred = true;
  },
  { passive: true },
);

/** A question has come. */
export function arrived() {
  if (!hurried && !stirred) return;
  hurried = stirred = false;
  body.dataset.coming = "";
  setTimeout(() => delete body.dataset.coming, COMING);
}

/** Keys of the keyboard and scripts always mean what they say. @param {MouseEvent} click @param {Element} maker */
export const meant = (click, maker) => click.detail === 0 || (pressed === choiceOf(maker) && !early);

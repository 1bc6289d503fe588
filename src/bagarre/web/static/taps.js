// @ts-check
/** Is a tap meant for the choice that it meets? Choices arrive by themselves, sometimes under a finger that is on its way. */

const { body } = document;
/** For so many milliseconds after "go on to my turn" was pressed, or may have been about to be, the keys of the bar only come up: nobody has read them yet. */
const COMING = 400;
/** So many after something over the board has gone by itself, nothing is chosen: the tap was meant for that (showing.js). */
const GONE = 500;
/** How the page says that this holds for the board as well; or only where that key lay. */
const EVERYWHERE = "everywhere";
const THERE = "there";

/** The choice that lay under the pointer when it went down. */
let pressed = "";
/** Were the keys still coming up then? */
let early = false;
/** Was going on asked for, so that the next question may come under the finger that asked? */
let hurried = false;
/** Has the pointer moved while that was offered? It may have been on its way there. */
let stirred = false;
/** Where that key lay last, since the last question. @type {DOMRect | undefined} */
let offered;
/** Where it lay when the question came: a finger may be on its way there. @type {DOMRect | undefined} */
let there;
/** Has what lay over the board gone by itself, and what came with it not been asked yet? */
let gone = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** Which of those times is the latest. */
let latest = 0;

/** @param {DOMRect} place @param {PointerEvent} event */
const holds = (place, event) =>
  event.clientX >= place.left &&
  event.clientX <= place.right &&
  event.clientY >= place.top &&
  event.clientY <= place.bottom;

/** @param {Element | null} maker */
const choiceOf = (maker) => maker?.getAttribute("data-choice") ?? maker?.getAttribute("data-choices") ?? "";

document.addEventListener(
  "pointerdown",
  (event) => {
    const target = /** @type {Element} */ (event.target);
    pressed = choiceOf(target.closest("[data-choice], [data-choices]"));
    const { coming } = body.dataset;
    early =
      coming === EVERYWHERE ||
      (coming === THERE && there !== undefined && holds(there, event)) ||
      (coming === "" && target.closest("#bar") !== null);
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

/** The time counts from when the keys are painted: on a busy machine that is long after they have changed. @param {string} where @param {number} time */
function comes(where, time) {
  body.dataset.coming = where;
  clearTimeout(timer);
  const mine = ++latest;
  const painted = () => {
    if (mine === latest) timer = setTimeout(() => delete body.dataset.coming, time);
  };
  requestAnimationFrame(() => requestAnimationFrame(painted));
}

/** What lay over the board has gone by itself, perhaps just before a tap that was meant for it. */
export function uncovered() {
  gone = true;
  comes(EVERYWHERE, GONE);
}

/** Others are asked. */
export function waits() {
  const key = document.querySelector('[data-send="hurry"]');
  if (key) offered = key.getBoundingClientRect();
}

/** A question has come. */
export function arrived() {
  if (gone) comes(EVERYWHERE, GONE);
  else if (hurried || stirred) comes("", COMING);
  else if (offered) comes(THERE, COMING);
  there = offered;
  offered = undefined;
  hurried = stirred = gone = false;
}

/** Keys of the keyboard and scripts always mean what they say. @param {MouseEvent} click @param {Element} maker */
export const meant = (click, maker) => click.detail === 0 || (pressed === choiceOf(maker) && !early);

// @ts-check
/** Why not? And what if? Asked of the server for what the pointer or the focus is on. */
import { send } from "./socket.js";
import { at, body, clauseLink, state } from "./tablepage.js";

/** @type {Map<string, {reason: string, clause: string}>} */
const reasons = new Map();
/** @type {Element | null} */
let asking = null;

/** @param {Element} maker */
export function askWhy(maker) {
  asking = maker;
  const choice = maker.getAttribute("data-choice");
  // What lay there may have become something else meanwhile.
  if (!choice) return;
  const known = reasons.get(`${state.seq} ${choice}`);
  if (known) showTip(maker, known);
  else send({ type: "why", choice });
}

/** @param {{choice: string, reason: string, clause: string}} answer */
export function told(answer) {
  reasons.set(`${state.seq} ${answer.choice}`, answer);
  if (reasons.size > 200) reasons.clear();
  for (const listener of waitingWhy.splice(0)) listener(answer);
  if (asking?.isConnected && asking.getAttribute("data-choice") === answer.choice) showTip(asking, answer);
}
/** @type {((answer: any) => void)[]} */
export const waitingWhy = [];

/** @param {Element} maker @param {{reason: string, clause: string}} answer */
function showTip(maker, answer) {
  if (!answer.reason || !inSight(maker)) return;
  const tip = at("tip");
  tip.textContent = answer.reason;
  if (answer.clause) tip.append(" ", clauseLink(answer.clause));
  tip.hidden = false;
  maker.setAttribute("aria-describedby", "tip");
  const box = maker.getBoundingClientRect();
  tip.style.left = `${Math.max(8, Math.min(box.left + box.width / 2 - tip.offsetWidth / 2, innerWidth - tip.offsetWidth - 8))}px`;
  // Never over the keys, nor off the screen.
  const bar = at("bar").getBoundingClientRect().top;
  const lowest = (bar > 0 ? bar : innerHeight) - tip.offsetHeight - 8;
  const above = box.top - tip.offsetHeight - 8;
  tip.style.top = `${Math.max(8, Math.min(above > 8 ? above : box.bottom + 8, lowest))}px`;
}

/** What the board has put out of sight since it was asked about is not spoken of. @param {Element} maker */
function inSight(maker) {
  const box = maker.getBoundingClientRect();
  const within = maker.closest("#stage")?.getBoundingClientRect();
  return box.bottom > (within?.top ?? 0) && box.top < Math.min(innerHeight, within?.bottom ?? innerHeight);
}

export function hideTip() {
  at("tip").hidden = true;
  asking?.removeAttribute("aria-describedby");
  asking = null;
}

/** Where each pointer was last: what comes to lie under one that rests was not asked about, whatever another one touches. @type {Map<string, string>} */
const resting = new Map();
/** @param {Event} event */
function moved(event) {
  if (!(event instanceof PointerEvent)) return true;
  const there = `${event.clientX} ${event.clientY}`;
  const changed = there !== resting.get(event.pointerType);
  resting.set(event.pointerType, there);
  return changed;
}
document.addEventListener("pointermove", moved, { passive: true });
document.addEventListener("pointerdown", moved, { passive: true });

/** @type {number | undefined} */
let hovering;
for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!moved(event) || target.closest("#tip")) return;
    // A click leaves its focus on what cannot be chosen a second time: only whoever goes there by keys asks why.
    if (kind === "focusin" && !target.matches(":focus-visible")) return;
    const maker = target.closest("[data-choice]");
    if (maker !== asking) hideTip();
    clearTimeout(hovering);
    // A finger asks by touching, not on its way: what it touched is often answered by another question in the same place.
    const finger = event instanceof PointerEvent && event.pointerType === "touch";
    const choice = maker?.getAttribute("data-choice");
    const wanted =
      target.closest("[data-preview]")?.getAttribute("data-preview") ??
      (body.dataset.previews ? maker?.getAttribute("data-choice") : null);
    if (maker?.getAttribute("aria-disabled") === "true") {
      const ask = () => maker.getAttribute("data-choice") === choice && askWhy(maker);
      if (!finger) hovering = setTimeout(ask, kind === "focusin" ? 0 : 140);
    } else if (wanted) hovering = setTimeout(() => send({ type: "preview", choice: wanted }), 120);
  });
}

// What was chosen is not asked about any more: the answer would come beside the next question.
document.addEventListener("click", () => clearTimeout(hovering), { capture: true, passive: true });

/** What a choice would do; nothing when it is no longer on offer. @param {{choice: string, html: string}} answer */
export function preview(answer) {
  const place = document.getElementById("preview");
  if (place && (state.legal.has(answer.choice) || !answer.html)) place.innerHTML = answer.html; // rendered and escaped by the server
}

// @ts-check
/** The goal card: before a first game from the home page or from a waiting room, and whenever one asks for it. */
import { keep, recall } from "./memory.js";
import { send } from "./socket.js";

const card = /** @type {HTMLDialogElement | null} */ (document.getElementById("goal-card"));
const game = document.body.dataset.game ?? "";
const SEEN = `bagarre.goal.${game}`;
/** Set by the home page: the game that was just opened there. */
const OPENED = "bagarre.opened";
/** Whoever was in the waiting room sees the game begin. */
const waited = document.body.dataset.status === "lobby";

/** Who is told that the card covers the board, and that it does no more. @type {(on: boolean) => void} */
let covers = () => {};

/** @param {(on: boolean) => void} listener */
export function whileRead(listener) {
  covers = listener;
  if (card?.open) covers(true);
}
card?.addEventListener("close", () => covers(false));

/** What it is about stands in the first sentence. @param {string} goal */
function tell(goal) {
  const [, first = goal, rest = ""] = /^(.*?[.!?])\s(.*)$/s.exec(goal) ?? [];
  const lead = document.createElement("b");
  lead.textContent = first;
  card?.querySelector("[data-goal]")?.replaceChildren(lead, ` ${rest}`);
}

function show() {
  if (!card || card.open) return;
  // Whoever only watches has no coach: the card says what the game is about.
  const goal = document.querySelector("#coach .coach__goal")?.textContent;
  if (goal) tell(goal);
  card.showModal();
  covers(true);
}
document.querySelector("[data-goal-card]")?.addEventListener("click", show);

/** Once, when the coach has said what the goal is. */
function first() {
  const opened = recall(OPENED) === game;
  if (opened) keep(OPENED, "");
  if (recall(SEEN) || !(opened || waited)) return;
  const coach = document.getElementById("coach");
  if (!card || !coach?.parentElement) return;
  const told = () => {
    // Where a device is handed on, its player has taken it first: the card is not for the others' eyes, nor before the curtain.
    if (!document.querySelector("#coach .coach__goal") || document.querySelector("dialog[open]")) return false;
    keep(SEEN, "yes");
    show();
    // Whoever opened the table alone with bots sees their moves for as long as it takes to read them.
    if (document.querySelector('[data-send="speed"][data-speed="calm"][aria-pressed="false"]'))
      send({ type: "speed", speed: "calm" });
    return true;
  };
  if (told()) return;
  const watch = new MutationObserver(() => {
    if (told()) watch.disconnect();
  });
  watch.observe(coach.parentElement, { childList: true, subtree: true });
}
first();

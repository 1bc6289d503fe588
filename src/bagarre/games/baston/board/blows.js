// @ts-check
/** A blow that was written and finds a rival goes without another question (BA-BLOW-5), with the weapon of the time before, unless one wants to be asked. */
import { ITEMS } from "./changes.js";

const KEY = "bagarre.baston.blows";
const KEPT = `baston weapons ${location.pathname}`;

/** What this tab saw each man strike with, at this table. @returns {Map<string, string>} */
function remembered() {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(KEPT) ?? "[]"));
  } catch {
    return new Map();
  }
}

/** @param {HTMLElement} stage @param {{choose: (c: string) => void, legal: Map<string, string>}} table */
export function makeBlows(stage, table) {
  /** What each man struck with the last time. @type {Map<string, string>} */
  const weapons = remembered();

  /** @param {import("./changes.js").Line[]} lines */
  function hear(lines) {
    for (const { kind, values } of lines) {
      if (kind !== "uses_weapon") continue;
      weapons.set(String(Number(values?.who) & 31), `with ${values?.weapon ? ITEMS[values.weapon] : "fist"}`);
      try {
        sessionStorage.setItem(KEPT, JSON.stringify([...weapons]));
      } catch {
        // Without storage it is asked once more when the page is loaded again.
      }
    }
  }

  /** Do blows go without a question? In a first brawl they do until one says otherwise. */
  function unasked() {
    if (document.body.classList.contains("room--lesson")) return false;
    let kept = null;
    try {
      kept = localStorage.getItem(KEY);
    } catch {
      // Where the browser keeps nothing, it is as in the beginning.
    }
    return kept === null ? stage.querySelector(".ba--first") !== null : kept === "go";
  }

  /** Answer by itself, if that is wanted. @returns {boolean} whether it was */
  function go() {
    // With the real box it has been answered: the table waits for a die.
    if (document.body.dataset.asked !== undefined) return false;
    const {
      goes = "",
      plain = "",
      who = "",
    } = /** @type {HTMLElement | null} */ (stage.querySelector("[data-goes]"))?.dataset ?? {};
    // A weapon that is better at everything need not be asked for.
    const answer = goes === "with" ? (weapons.get(who) ?? plain) : goes;
    if (!answer || !table.legal.has(answer) || !unasked()) return false;
    table.choose(answer);
    return true;
  }

  /** Whoever was asked before is asked no longer, and the other way round. */
  function change() {
    try {
      localStorage.setItem(KEY, unasked() ? "ask" : "go");
    } catch {
      return;
    }
    show();
  }

  function show() {
    for (const key of stage.querySelectorAll("[data-blows]")) key.setAttribute("aria-pressed", String(unasked()));
  }
  return { go, change, show, hear };
}

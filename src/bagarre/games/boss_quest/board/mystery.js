// @ts-check
/** The moment in which the Mystery is turned up (BQ-VISIT-13, BQ-VISIT-14): what it was, whose it was, and what became of it. */
import { showInTurn } from "/static/showing.js";

/** How long it is shown, in milliseconds. */
const TIME = 3200;
/** A press that was on its way does not put it away. */
const COMING = 500;
/** What becomes of it. */
const FATES = ["activates", "discards", "fizzles"];

/** @typedef {{kind: string, time: number, own: boolean, by: string, fate: string, spell: {name: string, text: string, icon: string, dark: boolean}}} Turned */

/** @param {string} tag @param {string} name @param {string} text */
function made(tag, name, text) {
  const one = document.createElement(tag);
  one.className = name;
  one.textContent = text;
  return one;
}

/** @param {string} icon */
function picture(icon) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "px");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#bq-i-${icon}`);
  svg.append(use);
  return svg;
}

/** @param {HTMLElement} place @param {Turned} one */
function draw(place, one) {
  const card = made("div", `turned__card${one.spell.dark ? " turned__card--dark" : ""}`, "");
  card.append(picture(one.spell.icon), made("b", "", `${one.spell.dark ? "◆" : "◇"} ${one.spell.name}`));
  card.append(made("span", "", one.spell.text));
  place.closest("#stage")?.scrollTo(0, 0);
  place.replaceChildren(made("p", "turned__by", one.by), card, made("p", "turned__fate", one.fate));
}

/** @param {HTMLElement} stage @param {import("/static/showing.js").Table} table */
export function showMystery(stage, table) {
  /** Who has taken it, and not turned it up yet. */
  let taken = -1;
  showInTurn(stage, table, {
    place: "[data-turned]",
    coming: COMING,
    draw,
    mark: (kind) => stage.querySelector(".board")?.toggleAttribute("data-my-mystery", kind !== null),
    told: (lines, place) => {
      const said = place.dataset;
      const spells = JSON.parse(said.spells ?? "[]");
      const names = JSON.parse(said.names ?? "[]");
      /** @type {Turned[]} */
      const found = [];
      for (const { kind, values } of lines) {
        if (kind === "takes_mystery") taken = values.seat;
        if (taken < 0 || !FATES.includes(kind) || values.seat !== taken) continue;
        const own = taken === table.seat;
        const by = own ? (said.own ?? "") : (said.by ?? "").replace("{name}", names[taken]);
        found.push({ kind, time: TIME, own, by, fate: said[kind] ?? "", spell: spells[values.spell] });
        taken = -1;
      }
      return found;
    },
    weighs: (one) => one.own,
  });
}

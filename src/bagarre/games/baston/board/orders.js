// @ts-check
/** Writing orders: by pointing at the board, in the family that the bar shows, or by codes on one line. */
import { fill } from "./drawing.js";

/** @typedef {{choose: (c: string) => void, legal: Map<string, string>, why: (c: string) => Promise<{reason: string, clause: string}>}} Table */

const CODES =
  /^(-|[MRS][1-8][GD]?|F[GD]?|C[2-7][GD]?|(LEV|TER)[GD]?|[GD]|P[1-8]|C[BPSVJT]|OUV|FER|PRE|LAN|BRI|POU|REN|DES|TAX|MET|TEL)$/;
const LETTERS = { run: "C", walk: "M", crawl: "R", posture: "R", jump: "S", turn: "P" };
/** Families of steps with a turn at their end: what the switch under the sheet opens, and the bar, the coach and the plan then show. */
const THEN = /^step_([GD])$/;
const BOTH = ["PRE/LAN", "PRE/CP", "PRE/BRI", "BRI/CP"];

/** Orders typed on one line, as on the printed sheet. @param {string} text */
function read(text) {
  /** @type {string[]} */
  const found = [];
  for (const word of text.toUpperCase().replaceAll(",", " ").split(/\s+/).filter(Boolean)) {
    if (BOTH.includes(word)) {
      found.push(word);
      continue;
    }
    const halves = word.split("/");
    const wrong = halves.length > 2 ? word : halves.find((half) => !CODES.test(half));
    if (wrong !== undefined) return { wrong };
    // After a vault the second box is a rest of its own accord.
    found.push(
      ...(halves[0]?.startsWith("F") && halves[0] !== "FER" && halves[1] === "-" ? halves.slice(0, 1) : halves),
    );
  }
  return { found };
}

/** @param {HTMLElement} stage @param {Table} table */
export function makeWriter(stage, table) {
  /** @param {string} selector */
  const find = (selector) => /** @type {HTMLElement | null} */ (stage.querySelector(selector));
  const tool = { letter: "M", suffix: "" };
  /** The order that a click in a direction writes. @param {string} direction */
  const aimed = (direction) =>
    (tool.letter === "C" ? "M" : tool.letter) + direction + (tool.letter === "P" ? "" : tool.suffix);
  function showTool() {
    const it = find(".board");
    if (!it) return;
    it.dataset.myTool = tool.letter;
    it.dataset.mySuffix = tool.suffix;
    for (const pad of stage.querySelectorAll(".pad[data-dir]"))
      pad.setAttribute("data-preview", aimed(pad.getAttribute("data-dir") ?? ""));
  }

  /** @param {string} family @returns {HTMLElement | null} */
  const pillOf = (family) => document.querySelector(`#bar .family[data-family="${family}"]`);
  /** The family of the bar says what a point of the board means. @param {string} family */
  function take(family) {
    clearPreview();
    const turn = THEN.exec(family)?.[1];
    const prone = document.querySelector('#bar [data-family="crawl"]') !== null;
    // Steps are opened with the turn that was chosen for after them.
    const turned = family === (prone ? "crawl" : "walk") && tool.suffix ? pillOf(`step_${tool.suffix}`) : null;
    if (turned) return turned.click();
    const letter = turn ? (prone ? "R" : "M") : /** @type {Record<string, string>} */ (LETTERS)[family];
    tool.suffix = turn ?? "";
    if (letter) tool.letter = letter;
    showTool();
  }

  /** A step, and then a turn by one: the bar goes to those steps. Where it shows runs or jumps, their keys write with the turn. @param {string} suffix */
  function turnAfter(suffix) {
    const shown = document.querySelector('#bar [data-family][aria-pressed="true"]')?.getAttribute("data-family") ?? "";
    const steps = document.querySelector('#bar [data-family="crawl"]') ? "crawl" : "walk";
    if (["run", "jump", "posture"].includes(shown) && tool.letter !== "R") {
      tool.suffix = suffix;
      return showTool();
    }
    tool.suffix = suffix;
    pillOf(suffix ? `step_${suffix}` : steps)?.click();
  }

  let pencil = "";
  /** Another box, or another man: nothing turns unless it is asked for again. */
  function keepStraight() {
    const cells = [...stage.querySelectorAll(".order")];
    const here = `${find(".tab-own[aria-current]")?.dataset.id} ${cells.findIndex((cell) => cell.matches(".order--now"))}`;
    if (here !== pencil && tool.suffix) turnAfter("");
    pencil = here;
  }

  /** @type {string[]} */
  let toWrite = [];
  /** When every box is written, typed orders begin at the first that may be changed: `box 3` goes before each. @param {string[]} orders */
  function placed(orders) {
    if (find(".order--now")) return orders;
    const free = [...table.legal.keys()].filter((choice) => choice.startsWith("box ")).sort();
    /** @type {string[]} */
    const found = [];
    for (const code of orders) {
      const box = free.shift();
      if (box === undefined) break;
      found.push(box, code);
      if (BOTH.includes(code)) free.shift();
    }
    return found;
  }
  /** Where the pencil was when the last of several orders was sent: the next one waits until it has moved. */
  let left = "";
  async function writeNext() {
    const code = toWrite[0];
    const cells = [...stage.querySelectorAll(".order")];
    const here = `${find(".tabs-own")?.textContent} ${cells.findIndex((cell) => cell.matches(".order--now"))}`;
    if (code === undefined || here === left) return;
    left = here;
    toWrite = toWrite.slice(1);
    if (table.legal.has(code)) return table.choose(code);
    toWrite = [];
    const answer = await table.why(code);
    complain(fill(find("#ba-film")?.dataset.refused ?? "", { code, reason: answer.reason }), answer.clause);
  }
  /** What is wrong with typed orders stands under their field. @param {string} told @param {string} [clause] */
  function complain(told, clause) {
    const place = find("#ba-typed-wrong");
    place?.replaceChildren(told);
    if (!clause) return;
    const link = document.createElement("a");
    link.href = `/rules/baston#${clause}`;
    link.dataset.clause = clause;
    link.title = clause;
    link.textContent = find("#ba-film")?.dataset.rule ?? clause;
    place?.append(" ", link);
  }
  /** The caption of a preview stands beside the plan. */
  const watcher = new MutationObserver(() => {
    const caption = find("#preview .avis");
    if (!(caption instanceof HTMLElement)) return;
    // It was asked for before the pencil moved on: that order is written.
    if (caption.dataset.box !== (find("[data-box]")?.dataset.box ?? "")) return clearPreview();
    caption.hidden = false;
    find("#ba-advice")?.replaceChildren(caption);
  });
  /** What an order would do is shown as long as it is pointed at, or another is. */
  function clearPreview() {
    find("#preview")?.replaceChildren();
    find("#ba-advice")?.replaceChildren();
  }
  /** @type {Element | null} */
  let watched = null;
  function watchPreview() {
    const place = find("#preview");
    clearPreview();
    if (place === watched) return;
    watcher.disconnect();
    watched = place;
    if (place) watcher.observe(place, { childList: true });
  }
  /** @param {string} text */
  function write(text) {
    const { found, wrong } = read(text);
    complain("");
    if (wrong !== undefined) {
      complain(fill(find("#ba-film")?.dataset.wrong ?? "", { code: wrong }));
      return false;
    }
    toWrite = placed(found ?? []);
    left = "";
    writeNext();
    return true;
  }
  /** The last whole sheet of each man. @type {Map<string, string>} */
  const sheets = new Map();
  /** What “same again” would write: the beat before, or at the first beat the sheet of the turn before. */
  function offerAgain() {
    const key = /** @type {HTMLButtonElement | null} */ (find(".again"));
    if (!key) return;
    const { letter = "", orders, fresh, beat = "", turn = "" } = key.dataset;
    if (orders) sheets.set(letter, orders);
    const before = fresh ? sheets.get(letter) : undefined;
    if (before) key.dataset.again = before;
    key.disabled = !key.dataset.again;
    const said = key.querySelector("span");
    if (said) said.textContent = fresh ? turn : beat;
  }
  /** Writes through the ordinary choices, box after box. */
  function again() {
    const wanted = find(".again")?.dataset.again;
    if (wanted) write(wanted);
  }
  let filling = false;
  /** The boxes that are left, each with the plain order that the coach names for it: all sheets, until nothing is empty. */
  function fillRest() {
    filling = true;
    left = "";
    fillNext();
  }
  function fillNext() {
    if (!filling) return;
    const cells = [...stage.querySelectorAll(".order")];
    const now = cells.findIndex((cell) => cell.matches(".order--now"));
    const here = `${find(".tabs-own")?.textContent} ${now}`;
    if (here === left) return;
    left = here;
    const code = find("[data-fill]")?.dataset.fill ?? "";
    // What was written by hand stays as it is.
    const empty = cells[now]?.querySelector(".hole");
    filling = Boolean(empty && table.legal.has(code));
    if (filling) table.choose(code);
  }
  /** On the sheet of all choices, what would find nothing is pale and comes last. */
  function dim() {
    const idle = new Set((find("[data-idle-orders]")?.dataset.idleOrders ?? "").split(" "));
    for (const key of document.querySelectorAll("#bar .choice"))
      key.toggleAttribute("data-my-idle", idle.has(key.getAttribute("data-choice") ?? ""));
  }
  return {
    tool,
    take,
    aimed,
    showTool,
    turnAfter,
    keepStraight,
    write,
    writeNext,
    watchPreview,
    offerAgain,
    again,
    fillRest,
    fillNext,
    dim,
  };
}

// @ts-check
/** A table of the real box: what came is asked in words, and answered by touching it. */

/** How many of the last results are shown. */
const LATEST = 4;
const box = document.getElementById("companion");

/** @typedef {{number: number, words: string, note: string, group: string, short: string, tint: string}} Result */
/** @typedef {{for_eyes: string, i_am: string, waits: string}} Secret */
/** @typedef {{asked: string | null, back: boolean, at: number, private: Secret | null, mine: boolean, curtain: boolean, covers: boolean, sides: number, results: Result[], told: string[], draw: boolean, happened: string[]}} Asked */

/** @type {Asked | null} */
let now = null;
/** Has the one whose eyes it is for said so? */
let uncovered = false;
/** @type {(message: Record<string, unknown>) => void} */
let tell = () => {};

/** @param {string} name @returns {HTMLElement} */
const piece = (name) => /** @type {HTMLElement} */ (box?.querySelector(`[data-${name}]`));

/** Begin: how messages are sent. @param {(message: Record<string, unknown>) => void} send */
export function begin(send) {
  tell = send;
  if (!box) return;
  piece("back").addEventListener("click", () => tell({ type: "correct" }));
  piece("draw").addEventListener("click", () => tell({ type: "draw", at: now?.at }));
  piece("show").addEventListener("click", () => {
    uncovered = true;
    render();
    /** @type {HTMLElement | null} */ (box.querySelector("[data-result]"))?.focus();
  });
  piece("results").addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("[data-result]");
    if (!button) return;
    uncovered = false;
    tell({ type: "result", at: now?.at, number: Number(button.getAttribute("data-result")) });
  });
}

/** What the server asks now. @param {Asked} asked */
export function show(asked) {
  if (asked.at !== now?.at || asked.asked !== now?.asked) uncovered = false;
  now = asked;
  render();
}

function render() {
  if (!box || !now) return;
  const asks = now.asked !== null;
  box.hidden = !asks && !now.back;
  box.classList.toggle("realbox--idle", !asks);
  document.body.toggleAttribute("data-asked", asks);
  const covered = Boolean(now.curtain && now.mine);
  box.classList.toggle("realbox--curtain", asks && covered);
  // Everybody looks at the device now: nobody's hand stays in sight behind the question.
  box.classList.toggle("realbox--covers", asks && Boolean(now.covers));
  /** @type {HTMLElement} */ (box.querySelector("#companion-asked")).textContent = now.asked ?? "";
  piece("told-row").hidden = !asks || !now.told.length;
  piece("told").textContent = asks ? now.told.slice(-LATEST).join(" · ") : "";
  const lines = asks ? now.happened : [];
  piece("happened").hidden = !lines.length;
  piece("happened").replaceChildren(
    ...lines.map((text) => {
      const line = document.createElement("li");
      line.textContent = text;
      return line;
    }),
  );
  piece("happened").scrollTop = piece("happened").scrollHeight;
  const secret = asks ? now.private : null;
  piece("private").hidden = !secret;
  const note = /** @type {HTMLElement} */ (piece("private").firstElementChild);
  note.textContent = !secret ? "" : now.mine ? secret.for_eyes : secret.waits;
  piece("show").hidden = !covered || uncovered;
  piece("show").textContent = secret?.i_am ?? "";
  const visible = asks && now.mine && (!covered || uncovered);
  piece("results").hidden = !visible;
  piece("results").classList.toggle("realbox__results--die", Boolean(now.sides));
  piece("results").replaceChildren(...(visible ? rows(now.results) : []));
  piece("draw").hidden = !asks || !now.draw || !now.mine;
  piece("back").hidden = !now.back;
}

/** The results, those of a group in a row of their own. @param {Result[]} results */
function rows(results) {
  /** @type {Map<string, HTMLElement>} */
  const groups = new Map();
  for (const result of results) {
    let row = groups.get(result.group);
    if (!row) {
      row = document.createElement("div");
      row.className = "realbox__row";
      if (result.group) {
        const name = document.createElement("b");
        name.textContent = result.group;
        row.append(name);
      }
      groups.set(result.group, row);
    }
    row.append(face(result));
  }
  return [...groups.values()];
}

/** @param {Result} result */
function face(result) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "realbox__face";
  button.dataset.result = String(result.number);
  button.textContent = result.short;
  if (result.note) {
    const note = document.createElement("small");
    note.textContent = result.note;
    button.append(note);
  }
  if (result.tint) button.style.setProperty("--tint", result.tint);
  if (result.short !== result.words) button.setAttribute("aria-label", result.words);
  return button;
}

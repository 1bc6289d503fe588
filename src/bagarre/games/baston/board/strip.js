// @ts-check
/** The strip above the plan while the film runs: who acts, and the orders of the beat on show, never what comes of them. */

/** @typedef {import("./changes.js").Line} Line */
/** @typedef {import("./changes.js").Sight} Sight */

/** Does the line show what a man does? @param {Line} line @param {number} letter */
export const isHis = (line, letter) =>
  ["executes", "rests", "sits_stunned"].includes(line.kind) && (Number(line.values?.who) & 31) === letter;

/** @param {HTMLElement} stage @param {Line[]} shown @param {Sight | null} start how it was when the film began; nothing when all of it has been shown @param {DOMStringMap} said */
export function tellStrip(stage, shown, start, said) {
  const words = (said.codes ?? "").split("|");
  const here = shown.findLastIndex((line) => line.kind === "sequence_begins");
  const beat = Number(shown[here]?.values?.sequence ?? 1);
  const acting = shown.findLast((line) => ["executes", "rests", "sits_stunned"].includes(line.kind));
  for (const shot of stage.querySelectorAll(".shot")) {
    const letter = Number(shot.getAttribute("data-shot"));
    shot.toggleAttribute("data-my-now", acting !== undefined && isHis(acting, letter));
    const told = shot.querySelector(".told");
    if (!told) continue;
    const fate = start?.men.get(String(letter))?.fate;
    if (!start) told.textContent = "";
    else if (fate === "hs" || fate === "out") told.textContent = (fate === "hs" ? said.hs : said.off) ?? "";
    else told.textContent = orders(shown, here, beat, letter, words, said);
  }
  showShot(stage, start ? "[data-my-now]" : "[aria-current]");
}

/** What a man does in a beat, as far as it has been shown. @param {Line[]} shown @param {number} here @param {number} beat @param {number} letter @param {string[]} words @param {DOMStringMap} said */
function orders(shown, here, beat, letter, words, said) {
  const his = shown.filter((line) => line.values?.who !== undefined && (Number(line.values.who) & 31) === letter);
  if (his.some((line) => line.kind === "knocked_out")) return said.hs ?? "";
  if (his.some((line) => line.kind === "leaves_board" || line.kind === "pushed_off")) return said.off ?? "";
  const now = shown.slice(Math.max(0, here));
  if (now.some((line) => line.kind === "sits_stunned" && isHis(line, letter))) return said.stunned ?? "";
  const sheet = his.findLast((line) => line.kind === "sheet_line" && Number(line.values?.sequence) === beat)?.values;
  if (!sheet) return "";
  const pair = [Number(sheet.first), Number(sheet.second)];
  // A sheet that was written again is known as it is carried out.
  for (const line of now)
    if (line.kind === "executes" && isHis(line, letter)) pair[Number(line.values?.round)] = Number(line.values?.order);
  return [...new Set(pair)].map((order) => words[order] ?? "").join(", ");
}

/** The card that matters comes into sight. @param {HTMLElement} stage @param {string} which */
export function showShot(stage, which) {
  const strip = /** @type {HTMLElement | null} */ (stage.querySelector(".strip"));
  const shot = /** @type {HTMLElement | null} */ (stage.querySelector(`.strip ${which}`));
  if (!strip || !shot) return;
  // From the beginning of a card, as far back as leaves his own whole.
  const cards = /** @type {HTMLElement[]} */ ([...strip.children]);
  const margin = (cards[0]?.offsetLeft ?? 0) - strip.offsetLeft;
  const end = shot.offsetLeft + shot.offsetWidth + 2 * margin - strip.clientWidth;
  const first = cards.find((card) => card.offsetLeft >= end) ?? shot;
  strip.scrollLeft = first.offsetLeft - strip.offsetLeft - margin;
}

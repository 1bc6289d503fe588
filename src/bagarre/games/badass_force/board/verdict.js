// @ts-check
/** What came of an announcement, a shot or a denunciation: the lines of the log with their reasons, on the stage where it happened. */

/** Results, which are worth a look; what else the same step tells stays in the log. */
const RESULTS = new Set([
  "proves", "caught", "unchallenged", "attacks", "cancels", "absorbs", "dodges", "misses", "explodes", "dies", "perishes",
  "comes_back", "topples", "scores", "avenges", "rolls", "jams",
]); // biome-ignore format: one list
/** A step is shown when one of these happened in it. */
const WEIGHTY = new Set(["proves", "caught", "cancels", "misses", "dies", "scores", "explodes", "avenges"]);

/** What came of it can be read for this many milliseconds, however quickly others go on. */
const READING = 2500;

/** @param {string} clause */
function clauseLink(clause) {
  const link = document.createElement("a");
  link.href = `/rules/badass-force#${clause}`;
  link.dataset.clause = clause;
  link.textContent = clause;
  return link;
}

/** @param {{html?: string, text?: string, clause?: string, because?: {value: number | null, reason: string, clause: string}[]}} line */
function told(line) {
  const item = document.createElement("li");
  const said = document.createElement("p");
  if (line.html === undefined) said.textContent = line.text ?? "";
  else said.innerHTML = line.html; // escaped by the server, with names in bold
  item.append(said);
  for (const each of line.because ?? []) {
    const reason = document.createElement("p");
    reason.className = "verdict__why";
    const value = document.createElement("b");
    if (each.value !== null) value.textContent = each.value < 0 ? `−${-each.value}` : `+${each.value}`;
    reason.append(value, ` ${each.reason} `, clauseLink(each.clause));
    item.append(reason);
  }
  return item;
}

/**
 * @param {HTMLElement} stage
 * @param {{ onupdate: (listener: (lines: any[], quiet: boolean) => void) => void }} table
 */
export function showVerdicts(stage, table) {
  const place = () => /** @type {HTMLElement | null} */ (stage.querySelector("[data-verdict]"));
  /** When the latest was shown. */
  let since = 0;
  /** @type {number | undefined} */
  let later;
  const close = () => {
    clearTimeout(later);
    const shown = place();
    if (shown) shown.hidden = true;
  };
  table.onupdate((lines, quiet) => {
    const shown = place();
    if (!shown) return;
    const results = lines.filter((line) => RESULTS.has(line.kind));
    if (stage.querySelector(".stage--ending")) {
      close(); // the stage itself says who won, and why
      return;
    }
    if (quiet || !results.some((line) => WEIGHTY.has(line.kind))) {
      // A new announcement asks for the stage.
      if (quiet || lines.some((line) => line.kind === "announces" || line.kind === "turn_starts")) {
        clearTimeout(later);
        later = setTimeout(close, quiet ? 0 : Math.max(0, since + READING - Date.now()));
      }
      return;
    }
    const list = document.createElement("ol");
    list.append(...results.map(told));
    const button = document.createElement("button");
    button.type = "button";
    button.className = "verdict__close";
    button.setAttribute("aria-label", shown.dataset.closeWords ?? "");
    button.textContent = "×";
    button.addEventListener("click", close);
    shown.replaceChildren(button, list);
    shown.hidden = false;
    shown.scrollTop = 0;
    since = Date.now();
    clearTimeout(later);
  });
}

// @ts-check
/** What came of an announcement, a shot or a denunciation: when the reader is asked, one line of it at the foot of the stage.
 *
 * A touch opens the lines of the log with their reasons; scenes have shown it in large before (`scenes.js`).
 */

/** Results, which are worth a look; what else the same step tells stays in the log. */
const RESULTS = new Set([
  "proves", "caught", "unchallenged", "attacks", "cancels", "absorbs", "dodges", "names", "misses", "explodes", "dies", "perishes",
  "comes_back", "topples", "scores", "avenges", "rolls", "jams",
]); // biome-ignore format: one list
/** A step is shown when one of these happened in it. */
const WEIGHTY = new Set(["proves", "caught", "cancels", "misses", "dies", "scores", "explodes", "avenges"]);
/** What befell the reader is told at the next question, even when it passed too quickly to be read. */
const BEFALLS = new Set([
  "caught",
  "proves",
  "scores",
  "loses",
  "receives",
  "swaps",
  "peeks",
  "shows",
  "misses",
  "dies",
  "comes_back",
  "explodes",
  "cancels",
]);

/** Powers, shots and dice, and what they do to somebody without saying why. */
const DOINGS = new Set(["uses", "executes", "rolls"]);
const UNSIGNED = new Set(["loses", "receives", "shows"]);

/** Of these the first who is named is who has them or loses them. */
const OWN = new Set(["loses", "receives"]);

/** What a denunciation brought to light. */
const REVEALS = new Set(["caught", "proves"]);

/** What changes the reader's charges between their turns. */
const CHARGES = new Set(["receives", "loses", "gains"]);
/** What befalls the reader, in the words of the scenes, which say “you” (`scenes.js`). @type {Record<string, string>} */
const YOURS = {
  dies: "lost_you",
  comes_back: "back_you",
  scores: "scored_you",
  receives: "gains_you",
  loses: "loses_you",
  gains: "gains_you",
  avenges: "avenges_you",
  cancels: "parry_by_you",
};
/** What somebody else does to the reader. @type {Record<string, string>} */
const TOYOU = { peeks: "peeked_by" };
/** What is told beside it in one line: where it came from, and what concerns everybody. */
const BESIDE = new Set([...DOINGS, "avenges", "late", "names", "misses"]);
/** The loss of a hero that points were scored for. @type {WeakMap<Line, Line>} */
const paid = new WeakMap();

/** @typedef {{kind: string, html?: string, text?: string, values?: Record<string, number | null>, because?: {value: number | null, reason: string, clause: string}[]}} Line */

/** @param {string} clause */
function clauseLink(clause) {
  const link = document.createElement("a");
  link.href = `/rules/badass-force#${clause}`;
  link.dataset.clause = link.title = clause;
  link.setAttribute("aria-label", clause);
  link.textContent = "§";
  return link;
}

/** @param {Line} line */
function sentence(line) {
  const said = document.createElement("p");
  if (line.html === undefined) said.textContent = line.text ?? "";
  else said.innerHTML = line.html; // escaped by the server, with names in bold
  return said;
}

/** @param {Line} line */
function told(line) {
  const item = document.createElement("li");
  item.append(sentence(line));
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

/** Who is named in the line, in its order; English has the possessive within the name's letters (“Ada’s”), and a reader who has told
 * no name is “you” (`log.js`). @param {Line} line */
function named(line) {
  return [...sentence(line).querySelectorAll("b")].map(
    (one) => one.dataset.name ?? (one.textContent ?? "").replace(/’s?$/, ""),
  );
}

/** Does the line speak of that player? @param {Line} line @param {string} name */
function about(line, name) {
  return name !== "" && named(line).includes(name);
}

/** Whose denunciation counted: a card turned over ends with their name. @param {Line} line */
function counted(line) {
  return named(line).at(-1) ?? "";
}

/** Does it befall that player, rather than come from them? @param {Line} line @param {string} name */
function befalls(line, name) {
  return OWN.has(line.kind) ? named(line)[0] === name : about(line, name);
}

/**
 * @param {HTMLElement} stage
 * @param {{ seat: number, onupdate: (listener: (lines: any[], quiet: boolean) => void) => void }} table
 */
export function showVerdicts(stage, table) {
  const place = () => /** @type {HTMLElement | null} */ (stage.querySelector("[data-verdict]"));
  const foot = () => /** @type {HTMLElement | null} */ (stage.querySelector("[data-since]"));
  /** What befell the reader since the last question, and the latest results. @type {Line[]} */
  let mine = [];
  /** @type {Line[]} */
  let latest = [];
  /** All results since the last question, whomever they befell. @type {Line[]} */
  let since = [];
  /** The names said in this turn, of which a miss is told. @type {Line[]} */
  let names = [];
  /** The power, shot or roll under way. @type {Line | undefined} */
  let doing;
  /** How the reader's charges were changed since their last turn, with what changed them. @type {Line[]} */
  let charged = [];
  let asked = false;
  /** Is it the reader's own turn? */
  let own = false;
  const close = () => {
    const shown = place();
    if (shown) shown.hidden = true;
  };
  // It gives way to whatever else is looked at, and to Escape.
  document.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Element && !event.target.closest("[data-verdict], [data-since]")) close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  /** @param {HTMLElement} shown @param {Line[]} lines */
  const open = (shown, lines) => {
    const list = document.createElement("ol");
    list.append(...lines.map(told));
    const button = document.createElement("button");
    button.type = "button";
    button.className = "verdict__close";
    button.setAttribute("aria-label", shown.dataset.closeWords ?? "");
    button.textContent = "×";
    button.addEventListener("click", close);
    shown.replaceChildren(button, list);
    shown.hidden = false;
    shown.scrollTop = 0;
  };
  /** What befell the reader, said to them; nothing of what did not. @param {Line} one */
  const yours = (one) => {
    const { kind, values } = one;
    // Points stand with what they are for: beside a loss they would seem to come from it.
    const deed = paid.get(one);
    const whose = deed ?? one;
    const key =
      deed && values?.seat === table.seat
        ? "scored_for"
        : values?.seat === table.seat
          ? YOURS[kind]
          : values?.target === table.seat
            ? TOYOU[kind]
            : undefined;
    const said = key ? stage.querySelector(`[data-say="${key}"]`) : null;
    if (!said || !values) return "";
    const hero = stage.querySelector(`[data-hero="${whose.values?.character}"]`)?.getAttribute("data-name") ?? "";
    const name = named(whose)[0] ?? "";
    const fills = /** @type {Record<string, unknown>} */ ({
      ...values,
      hero,
      name,
      total: values.total ?? values.charge,
    });
    return (said.textContent ?? "")
      .replace(/\{(\w+)\}/g, (_, name) => String(fills[name] ?? ""))
      .replace(/(?<![.!?])$/, ".");
  };
  /** One line of it stays at the foot of the stage; a touch tells all. @param {Line[]} lines */
  const leave = (lines) => {
    const line = foot();
    if (!line) return;
    line.hidden = !lines.length;
    const words = document.createElement("span");
    const reader = place()?.dataset.reader ?? "";
    // Who turns to Vengeance concerns everybody from now on; then the heroes that the reader has lost, and what the reader has won.
    const weight = (/** @type {Line} */ one) => {
      if (one.kind === "avenges") return 0;
      if (one.kind === "dies") return named(one)[0] === reader ? 1 : 3;
      return one.kind === "scores" && about(one, reader) ? 2 : 3;
    };
    const first = [...lines].sort((a, b) => weight(a) - weight(b));
    const short = first.map((one) => yours(one) || (BESIDE.has(one.kind) ? sentence(one).textContent : ""));
    const told = first.some((one) => yours(one))
      ? short.filter(Boolean)
      : first.map((one) => sentence(one).textContent);
    words.textContent = told.join(" ");
    line.replaceChildren(words);
    line.onclick = () => {
      const shown = place();
      // What befell the reader without being a result is told with the rest.
      if (shown?.hidden) open(shown, since.length ? [...since, ...lines.filter((one) => !since.includes(one))] : lines);
      else close();
    };
  };
  table.onupdate((lines, quiet) => {
    const shown = place();
    if (!shown) return;
    const reader = shown.dataset.reader ?? "";
    const results = lines.filter((line) => RESULTS.has(line.kind));
    const misses = lines.filter((line) => line.kind === "misses");
    const guesses = [...names, ...lines.filter((line) => line.kind === "names")];
    const question = document.body.dataset.turn === "yes";
    // An answer has been given: what was told before it is known.
    if (quiet || (asked && (lines.length || !question))) {
      mine = [];
      latest = [];
      since = [];
    }
    // On arrival the whole log comes: what of it is news, nobody knows.
    if (!quiet && misses.some((line) => about(line, reader))) mine = [...mine, ...guesses];
    // What was brought to light in the reader's own turn, or when the reader denounced too, whoever's denunciation counted.
    const turns = lines.filter((line) => line.kind === "turn_starts");
    if (quiet || (own && asked)) charged = [];
    if (turns.length) own = about(/** @type {Line} */ (turns.at(-1)), reader);
    const denounced = lines.some((line) => line.kind === "denounces" && about(line, reader));
    const spoke = own || denounced;
    const mineToo = (/** @type {Line} */ line) => befalls(line, reader) || (spoke && REVEALS.has(line.kind));
    /** What the next points are for. @type {Line | undefined} */
    let deed;
    for (const line of lines) {
      if (line.kind === "turn_starts") doing = undefined;
      else if (DOINGS.has(line.kind)) doing = line;
      else if (line.kind === "dies") deed = line;
      else if (line.kind === "scores" && deed) paid.set(line, deed);
      if (!quiet && CHARGES.has(line.kind) && line.values?.seat === table.seat && !(doing && about(doing, reader)))
        charged.push(...(doing && !charged.includes(doing) ? [doing] : []), line);
      if (quiet || !(line.kind === "avenges" || (BEFALLS.has(line.kind) && mineToo(line)))) continue;
      if (UNSIGNED.has(line.kind) && doing && !mine.includes(doing) && !about(doing, reader)) mine.push(doing);
      // Somebody else was first, and theirs counted.
      if (denounced && REVEALS.has(line.kind) && !about(line, reader))
        mine.push({ kind: "late", text: (shown.dataset.late ?? "").replace("{name}", counted(line)) });
      mine.push(line);
    }
    const weighty = !quiet && results.some((line) => WEIGHTY.has(line.kind));
    if (!quiet) since.push(...lines.filter((line) => RESULTS.has(line.kind) || line.kind === "cool_point"));
    if (weighty) latest = misses.length ? [...names, ...results] : results;
    names = lines.some((line) => line.kind === "turn_starts") ? [] : guesses;
    asked = question;
    close();
    if (stage.querySelector(".stage--ending")) {
      leave(latest); // the stage itself says who won, and why; the last points are told below it
      return;
    }
    if (question) {
      const told = own ? [...charged.filter((line) => !mine.includes(line)), ...mine] : mine;
      leave(told.length ? told : latest);
      return;
    }
    leave([]);
  });
}

// @ts-check
/** A new table: which box, who sits where, at which pace, which house rules; all of it remembered for the next time. */
import { all, busy, complain } from "./forms.js";
import { asMe, isKept } from "./identity.js";
import { fill } from "./lists.js";
import { keep, myName, recall, rememberName } from "./memory.js";
import { things } from "./things.js";
import { post } from "./tools.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-new]"));
const words = /** @type {HTMLElement} */ (document.getElementById("new-words")).dataset;
const game = form.dataset.new ?? "";
const KEY = `bagarre.new.${game}`;
const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
name.value = myName();

const rated = /** @type {HTMLInputElement} */ (form.elements.namedItem("rated"));
const box = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("companion"));

/** @typedef {{kind: string, bot: string, name: string}} Place */
/** @param {string} selector @param {ParentNode} [within] */
const inputs = (selector, within = form) => all(selector, within).map((node) => /** @type {HTMLInputElement} */ (node));
/** @param {string} field */
const picked = (field) => /** @type {RadioNodeList | HTMLInputElement} */ (form.elements.namedItem(field)).value;

/** Every option that says something, as the server reads it. */
function options() {
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const input of inputs("[data-kind]")) {
    if (input.closest("[hidden]")) continue;
    const option = input.name.slice(2);
    const { kind } = input.dataset;
    if (kind === "switch") found[option] = input.checked;
    else if (kind === "subset") {
      const list = /** @type {string[]} */ (found[option] ?? []);
      found[option] = input.checked ? [...list, input.value] : list;
    } else if (kind === "pick") {
      if (input.checked) found[option] = input.value;
    } else if (input.value !== "") found[option] = input.value;
  }
  return found;
}

/** The seats after the first. @returns {Place[]} */
const places = () =>
  all("[data-seat-line]:not([hidden])", form).map((line) => ({
    kind: /** @type {HTMLSelectElement} */ (line.querySelector("[data-seat-kind]")).value,
    bot: /** @type {HTMLSelectElement} */ (line.querySelector(".levels select")).value,
    name: /** @type {HTMLInputElement} */ (line.querySelector("[name=seat-name]")).value.trim(),
  }));

/** @type {{name: string, text: string}[]} */
let packs = [];

/** House rules that are not as usual, by their words. */
function changes() {
  const found = [];
  for (const row of all(".hr", form)) {
    const input = /** @type {HTMLInputElement | null} */ (row.querySelector("[data-usual]"));
    const value = input?.type === "checkbox" ? (input.checked ? "on" : "") : input?.value;
    const changed = input !== null && !row.hidden && value !== input.dataset.usual;
    row.toggleAttribute("data-changed", changed);
    if (changed) found.push(input.dataset.label ?? "");
  }
  return found;
}

/** @param {string} part @param {string} text */
function sum(part, text) {
  for (const node of all(`[data-sum="${part}"]`)) node.textContent = text;
}

/** What stands on the page follows what is chosen. */
function arrange() {
  const count = Number(picked("count"));
  const chosen = options();
  for (const line of all("[data-seat-line]", form)) {
    line.hidden = Number(line.dataset.seatLine) > count;
    const kind = /** @type {HTMLSelectElement} */ (line.querySelector("[data-seat-kind]")).value;
    line.classList.toggle("nt-place--free", kind === "open");
    for (const part of all("[data-when]", line)) part.hidden = part.dataset.when !== kind;
  }
  for (const row of all("[data-needs]", form)) {
    const [option = "", value = ""] = (row.dataset.needs ?? "").split(":");
    const now = option === "count" ? String(count) : chosen[option];
    row.hidden = Array.isArray(now) ? !now.includes(value) : now !== value;
  }
  const kind = inputs("[name=pace-kind]").find((input) => input.value === paceKind());
  if (kind) kind.checked = true;
  for (const part of all("[data-pace]", form)) part.hidden = part.dataset.pace !== paceKind();
  arrangeRated();
  const waits = places().some((place) => place.kind === "open");
  for (const part of all("[data-when-open]", form)) part.hidden = !waits;
  tell(count);
}

/** Without a clock, with one for each decision, or over days. */
function paceKind() {
  const input = inputs("[name=clock]:checked")[0];
  return /** @type {HTMLElement | null} */ (input?.closest("[data-pace]"))?.dataset.pace ?? "live";
}

/** What a rated table cannot have, by its words: other rules and boxes, files, the real box, a shared device. */
function clashes() {
  const cards = inputs(".pick input:checked").filter((input) => input.dataset.usual === undefined);
  const pills = inputs(".hr:not([hidden]) .pill input:checked");
  return [
    ...cards.map((input) => input.dataset.label ?? ""),
    ...changes(),
    ...pills.map((input) => input.getAttribute("aria-label") ?? ""),
    ...packs.map((pack) => pack.name),
    ...(box?.checked ? [box.closest("label")?.querySelector("b")?.textContent ?? ""] : []),
    ...(places().some((place) => place.kind === "here") ? [words.sharing ?? ""] : []),
  ];
}

/** Everything that a rated table fixes. */
const FIXED = "[data-kind], [name=packs], [data-kept-things] input, option[value=here]";

/** A rated table is played as the box says: what differs is named at once, and what it fixes cannot be touched. */
function arrangeRated() {
  const found = rated.checked ? clashes() : [];
  const [told, fixed] = [all("[data-clashes]", form)[0], all("[data-rated-fixed]", form)[0]];
  if (!told || !fixed) return;
  told.hidden = !found.length;
  fixed.hidden = !rated.checked || found.length > 0;
  for (const line of all("[data-clash-told]", told))
    line.textContent = fill(words.clash ?? "", { what: found.join(", ") });
  for (const input of inputs(FIXED)) input.disabled = !fixed.hidden;
  for (const part of all("[data-unless-rated]", form)) part.hidden = !fixed.hidden;
}

/** As the box says. */
function unclash() {
  for (const input of inputs("[data-kind]")) {
    const { kind, usual } = input.dataset;
    if (kind === "subset") input.checked = false;
    else if (kind === "switch") input.checked = usual === "on";
    else if (kind === "pick") input.checked = usual !== undefined;
    else input.value = usual ?? "";
  }
  for (const line of all("[data-seat-kind]", form)) {
    const select = /** @type {HTMLSelectElement} */ (line);
    if (select.value === "here") select.value = "open";
  }
  for (const tick of inputs("[data-kept-things] input")) tick.checked = false;
  if (box) box.checked = false;
  packs = [];
  tellPacks();
}

/** @param {number} count */
function tell(count) {
  const cards = inputs(".pick input:checked");
  const base = cards.some((input) => input.type === "radio") ? [] : [words.base ?? ""];
  // Of several questions the first is always told, the others where the answer is not the usual one.
  const told = cards.filter((input) => input.name === cards[0]?.name || input.dataset.usual === undefined);
  const what = [...base, ...told.map((input) => input.dataset.label ?? "")].join(" + ");
  sum("game", packs.length ? `${what} + ${fill(words.packs ?? "", { n: packs.length })}` : what);
  const kinds = places().map((place) => place.kind);
  /** @param {string} kind @param {string | undefined} sentence */
  const seated = (kind, sentence) => {
    const n = kinds.filter((one) => one === kind).length;
    return n ? [fill(sentence ?? "", { n })] : [];
  };
  const who = [
    words.you,
    ...seated("open", words.friends),
    ...seated("here", words.here),
    ...seated("bot", words.bots),
  ].join(", ");
  sum("players", who);
  const pace = inputs("[name=clock]:checked, [name=companion]:checked")
    .map((input) => input.dataset.label ?? "")
    .join(" · ");
  sum("pace", pace);
  const changed = changes();
  const rules =
    changed.length > 2 ? fill(words.changes ?? "", { n: changed.length }) : changed.join(", ") || (words.none ?? "");
  sum("rules", rules);
  for (const node of all("[data-rules-told]")) node.textContent = rules;
  sum("short", `${what} · ${fill(words.places ?? "", { n: count })}`);
  sum(
    "shorter",
    [pace, changed.length ? fill(words.changes ?? "", { n: changed.length }) : ""].filter(Boolean).join(" · "),
  );
}

function save() {
  /** @type {Record<string, unknown>} */
  const fields = {};
  for (const input of inputs("[data-kind], [name=aids], [name=listed], [name=fill]")) {
    const key = input.type === "checkbox" || input.type === "radio" ? `${input.name}=${input.value}` : input.name;
    fields[key] = input.type === "checkbox" || input.type === "radio" ? input.checked : input.value;
  }
  keep(KEY, JSON.stringify({ fields, count: picked("count"), clock: picked("clock"), places: places() }));
}

/** As it was the last time; what no longer exists is passed over. */
function restore() {
  let kept;
  try {
    kept = JSON.parse(recall(KEY) ?? "null");
  } catch {}
  if (!kept) return;
  for (const input of inputs("[data-kind], [name=aids], [name=listed], [name=fill]")) {
    const box = input.type === "checkbox" || input.type === "radio";
    const value = kept.fields?.[box ? `${input.name}=${input.value}` : input.name];
    if (box && typeof value === "boolean") input.checked = value && input.value !== "own";
    else if (!box && typeof value === "string") {
      const before = input.value;
      input.value = value;
      if (input instanceof HTMLSelectElement && input.selectedIndex < 0) input.value = before;
    }
  }
  for (const [field, value] of [
    ["count", kept.count],
    ["clock", kept.clock],
  ])
    for (const input of inputs(`[name=${field}]`)) if (input.value === value) input.checked = true;
  for (const [i, line] of all("[data-seat-line]", form).entries()) {
    const place = kept.places?.[i];
    if (!place) continue;
    for (const [selector, value] of [
      ["[data-seat-kind]", place.kind],
      [".levels select", place.bot],
    ]) {
      const select = /** @type {HTMLSelectElement} */ (line.querySelector(selector));
      if ([...select.options].some((option) => option.value === value)) select.value = value;
    }
    /** @type {HTMLInputElement} */ (line.querySelector("[name=seat-name]")).value = String(place.name ?? "");
  }
  // A picked card that is gone leaves the usual one.
  for (const usual of inputs(".pick [data-usual]"))
    if (!inputs(`[name="${usual.name}"]:checked`).length) usual.checked = true;
}

/** @param {File[]} files */
async function bring(files) {
  const wrong = files.find((file) => !file.name.toLowerCase().endsWith(".toml"));
  complain(form, wrong ? fill(words.notToml ?? "", { file: wrong.name }) : "");
  const read = files
    .filter((file) => file.name.toLowerCase().endsWith(".toml"))
    .map(async (file) => ({ name: file.name, text: await file.text() }));
  const brought = await Promise.all(read);
  packs = [...packs.filter((pack) => !brought.some((one) => one.name === pack.name)), ...brought];
  tellPacks();
}

function tellPacks() {
  for (const list of all("[data-files]"))
    list.replaceChildren(
      ...packs.map((pack) => {
        const line = document.createElement("span");
        line.textContent = `✓ ${pack.name} `;
        const away = document.createElement("button");
        away.type = "button";
        away.className = "small";
        away.textContent = "×";
        away.setAttribute("aria-label", `× ${pack.name}`);
        away.addEventListener("click", (event) => {
          event.preventDefault();
          packs = packs.filter((one) => one !== pack);
          tellPacks();
        });
        line.append(away);
        return line;
      }),
    );
  for (const node of all("[data-own]")) node.hidden = !packs.length;
  arrange();
}

for (const zone of all("[data-drop]")) {
  const input = /** @type {HTMLInputElement} */ (zone.querySelector("input"));
  input.addEventListener("change", () => bring([...(input.files ?? [])]).finally(() => (input.value = "")));
  zone.addEventListener("dragover", (event) => {
    event.preventDefault();
    zone.dataset.over = "";
  });
  zone.addEventListener("dragleave", () => delete zone.dataset.over);
  zone.addEventListener("drop", () => delete zone.dataset.over);
}
// A file may be let go anywhere on the page: the fold opens and shows what came.
addEventListener("dragover", (event) => {
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
});
addEventListener("drop", (event) => {
  const files = [...(event.dataTransfer?.files ?? [])];
  if (!files.length) return;
  event.preventDefault();
  const zone = all("[data-drop]")[0];
  zone?.closest("details")?.setAttribute("open", "");
  zone?.scrollIntoView({ block: "center" });
  bring(files);
});

/** Gangs and boards that this browser keeps, to be ticked; an address may name one (`?with=gang/Les Zonards`). */
function offerThings() {
  const box = all("[data-kept-things]")[0];
  const kept = things(game);
  if (!box || !kept.length) return;
  const wanted = new URLSearchParams(location.search).get("with");
  /** @type {Record<string, string>} */
  const kinds = JSON.parse(box.dataset.kinds ?? "{}");
  box.hidden = false;
  for (const thing of kept) {
    const label = document.createElement("label");
    label.className = "check";
    const tick = document.createElement("input");
    tick.type = "checkbox";
    tick.checked = wanted === `${thing.kind}/${thing.name}`;
    const put = () => {
      packs = packs.filter((pack) => pack.text !== thing.text);
      if (tick.checked) packs = [...packs, { name: thing.file, text: thing.text }];
    };
    tick.addEventListener("change", () => {
      put();
      tellPacks();
    });
    put();
    label.append(tick, ` ${thing.name} · ${kinds[thing.kind] ?? thing.file}`);
    box.append(label);
  }
  if (packs.length) box.closest("details")?.setAttribute("open", "");
}

restore();
if (new URLSearchParams(location.search).has("rated")) rated.checked = true;
// With the real box: those who sit around it share this device, unless somebody says otherwise.
if (box && new URLSearchParams(location.search).has("companion")) {
  box.checked = true;
  for (const select of all("[data-seat-kind]")) /** @type {HTMLSelectElement} */ (select).value = "here";
}
offerThings();
form.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === "pace-kind")
    for (const input of inputs("[name=clock]")) if (input.value === target.dataset.first) input.checked = true;
  arrange();
  save();
});
for (const button of all("[data-unclash]")) button.addEventListener("click", unclash);
tellPacks();

busy(form, async () => {
  rememberName(name.value.trim());
  save();
  const sitting = places();
  const chosen = options();
  // A game for one asks for its own options.
  if (!sitting.length) for (const [option, value] of JSON.parse(form.dataset.solo || "[]")) chosen[option] = value;
  const shown = sitting.some((place) => place.kind === "open") ? picked("listed") : "";
  // Friends are somebody's: whoever shows a table to them says who they are.
  const send = shown === "friends" && isKept() ? asMe : post;
  const opened = await send(`/api/tables?lang=${document.documentElement.lang}`, {
    game,
    name: name.value,
    title: picked("title"),
    seats: sitting.map((place) => (place.kind === "bot" ? place.bot : place.kind)),
    names: sitting.map((place) => (place.kind === "here" ? place.name : "")),
    options: chosen,
    packs,
    ...pace(picked("clock")),
    companion: Boolean(box?.checked),
    aids: /** @type {HTMLInputElement} */ (form.elements.namedItem("aids")).checked,
    listed: shown === "all",
    friends: shown === "friends",
    rated: rated.checked,
    fill: Number(/** @type {HTMLSelectElement} */ (form.elements.namedItem("fill")).value),
  });
  location.href = `/t/${opened.code}#${opened.tokens.join(",")}`;
});

/** “259200+43200” is a total and what each decision adds; a number is what each decision has. @param {string} text */
function pace(text) {
  const [total, clock] = text.includes("+") ? text.split("+") : ["0", text];
  return { total: Number(total), clock: Number(clock) };
}

// @ts-check
/** The gang page: one to four characters are built, checked by the server, saved as a pack, and played with. */
import { addBefore } from "/static/fair.js";
import { myName } from "/static/memory.js";
import { keepThing } from "/static/things.js";
import { packFile, post, save } from "/static/tools.js";

/**
 * @typedef {{fr: string, en: string}} Name
 * @typedef {{id: string, letter: string, flag: string, name: Name, look: number, strength: number, dexterity: number, speed: number,
 *   constitution: number, equipment: Record<string, number>}} Member
 * @typedef {{name: Name, members: Member[], rest: string}} Sketch
 */

const room = /** @type {HTMLElement} */ (document.querySelector("[data-gang]"));
/** @type {Record<string, string>} */
const words = JSON.parse(room.dataset.words ?? "{}");
/** @type {{points: number, purse: number, slots: number, most: number, heads: number[], stamina: number[][], cost: Record<string, number>}} */
const law = JSON.parse(room.dataset.law ?? "{}");
const lang = /** @type {"fr" | "en"} */ (document.documentElement.lang);
const KEPT = "bagarre.baston.gang";
const ASK = `/api/games/${room.dataset.game}/pages/gang?lang=${lang}`;
const STATS = /** @type {const} */ (["strength", "dexterity", "speed", "constitution"]);

/** @param {string} selector @param {Element} [within] @returns {any} */
const one = (selector, within = room) => within.querySelector(selector);
/** @param {string} key @param {Record<string, unknown>} [values] */
const say = (key, values = {}) => (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
/** The same name in both languages. @param {string} text @returns {Name} */
const both = (text) => ({ fr: text, en: text });

/** @param {number} n @returns {Member} */
function newMember(n) {
  const name = both(say("member", { n: n + 1 }));
  return {
    id: "",
    letter: "",
    flag: "",
    name,
    look: ((4 * n) % 13) + 1,
    strength: 4,
    dexterity: 4,
    speed: 4,
    constitution: 4,
    equipment: { leather_jacket: 1 },
  };
}

/** @returns {Sketch} */
const newGang = () => ({ name: both(words.new_name), members: [newMember(0), newMember(1)], rest: "" });

/** @returns {Sketch} */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    if (found?.name && found.members?.every((/** @type {any} */ member) => member.name && member.equipment))
      return found;
  } catch {
    // Somebody else's data: begin anew.
  }
  return newGang();
}

let sketch = kept();

// What the rules count.

/** @param {Member} member */
const pointsLeft = (member) => law.points - STATS.reduce((sum, stat) => sum + member[stat], 0);
/** @param {Member} member */
const spent = (member) =>
  Object.entries(member.equipment).reduce((sum, [item, count]) => sum + count * (law.cost[item] ?? 0), 0);

/** Objects in boxes: one garment, one helmet and one pair of boots are worn instead (BA-EQUIP-9). @param {Member} member */
function carried(member) {
  const count = (/** @type {string} */ item) => member.equipment[item] ?? 0;
  const worn = [count("leather_vest") + count("leather_jacket"), count("helmet"), count("boots")].filter(
    Boolean,
  ).length;
  return Object.values(member.equipment).reduce((sum, n) => sum + n, 0) - worn;
}

/** May this step be taken? @param {Member} member @param {string} kind @param {string} what @param {number} by */
function allowed(member, kind, what, by) {
  if (kind === "stat") {
    const value = member[/** @type {"speed"} */ (what)] + by;
    return value >= 1 && value <= 7;
  }
  const after = { ...member, equipment: { ...member.equipment, [what]: (member.equipment[what] ?? 0) + by } };
  return by < 0 ? after.equipment[what] >= 0 : spent(after) <= law.purse && carried(after) <= law.slots;
}

// The members on the page.

function settle() {
  localStorage.setItem(KEPT, JSON.stringify(sketch));
  one("[data-verdict]").hidden = true;
  for (const marked of room.querySelectorAll(".gp-member.is-wrong, fieldset.is-wrong, .gp-line.is-wrong"))
    marked.classList.remove("is-wrong");
  one("[data-do=add]").hidden = sketch.members.length >= law.most;
  one("[data-rest]").hidden = !sketch.rest;
}

/** All forms anew: after a file, a newcomer or a departure. */
function build() {
  one("[data-gang-name]").value = sketch.name[lang];
  one("[data-members]").replaceChildren(
    ...sketch.members.map((member, n) => {
      const card = one("[data-member-form]").content.firstElementChild.cloneNode(true);
      card.dataset.member = n;
      one("[data-member-name]", card).value = member.name[lang];
      for (const radio of card.querySelectorAll("input[type=radio]")) {
        radio.name = `look-${n}`;
        radio.checked = Number(radio.value) === member.look;
      }
      one("[data-do=remove]", card).hidden = sketch.members.length === 1;
      refresh(card, member);
      return card;
    }),
  );
  settle();
}

/** What follows from the choices. @param {HTMLElement} card @param {Member} member */
function refresh(card, member) {
  const who = member.name[lang].trim() || say("member", { n: Number(card.dataset.member) + 1 });
  one("[data-title]", card).textContent = who;
  one("[data-do=remove]", card).setAttribute("aria-label", say("remove", { who }));
  const bust = one("[data-bust]", card);
  const leather = member.equipment.leather_vest || member.equipment.leather_jacket;
  bust.setAttribute("class", `gp-bust l${member.look}${leather ? "" : " bare"}`);
  one("use", bust).setAttribute("href", `#ba-bust-${member.equipment.helmet ? "helmet" : law.heads[member.look]}`);
  for (const output of card.querySelectorAll("[data-value]")) {
    const what = output.getAttribute("data-value") ?? "";
    output.textContent = String(
      STATS.includes(/** @type {any} */ (what)) ? member[/** @type {"speed"} */ (what)] : (member.equipment[what] ?? 0),
    );
  }
  for (const button of card.querySelectorAll("[data-step]")) {
    const [kind, what, by] = (button.getAttribute("data-step") ?? "").split(" ");
    button.setAttribute("aria-disabled", String(!allowed(member, kind, what, Number(by))));
  }
  const left = pointsLeft(member);
  const word = left === 0 ? "left_none" : `${left > 0 ? "left" : "over"}${Math.abs(left) === 1 ? "_one" : ""}`;
  one("[data-left]", card).textContent = say(word, { n: Math.abs(left) });
  one("[data-left]", card).classList.toggle("is-wrong", left !== 0);
  one("[data-spent]", card).textContent = say("spent", { n: spent(member), most: law.purse });
  one("[data-carried]", card).textContent = say("carried", { n: carried(member), most: law.slots });
  one("[data-combat]", card).textContent = String(Math.ceil((member.strength + member.dexterity) / 2));
  for (const part of card.querySelectorAll("[data-part]"))
    part.textContent = String(law.stamina[member.constitution - 1][Number(part.getAttribute("data-part"))]);
}

/** Change the member whose form holds this element. @param {Element} inside @param {(member: Member) => void} change */
function edit(inside, change) {
  const card = /** @type {HTMLElement} */ (inside.closest("[data-member]"));
  const member = sketch.members[Number(card.dataset.member)];
  change(member);
  refresh(card, member);
  settle();
}

// Checking, files, play.

/** @param {any} found what the server answered */
function judge(found) {
  const verdict = one("[data-verdict]");
  verdict.hidden = false;
  verdict.className = found.problem ? "ed__verdict is-bad" : "ed__verdict is-good";
  verdict.textContent = found.problem ? found.problem.message : found.told;
  const card = typeof found.problem?.member === "number" ? one(`[data-member="${found.problem.member}"]`) : null;
  const field = card && (one(`[data-field="${found.problem.field}"]`, card) ?? card);
  field?.classList.add("is-wrong");
  // It stands where the fault is, or else under the button that asked.
  if (field) field.before(verdict);
  else one("[data-do=check]").after(verdict);
  verdict.scrollIntoView({ block: "nearest" });
  return !found.problem;
}

const fileName = () => packFile(sketch.name[lang], "bande");

/** @returns {Promise<string>} the text of a sound gang, empty when it is not */
async function checked() {
  settle();
  const found = await post(ASK, { sketch, file: fileName() });
  return judge(found) ? found.text : "";
}

/** @type {Record<string, (button: HTMLElement) => unknown>} */
const deeds = {
  add: () => {
    sketch.members.push(newMember(sketch.members.length));
    build();
    one("[data-members]").lastElementChild.querySelector("[data-member-name]").focus();
  },
  remove: (button) => {
    sketch.members.splice(Number(/** @type {HTMLElement} */ (button.closest("[data-member]")).dataset.member), 1);
    build();
    one("[data-do=add]").focus();
  },
  new: () => {
    sketch = newGang();
    build();
  },
  check: checked,
  keep: async () => {
    const text = await checked();
    if (!text) return;
    keepThing(room.dataset.game ?? "", { name: sketch.name[lang], kind: "gang", file: fileName(), text });
    one("[data-verdict]").textContent = words.kept;
  },
  save: async () => {
    const text = await checked();
    if (text) save(text, fileName());
  },
  play: async () => {
    const text = await checked();
    if (!text) return;
    const seats = Array(Number(one("[data-play]").elements.count.value) - 1).fill("scripted");
    const opened = await post(`/api/tables?lang=${lang}`, {
      game: room.dataset.game,
      name: myName(),
      title: sketch.name[lang],
      seats,
      options: { size: sketch.members.length },
      packs: [{ name: fileName(), text }],
      start: true,
      ...(await addBefore()),
    });
    location.href = `/t/${opened.code}#${opened.tokens.join(",")}`;
  },
};

/** @param {unknown} error */
function complain(error) {
  judge({ problem: { message: error instanceof TypeError ? words.failed : /** @type {Error} */ (error).message } });
}

room.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("[data-do], [data-step]");
  if (!(button instanceof HTMLElement)) return;
  if (button.dataset.step) {
    const [kind, what, by] = button.dataset.step.split(" ");
    edit(button, (member) => {
      if (!allowed(member, kind, what, Number(by))) return;
      if (kind === "stat") member[/** @type {"speed"} */ (what)] += Number(by);
      else member.equipment[what] = (member.equipment[what] ?? 0) + Number(by);
    });
    return;
  }
  event.preventDefault();
  try {
    await deeds[button.dataset.do ?? ""]?.(button);
  } catch (error) {
    complain(error);
  }
});

room.addEventListener("input", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.matches("[data-gang-name]")) {
    sketch.name = both(field.value);
    settle();
  } else if (field.matches("[data-member-name]")) edit(field, (member) => (member.name = both(field.value)));
  else if (field.type === "radio") edit(field, (member) => (member.look = Number(field.value)));
});

one("[data-file]").addEventListener("change", async (/** @type {Event} */ event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const file = input.files?.[0];
  try {
    if (file) {
      const found = await post(ASK, { text: await file.text(), file: file.name });
      if (found.sketch) {
        sketch = found.sketch;
        build();
      }
      judge(found);
    }
  } catch (error) {
    complain(error);
  }
  input.value = "";
});

build();

// @ts-check
/** Friends: the lists of the page of one's own name, links that make two people friends, and tables that friends show each other. `docs/identity.md` */
import { all, complain } from "./forms.js";
import { asMe, isKept } from "./identity.js";
import { element, fill } from "./lists.js";

/** @typedef {{id: string, name: string, since: number}} Friend */
/** @typedef {{code: string, seat: number, name: string, game: string, at: number}} Met */
/** @typedef {{code: string, title: string, icon: string, lang: string, told: string}} Shown */

const lang = document.documentElement.lang;
const words = document.getElementById("friend-words")?.dataset ?? {};
/** A link of a friend's ends so. */
const LINK = /^friend-([a-z0-9]{10})$/;

/** The code of a friend's link, if this page was opened by one. @param {string} hash */
export const friendCode = (hash) => LINK.exec(hash)?.[1] ?? "";

/** @param {string} name @returns {HTMLElement} */
const at = (name) => /** @type {HTMLElement} */ (document.querySelector(`[data-friend-${name}]`));

/** @param {number} seconds */
const day = (seconds) => new Date(seconds * 1000).toLocaleDateString(lang, { dateStyle: "medium" });

/** @param {string} action @param {string} whom @param {() => unknown} then @param {boolean} [main] */
function button(action, whom, then, main = false) {
  const made = /** @type {HTMLButtonElement} */ (element("button", main ? "small small--main" : "small", action));
  made.type = "button";
  made.setAttribute("aria-label", `${action} : ${whom}`);
  made.addEventListener("click", then);
  return made;
}

/** @param {string} name @param {string} more @param {HTMLElement[]} buttons */
function line(name, more, buttons) {
  const made = element("li", "me__device");
  const told = element("span", "");
  told.append(element("b", "", name), element("small", "", more));
  const tools = element("span", "me__tools");
  tools.append(...buttons);
  made.append(told, tools);
  return made;
}

/** @param {string} list @param {HTMLElement[]} lines */
function put(list, lines) {
  at(list).replaceChildren(...lines);
  at(list).closest("[data-friend-part]")?.toggleAttribute("hidden", !lines.length);
}

/** Do something and show what became of it. @param {string} path @param {unknown} [body] */
async function act(path, body) {
  complain(at("box"), "");
  try {
    await asMe(`/api/me/friends/${path}?lang=${lang}`, body);
    await showFriends();
  } catch (error) {
    complain(at("box"), /** @type {Error} */ (error).message);
  }
}

/** @typedef {(question: string, action: string, then: () => Promise<void>) => void} Sure */
/** @type {Sure} */
let sure = (_question, _action, then) => void then();

/** The lists of the page. @param {Sure} [ask] */
export async function showFriends(ask) {
  sure = ask ?? sure;
  const told = await asMe(`/api/me/friends?lang=${lang}`, null, "GET");
  const { friends, asking, asked, met } =
    /** @type {{friends: Friend[], asking: Friend[], asked: Friend[], met: Met[]}} */ (told);
  put(
    "list",
    friends.map(({ id, name, since }) =>
      line(name, fill(words.since ?? "", { when: day(since) }), [
        button(words.end ?? "", name, () =>
          sure(fill(words.endAsk ?? "", { name }), words.end ?? "", () => act(`${id}/end`)),
        ),
      ]),
    ),
  );
  at("none").hidden = friends.length > 0;
  put(
    "asking",
    asking.map(({ id, name, since }) =>
      line(name, day(since), [
        button(words.yes ?? "", name, () => act(`${id}/answer`, { yes: true }), true),
        button(words.no ?? "", name, () => act(`${id}/answer`, { yes: false })),
      ]),
    ),
  );
  put(
    "asked",
    asked.map(({ id, name, since }) =>
      line(name, day(since), [button(words.withdraw ?? "", name, () => act(`${id}/end`))]),
    ),
  );
  put(
    "met",
    met.map(({ code, seat, name, game, at: when }) =>
      line(name, `${game} · ${day(when)}`, [button(words.ask ?? "", name, () => act("ask", { code, seat }))]),
    ),
  );
}

/** A link to give away. */
export async function giveLink() {
  const given = await asMe(`/api/me/friends/give?lang=${lang}`);
  /** @type {HTMLImageElement} */ (at("qr")).src = given.qr;
  at("link").dataset.copy = given.link;
  at("given").hidden = false;
}

/** Who gave that code. @param {string} code @returns {Promise<string>} */
export const giverOf = async (code) => (await asMe(`/api/me/friends/look?lang=${lang}`, { code })).name;

/** @param {string} code */
export const takeLink = (code) => asMe(`/api/me/friends/take?lang=${lang}`, { code });

/** @param {Shown} table */
function row(table) {
  const link = /** @type {HTMLAnchorElement} */ (element("a", "row"));
  link.href = `/t/${table.code}`;
  const mark = /** @type {HTMLImageElement} */ (element("img", "row__mark"));
  Object.assign(mark, { src: table.icon, alt: "", width: 40, height: 40 });
  const title = element("b", "", table.title);
  if (table.lang !== lang) {
    const tag = element("i", "tag", table.lang.toUpperCase());
    tag.lang = table.lang;
    title.append(" ", tag);
  }
  link.append(mark, title, element("small", "", table.told));
  const item = document.createElement("li");
  item.append(link);
  return item;
}

/** The home page: the tables that friends show, and whether somebody asks to be one. */
export async function showTables() {
  if (!isKept()) return;
  const { tables, asking } = await asMe(`/api/me/friends/tables?lang=${lang}`, null, "GET");
  for (const list of all("[data-friend-tables]")) {
    list.replaceChildren(.../** @type {Shown[]} */ (tables).map(row));
    list.closest("[data-friend-part]")?.toggleAttribute("hidden", !tables.length);
  }
  for (const link of all("[data-friend-questions]")) link.hidden = !asking;
}

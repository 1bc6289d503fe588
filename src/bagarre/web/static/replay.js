// @ts-check
/** Looking at a finished game: scrub, play, step, change eyes, link to a moment, continue. */
import { recompute } from "./chance.js";
import { examine, isSound } from "./fair.js";
import { fill } from "./lists.js";
import { keep, myName, recall, remember, tokensOf } from "./memory.js";
import { morph, parse, show, still } from "./morph.js";
import { reasonList } from "./reasons.js";
import { copy, post, Refusal } from "./tools.js";

const body = document.body;
const code = body.dataset.replay ?? "";
const game = body.dataset.game ?? "";
const last = Number(body.dataset.last);
const lang = document.documentElement.lang;
/** @param {string} id */
const at = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
const asked = new URLSearchParams(location.search);
remember(code, []);
const NOTES = `bagarre.notes.${code}`;

let moment = Math.max(0, Math.min(last, Number(asked.get("m") ?? 0) || 0));
const eyes = [...at("eye").querySelectorAll("option")].map((option) => option.value);
// Whoever played sees it through their own eyes, others as a spectator; both may look at everything.
let eye = eyes.includes(asked.get("eye") ?? "") ? Number(asked.get("eye")) : await ownEye();

/** The seat that this browser had there. */
async function ownEye() {
  const tokens = tokensOf(code);
  if (!tokens.length) return -1;
  const rows = await post("/api/mine", { tables: [{ code, tokens }] }).catch(() => []);
  return rows[0]?.seats[0] ?? -1;
}
/** @type {ReturnType<typeof setTimeout> | undefined} */
let playing;
/** @type {{moment: number}[]} */
let lines = [];
/** @type {Map<string, any>} */
const seen = new Map();
/** @type {((lines: any[], quiet: boolean) => void)[]} */
const listeners = [];

/** @param {number} wanted */
async function fetchMoment(wanted) {
  const key = `${wanted} ${eye}`;
  if (!seen.has(key)) {
    const answer = await fetch(`/api/replays/${code}/at/${wanted}?eye=${eye}&lang=${lang}`);
    if (!answer.ok) throw new Error(String(answer.status));
    if (seen.size > 300) seen.clear();
    seen.set(key, await answer.json());
  }
  return seen.get(key);
}

/** The next moment at which something is told: orders written in secret are no moments to look at. @param {number} from */
function nextTold(from) {
  if (!lines.length) return from + 1;
  return lines.find((line) => line.moment > from)?.moment ?? last;
}

/** What the board's script is given: nobody plays here. */
const table = {
  choose() {},
  legal: new Map(),
  get seat() {
    return eye;
  },
  get still() {
    return still();
  },
  onupdate(/** @type {(lines: any[], quiet: boolean) => void} */ listener) {
    listeners.push(listener);
    listener([], true);
  },
  why: async () => ({ reason: "", clause: "" }),
  /** Is something still being shown? A script with a film of its own says so. */
  showing: () => false,
};

let turn = 0;
/** @param {number} wanted @param {boolean} [quiet] */
async function go(wanted, quiet = false) {
  const far = Math.abs(wanted - moment) > 1;
  // What lies between told nothing: the board shows what is told here as it does while one plays.
  const onwards = wanted > moment && wanted <= nextTold(moment);
  moment = Math.max(0, Math.min(last, wanted));
  at("moment").value = String(moment);
  at("count").textContent = `${moment} / ${last}`;
  at("go-on").disabled = body.dataset.over === "yes" && moment === last;
  history.replaceState(null, "", `?${new URLSearchParams({ m: String(moment), eye: String(eye) })}`);
  const mine = ++turn;
  const scene = await fetchMoment(moment);
  if (mine !== turn) return;
  await show((touched) => morph(at("stage"), parse(`<div id="stage">${scene.html}</div>`), touched), quiet || far);
  markLog();
  for (const listener of listeners)
    listener(
      lines.filter((line) => line.moment === moment),
      !onwards,
    );
  if (moment < last) fetchMoment(moment + 1).catch(() => {});
}

function markLog() {
  let current = null; // the last line by then: at some moments nothing is told
  for (const item of at("log").children) {
    const when = Number(/** @type {HTMLElement} */ (item).dataset.moment);
    item.classList.toggle("log__later", when > moment);
    item.classList.toggle("log__now", when === moment);
    if (when <= moment) current = item;
  }
  current?.scrollIntoView({ block: "nearest" });
  if (playing)
    at("live").textContent = [...at("log").querySelectorAll(".log__now")].map((item) => item.textContent).join(" ");
}

/** @param {string} clause */
function ruleLink(clause) {
  const link = document.createElement("a");
  link.href = `/rules/${game}#${clause}`;
  link.textContent = "§";
  link.title = clause;
  link.setAttribute("aria-label", clause);
  return link;
}

async function readLog() {
  const answer = await fetch(`/api/replays/${code}?eye=${eye}&lang=${lang}`);
  const told = await answer.json();
  lines = told.log;
  at("log").replaceChildren(
    ...told.log.map((/** @type {any} */ line) => {
      const item = document.createElement("li");
      item.dataset.moment = line.moment;
      item.className = line.heading ? "log__round" : "";
      const jump = document.createElement("button");
      jump.type = "button";
      jump.className = "log__jump";
      jump.innerHTML = line.html; // escaped by the server, with names in bold
      jump.addEventListener("click", () => go(line.moment));
      item.append(jump, " ", ruleLink(line.clause));
      if (line.because) item.append(reasonList(line.because, ruleLink));
      return item;
    }),
  );
  markLog();
}

function pause() {
  clearTimeout(playing);
  playing = undefined;
  at("play").setAttribute("aria-pressed", "false");
}
async function step() {
  if (moment >= last) return pause();
  // The board shows at its own pace what happened (BASTON's film): the next moment waits for it.
  if (table.showing()) {
    playing = setTimeout(step, 300);
    return;
  }
  await go(nextTold(moment));
  if (playing !== undefined) playing = setTimeout(step, still() ? 1200 : 900);
}
at("play").addEventListener("click", () => {
  if (playing !== undefined) return pause();
  at("play").setAttribute("aria-pressed", "true");
  if (moment >= last) moment = -1;
  playing = setTimeout(step, 50);
});

/** Go there by hand: what plays by itself stops. @param {number} wanted @param {boolean} [quiet] */
function turnTo(wanted, quiet = false) {
  pause();
  return go(wanted, quiet);
}
at("first").addEventListener("click", () => turnTo(0));
at("prev").addEventListener("click", () => turnTo(moment - 1));
at("next").addEventListener("click", () => turnTo(moment + 1));
at("end").addEventListener("click", () => turnTo(last));
at("moment").addEventListener("input", () => turnTo(Number(at("moment").value), true));
at("eye").value = String(eye);
at("eye").addEventListener("change", () => {
  eye = Number(at("eye").value);
  go(moment, true);
  readLog();
});
// A link to this moment, for whoever opens it through their own eyes.
at("link").addEventListener("click", () => copy(at("link"), `${location.origin}/r/${code}?m=${moment}`));

// Notes at moments, kept in this browser.

/** @returns {{moment: number, text: string}[]} */
const notes = () => JSON.parse(recall(NOTES) ?? "[]");
function showNotes() {
  const words = /** @type {HTMLElement} */ (document.getElementById("replay-words")).dataset;
  at("notes").replaceChildren(
    ...notes().map((note, i) => {
      const item = document.createElement("li");
      const jump = document.createElement("button");
      jump.type = "button";
      jump.className = "log__jump";
      const number = document.createElement("b");
      number.textContent = `${words.moment} ${note.moment}`;
      jump.append(number, note.text ? ` · ${note.text}` : "");
      jump.addEventListener("click", () => turnTo(note.moment));
      const away = document.createElement("button");
      away.type = "button";
      away.className = "tool";
      away.textContent = "×";
      away.setAttribute("aria-label", `${words.forget} ${note.moment}`);
      away.addEventListener("click", () => {
        keep(NOTES, JSON.stringify(notes().filter((_, j) => j !== i)));
        showNotes();
      });
      item.append(jump, away);
      return item;
    }),
  );
}
at("note").addEventListener("submit", (event) => {
  event.preventDefault();
  const all = [...notes(), { moment, text: at("note-text").value.trim() }].sort((a, b) => a.moment - b.moment);
  keep(NOTES, JSON.stringify(all.slice(0, 100)));
  at("note-text").value = "";
  showNotes();
});
showNotes();
at("later").addEventListener("change", () => body.toggleAttribute("data-later", at("later").checked));
document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "ArrowLeft") turnTo(moment - 1);
  if (event.key === "ArrowRight") turnTo(moment + 1);
});
document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest("[data-side]:not(body)")) body.dataset.side = "open";
  if (target.closest("[data-close-side]")) delete body.dataset.side;
});
at("continue-go").addEventListener("click", async () => {
  try {
    const opened = await post(`/api/replays/${code}/continue`, {
      moment,
      seat: Number(at("continue-seat").value),
      name: myName(),
    });
    location.href = `/t/${opened.code}#${opened.tokens.join(",")}`;
  } catch (error) {
    const problem = /** @type {HTMLElement} */ (at("continue").querySelector(".form__error"));
    problem.hidden = false;
    problem.textContent = error instanceof Error ? error.message : String(error);
  }
});
for (const link of document.querySelectorAll("[data-lang]")) {
  link.addEventListener("click", () => {
    const address = new URLSearchParams(location.search);
    address.set("lang", link.getAttribute("data-lang") ?? "fr");
    link.setAttribute("href", `?${address}`);
  });
}
if (body.dataset.script) {
  import(body.dataset.script).then((own) => own.mount?.(at("stage"), table)).catch((error) => console.error(error));
}
go(moment, true);
readLog();

// Every card and every die once more: secrets and numbers here in the browser, by the rules where the rules are.

/** @param {string} address @returns {Promise<Response>} */
async function told(address) {
  const answer = await fetch(address);
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => ({}));
  throw new Refusal(said.message ?? `${answer.status}`, said.code);
}

/** @param {HTMLElement} end what all of it comes to @param {(text: string) => void} tell @param {DOMStringMap} said */
async function verify(end, tell, said) {
  const record = await (await told(`/api/replays/${code}/record`)).text();
  const [header, ...lines] = record
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const facts = await examine(code, header);
  for (const fact of facts) tell(said[fact] ?? fact);
  const verdict = await (await told(`/api/replays/${code}/verify?lang=${lang}`)).json();
  if (!header.companion && globalThis.crypto?.subtle) {
    const { results, numbers, wrong } = await recompute(header, lines, verdict.draws ?? {});
    if (wrong.length) tell(fill(said.here_wrong ?? "", { n: wrong.length }));
    else if (results) tell(fill(said.here_right ?? "", { n: results }));
    if (numbers && !wrong.length) tell(fill(said.here_numbers ?? "", { n: numbers }));
    // Lines of another game, from which this one goes on, were not looked at.
    const sound = isSound(facts) && !header.taken_over && !wrong.length && verdict.holds;
    end.textContent = (sound ? said.nobody_chose : said.somebody_could) ?? "";
  } else end.textContent = said.cannot_tell ?? "";
  for (const sentence of verdict.words) tell(sentence);
}
at("verify").addEventListener("click", async () => {
  const said = /** @type {HTMLElement} */ (document.getElementById("fair-words")).dataset;
  const [end, list] = [at("fair-end"), at("fair-list")];
  end.textContent = "…";
  list.replaceChildren();
  /** @type {HTMLDialogElement} */ (document.getElementById("fair")).showModal();
  const tell = (/** @type {string} */ text) => {
    const item = document.createElement("li");
    item.textContent = text;
    list.append(item);
  };
  try {
    await verify(end, tell, said);
  } catch (error) {
    end.textContent = error instanceof Refusal ? error.message : (said.network ?? "");
  }
});

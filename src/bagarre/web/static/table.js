// @ts-check
/** The table: one socket; what arrives is shown, what is clicked is sent. */
import { keep, myName, recall, remember, rememberName, tokensOf } from "./memory.js";
import { morph, parse, show, still } from "./morph.js";
import { copy } from "./tools.js";
import * as sound from "./sound.js";

const body = document.body;
const code = body.dataset.table ?? "";
const game = body.dataset.game ?? "";
const words = /** @type {HTMLElement} */ (document.getElementById("words")).dataset;
/** @param {string} id */
const at = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string | undefined} sentence @param {Record<string, string | number>} values */
const fill = (sentence, values) => (sentence ?? "").replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));

// A seat's link carries its token behind the #: it never travels to the server in an address.
if (location.hash.length > 1) {
  const lasts = remember(
    code,
    location.hash
      .slice(1)
      .split(",")
      .filter((token) => /^[\w-]{16,}$/.test(token)),
  );
  if (lasts) history.replaceState(null, "", location.pathname);
} else remember(code, []);

const state = {
  lang: document.documentElement.lang,
  seq: /** @type {number | null} */ (null),
  position: "",
  told: 0,
  seats: /** @type {number[]} */ ([]),
  eye: -1,
  host: false,
  status: "",
  turn: false,
  avatars: /** @type {string[]} */ ([]),
  legal: /** @type {Map<string, {words: string, key: string}>} */ (new Map()),
  first: true,
  retold: false,
  unread: 0,
  lowest: Infinity,
  /** Does the reader follow the log? Asked when it is scrolled, for the pane shrinks when the bar grows. */
  low: true,
};

// The socket.

/** @type {WebSocket | null} */
let socket = null;
let tries = 0;

/** A choice that was not answered yet. Its key tells the server that it is the same one when it is sent again. @type {Record<string, unknown> | null} */
let unanswered = null;
/** Was the connection lost since? */
let lost = false;

/** After a lost connection: send again what was not answered. The server makes it once, and only if the question is still the same. */
function sendAgain() {
  if (!lost) return;
  lost = false;
  if (unanswered) send(unanswered);
}

/** Bytes that nobody can guess, as text. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
  socket.addEventListener("open", () => {
    const tokens = tokensOf(code);
    if (tokens.length > 1) clearLog();
    send({ type: "join", table: code, tokens, lang: state.lang, form: "html", told: state.told });
    if (document.getElementById("pane-panel")?.hidden === false) send({ type: "panel", on: true });
    if (coachWanted()) send({ type: "coach", on: true });
    at("net").hidden = true;
  });
  socket.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    // Whoever was let in, and not merely heard, need not wait long the next time.
    if (message.type === "update") {
      tries = 0;
      sendAgain();
    }
    receive(message);
  });
  socket.addEventListener("close", (event) => {
    // No such table, or the host does not want us there: nothing to come back to.
    if (event.code === 4404 || event.code === 4403) return clearTimeout(toasting);
    at("net").hidden = false;
    delete body.dataset.busy;
    state.first = true;
    lost = true;
    setTimeout(connect, Math.min(8000, 250 * 2 ** tries++) * (0.75 + Math.random() / 2));
  });
}

/** @param {Record<string, unknown>} message */
function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  else toast(words.network ?? "");
}
setInterval(() => socket?.readyState === WebSocket.OPEN && socket.send('{"type":"ping"}'), 25000);

let chain = Promise.resolve();
/** @param {any} message */
function receive(message) {
  chain = chain.then(() => handle(message)).catch((error) => console.error(error));
}

/** @param {any} message */
async function handle(message) {
  switch (message.type) {
    case "update":
      return update(message);
    case "error":
      if (message.re === unanswered?.id) unanswered = null;
      delete body.dataset.busy;
      toast(message.message, message.clause);
      if (["muted", "too_fast", "busy"].includes(message.code)) unsay();
      return;
    case "accepted":
      if (message.re === unanswered?.id) unanswered = null;
      return;
    case "take_back_ended":
      return toast(message.words);
    case "why":
      return told(message);
    case "preview":
      return preview(message);
    case "seated":
      remember(code, [message.token]);
      return;
    case "moved":
      remember(message.table, tokensOf(code));
      location.href = `/t/${message.table}`;
      return;
    case "earlier":
      for (const line of message.log.reverse()) at("log").prepend(logLine(line));
      lowest(message.log);
      return;
    case "log_again":
      clearLog();
      return;
  }
}

// What arrives.

/** @param {any} news */
async function update(news) {
  const before = { turn: state.turn, status: state.status };
  const quiet = state.first || state.retold;
  for (const name of ["seq", "position", "seats", "eye", "host", "status", "turn", "told"])
    if (name in news) /** @type {any} */ (state)[name] = news[name];
  if ("avatars" in news) state.avatars = news.avatars;
  if ("legal" in news)
    state.legal = new Map(
      news.legal.map((/** @type {string[]} */ [notation, said, key]) => [notation, { words: said, key }]),
    );
  if (news.html) await show((touched) => apply(news.html, touched), state.first);
  body.dataset.status = state.status;
  // A first game is explained; whoever has finished one asks for the coach.
  if (state.status === "over" && recall(COACH) === null) keep(COACH, "off");
  body.dataset.turn = state.turn ? "yes" : "no";
  if (news.log) addLines(news.log);
  if (news.undone) markUndone(news.undone);
  if (news.chat) addChat(news.chat);
  if ("clock" in news) startClock(news.clock);
  if ("notice" in news) notice(news.notice);
  if ("handover" in news) curtain(news.handover);
  if ("take_back" in news) takeBack(news.take_back);
  if (news.next && state.seats.length) remember(news.next, tokensOf(code));
  at("own-link").hidden = at("say").hidden = !state.seats.length;
  document.title = (state.turn ? `● ${words.turn} · ` : "") + baseTitle;
  if (state.turn && !before.turn && !state.first) sound.play("turn");
  if (state.status === "over" && before.status === "playing") sound.play("win");
  delete body.dataset.busy;
  hideTip();
  state.first = false;
  heard.push(...(news.log ?? []));
  heard.splice(0, heard.length - 400);
  for (const listener of listeners) listener(news.log ?? [], quiet);
}
const baseTitle = document.title;

/** @param {Record<string, string>} html @param {import("./morph.js").Touched} touched */
function apply(html, touched) {
  for (const [id, text] of Object.entries(html)) {
    const old = document.getElementById(id);
    if (!old) continue;
    const whole = id === "stage" || id === "panel" ? `<div id="${id}">${text}</div>` : text;
    morph(old, parse(whole), touched);
  }
  for (const node of document.querySelectorAll("[data-invite]")) node.textContent = body.dataset.link ?? "";
}

// The log.

function clearLog() {
  heard.length = 0;
  at("log").replaceChildren();
  at("live").replaceChildren(); // it holds what the last reader could know
  state.retold = true;
  state.told = 0;
  state.lowest = Infinity;
}

/** @param {any} line */
function logLine(line) {
  const item = document.createElement("li");
  item.id = `l${line.n}`;
  item.dataset.kind = line.kind;
  if (line.heading) item.className = "log__round";
  const avatar = line.seat === undefined ? "" : state.avatars[line.seat];
  if (avatar && !line.heading) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "avatar");
    svg.setAttribute("aria-hidden", "true");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#${avatar}`);
    svg.append(use);
    item.append(svg);
  }
  const text = document.createElement("span");
  if (line.html === undefined) text.textContent = line.text;
  else text.innerHTML = line.html; // escaped by the server, with names in bold
  item.append(text);
  if (line.clause) {
    const link = document.createElement("a");
    link.href = `/rules/${game}#${line.clause}`;
    link.dataset.clause = line.clause;
    link.textContent = line.clause;
    text.append(" ", link);
  }
  return item;
}

/** @param {any[]} lines */
function lowest(lines) {
  for (const line of lines) state.lowest = Math.min(state.lowest, line.n);
  at("earlier").hidden = state.lowest <= 1 || state.lowest === Infinity;
}

at("pane-log").addEventListener("scroll", (event) => {
  const pane = /** @type {HTMLElement} */ (event.currentTarget);
  state.low = pane.scrollHeight - pane.scrollTop - pane.clientHeight < 120;
});

/** @param {any[]} lines */
function addLines(lines) {
  const list = at("log");
  const pane = at("pane-log");
  const low = state.low;
  const narrate = !state.first && !state.retold;
  state.retold = false;
  for (const line of lines) {
    if (document.getElementById(`l${line.n}`)) continue;
    const item = logLine(line);
    list.append(item);
    if (narrate) {
      sound.play(line.kind);
      const said = document.createElement("p");
      const spoken = [...(item.querySelector("span")?.childNodes ?? [])].filter(
        (node) => !(node instanceof HTMLAnchorElement),
      );
      said.textContent = spoken.map((node) => node.textContent).join("");
      at("live").append(said);
    }
  }
  while (at("live").childElementCount > 30) at("live").firstElementChild?.remove();
  lowest(lines);
  if (low || !narrate) pane.scrollTop = pane.scrollHeight;
}

/** @param {number[]} numbers */
function markUndone(numbers) {
  const undone = new Set(numbers);
  for (const item of at("log").children) {
    const is = undone.has(Number(item.id.slice(1)));
    if (is && !item.classList.contains("undone")) {
      item.classList.add("undone");
      /** @type {HTMLElement} */ (item).tabIndex = -1; // folded; a touch opens it
      const mark = document.createElement("i");
      mark.className = "tag";
      mark.textContent = words.undone ?? "";
      item.querySelector("span")?.prepend(mark, " ");
    }
  }
}
at("earlier").addEventListener("click", () => send({ type: "earlier", before: state.lowest }));

// Chat.

/** @param {{name: string, text: string, seat: number}[]} remarks */
function addChat(remarks) {
  const list = at("chat");
  list.querySelector(".chat__empty")?.remove();
  for (const remark of remarks) {
    const item = document.createElement("li");
    const name = document.createElement("b");
    name.textContent = remark.name;
    item.append(name, " ", document.createTextNode(remark.text));
    if (state.seats.includes(remark.seat)) item.className = "mine";
    list.append(item);
  }
  list.scrollTop = list.scrollHeight;
  if (at("pane-chat").hidden && !state.first) {
    state.unread += remarks.length;
    showUnread();
  }
}
function showUnread() {
  for (const id of ["unread", "unread-dot"]) {
    at(id).hidden = state.unread === 0;
    if (id === "unread") at(id).textContent = String(state.unread);
  }
}
at("say").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (at("say-text"));
  said = field.value;
  if (said.trim()) send({ type: "chat", text: said });
  field.value = "";
});
/** The last remark, in case it is refused. */
let said = "";
function unsay() {
  const field = /** @type {HTMLInputElement} */ (at("say-text"));
  field.value ||= said;
  said = "";
}

// Side column.

/** @param {string} name */
function selectTab(name) {
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const on = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(on));
    tab.setAttribute("tabindex", on ? "0" : "-1");
    at(tab.getAttribute("aria-controls") ?? "").hidden = !on;
  }
}

/** @param {string} name */
function showPane(name) {
  selectTab(name);
  if (name === "chat") {
    state.unread = 0;
    showUnread();
  }
  if (document.getElementById("pane-panel")) send({ type: "panel", on: name === "panel" });
  if (name === "coach") listenToCoach(true);
  if (name === "log") at("pane-log").scrollTop = at("pane-log").scrollHeight;
}
for (const tab of document.querySelectorAll("[role=tab]")) {
  tab.addEventListener("click", () => showPane(tab.id.slice(4)));
  tab.addEventListener("keydown", (event) => {
    const key = /** @type {KeyboardEvent} */ (event).key;
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    const tabs = [...document.querySelectorAll("[role=tab]")];
    const next = /** @type {HTMLElement} */ (
      tabs[(tabs.indexOf(tab) + (key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length]
    );
    showPane(next.id.slice(4));
    next.focus();
  });
}

// The coach: for whoever has not finished a game of this kind here, and for whoever asks.

const COACH = `bagarre.coach.${game}`;

function coachWanted() {
  return Boolean(document.getElementById("pane-coach")) && recall(COACH) !== "off";
}

/** @param {boolean} on */
function listenToCoach(on) {
  keep(COACH, on ? "on" : "off");
  body.dataset.coach = on ? "yes" : "no";
  send({ type: "coach", on });
}
if (coachWanted()) {
  body.dataset.coach = "yes";
  selectTab("coach");
}
document.querySelector("[data-coach-off]")?.addEventListener("click", () => {
  listenToCoach(false);
  showPane("log");
});

// Choosing.

/** @param {string} choice */
function choose(choice) {
  if (state.seq === null || body.dataset.busy) return;
  body.dataset.busy = "yes";
  sound.play("choose");
  const key = newKey();
  unanswered = { type: "choose", choice, seq: state.seq, position: state.position, key, id: key };
  send(unanswered);
  setTimeout(() => delete body.dataset.busy, 4000);
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (!target.closest(".choose-menu")) document.querySelector(".choose-menu")?.remove();
  const maker = target.closest("[data-choice], [data-choices]");
  if (maker) {
    const choice = maker.getAttribute("data-choice");
    if (maker.getAttribute("aria-disabled") === "true") askWhy(maker);
    else if (choice !== null) choose(choice);
    else openMenu(/** @type {HTMLElement} */ (maker), (maker.getAttribute("data-choices") ?? "").split("|"));
    return;
  }
  const sender = /** @type {HTMLElement | null} */ (target.closest("[data-send]"));
  if (sender) {
    const { send: type, seat, watcher, bot, on } = sender.dataset;
    /** @type {Record<string, unknown>} */
    const message = { type };
    if (seat !== undefined) message.seat = Number(seat);
    if (watcher !== undefined) message.watcher = Number(watcher);
    if (bot !== undefined) message.bot = bot;
    if (on !== undefined) message.on = on !== "";
    send(message);
  }
  const next = target.closest("[data-next]");
  if (next) remember((next.getAttribute("href") ?? "").slice(3), tokensOf(code));
  const clause = target.closest("[data-clause]");
  if (clause instanceof HTMLElement) {
    event.preventDefault();
    openRules(clause.dataset.clause);
  }
  const sit = target.closest("[data-sit]");
  if (sit)
    askName(state.seats.length ? "" : myName(), (name) =>
      send({ type: "sit", seat: Number(sit.getAttribute("data-sit")), name }),
    );
  const rename = target.closest("[data-rename]");
  if (rename) {
    const thing = rename.getAttribute("data-thing") ?? undefined;
    askName(
      rename.getAttribute("data-name") ?? "",
      (name) => send({ type: "rename", seat: Number(rename.getAttribute("data-rename")), name, thing }),
      thing,
    );
  }
  const agree = target.closest("[data-agree]");
  if (agree) {
    send({ type: "agree", yes: agree.getAttribute("data-agree") === "yes" });
    if (request) request.asked = false;
    /** @type {HTMLDialogElement} */ (at("back")).close();
  }
  const side = target.closest("[data-side]:not(body)");
  if (side) {
    showPane(side.getAttribute("data-side") ?? "log");
    body.dataset.side = "open";
    at("side").focus();
  }
  if (target.closest("[data-close-side]")) delete body.dataset.side;
  if (target.closest("[data-copy-invite]")) copy(/** @type {HTMLElement} */ (target), body.dataset.link ?? "");
  if (target.closest("[data-copy-own]"))
    copy(/** @type {HTMLElement} */ (target), `${body.dataset.link}#${tokensOf(code).join(",")}`);
  if (target.closest("[data-sound-switch], #sound")) {
    sound.switchSound(!sound.isOn());
    at("sound").setAttribute("aria-pressed", String(sound.isOn()));
  }
  if (target.closest('[data-open="rules-drawer"]')) openRules();
});
at("sound").setAttribute("aria-pressed", String(sound.isOn()));

/** One thing on the table, several choices: which one? @param {HTMLElement} maker @param {string[]} choices */
function openMenu(maker, choices) {
  const menu = document.createElement("div");
  menu.className = "choose-menu";
  menu.setAttribute("role", "group");
  menu.setAttribute("aria-label", words.choose ?? "");
  for (const choice of choices) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.choice = choice;
    button.textContent = state.legal.get(choice)?.words ?? choice;
    button.addEventListener("click", () => menu.remove());
    menu.append(button);
  }
  body.append(menu);
  const box = maker.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(box.left, innerWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(box.bottom + 6, innerHeight - menu.offsetHeight - 8))}px`;
  /** @type {HTMLElement} */ (menu.firstElementChild)?.focus();
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      menu.remove();
      maker.focus();
    }
  });
}

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches("input, textarea, select") || document.querySelector("dialog[open]")) return;
  if (
    (event.key === "Enter" || event.key === " ") &&
    target instanceof SVGElement &&
    target.closest("[data-choice], [data-choices]")
  ) {
    event.preventDefault();
    target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return;
  }
  if (event.key === "?") return openRules();
  if (event.key === "Escape") return hideTip();
  for (const [notation, { key }] of state.legal) {
    if (key && key === event.key.toLowerCase()) {
      event.preventDefault();
      return choose(notation);
    }
  }
});

// Why not? And what if?

/** @type {Map<string, {reason: string, clause: string}>} */
const reasons = new Map();
/** @type {Element | null} */
let asking = null;

/** @param {Element} maker */
function askWhy(maker) {
  asking = maker;
  const choice = maker.getAttribute("data-choice") ?? "";
  const known = reasons.get(`${state.seq} ${choice}`);
  if (known) showTip(maker, known);
  else send({ type: "why", choice });
}

/** @param {{choice: string, reason: string, clause: string}} answer */
function told(answer) {
  reasons.set(`${state.seq} ${answer.choice}`, answer);
  if (reasons.size > 200) reasons.clear();
  for (const listener of waitingWhy.splice(0)) listener(answer);
  if (asking?.isConnected && asking.getAttribute("data-choice") === answer.choice) showTip(asking, answer);
}
/** @type {((answer: any) => void)[]} */
const waitingWhy = [];

/** @param {Element} maker @param {{reason: string, clause: string}} answer */
function showTip(maker, answer) {
  if (!answer.reason) return;
  const tip = at("tip");
  tip.textContent = answer.reason;
  if (answer.clause) {
    const link = document.createElement("a");
    link.href = `/rules/${game}#${answer.clause}`;
    link.dataset.clause = link.textContent = answer.clause;
    tip.append(" ", link);
  }
  tip.hidden = false;
  maker.setAttribute("aria-describedby", "tip");
  const box = maker.getBoundingClientRect();
  tip.style.left = `${Math.max(8, Math.min(box.left + box.width / 2 - tip.offsetWidth / 2, innerWidth - tip.offsetWidth - 8))}px`;
  const above = box.top - tip.offsetHeight - 8;
  tip.style.top = `${above > 8 ? above : box.bottom + 8}px`;
}

function hideTip() {
  at("tip").hidden = true;
  asking?.removeAttribute("aria-describedby");
  asking = null;
}

/** @type {number | undefined} */
let hovering;
for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("#tip")) return;
    const maker = target.closest("[data-choice]");
    if (maker !== asking) hideTip();
    clearTimeout(hovering);
    const wanted =
      target.closest("[data-preview]")?.getAttribute("data-preview") ??
      (body.dataset.previews ? maker?.getAttribute("data-choice") : null);
    if (maker?.getAttribute("aria-disabled") === "true")
      hovering = setTimeout(() => askWhy(maker), kind === "focusin" ? 0 : 140);
    else if (wanted) hovering = setTimeout(() => send({ type: "preview", choice: wanted }), 120);
  });
}

/** @param {{html: string}} answer */
function preview(answer) {
  const place = document.getElementById("preview");
  if (place) place.innerHTML = answer.html; // rendered and escaped by the server
}

// Rules.

/** @param {string} [clause] */
async function openRules(clause) {
  const drawer = /** @type {HTMLDialogElement} */ (at("rules-drawer"));
  if (!drawer.open) drawer.showModal();
  const article = at("rules");
  if (!article.childElementCount) {
    const answer = await fetch(`${article.dataset.from}?lang=${state.lang}`);
    article.innerHTML = await answer.text();
  }
  if (clause) {
    const field = /** @type {HTMLInputElement} */ (drawer.querySelector("[data-search]"));
    if (field.value) {
      field.value = "";
      field.dispatchEvent(new Event("input"));
    }
    const found = document.getElementById(clause);
    found?.scrollIntoView({ block: "center" });
    for (const old of article.querySelectorAll(".is-wanted")) old.classList.remove("is-wanted");
    found?.classList.add("is-wanted");
  }
}

// Clock, hand-over, taking back.

/** Why the table stands still. @param {{code: string, words: string} | null} why */
function notice(why) {
  at("notice").hidden = !why;
  at("notice").textContent = why?.words ?? "";
}

/** @type {number | undefined} */
let ticking;
/** @param {{left: number, total: number, stopped: boolean} | null} clock */
function startClock(clock) {
  clearInterval(ticking);
  const box = at("clock");
  box.hidden = !clock;
  body.style.removeProperty("--left");
  if (!clock) return;
  const until = performance.now() + clock.left * 1000;
  const tick = () => {
    const left = Math.max(0, (until - performance.now()) / 1000);
    body.style.setProperty("--left", `${(100 * left) / clock.total}%`);
    /** @type {HTMLElement} */ (box.lastElementChild).textContent = fill(words.seconds, { n: Math.ceil(left) });
    box.classList.toggle("clock--low", left < 6);
  };
  tick();
  if (!clock.stopped) ticking = setInterval(tick, 500);
}

/** Whoever the device is to be handed to. @type {{seat: number, name: string} | null} */
let awaited = null;
/** @param {{seat: number, name: string} | null} to */
function curtain(to) {
  const dialog = /** @type {HTMLDialogElement} */ (at("curtain"));
  awaited = to;
  if (!to) return dialog.close();
  at("curtain-title").textContent = fill(words.curtain, { name: to.name });
  at("curtain-go").textContent = fill(words.curtainGo, { name: to.name });
  at("curtain-go").onclick = () => {
    awaited = null;
    dialog.close();
    send({ type: "eye", seat: to.seat });
  };
  if (!dialog.open) dialog.showModal();
}
at("curtain").addEventListener("cancel", (event) => event.preventDefault());
// Browsers let a second Escape through: the curtain falls again.
at("curtain").addEventListener("close", () => awaited && /** @type {HTMLDialogElement} */ (at("curtain")).showModal());

/** @typedef {{by: number, name: string, asked: boolean, waits: {name: string, away: boolean}[]}} Request */
/** What this page is asked, or asks, to take back. @type {Request | null} */
let request = null;
/** @param {Request | null} now */
function takeBack(now) {
  const dialog = /** @type {HTMLDialogElement} */ (at("back"));
  request = now;
  const mine = now !== null && state.seats.includes(now.by);
  at("asking").hidden = !now || now.asked;
  if (now) {
    const names = now.waits.map(({ name, away }) => (away ? `${name} (${words.away})` : name)).join(", ");
    at("asking-text").textContent = fill(words.backWaiting, { name: now.name, names });
    at("asking-stop").hidden = !mine;
  }
  if (!now?.asked) return dialog.close();
  at("back-title").textContent = fill(words.back, { name: now.name });
  if (!dialog.open) dialog.showModal();
}

// Whoever turns away from the question has said no.
at("back").addEventListener("close", () => request?.asked && send({ type: "agree", yes: false }));

/** @param {string} before @param {(name: string) => void} then @param {string} [thing] what is named, when it is not the player */
function askName(before, then, thing) {
  const dialog = /** @type {HTMLDialogElement} */ (at("name-ask"));
  for (const label of dialog.querySelectorAll("[data-title]"))
    label.textContent = (label.getAttribute(thing ? "data-thing-title" : "data-title") ?? "").replace(
      "{letter}",
      thing ?? "",
    );
  const field = /** @type {HTMLInputElement} */ (at("name-field"));
  field.value = before;
  dialog.showModal();
  field.select();
  /** @type {HTMLFormElement} */ (dialog.querySelector("form")).onsubmit = () => {
    if (!state.seats.length && !thing) rememberName(field.value.trim());
    then(field.value);
  };
}

/** @type {number | undefined} */
let toasting;
/** @param {string} text @param {string} [clause] */
function toast(text, clause) {
  const box = at("toast");
  box.textContent = text;
  if (clause) {
    const link = document.createElement("a");
    link.href = `/rules/${game}#${clause}`;
    link.dataset.clause = link.textContent = clause;
    box.append(" ", link);
  }
  box.hidden = false;
  clearTimeout(toasting);
  toasting = setTimeout(() => (box.hidden = true), 6000);
}

// Language: the same table in other words, without leaving it.
for (const link of document.querySelectorAll("[data-lang]")) {
  link.addEventListener("click", () => {
    document.cookie = `lang=${link.getAttribute("data-lang")};path=/;max-age=31536000;samesite=lax`;
  });
}

// What a game's own script may use.

/** @type {((lines: any[], quiet: boolean) => void)[]} */
const listeners = [];
/** The latest lines of the log, for a script that arrives after them. @type {any[]} */
const heard = [];
const table = {
  choose,
  get legal() {
    return new Map([...state.legal].map(([notation, { words: said }]) => [notation, said]));
  },
  get seat() {
    return state.eye;
  },
  get still() {
    return still();
  },
  /** @param {(lines: any[], quiet: boolean) => void} listener */
  onupdate: (listener) => {
    listeners.push(listener);
    if (!state.first) listener(heard, true);
  },
  /** @param {string} choice */
  why: (choice) =>
    new Promise((resolve) => {
      waitingWhy.push((answer) => resolve(answer));
      send({ type: "why", choice });
    }),
};
if (body.dataset.script) {
  import(body.dataset.script).then((own) => own.mount?.(at("stage"), table)).catch((error) => console.error(error));
}
sound.load(body.dataset.sounds ?? "");
connect();

// @ts-check
/** The table: what arrives is shown, what is clicked is sent. */
import { arrange, keyed } from "./bar.js";
import { agree, askName, curtain, notice, openRules, startClock, takeBack, tellTimes } from "./dialogs.js";
import { addShares, adopt } from "./fair.js";
import { whileRead } from "./goalcard.js";
import * as held from "./held.js";
import { forgetHint, hideHint, showHint } from "./hints.js";
import { isKept, sessionIfAny } from "./identity.js";
import * as lesson from "./lesson.js";
import * as companion from "./companion.js";
import {
  addChat,
  addLines,
  clearLog,
  findReader,
  logLine,
  lowest,
  markUndone,
  ring,
  showLatest,
  showUnread,
  unsay,
} from "./log.js";
import { keep, myName, recall, remember, tokensOf } from "./memory.js";
import { morph, parse, settle, show, still } from "./morph.js";
import { answered, connect, isAnswered, send, sendIfOpen, sendOnce } from "./socket.js";
import { watchTable } from "./notices.js";
import { closePast, openLinked, showPast } from "./past.js";
import * as sound from "./sound.js";
import { at, body, code, game, state, toast, words } from "./tablepage.js";
import { arrived, meant, waits } from "./taps.js";
import { askWhy, hideTip, preview, told, waitingWhy } from "./tips.js";
import { announced, copy } from "./tools.js";

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
body.classList.toggle("can-share", "share" in navigator);

/** @param {any} message */
async function handle(message) {
  switch (message.type) {
    case "update":
      return held.pass(message, state.first, update);
    case "error":
      answered(message.re);
      delete body.dataset.busy;
      if (["no_aids", "not_asked", "hint_waits"].includes(message.code)) hideHint();
      if (message.code === "lesson_reply") lesson.answer(message.message);
      else toast(message.message, message.clause);
      if (["muted", "too_fast", "busy"].includes(message.code)) unsay();
      return;
    case "accepted":
      answered(message.re);
      return;
    case "announcement":
      return announced(message.words);
    case "named":
    case "take_back_ended":
      return toast(message.words);
    case "why":
      return told(message);
    case "preview":
      return preview(message);
    case "hint":
      return showHint(message);
    case "seated":
      remember(code, [message.token]);
      watchTable(code, tokensOf(code));
      return;
    case "moved":
      remember(message.table, tokensOf(code));
      location.href = `/t/${message.table}`;
      return;
    case "earlier":
      for (const line of message.log.reverse()) at("log").prepend(logLine(line));
      lowest(message.log);
      return;
    case "past":
      return showPast(message);
    case "log_again":
      return startLog();
  }
}

// What arrives.

/** @param {any} news @param {boolean} [led] was it shown in large before? */
async function update(news, led = false) {
  const before = { turn: state.turn, status: state.status };
  const quiet = state.first || state.retold;
  for (const name of ["seq", "position", "seats", "eye", "host", "status", "turn", "told"])
    if (name in news) /** @type {any} */ (state)[name] = news[name];
  if ("avatars" in news) state.avatars = news.avatars;
  if ("legal" in news)
    state.legal = new Map(
      news.legal.map((/** @type {string[]} */ [notation, said, key]) => [notation, { words: said, key }]),
    );
  // What another pair of eyes saw, and what stands in the way of a decision, is put away.
  if ("handover" in news || "eye" in news || (news.turn && !before.turn)) closePast();
  // The curtain falls first, and what changes behind it does not move: a transition would be painted over it.
  if ("handover" in news) curtain(news.handover);
  // Arranged before anything travels: what is scrolled under the coach's words by it does not travel over them.
  const change = (/** @type {import("./morph.js").Touched} */ touched) => {
    apply(news.html, touched);
    arrange();
  };
  if (news.html) await show(change, state.first || Boolean(news.handover), led);
  for (const line of news.log ?? []) findReader(line);
  if (news.html) tellTimes();
  body.dataset.status = state.status;
  body.toggleAttribute("data-hosts", state.host);
  body.toggleAttribute("data-full", !document.querySelector(".seat--open"));
  if (state.status === "over" && before.status === "playing") finished();
  body.dataset.turn = state.turn ? "yes" : "no";
  if (news.log && (quiet || !teller)) addLines(news.log);
  showLatest();
  if (news.undone) markUndone(news.undone);
  if (news.chat) addChat(news.chat);
  showUnread();
  if ("clock" in news) startClock(news.clock);
  if ("notice" in news) notice(news.notice);
  if (news.fair && state.status === "lobby") addShares(code, news.fair, state.seats, send);
  else if (news.fair) adopt(code, news.fair);
  if ("lesson" in news) lesson.show(news.lesson);
  else if (news.html) lesson.mark();
  if ("companion" in news) companion.show(news.companion);
  if ("take_back" in news) takeBack(news.take_back);
  if (news.next && state.seats.length) remember(news.next, tokensOf(code));
  at("own-link").hidden = at("say").hidden = !state.seats.length;
  at("quickwords").hidden = !state.seats.length || state.status !== "lobby";
  document.title = (state.turn ? `● ${words.turn} · ` : "") + baseTitle;
  if (state.turn && !before.turn && !state.first) sound.play("turn");
  if (!state.turn) waits();
  else if (led || !before.turn) arrived();
  if (state.status === "over" && before.status === "playing") {
    sound.play("win");
    // Whoever gives up does so in the drawer: what that came to stands behind it.
    /** @type {HTMLDialogElement} */ (at("people-drawer")).close();
  }
  // What is no answer (a remark, a mark beside a name) leaves the choice on its way: the question is the old one still.
  if (state.first || ["seq", "eye", "companion"].some((name) => name in news)) delete body.dataset.busy;
  if (state.turn || state.first || state.status !== "playing") unveil();
  else setTimeout(unveil, MOMENT);
  hideTip();
  forgetHint();
  if (state.first) openLinked();
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
  showUnread();
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

/** A first game is explained; whoever has finished one asks for the coach, unless another first game follows (home.js). */
function finished() {
  const count = `bagarre.finished.${game}`;
  if (!body.classList.contains("room--lesson")) keep(count, String(Number(recall(count) ?? 0) + 1));
  if (recall(COACH) === null && body.dataset.firsts === undefined) keep(COACH, "off");
  // The coach has no more to say where somebody gave up.
  if (document.querySelector("#pane-coach:not([hidden])") && !document.querySelector("#coach .coach__goal"))
    selectTab("log");
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

/** Lets go of a choice that was answered, should nothing follow from it. @type {ReturnType<typeof setTimeout> | undefined} */
let release;
/** @param {string} choice */
function choose(choice) {
  if (state.seq === null || body.dataset.busy) return;
  // A game's script may ask first whether it is meant.
  if (!document.dispatchEvent(new CustomEvent("choosing", { detail: choice, cancelable: true }))) return;
  body.dataset.busy = "yes";
  sound.play("choose");
  sendOnce({ type: "choose", choice, seq: state.seq, position: state.position });
  clearTimeout(release);
  release = setTimeout(() => isAnswered() && delete body.dataset.busy, 4000);
}

document.addEventListener("change", (event) => {
  // A bot of another level in a seat of the lobby.
  const picked = /** @type {HTMLSelectElement} */ (event.target);
  if (picked.dataset.botFor !== undefined && picked.value)
    send({ type: "bot", seat: Number(picked.dataset.botFor), bot: picked.value });
  const listing = picked.closest("[data-listing]");
  if (listing) {
    const shown = /** @type {HTMLSelectElement} */ (listing.querySelector("[name=listed]")).value;
    send({
      type: "list",
      on: shown === "all",
      friends: shown === "friends",
      fill: Number(/** @type {HTMLSelectElement} */ (listing.querySelector("[name=fill]")).value),
    });
  }
});
document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (!target.closest(".choose-menu")) document.querySelector(".choose-menu")?.remove();
  const maker = target.closest("[data-choice], [data-choices]");
  if (maker) {
    if (!meant(event, maker) || (body.dataset.waits !== undefined && maker.closest("#bar, #coach"))) return;
    const choice = maker.getAttribute("data-choice");
    if (maker.closest("#coach")) delete body.dataset.side; // chosen from the folded column: back to the board
    if (maker.getAttribute("aria-disabled") === "true") askWhy(maker);
    else if (choice !== null) choose(choice);
    else openMenu(/** @type {HTMLElement} */ (maker), (maker.getAttribute("data-choices") ?? "").split("|"));
    return;
  }
  const sender = /** @type {HTMLElement | null} */ (target.closest("[data-send]"));
  if (sender) {
    const { send: type, seat, watcher, bot, on, speed, days } = sender.dataset;
    /** @type {Record<string, unknown>} */
    const message = { type };
    if (seat !== undefined) message.seat = Number(seat);
    if (watcher !== undefined) message.watcher = Number(watcher);
    if (bot !== undefined) message.bot = bot;
    if (speed !== undefined) message.speed = speed;
    if (days !== undefined) message.days = Number(days);
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
  const answer = target.closest("[data-agree]");
  if (answer) agree(answer.getAttribute("data-agree") === "yes");
  const side = target.closest("[data-side]:not(body)");
  if (side) {
    body.dataset.side = "open";
    showPane(side.getAttribute("data-side") ?? "log");
    at("side").focus();
  }
  if (target.closest("[data-close-side]")) delete body.dataset.side;
  if (target.closest("[data-unsure]")) foldQuestion(target);
  if (target.closest("[data-share-invite]")) navigator.share({ url: body.dataset.link }).catch(() => {});
  if (target.closest("[data-copy-invite]")) copy(/** @type {HTMLElement} */ (target), body.dataset.link ?? "");
  if (target.closest("[data-copy-own]"))
    copy(/** @type {HTMLElement} */ (target), `${body.dataset.link}#${tokensOf(code).join(",")}`);
  if (target.closest("[data-sound-switch], #sound")) {
    sound.switchSound(!sound.isOn());
    showSound();
  }
  if (target.closest('[data-open="rules-drawer"]')) openRules();
});
/** Whoever is not sure is back before the question. @param {Element} target */
function foldQuestion(target) {
  const question = target.closest("details");
  question?.removeAttribute("open");
  question?.querySelector("summary")?.focus();
}
function showSound() {
  for (const button of document.querySelectorAll("[data-sound-switch], #sound"))
    button.setAttribute("aria-pressed", String(sound.isOn()));
}
showSound();

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open]")) delete body.dataset.side;
});

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
  // Nothing is answered before it is asked: while a game shows what happened, the bar waits.
  if (body.dataset.waits !== undefined) return;
  const button = keyed(event.key.toLowerCase());
  if (button) {
    event.preventDefault();
    return choose(button.getAttribute("data-choice") ?? "");
  }
});

// Language: the same table in other words, without leaving it.
for (const link of document.querySelectorAll("[data-lang]")) {
  link.addEventListener("click", () => {
    document.cookie = `lang=${link.getAttribute("data-lang")};path=/;max-age=31536000;samesite=lax`;
  });
}

// What a game's own script may use.

/** @type {((lines: any[], quiet: boolean) => void)[]} */
const listeners = [];
/** Does the game's script tell the log in its own time? */
let teller = false;
/** The latest lines of the log, for a script that arrives after them. @type {any[]} */
const heard = [];

/** The log is told anew. */
function startLog() {
  heard.length = 0;
  clearLog();
}
/** Is one person alone at this device, with nothing beside the board: no lesson, no real box? */
const alone = () => state.seats.length === 1 && !document.querySelector("#lesson, #companion");
// Whoever reads what the game is about misses nothing of it.
whileRead((on) => {
  if (alone() || !on) held.hold(on, update, "goal");
});

/** How the bar waits until the board tells what has been shown before. */
const LED = "led";
/** For so many milliseconds after that whoever is to choose is not named: most have chosen by then. */
const MOMENT = 500;
/** What others did while something was shown is past as well: until the board has told all of it, the bar names nobody who chooses. */
function unveil() {
  if (body.dataset.waits === LED && !held.isBehind()) delete body.dataset.waits;
}
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
  /** From now on the script hands over the lines of the log (`tell`) when it has shown them. */
  takeLog: () => {
    teller = true;
  },
  tell: addLines,
  /** What happened is still being shown: nothing is asked yet. @param {boolean} waits */
  wait: (waits) => {
    // What travels is drawn above everything, and would cross what is shown.
    if (waits) settle();
    if (waits) body.dataset.waits = "";
    else if (body.dataset.waits !== LED) delete body.dataset.waits;
  },
  /** What happens meanwhile is shown when the board is in sight again; not where a lesson, a real box or a second person at the device goes on beside it. @param {boolean} holds */
  hold: (holds) => {
    if (alone() || !holds) held.hold(holds, update);
  },
  /** What happened goes to the script before anything else tells it; while that shows it (true) it holds the board as it was. @param {(lines: any[], asks: boolean) => boolean} listener */
  lead: (listener) =>
    held.lead((news) => {
      const led = alone() && !state.retold && Boolean(news.log?.length) && listener(news.log, Boolean(news.turn));
      if (led) ring(news.log);
      // What was asked before is answered.
      if (led) body.dataset.waits = LED;
      return led;
    }),
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
lesson.begin(send);
companion.begin(send);
sound.load(body.dataset.sounds ?? "");
connect(handle, async () => {
  // Seats that are mine on every device open without a token.
  const session = isKept() ? await sessionIfAny() : "";
  const tokens = tokensOf(code);
  if (tokens.length > 1) startLog();
  send({ type: "join", table: code, tokens, session, lang: state.lang, form: "html", told: state.told });
  if (document.getElementById("pane-panel")?.hidden === false) send({ type: "panel", on: true });
  if (coachWanted()) send({ type: "coach", on: true });
  tellVisible();
});

/** Whoever looks at the page is not told by other ways. */
function tellVisible() {
  sendIfOpen({ type: "visible", on: document.visibilityState === "visible" && document.hasFocus() });
}
for (const name of ["visibilitychange", "focus", "blur"])
  (name === "visibilitychange" ? document : window).addEventListener(name, tellVisible);
watchTable(code, tokensOf(code));

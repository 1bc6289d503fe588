// @ts-check
/** The end: the last blow in large, what the reader did in this game, and every card on the table. */
import { drawRace, Race } from "./race.js";
import { Director, draw } from "./scenes.js";

/** Why a card is lost, as the state counts the causes: a caught bluff, a false denunciation. */
const BLUFF = 4;
const DENIAL = 5;

/** What one player did, counted from the lines of the log that this player reads. */
export class Tally {
  /** @param {number} seat */
  constructor(seat) {
    this.seat = seat;
    this.kills = 0;
    this.caught = 0;
    this.bluffs = 0;
    this.worked = 0;
    this.lost = 0;
    /** Points by what brought them. @type {Record<"kills" | "caught" | "denials" | "cool", number>} */
    this.points = { kills: 0, caught: 0, denials: 0, cool: 0 };
    /** What the latest loss was. @type {"kills" | "caught" | "denials"} */
    this.source = "kills";
    /** Do the lines follow from the first on, and was nothing taken back? */
    this.whole = true;
    this.heard = 0;
    this.front = -1;
    this.lies = false;
    /** @type {Race | null} */
    this.race = null;
  }

  /** @param {import("./scenes.js").Line & {n?: number}} line */
  take(line) {
    const v = /** @type {Record<string, number>} */ (line.values ?? {});
    if (line.n !== undefined && line.n <= this.heard) return;
    if (line.kind === "take_back" || (line.n !== undefined && line.n !== this.heard + 1)) this.whole = false;
    this.heard = line.n ?? this.heard + 1;
    this.race?.take(line);
    const mine = v.seat === this.seat;
    if (line.kind === "places" && mine) this.front = v.character ?? -1;
    if ((line.kind === "announces" || line.kind === "defends") && mine) {
      this.lies = v.character !== this.front;
      this.bluffs += Number(this.lies);
    }
    if (line.kind === "unchallenged" && mine && this.lies) this.worked += 1;
    if (line.kind === "caught" && v.denouncer === this.seat) this.caught += 1;
    if (line.kind === "dies") this.source = v.cause === BLUFF ? "caught" : v.cause === DENIAL ? "denials" : "kills";
    // A caught liar and a false denouncer are counted as such.
    if (line.kind === "dies" && v.killer === this.seat && !mine && this.source === "kills") this.kills += 1;
    if (line.kind === "scores" && mine) this.points[this.source] += v.n;
    if (line.kind === "cool_point" && mine) this.points.cool += 1;
    if (line.kind === "dies" && mine) this.lost += 1;
  }
}

/** @param {HTMLElement} place @param {Tally} tally */
function tell(place, tally) {
  const said = (/** @type {string} */ name) => place.dataset[name] ?? "";
  const of = said("of").replace("{n}", String(tally.worked)).replace("{total}", String(tally.bluffs));
  const rows = [
    [said("kills"), String(tally.kills)],
    [said("caught"), String(tally.caught)],
    [said("bluffs"), tally.bluffs ? of : said("none")],
    [said("lost"), String(tally.lost)],
    ...[
      [said("byKills"), tally.points.kills],
      [said("byCaught"), tally.points.caught],
      [said("byDenials"), tally.points.denials],
      [said("byCool"), tally.points.cool],
    ].flatMap(([name, n]) => (n ? [[String(name), `+${n}`]] : [])),
  ];
  place.querySelector("dl")?.remove();
  const list = document.createElement("dl");
  for (const [name, value] of rows) {
    const row = document.createElement("div");
    const what = document.createElement("dt");
    what.textContent = name;
    const count = document.createElement("dd");
    count.textContent = value;
    row.append(what, count);
    list.append(row);
  }
  place.append(list);
  place.hidden = false;
}

/** Once it is over nothing is secret: the cards as the replay shows them, face up. @param {HTMLElement} stage @param {string} code */
async function openCards(stage, code) {
  const end = await fetch(`/api/replays/${code}/outcome`);
  if (!end.ok) return;
  const { moments } = await end.json();
  const lang = document.documentElement.lang;
  const answer = await fetch(`/api/replays/${code}/at/${moments}?eye=-2&lang=${lang}`);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString((await answer.json()).html, "text/html");
  const open = page.querySelector(".finale__ranks");
  const ours = stage.querySelector(".finale__ranks");
  // Only the cards: who is who stays as the reader is told it.
  for (const [place, row] of [...(open?.children ?? [])].entries()) {
    const cards = row.querySelector(".finale__cards");
    if (cards) ours?.children[place]?.querySelector(".finale__cards")?.replaceWith(document.importNode(cards, true));
  }
}

/** Whoever comes back later, or took a move back, has not heard it line by line: the replay tells it from the first one. @param {string} code @param {number} seat @param {number} seats */
async function recount(code, seat, seats) {
  const answer = await fetch(`/api/replays/${code}?eye=${seat}&lang=${document.documentElement.lang}`);
  if (!answer.ok) return null;
  const tally = new Tally(seat);
  tally.race = new Race(seat, seats);
  for (const line of (await answer.json()).log) tally.take(line);
  return tally;
}

/** What was counted, once it was counted from the first line on. @param {Element} finale @param {Tally} tally */
function count(finale, tally) {
  if (!tally.whole || !tally.heard) return;
  const mine = /** @type {HTMLElement | null} */ (finale.querySelector("[data-mine]"));
  if (mine && tally.seat >= 0) tell(mine, tally);
  const race = /** @type {HTMLElement | null} */ (finale.querySelector("[data-race]"));
  if (race && tally.race) drawRace(race, tally.race);
}

/**
 * @param {HTMLElement} stage
 * @param {{ seat: number, onupdate: (listener: (lines: any[], quiet: boolean) => void) => void }} table
 */
export function showFinale(stage, table) {
  /** @type {Tally} */
  let tally = new Tally(table.seat);
  /** @type {Director | null} */
  let director = null;
  /** @type {import("./scenes.js").Scene | undefined} */
  let blow;
  let asked = false;
  stage.addEventListener("click", (event) => {
    const on = event.target instanceof Element ? event.target.closest("[data-finale-fold]") : null;
    if (on) stage.querySelector(".bf")?.toggleAttribute("data-my-table");
  });
  table.onupdate((lines) => {
    const place = /** @type {HTMLElement | null} */ (stage.querySelector("[data-scene]"));
    if (!place) return;
    if (tally.seat !== table.seat) tally = new Tally(table.seat);
    if (!director || director.place !== place || director.reader !== table.seat)
      director = new Director(place, table.seat);
    tally.race ??= new Race(table.seat, director.names.length);
    for (const line of lines) tally.take(line);
    blow = director.scenes(lines).findLast((scene) => scene.ends) ?? blow;
    const finale = stage.querySelector(".finale");
    if (!finale) return;
    const last = /** @type {HTMLElement | null} */ (finale.querySelector("[data-last]"));
    if (last && blow) {
      draw(last, place, blow, "");
      last.hidden = false;
    }
    count(finale, tally);
    const code = document.body.dataset.table;
    if (code && !asked) {
      asked = true;
      openCards(stage, code).catch(() => {});
      if (!tally.whole)
        recount(code, table.seat, director.names.length)
          .then((all) => all && count(finale, all))
          .catch(() => {});
    }
  });
}

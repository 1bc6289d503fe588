// @ts-check
/** The page of a review: asks for it and shows how far it is; opens a table that goes on from a moment. */
import { fill, myTables } from "./lists.js";
import { myName, remember } from "./memory.js";
import { post, Refusal } from "./tools.js";
import { keepMistakes, keepReviewed } from "./trained.js";

const code = document.body.dataset.review ?? "";
const problem = /** @type {HTMLElement | null} */ (document.getElementById("review-problem"));

/** @param {unknown} error */
function complain(error) {
  if (!problem) return;
  problem.textContent = error instanceof Error ? error.message : String(error);
  problem.hidden = false;
}

const EVERY = 700;

const words = document.getElementById("review-words")?.dataset ?? {};
const says = document.getElementById("review-says");
const bar = /** @type {HTMLProgressElement | null} */ (document.getElementById("review-progress"));
const again = /** @type {HTMLButtonElement | null} */ (document.getElementById("review-again"));

/** @param {{done: number, of: number, ahead?: number}} news */
function tellProgress(news) {
  const sentence = news.of ? words.far : news.ahead ? words.ahead : words.preparing;
  const n = news.of ? Math.floor((100 * news.done) / news.of) : news.ahead;
  if (says) says.textContent = fill(sentence ?? "", { n });
  if (!bar) return;
  if (news.of) {
    bar.max = news.of;
    bar.value = news.done;
  } else bar.removeAttribute("value");
}

/** How far it is, until it is there. */
async function wait() {
  let news = await post(`/api/replays/${code}/review`, {});
  while (news.state === "running") {
    tellProgress(news);
    await new Promise((go) => setTimeout(go, EVERY));
    news = await (await fetch(`/api/replays/${code}/review`)).json();
  }
  if (news.state === "done") location.reload();
  else throw new Refusal(news.message ?? words.failed ?? "");
}

/** Ask for it; when it fails the bar goes, the reason stands there, and it can be asked for again. */
async function make() {
  if (problem) problem.hidden = true;
  if (again) again.hidden = true;
  if (bar) bar.hidden = false;
  if (says) says.textContent = words.waiting ?? "";
  try {
    await wait();
  } catch (error) {
    complain(error instanceof Refusal ? error : (words.network ?? ""));
    if (bar) bar.hidden = true;
    if (says) says.textContent = "";
    if (again) again.hidden = false;
  }
}
again?.addEventListener("click", make);

/** What this device keeps of a game of one's own: figures, and the mistakes to try again. @param {number} mine */
function keepMine(mine) {
  const told = document.getElementById("review-figures")?.dataset.figures;
  if (!told || String(mine) !== document.body.dataset.reviewed) return;
  const { game, mistakes } = JSON.parse(told);
  keepReviewed({ ...game, code });
  keepMistakes(code, mine, mistakes);
}

/** Whoever asks for a review wants his own first. */
async function showMine() {
  const seats = (await myTables()).find((row) => row.code === code)?.seats ?? [];
  for (const seat of seats) {
    keepMine(seat);
    // Under whatever name one played: these are one's own.
    const name = document.querySelector(`.rv__seats [data-place="${seat}"] b`);
    const you = name?.closest("nav")?.dataset.you;
    if (name && you && name.textContent?.toLowerCase() !== you) name.append(` (${you})`);
  }
  const won = document.querySelector("h1[data-winner]");
  if (won instanceof HTMLElement && seats.map(String).includes(won.dataset.winner ?? ""))
    won.textContent = won.dataset.you ?? won.textContent;
  if (new URLSearchParams(location.search).has("seat")) return;
  const mine = seats[0];
  if (mine !== undefined && String(mine) !== document.body.dataset.reviewed)
    location.replace(`/r/${code}/review?seat=${mine}`);
}

if (document.body.dataset.reviewed === undefined) make();
else showMine().catch(() => {});

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-retry]"))) {
  button.addEventListener("click", async () => {
    try {
      const asked = { moment: Number(button.dataset.retry), seat: Number(button.dataset.seat), name: myName() };
      const opened = await post(`/api/replays/${code}/continue`, asked);
      remember(opened.code, opened.tokens);
      location.href = `/t/${opened.code}`;
    } catch (error) {
      complain(error);
    }
  });
}

// @ts-check
/** The page of a review: asks for it and shows how far it is; opens a table that goes on from a moment. */
import { fill, myTables } from "./lists.js";
import { myName, remember } from "./memory.js";
import { post } from "./tools.js";
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

/** How far it is, until it is there. */
async function wait() {
  const words = document.getElementById("review-words")?.dataset ?? {};
  const says = document.getElementById("review-says");
  const bar = /** @type {HTMLProgressElement} */ (document.getElementById("review-progress"));
  let news = await post(`/api/replays/${code}/review`, {});
  while (news.state === "running") {
    if (says) {
      const percent = news.of ? Math.floor((100 * news.done) / news.of) : 0;
      says.textContent = news.of ? fill(words.far ?? "", { n: percent }) : (words.preparing ?? "");
    }
    if (news.of) {
      bar.max = news.of;
      bar.value = news.done;
    } else bar.removeAttribute("value");
    await new Promise((go) => setTimeout(go, EVERY));
    news = await (await fetch(`/api/replays/${code}/review`)).json();
  }
  if (news.state === "done") location.reload();
  else complain(words.failed);
}

/** What this device keeps of a game of one's own: figures, and the mistakes to try again. @param {number} mine */
function keepMine(mine) {
  const told = document.getElementById("review-figures")?.dataset.figures;
  if (!told || String(mine) !== document.body.dataset.reviewed) return;
  const { game, mistakes } = JSON.parse(told);
  keepReviewed({ ...game, code });
  keepMistakes(mistakes.map((/** @type {any} */ one) => ({ ...one, code })));
}

/** Whoever asks for a review wants his own first. */
async function showMine() {
  const seats = (await myTables()).find((row) => row.code === code)?.seats ?? [];
  for (const seat of seats) keepMine(seat);
  if (new URLSearchParams(location.search).has("seat")) return;
  const mine = seats[0];
  if (mine !== undefined && String(mine) !== document.body.dataset.reviewed)
    location.replace(`/r/${code}/review?seat=${mine}`);
}

if (document.body.dataset.reviewed === undefined) wait().catch(complain);
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

// @ts-check
/** In the place of a page that needs a connection: says which, and comes back with it. */
import { all } from "./forms.js";

/** Between two questions whether the server answers: seconds, longer each time. */
const FIRST_WAIT = 1;
const LONGEST_WAIT = 30;

const table = /^\/(t|r|join|play)\b/.test(location.pathname);
let wait = FIRST_WAIT;
let timer = 0;

for (const node of all("[data-for]")) node.hidden = (node.dataset.for === "table") !== table;
for (const button of all("[data-again]")) button.addEventListener("click", () => location.reload());

/** What the browser says of its connection is a hint, no more: the page is asked for again once the server has answered. */
async function ask() {
  clearTimeout(timer);
  try {
    await fetch("/healthz", { cache: "no-store" });
    location.reload();
  } catch {
    // Still away.
  }
  timer = setTimeout(ask, 1000 * wait);
  wait = Math.min(2 * wait, LONGEST_WAIT);
}

/** There is a new reason to hope. */
function hope() {
  wait = FIRST_WAIT;
  ask();
}

if (location.pathname !== "/offline") {
  addEventListener("online", hope);
  document.addEventListener("visibilitychange", () => document.hidden || hope());
  timer = setTimeout(ask, 1000 * wait);
}

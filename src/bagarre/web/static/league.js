// @ts-check
/** The deal of the day: play it once, then compare. */
import { complain } from "./forms.js";
import { asMe, isKept } from "./identity.js";
import { remember } from "./memory.js";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-league]"));
const { league: game, day } = page.dataset;
const lang = document.documentElement.lang;

// The day of a deal is a date, the same everywhere, not a moment.
for (const node of document.querySelectorAll("time"))
  node.textContent = new Date(node.dateTime).toLocaleDateString(lang, {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });

/** @param {string} state */
function show(state) {
  for (const one of page.querySelectorAll("[data-when]"))
    one.toggleAttribute("hidden", !one.getAttribute("data-when")?.split(" ").includes(state));
}

async function look() {
  if (!isKept()) return page.querySelector("[data-when=nameless]") && show("nameless");
  const told = await asMe(`/api/league/${game}?day=${day}&lang=${lang}`, undefined, "GET");
  if (told.html) /** @type {HTMLElement} */ (page.querySelector("[data-when=played]")).innerHTML = told.html;
  if (told.code) page.querySelector("[data-league-table]")?.setAttribute("href", `/t/${told.code}`);
  show(told.state);
}

page.querySelector("[data-league-play]")?.addEventListener("click", async (event) => {
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  button.disabled = true;
  try {
    const told = await asMe(`/api/league/${game}?lang=${lang}`);
    remember(told.code, told.tokens);
    location.href = `/t/${told.code}#${told.tokens.join(",")}`;
  } catch (error) {
    button.disabled = false;
    complain(page, error instanceof Error ? error.message : String(error));
  }
});
look().catch((error) => complain(page, String(error.message ?? error)));

// @ts-check
/** Where the reader stands on the ladder, for those who keep a name. */
import { addOnPlay } from "./fair.js";
import { asMe, isKept } from "./identity.js";

const page = /** @type {HTMLElement} */ (document.querySelector("[data-ladder]"));
const line = /** @type {HTMLElement} */ (document.querySelector("[data-ladder-me]"));

async function show() {
  if (!isKept()) return;
  const lang = document.documentElement.lang;
  const told = await asMe(`/api/ladder/${page.dataset.ladder}/me?lang=${lang}`, undefined, "GET");
  if (!told.tag) return;
  page.querySelector(`[data-tag="${told.tag}"]`)?.classList.add("ld-mine");
  line.innerHTML = told.html;
  line.hidden = false;
}
show().catch(() => {});
addOnPlay();

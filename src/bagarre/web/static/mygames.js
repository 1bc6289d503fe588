// @ts-check
/** The games of this browser, and records that somebody brings. */
import { all, busy } from "./forms.js";
import { fillLists } from "./lists.js";
import { remember } from "./memory.js";
import { post } from "./tools.js";

for (const node of all("form[data-record]")) {
  const form = /** @type {HTMLFormElement} */ (node);
  busy(form, async () => {
    const file = /** @type {File} */ (new FormData(form).get("record"));
    const kept = await post(`/api/records?lang=${document.documentElement.lang}`, await file.text());
    remember(kept.code, kept.tokens);
    location.href = `/r/${kept.code}`;
  });
}

fillLists().catch(() => {});

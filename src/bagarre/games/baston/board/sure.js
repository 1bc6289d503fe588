// @ts-check
/** Sheets with empty boxes are handed in when that is meant: what is empty is said first, once for each press. */

/** @param {HTMLElement} stage @param {{choose: (choice: string) => void}} table */
export function askWhenEmpty(stage, table) {
  let meant = false;
  document.addEventListener("choosing", (event) => {
    const dialog = /** @type {HTMLDialogElement | null} */ (stage.querySelector("#b-sure:has(li)"));
    if (/** @type {CustomEvent} */ (event).detail !== "commit" || meant || !dialog) return;
    event.preventDefault();
    if (!dialog.open) dialog.showModal();
  });
  stage.addEventListener("click", (event) => {
    const key = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-sure]"));
    if (!key) return;
    key.closest("dialog")?.close();
    if (key.dataset.sure !== "commit") return;
    meant = true;
    table.choose("commit");
    meant = false;
  });
}

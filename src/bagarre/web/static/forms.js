// @ts-check
/** Forms that send something and say what went wrong where one looks. */

/** @param {string} selector @param {ParentNode} [within] @returns {HTMLElement[]} */
export const all = (selector, within = document) =>
  [...within.querySelectorAll(selector)].map((node) => /** @type {HTMLElement} */ (node));

/** @param {HTMLElement} form @param {string} words */
export function complain(form, words) {
  const problem = form.querySelector(".form__error");
  if (!(problem instanceof HTMLElement)) return;
  problem.hidden = !words;
  problem.textContent = words;
  if (words) problem.scrollIntoView({ block: "nearest" });
}

/** Send once, with the button busy meanwhile. @param {HTMLFormElement} form @param {(button: HTMLElement | null) => Promise<void>} send */
export function busy(form, send) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const buttons = [...form.elements]
      .filter((one) => one instanceof HTMLButtonElement && one.type === "submit")
      .map((one) => /** @type {HTMLButtonElement} */ (one));
    const told = all("[data-busy]", form);
    const before = told.map((one) => one.textContent);
    for (const button of buttons) button.disabled = true;
    for (const one of told) one.textContent = one.dataset.busy ?? "";
    complain(form, "");
    try {
      await send(event.submitter);
    } catch (error) {
      for (const [i, one] of told.entries()) one.textContent = before[i] ?? "";
      for (const button of buttons) button.disabled = false;
      complain(form, error instanceof Error ? error.message : String(error));
    }
  });
}

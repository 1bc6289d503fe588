// @ts-check
/** A new table: who sits where, which options, which packs. */
import { all, busy } from "./forms.js";
import { myName, rememberName } from "./memory.js";
import { post } from "./tools.js";

for (const node of all("form[data-new]")) {
  const form = /** @type {HTMLFormElement} */ (node);
  const name = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
  name.value = myName();
  const arrange = () => {
    const count = Number(new FormData(form).get("count"));
    for (const line of all("[data-seat-line]", form)) line.hidden = Number(line.dataset.seatLine) > count;
  };
  form.addEventListener("change", arrange);
  arrange();
  busy(form, async () => {
    rememberName(name.value.trim());
    const data = new FormData(form);
    const seats = all("[data-seat-line]:not([hidden]) select", form).map(
      (select) => /** @type {HTMLSelectElement} */ (select).value,
    );
    /** @type {Record<string, unknown>} */
    const options = {};
    for (const field of all("[data-kind]", form)) {
      const input = /** @type {HTMLInputElement} */ (field);
      const option = input.name.slice(2);
      if (input.dataset.kind === "switch") options[option] = input.checked;
      else if (input.dataset.kind === "subset") options[option] = data.getAll(input.name);
      else if (input.value !== "") options[option] = input.value;
    }
    // A game for one asks for its own options.
    if (!seats.length) for (const [option, value] of JSON.parse(form.dataset.solo || "[]")) options[option] = value;
    const files = data.getAll("packs").filter((file) => file instanceof File && file.size);
    const packs = await Promise.all(
      files.map(async (file) => ({
        name: /** @type {File} */ (file).name,
        text: await /** @type {File} */ (file).text(),
      })),
    );
    const opened = await post(`/api/tables?lang=${document.documentElement.lang}`, {
      game: form.dataset.new,
      name: name.value,
      title: data.get("title"),
      seats,
      options,
      packs,
      clock: Number(data.get("clock")),
      aids: data.has("aids"),
    });
    location.href = `/t/${opened.code}#${opened.tokens.join(",")}`;
  });
}

// @ts-check
/** Small tools that several scripts use. */

/** @param {HTMLElement} button @param {string} text */
export async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a secure page there is no clipboard: the old way.
    const field = document.createElement("textarea");
    field.value = text;
    (button.closest("dialog") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  const before = button.textContent;
  button.textContent = button.dataset.copied ?? "";
  setTimeout(() => (button.textContent = before), 1600);
}

/** What the server answers instead, in words and as the code of `docs/protocol.md`. */
export class Refusal extends Error {
  /** @param {string} message @param {string} [code] */
  constructor(message, code = "") {
    super(message);
    this.code = code;
  }
}

/** @param {string} address @param {unknown} body @returns {Promise<any>} */
export async function post(address, body) {
  const answer = await fetch(address, {
    method: "POST",
    headers: typeof body === "string" ? {} : { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(said.message ?? `${answer.status}`, said.code);
  return said;
}

/** Hand a text to the browser's downloads. @param {string} text @param {string} file */
export function save(text, file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  link.download = file;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A name as a file of a pack: « Le café » is le-cafe.toml. @param {string} name @param {string} otherwise */
export function packFile(name, otherwise) {
  const plain = name
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/\W+/g, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase();
  return `${plain || otherwise}.toml`;
}

const HUSHED = "hushed";

/** A line of the server's host, shown until it is empty or the reader has had enough of it. @param {string} said */
export function announced(said) {
  const line = document.querySelector("[data-announced]");
  const words = line?.querySelector("span");
  if (!line || !words) return;
  words.textContent = said;
  line.toggleAttribute("hidden", !said || sessionStorage.getItem(HUSHED) === said);
}

/** The reader has had enough of that line. @param {Element} line */
export function hush(line) {
  sessionStorage.setItem(HUSHED, line.querySelector("span")?.textContent ?? "");
  line.toggleAttribute("hidden", true);
}

// @ts-check
/** The lessons that were finished on this device: kept here, and shown wherever lessons are listed. */
import { keep, recall } from "./memory.js";

const KEY = "bagarre.lessons";

/** @returns {string[]} the finished lessons, as `game/lesson` */
export function finished() {
  try {
    const found = JSON.parse(recall(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

/** @param {string} name */
export const finish = (name) => keep(KEY, JSON.stringify([...new Set([...finished(), name])]));

/** Mark the lessons of a page that are finished, and count them where a course shows its progress. */
export function showProgress() {
  const done = new Set(finished());
  for (const lesson of document.querySelectorAll("[data-lesson]")) {
    const is = done.has(/** @type {HTMLElement} */ (lesson).dataset.lesson ?? "");
    lesson.classList.toggle("is-done", is);
    const mark = /** @type {HTMLElement | null} */ (lesson.querySelector(".done"));
    if (mark) mark.hidden = !is;
  }
  for (const strip of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lessons]"))) {
    const lessons = (strip.dataset.lessons ?? "").split("|").filter(Boolean);
    const next = lessons.find((name) => !done.has(name));
    const count = strip.querySelector("[data-count]");
    if (count) count.textContent = `${lessons.filter((name) => done.has(name)).length}/${lessons.length}`;
    for (const [k, pip] of [...strip.querySelectorAll("i")].entries())
      pip.classList.toggle("on", done.has(lessons[k] ?? ""));
    for (const form of strip.querySelectorAll("form")) form.hidden = form.dataset.name !== (next ?? lessons[0]);
  }
}
showProgress();

// @ts-check
/** What HTML cannot do for BASTON: looking closer, writing orders by clicks and by codes, and the film of a turn. */
import { makeFilm } from "./film.js";
import { makeWriter } from "./orders.js";

/** @typedef {import("./changes.js").Line} Line */

/**
 * @param {HTMLElement} stage
 * @param {{choose: (c: string) => void, legal: Map<string, string>, seat: number, still: boolean, onupdate: (f: (lines: Line[], quiet: boolean) => void) => void, why: (c: string) => Promise<{reason: string, clause: string}>}} table
 */
export function mount(stage, table) {
  /** @param {string} selector */
  const find = (selector) => /** @type {HTMLElement | null} */ (stage.querySelector(selector));
  const orders = makeWriter(stage, table);
  const film = makeFilm(stage, table, () => centre());

  // Looking closer.

  /** @param {number} by */
  function zoom(by) {
    const it = find(".board");
    if (!it) return;
    const narrow = stage.clientWidth < 720;
    const now = Number(it.dataset.myZoom ?? (narrow ? 1 : 0));
    it.dataset.myZoom = String(Math.max(0, Math.min(3, now + by)));
    centre();
  }
  /** Bring the one who acts into sight, when the plan is larger than its window. @param {Element | null} [who] */
  function centre(who = find(".fig[data-my-acting]") ?? find(".fig.is-acting")) {
    const pane = find(".window");
    if (!pane || !who || pane.scrollWidth <= pane.clientWidth + 4) return;
    const box = who.getBoundingClientRect();
    const frame = pane.getBoundingClientRect();
    pane.scrollTo({
      left: pane.scrollLeft + box.left + box.width / 2 - frame.left - pane.clientWidth / 2,
      top: pane.scrollTop + box.top + box.height / 2 - frame.top - pane.clientHeight / 2,
      behavior: table.still ? "auto" : "smooth",
    });
  }

  // What is clicked.

  stage.addEventListener(
    "click",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      const button = /** @type {HTMLElement | null} */ (
        target.closest("[data-zoom], [data-tool], [data-suffix], [data-film], [data-shot]")
      );
      if (button) {
        const { zoom: by, tool: letter, suffix, film: wanted, shot } = button.dataset;
        if (shot !== undefined) film.seek(Number(shot));
        if (by !== undefined) Number(by) ? zoom(Number(by)) : centre();
        if (letter !== undefined) orders.tool.letter = letter;
        if (suffix !== undefined) orders.tool.suffix = suffix;
        if (letter !== undefined || suffix !== undefined) orders.showTool();
        if (wanted !== undefined) film.transport(wanted);
        return;
      }
      if (!target.closest("[data-choice], [data-choices]")) return;
      // Whoever answers has seen enough of the film.
      if (film.behind()) film.transport("last");
      const direction = target.closest(".pad[data-dir]")?.getAttribute("data-dir");
      const stamp = target.closest(".stamp")?.getAttribute("data-choice");
      const code =
        direction && orders.tool.letter !== "menu"
          ? orders.aimed(direction)
          : stamp && orders.tool.suffix && find("[data-suffixes]")
            ? stamp + orders.tool.suffix
            : "";
      if (code && table.legal.has(code)) {
        event.stopPropagation();
        table.choose(code);
      }
    },
    true,
  );
  stage.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (!(target instanceof Element) || !target.closest("#ba-film")) return;
    const wanted = { ArrowLeft: "back", ArrowRight: "step", Home: "first", End: "last" }[key];
    if (!wanted) return;
    event.preventDefault();
    event.stopPropagation();
    film.transport(wanted);
  });
  stage.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches("[data-typed]")) return;
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (form.elements[0]);
    if (orders.write(field.value)) field.value = "";
  });

  // What arrives.

  table.onupdate((lines, quiet) => {
    film.update(lines, quiet);
    orders.showTool();
    orders.watchPreview();
    if (stage.clientWidth < 720) centre();
    const strip = find(".strip");
    const now = find(".strip [aria-current]");
    if (strip && now)
      strip.scrollLeft = now.offsetLeft - strip.offsetLeft - strip.clientWidth / 2 + now.offsetWidth / 2;
    orders.writeNext();
  });
}

// @ts-check
/** What HTML cannot do for BASTON: looking closer, writing orders by clicks and by codes, and the film of a turn. */
import { makeBlows } from "./blows.js";
import { makeCamera } from "./camera.js";
import { makeFilm } from "./film.js";
import { makeWriter } from "./orders.js";
import { makePeople } from "./people.js";
import { CODE } from "./scene.js";
import { showShot } from "./strip.js";
import { askWhenEmpty } from "./sure.js";

/** @typedef {import("./changes.js").Line} Line */

/**
 * @param {HTMLElement} stage
 * @param {{choose: (c: string) => void, legal: Map<string, string>, seat: number, still: boolean, onupdate: (f: (lines: Line[], quiet: boolean) => void) => void, why: (c: string) => Promise<{reason: string, clause: string}>, takeLog?: () => void, tell?: (lines: Line[]) => void, wait?: (waits: boolean) => void, showing?: () => boolean}} table
 */
export function mount(stage, table) {
  /** @param {string} selector */
  const find = (selector) => /** @type {HTMLElement | null} */ (stage.querySelector(selector));
  const orders = makeWriter(stage, table);
  askWhenEmpty(stage, table);
  const camera = makeCamera(stage, table);
  const blows = makeBlows(stage, table);
  const people = makePeople(stage);
  const film = makeFilm(stage, table, camera, blows.go);
  table.showing = film.behind;

  // What is clicked.

  stage.addEventListener(
    "click",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      const button = /** @type {HTMLElement | null} */ (
        target.closest(
          "[data-zoom], [data-suffix], [data-film], [data-shot], [data-blows], [data-close], [data-who], [data-seek], [data-again], [data-fill]",
        )
      );
      if (button) {
        const { zoom: by, suffix, film: wanted, shot, blows: asks, close, who, seek, again, fill } = button.dataset;
        if (close !== undefined) film.close();
        if (asks !== undefined) {
          blows.change();
          blows.go();
        }
        // While the film runs, the strip goes to what a man does; else it shows how he is.
        if (shot !== undefined && document.body.dataset.waits !== undefined) film.seek(Number(shot));
        else if (who ?? shot) people.open(Number(who ?? shot), film.holds(Number(who ?? shot)));
        if (seek !== undefined) {
          film.seek(people.shown());
          people.close();
        }
        if (again !== undefined) orders.again();
        if (fill !== undefined) orders.fillRest();
        if (by !== undefined) camera.zoom(Number(by));
        if (suffix !== undefined) orders.turnAfter(suffix);
        if (wanted !== undefined) film.transport(wanted);
        return;
      }
      if (!target.closest("[data-choice], [data-choices]")) return;
      const direction = target.closest(".pad[data-dir]")?.getAttribute("data-dir");
      const code = direction ? orders.aimed(direction) : "";
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

  document.addEventListener("family", (event) => orders.take(/** @type {CustomEvent} */ (event).detail));
  // A run or a jump is written with the turn that was chosen for after it.
  document.addEventListener(
    "click",
    (event) => {
      const key = /** @type {Element} */ (event.target).closest("#bar .choice[data-legal]");
      const turned = (key?.getAttribute("data-choice") ?? "") + orders.tool.suffix;
      if (!key || !orders.tool.suffix || !find("[data-suffixes]") || !table.legal.has(turned)) return;
      event.stopPropagation();
      table.choose(turned);
    },
    true,
  );

  // A first brawl is told in words: a hint too, without the printed codes.
  const hint = document.getElementById("hint");
  if (hint)
    new MutationObserver(() => {
      if (!find(".ba--first")) return;
      for (const told of hint.querySelectorAll(".hint__words b"))
        if (CODE.test(told.textContent ?? "")) told.textContent = (told.textContent ?? "").replace(CODE, "");
    }).observe(hint, { childList: true });

  // What arrives.

  table.onupdate((lines, quiet) => {
    blows.hear(lines);
    film.update(lines, quiet);
    blows.show();
    orders.keepStraight();
    orders.showTool();
    orders.watchPreview();
    orders.offerAgain();
    orders.dim();
    showShot(stage, document.body.dataset.waits === undefined ? "[aria-current]" : "[data-my-now]");
    orders.writeNext();
    orders.fillNext();
  });
}

// @ts-check
/** The camera: which part of the plan its window shows. The window never changes its size. */

/** @typedef {{x: number, y: number}} Spot */

const POINT = 40;
const GLIDE = 300;
/** How broad the bands of the numbers are, of rows and of columns, and half of what two digits take, in pixels. */
const [SIDE, TOP] = [22, 18];
const DIGITS = 12;

/** @param {HTMLElement} stage @param {{still: boolean}} table */
export function makeCamera(stage, table) {
  /** @param {string} selector */
  const find = (selector) => /** @type {HTMLElement | null} */ (stage.querySelector(selector));
  /** What is looked at: the middle, and how many times the plan is wider than its window. */
  let now = { x: 0, y: 0, scale: 1 };
  /** Did somebody look closer by hand? */
  let byHand = false;
  let frame = 0;

  function parts() {
    const pane = find(".window");
    const plan = find(".plan");
    const [, , wide = 1] = (find("#b-floor")?.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
    return pane && plan && pane.clientWidth ? { pane, plan, wide } : null;
  }
  function place() {
    const its = parts();
    if (!its) return;
    const { pane, plan, wide } = its;
    plan.style.width = `${100 * now.scale}%`;
    const pixels = (pane.clientWidth * now.scale) / wide;
    pane.scrollLeft = now.x * pixels - pane.clientWidth / 2;
    pane.scrollTop = now.y * pixels - middle(pane);
    keepTag(pane, pixels);
    keepRuler();
  }
  /** How far down in its window the middle of a picture stands: beside a question that covers a part of it. @param {HTMLElement} pane */
  function middle(pane) {
    const box = find(".ask-box");
    const covered = box?.offsetParent && getComputedStyle(box).position === "absolute" ? box.offsetHeight + 20 : 0;
    const free = Math.max(0, pane.clientHeight - covered) / 2;
    return box?.hasAttribute("data-my-up") ? pane.clientHeight - free : covered ? free : pane.clientHeight / 2;
  }
  /** What is said over somebody at the edge of the window is read whole. @param {HTMLElement} pane @param {number} pixels */
  function keepTag(pane, pixels) {
    const tag = find(".tag-here");
    if (!tag) return;
    const left = pane.scrollLeft / pixels + 78;
    const right = (pane.scrollLeft + pane.clientWidth) / pixels - 78;
    const x = Math.max(left, Math.min(Number(tag.dataset.x), right));
    tag.setAttribute("transform", `translate(${x} ${tag.dataset.y})`);
  }
  /** The numbers of rows and columns stand at the edge of what is in sight, as large wherever the camera is. */
  function keepRuler() {
    const its = parts();
    if (!its) return;
    const pixels = its.plan.clientWidth / its.wide;
    for (const group of stage.querySelectorAll(".ruler")) {
      const across = group.getAttribute("data-along") === "x";
      const by = (across ? its.pane.scrollTop : its.pane.scrollLeft) / pixels;
      const broad = (across ? TOP : SIDE) / pixels;
      group.setAttribute("transform", across ? `translate(0 ${by})` : `translate(${by} 0)`);
      group.querySelector("rect")?.setAttribute(across ? "height" : "width", String(broad));
      for (const text of group.querySelectorAll("text")) text.setAttribute(across ? "y" : "x", String(broad / 2));
      if (group instanceof SVGElement) group.style.fontSize = `${12 / pixels}px`;
      clearOf(its.pane, group, across, pixels);
    }
  }
  /** A number that would lie in the corner, over one of the other ruler, or under the keys of the plan is left out. @param {HTMLElement} pane @param {Element} group @param {boolean} across @param {number} pixels */
  function clearOf(pane, group, across, pixels) {
    const keys = across ? find(".tools--plan") : null;
    const until = keys?.offsetParent ? keys.offsetLeft - pane.offsetLeft - DIGITS : pane.clientWidth;
    for (const text of group.querySelectorAll("text")) {
      const at = Number(text.getAttribute(across ? "x" : "y")) * pixels - (across ? pane.scrollLeft : pane.scrollTop);
      text.toggleAttribute("data-my-off", at < (across ? SIDE : TOP) + DIGITS || at > (across ? until : at));
    }
  }
  /** @param {{x: number, y: number, scale: number}} wanted */
  function glide(wanted) {
    cancelAnimationFrame(frame);
    if (
      table.still ||
      (Math.abs(wanted.scale - now.scale) < 0.01 && Math.hypot(wanted.x - now.x, wanted.y - now.y) < 2)
    ) {
      now = wanted;
      return place();
    }
    const from = now;
    const began = performance.now();
    /** @param {number} time */
    const step = (time) => {
      const share = Math.min(1, Math.max(0, (time - began) / GLIDE));
      const eased = 1 - (1 - share) ** 3;
      now = {
        x: from.x + (wanted.x - from.x) * eased,
        y: from.y + (wanted.y - from.y) * eased,
        scale: from.scale + (wanted.scale - from.scale) * eased,
      };
      place();
      if (share < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  }
  /** Frame some spots with air around them, never closer than so many points. With `inward` the picture shows rather what lies towards the middle of the plan, as long as so many points are left around them. @param {Spot[]} spots @param {number} least @param {number} air @param {number} [inward] */
  function look(spots, least, air, inward) {
    const its = parts();
    if (!its || !spots.length) return;
    const shape = its.pane.clientHeight / its.pane.clientWidth;
    const seen = around(spots, air, shape);
    const span = Math.max(seen.span, least * POINT);
    if (inward !== undefined) {
      const [, , wide = 1, high = 1] = (find("#b-floor")?.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
      const rest = inward * POINT;
      seen.x = drawn(
        seen.x,
        wide / 2,
        spots.map((spot) => spot.x),
        span / 2 - rest,
      );
      seen.y = drawn(
        seen.y,
        high / 2,
        spots.map((spot) => spot.y),
        (span * shape) / 2 - rest,
      );
    }
    glide({ x: seen.x, y: seen.y, scale: Math.max(1, its.wide / span) });
  }
  /** A middle moved towards another, as long as all of these are within so much of it. @param {number} from @param {number} to @param {number[]} all @param {number} within */
  function drawn(from, to, all, within) {
    const [low, high] = [Math.max(...all) - within, Math.min(...all) + within];
    return low > high ? from : Math.max(low, Math.min(high, to));
  }
  /** The middle of some spots, and how wide a window of this shape must be for them. @param {Spot[]} spots @param {number} air @param {number} shape */
  function around(spots, air, shape) {
    const xs = spots.map((spot) => spot.x);
    const ys = spots.map((spot) => spot.y);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const span = Math.max(right - left + 2 * air * POINT, (bottom - top + 2 * air * POINT) / shape);
    return { x: (left + right) / 2, y: (top + bottom) / 2, span };
  }
  /** Somebody with room for a step, and of the others as many as fit, the nearest first. @param {Spot} one @param {Spot[]} others */
  function among(one, others) {
    const its = parts();
    if (!its) return;
    const shape = its.pane.clientHeight / its.pane.clientWidth;
    /** @param {Spot} spot */
    const far = (spot) => Math.hypot(spot.x - one.x, spot.y - one.y);
    const step = [-POINT, POINT].map((by) => ({ x: one.x + by, y: one.y + by }));
    const seen = step.slice();
    for (const spot of [...others].sort((a, b) => far(a) - far(b)))
      if (around([...seen, spot], 0.6, shape).span <= 9 * POINT) seen.push(spot);
    look(seen, 8, 0.6);
  }
  /** Everybody who is in play; the whole plan when they are far apart. */
  function everybody() {
    if (byHand) return;
    const spots = [...stage.querySelectorAll('.fig[data-t]:not([data-fate="out"])')].map((node) => {
      const [x = 0, y = 0] = (node.getAttribute("data-t") ?? "").split(" ").map(Number);
      return { x, y };
    });
    const narrow = stage.clientWidth < 720;
    const acting = at(".fig.is-acting[data-t]");
    if (!narrow && acting && askedOver(acting, at(".fig.is-target[data-t]") ?? acting)) return;
    // On a phone fields stay large enough for a finger.
    if (narrow && acting) among(acting, spots);
    else look(spots, 10, 2.5, 1.5);
  }
  /** Where somebody stands. @param {string} selector @returns {Spot | null} */
  function at(selector) {
    const told = find(selector)?.getAttribute("data-t");
    const [x = 0, y = 0] = (told ?? "").split(" ").map(Number);
    return told ? { x, y } : null;
  }
  /** A question covers a part of the plan: whoever it is about stands in the other, and whoever is struck with them; the question above those who are far down. @param {Spot} acting @param {Spot} struck */
  function askedOver(acting, struck) {
    const beside = Math.hypot(struck.x - acting.x, struck.y - acting.y) < 3 * POINT;
    const { x, y } = beside ? { x: (acting.x + struck.x) / 2, y: (acting.y + struck.y) / 2 } : acting;
    const box = find(".ask-box");
    const its = parts();
    if (!box?.offsetHeight || !its) return false;
    const [, , wide = 1, high = 1] = (find("#b-floor")?.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
    box.toggleAttribute("data-my-up", y > high / 2);
    glide({ x, y, scale: Math.max(1, wide / (10 * POINT)) });
    return true;
  }
  /** @param {number} by 0: as it was. */
  function zoom(by) {
    byHand = by !== 0;
    if (!by) return everybody();
    const its = parts();
    if (!its) return;
    const { pane, wide } = its;
    const pixels = (pane.clientWidth * now.scale) / wide;
    const x = (pane.scrollLeft + pane.clientWidth / 2) / pixels;
    const y = (pane.scrollTop + pane.clientHeight / 2) / pixels;
    glide({ x, y, scale: Math.max(1, Math.min(4, now.scale * (by > 0 ? 1.4 : 1 / 1.4))) });
  }
  /** What is in sight, and how many pixels a unit of the plan has. */
  function sight() {
    const its = parts();
    if (!its) return { left: 0, right: 836, pixels: 1 };
    const pixels = (its.pane.clientWidth * now.scale) / its.wide;
    const half = its.pane.clientWidth / pixels / 2;
    return { left: Math.max(0, now.x - half), right: Math.min(its.wide, now.x + half), pixels };
  }
  // On a phone the page scrolls under a wheel, as long as nobody looks closer by hand: the plan shows who acts.
  stage.addEventListener(
    "wheel",
    (event) => {
      if (byHand || event.ctrlKey || stage.clientWidth >= 720) return;
      if (!(event.target instanceof Element) || !event.target.closest(".window")) return;
      event.preventDefault();
      document.getElementById("main")?.scrollBy(0, event.deltaY);
    },
    { passive: false },
  );
  stage.addEventListener("scroll", keepRuler, { capture: true, passive: true });
  addEventListener("resize", () => (byHand ? place() : everybody()));
  return { look, everybody, zoom, sight };
}

// @ts-check
/** Change a piece of the page into what the server rendered, keeping every node that can be kept. */

/** @typedef {{beats: Element[], counts: {node: Element, from: number, to: number}[]}} Touched */

/** @param {Node} node */
const keyOf = (node) => (node instanceof Element ? node.id || node.getAttribute("data-id") || "" : "");

/** @param {Element} old @param {Element} fresh @param {Touched} touched */
function attributes(old, fresh, touched) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !name.startsWith("data-my-")) old.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) === value) continue;
    if (name === "style" && old.hasAttribute("data-keep")) continue;
    if (name === "data-beat") touched.beats.push(old);
    if (name === "data-count")
      touched.counts.push({ node: old, from: Number(old.getAttribute(name)), to: Number(value) });
    old.setAttribute(name, value);
  }
}

/** @param {Node} node @param {Touched} touched */
function appeared(node, touched) {
  if (!(node instanceof Element)) return;
  if (node.hasAttribute("data-beat")) touched.beats.push(node);
  touched.beats.push(...node.querySelectorAll("[data-beat]"));
}

/** @param {Element} old @param {Element} fresh @param {Touched} touched */
function children(old, fresh, touched) {
  /** @type {Map<string, Node>} */
  const named = new Map();
  for (const child of old.childNodes) {
    const key = keyOf(child);
    if (key) named.set(key, child);
  }
  let place = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const key = keyOf(child);
    let match = key ? named.get(key) : undefined;
    if (!key) {
      let candidate = place;
      while (candidate && keyOf(candidate)) candidate = candidate.nextSibling;
      if (candidate && candidate.nodeName === child.nodeName) match = candidate;
    }
    if (match && match.nodeName === child.nodeName) {
      named.delete(key);
      if (match === place) place = place.nextSibling;
      else old.insertBefore(match, place);
      if (match instanceof Element) morph(match, /** @type {Element} */ (child), touched);
      else if (match.nodeValue !== child.nodeValue) match.nodeValue = child.nodeValue;
    } else {
      const added = document.importNode(child, true);
      old.insertBefore(added, place);
      appeared(added, touched);
    }
  }
  while (place) {
    const next = place.nextSibling;
    old.removeChild(place);
    place = next;
  }
}

/**
 * @param {Element} old @param {Element} fresh @param {Touched} touched
 */
export function morph(old, fresh, touched) {
  if (old.isEqualNode(fresh)) return;
  attributes(old, fresh, touched);
  if (!old.hasAttribute("data-keep")) children(old, fresh, touched);
}

/** The element that a piece of HTML describes. @param {string} html */
export function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html.trim();
  const found = template.content.firstElementChild;
  if (!found) throw new Error("empty fragment");
  return found;
}

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Dice roll, numbers count: what changed gets the class `beat` until its animation ends. @param {Touched} touched */
function animate(touched) {
  for (const node of touched.beats) {
    node.classList.remove("beat");
    void node.getBoundingClientRect();
    node.classList.add("beat");
    const stop = () => node.classList.remove("beat");
    node.addEventListener("animationend", (event) => event.target === node && stop(), { once: true });
    setTimeout(stop, 2000);
  }
  for (const { node, from, to } of touched.counts) {
    if (!Number.isFinite(from) || !Number.isFinite(to) || node.children.length) continue;
    const began = performance.now();
    const tick = (/** @type {number} */ now) => {
      const part = Math.min(1, (now - began) / 300);
      if (node.getAttribute("data-count") !== String(to)) return;
      node.textContent = String(Math.round(from + (to - from) * part));
      if (part < 1) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }
}

/** What travels is drawn above everything: only what lies whole within the stage does, so that nothing crosses the bar. */
function isInSight(/** @type {Element} */ node) {
  const box = node.getBoundingClientRect();
  const within = document.getElementById("stage")?.getBoundingClientRect();
  return within && box.top >= within.top - 1 && box.bottom <= within.bottom + 1;
}

/** @param {boolean} on */
function nameThings(on) {
  const seen = new Set();
  for (const node of document.querySelectorAll("#stage [data-vt]")) {
    const name = `vt-${(node.getAttribute("data-vt") ?? "").replace(/[^\w-]/g, "_")}`;
    const element = /** @type {HTMLElement} */ (node);
    if (!on || seen.has(name) || !isInSight(node)) element.style.viewTransitionName = "";
    else {
      seen.add(name);
      element.style.viewTransitionName = name;
    }
  }
}

/** Where the stage stands in the window: another place after a change means that the page was scrolled by it. */
const stageTop = () => document.querySelector("#stage > *")?.getBoundingClientRect().top ?? 0;

/** @type {any} */
let running = null;

/** What still travels has arrived: something is about to be shown over it. */
export function settle() {
  running?.skipTransition();
}

/**
 * Make a change of the page visible: named things travel, beats play.
 * @param {(touched: Touched) => void} change @param {boolean} quiet no motion at all
 * @param {boolean} [led] it was shown in large: nothing travels, for the board as it was would be seen again until the first thing leaves
 */
export async function show(change, quiet, led = false) {
  /** @type {Touched} */
  const touched = { beats: [], counts: [] };
  const page = /** @type {any} */ (document);
  // What travels is drawn above everything: never over an open question.
  if (quiet || still() || document.hidden || document.querySelector("dialog[open]")) {
    if (running) running.skipTransition();
    change(touched);
    return;
  }
  if (!led && page.startViewTransition && document.querySelector("#stage [data-vt]")) {
    if (running) running.skipTransition();
    nameThings(true);
    const from = stageTop();
    const transition = page.startViewTransition(() => {
      change(touched);
      // Scrolled to another part of the stage: everything would fly by that way, over what is to be read there.
      if (Math.abs(stageTop() - from) > 2) transition.skipTransition();
      else nameThings(true);
    });
    running = transition;
    transition.ready.catch(() => {});
    transition.finished
      .catch(() => {})
      .finally(() => {
        if (running === transition) {
          running = null;
          nameThings(false);
        }
      });
    await transition.updateCallbackDone;
  } else {
    settle();
    change(touched);
  }
  animate(touched);
}

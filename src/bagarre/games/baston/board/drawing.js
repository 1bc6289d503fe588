// @ts-check
/** Small drawings: dice, the slider of results, and what every drawing needs. */

const SVG = "http://www.w3.org/2000/svg";

/** Where a point lies on the plan. @param {number} p */
export const middle = (p) => [46 + 40 * (p % 20), 46 + 40 * Math.floor(p / 20)];
/** @param {string} sentence @param {Record<string, string | number>} values */
export const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
/** @param {string} name @param {Record<string, string | number>} [attributes] @param {string} [text] */
export function svg(name, attributes = {}, text) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  if (text !== undefined) node.textContent = text;
  return node;
}

/** The sign of a clause, which opens its rule. @param {string} clause @param {string} [word] */
export function ruleLink(clause, word) {
  const link = document.createElement("a");
  link.href = `/rules/baston#${clause}`;
  link.dataset.clause = link.title = clause;
  link.ariaLabel = `${word} ${clause}`;
  link.textContent = "§";
  return link;
}

/** @param {number} sides @param {number | null | undefined} face */
export function die(sides, face) {
  const drawn = svg("svg", { class: "dice", viewBox: "-32 -32 64 64", "aria-hidden": "true" });
  const eight = sides === 8;
  drawn.append(
    svg("path", { class: "face", d: eight ? "M0 -29L27 8L0 29L-27 8z" : "M0 -30L26 -15V15L0 30L-26 15V-15z" }),
    svg("path", {
      class: "rib",
      d: eight
        ? "M-27 8L0 14L27 8M0 14V29"
        : "M0 -30L-15 10H15zM-26 -15L-15 10L0 30L15 10L26 -15M-26 15L-15 10M26 15L15 10",
    }),
    svg("text", { y: 8 }, face === null || face === undefined ? "?" : String(face)),
  );
  return drawn;
}

/** The slider of the results: from what total a blow wounds and stuns. @param {number} weapon @param {number} part @param {number} total @param {DOMStringMap} said */
export function slider(weapon, part, total, said) {
  const rows = (said.results ?? "").split(";").map((row) => row.split(",").map(Number));
  const row = rows[4 * weapon + ([0, 1, 2, 2, 3][part] ?? 0)];
  if (!row) return null;
  const left = 58,
    step = 16,
    first = 13,
    last = 32;
  /** @param {number} n */
  const at = (n) => left + step * (n - first);
  const drawn = svg("svg", {
    class: "slider",
    viewBox: "0 0 382 80",
    role: "img",
    "aria-label": fill(said.slider ?? "", {
      wounds: row.slice(0, 5).join(", "),
      stun: row.slice(5).join(", "),
      total,
    }),
  });
  for (const [y, limits, kind, word] of /** @type {[number, number[], string, string][]} */ ([
    [22, row.slice(0, 5), "wound", said.wounds ?? ""],
    [50, row.slice(5), "daze", said.stun ?? ""],
  ])) {
    drawn.append(
      svg("rect", { class: "rail", x: left, y, width: step * (last - first + 1), height: 22 }),
      svg(
        "text",
        {
          class: "word",
          x: 0,
          y: y + 16,
          ...(word.length > 6 ? { textLength: 52, lengthAdjust: "spacingAndGlyphs" } : {}),
        },
        word,
      ),
    );
    limits.forEach((limit, i) => {
      if (!limit || limit > last) return;
      const from = Math.max(first, limit);
      const next = limits.slice(i + 1).find((other) => other > 0 && other <= last);
      const width = step * ((next ?? last + 1) - from);
      if (width <= 0) return;
      drawn.append(
        svg("rect", { class: kind, x: at(from), y, width, height: 22, opacity: 0.3 + 0.16 * i }),
        svg("text", { x: at(from) + width / 2, y: y + 16 }, String(i + 1)),
      );
    });
  }
  const here = at(Math.max(first, Math.min(last, total)));
  drawn.append(
    svg("rect", { class: "cursor", x: here, y: 18, width: step, height: 58, rx: 3 }),
    svg("rect", { class: "bead", x: here - 6, y: 0, width: 28, height: 18, rx: 9 }),
    svg("text", { class: "bead-t", x: here + 8, y: 14 }, String(total)),
  );
  return drawn;
}

// @ts-check
/** What each line of the log changes on the plan, so that a turn can be shown step by step. */
import { middle, svg } from "./drawing.js";

/** @typedef {{n: number, kind: string, html?: string, text?: string, clause?: string, because?: {clause: string, reason?: string}[], values?: Record<string, number | null>}} Line */
/** @typedef {{x: number, y: number, facing: number, prone: number, stun: number, fate: string, head: number, trunk: number}} Man */
/** @typedef {Record<string, {points: number, clause: string}>} Terms what a side has scored for, in words */
/** @typedef {{men: Map<string, Man>, fixtures: Map<string, string>, things: string, points: number[], terms: Terms[]}} Sight */

export const ITEMS = [
  "nothing",
  "club",
  "knuckles",
  "chain",
  "knife",
  "razor",
  "bottle",
  "broken_bottle",
  "chair",
  "leather_vest",
  "leather_jacket",
  "boots",
  "helmet",
  "loot",
];
const STATES = ["closed", "open", "destroyed", "bolted"];

/** What one line changes on the plan. @param {Sight} sight @param {Line} line @param {DocumentFragment} things */
export function change(sight, line, things) {
  const v = line.values ?? {};
  /** @param {number | null | undefined} tag */
  const man = (tag) => sight.men.get(String(Number(tag) & 31));
  const who = man(v.who);
  /** @param {Man | undefined} one @param {number | null | undefined} point */
  const put = (one, point) => {
    if (one && typeof point === "number" && point >= 0) [one.x = 0, one.y = 0] = middle(point);
  };
  switch (line.kind) {
    case "entered":
    case "pushed_to":
    case "made_room":
      put(who, v.point);
      break;
    case "turns":
      if (who) who.facing = Number(v.direction) + 1;
      break;
    case "lies":
      if (who) who.prone = 1;
      break;
    case "rises":
      if (who) who.prone = 0;
      break;
    case "falls_in_place":
    case "falls_from_height":
    case "body_falls":
      put(who, v.point);
      if (who) who.prone = 1;
      break;
    case "tumbles_down":
      put(who, v.point);
      if (who) {
        who.prone = 1;
        who.facing = Number(v.direction) + 1;
      }
      break;
    case "stunned":
      if (who) who.stun = Number(v.total);
      break;
    case "awake":
      if (who) who.stun = 0;
      break;
    case "wounded":
      if (who && typeof v.left === "number") {
        if (v.part === 0) who.head = v.left;
        if (v.part === 1) who.trunk = v.left;
      }
      break;
    case "knocked_out":
      if (who) {
        who.fate = "hs";
        who.prone = 1;
        who.stun = 0;
      }
      break;
    case "leaves_board":
    case "pushed_off":
      if (who) who.fate = "out";
      break;
    case "drags":
      put(who, v.point);
      put(man(v.victim), v.where);
      break;
    case "fixture_moves":
      sight.fixtures.set(String(v.fixture), STATES[Number(v.state)] ?? "");
      break;
    case "smashed":
      sight.fixtures.set(String(v.fixture), "destroyed");
      break;
    case "piece_moves": {
      const node = things.querySelector(`.piece[data-tag="${v.piece}"]`);
      const [x = 0, y = 0] = middle(Number(v.point));
      const [dx = 0, dy = 0] = (node?.getAttribute("data-off") ?? "").split(" ").map(Number);
      if (node instanceof SVGElement) node.style.transform = `translate(${x + dx}px,${y + dy}px)`;
      break;
    }
    case "piece_gone":
    case "piece_falls":
      things.querySelector(`.piece[data-tag="${v.piece}"]`)?.remove();
      break;
    case "chair_pushed":
    case "chair_falls": {
      const node = things.querySelector(`[data-spot="c ${middle(Number(v.point)).join(" ")}"]`);
      const to = middle(Number(v.where));
      node?.setAttribute("data-spot", `c ${to.join(" ")}`);
      node?.setAttribute("transform", `translate(${to.join(" ")})`);
      break;
    }
    case "chair_breaks":
    case "chair_gone":
      things.querySelector(`[data-spot="c ${middle(Number(v.point)).join(" ")}"]`)?.remove();
      break;
    case "takes_up": {
      const kind = ITEMS[Number(v.item)] === "chair" ? "c" : ITEMS[Number(v.item)];
      things.querySelector(`[data-spot="${kind} ${middle(Number(v.point)).join(" ")}"]`)?.remove();
      break;
    }
    case "drops":
    case "flight_ends":
    case "object_swept":
    case "chair_flies":
    case "glass_breaks":
    case "breaks_on_floor":
    case "window_glass": {
      if (Number(v.point) < 0) break;
      const [x = 0, y = 0] = middle(Number(v.point));
      const glass = ["glass_breaks", "breaks_on_floor", "window_glass"].includes(line.kind);
      const item = glass ? "shards" : line.kind === "chair_flies" ? "chair" : ITEMS[Number(v.item)];
      const spot = svg("g", {
        transform: `translate(${x} ${y})`,
        "data-spot": `${item === "chair" ? "c" : item} ${x} ${y}`,
      });
      spot.append(svg("use", { href: `#ba-${item}` }));
      things.append(spot);
      break;
    }
  }
}

// @ts-check
/** Chance that nobody chose: this browser adds a secret for each of its seats, keeps it, and looks after the game whether it was counted. */
import { keep, recall } from "./memory.js";
import { post } from "./tools.js";

/** What was added to a game whose table is not known yet. */
const NEXT = "bagarre.fair.next";

/** @typedef {{promise: string, shares: Record<string, string>}} Kept what this browser saw and added before the game */
/** @typedef {{promise: string, secret: string, shares: {seat: number, share: string}[]}} Told what the record tells after it */

/** @param {string} code @returns {Kept | null} */
export function kept(code) {
  try {
    return JSON.parse(recall(`bagarre.fair.${code}`) ?? "null");
  } catch {
    return null;
  }
}

/** A secret that nobody else has. */
function secret() {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Before the game: add what is missing. The promise that was seen first is kept; another one later would be a fraud.
 * @param {string} code @param {{promise: string, shares: number[]}} fair @param {number[]} seats @param {(message: any) => void} send */
export function addShares(code, fair, seats, send) {
  const mine = kept(code) ?? { promise: fair.promise, shares: {} };
  for (const seat of seats) {
    if (fair.shares.includes(seat) && mine.shares[seat]) continue;
    mine.shares[seat] ??= secret();
    keep(`bagarre.fair.${code}`, JSON.stringify(mine));
    send({ type: "share", seat, share: mine.shares[seat] });
  }
}

/** Before a game that begins at once: the server promises first, then this browser adds. Without an answer the game begins all the same.
 * @returns {Promise<{promise?: string, shares?: string[]}>} */
export async function addBefore() {
  try {
    const { promise } = await post("/api/promises", {});
    const mine = { promise, shares: { 0: secret() } };
    keep(NEXT, JSON.stringify(mine));
    return { promise, shares: Object.values(mine.shares) };
  } catch {
    return {};
  }
}

/** What a form says besides, that begins a game. @param {HTMLFormElement} form @param {Record<string, string>} fields */
export function sendAlong(form, fields) {
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
}

/** Buttons that begin a game at once, wherever they stand: this browser adds to its chance first. Without this script they work too. */
export function addOnPlay() {
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.quick !== undefined) return;
    if (!form.getAttribute("action")?.startsWith("/play/")) return;
    event.preventDefault();
    const { promise = "", shares = [] } = await addBefore();
    sendAlong(form, { promise, share: shares[0] ?? "" });
    form.submit();
  });
}

/** A game that has begun: if it is the one that was promised, what was added to it belongs to its table.
 * @param {string} code @param {{promise: string}} fair */
export function adopt(code, fair) {
  const next = recall(NEXT);
  if (!next || JSON.parse(next).promise !== fair.promise) return;
  keep(`bagarre.fair.${code}`, next);
  keep(NEXT, "");
}

/** @param {string} text */
async function digest(text) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Do these sentences leave nobody who could have chosen the seed? @param {string[]} facts */
export const isSound = (facts) =>
  ["promise_kept", "seed_follows"].every((fact) => facts.includes(fact)) &&
  !["no_shares", "share_missing"].some((fact) => facts.includes(fact));

/** After the game, computed here: which of the sentences hold of a record's header.
 * @param {string} code @param {{seed: string, fair?: Told}} header @returns {Promise<string[]>} */
export async function examine(code, header) {
  const fair = header.fair;
  if (!fair) return ["plain"];
  // Only pages that came safely may compute digests.
  if (!globalThis.crypto?.subtle) return ["unsafe"];
  const mine = kept(code);
  const found = [];
  const promised = await digest(`bagarre/promise/${fair.secret}`);
  found.push(promised === fair.promise && (!mine || mine.promise === promised) ? "promise_kept" : "promise_broken");
  const parts = fair.shares.map(({ seat, share }) => `${seat}=${share}`);
  const seed = await digest(["bagarre/seed", fair.secret, ...parts].join("/"));
  found.push(seed === header.seed ? "seed_follows" : "seed_false");
  for (const [seat, share] of Object.entries(mine?.shares ?? {})) {
    const counted = fair.shares.some((one) => one.seat === Number(seat) && one.share === share);
    found.push(counted ? "share_counted" : "share_missing");
  }
  if (!fair.shares.length) found.push("no_shares");
  return [...new Set(found)];
}

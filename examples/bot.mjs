#!/usr/bin/env node
// A player in JavaScript: lines in, choices out (docs/programs.md).
//
//     bagarre play boss-quest --seats human,program:examples/bot.mjs
//     bagarre arena boss-quest program:examples/bot.mjs scripted easy
import { createInterface } from "node:readline";

/** The part worth changing: what the seat sees, what it may choose, and the choice in notation. */
function pick(view, legal) {
  return legal[Math.floor(random() * legal.length)].choice;
}

// The same seed gives the same game.
let state = 1;
function random() {
  state = (state * 1103515245 + 12345) % 2147483648;
  return state / 2147483648;
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") for (const letter of message.seed) state = (state * 31 + letter.charCodeAt(0)) % 2147483648;
  if (message.type === "choose") console.log(JSON.stringify({ choice: pick(message.view, message.legal) }));
}

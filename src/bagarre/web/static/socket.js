// @ts-check
/** One socket, opened again when it is lost; a choice that was not answered is sent again. */
import { at, body, code, keepToast, state, toast, words } from "./tablepage.js";

/** @type {WebSocket | null} */
let socket = null;
let tries = 0;
/** What arrived is handled in order. @type {Promise<unknown>} */
let chain = Promise.resolve();

/** A choice that was not answered yet. Its key tells the server that it is the same one when it is sent again. @type {Record<string, unknown> | null} */
let unanswered = null;
/** Was the connection lost since? */
let lost = false;

/** After a lost connection: send again what was not answered. The server makes it once, and only if the question is still the same. */
function sendAgain() {
  if (!lost) return;
  lost = false;
  if (unanswered) send(unanswered);
}

/** @param {Record<string, unknown>} message */
export function sendOnce(message) {
  const key = newKey();
  unanswered = { ...message, key, id: key };
  send(unanswered);
}

/** The server has answered, whatever it said. @param {unknown} id */
export function answered(id) {
  if (id === unanswered?.id) unanswered = null;
}

/** Has the server answered the last choice? */
export const isAnswered = () => unanswered === null;

/** Bytes that nobody can guess, as text. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/** @param {(message: any) => unknown} handle @param {() => void} opened */
export function connect(handle, opened) {
  // The table is named for proxies that send all players of a table the same way.
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws?t=${code}`);
  socket.addEventListener("open", () => {
    opened();
    at("net").hidden = true;
  });
  socket.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    // Whoever was let in, and not merely heard, need not wait long the next time.
    if (message.type === "update") {
      tries = 0;
      sendAgain();
    }
    chain = chain.then(() => handle(message)).catch((error) => console.error(error));
  });
  socket.addEventListener("close", (event) => {
    // No such table, or the host does not want us there: nothing to come back to.
    if (event.code === 4404 || event.code === 4403) return keepToast();
    at("net").hidden = false;
    delete body.dataset.busy;
    state.first = true;
    lost = true;
    setTimeout(() => connect(handle, opened), Math.min(8000, 250 * 2 ** tries++) * (0.75 + Math.random() / 2));
  });
}

/** @param {Record<string, unknown>} message */
export function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  else toast(words.network ?? "");
}
/** Something that nobody misses when there is no connection. @param {Record<string, unknown>} message */
export function sendIfOpen(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}
setInterval(() => sendIfOpen({ type: "ping" }), 25000);

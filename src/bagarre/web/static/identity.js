// @ts-check
/** A name of one's own: the key of this device, which never leaves it, and the sessions that it proves itself for. `docs/identity.md` */
import { forgetAll, keep, recall, rememberName, tables } from "./memory.js";
import { post, Refusal } from "./tools.js";

/** @typedef {{device: string, id: string, name: string, keys: CryptoKeyPair}} Kept */
/** @typedef {{session: string, expires: number, device: string, id: string, name: string}} Session */

const NAME = "bagarre.me";
const SESSION = "bagarre.session";
/** Seconds before its end at which a session is not used any more. */
const MARGIN = 60;
const AT_ONCE = 24;
const lang = document.documentElement.lang;

/** Can this browser make keys here at all? */
export const isAble = () => isSecureContext && Boolean(globalThis.crypto?.subtle) && Boolean(globalThis.indexedDB);
/** Has this device a name? Known without waiting. */
export const isKept = () => Boolean(recall(NAME));

/** @param {ArrayBuffer | Uint8Array} bytes */
const packed = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} work @returns {Promise<T>} */
function inDrawer(mode, work) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("bagarre", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("me");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const request = work(opening.result.transaction("me", mode).objectStore("me"));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    };
  });
}

/** @returns {Promise<Kept | undefined>} */
export const kept = () => inDrawer("readonly", (store) => store.get("me"));

const newKeys = () => crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"]);

/** @param {CryptoKeyPair} keys */
const publicKey = async (keys) => packed(await crypto.subtle.exportKey("spki", keys.publicKey));

/** The server's question for a purpose, signed. @param {CryptoKeyPair} keys @param {string} purpose @param {string} about */
async function proof(keys, purpose, about) {
  const { challenge } = await post(`/api/me/challenge?lang=${lang}`, { purpose });
  const text = ["bagarre", purpose, location.origin, challenge, about].join("\n");
  const signed = await crypto.subtle.sign(
    { name: "ECDSA", hash: "SHA-256" },
    keys.privateKey,
    new TextEncoder().encode(text),
  );
  return { challenge, signature: packed(signed) };
}

/** What the list of devices calls this one. */
function label() {
  const agent = navigator.userAgent;
  const browser = ["Firefox", "Edg", "OPR", "Chrome", "Safari"].find((name) => agent.includes(name)) ?? "";
  const system =
    ["Android", "iPhone", "iPad", "Windows", "Mac OS", "CrOS", "Linux"].find((name) => agent.includes(name)) ?? "";
  const plain = { Edg: "Edge", OPR: "Opera", CrOS: "ChromeOS", "Mac OS": "macOS" };
  return [browser, system]
    .map((name) => /** @type {Record<string, string>} */ (plain)[name] ?? name)
    .filter(Boolean)
    .join(" · ");
}

/** @param {Session} session */
function hold(session) {
  try {
    sessionStorage.setItem(SESSION, JSON.stringify(session));
  } catch {
    // For this page only, then.
  }
  held = session;
}
/** @type {Session | null} */
let held = null;

/** The session of this device, proved anew when it has run out; empty without a name. @returns {Promise<string>} */
export async function session() {
  if (!isKept() || !isAble()) return "";
  try {
    held ??= JSON.parse(sessionStorage.getItem(SESSION) ?? "null");
  } catch {
    held = null;
  }
  if (held && held.expires - MARGIN > Date.now() / 1000) return held.session;
  const mine = await kept();
  if (!mine) return "";
  const answer = await post(`/api/me/session?lang=${lang}`, {
    device: mine.device,
    ...(await proof(mine.keys, "prove", mine.device)),
  });
  hold(answer);
  return answer.session;
}

/** The same where a failure must not keep anybody from playing. */
export const sessionIfAny = () => (isKept() ? session().catch(() => "") : Promise.resolve(""));

/** Ask as oneself. @param {string} address @param {unknown} [body] @param {string} [method] */
export async function asMe(address, body, method = "POST") {
  const answer = await fetch(address, {
    method,
    headers: { authorization: `Bearer ${await session()}`, "content-type": "application/json" },
    body: method === "POST" ? JSON.stringify(body ?? {}) : null,
  });
  if (answer.headers.get("content-type") === "application/zip") return answer.blob();
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    if (answer.status === 401) forgetSession();
    throw new Refusal(said.message ?? `${answer.status}`, said.code);
  }
  return said;
}

function forgetSession() {
  held = null;
  sessionStorage.removeItem(SESSION);
}

/** @param {Session} session @param {CryptoKeyPair} keys */
async function become(session, keys) {
  await inDrawer("readwrite", (store) =>
    store.put({ device: session.device, id: session.id, name: session.name, keys }, "me"),
  );
  keep(NAME, session.name);
  rememberName(session.name);
  hold(session);
  await claim();
}

/** The seats that this device has tokens of become the person's. */
export async function claim() {
  const mine = tables().filter((table) => table.tokens.length);
  for (let first = 0; first < mine.length; first += AT_ONCE)
    await asMe("/api/me/claim", {
      tables: mine.slice(first, first + AT_ONCE).map(({ code, tokens }) => ({ code, tokens })),
    });
}

/** A name of one's own. @param {string} name */
export async function register(name) {
  const keys = await newKeys();
  const signed = await proof(keys, "register", name);
  const asked = { name, public_key: await publicKey(keys), label: label(), ...signed };
  await become(await post(`/api/me/register?lang=${lang}`, asked), keys);
}

/** This device becomes another one of whoever has made that code. @param {string} typed */
export async function join(typed) {
  const code = typed.toLowerCase().replace(/[^a-z0-9]/g, "");
  const keys = (await kept())?.keys ?? (await newKeys());
  const signed = await proof(keys, "add", code);
  const asked = { code, public_key: await publicKey(keys), label: label(), ...signed };
  await become(await post(`/api/me/join?lang=${lang}`, asked), keys);
}

/** @param {string} name */
export async function rename(name) {
  const changed = await asMe(`/api/me/name?lang=${lang}`, { name });
  const mine = await kept();
  if (mine) await inDrawer("readwrite", (store) => store.put({ ...mine, name: changed.name }, "me"));
  keep(NAME, changed.name);
  rememberName(changed.name);
  return changed.name;
}

/** Does the server say that it does not know this device any more? @param {unknown} error */
export const isUnknown = (error) => error instanceof Refusal && error.code === "identity_gone";

/** This device has no name any more; its own key is gone with it. */
export async function forgetMe() {
  await inDrawer("readwrite", (store) => store.delete("me"));
  keep(NAME, "");
  forgetSession();
}

export async function erase() {
  const mine = await kept();
  if (!mine) return;
  const signed = await proof(mine.keys, "erase", mine.id);
  await asMe(`/api/me/erase?lang=${lang}`, { device: mine.device, ...signed });
  await forgetMe();
  forgetAll();
}

// Passkeys.

/** Can passkeys be bound to this address? An address in figures has no name to bind them to. */
export const hasPasskeys = () =>
  isAble() && Boolean(globalThis.PublicKeyCredential) && !/^[\d.]+$|:/.test(location.hostname);

/** @param {string} text @returns {ArrayBuffer} */
const unpacked = (text) =>
  /** @type {ArrayBuffer} */ (
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)).buffer
  );

/** @param {any} one */
const described = (one) => ({ ...one, id: unpacked(one.id) });

export async function addPasskey() {
  const { challenge, options } = await asMe(`/api/me/passkey/options?lang=${lang}`);
  const made = /** @type {any} */ (
    await navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: unpacked(options.challenge),
        user: { ...options.user, id: unpacked(options.user.id) },
        excludeCredentials: (options.excludeCredentials ?? []).map(described),
      },
    })
  );
  const credential = {
    id: made.id,
    rawId: packed(made.rawId),
    type: made.type,
    response: {
      clientDataJSON: packed(made.response.clientDataJSON),
      attestationObject: packed(made.response.attestationObject),
    },
  };
  await asMe(`/api/me/passkey?lang=${lang}`, { challenge, credential, label: label() });
}

/** Prove with a passkey whose device this is. */
export async function joinByPasskey() {
  const { challenge, options } = await post(`/api/me/passkey/ask?lang=${lang}`, {});
  const shown = /** @type {any} */ (
    await navigator.credentials.get({ publicKey: { ...options, challenge: unpacked(options.challenge) } })
  );
  const { response } = shown;
  const credential = {
    id: shown.id,
    rawId: packed(shown.rawId),
    type: shown.type,
    response: {
      clientDataJSON: packed(response.clientDataJSON),
      authenticatorData: packed(response.authenticatorData),
      signature: packed(response.signature),
      userHandle: response.userHandle ? packed(response.userHandle) : null,
    },
  };
  const { code } = await post(`/api/me/passkey/prove?lang=${lang}`, { challenge, credential });
  await join(code);
}

// @ts-check
/** The page on which somebody says where and when to be told. */
import { all, busy, complain } from "./forms.js";
import { asMe, isKept } from "./identity.js";
import { keepReceivers, receivers, watch } from "./notices.js";
import { post } from "./tools.js";

const page = /** @type {HTMLElement} */ (document.getElementById("notices"));
const list = /** @type {HTMLElement} */ (page.querySelector(".no-list"));
const form = /** @type {HTMLFormElement} */ (page.querySelector("[data-wanted]"));
const words = page.dataset;

/** @param {string} text of a field of time */
const minutes = (text) => {
  const [hour, minute] = text.split(":").map(Number);
  return text ? 60 * (hour ?? 0) + (minute ?? 0) : 0;
};
/** @param {number} minute */
const clock = (minute) => `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

function wanted() {
  const data = new FormData(form);
  return {
    wants: data.getAll("wants").map(String),
    quiet_from: minutes(String(data.get("quiet_from") ?? "")),
    quiet_to: minutes(String(data.get("quiet_to") ?? "")),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? "",
    offset: -new Date().getTimezoneOffset(),
  };
}

/** @param {string} kind @param {unknown} address @param {string} [how] */
async function add(kind, address, how = "json") {
  // Whoever keeps a name is told of the games on all their devices.
  const ask = isKept() ? asMe : post;
  const made = await ask("/api/notices", { kind, address, form: how, ...wanted() });
  const mine = { id: made.id, secret: made.secret, kind };
  keepReceivers([...receivers().filter((one) => kind !== "push" || one.kind !== "push"), mine]);
  await watch(mine);
  await show();
}

/** @param {string} key */
const bytes = (key) => {
  const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
};

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(words.denied);
  const { key } = await (await fetch("/api/notices")).json();
  const worker = await navigator.serviceWorker.ready;
  const old = await worker.pushManager.getSubscription();
  await old?.unsubscribe();
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  await add("push", made.toJSON());
}

/** @param {string} text @param {() => Promise<void>} act @param {boolean} [main] */
function button(text, act, main = false) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = `small${main ? " small--main" : ""}`;
  made.textContent = text;
  made.addEventListener("click", async () => {
    made.disabled = true;
    await act().catch((error) => complain(form, String(error.message ?? error)));
    made.disabled = false;
  });
  return made;
}

/** @param {import("./notices.js").Mine} mine @param {any} known */
function row(mine, known) {
  const item = document.createElement("li");
  item.dataset.kind = known.kind;
  const name = document.createElement("b");
  name.textContent = words[known.kind] ?? "";
  const more = document.createElement("small");
  more.textContent = known.confirmed ? known.address : `${known.address} · ${words.unconfirmed}`;
  name.append(more);
  const proof = { secret: mine.secret };
  const trying = button(words.try ?? "", async () => {
    await post(`/api/notices/${mine.id}/try`, proof);
    trying.textContent = words.tried ?? "";
  });
  const stopping = button(words.stop ?? "", async () => {
    await post(`/api/notices/${mine.id}/stop`, proof);
    if (mine.kind === "push") await unsubscribe();
    keepReceivers(receivers().filter((one) => one.id !== mine.id));
    await show();
  });
  item.append(name, ...(known.confirmed ? [trying] : []), stopping);
  return item;
}

async function unsubscribe() {
  if (!("serviceWorker" in navigator)) return;
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager?.getSubscription())?.unsubscribe();
}

/** What is stored, as the server knows it; what it has forgotten is forgotten here too. */
async function show() {
  const rows = [];
  const kept = [];
  for (const mine of receivers()) {
    const answer = await fetch(`/api/notices/${mine.id}/known`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ secret: mine.secret }),
    });
    if (answer.status === 404) continue;
    kept.push(mine);
    if (!answer.ok) continue;
    const known = await answer.json();
    rows.push(row(mine, known));
    for (const box of all("[name=wants]", form)) {
      const field = /** @type {HTMLInputElement} */ (box);
      field.checked = known.wants.includes(field.value);
    }
    if (known.quiet_from !== known.quiet_to) {
      /** @type {HTMLInputElement} */ (form.elements.namedItem("quiet_from")).value = clock(known.quiet_from);
      /** @type {HTMLInputElement} */ (form.elements.namedItem("quiet_to")).value = clock(known.quiet_to);
    }
  }
  keepReceivers(kept);
  list.replaceChildren(...rows);
  /** @type {HTMLElement} */ (page.querySelector("[data-none]")).hidden = rows.length > 0;
  const able = isSecureContext && "serviceWorker" in navigator && "PushManager" in window;
  /** @type {HTMLElement} */ (page.querySelector("[data-push-row]")).hidden =
    !able || kept.some((mine) => mine.kind === "push");
  /** @type {HTMLElement} */ (page.querySelector("[data-no-push]")).hidden = able;
}

for (const adder of all("form[data-add]", page)) {
  const adding = /** @type {HTMLFormElement} */ (adder);
  busy(adding, async () => {
    const data = new FormData(adding);
    await add(adding.dataset.add ?? "", String(data.get("address")), String(data.get("form") ?? "json"));
    adding.reset();
    adding.closest("details")?.removeAttribute("open");
    for (const sent of all("button", adding)) /** @type {HTMLButtonElement} */ (sent).disabled = false;
  });
}
page
  .querySelector("[data-add-push]")
  ?.addEventListener("click", () => subscribe().catch((error) => complain(form, String(error.message ?? error))));
busy(form, async () => {
  for (const mine of receivers()) await post(`/api/notices/${mine.id}/wanted`, { secret: mine.secret, ...wanted() });
  const kept = /** @type {HTMLElement} */ (form.querySelector("[data-kept]"));
  kept.hidden = false;
  for (const sent of all("button", form)) /** @type {HTMLButtonElement} */ (sent).disabled = false;
});
show().catch(() => complain(form, words.network ?? ""));

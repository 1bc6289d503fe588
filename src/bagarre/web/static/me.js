// @ts-check
/** The page of one's own name: choosing it, devices, passkeys, taking everything along, erasing it. */
import { all, busy, complain } from "./forms.js";
import { friendCode, giveLink, giverOf, showFriends, takeLink } from "./friends.js";
import * as me from "./identity.js";
import { element, fill } from "./lists.js";
import { myName } from "./memory.js";

const lang = document.documentElement.lang;
const words = document.getElementById("me-words")?.dataset ?? {};

/** @param {string} name @returns {HTMLElement} */
const at = (name) => /** @type {HTMLElement} */ (document.querySelector(`[data-me-${name}]`));

/** Show one of the states of the page. @param {string} state */
function show(state) {
  for (const part of all("[data-me-state]")) part.hidden = part.dataset.meState !== state;
}

/** @param {string} sentence */
function tell(sentence) {
  at("told").textContent = sentence;
  at("told").hidden = !sentence;
}

/** @param {number} seconds */
const when = (seconds) => new Date(seconds * 1000).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });

/** @param {{id: string, kind: string, label: string, seen: number}} device @param {boolean} here @param {boolean} only */
function deviceLine(device, here, only) {
  const line = element("li", "me__device");
  const told = element("span", "");
  const more = [
    device.kind === "passkey" ? words.passkey : here ? words.thisDevice : "",
    fill(words.seen ?? "", { when: when(device.seen) }),
  ];
  told.append(element("b", "", device.label), element("small", "", more.filter(Boolean).join(" · ")));
  line.append(told);
  if (!here && !only) {
    const button = /** @type {HTMLButtonElement} */ (element("button", "small", words.remove));
    button.type = "button";
    button.setAttribute("aria-label", `${words.remove} : ${device.label}`);
    button.addEventListener("click", () =>
      sure(fill(words.removeAsk ?? "", { label: device.label }), words.remove ?? "", async () => {
        await me.asMe(`/api/me/devices/${device.id}/remove?lang=${lang}`);
        await showMine();
      }),
    );
    line.append(button);
  }
  return line;
}

/** Ask before something that cannot be undone. @param {string} question @param {string} action @param {() => Promise<void>} then */
function sure(question, action, then) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("me-sure"));
  at("question").textContent = question;
  at("do").textContent = action;
  complain(dialog, "");
  at("do").onclick = () =>
    then()
      .then(() => dialog.close())
      .catch((error) => complain(dialog, error.message));
  dialog.showModal();
}

async function showMine() {
  const mine = await me.kept();
  const told = await me.asMe(`/api/me?lang=${lang}`, null, "GET");
  for (const node of all("[data-me-name]")) node.textContent = told.name;
  for (const node of all("[data-my-name]")) node.textContent = told.name;
  for (const node of all("[data-my-initial]")) node.textContent = [...told.name][0]?.toUpperCase() ?? "?";
  const fields = /** @type {HTMLInputElement[]} */ (all("[data-me-field]"));
  for (const field of fields) field.value = told.name;
  at("devices").replaceChildren(
    .../** @type {any[]} */ (told.devices).map((device) =>
      deviceLine(device, device.id === mine?.device, told.devices.length === 1),
    ),
  );
  at("passkeys").hidden = !me.hasPasskeys();
  at("no-passkeys").hidden = me.hasPasskeys();
  await showFriends(sure);
  show("mine");
}

function showNobody() {
  const fields = /** @type {HTMLInputElement[]} */ (all("[data-me-field]"));
  for (const field of fields) field.value = myName();
  at("passkey-in").hidden = !me.hasPasskeys();
  show("nobody");
}

/** A code that somebody's other device shows: only whoever made it should go on. @param {string} code */
async function invited(code) {
  history.replaceState(null, "", location.pathname);
  const mine = await me.kept();
  at("with").hidden = !mine;
  if (mine) at("with").textContent = fill(words.invitedWith ?? "", { name: mine.name });
  busy(/** @type {HTMLFormElement} */ (at("invited")), async () => {
    await me.join(code);
    await arrived();
  });
  at("decline").addEventListener("click", () => begin());
  show("invited");
}

async function arrived() {
  if (friend) return befriend();
  await showMine();
  tell(fill(words.welcome ?? "", { name: myName() }));
}

/** The code of a friend's link that this page was opened with. */
let friend = friendCode(location.hash.slice(1));

/** Somebody gave a link: who is it, and does the reader want that? Without a name of one's own that comes first. */
async function befriend() {
  history.replaceState(null, "", location.pathname);
  if (!me.isKept()) {
    tell(words.friendFirst ?? "");
    showNobody();
    return;
  }
  const code = friend;
  friend = "";
  const name = await giverOf(code).catch(async (error) => {
    await begin();
    tell(error.message);
    return "";
  });
  if (!name) return;
  tell("");
  at("befriend-who").textContent = fill(words.befriendWho ?? "", { name });
  at("befriend").dataset.code = code;
  show("befriend");
}

function begin() {
  // A session that has ended is proved anew.
  return me.isKept() ? showMine().catch(showMine).catch(lostIt) : showNobody();
}

/** This device was removed from another one, or its name was erased there. @param {Error} error */
async function lostIt(error) {
  const mine = await me.kept().catch(() => undefined);
  // Whatever else fails, the key stays: nobody could make it again.
  if (mine && !me.isUnknown(error)) {
    show("later");
    return;
  }
  tell(error.message);
  await me.forgetMe();
  showNobody();
}

/** @type {ReturnType<typeof setInterval> | undefined} */
let counting;

async function showCode() {
  const carried = await me.asMe(`/api/me/carry?lang=${lang}`);
  const until = Date.now() + 1000 * carried.seconds;
  /** @type {HTMLImageElement} */ (at("qr")).src = carried.qr;
  at("code").textContent = `${carried.code.slice(0, 5)}-${carried.code.slice(5)}`;
  at("link").dataset.copy = carried.link;
  const count = () => {
    const left = Math.ceil((until - Date.now()) / 60000);
    at("left").textContent = left > 0 ? fill(words.otherLeft ?? "", { n: left }) : (words.otherOver ?? "");
    at("qr").hidden = left <= 0;
    if (left <= 0) clearInterval(counting);
  };
  clearInterval(counting);
  counting = setInterval(count, 5000);
  count();
  at("carried").hidden = false;
}

/** @param {string} name @param {() => Promise<unknown>} work */
function onForm(name, work) {
  const form = /** @type {HTMLFormElement} */ (at(name));
  busy(form, async () => {
    tell("");
    await work();
    for (const button of all("button", form)) /** @type {HTMLButtonElement} */ (button).disabled = false;
    for (const one of all("[data-busy]", form)) one.textContent = one.dataset.idle ?? "";
  });
}

/** @param {string} form */
const typed = (form) => /** @type {HTMLInputElement} */ (at(form).querySelector("input")).value.trim();

if (!me.isAble()) show("unable");
else {
  onForm("register", async () => {
    await me.register(typed("register"));
    await arrived();
  });
  onForm("join", async () => {
    await me.join(typed("join"));
    await arrived();
  });
  onForm("passkey-in", async () => {
    await me.joinByPasskey();
    await arrived();
  });
  onForm("rename", async () => {
    await me.rename(typed("rename"));
    await showMine();
    tell(words.changed ?? "");
  });
  onForm("carry", showCode);
  onForm("give", giveLink);
  onForm("befriend", async () => {
    await takeLink(at("befriend").dataset.code ?? "");
    await showMine();
    tell(words.befriended ?? "");
  });
  at("befriend-no").addEventListener("click", () => begin());
  onForm("passkeys", async () => {
    await me.addPasskey().catch((error) => {
      // Whoever closes the browser's own window is told nothing in its jargon.
      throw error instanceof DOMException ? new Error(words.safeFailed) : error;
    });
    await showMine();
  });
  onForm("export", async () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await me.asMe(`/api/me/export?lang=${lang}`));
    link.download = "bagarre.zip";
    link.click();
    URL.revokeObjectURL(link.href);
  });
  at("erase").addEventListener("click", () =>
    sure(words.eraseAsk ?? "", words.eraseDo ?? "", async () => {
      await me.erase();
      showNobody();
      tell(words.erased ?? "");
    }),
  );
  const code = location.hash.slice(1);
  me.kept()
    .then(() => (friend ? befriend() : /^[a-z0-9]{10}$/.test(code) ? invited(code) : begin()))
    .then(() => {
      if (code === "friends") document.getElementById("friends")?.scrollIntoView();
    })
    .catch(() => show("unkept"));
}

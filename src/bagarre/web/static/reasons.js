// @ts-check
/** Why a line of the log came out so: what its number is made of, and what decided. */

/**
 * @param {{value: number | null, reason: string, clause: string}[]} reasons
 * @param {(clause: string) => HTMLElement} link
 */
export function reasonList(reasons, link) {
  const list = document.createElement("ul");
  list.className = "because";
  for (const each of reasons) {
    const item = document.createElement("li");
    const value = document.createElement("b");
    if (each.value !== null) value.textContent = each.value < 0 ? `−${-each.value}` : `+${each.value}`;
    const words = document.createElement("span");
    words.append(each.reason, " ", link(each.clause));
    item.append(value, words);
    list.append(item);
  }
  return list;
}

// @ts-check
/** The workshop: what this browser keeps, to play with, hand on and forget. */
import { all } from "./forms.js";
import { element } from "./lists.js";
import { forgetThing, things } from "./things.js";
import { save } from "./tools.js";

for (const list of all("[data-things]")) {
  const game = list.dataset.things ?? "";
  const { kinds, download, forget, play } = list.dataset;
  /** @type {Record<string, string>} */
  const titles = JSON.parse(kinds ?? "{}");
  const show = () => {
    const kept = things(game);
    list.hidden = !kept.length;
    list.querySelector("ul")?.replaceChildren(
      ...kept.map((thing) => {
        const line = element("li", "thing");
        const told = element("span", "");
        told.append(element("b", "", thing.name), element("small", "", titles[thing.kind] ?? thing.file));
        const go = /** @type {HTMLAnchorElement} */ (element("a", "small small--main", play));
        go.href = `/new/${game}?with=${encodeURIComponent(`${thing.kind}/${thing.name}`)}`;
        const file = /** @type {HTMLButtonElement} */ (element("button", "small", download));
        const away = /** @type {HTMLButtonElement} */ (element("button", "small", forget));
        file.type = away.type = "button";
        for (const one of [go, file, away]) one.append(element("span", "sr", ` : ${thing.name}`));
        file.addEventListener("click", () => save(thing.text, thing.file));
        away.addEventListener("click", () => {
          forgetThing(game, thing);
          show();
        });
        line.append(told, go, file, away);
        return line;
      }),
    );
  };
  show();
}

// @ts-check
/** In the place of a page that needs a connection: says which, and comes back with it. */
import { all } from "./forms.js";

const table = /^\/(t|r|join|play)\b/.test(location.pathname);
for (const node of all("[data-for]")) node.hidden = (node.dataset.for === "table") !== table;
for (const button of all("[data-again]")) button.addEventListener("click", () => location.reload());
if (location.pathname !== "/offline") addEventListener("online", () => location.reload());

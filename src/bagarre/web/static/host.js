// @ts-check
/** What moves on the host's page, brought up to date while somebody looks. */

const EVERY = 5000;
const shown = /** @type {HTMLElement} */ (document.getElementById("host-now"));

/** Nothing is replaced under somebody's fingers. */
const inUse = () => shown.contains(document.activeElement) || document.hidden;

setInterval(async () => {
  if (inUse()) return;
  const answer = await fetch("/host/now").catch(() => null);
  if (answer?.status === 403) location.reload();
  if (!answer?.ok || inUse()) return;
  const scrolled = [...shown.querySelectorAll(".ho-scroll, .ho-errors")].map((one) => [one.scrollLeft, one.scrollTop]);
  shown.innerHTML = await answer.text();
  for (const [i, one] of [...shown.querySelectorAll(".ho-scroll, .ho-errors")].entries())
    [one.scrollLeft, one.scrollTop] = scrolled[i] ?? [0, 0];
}, EVERY);

/** A page of the house that keeps itself up to date, but not while somebody is typing on it. */

const AGAIN = 2000;

const typing = () => {
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = document.querySelectorAll("main input:not([type=hidden]), main textarea");
  const busy = document.activeElement?.closest("main form");
  return Boolean(busy) || [...fields].some((field) => field.value !== field.defaultValue);
};

async function refresh() {
  const main = document.querySelector("main");
  if (!main || main.dataset.live === "no" || document.hidden || typing()) return;
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok || typing()) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  if (fresh && fresh.innerHTML !== main.innerHTML) main.replaceWith(fresh);
}

setInterval(refresh, AGAIN);

/** A tournament: a player who is moved follows to the new table, or to this page to decide; the page refreshes itself. */

const { table, tournament } = document.querySelector("main").dataset;
const EVERY = 1500;

async function follow() {
  const answer = await fetch(`/api/tournaments/${tournament}/place`, { headers: { Accept: "application/json" } }).catch(() => null);
  const { go } = answer?.ok ? await answer.json() : {};
  if (go && go !== location.pathname) location.assign(go);
}

/** Not while somebody is typing why it is halted. */
function refresh() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const reasons = document.querySelectorAll("input[name=why]");
  const typed = [...reasons].some((field) => field.value || field === document.activeElement);
  if (!typed) location.replace(location.href);
}

setInterval(table ? follow : refresh, EVERY);

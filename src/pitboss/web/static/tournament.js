/** At a table of a tournament: whoever is moved goes along, and back to the tournament's page where something is to be decided there. */

const { tournament } = document.querySelector("main").dataset;
const EVERY = 1500;

setInterval(async () => {
  const answer = await fetch(`/api/tournaments/${tournament}/place`, { headers: { Accept: "application/json" } }).catch(() => null);
  const { go } = answer?.ok ? await answer.json() : {};
  if (go && go !== location.pathname) location.assign(go);
}, EVERY);

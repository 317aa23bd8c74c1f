/** A tournament: its clock at every table; a player who is moved follows to the new table, or to this page to decide; the
 * page refreshes itself. */

const { table, tournament } = document.querySelector("main").dataset;
const EVERY = 1500;

/** The clock at a table: level, what is left of it, players left, average, places paid. */
function tick({ phase, halted, level, limits, hands, milliseconds, next, players, entered, average, places }) {
  /** @type {HTMLElement} */
  const shown = document.querySelector("#clock") || Object.assign(document.createElement("p"), { id: "clock" });
  if (!shown.isConnected) document.querySelector(".sign").append(shown);
  const left = milliseconds !== null ? `${minutes(milliseconds)} left` : hands !== null ? `${hands} hands left` : "last level";
  shown.textContent = phase === "over" ? "The tournament is over." : [
    halted ? "Halted" : "", `Level ${level}: ${stakes(limits)}`, left, next ? `next ${stakes(next)}` : "",
    `${players} of ${entered} players`, `average ${average.toLocaleString()}`, `${places} places paid`,
  ].filter(Boolean).join(" · ");
}

const stakes = (limits) => limits.blinds ? `blinds ${limits.blinds}${limits.ante ? `, ante ${limits.ante}` : ""}`
  : Object.entries(limits).map(([name, value]) => `${name.replaceAll("-", " ")} ${value}`).join(", ");

const minutes = (left) => `${Math.floor(left / 60000)}:${String(Math.floor(left / 1000) % 60).padStart(2, "0")}`;

async function follow() {
  const answer = await fetch(`/api/tournaments/${tournament}/place`, { headers: { Accept: "application/json" } }).catch(() => null);
  const { go, clock } = answer?.ok ? await answer.json() : {};
  if (go && go !== location.pathname) location.assign(go);
  else if (clock) tick(clock);
}

/** In place, but not while somebody is typing why it is halted. */
async function refresh() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const reasons = document.querySelectorAll("input[name=why]");
  if ([...reasons].some((field) => field.value || field === document.activeElement)) return;
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  const main = document.querySelector("main");
  if (fresh && fresh.innerHTML !== main.innerHTML) main.replaceWith(document.importNode(fresh, true));
}

if (table) follow();
setInterval(table ? follow : refresh, EVERY);

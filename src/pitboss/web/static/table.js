/** A live table in the browser: receives the table, draws it, and sends what the player does. */

/**
 * @import { Happening, Place, Plan, Table } from "./types"
 */

import { Bets } from "./bets.js";
import { Decisions } from "./decide.js";
import { copied } from "./dialog.js";
import { el, find } from "./elements.js";
import { Felt } from "./felt.js";
import { Chance, draw as drawBalls, skip, still, wait } from "./motion.js";
import { buy, sitAtOnce } from "./seats.js";
import { Side, paragraph } from "./side.js";
import { fetched, join } from "./socket.js";
import { play, sound, soundOf, sounds } from "./sound.js";
import { after, asking, cleared, deciding, isOver, ownResult, paced, timeLeft, why } from "./story.js";
import { Ticket } from "./ticket.js";
import { attend } from "./touch.js";
import { capital, doing, dollars, inChips, kind, local, money, nick, part, short, span, spelled, statement, yours } from "./words.js";

const main = find("main[data-table]");
/** A phone held upright, and one that lies; the same at great zoom. */
const phone = matchMedia("(max-width: 759px) and (max-aspect-ratio: 4/3)");
const flat = matchMedia("(max-height: 600px) and (min-aspect-ratio: 4/3)");
const UNSPOKEN = new Set(["commit", "reveal", "shuffle", "slide"]);

/** State that the parts of the page share. `table` is the newest state, `seen` the one that is drawn. */
const room = {
  id: main.dataset.table,
  /** @type {Table | null} */
  table: null,
  /** @type {Table | null} */
  seen: null,
  /** @type {Plan | null} */
  plan: null,
  /** @type {Felt | null} */
  felt: null,
  /** Something is being shown; `replaying`: it is from the past. */
  busy: false,
  replaying: false,
  /** Send a command; throws if it is refused. */
  say: (command) => line.say(command),
  /** Send a command; show a refusal. */
  send: async (command) => {
    try {
      complain(null);
      await line.say(command);
    } catch (refused) {
      complain(refused);
    }
  },
  complain,
  replay,
  nearer,
  /** Your seat. */
  get own() {
    return this.table?.seats.find(({ seat }) => seat === this.table.you.seat);
  },
};
room.bets = new Bets(room);
room.decisions = new Decisions(room);
room.ticket = new Ticket(room);
const side = new Side(room);
let chance;

// ---- hearing -----------------------------------------------------------------------------------------

const heard = [];

const line = join(room.id, {
  heard: (message) => {
    heard.push(message);
    if (!room.busy) listen();
  },
  link: (up, seconds) => {
    find("#link").hidden = up;
    find("#link").textContent = up ? "" : `Connection lost. Reconnecting in ${seconds} s …`;
    if (!up) room.resumed = true;
  },
});

async function listen() {
  room.busy = true;
  while (heard.length) {
    const { table, news } = heard.shift();
    try {
      await follow(table, news);
    } catch (problem) {
      console.error(problem);
      room.seen = null; // draw everything again
    }
  }
  room.busy = false;
}

const EMPTY = {
  playing: false, closed: false, seats: [], bets: [], hands: {}, called: {}, gone: [], markers: [], boards: [], meters: {}, pots: {}, notices: [], you: {},
};

/**
 * Show what happened, then the table as it is. A message leaves out what has its usual value.
 * @param {Table} message
 * @param {Happening[]} news
 */
async function follow(message, news) {
  /** @type {Table} */
  const table = { ...EMPTY, ...message, clock: Date.now() };
  inChips(table);
  room.bets.offered(table.you);
  if (!room.plan || room.table?.rules !== table.rules) await furnish(table);
  const before = room.seen;
  const began = before && news.length > 0 && !before.playing && (table.playing || table.round > before.round);
  if (began) {
    room.bets.remember(before.bets, table.you.seat);
  }
  room.table = table;
  const watch = before && !room.resumed && !room.replaying && !still() && !document.hidden && heard.length < 3;
  room.resumed = false;
  if (watch && news.length) {
    if (news.some((event) => event.do === "ask") && !room.decisions.asks(table)) unasked(table); // it is answered
    if (began) {
      controls({ ...table, asked: undefined, playing: true });
      room.felt.offer(null, table.you.seat);
    }
    await animate(began ? { ...cleared(before), bets: laid(before, table, news) } : before, news, table);
  } else log(news);
  show(table, watch ? 300 : 0);
  side.draw(table, before);
  if (before) for (const event of news) chance.note(event);
}

const unasked = (table) => room.decisions.draw({ ...table, asked: undefined });

/** The wagers as a round begins: bots make theirs at the last moment. */
function laid(before, table, news) {
  const key = ({ seat, wager }) => `${seat}/${wager}`;
  const known = new Set([...before.bets, ...news.filter((event) => event.do === "stake")].map(key));
  return [...before.bets, ...table.bets.filter((bet) => table.playing && !known.has(key(bet)))];
}

async function animate(/** @type {Table} */ seen, /** @type {Happening[]} */ news, /** @type {Table} */ table) {
  skip.on = false;
  const times = paced(news, room.plan.squeezed);
  // Results appear when the round has been shown: stacks stay as they were until then.
  const held = new Map(seen.seats.map(({ name, funds }) => [name, funds]));
  const seats = table.seats.map((seat) => ({ ...seat, funds: held.get(seat.name) ?? seat.funds }));
  /** @type {Table} */
  let now = { ...seen, playing: true, seats, you: table.you, asked: undefined, called: {} };
  room.felt.draw(now, 200);
  for (const [n, event] of news.entries()) {
    const ms = times[n] * (skip.on ? 0 : 1);
    now = after(now, event, table);
    /** @type {Record<string, Place>} */
    const ends = {};
    if (ms) play(soundOf(event));
    if (event.do === "settle") ends[`${event.seat}/${event.wager}`] = room.felt.settled(event, ms);
    if (!ms) {
      log([event]);
      continue;
    }
    if (event.do === "roll" || event.do === "spin") await chance.show(event, ms);
    else if (event.do === "draw" && event.numbers?.length === room.plan.ticket?.draws) await drawBalls(room.felt, event.numbers, ms);
    room.felt.draw(now, ms, ends);
    log([event]);
    if (!["roll", "spin", "draw"].includes(event.do)) await wait(ms);
  }
}

/** The table as it is, and everything around it. */
function show(/** @type {Table} */ table, ms) {
  room.seen = table;
  Object.assign(main.dataset, { round: table.round, line: table.line, seat: table.you.seat ?? "" });
  if (room.replaying) return;
  frame();
  room.felt.draw(table, ms);
  chance.show(table.shown);
  controls(table);
  offer(table);
}

async function furnish(/** @type {Table} */ table) {
  const [layout] = await Promise.all([fetched(room.id, "layout"), sprites()]);
  room.plan = layout.plan;
  room.felt = new Felt(find("#felt"), layout);
  room.seen = null;
  room.table = table;
  chance = new Chance(layout.plan);
  room.bets.furnish(layout.plan);
  const first = Object.values(layout.plan.wagers).find(({ during }) => !during);
  find("#posted").textContent = first ? span(first.least, first.most) : "";
  main.classList.toggle("areas", !layout.plan.center && !layout.plan.ring);
  main.classList.toggle("oval", Boolean(layout.plan.ring));
  main.classList.toggle("ticketed", Boolean(layout.plan.ticket));
  main.classList.toggle("upright", "upright-wheel" in layout.plan.furniture);
  side.furnish(table);
  sitAtOnce(room);
  if (table.shown) recall(table);
}

/** The last throw, spin or draw before this page was opened. */
async function recall({ round }) {
  const rounds = await fetched(room.id, `rounds?before=${round + 1}`).catch(() => []);
  for (const { shown } of rounds) chance.note(shown, true);
}

let drawn = null;

/** Cards, dice and chips as symbols, once. */
function sprites() {
  drawn ??= fetch("/sprites.svg").then((answer) => answer.text()).then((text) => {
    const holder = el("div", { hidden: true });
    holder.innerHTML = text;
    document.body.prepend(holder);
  });
  return drawn;
}

/** What may be wagered now. */
function offer(/** @type {Table} */ table) {
  const open = table.you.seat && !table.playing && !table.closed;
  if (!open) {
    room.felt.offer(null, table.you.seat);
    return;
  }
  const sat = room.sat !== table.you.seat;
  room.sat = table.you.seat;
  // There are more tickets than anybody could list.
  room.felt.offer(room.plan.ticket ? () => true : (wager) => room.bets.open(wager), table.you.seat);
  // A player who has just sat down has the focus on the first spot.
  if (sat && (document.activeElement ?? document.body).matches("body, .plate")) room.felt.first(table.you.seat)?.element.focus({ preventScroll: true });
}

// ---- around the felt ---------------------------------------------------------------------------------

function frame() {
  const { table, felt, plan } = room;
  if (!felt) return;
  const whole = main.classList.contains("whole");
  const moved = felt.frame(table.you.seat ?? 0, table.seats.map(({ seat }) => seat), phone.matches && !whole);
  main.classList.toggle("close", felt.close);
  const zoom = find("#zoom");
  zoom.hidden = !phone.matches || Boolean(plan.ring) || (!felt.close && Boolean(plan.center) && !whole);
  zoom.textContent = whole ? "Zoom in" : "Whole table";
  if (moved) felt.draw(room.seen ?? table);
}

const THUMB = 40;
const NEAREST = 3600;

/** On a phone, zoom in first on a spot too small for a thumb. */
function nearer({ element }) {
  const { root, close } = room.felt;
  const box = element.querySelector(".edge").getBoundingClientRect();
  const small = Math.min(box.width, box.height);
  const wide = root.getBoundingClientRect().width;
  if (!(phone.matches || flat.matches) || close || small >= THUMB || wide >= NEAREST) return false;
  root.style.width = `${Math.min(NEAREST, Math.ceil((1.1 * wide * THUMB) / small))}px`;
  element.scrollIntoView({ block: "nearest", inline: "center" });
  return true;
}

function controls(/** @type {Table} */ table) {
  const mine = table.seats.find(({ seat }) => seat === table.you.seat);
  find("#wallet").textContent = table.you.name ? `Wallet ${dollars(table.you.wallet ?? 0)}` : "";
  find("#leave").hidden = find("#chat").hidden = !mine;
  find("#buy").hidden = !mine || table.playing;
  find("#call").hidden = !mine;
  room.bets.draw(table);
  room.decisions.draw(table);
  if (room.plan.ticket) room.ticket.draw(table);
  turn(table, mine);
  net(table);
  const notice = table.notices?.[0];
  find("#notice").hidden = !notice && !table.banner;
  find("#notice").textContent = table.banner || "";
  if (notice) {
    const changes = Object.entries(notice.options).map(([id, value]) => statement(room.plan, id, value)).join("; ");
    const from = new Date(notice.effective).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
    find("#notice").textContent = `${table.banner || ""} Rules change at ${from}: ${changes}.`;
  }
}

/** One line that says whose turn it is and how much time is left. */
function turn(/** @type {Table} */ table, mine) {
  const asked = asking(table).map((seat) => table.seats.find((each) => each.seat === seat)).filter(Boolean);
  const yours = Boolean(mine) && asked.includes(mine);
  const here = find("#turn");
  let words = "";
  if (table.closed) words = "This table is closed.";
  else if (!mine) words = table.you.name ? "You are watching. Take a free seat to play." : "You are watching. Sign in to play.";
  else if (yours) words = ["Your turn", part(table.asked.hand)].filter(Boolean).join(": ");
  else if (asked.length) words = `${doing(asked.map(({ name }) => nick(name)), table.asked.verb)} …`;
  else if (table.playing) words = "No more bets";
  else if (mine.ready) words = "You are ready. Waiting for the others …";
  else if (!room.bets.values.length) words = `${spelled(room.plan.verb)} when you are ready`;
  else words = mine.stake ? "Bets are open" : "Place your bets";
  const { left, share } = timeLeft(table);
  here.replaceChildren(el("span", {}, words));
  here.classList.toggle("yours", yours);
  if (left > 0) {
    const clock = el("i", { class: "clock", role: "timer", "aria-label": `${Math.ceil(left / 1000)} seconds` });
    clock.animate([{ "--left": share }, { "--left": 0 }], { duration: left, fill: "forwards" });
    here.append(clock);
  }
}

/** What the last round came to for oneself and why, until the next wager. */
function net(/** @type {Table} */ table) {
  const mine = isOver(table) ? ownResult(table.result, table.you) : undefined;
  const words = find("#net");
  words.className = kind(mine?.net);
  if (!mine || !Object.keys(mine.wagers).length) {
    words.replaceChildren();
    return;
  }
  const [, { cite }] = deciding(mine.wagers, room.plan);
  const came = mine.net > 0 ? `You won ${money(mine.net)}` : mine.net < 0 ? `You lost ${money(-mine.net)}` : "You broke even";
  const reason = why(table, room.plan);
  words.replaceChildren(came, reason ? el("span", { class: "why" }, reason) : "", paragraph(cite, "i"));
}

function log(news) {
  const list = find("#log");
  const lines = news.filter((event) => event.words && !UNSPOKEN.has(event.do));
  list.append(...lines.map(({ words }) => el("li", {}, capital(yours(local(words), room.table.you.name)))));
  while (list.children.length > 200) list.firstElementChild.remove();
  list.scrollTop = list.scrollHeight;
}

let complaint = 0;

/** A refusal as its sentence, with the paragraph and what would be accepted instead. */
function complain(refused, remedy = null) {
  const place = find("#refusal");
  clearTimeout(complaint);
  place.hidden = !refused;
  if (!refused) return;
  const { seat, name } = room.table?.you ?? {};
  const words = capital(yours(local(refused.message).replace(`seat ${seat} `, `${name} `), name));
  const cite = refused.cite ? el("cite", { title: `N.J.A.C. ${refused.cite}` }, short(refused.cite)) : "";
  place.replaceChildren(
    el("span", {}, words.replace(/[.…]?$/, "."), cite),
    remedy ? el("button", { onclick: () => { complain(null); remedy.act(); } }, remedy.label) : "",
    el("button", { class: "quiet", "aria-label": "close", onclick: () => complain(null) }, "×"));
  complaint = setTimeout(() => { place.hidden = true; }, 9000);
}

/** Draw a table from the past on the felt; null returns to the present. */
function replay(table, round) {
  room.replaying = Boolean(table);
  main.classList.toggle("replaying", room.replaying);
  find("#stage").dataset.replay = room.replaying ? `Round ${round}, ` : "";
  if (room.replaying) {
    room.felt.draw({ ...EMPTY, ...table, you: room.table.you, past: true }, 250);
    chance.show(table.shown);
    room.felt.offer(null, room.table.you.seat);
  } else show(room.table, 250);
}

/** A button that stays pressed. */
function pressing(button, is, set) {
  const draw = () => button.setAttribute("aria-pressed", String(is()));
  button.onclick = () => {
    set(!is());
    draw();
  };
  draw();
}

pressing(find("#quick"), () => localStorage.getItem("quick") === "on", (on) => {
  localStorage.setItem("quick", on ? "on" : "off");
  if (room.busy) skip.now();
});
pressing(find("#sound"), sounds, sound);
find("#chat").onsubmit = (event) => {
  event.preventDefault();
  const input = event.target.querySelector("input");
  if (input.value.trim()) room.send({ do: "chat", text: input.value.trim() });
  input.value = "";
};
find("#share").onclick = async ({ target }) => {
  if (!await copied("The link to this table", location.origin + location.pathname)) return;
  target.textContent = "Copied";
  setTimeout(() => { target.textContent = "Link"; }, 2000);
};
find("#call").onclick = () => room.send({ do: "call-floor" });
find("#leave").onclick = () => room.send({ do: "leave" });
find("#buy").onclick = () => buy(room);
find("#zoom").onclick = () => {
  main.classList.toggle("whole");
  room.felt.root.style.width = "";
  frame();
};
for (const each of [phone, flat]) each.addEventListener("change", frame);
pressing(find("#more"), () => main.classList.contains("drawn"), (on) => main.classList.toggle("drawn", on));
attend(room);

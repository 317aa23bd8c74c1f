/** Sitting down, buying chips, adding bots. */

import { amount, ask } from "./dialog.js";
import { el } from "./elements.js";
import { money, nick, written } from "./words.js";

/** The levels of bots in words. */
const LEVELS = { best: "expert", gambler: "gambler", simple: "beginner" };

/** Chips to sit down with, if nobody chooses: about forty times the first minimum. */
function usual(plan, wallet) {
  const first = Object.values(plan.wagers).find(({ during }) => !during)?.least ?? 100;
  return Math.min(wallet, Math.max(first * 40, 20_000));
}

/** The seats from the middle outward. */
const middle = (seats) => [...seats].sort((one, other) =>
  Math.abs(2 * seats.indexOf(one) - seats.length) - Math.abs(2 * seats.indexOf(other) - seats.length));

/** A person who came to play gets a seat without asking: the one in the address, or the first that is free. */
export function sitAtOnce(room) {
  const { table, plan } = room;
  const wish = new URLSearchParams(location.search).get("sit");
  if (wish === null) return;
  history.replaceState(null, "", location.pathname);
  const taken = new Set(table.seats.map(({ seat }) => String(seat)));
  const free = [wish, ...middle(Object.keys(plan.names))].find((seat) => seat in plan.names && !taken.has(seat))
    ?? String(table.seats.find(({ bot }) => bot)?.seat ?? ""); // a bot gives way
  const chips = usual(plan, table.you.wallet ?? 0);
  if (table.you.name && !table.you.seat && free && chips) room.send({ do: "sit", seat: Number(free), amount: written(chips) });
}

/** Take a seat, or give it to a bot. */
export async function sit(room, seat) {
  const { table, plan } = room;
  if (!table.you.name) {
    room.complain(new Error("Sign in to take a seat"));
    return;
  }
  const wallet = table.you.wallet ?? 0;
  const mine = table.you.seat;
  const start = usual(plan, mine ? 50_000 : wallet);
  const chips = amount("Chips, in dollars", { least: 100, most: Math.max(mine ? 500_000 : wallet, 100), start });
  const moving = mine && !table.playing && !room.own.stake;
  const host = mine || ["dealer", "floor", "administrator"].includes(table.you.role);
  const bot = (play) => () => ({ do: "bot", seat, play, amount: written(chips.value()) });
  const answers = [
    host && { label: "Add a bot (expert)", value: bot("best") },
    host && { label: "Add a bot (gambler)", value: bot("gambler") },
    host && { label: "Add a bot (beginner)", value: bot("simple") },
    moving && { label: "Move here", value: () => "move" },
    !mine && { label: "Sit down", gold: true, value: () => ({ do: "sit", seat, amount: written(chips.value()) }) },
  ].filter(Boolean);
  const heading = `Seat ${seat}`;
  const words = mine ? "A bot plays with its own chips. An expert plays the best known strategy, a gambler bets more and on more, a beginner makes mistakes."
    : `You have ${money(wallet)} in your wallet.`;
  const command = await ask(heading, [el("p", { class: "quiet" }, words), chips.element], answers);
  if (command === "move") await move(room, seat);
  else if (command) room.send(command);
}

/** Move to another seat with all your chips. If somebody else takes it first, they are in the wallet. */
async function move(room, seat) {
  const { funds } = room.own;
  try {
    await room.say({ do: "leave" });
    await room.say({ do: "sit", seat, amount: written(funds) });
  } catch (refused) {
    room.complain(refused);
  }
}

/** What you can do with a player at the table, or with an empty place. */
export async function plate(room, seat) {
  const who = room.table.seats.find((each) => each.seat === seat);
  if (!who) await sit(room, seat);
  else if (who.bot) {
    const words = el("p", {}, `This ${LEVELS[who.bot] ?? who.bot} has ${money(who.funds)}.`);
    const { you: { name, seat: mine } } = room.table;
    const away = { label: "Remove the bot", value: () => "dismiss" };
    const answers = name && !mine ? [{ label: "Take this seat", gold: true, value: () => "sit" }, away] : [away];
    const done = await ask(`${nick(who.name)} is a bot`, [words], answers);
    if (done === "sit") await sit(room, seat);
    else if (done) room.send({ do: "dismiss", seat });
  } else if (who.seat === room.table.you.seat) await buy(room);
}

export async function buy(room) {
  const chips = amount("Chips to buy, in dollars", { least: 100, most: Math.max(100, room.table.you.wallet ?? 0), start: 10_000 });
  const bought = await ask("Buy chips", [chips.element], [{ label: "Buy", gold: true, value: chips.value }]);
  if (bought) room.send({ do: "buy", amount: written(bought) });
}

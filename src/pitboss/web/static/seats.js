/** Sitting down, buying chips, seating machines. */

import { amount, ask } from "./dialog.js";
import { el } from "./elements.js";
import { money, nick, written } from "./words.js";

/** Chips to sit down with, if nobody says how many: some forty times the first minimum. */
function usual(plan, wallet) {
  const first = Object.values(plan.wagers).find(({ during }) => !during)?.least ?? 100;
  return Math.min(wallet, Math.max(first * 40, 20_000));
}

/** Whoever came to play has a seat at once: the one named in the address, or the first that is free. */
export function sitAtOnce(room) {
  const { table, plan } = room;
  const wish = new URLSearchParams(location.search).get("sit");
  if (wish === null) return;
  history.replaceState(null, "", location.pathname);
  const taken = new Set(table.seats.map(({ seat }) => String(seat)));
  const free = [wish, ...Object.keys(plan.names)].find((seat) => seat in plan.names && !taken.has(seat));
  const chips = usual(plan, table.you.wallet ?? 0);
  if (table.you.name && !table.you.seat && free && chips) room.tell({ do: "sit", seat: Number(free), amount: written(chips) });
}

/** Take a seat, or have a machine take it. */
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
  const machine = (play) => () => ({ do: "machine", seat, play, amount: written(chips.value()) });
  const answers = [
    host && { label: "Seat a machine", value: machine("best") },
    host && { label: "A simple one", value: machine("simple") },
    moving && { label: "Move here", value: () => "move" },
    !mine && { label: "Sit down", gold: true, value: () => ({ do: "sit", seat, amount: written(chips.value()) }) },
  ].filter(Boolean);
  const heading = `Seat ${seat}`;
  const words = mine ? "A machine plays with chips of its own: the best play known, or a simple one."
    : `Your wallet holds ${money(wallet)}.`;
  const command = await ask(heading, [el("p", { class: "quiet" }, words), chips.element], answers);
  if (command === "move") await move(room, seat);
  else if (command) room.tell(command);
}

/** To another seat with all of one's chips. Should somebody be quicker, they are in the wallet. */
async function move(room, seat) {
  const { funds } = room.own;
  try {
    await room.say({ do: "leave" });
    await room.say({ do: "sit", seat, amount: written(funds) });
  } catch (refused) {
    room.complain(refused);
  }
}

/** What a name at the table, or an empty place, is good for. */
export async function plate(room, seat) {
  const who = room.table.seats.find((each) => each.seat === seat);
  if (!who) await sit(room, seat);
  else if (who.machine) {
    const words = el("p", {}, `It has ${money(who.funds)}; its play is ${who.machine}.`);
    const gone = await ask(`${nick(who.name)} is a machine`, [words], [{ label: "Send it away", value: () => true }]);
    if (gone) room.tell({ do: "dismiss", seat });
  } else if (who.seat === room.table.you.seat) await buy(room);
}

export async function buy(room) {
  const chips = amount("More chips, in dollars", { least: 100, most: Math.max(100, room.table.you.wallet ?? 0), start: 10_000 });
  const bought = await ask("Buy chips", [chips.element], [{ label: "Buy", gold: true, value: chips.value }]);
  if (bought) room.tell({ do: "buy", amount: written(bought) });
}

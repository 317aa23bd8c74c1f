/** Pointing and typing: spots, plates, chips and keys. */

import { drag } from "./drag.js";
import { find } from "./elements.js";
import { skip } from "./motion.js";
import { plate, sit } from "./seats.js";

const KEYS = { d: "#ready", u: "#undo", c: "#clear", r: "#rebet", x: "#double" };

/** How long something looks pressed, in milliseconds: usually until the table has answered. */
const PRESSED = 250;

/** Let the player touch the table. */
export function attend(room) {
  find("main").addEventListener("click", ({ target }) => {
    const pressed = target.closest("button:enabled, .spot");
    pressed?.classList.add("pressed");
    setTimeout(() => pressed?.classList.remove("pressed"), PRESSED);
  }, true);

  const spotOf = (target) => {
    const element = target.closest?.(".spot");
    return element && room.felt?.spots.find((spot) => spot.element === element);
  };

  function point(target, down = false) {
    if (room.replaying || !room.felt) return;
    const card = target.closest?.(".playing[aria-pressed]");
    if (card) {
      room.decisions.toggle(Number(card.dataset.place));
      return;
    }
    const seat = target.closest?.(".plate");
    if (seat) {
      plate(room, Number(seat.dataset.seat));
      return;
    }
    const chips = target.closest?.(".chips.mine");
    const spot = spotOf(target) ?? (chips && spotUnder(chips));
    if (!spot) return;
    if (!room.table.you.seat) {
      const free = (seat) => room.table.seats.every((taken) => taken.seat !== seat);
      const chosen = spot.position || Object.keys(room.plan.names).map(Number).find(free);
      if (chosen && free(chosen)) sit(room, chosen);
    } else if (room.plan.ticket) room.ticket.touch(spot);
    else if (room.nearer(spot)) return;
    else if (down) room.bets.takeDown(spot);
    else room.bets.place(spot);
  }

  /** Chips hide the spot under them; a click on them is a click on the spot. */
  function spotUnder(chips) {
    const [name, position = room.table.you.seat] = chips.dataset.wager.split("@");
    return room.felt.places.spot(name, Number(position));
  }

  find("#felt").addEventListener("pointerover", ({ target }) => spotOf(target) && room.price());
  drag(room);

  // A click while things move is impatience, not a bet.
  find("#felt").addEventListener("click", ({ target }) => room.busy || point(target));
  find("#stage").addEventListener("click", () => room.busy && skip.now());
  find("#felt").addEventListener("contextmenu", (event) => {
    if (!spotOf(event.target) && !event.target.closest(".chips.mine")) return;
    event.preventDefault();
    point(event.target, true);
  });

  document.addEventListener("keydown", (event) => {
    const { key } = event;
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog, iframe")) return;
    const spot = spotOf(target);
    if (spot && key.startsWith("Arrow")) {
      event.preventDefault();
      room.felt.next(spot, key)?.element.focus();
    } else if ((spot || target.closest?.(".plate, .playing")) && (key === "Enter" || key === " ")) {
      event.preventDefault();
      point(target);
    } else if (spot && (key === "Delete" || key === "Backspace")) {
      event.preventDefault();
      point(target, true);
    } else if (!target.closest("[role=tab], summary") || key.length === 1) press(key.toLowerCase(), event);
  });

  function press(key, event) {
    if (room.busy && (key === "escape" || key === " ")) {
      skip.now();
      return;
    }
    if (key === " " || key.length !== 1 || !room.table) return;
    if (!find("#decisions").hidden && room.decisions.key(key)) {
      event.preventDefault();
      return;
    }
    if (find("#betting").hidden) return;
    const chip = room.bets.values[Number(key) - 1];
    if (chip) room.bets.choose(chip);
    else if (key in KEYS) find(KEYS[key]).click();
  }
}

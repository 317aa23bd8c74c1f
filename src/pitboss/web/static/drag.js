/** Drag your cards into a tray, from one to another, or out of it onto the felt. */

import { el } from "./elements.js";
import { pretty } from "./words.js";

/** Pixels that a finger trembles: a shorter movement is a click. */
const TREMBLE = 8;

const around = (element, selector) => element?.closest?.(selector);

export function drag(room) {
  let held = null;

  document.addEventListener("pointerdown", ({ target, button, clientX, clientY }) => {
    const card = around(target, ".playing[aria-pressed], .tray [data-place]");
    if (!card || button || room.busy || !room.decisions.trays) return;
    held = { place: Number(card.dataset.place), from: [clientX, clientY], ghost: null };
  });

  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (!held) return;
    const [x, y] = held.from;
    if (!held.ghost && Math.hypot(clientX - x, clientY - y) > TREMBLE) {
      held.ghost = el("b", { class: "dragged" }, pretty(room.decisions.trays?.cards[held.place] ?? ""));
      document.body.append(held.ghost);
    }
    if (held.ghost) held.ghost.style.translate = `${clientX}px ${clientY}px`;
  });

  const release = ({ type, clientX, clientY }) => {
    const dropped = held?.ghost && held.place;
    held?.ghost?.remove();
    held = null;
    if (typeof dropped !== "number" || type === "pointercancel" || !room.decisions.trays) return;
    const under = document.elementFromPoint(clientX, clientY);
    const tray = around(under, ".tray");
    if (tray) room.decisions.drop(dropped, Number(tray.dataset.tray));
    else if (around(under, "#felt")) room.decisions.drop(dropped);
    // The click that ends a drag does not count.
    const swallow = (event) => event.stopPropagation();
    document.addEventListener("click", swallow, { capture: true });
    setTimeout(() => document.removeEventListener("click", swallow, { capture: true }));
  };
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", release);
}

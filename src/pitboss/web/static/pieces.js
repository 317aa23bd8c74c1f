/** The pieces that lie on the felt, drawn and moved: cards, chips, markers, words. */

/**
 * @import { Place } from "./types"
 */

import { sprite, svg } from "./elements.js";
import { beside } from "./places.js";
import { timeLeft } from "./story.js";
import { money } from "./words.js";

export const CARD = [56, 80];
const CHIPS = [1000, 500, 100, 25, 5, 1];
const TALLEST = 6;

/** @type {(place: Place, scale?: number) => string} */
export const at = ([x, y, turn = 0, size = 1], scale = size) =>
  `translate(${x}px, ${y}px) rotate(${turn}deg)${scale === 1 ? "" : ` scale(${scale})`}`;

/** The chips that make an amount, largest first. */
export function stacked(cents) {
  const chips = [];
  let rest = Math.max(cents, 100) / 100;
  for (const value of CHIPS) {
    while (rest >= value && chips.length < TALLEST) {
      chips.push(value);
      rest -= value;
    }
  }
  return chips.reverse();
}

export const line = (words, x, y, size, kind = "") =>
  svg("text", { x, y, "font-size": size, "text-anchor": "middle", class: kind }, words);

export const tag = (words, x, y) =>
  svg("g", { class: "tag" }, svg("rect", { x: x - 14, y: y - 7, width: 28, height: 14, rx: 7 }), line(words, x, y + 4, 10));

export const puck = (words, kind) =>
  svg("g", { class: `puck ${kind}` }, svg("circle", { r: 18 }), line(words, 0, 4.5, 13));

export const owed = (words) => svg("g", { class: "owed" },
  svg("rect", { x: -17, y: -9, width: 34, height: 18, rx: 3 }), line(words, 0, 4, Math.min(12, 32 / (0.58 * words.length))));

export function spoken(who, asked, held) {
  return [
    `seat ${who.seat}`, who.name, who.bot && "bot", money(who.funds), asked && "deciding",
    ...held.map(({ says }) => says), !who.here && !who.bot && "away", who.ready && "ready",
  ].filter(Boolean).join(", ");
}

/** Is it one hand laid apart, and not split? A few tiles lie side by side all the same. */
export const isParted = (hands) => hands.some(([owner]) => /\.\D/.test(owner)) && hands.flatMap(([, names]) => names).length > 4;

/** Whose card it is, in words. */
export function holder(key) {
  const [owner, part] = key.split("#")[0].split(".");
  return `${Number(owner) ? "seat " : ""}${owner}${part ? (Number(part) ? "." : " ") + part : ""}`;
}

export function pile(stake, tint = "") {
  const values = stacked(stake);
  const top = -4 * (values.length - 1);
  const size = 40;
  const drawn = values.map((value, n) => {
    const chip = sprite(`chip-${value}`, size);
    chip.setAttribute("y", -size / 2 - 4 * n);
    return chip;
  });
  if (tint) drawn.push(svg("circle", { cy: top, r: 14, fill: "none", stroke: tint, "stroke-width": 5 }));
  const words = money(stake);
  return [...drawn, line(words, 0, top + 4, Math.min(12, 27 / (0.58 * words.length)), "amount")];
}

/** The time left to decide, around a plate. */
export function ring(box, table) {
  const { left, share } = timeLeft(table);
  const edge = svg("rect", { ...box, class: "ring", pathLength: 1 });
  edge.animate([{ strokeDashoffset: 1 - share }, { strokeDashoffset: 1 }], { duration: Math.max(1, left), fill: "forwards" });
  return edge;
}

/** Do two boxes lie apart, however they are turned? One of their sides must part them. */
export function apart(one, other) {
  const corners = ({ at: place, width, height }) =>
    [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => beside(place, (x * width) / 2, (y * height) / 2));
  const [a, b] = [corners(one), corners(other)];
  return [one, other].some(({ at: [, , turn = 0] }) => [turn, turn + 90].some((angle) => {
    const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    const [p, q] = [a, b].map((points) => points.map(([x, y]) => x * c + y * s));
    return Math.max(...p) <= Math.min(...q) || Math.max(...q) <= Math.min(...p);
  }));
}

/** Words in lines of a few. */
export function wrapped(words) {
  const lines = [""];
  for (const word of words.split(" ")) {
    if (lines.at(-1).length + word.length > 20) lines.push("");
    lines.push(`${lines.pop()} ${word}`.trim());
  }
  return lines.filter(Boolean);
}

export function put(card, name) {
  card.name = name;
  card.face.replaceChildren(sprite(name === "??" ? "card-back" : `card-${name}`, ...CARD));
}

export function turn(card, name, ms) {
  if (!ms || !card.name || card.name === name) {
    put(card, name);
    return;
  }
  card.name = name;
  const half = ms / 2;
  card.face.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], { duration: half, easing: "ease-in" }).finished
    .catch(() => {}).then(() => {
      put(card, card.name);
      card.face.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: half, easing: "ease-out" });
    });
}

/** Bend a card up slowly, from its edge. */
export function squeeze(card, name, ms) {
  card.name = name;
  const front = svg("g", {}, sprite(`card-${name}`, ...CARD));
  card.face.append(front);
  const open = [[100, 0], [70, 0.3], [55, 0.75], [0, 1]].map(([hidden, offset]) => ({ clipPath: `inset(${hidden}% 0 0 0)`, offset }));
  front.animate(open, { duration: ms, easing: "ease-in-out" }).finished.catch(() => {}).then(() => put(card, card.name));
}

/** Move an element; at once if the person prefers no motion, otherwise visibly. */
export function fly(element, from, to, ms, easing = "cubic-bezier(.2,.7,.3,1)") {
  element.style.transform = to;
  if (!ms) return Promise.resolve();
  return element.animate([{ transform: from }, { transform: to }], { duration: ms, easing }).finished.catch(() => {});
}

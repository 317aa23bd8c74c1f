/** Boards at the table that show the results of its rounds: columns of marks, the last of them in view. */

import { el, svg } from "./elements.js";

const CELL = 16;
const ROWS = 6;
const SHOWN = 20;

/** One board, as the server sends it. */
function board({ title, says, look, columns, colors }) {
  const shown = columns.slice(-SHOWN);
  const marks = shown.flatMap((column, x) => [...column].flatMap((letter, y) =>
    (letter === " " ? [] : [mark(look, letter, colors, x * CELL + CELL / 2, y * CELL + CELL / 2)])));
  const [width, height] = [SHOWN * CELL, ROWS * CELL];
  const lines = svg("path", { class: "lines", d: grid(width, height) });
  return el("figure", { class: "road" },
    el("figcaption", {}, title),
    svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${title}: ${says || "nothing yet"}` },
      lines, ...marks));
}

const grid = (width, height) =>
  Array.from({ length: SHOWN + 1 }, (_, x) => `M${x * CELL} 0V${height}`).join("")
  + Array.from({ length: ROWS + 1 }, (_, y) => `M0 ${y * CELL}H${width}`).join("");

function mark(look, letter, colors, cx, cy) {
  const color = colors[letter.toUpperCase()];
  const across = (kind) => svg("path", { class: `stroke ${kind}`, d: `M${cx - 5} ${cy + 5}L${cx + 5} ${cy - 5}` });
  const drawn = look === "slash" ? across(color) : svg("circle", { class: `${look} ${color}`, cx, cy, r: 6 });
  const inside = look === "letter" ? svg("text", { x: cx, y: cy + 3, "text-anchor": "middle", "font-size": 9 }, letter) : null;
  const tied = letter !== letter.toUpperCase() ? across("green") : null;
  return svg("g", {}, ...[drawn, inside, tied].filter(Boolean));
}

export const boards = ({ table }) => table.boards.map(board);

/** Dice that tumble, a wheel that spins, balls that are drawn. */

import { el, find, sprite, svg } from "./elements.js";

/** Nothing moves if the player has asked for that in the browser or on this page. */
export const still = () => localStorage.getItem("quick") === "on" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A click skips to the end. */
export const skip = {
  on: false,
  pending: new Set(),
  now() {
    this.on = true;
    const moving = document.getAnimations()
      .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.closest("#chance, .cards, .chips, .flying"));
    for (const each of moving) each.finish();
    for (const done of this.pending) done();
  },
};

export const wait = (ms) => new Promise((done) => {
  const over = () => {
    clearTimeout(timer);
    skip.pending.delete(over);
    done();
  };
  const timer = setTimeout(over, skip.on ? 0 : ms);
  skip.pending.add(over);
});

const PALETTE = ["#1d4f91", "#0a5c39", "#5d2a86", "#a81c2b", "#b98a1f", "#15181c", "#3b6b1d"];
const TURN = 360;
const RECENT = 14;
const some = () => 1 + Math.floor(Math.random() * 6);

/** The corner of the stage where dice and wheel are shown. */
export class Chance {
  constructor(plan) {
    this.plan = plan;
    this.corner = find("#chance");
    this.corner.replaceChildren();
    this.corner.hidden = true;
    find("#recent").replaceChildren();
    this.upright = "upright-wheel" in plan.furniture;
    this.shaken = "shaker" in plan.furniture;
    this.kinds = [...new Set(plan.wheel.map(({ pocket }) => pocket))];
    this.angle = 0;
    if (plan.wheel.length) this.#build();
  }

  /** What was last thrown, spun or drawn; with a time, animated. */
  async show(shown, ms = 0) {
    if (shown?.do === "roll" && shown.faces?.length) await this.#dice(shown.faces, ms);
    else if (shown?.do === "spin" && this.wheel) await this.#spin(shown.pocket, ms);
    else if (!this.wheel) this.corner.hidden = true;
  }

  /** The last throws or spins, newest first: a new one before the others, or an old one after them. */
  note(shown, old = false) {
    const pocket = shown?.do === "spin" ? this.plan.wheel.find((each) => each.pocket === shown.pocket) : null;
    const word = shown?.do === "roll" && shown.faces?.length ? this.#total(shown.faces) : pocket?.label;
    if (!word) return;
    const strip = find("#recent");
    const place = old ? "append" : "prepend";
    strip[place](el("li", { style: pocket?.color ? `background:${pocket.color}` : "" }, word));
    while (strip.children.length > RECENT) strip.lastElementChild.remove();
    strip.hidden = false;
  }

  async #dice(faces, ms) {
    this.corner.hidden = false;
    const key = faces.join();
    if (!ms && this.faces === key) return;
    this.faces = key;
    const dice = faces.map((face) => {
      const top = svg("g", {}, sprite(`die-${ms ? some() : face}`, 48));
      return { face, top, box: svg("svg", { viewBox: "-28 -28 56 56", class: "die", "aria-hidden": "true" }, top) };
    });
    const words = `the dice: ${faces.slice(0, -1).join(", ")} and ${faces.at(-1)}`;
    const total = el("b", {}, ms ? "" : this.#total(faces));
    const tray = el("div", { class: "dice", role: "img", "aria-label": ms ? "the dice are rolling" : words }, dice.map(({ box }) => box));
    this.corner.replaceChildren(tray, total);
    this.corner.classList.add("tray");
    if (!ms) return;
    await Promise.all(dice.map(async ({ face, top, box }, n) => {
      const changes = setInterval(() => top.replaceChildren(sprite(`die-${some()}`, 48)), 80);
      const away = 320 + 60 * n;
      const rolling = box.animate(this.shaken ? [0, -16, 12, -12, 10, -6, 0].map((y) => ({ transform: `translateY(${y}px)` })) : [
        { transform: `translate(-${away}px, 120px) rotate(${-700 - 160 * n}deg)` },
        { transform: `translate(${10 + 8 * n}px, -14px) rotate(${60 - 40 * n}deg)`, offset: 0.72 },
        { transform: "none" },
      ], { duration: ms * (0.8 + 0.1 * n), easing: "cubic-bezier(.2,.6,.4,1)" });
      await rolling.finished.catch(() => {});
      clearInterval(changes);
      top.replaceChildren(sprite(`die-${face}`, 48));
    }));
    tray.setAttribute("aria-label", words);
    total.textContent = this.#total(faces);
  }

  #total(faces) {
    return String(faces.reduce((sum, face) => sum + face, 0));
  }

  /** The wheel as it turns, its pockets as they are printed on the layout. */
  #build() {
    const { wheel } = this.plan;
    const slice = TURN / wheel.length;
    const point = (angle, radius) => {
      const a = ((angle - 90) * Math.PI) / 180;
      return `${(radius * Math.cos(a)).toFixed(2)} ${(radius * Math.sin(a)).toFixed(2)}`;
    };
    const pockets = wheel.map(({ pocket, label, sign, color }, n) => {
      const [from, to] = [(n - 0.5) * slice, (n + 0.5) * slice];
      const fill = color || PALETTE[this.kinds.indexOf(pocket) % PALETTE.length];
      const d = `M${point(from, 96)}A96 96 0 0 1 ${point(to, 96)}L${point(to, 58)}A58 58 0 0 0 ${point(from, 58)}Z`;
      const place = { transform: `rotate(${n * slice}) translate(0 -82)`, "text-anchor": "middle" };
      return svg("g", {},
        svg("path", { d, fill }),
        svg("text", { ...place, "font-size": Math.min(9, slice * 1.35), fill: "#fff" }, sign || label));
    });
    this.ball = svg("circle", { class: "ball", cx: 0, cy: -66, r: 4.2 });
    const clapper = this.upright ? [svg("path", { class: "clapper", d: "M-7-110H7L0-84Z" })] : [];
    this.turning = svg("g", {}, ...pockets, svg("circle", { r: 58, class: "bowl" }), svg("circle", { r: 40, class: "cone" }),
      svg("path", { d: "M-34 0H34M0-34V34", class: "spokes" }), svg("circle", { r: 9, class: "hub" }));
    this.orbit = svg("g", {}, this.ball);
    const pegs = this.upright ? wheel.map((_, n) => svg("circle", { class: "peg", r: 1.6, transform: `rotate(${(n + 0.5) * slice}) translate(0 -99)` })) : [];
    this.turning.append(...pegs);
    const post = this.upright ? [svg("path", { class: "post", d: "M-9 60H9L16 196H-16ZM-60 196H60V208H-60Z" })] : [];
    this.wheel = svg("svg", { viewBox: `-110 -110 220 ${this.upright ? 320 : 220}`, class: "wheel", role: "img", "aria-label": "the wheel" },
      ...post, svg("circle", { r: 108, class: "rim" }), svg("circle", { r: 98, class: "track" }), this.turning, ...(this.upright ? clapper : [this.orbit]));
    this.called = el("b");
    this.corner.replaceChildren(this.wheel, this.called);
    this.corner.hidden = false;
    this.corner.classList.remove("tray");
    this.ball.style.display = "none";
  }

  async #spin(pocket, ms) {
    const { wheel } = this.plan;
    const places = wheel.flatMap((each, n) => (each.pocket === pocket ? [n] : []));
    const place = places[Math.floor(places.length / 2)] ?? 0;
    const rest = (place * TURN) / wheel.length;
    const label = wheel[place].label;
    if (!ms) {
      this.#rest(this.upright ? -rest : 0, rest, label);
      return;
    }
    this.called.textContent = "";
    this.wheel.setAttribute("aria-label", "the wheel turns");
    this.ball.style.display = "";
    this.corner.classList.add("large");
    // An upright wheel turns until the stop is under the clapper; another wheel may turn to any angle, because the ball finds the pocket.
    const end = this.upright ? 3 * TURN - rest : this.angle + 2 * TURN + 40;
    const easing = "cubic-bezier(.15,.55,.3,1)";
    const ball = -5 * TURN + ((end + rest) % TURN);
    const duration = ms * 0.86;
    const round = (element, ...angles) =>
      element.animate(angles.map((angle) => ({ transform: `rotate(${angle}deg)` })), { duration, easing, fill: "forwards" });
    // The ball runs on the rim, drops, bounces once, and rests in its pocket.
    const drops = [[-36, 0], [-36, 0.6], [-8, 0.75], [-14, 0.82], [0, 1]]
      .map(([y, offset]) => ({ transform: `translateY(${y}px)`, offset }));
    const running = this.upright ? [] : [round(this.orbit, 0, ball), this.ball.animate(drops, { duration })];
    const spinning = [round(this.turning, this.angle, end), ...running];
    await Promise.all(spinning.map((each) => each.finished.catch(() => {})));
    for (const each of spinning) each.cancel();
    this.#rest(end % TURN, rest, label);
    await wait(ms * 0.14);
    this.corner.classList.remove("large");
  }

  #rest(angle, rest, label) {
    this.angle = angle;
    this.turning.style.transform = `rotate(${angle}deg)`;
    this.orbit.style.transform = `rotate(${angle + rest}deg)`;
    this.ball.style.display = "";
    this.called.textContent = label;
    this.wheel.setAttribute("aria-label", `the wheel: ${label}`);
  }
}

/** Numbers drawn onto the board, one after another. */
export async function draw(felt, numbers, ms) {
  const { board } = felt;
  for (const number of numbers) {
    const spot = board.get(number);
    if (spot) {
      spot.element.classList.add("drawn");
      spot.element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 350 });
    }
    if (!skip.on) await wait(ms / numbers.length);
  }
}

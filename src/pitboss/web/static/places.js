/** Where things lie on the felt for the person who looks at it: one's own place at the bottom, large and upright, the
 *  others around it in their order, smaller. */

/**
 * @import { Place, Plan } from "./types"
 */

/** What a phone shows of a half-moon, around the middle; and the oval that it shows: the middle and the half axes. */
const CLOSE_UP = [325, 24, 550, 646];
const UPRIGHT = [350, 400, 262, 300];
const DEGREES = 180 / Math.PI;
/** How much of the room beside one's own place a free place takes, where a taken one takes 1. */
const FREE = 0.5;
/** How far one's own place may be from the bottom, in degrees: where all the others are at one side. */
const ASIDE = 13;
const LARGEST = 1.3;
const OTHERS = 0.88;
/** How high one's own place may reach: cards in the middle are above. */
const HIGHEST = 300;
/** Chips on a broad area lie beside its inscription. */
const BROAD = 150;

/** @type {(place: Place, dx: number, dy?: number) => Place} */
export const beside = ([x, y, turn = 0, size = 1], dx, dy = 0) => {
  const a = (turn * Math.PI) / 180;
  return [x + dx * Math.cos(a) - dy * Math.sin(a), y + dx * Math.sin(a) + dy * Math.cos(a), turn, size];
};

/**
 * How the place of each seat is moved: its anchor, its tilt and its size.
 * @typedef {{ at: number[], was: number, tilt: number, size: number, plate: number }} Moved
 */

/**
 * Around a half-moon: one's place at or near the bottom, the others left and right of it, as far apart as there is room.
 * @type {(plan: Plan, own: number, taken: Set<number>, narrow: boolean) => Record<number, Moved>}
 */
export function aroundMoon({ center, names, hands, plate }, own, taken, narrow) {
  const [cx, cy] = center;
  const angle = (seat) => Math.atan2(names[seat][0] - cx, names[seat][1] - cy) * DEGREES;
  const radius = Math.hypot(names[own][0] - cx, names[own][1] - cy);
  const seats = Object.keys(names).map(Number).sort((a, b) => angle(a) - angle(b));
  const [first, last] = [angle(seats[0]), angle(seats.at(-1))];
  const pitch = seats.length > 1 ? (last - first) / (seats.length - 1) : 30;
  const reach = radius - Math.hypot(hands[own][0] - cx, hands[own][1] - cy) + 60;
  const size = Math.min(LARGEST, (cy + radius - HIGHEST) / reach);
  const half = (pitch * size) / 2;
  const weight = (seat) => (taken.has(seat) ? 1 : FREE);
  const sides = [seats.filter((seat) => angle(seat) < angle(own)).reverse(), seats.filter((seat) => angle(seat) > angle(own))];
  const [left, right] = sides.map((side) => side.reduce((sum, seat) => sum + weight(seat), 0));
  const shift = narrow || left + right === 0 ? 0 : (ASIDE * (left - right)) / (left + right);
  /** @type {Record<number, Moved>} */
  const moved = {};
  const put = (seat, to, tilt, n, width) => {
    const a = to / DEGREES;
    moved[seat] = { at: [cx + radius * Math.sin(a), cy + radius * Math.cos(a)], was: angle(seat) / DEGREES, tilt: tilt / DEGREES, size: n, plate: width };
  };
  put(own, shift, 0, size, plate * Math.min(1.15, size));
  for (const [n, side] of sides.entries()) {
    const sign = n ? 1 : -1;
    const edge = (n ? last : -first) + Math.min(pitch / 2, 3) - sign * shift - half;
    let from = half;
    for (const seat of side) {
      const share = (edge * weight(seat)) / [left, right][n];
      const to = shift + sign * (from + share / 2);
      put(seat, to, to, Math.min(OTHERS, share / pitch), Math.min(plate, (share / DEGREES) * radius - 4));
      from += share;
    }
  }
  return moved;
}

/**
 * Around an oval: one's own place at the bottom, with more room, the others clockwise from there.
 * @type {(ring: number[], plan: Plan, own: number) => Record<number, Moved>}
 */
export function aroundRing([cx, cy, rx, ry], { names, plate }, own) {
  const seats = Object.keys(names).map(Number).sort((a, b) => a - b);
  const begin = seats.indexOf(own);
  const high = ry > rx;
  const gap = high ? 48 : 360 / seats.length;
  return Object.fromEntries(seats.map((seat, n) => {
    const place = (n - begin + seats.length) % seats.length;
    const a = (90 + (place ? gap + ((place - 1) * (360 - 2 * gap)) / Math.max(1, seats.length - 2) : 0)) / DEGREES;
    const size = seat === own ? (high ? 1 : 1.2) : high ? 0.8 : 0.9;
    return [seat, { at: [cx + rx * Math.cos(a), cy + ry * Math.sin(a)], was: a, tilt: 0, size, plate }];
  }));
}

export class Places {
  constructor(/** @type {Plan} */ plan, spots) {
    this.plan = plan;
    this.spots = spots;
    this.own = 0;
    /** @type {Record<number, Moved>} */
    this.moved = {};
    this.key = "";
  }

  /** Look at it from this seat; has anything moved? */
  look(own, taken, narrow) {
    const { center, ring, names } = this.plan;
    const key = [own, narrow, ...taken].join();
    if (key === this.key) return false;
    this.key = key;
    this.own = own in names ? own : 0;
    this.close = Boolean(narrow && center && this.own);
    /** The oval, as it is looked at. */
    this.ring = ring && narrow ? UPRIGHT : ring;
    this.moved = {};
    if (ring && (this.own || narrow)) this.moved = aroundRing(this.ring, this.plan, own || Number(Object.keys(names)[0]));
    else if (center && this.own) this.moved = aroundMoon(this.plan, own, new Set(taken), narrow);
    return true;
  }

  /** What is looked at: the whole table, or on a phone one's own place and the middle. */
  get view() {
    if (this.high) return [0, 0, 2 * this.ring[0], 2 * this.ring[1]];
    return this.close ? CLOSE_UP : [0, 0, this.plan.width, this.plan.felt];
  }

  /** Is an oval shown upright? */
  get high() {
    return Boolean(this.ring) && this.ring !== this.plan.ring;
  }

  /** @returns {Place[]} where the pot is gathered, and where its amount is written */
  get pot() {
    const [cx, cy] = this.ring;
    return this.high ? [[cx, cy - 138], [cx, cy - 106]] : [[cx + 235, cy - 32], [cx + 235, cy + 34]];
  }

  /** How an oval is stretched to what is looked at: to the right and down. */
  get stretch() {
    return [2, 3].map((n) => this.ring[n] / this.plan.ring[n]);
  }

  /**
   * A place in the middle of an oval, as it is stretched.
   * @param {Place} place
   * @returns {Place}
   */
  inRing(place) {
    if (!this.ring) return place;
    const [cx, cy] = this.plan.ring;
    const [right, down] = this.stretch;
    return [this.ring[0] + (place[0] - cx) * right, this.ring[1] + (place[1] - cy) * down];
  }

  /**
   * A place of a seat, as it is moved.
   * @param {Place} place
   * @returns {Place}
   */
  seen(place, seat) {
    const how = this.moved[seat];
    if (!how) return place;
    const [x, y, turn = 0, size = 1] = place;
    const [dx, dy] = [x - this.plan.names[seat][0], y - this.plan.names[seat][1]];
    const by = how.was - how.tilt;
    const [c, s] = [Math.cos(by), Math.sin(by)];
    const [left, top] = how.at;
    return [left + how.size * (dx * c - dy * s), top + how.size * (dx * s + dy * c), turn + by * DEGREES * 0.9, size * how.size];
  }

  /** @returns {Place} where an owner's cards lie */
  hand(owner) {
    const { hands, middle } = this.plan;
    const { ring } = this;
    const base = owner.split(".")[0];
    const place = hands[owner] ?? hands[base] ?? middle;
    const seat = Number(base);
    if (!seat) return this.inRing(place);
    if (!ring) return this.seen(place, seat);
    const [x, y, , size] = this.name(seat);
    return [x, this.#atTop(y) ? y + 22 + 40 * size : y - 23 - 40 * size, 0, size];
  }

  /** Those at the top of an oval have their cards below their names. */
  #atTop(y) {
    return y < this.ring[1] - this.ring[3] / 2;
  }

  /** @returns {Place} where a name stands */
  name(seat) {
    const { names, felt } = this.plan;
    const place = names[seat] ?? [600, felt];
    if (!this.ring || !this.moved[seat]) return this.seen(place, seat);
    const { at: [x, y], size } = this.moved[seat];
    return [x, y, 0, size];
  }

  /** How wide a name may be. */
  plate(seat) {
    return this.moved[seat]?.plate ?? this.plan.plate;
  }

  spot(wager, position) {
    return this.spots.find((spot) => spot.wager === wager && (!spot.position || spot.position === position));
  }

  /** The spot of a seat's wager, or of its kind. */
  spotOf({ wager, seat }) {
    const [name, elsewhere] = wager.split("@");
    const position = Number(elsewhere ?? seat);
    return this.spot(name, position) ?? this.spot(name.split(":")[0], position);
  }

  /** @returns {Place} where a spot is */
  area({ position, x, y, turn }) {
    const { ring } = this;
    if (!position || !ring || !this.moved[position]) return this.seen([x, y, turn], position);
    const [left, top] = this.moved[position].at;
    if (position === this.own) return [left, top - 178, 0, 1];
    const inward = Math.sign(Math.round(ring[0] - left)); // 0: opposite
    if (this.#atTop(top)) return [left + (this.high ? 30 : 84) * inward, top + (inward ? 116 : 138), 0, 0.9];
    return this.high ? [left + 78 * inward, top + 2, 0, 0.9] : [left + 92 * inward, top, 0, 0.9]; // clear of seven cards
  }

  /**
   * Where a wager's chips lie: on its spot, where its parameter has put it, or on the area of its kind.
   * @param {{wager?: string, seat?: number}} bet
   * @returns {Place}
   */
  lies({ wager, seat }) {
    const [name, elsewhere] = wager.split("@");
    const [id, param] = name.split(":");
    const position = Number(elsewhere ?? seat);
    const { lies, aside: [right, down] = [] } = this.plan.wagers[id] ?? {};
    const there = lies && (param || !lies.includes("{}")) && this.spot(lies.replace("{}", param), position);
    if (there) {
      const [, , , size = 1] = this.area(there);
      return beside(this.area(there), right * there.width * size, down * there.height * size);
    }
    const spot = this.spotOf({ wager, seat });
    if (!spot) return this.name(seat);
    const [x, y, turn, size] = this.area(spot);
    return [x + (!spot.position && spot.width > BROAD ? 0.32 * spot.width : 0), y, turn, size];
  }
}

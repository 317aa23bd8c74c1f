/** Draws the table: chips, cards, names and markers on the felt from the server. */

/**
 * @import { Bet, Happening, Marker, Place, Plan, Table } from "./types"
 */

import { sprite, svg } from "./elements.js";
import { CARD, apart, at, fly, holder, isParted, line, owed, pile, puck, put, ring, spoken, squeeze, tag, turn, wrapped } from "./pieces.js";
import { Places, beside } from "./places.js";
import { SQUEEZE, asking, isOver, ownResult, taken, winners } from "./story.js";
import { decimal, money, nick, percent, pretty, wagerName } from "./words.js";

/** Where in the middle of a half-moon a thing may lie, as it covers no card. */
const MIDDLE = [[600, 330], [600, 372], [480, 300], [720, 300], [400, 300], [370, 220], [830, 220], [370, 150], [830, 150]];

/** How large cards lie: those one has to read are larger. */
const OWN = 1.3;
const COMMON = 1.15;
const GAP = 8;
/** How far a card in a tray is moved, and how far behind its hand it is drawn. */
const RAISED = 24;
const BEHIND = 44;
/** Colors of chips that look better on a screen under another name. */
const TINTS = { rose: "hotpink", lime: "limegreen" };

export class Felt {
  /**
   * @param {HTMLElement} stage
   * @param {{svg: string, plan: Plan}} layout
   */
  constructor(stage, layout) {
    stage.innerHTML = layout.svg;
    this.root = /** @type {SVGSVGElement} */ (stage.firstElementChild);
    this.plan = layout.plan;
    this.cards = new Map();
    this.chips = new Map();
    this.plates = new Map();
    this.placards = [...this.root.querySelectorAll("[data-pays]")];
    for (const placard of this.placards) placard.remove();
    this.spots = /** @type {SVGElement[]} */ ([...this.root.querySelectorAll(".spot")]).map((element, n) => ({ ...this.plan.spots[n], element }));
    this.places = new Places(this.plan, this.spots);
    const { rack, shoe = rack, discards = rack } = this.plan.furniture;
    /** @type {Record<string, Place>} where chips and cards come from, and where cards go */
    this.ends = { rack: [...rack, 0], shoe: [...shoe, 0], discards: [...discards, 0] };
    this.layers = {};
    for (const name of ["plates", "chips", "cards", "called", "markers", "flying"]) {
      this.layers[name] = svg("g", { class: name });
      this.root.append(this.layers[name]);
    }
    this.frame();
  }

  /** Look at it from a seat; on a phone from near. Has anything moved? */
  frame(seat = 0, taken = [], narrow = false) {
    if (!this.places.look(seat, taken, narrow)) return false;
    this.close = this.places.close;
    this.root.setAttribute("viewBox", this.places.view.join(" "));
    const { ring } = this.places;
    if (ring) {
      const [x, y] = this.places.inRing([0, 0]);
      this.root.querySelector(".oval").setAttribute("transform", `translate(${x} ${y}) scale(${this.places.stretch.join(" ")})`);
    }
    for (const spot of this.spots) {
      if (!spot.position) continue;
      const [x, y, turn, size = 1] = this.places.area(spot);
      spot.element.setAttribute("transform", `translate(${x} ${y}) rotate(${turn}) scale(${size})`);
      spot.element.classList.toggle("own", spot.position === seat);
    }
    return true;
  }

  // ---- drawing ---------------------------------------------------------------------------------------

  /**
   * Draw a table. What is new flies in, what is gone flies off, within this many milliseconds.
   * @param {Table} table
   * @param {number} ms
   * @param {Record<string, Place>} [ends] where chips that leave go, by seat and wager
   */
  draw(table, ms = 0, ends = {}) {
    this.table = table;
    this.#drawCards(table, ms);
    this.#drawChips(table, ms, ends);
    this.#drawPlates(table);
    this.#drawMarkers(table);
  }

  #drawCards(/** @type {Table} */ table, ms) {
    const gone = new Set(taken(table));
    const groups = new Map();
    for (const [owner, names] of Object.entries(table.hands ?? {})) {
      if (gone.has(owner) || !names.length || (owner === "burn" && this.places.high)) continue;
      const place = this.places.hand(owner);
      const key = place.join();
      groups.set(key, [...(groups.get(key) ?? []), [owner, names, place]]);
    }
    const kept = new Set();
    const named = [];
    this.lying = [];
    this.extents = new Map();
    const lit = winners(table, this.plan);
    for (const hands of groups.values()) {
      const parted = isParted(hands);
      const laid = this.#lay(hands, table);
      for (const { owner, names, place, at: places, size } of laid) {
        this.extents.set(owner, [place, places, size]);
        names.forEach((name, i) => {
          const key = `${owner}#${i}`;
          kept.add(key);
          const part = this.toggles?.owner === owner && !table.past ? this.toggles.part(i) : null;
          const [dx, dy] = places[i];
          const [x, y, turn] = beside(place, dx, part ? dy - RAISED : dy);
          const lies = [x, y, turn, size];
          this.lying.push(lies);
          this.#card(key, name, lies, ms, owner === table.asked?.hand);
          this.#toggle(this.cards.get(key).element, i, part);
          this.cards.get(key).element.classList.toggle("lit", lit.has(owner));
        });
      }
      const some = laid.filter(({ owner }) => table.called[owner]);
      if (parted && some.length) named.push([some, laid.flatMap((hand) => hand.at)]);
      else named.push(...some.map((hand) => [[hand], hand.at]));
      if (Number(hands[0][0]) && parted) this.#inFront(hands);
    }
    const boxes = [];
    this.root.classList.toggle("dealt", kept.size > 0);
    this.layers.called.replaceChildren(...named.map(([hands, places]) => this.#called(table, hands, places, boxes)));
    for (const [key, card] of this.cards) {
      if (kept.has(key)) continue;
      this.cards.delete(key);
      fly(card.element, at(card.place), at(this.ends.discards, 0.6), Math.min(ms, 300)).then(() => card.element.remove());
    }
  }

  /** The name of a hand, or of its parts: where it covers no card, if there is such a place around the hand. */
  #called(/** @type {Table} */ table, hands, places, boxes) {
    const [{ owner, place, size }] = hands;
    const part = (each) => (hands.length > 1 && each.includes(".") ? `${each.split(".")[1]}: ` : "");
    const words = hands.flatMap(({ owner: each }) => (part(each) + table.called[each]).split(/, (?=does|\w+:)/));
    const [xs, ys] = [0, 1].map((n) => places.map((each) => each[n]));
    const [left, right, top, low] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const middle = (left + right) / 2;
    const [wide, high] = [CARD[0] * size, CARD[1] * size];
    const small = Number(owner[0]) && place[3] < 1 ? 0.8 : 1; // with the cards of others
    const labels = [words, words.flatMap(wrapped)].map((lines) =>
      ({ lines, width: small * (14 + 6.7 * Math.max(...lines.map(({ length }) => length))), height: small * (6 + 15 * lines.length) }));
    const around = labels.flatMap((label) => {
      const [dx, dy] = [(wide + label.width) / 2 + 8, (high + label.height) / 2 + 5];
      const over = [0, 26, 52].flatMap((more) => [middle, left, right].map((x) => [x, top - dy - more]));
      const beneath = [0, 26, 52, 90].flatMap((more) => [middle, left, right].map((x) => [x, low + dy + more]));
      const sides = [top, (top + low) / 2, low + high / 4, top - high / 4].flatMap((y) => [[right + dx, y], [left - dx, y]]);
      return (Number(owner[0]) ? [...over, ...sides, ...beneath] : [...sides, ...beneath, ...over]).map((aside) => ({ label, aside }));
    }).map(({ label, aside }) => ({ ...label, at: beside(place, aside[0], aside[1]) }))
      .map((box) => (Number(owner[0]) ? box : this.#within(box))); // another player's may be out of sight, with the hand
    const covers = (box) => boxes.filter((each) => !apart(box, each)).length + 3 * this.lying.filter(([x, y, turn, n]) =>
      !apart(box, { at: [x, y, turn], width: CARD[0] * n, height: CARD[1] * n })).length
      + Object.keys(this.plan.names).filter((seat) => !apart(box, { at: this.places.name(Number(seat)), width: this.places.plate(Number(seat)), height: 38 })).length;
    const box = around.find((each) => !covers(each)) ?? around.reduce((a, b) => (covers(b) < covers(a) ? b : a));
    boxes.push(box);
    const group = svg("g", { class: "called" },
      svg("rect", { x: -box.width / small / 2, y: -box.height / small / 2, width: box.width / small, height: box.height / small, rx: 9 }),
      ...box.lines.map((each, n) => line(each, 0, 4.5 + 15 * (n - (box.lines.length - 1) / 2), 13)));
    group.style.transform = at(box.at, small);
    return group;
  }

  /** A box moved sideways into view. */
  #within(box) {
    const [x, y, turn] = box.at;
    const [left, , width] = this.places.view;
    const half = box.width / 2 + 4;
    return { ...box, at: [Math.min(Math.max(x, left + half), left + width - half), y, turn] };
  }

  /** Hands that share a place (splits, or one alone) side by side, parts of one hand behind each other, their cards as
   *  far apart as the room allows; or each card where the game puts it. */
  #lay(hands, /** @type {Table} */ table) {
    const array = hands.length === 1 && this.plan.arrays[hands[0][0]];
    if (array) return hands.map(([owner, names, place]) => ({ owner, names, place, ...array }));
    const base = hands[0][0].split(".")[0];
    const mine = Number(base) === table.you?.seat;
    const several = hands.length > 1;
    const parted = isParted(hands);
    const broad = hands[0][0] === this.toggles?.owner; // cards that are to be touched, over those of others
    const alone = mine || [-1, 1].every((step) => !table.hands[Number(base) + step]?.length);
    const crowded = !alone && !broad && hands[0][1].length > 4 && !this.plan.ring;
    const large = broad && hands[0][1].length > 5 ? COMMON : OWN;
    const scale = hands[0][2][3] ?? 1;
    const size = scale * (Number(base) || base === "burn" ? (mine && !several ? large : 1) : COMMON);
    const own = several && !parted ? 2 : this.places.high ? 1.25 : 1.6;
    const theirs = scale * this.plan.room * (mine ? own : several && !parted && alone ? 2 : crowded ? 1 : 1.1);
    const room = base === "burn" ? 70 : Number(base) ? theirs : 400;
    const width = CARD[0] * size;
    const least = base === "burn" ? 4 : broad ? 0.6 * width : (crowded ? 9 : 14) * size;
    const share = parted ? room : room / hands.length;
    const laid = hands.map(([owner, names, place], n) => {
      const row = crowded && names.length > 5 ? Math.ceil(names.length / 2) : names.length; // or no rank could be read
      const step = Math.min(width + 4, Math.max(least, (share - GAP - width) / Math.max(1, row - 1)));
      const asked = several && owner === table.asked?.hand;
      const behind = parted ? n * scale * (Number(base) ? -BEHIND : BEHIND) : 0;
      const lift = behind + (mine && !several ? (scale * CARD[1] * (1 - large)) / 2 : 0) - (asked ? 16 : 0);
      return { owner, names, place, row, step, size, lift, wide: width + step * (row - 1) };
    });
    let left = -laid.reduce((sum, { wide }) => sum + wide + GAP, -GAP) / 2;
    for (const hand of laid) {
      if (parted) left = -hand.wide / 2;
      const back = (i) => (hand.row < hand.names.length && i < hand.row ? BEHIND : 0);
      hand.at = hand.names.map((_, i) => [left + width / 2 + (i % hand.row) * hand.step, hand.lift - back(i)]);
      left += hand.wide + GAP;
    }
    return laid;
  }

  #card(key, name, place, ms, asked) {
    let card = this.cards.get(key);
    const time = Math.min(Math.max(ms * 1.6, 0), 420);
    if (!card) {
      const face = svg("g", { class: "face" });
      card = { element: svg("g", { class: "playing", role: "img" }, face), face, place: this.ends.shoe, name: "" };
      this.cards.set(key, card);
      this.layers.cards.append(card.element);
      // A card comes out of the shoe face down and turns as it lands.
      if (ms) put(card, "??");
    }
    if (card.place.join() !== place.join()) {
      fly(card.element, at(card.place), at(place), ms ? time : 0);
      card.place = place;
    }
    const squeezed = ms >= SQUEEZE && this.plan.squeezed.includes(key.split("#")[0]);
    if (card.name !== name) (squeezed ? squeeze : turn)(card, name, squeezed ? ms : ms ? time : 0);
    card.element.setAttribute("aria-label", `${holder(key)}: ${name === "??" ? `a ${this.plan.piece} face down` : pretty(name)}`);
    card.element.classList.toggle("asked", asked);
  }

  /** Your cards that may go into trays can be touched, and their labels name the tray. */
  #toggle(card, place, part) {
    const pressed = part === null ? null : String(Boolean(part));
    if (card.getAttribute("aria-pressed") === pressed && card.dataset.part === (part ?? undefined)) return;
    card.setAttribute("role", pressed ? "button" : "img");
    card.querySelector(".number")?.remove();
    if (pressed === null) {
      for (const each of ["aria-pressed", "tabindex", "data-part", "data-place"]) card.removeAttribute(each);
      return;
    }
    card.setAttribute("aria-pressed", pressed);
    card.setAttribute("tabindex", 0);
    Object.assign(card.dataset, { part, place });
    card.append(svg("g", { class: "number" }, line(part || place + 1, 0, CARD[1] / 2 + 12, 12)));
  }

  /** A hand is drawn before its cards in trays. */
  #inFront(hands) {
    const cards = (owner, names) => names.map((_, i) => this.cards.get(`${owner}#${i}`).element);
    const [first, ...parts] = hands.map(([owner, names]) => cards(owner, names));
    const covers = parts.flat().some((part) => first[0].compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING);
    if (covers) this.layers.cards.append(...first);
  }

  /** Let the cards of a hand be moved to trays, or update where they are; null: no longer. */
  toggle(trays) {
    const begins = trays && this.toggles?.owner !== trays.owner;
    if (!trays && !this.toggles) return;
    this.toggles = trays;
    if (!this.table) return;
    this.#drawCards(this.table, 0);
    for (const [key, { element }] of begins ? this.cards : []) {
      if (key.split("#")[0] === trays.owner) this.layers.cards.append(element);
    }
  }

  #drawChips(/** @type {Table} */ table, ms, ends) {
    const kept = new Set();
    const lying = new Map();
    const mine = (bet) => Number(bet.seat === table.you?.seat);
    const pot = this.#middle;
    /** @type {(Bet & { place?: Place })[]} */
    const bets = [...table.bets.map((bet) => ({ ...bet, stake: bet.stake - (bet.swept ?? 0) })), ...this.#pots(table)]
      .filter(({ stake }) => stake > 0).sort((one, other) => mine(one) - mine(other));
    for (const bet of bets) {
      const key = `${bet.seat}/${bet.wager}`;
      kept.add(key);
      let place = bet.place ?? this.places.lies(bet);
      const shared = !bet.place && !mine(bet) && !this.places.spotOf(bet)?.position;
      const spot = `${place.slice(0, 2)}/${shared}`;
      const below = lying.get(spot) ?? 0;
      lying.set(spot, below + 1);
      // The chips of others on a common area are small, and around one's own.
      place = shared ? [place[0] + 17 * [-1, 1, -1, 1, 0][below % 5], place[1] + 13 * [-1, -1, 1, 1, -1.6][below % 5], 0, 0.6]
        : beside(place, 15 * below, -6 * below);
      let chips = this.chips.get(key);
      if (!chips) {
        chips = { element: svg("g", { class: "chips" }), place: bet.seat ? this.places.name(bet.seat) : this.ends.rack, stake: 0 };
        this.chips.set(key, chips);
        this.layers.chips.append(chips.element);
      }
      if (chips.stake !== bet.stake || chips.on !== bet.on) {
        const who = table.seats.find(({ seat }) => seat === bet.seat);
        const label = bet.place ? `the ${bet.wager.replace(":", " ")} is ${money(bet.stake)}`
          : `${who?.name ?? `seat ${bet.seat}`}: ${wagerName(this.plan, bet.wager)} ${money(bet.stake)}`;
        chips.element.replaceChildren(svg("title", {}, label), ...pile(bet.stake, this.#tint(table, bet.seat)));
        if (bet.on) chips.element.append(tag("ON", 0, 20));
        chips.stake = bet.stake;
        chips.on = bet.on;
      }
      chips.element.classList.toggle("mine", bet.seat === table.you?.seat);
      chips.element.dataset.wager = bet.wager;
      if (chips.place.join() !== place.join()) {
        fly(chips.element, at(chips.place), at(place), ms ? Math.max(180, Math.min(ms * 1.6, 350)) : 0);
        chips.place = place;
      }
    }
    for (const [key, chips] of this.chips) {
      if (kept.has(key)) continue;
      this.chips.delete(key);
      const swept = table.bets.some(({ seat, wager }) => `${seat}/${wager}` === key);
      const end = ends[key] ?? (swept ? pot : this.places.name(Number(key.split("/")[0])));
      this.layers.flying.append(chips.element);
      fly(chips.element, at(chips.place), at(end, 0.7), ms ? 420 : 0).then(() => chips.element.remove());
    }
  }

  /** The first place in the middle where something of this size covers no card. */
  #free(width, height) {
    const places = this.plan.center ? MIDDLE : [this.plan.middle];
    const free = (place) => this.lying.every(([x, y, turn, n]) =>
      apart({ at: place, width, height }, { at: [x, y, turn], width: CARD[0] * n, height: CARD[1] * n }));
    return places.find(free) ?? places[0];
  }

  /** @returns {Place} where the pot is gathered */
  get #middle() {
    const [x, y] = this.plan.ring ? this.places.pot[0] : MIDDLE[0];
    return [x, y, 0];
  }

  /** What is in the middle: funds of the table, and what was swept there.
   *  @returns {(Bet & { place?: Place })[]} */
  #pots(table) {
    const swept = table.bets.reduce((sum, bet) => sum + (bet.swept ?? 0), 0);
    const pots = [...Object.entries(table.pots ?? {}), ...(swept ? [["pot", swept]] : [])].filter(([, held]) => held > 0);
    const [x, y] = this.plan.ring ? this.#middle : this.#free(60 * pots.length, 90);
    return pots.map(([name, stake], n) => ({ seat: 0, wager: name, stake, place: [x + 60 * n, y, 0] }));
  }

  /** Chips of a player's own color. */
  #tint({ markers }, seat) {
    const found = markers.find(({ kind, at: where }) => kind === "chips" && Number(where) === seat);
    return found ? TINTS[found.label] ?? found.label : "";
  }

  #drawPlates(/** @type {Table} */ table) {
    const { names } = this.plan;
    const taken = new Map(table.seats.map((seat) => [String(seat.seat), seat]));
    for (const seat of Object.keys(names)) {
      const who = taken.get(seat);
      const asked = asking(table).includes(Number(seat));
      const held = table.markers.filter(({ kind, at: where }) => kind === "holder" && where === seat);
      const drawn = JSON.stringify([who, asked, held, table.you?.seat, this.places.key, asked && table.deadline]);
      let group = this.plates.get(seat);
      if (!group) {
        group = svg("g", { class: "plate", role: "button", tabindex: 0, "data-seat": seat });
        this.plates.set(seat, group);
        this.layers.plates.append(group);
      }
      if (group.drawn === drawn) continue;
      group.drawn = drawn;
      group.style.transform = at(this.places.name(Number(seat)), 1);
      group.setAttribute("class", ["plate", who ? "taken" : "free", asked && "asked",
        who && who.seat === table.you?.seat && "you", who && !who.here && !who.bot && "away"].filter(Boolean).join(" "));
      group.setAttribute("aria-label", who ? spoken(who, asked, held) : `seat ${seat} is free: sit down`);
      const plate = this.places.plate(Number(seat));
      const box = { x: -plate / 2, y: -19, width: plate, height: 38, rx: 19 };
      group.replaceChildren(
        svg("title", {}, who ? spoken(who, asked, held) : `sit at ${seat}`),
        svg("rect", { x: -plate / 2, y: -32, width: plate, height: 76, class: "reach" }),
        svg("rect", { ...box, class: "board" }),
        ...(who ? this.#who(who, plate, held) : [line(plate < 90 ? "Sit" : `Sit at ${seat}`, 0, 5, 14)]),
      );
      if (asked && table.deadline) group.append(ring(box, table));
    }
  }

  #who(who, plate, held) {
    const mine = who.seat === this.table.you?.seat;
    const name = [...held.map(({ label }) => label), who.bot && "⚙", mine ? "You" : nick(who.name)].filter(Boolean).join(" ");
    const size = Math.min(15, (plate - 10) / (0.6 * Math.max(1, name.length)));
    const away = !who.here && !who.bot;
    const parts = [line(name, 0, -3, size), line(away ? "away" : money(who.funds), 0, 13, 13, "funds")];
    const edge = plate / 2 - 6;
    if (who.ready) parts.push(svg("circle", { class: "ready", cx: edge, cy: -14, r: 7 }), line("✓", edge, -10, 10));
    return parts;
  }

  /** The place of a marker: in a box, before a position, on the edge of a spot, at an owner's cards, or in the middle. */
  #stands(/** @type {Marker} */ { at: where, kind }) {
    if (kind === "box") return this.plan.boxes[where] ?? this.plan.middle;
    if (Number(where)) return beside(this.places.name(Number(where)), -this.places.plate(Number(where)) / 2 - 6, this.plan.ring ? 6 : -26);
    const spot = this.places.spot(where, 0);
    if (spot) return [spot.x, spot.y - spot.height / 2];
    const [place, places, size] = this.extents.get(where) ?? [this.places.hand(where), [[0, 0]], 0];
    return beside(place, size ? Math.min(...places.map(([x]) => x)) - (CARD[0] * size) / 2 - 24 : 0, places[0][1]);
  }

  #drawMarkers(/** @type {Table} */ table) {
    const lying = new Map();
    const markers = table.markers.filter(({ kind }) => !["holder", "chips", "pot"].includes(kind)).map((marker) => {
      const [x, y] = this.#stands(marker);
      const before = lying.get(marker.at) ?? 0;
      lying.set(marker.at, before + 1);
      const drawn = marker.kind === "card" ? svg("g", {}, sprite(`card-${marker.label}`, ...CARD))
        : marker.kind === "box" ? owed(marker.label) : puck(marker.label, marker.kind ?? "puck");
      drawn.setAttribute("transform", `translate(${x + 66 * before} ${y})`);
      drawn.append(svg("title", {}, marker.says));
      return drawn;
    });
    const { shown } = table;
    if (shown?.do === "spin") {
      const crowned = this.spots.find((spot) => spot.wager.split(":")[1] === shown.pocket);
      if (crowned) {
        const [width, height] = [crowned.width - 4, crowned.height - 4];
        markers.push(svg("rect", { class: "crown", x: crowned.x - width / 2, y: crowned.y - height / 2, width, height, rx: 4 }));
      }
    }
    const pots = table.markers.filter(({ kind }) => kind === "pot");
    if (pots.length) markers.push(this.#notice(pots.map(({ label }) => label).join(", ")));
    markers.push(...this.#results(table));
    if (this.plan.ticket) this.#drawBoard(table);
    this.layers.markers.replaceChildren(...markers);
  }

  /** What each wager of the last round came to, at its spot, until the next is made. */
  #results(/** @type {Table} */ table) {
    if (!isOver(table)) return [];
    return table.result.seats.flatMap(({ seat, wagers }) => {
      const mine = seat === table.you.seat;
      if (!mine && !this.plan.center && !this.plan.ring) return []; // others' would hide one's own
      return Object.entries(wagers).map(([wager, { pays, lost, result }]) => {
        const words = pays ? `+${money(pays)}` : lost ? `−${money(lost)}` : result;
        const [x, y, , size = 1] = this.places.lies({ wager, seat });
        const width = 14 + 8.6 * words.length;
        return svg("g", { class: `came ${pays ? "win" : lost ? "lose" : "push"}`, transform: `translate(${x} ${y}) scale(${mine ? 1 : Math.min(0.8, size)})` },
          svg("rect", { x: -width / 2, y: -12, width, height: 24, rx: 12 }), line(words, 0, 5, 15));
      });
    });
  }

  /** Words in the middle of the felt. */
  #notice(words) {
    const width = 24 + 9 * words.length;
    const [x, y] = this.plan.ring ? this.places.pot[1] : this.#free(width, 30);
    return svg("g", { class: "pot", transform: `translate(${x} ${y})` },
      svg("rect", { x: -width / 2, y: -15, width, height: 30, rx: 15 }), line(words, 0, 6, 17));
  }

  /** The spot of each number of the board. */
  get board() {
    const { board } = this.plan.ticket;
    return new Map(this.spots.flatMap((spot) => {
      const [id, number] = spot.wager.split(":");
      return id === board && number ? [[Number(number), spot]] : [];
    }));
  }

  /** The numbers drawn, and your tickets on the board. */
  #drawBoard(/** @type {Table} */ { shown, bets, result, you }) {
    const { wagers, ticket } = this.plan;
    const drawn = new Set(shown?.do === "draw" && shown.numbers?.length === ticket.draws ? shown.numbers : []);
    const mine = bets.filter(({ seat }) => seat === you?.seat).map(({ wager }) => wager);
    const decided = ownResult(result, you)?.wagers ?? {};
    const tickets = mine.length ? mine : Object.keys(decided);
    const held = new Set(tickets.filter((wager) => wager.split(":").every((id) => wagers[id]?.marks !== "count"))
      .flatMap((wager) => wager.split(":").at(-1).split(/[*=]/)[0].match(/\d+/g) ?? []).map(Number));
    for (const [number, { element }] of this.board) {
      element.classList.toggle("drawn", drawn.has(number));
      element.classList.toggle("held", held.has(number));
    }
  }

  // ---- moments ---------------------------------------------------------------------------------------

  /** The result of a wager, rising from its spot; and its payment, from the rack. */
  settled(/** @type {Happening} */ event, ms) {
    const place = this.places.lies(event);
    const won = event.pays ?? 0;
    const lost = event.lost ?? 0;
    const words = won ? `+${money(won)}` : lost ? `−${money(lost)}` : event.result;
    const kind = won ? "win" : lost ? "lose" : "push";
    const drift = svg("g", { class: `outcome ${kind}` }, line(words, 0, 0, 20));
    const [x, y] = place;
    this.layers.flying.append(drift);
    fly(drift, at([x, y + 10]), at([x, y - 12]), 1700, "cubic-bezier(.1,.7,.3,1)").then(() => drift.remove());
    if (won && ms) {
      const paid = svg("g", { class: "chips" }, ...pile(won));
      this.layers.flying.append(paid);
      fly(paid, at(this.ends.rack, 0.8), at([x + 26, y]), 300)
        .then(() => fly(paid, at([x + 26, y]), at(this.places.name(event.seat), 0.7), 420))
        .then(() => paid.remove());
    }
    return lost && !won ? (this.plan.ring ? this.#middle : this.ends.rack) : this.places.name(event.seat);
  }

  /** The label of each spot: how often it wins and its house edge, from the odds of the wagers. */
  price(odds) {
    const known = new Map(odds.filter((each) => each.house_edge).reverse().map((each) => [each.wager, each]));
    for (const { wager, element } of this.spots) {
      const its = known.get(wager) ?? known.get(wager.split(":")[0]);
      const title = element.querySelector("title");
      if (its && title) {
        title.textContent = `${element.getAttribute("aria-label")}; wins ${percent(its.hit_rate)} of the time, `
          + `house edge ${decimal(its.house_edge.percent, 2)}%`;
      }
    }
  }

  /** The spots that take a wager now. `open` answers for the name of a wager; null: no betting, and nothing is dimmed. */
  offer(open, seat) {
    this.root.classList.toggle("betting", Boolean(open));
    for (const spot of this.spots) {
      const name = this.wagerAt(spot, seat);
      const free = Boolean(open?.(name));
      spot.element.classList.toggle("closed", Boolean(open) && !free);
      spot.element.classList.toggle("elsewhere", name.includes("@") && this.plan.wagers[spot.wager].elsewhere);
      spot.element.setAttribute("aria-disabled", String(!free));
      spot.element.setAttribute("tabindex", free ? "0" : "-1");
    }
  }

  /** The name of the wager that a seat would make there. */
  wagerAt(spot, seat) {
    return spot.position && seat && spot.position !== seat ? `${spot.wager}@${spot.position}` : spot.wager;
  }

  /** The first spot that takes a wager of this seat. */
  first(seat) {
    return this.spots.find(({ element, position }) => (!position || position === seat) && !element.classList.contains("closed"));
  }

  /** The nearest spot in a direction, for the arrow keys. */
  next(from, key) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const [left, top] = this.places.area(from);
    let best = null;
    let least = Infinity;
    for (const spot of this.spots) {
      if (spot === from || spot.element.classList.contains("closed")) continue;
      const place = this.places.area(spot);
      const [x, y] = [place[0] - left, place[1] - top];
      const along = x * dx + y * dy;
      const away = Math.abs(x * dy) + Math.abs(y * dx);
      if (along > 1 && along + 2.5 * away < least) [best, least] = [spot, along + 2.5 * away];
    }
    return best;
  }
}

/** Placing chips: the rack, undo, clear, rebet, double. */

import { pick } from "./dialog.js";
import { el, find, sprite, svg } from "./elements.js";
import { buy } from "./seats.js";
import { money, spelled, wagerName, written } from "./words.js";

const VALUES = [50, 100, 500, 2500, 10_000, 50_000, 100_000];

/** The chips that some wager of a table can take. */
export const chipsFor = (wagers, chip) => VALUES.filter((value) =>
  value >= chip && wagers.some(({ most, step }) => value <= most && value % step === 0));

/** The id of a wager without its parameter and position. */
const kindOf = (wager) => wager.split(/[:@]/)[0];

/**
 * How much to add to each wager so that all are lawful and in proportion: at least what was meant, or as much as is
 * allowed.
 * @param {{units: number, before: number, least: number, most: number, step: number}[]} wagers
 * @param {number} meant a unit
 */
export function snapped(wagers, meant) {
  let unit = meant;
  for (const { units, before, least, step } of wagers) {
    const whole = Math.ceil(Math.max(least, before + units * unit) / step) * step;
    unit = Math.max(unit, (whole - before) / units);
  }
  const room = Math.min(...wagers.map(({ units, before, most }) => (most - before) / units));
  return room > 0 ? Math.min(unit, room) : meant;
}

export class Bets {
  constructor(room) {
    this.room = room;
    /** What was bet since the last round, for undo. */
    this.made = [];
    /** Until the wagers of the last click are made: who deals quickly does not deal before the last of them. */
    this.making = Promise.resolve();
    /** The wagers open to one's seat, by name. */
    this.legal = new Set();
    this.wins = {};
    find("#undo").onclick = () => this.undo();
    find("#clear").onclick = () => this.clear();
    find("#rebet").onclick = () => this.rebet();
    find("#double").onclick = () => this.double();
    find("#ready").onclick = () => this.ready();
  }

  /** A new layout: chips that fit its limits. */
  furnish(plan) {
    const wagers = Object.values(plan.wagers).filter(({ during }) => !during);
    this.values = chipsFor(wagers, plan.chip);
    const first = wagers[0]?.least ?? 0;
    this.chip = this.values.includes(this.chip) ? this.chip : this.values.find((value) => value >= first) ?? this.values.at(-1);
    const drawn = this.values.map((value, n) => {
      const label = value < 100 ? "50¢" : String(value / 100);
      const face = svg("svg", { viewBox: "-21 -21 42 42", "aria-hidden": "true" },
        sprite(`chip-${Math.max(1, Math.floor(value / 100))}`, 40),
        svg("text", { y: 4, "text-anchor": "middle", "font-size": Math.min(12, 26 / (0.6 * label.length)) }, label));
      return el("button", {
        role: "radio", class: "chip", "data-value": value, "aria-label": `${money(value)} chip, key ${n + 1}`,
        onclick: () => this.choose(value),
      }, face);
    });
    find("#rack").replaceChildren(...drawn);
    // Where no wager is made before the cards, there is none to take back or to repeat.
    for (const each of ["#undo", "#clear", "#rebet", "#double"]) find(each).hidden = !this.values.length;
    find("#ready").replaceChildren(spelled(plan.verb), " ", el("kbd", {}, "D"));
    this.choose(this.chip);
  }

  choose(value) {
    this.chip = value;
    for (const chip of find("#rack").children) chip.setAttribute("aria-checked", String(Number(chip.dataset.value) === value));
  }

  draw(table) {
    const mine = table.bets.filter(({ seat }) => seat === table.you.seat);
    const seat = table.seats.find((each) => each.seat === table.you.seat);
    const playing = table.playing || table.closed;
    find("#betting").hidden = !seat || playing;
    find("#betting").classList.toggle("handless", !this.values?.length || Boolean(this.room.plan.ticket));
    find("#undo").disabled = !this.made.length;
    find("#clear").disabled = !mine.length;
    find("#rebet").disabled = !this.#missing(mine).length;
    find("#double").disabled = !mine.some(({ wager }) => this.legal.has(wager));
    this.#total(mine);
    find("#ready").disabled = Boolean(seat?.ready);
    find("#ready").classList.toggle("waiting", Boolean(seat?.ready));
    if (playing) this.made = [];
  }

  /** The wagers on the table and, for one that is pointed at, the most that it may win. */
  #total(mine) {
    const staked = mine.reduce((sum, { stake }) => sum + stake, 0);
    find("#total").textContent = staked ? `Total bet ${money(staked)}` : "";
    find("#total").title = mine.map(({ wager }) => [wager, this.wins[wager]]).filter(([, most]) => most)
      .map(([wager, most]) => `${wagerName(this.room.plan, wager)} wins ${money(most)} at most`).join("\n");
  }

  /** What may be wagered now, and what the wagers already made may win; both stay as they were if left out. */
  offered({ open, wins }) {
    if (!open) return;
    this.legal = new Set(open);
    this.wins = wins ?? {};
  }

  /** May a wager be made now, with a parameter or without? */
  open(wager) {
    return this.legal.has(wager) || [...this.legal].some((each) => each.startsWith(`${wager}:`));
  }

  async place(spot) {
    const { table, felt, plan } = this.room;
    let wager = felt.wagerAt(spot, table.you.seat);
    if (!this.legal.has(wager)) {
      const options = [...this.legal].filter((each) => each.startsWith(`${wager}:`));
      if (options.length === 1) wager = options[0];
      else if (options.length) {
        wager = await pick("Which number?", options.map((value) => ({ value, label: wagerName(plan, value) })));
        if (!wager) return;
      }
    }
    const together = this.#together(wager);
    const unit = this.#lawful(together, this.chip);
    await this.bet(together.map(([each, units]) => ({ wager: each, amount: units * unit })));
  }

  /** The posted limits of a wager. */
  #limits(wager) {
    return this.room.plan.wagers[kindOf(wager)];
  }

  /** A unit of wagers that are placed together, so that the result is lawful. */
  #lawful(together, meant) {
    return snapped(together.map(([each, units]) => ({ units, before: this.stake(each), ...this.#limits(each) })), meant);
  }

  /** The wagers that are placed together with one, including that one, and how many units of each. */
  #group(id) {
    return this.room.plan.together.map(Object.entries).find((group) => group.some(([each]) => each === id)) ?? [[id, 1]];
  }

  /** The amount that a missing wager needs: what follows from the wager it belongs to; or the minimum, or the amount of
   *  the wager that waits for it, which often may not be the larger one. */
  #due(wager, waiting = 0) {
    const [id, position] = wager.split("@");
    const at = (each) => (position ? `${each}@${position}` : each);
    const group = this.#group(id);
    const [other, units] = group.find(([each]) => this.stake(at(each))) ?? [];
    return other ? (this.stake(at(other)) / units) * group.find(([each]) => each === id)[1]
      : group.length > 1 ? this.room.plan.wagers[kindOf(id)].least : this.#lawful([[wager, 1]], waiting);
  }

  /** What fixes a refusal: the missing wagers, with those refused for lack of them; a wager to take down; a permitted
   *  amount; or chips. */
  #remedy({ lacks = [], beyond = [], takes = 0 }, refused = []) {
    const { plan, own } = this.room;
    const words = (wagers) => wagers.map(({ wager, amount }) => `${wagerName(plan, wager)} ${money(amount)}`).join(" and ");
    const down = beyond.filter((wager) => this.stake(wager));
    if (down.length) {
      return { label: `Take down ${down.map((wager) => wagerName(plan, wager)).join(" and ")}`, act: () => down.forEach((wager) => this.remove(wager)) };
    }
    const [, position] = refused[0]?.wager.split("@") ?? [];
    const missing = lacks.map((wager) => (position ? `${wager}@${position}` : wager)).filter((wager) => !this.stake(wager))
      .map((wager) => ({ wager, amount: this.#due(wager, refused[0]?.amount) }));
    if (missing.length) return { label: `Bet ${words([...missing, ...refused])}`, act: () => this.bet([...missing, ...refused]) };
    const [first, ...others] = refused;
    const instead = first && [{ ...first, amount: takes - this.stake(first.wager) }, ...others];
    if (instead?.[0].amount > 0) return { label: `Bet ${words(instead)}`, act: () => this.bet(instead) };
    const short = refused.reduce((sum, { amount }) => sum + amount, 0) > (own?.funds ?? 0);
    return short ? { label: "Buy chips", act: () => buy(this.room) } : null;
  }

  /** The wagers that one click makes: those that are placed together with this one, this many units of each. */
  #together(wager) {
    const [id, position] = wager.split("@");
    const linked = this.#group(id);
    const [, unit] = linked.find(([each]) => each === id);
    return linked.map(([each, units]) => [position ? `${each}@${position}` : each, units / unit]);
  }

  /** Make wagers, up to the first that is refused, after those that are still being made. */
  bet(wagers) {
    this.making = this.making.catch(() => {}).then(() => this.#make(wagers));
    return this.making;
  }

  async #make(wagers) {
    const made = [];
    this.room.complain(null); // what was refused before is mended, or no more wanted
    for (const [n, { wager, amount }] of wagers.entries()) {
      try {
        await this.room.say({ do: "bet", wager, amount: written(amount) });
        made.push({ wager, amount });
      } catch (refused) {
        this.room.complain(refused, this.#remedy(refused, wagers.slice(n)));
        break;
      }
    }
    if (made.length) this.made.push(made);
    this.draw(this.room.table);
  }

  stake(wager) {
    const { table } = this.room;
    return table.bets.find((bet) => bet.seat === table.you.seat && bet.wager === wager)?.stake ?? 0;
  }

  async remove(wager, amount) {
    await this.room.send({ do: "remove", wager, ...(amount ? { amount: written(amount) } : {}) });
  }

  /** Take down the wagers on a spot. */
  async takeDown(spot) {
    const wager = this.room.felt.wagerAt(spot, this.room.table.you.seat);
    if (this.stake(wager)) await this.remove(wager, this.stake(wager));
    this.made = this.made.map((made) => made.filter((each) => each.wager !== wager)).filter((made) => made.length);
  }

  async undo() {
    // A wager that has become another on the layout is taken down by its new name.
    for (const { wager, amount } of (this.made.pop() ?? []).reverse()) {
      if (this.stake(wager)) await this.remove(wager, Math.min(amount, this.stake(wager)));
    }
    this.draw(this.room.table);
  }

  async clear() {
    const { table } = this.room;
    const made = new Set(this.made.flat().map(({ wager }) => wager));
    const mine = table.bets.filter((bet) => bet.seat === table.you.seat);
    const down = mine.filter(({ wager }) => made.has(wager));
    this.made = [];
    // A wager that depends on another is taken down before it.
    for (const { wager, stake } of (down.length ? down : mine).reverse()) await this.remove(wager, stake);
  }

  /** Keep the wagers of the layout as a round begins. */
  remember(bets, seat) {
    const mine = bets.filter((bet) => bet.seat === seat).map(({ wager, stake }) => ({ wager, stake }));
    if (mine.length) sessionStorage.setItem(`bets:${this.room.id}`, JSON.stringify(mine));
  }

  #missing(mine) {
    const standing = new Set(mine.map(({ wager }) => wager));
    const before = JSON.parse(sessionStorage.getItem(`bets:${this.room.id}`) ?? "[]");
    // A wager that the dice have moved to its place is not made there again.
    const put = (wager) => wager.includes(":") && this.room.plan.wagers[kindOf(wager)]?.lies;
    return before.filter(({ wager }) => !standing.has(wager) && !put(wager));
  }

  async rebet() {
    const { table } = this.room;
    const mine = table.bets.filter((bet) => bet.seat === table.you.seat);
    for (const { wager, stake } of this.#missing(mine)) await this.bet([{ wager, amount: stake }]);
  }

  /** Double everything that may be added to. */
  async double() {
    const { table } = this.room;
    const mine = table.bets.filter((bet) => bet.seat === table.you.seat && this.legal.has(bet.wager));
    const free = ({ wager, stake }) => Math.min(stake, this.#limits(wager).most - stake);
    await this.bet(mine.map((bet) => ({ wager: bet.wager, amount: free(bet) })).filter(({ amount }) => amount > 0));
  }

  /** Deal; if a wager that the round needs is missing, offer it. */
  async ready() {
    try {
      await this.making;
      this.room.complain(null);
      await this.room.say({ do: "ready" });
    } catch (refused) {
      this.room.complain(refused, this.#remedy(refused));
    }
  }
}

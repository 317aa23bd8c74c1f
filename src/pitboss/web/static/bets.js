/** Placing chips: the rack, undo, clear, rebet. */

import { pick } from "./dialog.js";
import { el, find, sprite, svg } from "./elements.js";
import { money, spelled, wagerName, written } from "./words.js";

const VALUES = [50, 100, 500, 2500, 10_000, 50_000, 100_000];

export class Bets {
  constructor(room) {
    this.room = room;
    /** What was bet since the last round, for undo. */
    this.made = [];
    this.legal = new Map();
    find("#undo").onclick = () => this.undo();
    find("#clear").onclick = () => this.clear();
    find("#rebet").onclick = () => this.rebet();
    find("#ready").onclick = () => this.ready();
  }

  /** A new layout: chips that fit its limits. */
  furnish(plan) {
    const wagers = Object.values(plan.wagers).filter(({ during }) => !during);
    const most = Math.max(0, ...wagers.map((wager) => wager.most));
    const small = wagers.some(({ least, step }) => step < 100 && least < 1000);
    this.values = VALUES.filter((value) => value <= most && (value >= 100 || (small && plan.chip <= value)));
    const least = Math.min(...wagers.map((wager) => wager.least));
    const first = wagers[0]?.least ?? least;
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
    find("#ready").disabled = Boolean(seat?.ready);
    find("#ready").classList.toggle("waiting", Boolean(seat?.ready));
    if (playing) this.made = [];
  }

  offered(legal) {
    this.legal = new Map(legal.map((each) => [each.wager, each]));
  }

  /** May a wager be made now, with a parameter or without? */
  open(wager) {
    return this.legal.has(wager) || [...this.legal.keys()].some((each) => each.startsWith(`${wager}:`));
  }

  async place(spot) {
    const { table, felt, plan } = this.room;
    let wager = felt.wagerAt(spot, table.you.seat);
    if (!this.legal.has(wager)) {
      const options = [...this.legal.keys()].filter((each) => each.startsWith(`${wager}:`));
      if (options.length === 1) wager = options[0];
      else if (options.length) {
        wager = await pick("On which?", options.map((value) => ({ value, label: wagerName(plan, value) })));
        if (!wager) return;
      }
    }
    await this.bet(this.#together(wager).map(([each, units]) => ({ wager: each, amount: units * this.chip })));
  }

  /** The wagers that one click means: those that are placed together with this one, so many units of each. */
  #together(wager) {
    const [id, position] = wager.split("@");
    const linked = this.room.plan.together.map(Object.entries).find(([[first]]) => first === id) ?? [[id, 1]];
    const [[, unit]] = linked;
    return linked.map(([each, units]) => [position ? `${each}@${position}` : each, units / unit]);
  }

  /** Make wagers; what was refused ends it. */
  async bet(wagers) {
    const made = [];
    for (const { wager, amount } of wagers) {
      try {
        await this.room.say({ do: "bet", wager, amount: written(amount) });
        made.push({ wager, amount });
      } catch (refused) {
        this.room.complain(refused, this.#remedy(wagers, wager, amount));
        break;
      }
    }
    if (made.length) this.made.push(made);
    this.draw(this.room.table);
  }

  /** The nearest amount that would be taken, where only the amount was wrong; of what belongs together, all of it. */
  #remedy(wagers, wager, amount) {
    const limits = this.legal.get(wager);
    if (!limits) return null;
    const before = this.stake(wager);
    const step = limits.step || 1;
    const fit = Math.min(limits.most, Math.max(limits.least, Math.ceil((before + amount) / step) * step)) - before;
    if (fit <= 0 || fit === amount) return null;
    const rest = wagers.slice(wagers.findIndex((each) => each.wager === wager));
    const scaled = rest.map((each) => ({ wager: each.wager, amount: (each.amount / amount) * fit }));
    return { label: `Bet ${money(fit)}`, act: () => this.bet(scaled) };
  }

  stake(wager) {
    const { table } = this.room;
    return table.bets.find((bet) => bet.seat === table.you.seat && bet.wager === wager)?.stake ?? 0;
  }

  async remove(wager, amount) {
    await this.room.tell({ do: "remove", wager, ...(amount ? { amount: written(amount) } : {}) });
  }

  /** Take down what lies on a spot. */
  async takeDown(spot) {
    const wager = this.room.felt.wagerAt(spot, this.room.table.you.seat);
    if (this.stake(wager)) await this.remove(wager, this.stake(wager));
    this.made = this.made.map((made) => made.filter((each) => each.wager !== wager)).filter((made) => made.length);
  }

  async undo() {
    // What has become something else on the layout is taken down by its own name.
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
    for (const { wager, stake } of down.length ? down : mine) await this.remove(wager, stake);
  }

  /** Keep what lies there as a round begins. */
  remember(bets, seat) {
    const mine = bets.filter((bet) => bet.seat === seat).map(({ wager, stake }) => ({ wager, stake }));
    if (mine.length) sessionStorage.setItem(`bets:${this.room.id}`, JSON.stringify(mine));
  }

  #missing(mine) {
    const standing = new Set(mine.map(({ wager }) => wager));
    const before = JSON.parse(sessionStorage.getItem(`bets:${this.room.id}`) ?? "[]");
    // A wager that lies where the dice have put it is not made there again.
    const put = (wager) => wager.includes(":") && this.room.plan.wagers[wager.split(":")[0]]?.lies;
    return before.filter(({ wager }) => !standing.has(wager) && !put(wager));
  }

  async rebet() {
    const { table } = this.room;
    const mine = table.bets.filter((bet) => bet.seat === table.you.seat);
    for (const { wager, stake } of this.#missing(mine)) await this.bet([{ wager, amount: stake }]);
  }

  ready() {
    return this.room.tell({ do: "ready" });
  }
}

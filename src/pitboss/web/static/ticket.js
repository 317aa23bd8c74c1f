/** A ticket: spots marked on a board, in groups, for a number of games, at a rate. */

import { el, find } from "./elements.js";
import { money, written } from "./words.js";

/** Numbers marked in groups, and how the groups are combined. */
const GROUPED = new Set(["groups", "ways", "kings"]);
const COMBINED = new Set(["ways", "kings"]);
const RATES = [10, 25, 50, 100, 200, 500, 1000];

export class Ticket {
  constructor(room) {
    this.room = room;
    /** The kind of wager; the simplest, if none was chosen. */
    this.kind = "";
    this.groups = [[]];
    this.games = 1;
    this.picks = 6;
    this.rate = 100;
    this.take = 0;
  }

  get wagers() {
    return Object.entries(this.room.plan.wagers);
  }

  get id() {
    return this.kind || this.room.plan.ticket.board;
  }

  /** How the ticket is marked. */
  get marks() {
    return this.room.plan.wagers[this.id].marks;
  }

  /** Mark a number on the board, or choose a kind of ticket. */
  touch(spot) {
    const [id, number] = spot.wager.split(":");
    if (number) this.#mark(Number(number));
    else this.choose(id);
  }

  /** Mark a number, or remove the mark. */
  #mark(number) {
    const group = this.groups.findIndex((each) => each.includes(number));
    if (group >= 0) this.groups[group] = this.groups[group].filter((each) => each !== number);
    else this.groups.at(-1).push(number);
    this.draw();
  }

  choose(kind) {
    if (this.room.plan.wagers[kind].marks === "games") return; // the number of games says that
    this.kind = kind;
    if (!GROUPED.has(this.marks)) this.groups = [this.groups.flat()];
    this.draw();
  }

  get marked() {
    return this.groups.filter((group) => group.length);
  }

  /** The number of groups to combine: a single spot belongs to all combinations of the others, where there is one. */
  get combined() {
    return this.marks === "kings" ? this.marked.filter((group) => group.length > 1).length : this.marked.length;
  }

  /** How many groups make a way: this many, or every number of them. */
  get counts() {
    const most = Math.max(1, this.combined);
    return this.take ? [Math.min(this.take, most)] : Array.from({ length: most }, (_, n) => n + 1);
  }

  /** The ticket in the form of a wager. */
  get wager() {
    const single = (group) => (this.marks === "kings" && group.length === 1 ? "k" : "");
    const groups = this.marked.map((group) => single(group) + [...group].sort((a, b) => a - b).join("-")).join("/");
    const taken = COMBINED.has(this.marks) ? `*${this.counts}` : "";
    const ticket = `${this.id}:${this.marks === "count" ? this.picks : groups + taken}`;
    const [several] = this.wagers.find(([, { marks }]) => marks === "games") ?? [];
    return this.games > 1 ? `${several}:${this.games}:${ticket}` : ticket;
  }

  /** The number of tickets that one group makes. */
  get ways() {
    if (!GROUPED.has(this.marks)) return 1;
    if (!COMBINED.has(this.marks)) return Math.max(1, this.marked.length);
    return Math.max(1, this.counts.reduce((sum, count) => sum + choose(this.combined, count), 0));
  }

  get price() {
    return this.rate * this.ways * this.games;
  }

  draw(table = this.room.table) {
    const open = Boolean(table.you.seat) && !table.playing && !table.closed;
    find("#ticket").hidden = !open;
    for (const [number, { element }] of this.room.felt.board) {
      const group = this.groups.findIndex((each) => each.includes(number));
      element.classList.toggle("marked", group >= 0);
      element.dataset.group = group >= 0 ? group % 6 : "";
      element.setAttribute("aria-pressed", String(group >= 0));
    }
    if (!open) return;
    const select = (label, value, options, set) => el("label", {}, label,
      el("select", { onchange: ({ target }) => { set(target.value); this.draw(); } },
        options.map(([key, words]) => el("option", { value: key, selected: String(key) === String(value) }, words))));
    const grouped = GROUPED.has(this.marks);
    const kinds = this.wagers.filter(([, { marks }]) => marks !== "games").map(([id, { name }]) => [id, name]);
    const together = [[0, "Any number"], ...numbers(1, Math.max(1, this.marked.length))];
    const count = this.marks === "count";
    const spots = count ? this.picks : this.groups.flat().length;
    const rates = RATES.filter((rate) => rate >= this.room.plan.ticket.least).map((rate) => [rate, money(rate)]);
    find("#ticket").replaceChildren(
      select("Ticket", this.id, kinds, (kind) => this.choose(kind)),
      count ? select("Spots", this.picks, numbers(1, 10), (n) => { this.picks = Number(n); }) : "",
      grouped ? el("button", { class: "quiet", onclick: () => this.nextGroup() }, `Next group (${this.marked.length})`) : "",
      COMBINED.has(this.marks) ? select("Groups per way", this.take, together, (n) => { this.take = Number(n); }) : "",
      select("Games", this.games, numbers(1, 20), (n) => { this.games = Number(n); }),
      select("Rate", this.rate, rates, (rate) => { this.rate = Number(rate); }),
      el("button", { class: "quiet", onclick: () => { this.groups = [[]]; this.draw(); } }, "Clear numbers"),
      el("output", {}, `${spots} spots`, this.ways > 1 ? `, ${this.ways} ways` : ""),
      el("button", { class: "gold", disabled: !spots, onclick: () => this.buy() }, `Buy ticket ${money(this.price)}`));
  }

  nextGroup() {
    if (this.groups.at(-1).length) this.groups.push([]);
    this.draw();
  }

  async buy() {
    try {
      await this.room.say({ do: "bet", wager: this.wager, amount: written(this.price) });
      this.room.bets.made.push([{ wager: this.wager, amount: this.price }]);
      this.groups = [[]];
      this.draw();
    } catch (refused) {
      this.room.complain(refused);
    }
  }
}

const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, n) => [from + n, String(from + n)]);

function choose(n, k) {
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1);
  return Math.round(ways);
}

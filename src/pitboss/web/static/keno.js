/** A keno ticket: spots marked on the board, groups, games and rate (15.2). */

import { el, find } from "./elements.js";
import { money, written } from "./words.js";

const KINDS = {
  straight: "Straight", "quick-pick": "Quick-pick", split: "Split", way: "Way", combination: "Combination", king: "King",
};
const GROUPED = new Set(["split", "way", "combination", "king"]);
const RATES = [10, 25, 50, 100, 200, 500, 1000];

export class Ticket {
  constructor(room) {
    this.room = room;
    this.kind = "straight";
    this.groups = [[]];
    this.games = 1;
    this.picks = 6;
    this.rate = 100;
    this.take = 0;
  }

  get board() {
    return this.room.felt.spots.filter(({ wager }) => /^straight:\d+$/.test(wager));
  }

  /** Mark a number, or take the mark away. */
  mark(number) {
    const group = this.groups.findIndex((each) => each.includes(number));
    if (group >= 0) this.groups[group] = this.groups[group].filter((each) => each !== number);
    else this.groups.at(-1).push(number);
    this.draw();
  }

  choose(kind) {
    if (!(kind in KINDS)) return;
    this.kind = kind;
    if (!GROUPED.has(kind)) this.groups = [this.groups.flat()];
    this.draw();
  }

  get marked() {
    return this.groups.filter((group) => group.length);
  }

  /** The groups as a wager writes them; a king is a group of one that stands with all the others. */
  get wager() {
    const groups = this.marked;
    const king = (group) => (this.kind === "king" && group.length === 1 ? "k" : "");
    const written = groups.map((group) => king(group) + [...group].sort((a, b) => a - b).join("-")).join("/");
    const others = this.kind === "king" ? groups.filter((group) => group.length > 1).length : groups.length;
    const most = Math.max(1, others);
    const counts = this.take ? [Math.min(this.take, most)] : Array.from({ length: most }, (_, n) => n + 1);
    const taken = { way: `*${counts}`, combination: `*${counts}`, king: `*${counts}` }[this.kind] ?? "";
    const ticket = this.kind === "quick-pick" ? `quick-pick:${this.picks}` : `${this.kind}:${written}${taken}`;
    return this.games > 1 ? `multi-race:${this.games}:${ticket}` : ticket;
  }

  /** How many straight tickets it makes. */
  get ways() {
    if (!GROUPED.has(this.kind)) return 1;
    const groups = this.kind === "king" ? this.marked.filter((group) => group.length > 1).length : this.marked.length;
    if (this.kind === "split") return Math.max(1, groups);
    const counts = this.take ? [Math.min(this.take, groups)] : Array.from({ length: groups }, (_, n) => n + 1);
    return Math.max(1, counts.reduce((sum, count) => sum + choose(groups, count), 0));
  }

  get price() {
    return this.rate * this.ways * this.games;
  }

  draw(table = this.room.table) {
    const open = Boolean(table.you.seat) && !table.playing && !table.closed;
    find("#ticket").hidden = !open;
    for (const { wager, element } of this.board) {
      const number = Number(wager.split(":")[1]);
      const group = this.groups.findIndex((each) => each.includes(number));
      element.classList.toggle("marked", group >= 0);
      element.dataset.group = group >= 0 ? group % 6 : "";
      element.setAttribute("aria-pressed", String(group >= 0));
    }
    if (!open) return;
    const select = (label, value, options, set) => el("label", {}, label,
      el("select", { onchange: ({ target }) => { set(target.value); this.draw(); } },
        options.map(([key, words]) => el("option", { value: key, selected: String(key) === String(value) }, words))));
    const grouped = GROUPED.has(this.kind);
    const together = [[0, "every way"], ...numbers(1, Math.max(1, this.marked.length))];
    const spots = this.kind === "quick-pick" ? this.picks : this.groups.flat().length;
    const least = 100 * Number(this.room.plan.options.find(({ id }) => id === "minimum-rate")?.value ?? 0.1);
    const rates = RATES.filter((rate) => rate >= least).map((rate) => [rate, money(rate)]);
    find("#ticket").replaceChildren(
      select("Ticket", this.kind, Object.entries(KINDS), (kind) => this.choose(kind)),
      this.kind === "quick-pick" ? select("Spots", this.picks, numbers(1, 10), (n) => { this.picks = Number(n); }) : "",
      grouped ? el("button", { class: "quiet", onclick: () => this.nextGroup() }, `Next group (${this.marked.length})`) : "",
      grouped && this.kind !== "split" ? select("Together", this.take, together, (n) => { this.take = Number(n); }) : "",
      select("Games", this.games, numbers(1, 20), (n) => { this.games = Number(n); }),
      select("Rate", this.rate, rates, (rate) => { this.rate = Number(rate); }),
      el("button", { class: "quiet", onclick: () => { this.groups = [[]]; this.draw(); } }, "Wipe"),
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
      this.room.bets.made.push({ wager: this.wager, amount: this.price });
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

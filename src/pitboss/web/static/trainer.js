/** The trainer: what each decision cost by exact expectation, shown after it was made, and what that costs over time. */

import { el, find } from "./elements.js";
import { decisionName, money } from "./words.js";

const DAYS = 14;

/** The cost of a decision, in cents: the best expectation less that of the choice; null if it is not known. */
export function cost({ values }, chosen) {
  return chosen in values ? Math.max(0, Math.max(...Object.values(values)) - values[chosen]) : null;
}

export const empty = () => ({ decisions: 0, mistakes: 0, cost: 0, rounds: 0, days: {} });

/** An account with one more decision. */
export function judged(account, lost, day) {
  const wrong = Number(lost > 0.005);
  const today = account.days[day] ?? { decisions: 0, mistakes: 0, cost: 0 };
  const more = (each) => ({ ...each, decisions: each.decisions + 1, mistakes: each.mistakes + wrong, cost: each.cost + lost });
  const days = Object.entries({ ...account.days, [day]: more(today) }).sort().slice(-DAYS);
  return { ...more(account), days: Object.fromEntries(days) };
}

/** The cost of mistakes in an hour, at this many rounds. */
export const hourly = ({ cost: lost, rounds }, pace) => (rounds ? (lost / rounds) * pace : 0);

export class Trainer {
  constructor(room) {
    this.room = room;
    this.on = localStorage.getItem("trainer") === "on";
  }

  get #key() {
    return `trained:${this.room.table.game}`;
  }

  get account() {
    return JSON.parse(localStorage.getItem(this.#key)) ?? empty();
  }

  set account(account) {
    localStorage.setItem(this.#key, JSON.stringify(account));
  }

  turn(on) {
    this.on = on;
    localStorage.setItem("trainer", on ? "on" : "off");
    find("#lesson").textContent = "";
  }

  /** A decision was made, and this was known about it. */
  judge(advice, chosen) {
    const lost = this.on && advice?.values ? cost(advice, chosen) : null;
    const { plan: { advises }, table } = this.room;
    if (this.on && !advice && advises && table.aids) find("#lesson").replaceChildren("You decided before the best play was computed.");
    if (lost === null) return;
    this.account = judged(this.account, lost, new Date().toISOString().slice(0, 10));
    const { plan } = this.room;
    const [best, taken] = [advice.decision, chosen].map((each) => decisionName(plan, each));
    const wrong = lost > 0.005;
    find("#lesson").textContent = wrong ? `${taken} cost ${cents(lost)}: ${best} was best.` : `${taken} was right.`;
    find("#lesson").className = wrong ? "lose" : "win";
  }

  /** A round is over. */
  count() {
    if (this.on && this.account.decisions) this.account = { ...this.account, rounds: this.account.rounds + 1 };
  }

  /** The account for the panel. */
  draw(again) {
    const { account, room: { plan } } = this;
    if (!account.decisions) return [el("p", { class: "quiet" }, "After each decision you see what it cost you, by exact expectation.")];
    const row = (day, { decisions, mistakes, cost: lost }) =>
      el("tr", {}, [day, String(decisions), String(mistakes), cents(lost)].map((each) => el("td", {}, each)));
    return [
      el("p", {}, account.rounds
        ? `Your mistakes cost ${cents(hourly(account, plan.pace))} an hour at ${plan.pace} rounds an hour.` : ""),
      el("table", {}, el("thead", {}, el("tr", {}, ["Day", "Decisions", "Mistakes", "Cost"].map((each) => el("th", {}, each)))),
        el("tbody", {}, Object.entries(account.days).reverse().map(([day, each]) => row(day, each)), row("Total", account))),
      el("button", { class: "quiet", onclick: () => { this.account = empty(); again(); } }, "Reset"),
    ];
  }
}

const cents = (amount) => (amount < 0.005 ? "nothing" : amount < 1 ? "less than a cent" : money(Math.round(amount)));

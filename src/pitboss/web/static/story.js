/** The effect of an event on the table as it is drawn, so that a round can be watched step by step. */

/**
 * @import { Happening, Plan, Result, SeatResult, Settled, Table, You } from "./types"
 */

import { capital, cardName, outcomeName } from "./words.js";

/** How long each kind of event is shown, in milliseconds; kinds that are not listed take no time. */
const PACE = {
  deal: 190, show: 300, slide: 220, discard: 140, roll: 1100, spin: 2300, draw: 2000,
  stake: 160, return: 160, travel: 260, settle: 240, reverse: 240, move: 120, irregular: 400,
};
const LONGEST = 2500;
/** How long it takes to bend up a card. */
export const SQUEEZE = 1400;

/** The time for each event: the usual pace, faster if a round would take too long; and the time for cards that are bent
 *  up slowly, if their owners are among these. */
export function paced(news, squeezed = []) {
  const times = news.map((event) => PACE[event.do] ?? 0);
  const total = times.reduce((sum, each) => sum + each, 0);
  const quicker = Math.min(1, LONGEST / Math.max(1, total));
  const known = ({ do: what, to, up, card = -1 }) => what === "deal" && squeezed.includes(to) && !up && card >= 0;
  const seen = new Set(news.filter(known).map(({ to }) => to));
  const turned = ({ do: what, owner }) => what === "show" && squeezed.includes(owner) && !seen.has(owner);
  return times.map((each, n) => each * quicker + (known(news[n]) || turned(news[n]) ? SQUEEZE : 0));
}

/**
 * Your result of a round; somebody else may have had the seat.
 * @type {(result: Result | undefined, you: You) => SeatResult | undefined}
 */
export const ownResult = (result, you) =>
  result?.seats.find(({ seat, name }) => (name ? name === you?.name : seat === you?.seat));

/** Is the last round still to be seen: has nobody at this page made a wager since?
 *  @type {(table: Table) => boolean} */
export function isOver({ playing, past, result, bets, you }) {
  const mine = ownResult(result, you);
  return Boolean(result) && !playing && !past && !bets.some(({ seat, wager }) => seat === you?.seat && !(wager in (mine?.wagers ?? {})));
}

/** The wager on which a hand turns: the first that is required, or the first there is.
 *  @type {(wagers: Record<string, Settled>, plan: Plan) => [string, Settled] | undefined} */
export function deciding(wagers, plan) {
  const order = Object.keys(plan.wagers);
  const kind = (/** @type {[string, Settled]} */ [wager]) => wager.split(/[:@]/)[0];
  const made = Object.entries(wagers).sort((one, other) => order.indexOf(kind(one)) - order.indexOf(kind(other)));
  return made.find((each) => plan.wagers[kind(each)]?.required) ?? made[0];
}

/** The owners whose hands have won, once a round is over: of players, and the dealer's for whom it beat.
 *  @type {(table: Table, plan: Plan) => Set<string>} */
export function winners(table, plan) {
  const lit = new Set();
  if (!isOver(table)) return lit;
  for (const { seat, wagers } of table.result.seats) {
    const result = deciding(wagers, plan)?.[1].result;
    if (result === "win") for (const owner of Object.keys(table.hands)) if (owner.split(".")[0] === String(seat)) lit.add(owner);
    if (result === "lose" && seat === table.you?.seat && table.called?.dealer) lit.add("dealer");
  }
  return lit;
}

const COMPARED = /^(higher|lower|tie|tied|equal|same|win|lose|push)\b/;

/** Why the last round came out as it did for oneself, in a sentence.
 *  @type {(table: Table, plan: Plan) => string} */
export function why(table, plan) {
  const mine = ownResult(table.result, table.you);
  const [, its] = (mine && deciding(mine.wagers, plan)) ?? [];
  if (!its) return "";
  const { dealer, [mine.seat]: own } = table.called ?? {};
  if (!own || !dealer || !COMPARED.test(its.outcome)) return its.outcome === its.result ? "" : `${capital(outcomeName(its.outcome, plan))}.`;
  if (its.result === "push") return `Your ${own} ties the dealer's ${dealer}.`;
  return its.result === "win" ? `Your ${own} beats the dealer's ${dealer}.` : `The dealer's ${dealer} beats your ${own}.`;
}

let timer = { deadline: 0, whole: 1 };

/**
 * The time until the timer acts, in milliseconds and as a share of the time allowed.
 * @param {Table} table
 */
export function timeLeft({ deadline, now, clock = Date.now() }) {
  const left = Math.max(0, (deadline ?? 0) - now - (Date.now() - clock));
  if (deadline !== timer.deadline) timer = { deadline, whole: Math.max(1, left) };
  return { left, share: Math.min(1, left / timer.whole) };
}

/**
 * The table with nothing of the last round on it.
 * @type {(table: Table) => Table}
 */
export const cleared = (table) => ({ ...table, hands: {}, gone: [], shown: undefined, result: undefined, asked: undefined });

/**
 * The owners whose cards have been collected and are no longer shown. After a round, hands of players that you have seen
 * stay until the next begins; cards in their trays (`3.discards`) do not.
 * @type {(table: Table) => string[]}
 */
export const taken = ({ playing, hands, gone = [] }) =>
  (playing ? gone : gone.filter((owner) => !/^\d+(\.\d+)?$/.test(owner) || (hands[owner] ?? []).includes("??")));

/**
 * The seats that have not answered.
 * @type {(table: Table) => number[]}
 */
export const asking = ({ asked, asking: seats }) => (asked ? seats ?? [asked.seat] : []);

/**
 * The table after an event, on the way to its final state. Money in front of seats waits for the state that follows.
 * @param {Table} table
 * @param {Happening} event
 * @param {Table} end
 * @returns {Table}
 */
export function after(table, event, end = table) {
  const hands = { ...table.hands };
  let bets = table.bets;
  let gone = table.gone ?? [];
  let shown = table.shown;
  const mine = (bet) => bet.seat === event.seat && bet.wager === event.wager;
  const add = (amount) => {
    bets = bets.some(mine)
      ? bets.map((bet) => (mine(bet) ? { ...bet, stake: bet.stake + amount } : bet)).filter((bet) => bet.stake > 0)
      : amount > 0 ? [...bets, { seat: event.seat, wager: event.wager, stake: amount }] : bets;
  };
  switch (event.do) {
    case "deal":
      hands[event.to] = [...(hands[event.to] ?? []), cardName(event.card)];
      gone = gone.filter((owner) => owner !== event.to);
      break;
    case "show":
      hands[event.owner] = (hands[event.owner] ?? []).map((held, n) =>
        n < (event.cards?.length ?? 0) ? cardName(event.cards[n]) : held);
      gone = gone.filter((owner) => owner !== event.owner);
      break;
    case "slide": {
      const from = [...(hands[event.owner] ?? [])];
      const count = (names = [], name) => names.filter((each) => each === name).length;
      const goes = from.findIndex((name) => count(end.hands[event.to], name) > count(hands[event.to], name));
      const [card = "??"] = from.splice(goes, 1);
      hands[event.owner] = from;
      hands[event.to] = [...(hands[event.to] ?? []), card];
      gone = gone.filter((owner) => owner !== event.to);
      break;
    }
    case "discard":
      if (taken({ ...end, gone: [event.owner] }).length) gone = [...gone, event.owner];
      break;
    case "roll":
    case "spin":
    case "draw":
      shown = event;
      break;
    case "stake":
      add(event.amount);
      break;
    case "return":
      add(-event.amount);
      break;
    case "reverse":
      add(event.stays ? event.lost ?? 0 : event.stake ?? 0);
      break;
    case "travel":
      bets = bets.map((bet) => (mine(bet) ? { ...bet, wager: event.to } : bet));
      break;
    case "settle":
      bets = event.stays
        ? bets.map((bet) => (mine(bet) ? { ...bet, stake: bet.stake - (event.lost ?? 0) } : bet)).filter((bet) => bet.stake > 0)
        : bets.filter((bet) => !mine(bet));
      break;
  }
  return { ...table, hands, bets, gone, shown };
}

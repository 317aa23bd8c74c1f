/** The effect of an event on the table as it is drawn, so that a round can be watched step by step. */

/**
 * @import { Happening, Result, SeatResult, Table, You } from "./types"
 */

import { cardName } from "./words.js";

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

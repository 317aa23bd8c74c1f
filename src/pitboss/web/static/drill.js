/** A drill for dealers: chips on the felt, and what does this pay? With the pay tables in force here, against the clock. */

import { el, sprite, svg } from "./elements.js";
import { stacked } from "./pieces.js";
import { fetched } from "./socket.js";
import { cost } from "./trainer.js";
import { decimal, decisionName, money, pretty, short, signed } from "./words.js";

/** A question: a row of a pay table and a stake that it pays in whole dollars.
 *  @param {{wager: string, cite: string, rows: [string, number, number][]}[]} tables
 *  @param {() => number} chance from 0 to 1 */
export function question(tables, chance = Math.random) {
  const some = (list) => list[Math.floor(chance() * list.length)];
  const { wager, cite, rows } = some(tables);
  const [outcome, win, stake] = some(rows);
  const units = 1 + Math.floor(chance() * 20);
  const cents = units * stake * (stake === 1 ? 500 : 100);
  return { wager, cite, outcome, stake: cents, pays: (cents * win) / stake };
}

/** The panel: payouts for dealers, close decisions for players where aids are permitted. */
export function drill(room, side) {
  const decide = room.plan.advises && room.table.aids
    ? [el("h3", {}, "What is the best play?"), el("button", { onclick: ({ target }) => dealt(room, target) }, "Deal a close decision")] : [];
  return [el("h3", {}, "What does this pay?"), ...payout(room, side), ...decide];
}

/** A close decision, in place of the button that asked for it. */
async function dealt(room, button) {
  const { plan } = room;
  button.disabled = true;
  const { hands, called, values, decision, why, stake } = await fetched(room.id, "drill").catch(({ message }) => ({ refused: message }));
  if (!hands) {
    button.replaceWith(el("p", { class: "quiet" }, "This game has no decisions to drill."));
    return;
  }
  const verdict = el("p", { role: "status" });
  const judge = (chosen) => {
    const lost = cost({ values }, chosen);
    verdict.className = lost > 0.005 ? "lose" : "win";
    const worth = Object.entries(values).map(([each, value]) => `${decisionName(plan, each)} ${signed(Math.round(value))}`).join(", ");
    verdict.textContent = `${lost > 0.005 ? `No: ${decisionName(plan, decision)}` : "Right"}. ${worth}. ${why}`;
  };
  const again = el("button", { class: "quiet", onclick: ({ target }) => { lesson.before(target); dealt(room, target); lesson.remove(); } }, "Next decision");
  const lesson = el("div", {},
    ...Object.entries(hands).map(([owner, cards]) => el("p", {}, el("small", {}, `${Number(owner) ? "you" : owner} `),
      cards.map((card) => (card === "??" ? "▒" : pretty(card))).join(" "), called[owner] ? ` (${called[owner]})` : "")),
    el("p", { class: "quiet" }, `${money(stake)} bet`),
    el("div", { class: "drill" }, Object.keys(values).map((each) => el("button", { onclick: () => judge(each) }, decisionName(plan, each)))),
    verdict, again);
  button.replaceWith(lesson);
}

function payout({ plan }, side) {
  if (!plan.pays.length) return [el("p", { class: "quiet" }, "This game has no pay tables.")];
  side.drilled ??= { asked: 0, right: 0, seconds: 0 };
  const tally = side.drilled;
  const asked = question(plan.pays);
  const began = performance.now();
  const verdict = el("p", { role: "status" });
  const given = el("input", { type: "number", min: 0, step: "any", inputmode: "decimal", required: true, "aria-label": "What does it pay, in dollars?" });
  const form = el("form", { class: "drill" }, given, el("button", {}, "Pay"));
  form.onsubmit = (event) => {
    event.preventDefault();
    const seconds = (performance.now() - began) / 1000;
    const right = Math.round(Number(given.value) * 100) === asked.pays;
    Object.assign(tally, { asked: tally.asked + 1, right: tally.right + Number(right), seconds: tally.seconds + seconds });
    verdict.className = right ? "win" : "lose";
    verdict.textContent = `${right ? "Right" : `It pays ${money(asked.pays)}`}, ${decimal(seconds, 1)} s. `;
    verdict.append(el("cite", {}, short(asked.cite)));
    const next = el("button", { class: "gold", type: "button", onclick: () => side.open("Drill") }, "Next");
    form.replaceChildren(next);
    next.focus();
  };
  const chips = stacked(asked.stake);
  const pile = svg("svg", { viewBox: `-24 ${-24 - 5 * chips.length} 48 ${48 + 5 * chips.length}`, width: 64, "aria-hidden": "true" },
    ...chips.map((value, n) => {
      const chip = sprite(`chip-${value}`, 40);
      chip.setAttribute("y", -20 - 5 * n);
      return chip;
    }));
  return [
    el("p", {}, el("b", {}, asked.wager), `: ${asked.outcome}. ${money(asked.stake)} bet. What does it pay?`),
    pile, form, verdict,
    el("p", { class: "quiet" }, tally.asked ? `${tally.right} of ${tally.asked} right, ${decimal(tally.seconds / tally.asked, 1)} s each` : ""),
  ];
}

/** For dealers and floorpersons: irregularities, voids, corrections, limits, rules, closing. */

import { el } from "./elements.js";
import { money, short, spelled, written } from "./words.js";

const POINTS = ["deal", "roll", "spin", "draw", "shuffle", "ask", "stake", "settle", "move", "show", "say"];

export function floorPanel(room) {
  const { plan, table } = room;
  const said = (command) => room.tell(command);
  return [
    plan.irregularities.length ? irregularity(plan, said) : "",
    form("Void", [field("why", "Why", { required: true })], "Every wager goes back", ({ why }) => said({ do: "void", why })),
    form("Correct a payout", [
      choice("seat", "Seat", table.seats.map(({ seat, name }) => [seat, `${seat} ${name}`])),
      field("amount", "Dollars, − takes", { type: "number", step: "0.01", required: true }),
      field("why", "Why", { required: true }),
    ], "Put it right", ({ seat, amount, why }) => said({ do: "correct", seat: Number(seat), amount, why })),
    limits(plan, said),
    rules(plan, said),
    form("Close the table", [], "Close", () => said({ do: "close" })),
  ];
}

function irregularity(plan, said) {
  const ruling = el("p", { class: "quiet" });
  const tell = (id) => {
    const { ruling: words, cite } = plan.irregularities.find((each) => each.id === id);
    ruling.replaceChildren(words, " ", el("cite", {}, short(cite)));
  };
  const which = choice("irregularity", "What happened", plan.irregularities.map(({ id }) => [id, spelled(id)]));
  which.addEventListener("change", ({ target }) => tell(target.value));
  tell(plan.irregularities[0].id);
  return form("Irregularity", [which, ruling,
    choice("point", "When", [["", "now"], ...POINTS.map((each) => [each, `before ${each} no.`])]),
    field("count", "No.", { type: "number", min: 1, value: 1 }),
    field("position", "Position", { placeholder: "1, dealer …" }),
  ], "Call it", ({ irregularity: id, point, count, position }) =>
    said({ do: "irregularity", irregularity: id, ...(point ? { at: [point, Number(count)] } : {}), position, detail: {} }), true);
}

function limits(plan, said) {
  const options = Object.entries(plan.wagers)
    .map(([id, { name, least, most }]) => [id, `${name}: ${money(least)} to ${money(most)}`]);
  return form("Post limits", [
    choice("wager", "Wager", options),
    field("least", "Least", { type: "number", min: 0, step: "0.01", required: true }),
    field("most", "Most", { type: "number", min: 0, step: "0.01", required: true }),
  ], "Post, at once", ({ wager, least, most }) =>
    said({ do: "limits", limits: { [wager]: [written(100 * least), written(100 * most)] } }));
}

function rules(plan, said) {
  if (!plan.options.length) return "";
  const value = el("select", { name: "value" });
  const fill = (id) => {
    const option = plan.options.find((each) => each.id === id);
    value.replaceChildren(...option.values.map((each) =>
      el("option", { value: each, selected: each === option.value }, String(each))));
    value.title = option.text;
  };
  const which = choice("option", "Rule", plan.options.map(({ id, value: now }) => [id, `${spelled(id)}: ${now}`]));
  which.addEventListener("change", ({ target }) => fill(target.value));
  fill(plan.options[0].id);
  return form("Announce rules", [which, el("label", {}, "Will be", value),
    field("minutes", "In minutes", { type: "number", min: 30, value: 30, required: true })],
  "Announce", ({ option, value: chosen, minutes }) =>
    said({ do: "rules", options: { [option]: chosen }, minutes: Number(minutes) }));
}

const field = (name, label, more = {}) => el("label", {}, label, el("input", { name, ...more }));

const choice = (name, label, options) =>
  el("label", {}, label, el("select", { name }, options.map(([value, words]) => el("option", { value }, words))));

function form(heading, fields, button, done, open = false) {
  const body = el("form", { onsubmit: (event) => {
    event.preventDefault();
    done(Object.fromEntries(new FormData(body)));
  } }, fields, el("button", {}, button));
  return el("details", { class: "floor", open }, el("summary", {}, heading), body);
}

/** For dealers and floorpersons: irregularities, voids, corrections, limits, rules, closing. */

import { el } from "./elements.js";
import { money, short, spelled, written } from "./words.js";

export function floorPanel(room) {
  const { plan, table } = room;
  const said = (command) => room.send(command);
  return [
    plan.irregularities.length ? irregularity(plan, table, said) : "",
    form("Void the round", [field("why", "Why", { required: true })], "Void the round and return every wager", ({ why }) => said({ do: "void", why })),
    form("Correct a payout", [
      choice("seat", "Seat", table.seats.map(({ seat, name }) => [seat, `${seat} ${name}`])),
      field("amount", "Dollars (negative takes back)", { type: "number", step: "0.01", required: true }),
      field("why", "Why", { required: true }),
    ], "Correct the payout", ({ seat, amount, why }) => said({ do: "correct", seat: Number(seat), amount, why })),
    form("Chat", [choice("name", "Who", table.seats.map(({ name }) => [name, name]))], "Mute or unmute",
      ({ name }) => said({ do: "hush", name })),
    limits(plan, said),
    rules(plan, said),
    form("Pause", [onOff("Start no round", "Resume the table")], "Order", ({ on }) => said({ do: "pause", on: on === "yes" })),
    form("Announce", [field("text", "To everybody at the table", { required: true, maxlength: 200 })], "Announce",
      ({ text }) => said({ do: "announce", text })),
    form("Remove or bar a player", [
      field("name", "Who", { required: true }),
      choice("how", "Order", [["remove", "Remove from the table"], ["bar", "Remove and bar from this table"], ["admit", "Admit again"]]),
    ], "Order", ({ name, how }) => said(how === "remove" ? { do: "remove-player", name } : { do: "bar", name, on: how === "bar" })),
    form("Close after this round", [onOff("Close when the layout is empty", "Withdraw")], "Order",
      ({ on }) => said({ do: "close-after", on: on === "yes" })),
    form("Close the table", [], "Close", () => said({ do: "close" })),
  ];
}

const PLACES = { player: "1, or 1.2 for a split hand", "player-or-dealer": "1, or dealer" };

/** The form asks for what the chosen irregularity needs: the hand, when, and its details. */
function irregularity(plan, table, said) {
  const named = (id) => plan.irregularities.find((each) => each.id === id);
  const asked = el("div");
  const ask = (id) => {
    const { ruling, cite, of, points, detail } = named(id);
    asked.replaceChildren(
      el("p", { class: "quiet" }, ruling, " ", el("cite", {}, short(cite))),
      choice("point", "When", [["", "now"], ...points.map((each) => [each, `before ${each} number`])]),
      field("count", "Number", { type: "number", min: 1, value: 1 }),
      ...(of === "table" ? [] : [field("position", "Position", { required: true, placeholder: PLACES[of] })]),
      ...detail.map((each) => detailField(each, plan, table)));
  };
  const which = choice("irregularity", "Irregularity", plan.irregularities.map(({ id }) => [id, spelled(id)]));
  which.addEventListener("change", ({ target }) => ask(target.value));
  ask(plan.irregularities[0].id);
  return form("Irregularity", [which, asked], "Rule on it", ({ irregularity: id, point, count, position, ...rest }) =>
    said({
      do: "call", irregularity: id, ...(point ? { at: [point, Number(count)] } : {}), position: position || "",
      detail: Object.fromEntries(named(id).detail.filter((each) => rest[each.id])
        .map(({ id: detail, kind }) => [detail, read(kind, rest[detail])])),
    }), true);
}

function detailField({ id, kind, range, optional, unless }, plan, table) {
  const label = spelled(id), needed = !optional && !unless;
  if (kind === "seat") return choice(id, label, table.seats.map(({ seat, name }) => [seat, `${seat} ${name}`]));
  if (kind === "wager") return choice(id, label, Object.entries(plan.wagers).map(([wager, { name }]) => [wager, name]));
  if (kind === "yes-no") return choice(id, label, [["", "no"], ["yes", "yes"]]);
  const [min, max] = range || [0.01];
  return field(id, label, { type: "number", min, ...(max ? { max } : { step: "0.01" }), required: needed });
}

const read = (kind, value) => kind === "yes-no" ? true : kind === "number" || kind === "seat" ? Number(value) : value;

function limits(plan, said) {
  const options = Object.entries(plan.wagers)
    .map(([id, { name, least, most }]) => [id, `${name}: ${money(least)} to ${money(most)}`]);
  return form("Post limits", [
    choice("wager", "Wager", options),
    field("least", "Least", { type: "number", min: 0, step: "0.01", required: true }),
    field("most", "Most", { type: "number", min: 0, step: "0.01", required: true }),
  ], "Post now", ({ wager, least, most }) =>
    said({ do: "limits", limits: { [wager]: [written(100 * least), written(100 * most)] } }));
}

function rules(plan, said) {
  if (!plan.options.length) return "";
  const value = el("select", { name: "value" });
  const fill = (id) => {
    const option = plan.options.find((each) => each.id === id);
    value.replaceChildren(...option.values.map((each, n) =>
      el("option", { value: each, selected: each === option.value }, option.says[n])));
  };
  const which = choice("option", "Rule", plan.options.map(({ id, text }) => [id, text]));
  which.addEventListener("change", ({ target }) => fill(target.value));
  fill(plan.options[0].id);
  return form("Announce rules", [which, el("label", {}, "New value", value),
    field("minutes", "Minutes from now", { type: "number", min: 0, value: 30, required: true })],
  "Announce", ({ option, value: chosen, minutes }) =>
    said({ do: "rules", options: { [option]: chosen }, minutes: Number(minutes) }));
}

const onOff = (yes, no) => choice("on", "Order", [["yes", yes], ["no", no]]);

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

/** How amounts, wagers, cards and paragraphs are written for people. */

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const OTHERS = ["Jo", "jo"].concat(
  "6-6 1-1 4-4 1-3 5-5 3-3 2-2 5-6 4-6 1-6 1-5 3-6 4-5 2-6 3-5 2-5 3-4 2-4 1-4 2-3 1-2".split(" "),
);
const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** A number with this many decimals, in the browser's locale. */
export const decimal = (value, digits) =>
  value.toLocaleString(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace("-", "−");

/** Do chips have no money value on this page? Amounts are then plain numbers. */
let plain = false;

export function inChips(/** @type {{ chips?: boolean }} */ { chips }) {
  plain = Boolean(chips);
}

/** Cents as the table writes them: `$1,250`, `$2.50`, or `1,250` in chips without money value. */
export const money = (cents) => (plain ? dollars(cents).replace("$", "") : dollars(cents));

/** Cents as dollars: `$1,250`, `$2.50`. */
export function dollars(cents) {
  const amount = Math.round(Math.abs(cents));
  return `${cents < 0 ? "−" : ""}$${decimal(amount / 100, amount % 100 ? 2 : 0)}`;
}

/** A sentence from the server with its amounts in that format. */
export const local = (words) => words.replace(/\$(\d{1,3}(,\d{3})+|\d+)(\.\d\d)?/g, (amount) =>
  dollars(Math.round(100 * Number(amount.replace(/[$,]/g, "")))));

/** From the minimum to the maximum; a single amount if they are equal. */
export const span = (least, most) => (least === most ? money(least) : `${money(least)} to ${money(most)}`);

export const signed = (cents) => (cents > 0 ? `+${money(cents)}` : money(cents));

/** Cents as the server reads them: `"2.50"`. */
export const written = (cents) => (cents / 100).toFixed(2);

/** A share of the time. */
export const percent = (share) => `${decimal(100 * share, share < 0.001 ? 4 : 2)}%`;

/** Won, lost or neither, as a class. */
export const kind = (net) => (net > 0 ? "win" : net < 0 ? "lose" : "");

export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

export const spelled = (id) => capital(id.replace(/[-_]/g, " "));

/** A paragraph without the chapter, as people say it. */
export const short = (cite) => (cite ?? "").replace("13:69F-", "");

/** The name of a card or tile from its number; one not seen is `??`. */
export function cardName(number) {
  if (number === undefined || number < 0) return "??";
  return number >= 52 ? OTHERS[number - 52] : RANKS[number >> 2] + SUITS[number & 3];
}

export const pretty = (card) => (SIGNS[card[1]] ? card[0].replace("T", "10") + SIGNS[card[1]] : card);

/** An outcome in words: `straight flush`, `3♥`, and a stop of the wheel as it is inscribed: `$2`. */
export const outcomeName = (id, plan = {}) => plan.wheel?.find(({ pocket }) => pocket === id)?.label
  || id.replace(/(?<=[a-z])-|-(?=[a-z])/g, " ").replace(/\b[2-9TJQKA][cdhs]\b/g, pretty);

/** A wager by its name, or by the name of its spot if it has one: `Straight 17`, `Symbol $1`, `Ante at position 3`. */
export function wagerName(plan, wager) {
  const [name, position] = wager.split("@");
  const [id, ...rest] = name.split(":");
  const written = [plan.wagers[id]?.name ?? spelled(id), ...rest].join(" ");
  const called = plan.spots.find((spot) => spot.wager === name)?.called ?? written;
  return called + (position ? ` at position ${position}` : "");
}

/** A player's name; the level of a bot is shown elsewhere. */
export const nick = (name) => name.replace(/ \(\w+\)$/, "");

const IRREGULAR = { has: "have", is: "are", does: "do", pushes: "push", passes: "pass" };

/** A sentence addressed to you: `ann receives A♠` as `you receive A♠`, `ann's Ante` as `your Ante`; also one that is
 *  called out. */
export function yours(words, name) {
  if (!name) return words;
  if (words.startsWith("“")) return `“${capital(yours(words.slice(1), name))}`;
  const addressed = words.replace(new RegExp(`\\b(from|to|of|for) ${name}(?![\\w-])`, "g"), "$1 you");
  const [rest] = addressed.match(new RegExp(`(?<=^${name})(?![\\w-]).*$`, "s")) ?? [];
  if (rest === undefined) return addressed;
  if (rest.startsWith("'s ")) return `your${rest.slice(2)}`;
  if (rest.startsWith(":")) return `you${rest}`;
  const [, verb, after] = rest.match(/^ (\w+)(.*)$/s) ?? [];
  return verb ? `you ${IRREGULAR[verb] ?? verb.replace(/s$/, "")}${after}` : addressed;
}

const DOING = { set: "setting", draw: "drawing", discard: "discarding" };

/** What players who are asked are doing: `ann decides`, `ann and bob are setting`. */
export function doing(names, verb) {
  const several = names.length > 1;
  return `${names.join(" and ")} ${DOING[verb] ? `${several ? "are" : "is"} ${DOING[verb]}` : several ? "decide" : "decides"}`;
}

/** Which part of a hand an owner is: `hand 2` after a split, `low`. */
export function part(owner) {
  const name = owner?.split(".")[1] ?? "";
  return Number(name) ? `hand ${name}` : name;
}

/** A choice of the house as a statement in force: `Dealer hits soft 17`. */
export function statement({ options }, id, value) {
  const { values, says, text } = options.find((each) => each.id === id);
  const place = values.findIndex((each) => String(each) === String(value));
  return place < 0 ? `${text.replace(/\.$/, "")}: ${value}` : says[place];
}

/** The game's description of a decision. */
export const decision = (plan, id) => plan.decisions[id] ?? { verb: spelled(id) };

/** A decision as its button names it; one that names a card shows it: `Discard 7♣`. */
export function decisionName(plan, id) {
  const [, kind, card] = id.match(/^(.*)-([2-9TJQKA][cdhs]|[Jj]o)$/) ?? [];
  return card ? `${decision(plan, kind).verb} ${pretty(card)}` : decision(plan, id).verb;
}

/** The player's question, as large buttons, and the choices between rounds. */

import { ask, pick } from "./dialog.js";
import { el, find } from "./elements.js";
import { Trays } from "./trays.js";
import { capital, decision, decisionName, money, pretty, spelled, wagerName, written } from "./words.js";

/** For how long, in milliseconds, a second click is not an answer. */
const HASTE = 400;

export class Decisions {
  constructor(room) {
    this.room = room;
    this.keys = new Map();
    this.since = 0;
    // The second of two clicks to deal does not choose what has just appeared there.
    find("#decisions").addEventListener("click", (event) => {
      if (event.detail > 1 && event.timeStamp - this.since < HASTE) event.stopPropagation();
    }, { capture: true });
  }

  draw(table) {
    const question = own(table);
    const choices = question?.choices ?? [];
    const between = (!table.playing && table.you.seat && table.you.choices) || [];
    const drawn = JSON.stringify([question, between]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.question = question;
    this.since = performance.now();
    this.best = null;
    this.bestAmount = 0;
    this.keys = new Map();
    /** How the amounts of choices are set. */
    this.amounts = new Map();
    this.trays = question?.parts ? new Trays(question, table.hands[question.hand]) : null;
    if (!this.trays) this.room.felt?.toggle(null);
    find("#decisions").hidden = !choices.length;
    find("#decisions").classList.toggle("many", choices.length > 4 && !this.trays);
    const { plan } = this.room;
    if (this.trays) this.#drawTrays();
    else {
      // Gold: the best choice, if it is shown, and an only choice.
      find("#decisions").replaceChildren(...choices.map((choice) => this.#button(choice, choices.length === 1)));
    }
    find("#between").hidden = !between.length;
    find("#between").replaceChildren(...between.map((choice) =>
      el("button", { class: "quiet", onclick: () => this.#between(choice) }, decisionName(plan, choice.id))));
  }

  /** Is this the question shown? Cards in its trays stay there, no matter who else answers. */
  asks(table) {
    return Boolean(this.question) && JSON.stringify(own(table)) === JSON.stringify(this.question);
  }

  /** The trays, the choice that they make as the gold button, and the other choices. */
  #drawTrays(warned = false) {
    const { trays, room: { plan } } = this;
    const { chosen } = trays;
    this.keys = new Map(trays.cards.map((_, place) => [String(place + 1), { click: () => this.toggle(place) }]));
    const shown = trays.parts.map((part, n) => {
      const cards = trays.laid[n].map((place) => pretty(trays.cards[place]));
      const lying = trays.laid[n].map((place) => el("b", { "data-place": place }, pretty(trays.cards[place])));
      const empty = () => this.#lay(() => { trays.laid[n] = []; });
      return el("button", { class: "tray", "data-tray": n, "aria-label": `${spelled(part)}: ${cards.join(" ") || "empty"}`, onclick: empty },
        el("small", {}, spelled(part)), ...lying,
        ...Array(Math.max(0, trays.room[n] - cards.length)).fill().map(() => el("i", {})));
    });
    const name = chosen ? trays.words(plan, chosen) : decision(plan, trays.verb).verb;
    const act = () => (chosen.warning && !warned ? this.#drawTrays(true) : this.#decide(chosen.id));
    const mistake = this.best && chosen && chosen.id !== this.best; // gold would recommend it
    const make = this.#lettered(warned ? `${name} all the same` : name, {
      class: mistake ? "" : "gold", disabled: !chosen, "data-decision": chosen?.id ?? "", onclick: act,
    });
    const lay = (choice, words) => this.#lettered(words, { class: "quiet", onclick: () => this.#lay(() => trays.fill(choice)) });
    const best = trays.choices.find(({ id }) => id === this.best);
    const instead = trays.fitting.filter((choice) => choice !== chosen && !trays.named.includes(choice));
    find("#decisions").replaceChildren(
      ...shown, make, ...instead.map((choice) => this.#button(choice, false, trays.words(plan, choice))),
      ...trays.named.filter((choice) => choice !== chosen).map((choice) => lay(choice, trays.words(plan, choice))),
      ...(best && best !== chosen && !trays.named.includes(best) ? [lay(best, `★ ${trays.words(plan, best)}`)] : []),
      ...this.question.choices.filter(({ cards }) => !cards).map((choice) => this.#button(choice, false)),
      ...(warned ? [el("p", { class: "warning", role: "alert" }, `${capital(chosen.warning)}.`)] : []));
    if (warned) make.focus();
    this.#mark();
    this.room.felt.toggle(trays);
  }

  /** Touch one of your cards that may be moved to a tray. */
  toggle(place) {
    this.#lay(() => this.trays.toggle(place));
  }

  /** Drop a card in a tray, or outside all of them. */
  drop(place, tray) {
    this.#lay(() => this.trays.lay(place, tray));
  }

  #lay(change) {
    change();
    const held = document.activeElement?.closest("#decisions") && document.activeElement.textContent;
    this.#drawTrays();
    if (held) [...find("#decisions").children].find((each) => each.textContent === held)?.focus();
  }

  /** Mark the best answer, when help is on, and preset its amount. */
  advise(decision, amount) {
    this.best = decision;
    if (amount) this.amounts?.get(decision)?.(amount);
    if (this.trays) this.#lay(() => {});
    else this.#mark();
  }

  #mark() {
    const decision = this.best;
    for (const button of find("#decisions").querySelectorAll("[data-decision]")) {
      const { decision: its, amount } = button.dataset;
      const best = its === decision && (!amount || !this.bestAmount || Number(amount) === this.bestAmount);
      button.classList.toggle("best", best);
      if (decision && !this.trays) button.classList.toggle("gold", best);
    }
  }

  key(letter) {
    this.keys.get(letter)?.click();
    return this.keys.has(letter);
  }

  #button(choice, first, name = decisionName(this.room.plan, choice.id)) {
    const { plan } = this.room;
    const { largest, total } = decision(plan, choice.id);
    const ranged = choice.most > choice.least;
    if (ranged && few(choice)) return this.#multiples(choice, name);
    const chosen = { amount: choice.usual || (largest ? choice.most : choice.least) || 0 };
    const said = (amount) => (amount ? `${total ? "to " : ""}${money(amount)}` : "");
    const worth = el("span", { class: "worth" }, ranged ? said(chosen.amount) : said(this.#inAll(choice)));
    const button = this.#lettered(name, {
      class: first ? "gold" : "", "data-decision": choice.id,
      onclick: () => this.#decide(choice.id, ranged ? chosen.amount : choice.most),
    }, worth);
    if (!ranged) return button;
    const step = choice.step > 1 ? choice.step : plan.chip;
    const set = (amount) => {
      const steps = Math.max(0, Math.round((amount - choice.least) / step));
      chosen.amount = Math.min(choice.most, amount >= choice.most ? choice.most : choice.least + steps * step);
      worth.textContent = said(chosen.amount);
      slider.value = chosen.amount;
      slider.setAttribute("aria-valuetext", money(chosen.amount));
    };
    const slider = el("input", {
      type: "range", min: choice.least, max: choice.most, step: "any", value: chosen.amount,
      "aria-label": `${name}: amount`, oninput: () => set(Number(slider.value)),
    });
    this.amounts.set(choice.id, set);
    const nudge = (sign, words, by) =>
      el("button", { class: "quiet", "aria-label": words, onclick: () => set(chosen.amount + by) }, sign);
    const mark = ([words, amount]) => el("button", { class: "quiet", title: money(amount), onclick: () => set(amount) }, words);
    const marks = choice.marks?.length ? [["Least", choice.least], ...choice.marks, ["Most", choice.most]] : [];
    const slide = el("div", { class: "slide" },
      marks.length ? "" : mark([money(choice.least), choice.least]), nudge("−", "less", -step), slider, nudge("+", "more", step),
      marks.length ? "" : mark([money(choice.most), choice.most]));
    // What is usually taken for as much as may be is taken for less in a second step.
    slide.hidden = choice.usual === choice.most || Boolean(largest);
    const less = slide.hidden && el("button", { class: "quiet less", "aria-expanded": "false", onclick: ({ currentTarget }) => {
      slide.hidden = !slide.hidden;
      currentTarget.setAttribute("aria-expanded", String(!slide.hidden));
    } }, "For less …");
    return el("div", { class: "ranged" }, button, marks.length ? el("div", { class: "marks" }, marks.map(mark)) : "", less || "", slide);
  }

  /** One button for each of a few amounts: `Raise 1x $5`, `Raise 2x $10`. */
  #multiples(choice, name) {
    const { step, least, most } = choice;
    const amounts = Array.from({ length: (most - least) / step + 1 }, (_, n) => least + n * step);
    const whole = least % step === 0;
    const buttons = amounts.map((amount) => this.#lettered(whole ? `${name} ${amount / step}x` : name, {
      class: "", "data-decision": choice.id, "data-amount": amount, onclick: () => this.#decide(choice.id, amount),
    }, el("span", { class: "worth" }, money(amount))));
    this.amounts.set(choice.id, (amount) => { this.bestAmount = amount; });
    return el("div", { class: "multiples", role: "group", "aria-label": name }, buttons);
  }

  /** What a choice comes to: where others are the total of the wager, so are all of one's chips. */
  #inAll({ most }) {
    const { table, plan, own } = this.room;
    const totals = this.question?.choices?.some(({ id }) => decision(plan, id).total);
    if (!most || !totals || most !== own?.funds) return most;
    const mine = table.bets.filter(({ seat }) => seat === own.seat);
    return mine.reduce((sum, { stake, swept = 0 }) => sum + stake - swept, most);
  }

  /** A button with a shortcut key, a letter of its name. */
  #lettered(name, attributes, ...inside) {
    const letter = [...name.toLowerCase()].find((each) => /[a-z]/.test(each) && !this.keys.has(each));
    const button = el("button", attributes, marked(name, letter), ...inside);
    if (letter) this.keys.set(letter, button);
    return button;
  }

  #decide(decision, amount) {
    this.room.decided(decision);
    return this.room.send({ do: "act", decision, ...(amount ? { amount: written(amount) } : {}) });
  }

  /** Between rounds: a choice that names something asks for it, and one that gives something up asks twice. */
  async #between({ id, of }) {
    const { plan } = this.room;
    const question = `${decisionName(plan, id)}?`;
    let wager = "";
    if (of) {
      wager = await pick(question, of.map((value) => ({ value, label: value ? wagerName(plan, value) : "All" })));
      if (wager === null) return;
    } else if (decision(plan, id).gives_up) {
      const sure = await ask(question, [], [{ label: "Yes", gold: true, value: () => true }]);
      if (!sure) return;
    }
    await this.room.send({ do: "act", decision: id, ...(wager ? { wager } : {}) });
  }
}

/** The most amounts that have a button each. */
const FEW = 4;

/** May a choice be made for a few amounts only? */
const few = ({ least, most, step }) => step > 1 && (most - least) % step === 0 && (most - least) / step < FEW;

/** The question that is put to oneself. */
const own = ({ asked, you }) => (asked?.choices && asked.seat === you.seat ? asked : null);

/** The word with its key underlined. */
function marked(name, letter) {
  const place = letter ? name.toLowerCase().indexOf(letter) : -1;
  if (place < 0) return el("span", {}, name);
  return el("span", {}, name.slice(0, place), el("u", {}, name[place]), name.slice(place + 1));
}

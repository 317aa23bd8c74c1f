/** What a player is asked, as large buttons; and what may be done between rounds. */

import { ask, pick } from "./dialog.js";
import { el, find } from "./elements.js";
import { decision, decisionName, money, wagerName, written } from "./words.js";

export class Decisions {
  constructor(room) {
    this.room = room;
    this.keys = new Map();
  }

  draw(table) {
    const choices = (table.asked?.seat === table.you.seat && table.asked?.choices) || [];
    const between = (!table.playing && table.you.seat && table.you.choices) || [];
    const drawn = JSON.stringify([choices, between, table.asked?.hand]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.keys = new Map();
    const cards = choices.length > 4;
    find("#decisions").hidden = !choices.length;
    find("#decisions").classList.toggle("many", cards);
    const { plan } = this.room;
    const first = choices.find(({ id }) => !decision(plan, id).gives_up) ?? choices[0];
    find("#decisions").replaceChildren(...choices.map((choice) => this.#button(choice, choice === first)));
    find("#between").hidden = !between.length;
    find("#between").replaceChildren(...between.map((choice) =>
      el("button", { class: "quiet", onclick: () => this.#between(choice) }, decisionName(plan, choice.id))));
  }

  /** Mark the best answer, when help is on. */
  advise(decision) {
    for (const button of find("#decisions").querySelectorAll("[data-decision]")) {
      button.classList.toggle("best", button.dataset.decision === decision);
    }
  }

  key(letter) {
    this.keys.get(letter)?.click();
    return this.keys.has(letter);
  }

  #button(choice, first) {
    const { plan } = this.room;
    const name = decisionName(plan, choice.id);
    const letter = [...name.toLowerCase()].find((each) => /[a-z]/.test(each) && !this.keys.has(each));
    const ranged = choice.most > choice.least;
    const chosen = { amount: choice.usual || choice.least || 0 };
    const worth = el("span", { class: "worth" }, choice.most ? money(ranged ? chosen.amount : choice.most) : "");
    const button = el("button", {
      class: first ? "gold" : "", "data-decision": choice.id,
      onclick: () => this.#decide(choice.id, ranged ? chosen.amount : choice.most),
    }, marked(name, letter), worth);
    if (letter) this.keys.set(letter, button);
    if (!ranged) return button;
    const step = choice.step > 1 ? choice.step : plan.chip;
    const set = (amount) => {
      const steps = Math.max(0, Math.round((amount - choice.least) / step));
      chosen.amount = Math.min(choice.most, amount >= choice.most ? choice.most : choice.least + steps * step);
      worth.textContent = money(chosen.amount);
      slider.value = chosen.amount;
      slider.setAttribute("aria-valuetext", money(chosen.amount));
    };
    const slider = el("input", {
      type: "range", min: choice.least, max: choice.most, step: "any", value: chosen.amount,
      "aria-label": `${name}: amount`, oninput: () => set(Number(slider.value)),
    });
    const nudge = (sign, words, by) =>
      el("button", { class: "quiet", "aria-label": words, onclick: () => set(chosen.amount + by) }, sign);
    return el("div", { class: "ranged" }, button,
      el("div", { class: "slide" },
        el("button", { class: "quiet", onclick: () => set(choice.least) }, money(choice.least)),
        nudge("−", "less", -step), slider, nudge("+", "more", step),
        el("button", { class: "quiet", onclick: () => set(choice.most) }, money(choice.most))));
  }

  #decide(decision, amount) {
    return this.room.tell({ do: "act", decision, ...(amount ? { amount: written(amount) } : {}) });
  }

  /** Between rounds: what may be named with a choice is asked for, and what gives something up is asked twice. */
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
    await this.room.tell({ do: "act", decision: id, ...(wager ? { wager } : {}) });
  }
}

/** The word with its key underlined. */
function marked(name, letter) {
  const place = letter ? name.toLowerCase().indexOf(letter) : -1;
  if (place < 0) return el("span", {}, name);
  return el("span", {}, name.slice(0, place), el("u", {}, name[place]), name.slice(place + 1));
}

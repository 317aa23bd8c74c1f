/** A question in a dialog: resolves to the answer, or null. */

import { el, find } from "./elements.js";

/**
 * @param {string} heading
 * @param {Node[]} inside
 * @param {{label: string, value: () => unknown, gold?: boolean}[]} answers
 */
export function ask(heading, inside, answers) {
  const dialog = find("#dialog");
  return new Promise((done) => {
    let given = null;
    const form = el("form", { method: "dialog" },
      el("h2", { id: "question" }, heading),
      inside,
      el("div", { class: "buttons" },
        el("button", { value: "", formnovalidate: true, class: "quiet" }, answers.length ? "Cancel" : "Close"),
        answers.map(({ label, gold }, n) => el("button", { value: n, class: gold ? "gold" : "" }, label))));
    dialog.replaceChildren(form);
    form.onkeydown = (event) => {
      const meant = event.key === "Enter" && event.target.matches("input") && form.querySelector(".gold");
      if (!meant) return;
      event.preventDefault(); // or it would be the first button, which cancels
      form.requestSubmit(meant);
    };
    form.onsubmit = ({ submitter }) => {
      given = submitter?.value ? answers[Number(submitter.value)].value() : null;
    };
    dialog.onclose = () => done(given);
    dialog.showModal();
  });
}

/** A choice from many, each a button. */
export function pick(heading, options) {
  const dialog = find("#dialog");
  return new Promise((done) => {
    let given = null;
    dialog.replaceChildren(el("form", { method: "dialog" },
      el("h2", { id: "question" }, heading),
      el("div", { class: "pick" }, options.map(({ label, value }) =>
        el("button", { onclick: () => { given = value; } }, label))),
      el("div", { class: "buttons" }, el("button", { class: "quiet" }, "Cancel"))));
    dialog.onclose = () => done(given);
    dialog.showModal();
  });
}

/** An amount in dollars with a slider; `value()` is in cents. */
export function amount(label, { least, most, step = 100, start = least }) {
  const number = el("input", {
    type: "number", inputmode: "decimal", min: least / 100, max: most / 100, step: "any", value: start / 100, required: true,
  });
  const slider = el("input", { type: "range", min: least, max: most, step, value: start, "aria-label": `${label}, slider` });
  number.oninput = () => { slider.value = Math.round(Number(number.value) * 100); };
  slider.oninput = () => { number.value = Number(slider.value) / 100; };
  return {
    element: el("label", { class: "amount" }, label, el("span", { class: "dollars" }, number), slider),
    value: () => Math.round(Number(number.value) * 100),
  };
}

/** Copy words to the clipboard; if a browser does not allow that, show them to be copied by hand. */
export async function copied(what, words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    await ask(what, [el("input", { value: words, readonly: true, size: words.length, "aria-label": what })], []);
    return false;
  }
}

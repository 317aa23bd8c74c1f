/** The lobby: find a game by a word of its name, its family or its description. */

import { all, find } from "./elements.js";

const search = find("#search");

/** The games that match every word typed. */
export const matches = (typed, words) => typed.toLowerCase().split(/\s+/).every((word) => words.toLowerCase().includes(word));

search?.addEventListener("input", () => {
  const typed = search.value.trim();
  let any = false;
  for (const game of all(".game")) {
    game.hidden = !matches(typed, game.dataset.words);
    any ||= !game.hidden;
  }
  for (const more of all("details.more")) more.open = typed !== "" && more.querySelector(".game:not([hidden])") !== null;
  for (const family of all(".family")) family.hidden = !family.querySelector(".game:not([hidden])");
  find("#none").hidden = any;
});

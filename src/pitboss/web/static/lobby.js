/** The lobby: find a game by a word of its name, its family or what is said of it. */

const search = document.querySelector("#search");

/** The games that have every word that was typed. */
export const matches = (typed, words) => typed.toLowerCase().split(/\s+/).every((word) => words.toLowerCase().includes(word));

search?.addEventListener("input", () => {
  const typed = search.value.trim();
  let any = false;
  for (const game of document.querySelectorAll(".game")) {
    game.hidden = !matches(typed, game.dataset.words);
    any ||= !game.hidden;
  }
  for (const more of document.querySelectorAll("details.more")) more.open = typed !== "" && more.querySelector(".game:not([hidden])") !== null;
  for (const family of document.querySelectorAll(".family")) family.hidden = !family.querySelector(".game:not([hidden])");
  document.querySelector("#none").hidden = any;
});

/** A round as pictures of the felt: the steps one after another, by buttons, keys or by themselves. */

const PER_STEP = 900;
const main = document.querySelector("main");
const felt = main.querySelector(".picture svg");
/** @type {NodeListOf<HTMLElement>} */
const listed = main.querySelectorAll("#steps li");
const steps = [...listed];
/** @type {HTMLButtonElement} */
const play = main.querySelector("#play");
let at = -1, timer = 0;

const things = document.createElementNS("http://www.w3.org/2000/svg", "g");
felt.append(things);

function show(step) {
  at = Math.max(0, Math.min(step, steps.length - 1));
  const { content } = steps[at].querySelector("template");
  things.replaceChildren(...document.importNode(content, true).firstElementChild.childNodes);
  steps.forEach((each, n) => each.toggleAttribute("aria-current", n === at));
  const list = main.querySelector("#steps");
  list.scrollTop = steps[at].offsetTop - list.clientHeight / 2;
  main.querySelector("#now").textContent = `Step ${at + 1} of ${steps.length}. ${steps[at].querySelector("button").textContent}`;
  /** @type {HTMLInputElement} */
  const field = main.querySelector("#step");
  field.value = String(at + 1);
}

function pause() {
  clearInterval(timer);
  timer = 0;
  play.textContent = "Play";
}

function toggle() {
  if (timer) return pause();
  if (at === steps.length - 1) show(0);
  play.textContent = "Pause";
  timer = setInterval(() => {
    show(at + 1);
    if (at === steps.length - 1) pause();
  }, PER_STEP);
  return undefined;
}

const go = (by) => () => { pause(); show(at + by); };
main.querySelector("#back").addEventListener("click", go(-1));
main.querySelector("#next").addEventListener("click", go(1));
play.addEventListener("click", toggle);
steps.forEach((each, n) => each.querySelector("button").addEventListener("click", () => { pause(); show(n); }));
document.addEventListener("keydown", ({ key, target }) => {
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
  if (key === "ArrowLeft") go(-1)();
  if (key === "ArrowRight") go(1)();
});
show(Number(main.dataset.step) - 1);

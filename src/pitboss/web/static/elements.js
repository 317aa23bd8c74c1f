/** Elements in one line: `el("p", {class: "quiet"}, "words", child)`. */

const SVG = "http://www.w3.org/2000/svg";

export const el = (name, attributes, ...inside) => filled(document.createElement(name), attributes, inside);
export const svg = (name, attributes, ...inside) =>
  filled(document.createElementNS(SVG, name), attributes, inside);

function filled(element, attributes, inside) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...inside.flat().filter((each) => each !== null && each !== undefined && each !== false));
  return element;
}

/** @type {(selector: string) => any} whatever it is: what it can do is known by its name */
export const find = (selector) => document.querySelector(selector);
/** @type {(selector: string) => any[]} */
export const all = (selector) => [...document.querySelectorAll(selector)];

/** A symbol of /sprites.svg around the origin. */
export const sprite = (name, width, height = width) =>
  svg("use", { href: `#${name}`, x: -width / 2, y: -height / 2, width, height });

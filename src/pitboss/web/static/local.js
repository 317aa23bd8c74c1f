/** Amounts that the server has written on a page, in the format of this browser. */

import { local } from "./words.js";

const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const { currentNode: text } = texts;
  const words = local(text.nodeValue);
  if (words !== text.nodeValue) text.nodeValue = words;
}

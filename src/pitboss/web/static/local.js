/** Amounts that the server has written on a page, as this browser writes numbers. */

import { local } from "./words.js";

const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const { currentNode: text } = texts;
  const words = local(text.nodeValue);
  if (words !== text.nodeValue) text.nodeValue = words;
}

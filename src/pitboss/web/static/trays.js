/** Cards in trays: each part of a hand has a tray, and the cards in the trays make the choice. */

import { cardName, decision, pretty } from "./words.js";

const together = (names) => [...names].sort().join();

/** What is done with the cards, if a choice names them: `set` of `set-KsQd`. */
function verbOf({ id, cards }) {
  const named = `-${cards.map((part) => part.map(cardName).join("")).join("-")}`;
  return id.endsWith(named) ? id.slice(0, -named.length) : "";
}

export class Trays {
  /**
   * @param {{hand: string, parts: string[], verb: string, choices: object[]}} asked
   * @param {string[]} cards the hand, by name
   */
  constructor(asked, cards) {
    this.owner = asked.hand;
    this.cards = cards;
    this.parts = asked.parts;
    this.verb = asked.verb;
    this.choices = asked.choices.filter((choice) => choice.cards);
    this.room = this.parts.map((_, n) => Math.max(...this.choices.map((choice) => choice.cards[n].length)));
    this.clear();
  }

  clear() {
    /** Places in the hand, tray by tray. */
    this.laid = this.parts.map(() => []);
  }

  /** The part to which a card has been moved; nothing if it stays in the hand. */
  part(place) {
    return this.parts.find((_, n) => this.laid[n].includes(place)) ?? "";
  }

  /** Put a card into a tray, in place of the first one if it is full; without a tray, back into the hand. */
  lay(place, n) {
    this.laid = this.laid.map((tray) => tray.filter((each) => each !== place));
    if (n === undefined) return;
    if (this.laid[n].length >= this.room[n]) this.laid[n].shift();
    this.laid[n].push(place);
  }

  /** Take a card out of its tray, or put it into the first that has room; if none has, into the last. */
  toggle(place) {
    const free = this.laid.findIndex((tray, n) => tray.length < this.room[n]);
    if (this.part(place)) this.lay(place);
    else this.lay(place, free < 0 ? this.laid.length - 1 : free);
  }

  /** Lay out the cards of a choice. */
  fill({ cards }) {
    const left = [...this.cards];
    this.laid = cards.map((part) => part.map((card) => {
      const place = left.indexOf(cardName(card));
      left[place] = null;
      return place;
    }));
  }

  /** The choices that the cards in the trays make: two cards may be kept, or split from the others. */
  get fitting() {
    const laid = this.laid.map((tray) => together(tray.map((place) => this.cards[place])));
    return this.choices.filter(({ cards }) => cards.every((part, n) => together(part.map(cardName)) === laid[n]));
  }

  get chosen() {
    return this.fitting[0];
  }

  /** Choices with a name, in addition to moving cards one by one. */
  get named() {
    return this.choices.filter((choice) => !verbOf(choice));
  }

  /** A choice in words: `Set K♠ Q♦`, `House way`. The name of a tile is not broken at the end of a line. */
  words(plan, choice) {
    const verb = verbOf(choice);
    if (!verb) return decision(plan, choice.id).verb;
    return [decision(plan, verb).verb, ...choice.cards.flat().map((card) => pretty(cardName(card)).replace("-", "\u2011"))].join(" ");
  }
}

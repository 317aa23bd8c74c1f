/** The client's own rules, each by itself. Every check is what should be, what is, and what about. */
async () => {
  const [words, story, bets, pieces, places, trays, decide, drag, lobby, trainer, drill, sound, side] = await Promise.all(
    ["words", "story", "bets", "pieces", "places", "trays", "decide", "drag", "lobby", "trainer", "drill", "sound", "side"].map((name) => import(`/static/${name}.js`)));
  const failures = [];
  let checks = 0;
  const same = (should, is, about) => {
    checks += 1;
    const [a, b] = [should, is].map((each) => JSON.stringify(each));
    if (a !== b) failures.push(`${about}: ${b}, not ${a}`);
  };

  // Money, cards and sentences.
  same("$1,250", words.money(125_000), "whole dollars");
  same("−$2.50", words.money(-250), "cents");
  same("+$5", words.signed(500), "a gain");
  same(["$5 to $50", "$5"], [words.span(500, 5000), words.span(500, 500)], "what may be wagered");
  words.inChips({ chips: true });
  same(["1,250", "−300", "$20"], [words.money(125_000), words.money(-30_000), words.dollars(2_000)], "chips that are no money");
  words.inChips({});
  same("2.50", words.written(250), "as the server reads it");
  same(["2c", "Ts", "As", "??", "Jo", "6-6"], [0, 35, 51, -1, 52, 54].map(words.cardName), "cards by number");
  same("10♠", words.pretty("Ts"), "a card for people");
  same("you receive A♠", words.yours("ann receives A♠", "ann"), "a sentence about oneself");
  same("your Ante loses $5", words.yours("ann's Ante loses $5", "ann"), "one's own wager");
  same("you have $5 back: Ante", words.yours("ann has $5 back: Ante", "ann"), "an irregular verb");
  same("you do not answer", words.yours("ann does not answer", "ann"), "another");
  same("time ran out for you", words.yours("time ran out for ann", "ann"), "whom it concerns");
  same("you: Hit", words.yours("ann: Hit", "ann"), "one's own decision");
  same("$1 from you to the house: vigorish", words.yours("$1 from ann to the house: vigorish", "ann"), "one's own money");
  same("Pot: $8 to ann-2", words.yours("Pot: $8 to ann-2", "ann"), "another's money");
  same("“You have the dice”", words.yours("“ann has the dice”", "ann"), "what is called out of oneself");
  same("$1.25: vigorish of you", words.yours("$1.25: vigorish of ann", "ann"), "and in passing");
  same("“No more bets”", words.yours("“No more bets”", "ann"), "what is called out to everybody");
  same("anna receives A♠", words.yours("anna receives A♠", "ann"), "somebody else");
  same("the dealer shows K♦", words.yours("the dealer shows K♦", ""), "nobody in particular");
  const plan = { wagers: { straight: { name: "Straight" } }, decisions: { hit: { verb: "Hit" } }, spots: [{ wager: "straight:00", called: "Straight double zero" }] };
  same("Straight 17 at position 3", words.wagerName(plan, "straight:17@3"), "a wager's name");
  same("Straight double zero", words.wagerName(plan, "straight:00"), "as its spot has it");
  same(["three of a kind", "3♥", "badugi, 8-5-3-A"], ["three-of-a-kind", "3h", "badugi, 8-5-3-A"].map((id) => words.outcomeName(id)), "what came about");
  same(["$2", "hard way"], ["2", "hard-way"].map((id) => words.outcomeName(id, { wheel: [{ pocket: "2", label: "$2" }] })), "a stop of the wheel as it is inscribed");
  same("Hit", words.decisionName(plan, "hit"), "a decision's name");
  same(["ann decides", "ann and bob are setting"], [words.doing(["ann"], ""), words.doing(["ann", "bob"], "set")], "who is waited for");

  // A chip is snapped to what is lawful, and what belongs together stays in proportion.
  const one = { units: 1, before: 0, least: 500, most: 50_000, step: 100 };
  same(500, bets.snapped([one], 100), "a $1 chip at a $5 minimum");
  same(100, bets.snapped([{ ...one, before: 500 }], 100), "a $1 chip on top of $5");
  same(2500, bets.snapped([one], 2500), "a chip that fits");
  same(500, bets.snapped([{ ...one, before: 49_500 }], 2500), "up to the most");
  same(600, bets.snapped([{ ...one, step: 600 }], 500), "a stake that can be paid exactly");
  same(500, bets.snapped([one, { ...one, units: 2, least: 1000 }], 100), "ante and twice as much");
  same(1000, bets.snapped([one, { ...one, units: 2, least: 2000 }], 100), "the other wager's least");
  same([500, 2500, 10_000], bets.chipsFor([{ most: 10_000, step: 500 }], 100), "chips that some wager takes");
  same([50, 100, 500], bets.chipsFor([{ most: 500, step: 50 }], 50), "and the half dollar where it is taken");

  // A round told in order.
  const before = { hands: {}, bets: [{ seat: 1, wager: "ante", stake: 500 }], gone: [] };
  const dealt = story.after(before, { do: "deal", to: "1", card: 51 });
  same({ 1: ["As"] }, dealt.hands, "a card dealt");
  same([{ seat: 1, wager: "ante", stake: 1500 }], story.after(dealt, { do: "stake", seat: 1, wager: "ante", amount: 1000 }).bets, "a stake added");
  same([], story.after(dealt, { do: "settle", seat: 1, wager: "ante", lost: 500 }).bets, "a wager settled");
  same(500, story.after(dealt, { do: "settle", seat: 1, wager: "ante", pays: 500, stays: true }).bets[0].stake, "one that stays");
  same({}, before.hands, "nothing is changed in place");
  const folded = { playing: true, hands: { 1: ["As"], 2: ["??"], dead: ["Ks"], "1.out": ["Qs"] }, gone: ["1", "2", "dead", "1.out"] };
  same([["1", "2", "dead", "1.out"], ["2", "dead", "1.out"]], [true, false].map((playing) => story.taken({ ...folded, playing })), "cards one has seen lie there when the round is over");
  same([1100, 0], story.paced([{ do: "roll" }, { do: "say" }]), "a throw takes its time, a word none");

  same(["card", "win", "", ""], [{ do: "deal" }, { do: "settle", pays: 5 }, { do: "settle" }, { do: "say" }].map(sound.soundOf), "what is heard");

  // Where labels go, and how chips make an amount.
  const box = (x, y, turn = 0) => ({ at: [x, y, turn], width: 20, height: 10 });
  same([true, false, true, false], [pieces.apart(box(0, 0), box(21, 0)), pieces.apart(box(0, 0), box(19, 0)),
    pieces.apart(box(0, 0), box(0, 16, 90)), pieces.apart(box(0, 0), box(0, 14, 90))], "boxes apart, turned or not");
  same([1, 1, 5, 25], pieces.stacked(3200), "$32 in chips");

  // One's own place is upright, at the bottom and large; the others are beside it in their order, apart, and smaller.
  const moon = { center: [600, -250], plate: 124, names: {}, hands: {} };
  for (let seat = 1; seat <= 7; seat++) {
    const a = ((36 - 12 * (seat - 1)) * Math.PI) / 180;
    moon.names[seat] = [600 + 884 * Math.sin(a), -250 + 884 * Math.cos(a)];
    moon.hands[seat] = [600 + 660 * Math.sin(a), -250 + 660 * Math.cos(a)];
  }
  for (const own of [1, 4, 7]) {
    const around = places.aroundMoon(moon, own, new Set([own, 5]), false);
    const across = Object.values(around).map(({ at }) => Math.round(at[0]));
    same([...across].sort((a, b) => b - a), across, "from the dealer's left");
    same([0, true, true], [around[own].tilt, around[own].size > 1, Object.entries(around).every(([seat, { size }]) => Number(seat) === own || size < 1)], "upright, and larger");
    same(true, Object.entries(around).every(([seat, { at, plate }]) => Number(seat) === 1
      || Math.hypot(around[Number(seat) - 1].at[0] - at[0], around[Number(seat) - 1].at[1] - at[1]) >= (plate + around[Number(seat) - 1].plate) / 2), "no name over another");
  }
  same([600, 566], places.aroundRing([600, 322, 500, 244], { names: { 1: [], 2: [], 3: [] }, plate: 124 }, 2)[2].at.map(Math.round), "at an oval, too");

  // What a round came to, in a sentence.
  const felt = { wagers: { bonus: {}, ante: { required: true }, play: {} } };
  const over = (result, outcome, called) => ({ playing: false, bets: [], hands: { 1: [], dealer: [] }, you: { seat: 1, name: "ann" }, called,
    result: { round: 1, seats: [{ seat: 1, name: "ann", net: 0, wagers: { bonus: { result: "lose" }, ante: { result, outcome, cite: "1" } } }] } });
  const hands = { 1: "18", dealer: "20" };
  same("The dealer's 20 beats your 18.", story.why(over("lose", "lower", hands), felt), "why one lost");
  same("Your 18 beats the dealer's 20.", story.why(over("win", "higher hand", hands), felt), "or won");
  same("Dealer not queen high.", story.why(over("push", "dealer-not-queen-high", hands), felt), "what decided it otherwise");
  same([["dealer"], ["1"]], ["lose", "win"].map((result) => [...story.winners(over(result, "", hands), felt)]), "the hand that is lit");
  same(false, story.isOver({ ...over("win", "", hands), bets: [{ seat: 1, wager: "play" }] }), "until the next wager");

  // Cards laid apart.
  const tray = new trays.Trays({ hand: "1", parts: ["low"], verb: "set", choices: [{ id: "set-2c3c", cards: [[0, 4]] }] }, ["2c", "3c", "4c"]);
  same("Set 6\u20116", tray.words({ decisions: { set: { verb: "Set" } } }, { id: "set-6-6", cards: [[54]] }), "a tile's name stays in one line");
  tray.toggle(0);
  tray.toggle(2);
  same(undefined, tray.chosen, "no such choice");
  tray.toggle(2);
  tray.toggle(1);
  same("set-2c3c", tray.chosen?.id, "the choice whose cards lie there");
  const three = new trays.Trays({ hand: "1", parts: ["medium", "low"], verb: "set",
    choices: [{ id: "set-2c3c-4c", cards: [[0, 4], [8]] }] }, ["2c", "3c", "4c", "5c"]);
  for (const [place, n] of [[0, 0], [1, 0], [2, 1], [3, 1], [2, 1]]) three.lay(place, n);
  same([[0, 1], [2]], three.laid, "a full tray gives up its first card");
  three.lay(0, 1);
  three.lay(1);
  same([[], [0]], three.laid, "from tray to tray, and back to the hand");

  // A hand is set by dragging its cards, warned of a foul, and surrendered; what is drawn and sent.
  const sent = [];
  const room = { busy: false, plan: { wagers: {}, spots: [], decisions: { set: { verb: "Set" }, surrender: { verb: "Surrender" } } },
    felt: { toggle: () => {} }, decided: () => {}, send: (message) => sent.push(message) };
  const stage = document.createElement("div");
  stage.innerHTML = '<div id="decisions"></div><div id="between"></div><div id="felt"><p class="playing" aria-pressed="false" data-place="1">3c</p></div>';
  document.body.append(stage);
  room.decisions = new decide.Decisions(room);
  Object.assign(stage.style, { position: "fixed", inset: "0", background: "#fff", zIndex: 99 });
  const asked = { seat: 1, hand: "1", parts: ["low"], verb: "set",
    choices: [{ id: "set-2c", cards: [[0]] }, { id: "set-3c", cards: [[4]], warning: "it would foul" }, { id: "surrender" }] };
  room.decisions.draw({ asked, you: { seat: 1 }, hands: { 1: ["2c", "3c"] }, playing: true });
  drag.drag(room);
  const middle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { clientX: x + width / 2, clientY: y + height / 2, bubbles: true };
  };
  const carry = async (card, to) => {
    card.dispatchEvent(new PointerEvent("pointerdown", middle(card)));
    document.dispatchEvent(new PointerEvent("pointermove", middle(to)));
    document.dispatchEvent(new PointerEvent("pointerup", middle(to)));
    await new Promise((done) => setTimeout(done));
  };
  const within = (selector) => stage.querySelector(selector);
  await carry(within(".playing"), within(".tray"));
  same([[1]], room.decisions.trays.laid, "a card dragged into a tray");
  room.decisions.advise("surrender");
  same(null, within("#decisions .gold"), "a setting is not gold that the help calls a mistake");
  room.decisions.advise(null);
  within("#decisions .gold").click();
  same(["It would foul.", 0], [within(".warning")?.textContent, sent.length], "a foul is warned of before it is told");
  within("#decisions .gold").click();
  await carry(within(".tray [data-place]"), within("#felt"));
  same([[]], room.decisions.trays.laid, "and out of it onto the felt");
  within('[data-decision="surrender"]').click();
  same(["set-3c", "surrender"], sent.map(({ decision }) => decision), "a foul all the same, and a surrender by a click");

  // A raise is set to the usual amount, or to the best; only what is best is gold.
  room.plan.chip = 500;
  const raise = { id: "raise", least: 500, most: 5000, step: 500, usual: 1500 };
  room.decisions.draw({ asked: { seat: 1, hand: "1", choices: [raise, { id: "fold" }] }, you: { seat: 1 }, hands: {}, playing: true });
  const worth = () => within('[data-decision="raise"] .worth').textContent;
  same(["$15", 0], [worth(), stage.querySelectorAll(".gold").length], "the usual raise");
  room.decisions.advise("raise", 2000);
  same(["$20", "raise"], [worth(), within(".gold").dataset.decision], "the best raise");
  within('[data-decision="raise"]').click();
  same("20.00", sent.at(-1).amount, "what the button says is what is sent");
  room.plan.decisions.raise = { verb: "Raise", largest: true };
  const asks = (choices) => room.decisions.draw({ asked: { seat: 1, hand: "1", choices }, you: { seat: 1 }, hands: {}, playing: true });
  asks([{ ...raise, usual: 0 }, { id: "fold" }]);
  same("$50", worth(), "the most, where it is usual");
  delete room.plan.decisions.raise;
  asks([{ ...raise, usual: 0 }]);
  same("$5", worth(), "and else the least");
  const clicks = (detail) => within('[data-decision="raise"]').dispatchEvent(new MouseEvent("click", { bubbles: true, detail }));
  const told = sent.length;
  clicks(2);
  same(told, sent.length, "the second click on what was there before is no answer");
  clicks(1);
  same(told + 1, sent.length, "a click is one");
  asks([{ id: "raise", least: 500, most: 1500, step: 500 }]);
  same(["Raise 1x$5", "Raise 2x$10", "Raise 3x$15"], [...stage.querySelectorAll("#decisions button")].map((each) => each.textContent), "a few amounts are a button each");
  asks([{ ...raise, marks: [["½ pot", 2500]] }]);
  within(".marks button:nth-child(2)").click();
  within('[data-decision="raise"]').click();
  same("25.00", sent.at(-1).amount, "half the pot");
  asks([{ id: "double", least: 100, most: 2500, step: 100, usual: 2500 }]);
  same([true, "$25"], [within(".slide").hidden, within('[data-decision="double"] .worth').textContent], "less is a second step");
  within(".less").click();
  same(false, within(".slide").hidden, "which is taken");
  stage.remove();

  // The trainer's account, and the dealers' drill.
  const advice = { decision: "stand", values: { stand: -10, hit: -52.5 } };
  same([0, 42.5, null], ["stand", "hit", "split"].map((chosen) => trainer.cost(advice, chosen)), "what a decision cost");
  const account = trainer.judged(trainer.judged(trainer.empty(), 0, "2026-01-01"), 42.5, "2026-01-02");
  same([2, 1, 42.5, 1], [account.decisions, account.mistakes, account.cost, account.days["2026-01-02"].mistakes], "an account");
  same(297.5, trainer.hourly({ cost: 42.5, rounds: 10 }, 70), "by the hour");
  const table = [{ wager: "Ante", cite: "1.1", rows: [["a pair", 3, 2]] }];
  same({ stake: 2200, pays: 3300 }, (({ stake, pays }) => ({ stake, pays }))(drill.question(table, () => 0.5)), "$22 at 3 to 2");

  const seats = [{ seat: 1, name: "ann" }, { seat: 2, name: "Bea (simple)" }];
  same(["you", "Bea, hand 2", "dealer"], ["1", "2.2", "dealer"].map((each) => side.holder(each, seats, { name: "ann" })), "whose cards they were");
  same([true, true, false], [lobby.matches("card pok", "Three-card poker"), lobby.matches("", "Keno"), lobby.matches("craps", "Keno")], "a search");
  return { checks, failures };
}

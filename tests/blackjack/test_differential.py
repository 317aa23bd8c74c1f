"""The table and the compiled round, dealt the same shoe and playing by the same habit: identical money."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pitboss.book import Ask, Rules, game
from pitboss.games.blackjack.charts import DOUBLE, HIT, PAIR, SPLIT, SURRENDER
from pitboss.games.blackjack.hands import fold, is_soft, points, total
from pitboss.games.blackjack.mathematics import round_of, setting_of
from pitboss.games.blackjack.rounds import MEMORY
from pitboss.table import Table
from tests.blackjack_family import by_habit
from tests.tape import Tape

BLACKJACK = game("blackjack")
TABLES: list[dict[str, object]] = [
    {},
    {"hole-card": "none", "surrender": "yes"},
    {"hole-card": "none", "reading-busted-extra": "kept"},
    {"hole-card": "down", "decks": 8, "soft-17": "hit", "resplit-aces": "yes"},
    {
        "hole-card": "reader",
        "surrender": "yes",
        "suited-6-7-8": "yes",
        "three-sevens": "yes",
        "five-card-21": "yes",
    },
    {"hole-card": "up", "double-on": "9-to-11", "split-hands": 2},
    {"variation": "6-to-5", "soft-17": "hit", "double-after-split": "no", "split-hands": 3},
    {"decks": 1, "reading-split-21": "as-printed", "designated-blackjack": "AsJs"},
]


def by_the_chart(rules: Rules) -> object:
    """A player who looks every decision up in the chart, as a person would."""
    cells = setting_of(rules).cells
    hole_up = rules["hole-card"] == "up"

    def decide(table: Table, ask: Ask) -> tuple[str, int]:
        choices = {choice.id: choice.most for choice in ask.choices}
        if "no-insurance" in choices or "third-card" in choices:
            return ("no-insurance" if "no-insurance" in choices else "third-card"), 0
        dealer = table.cards("dealer")
        seen = fold(dealer if hole_up else dealer[:1])
        shown = total(*seen) + (10 if hole_up and is_soft(*seen) else 0)
        cards = table.cards(ask.hand)
        hard, ace = fold(cards)
        values = [points(each) for each in cards]
        pair = len(values) == 2 and values[0] == values[1]
        plain = cells[shown, int(is_soft(hard, ace)), total(hard, ace)]
        cell = cells[shown, PAIR, values[0]] if pair else plain
        if cell & SURRENDER and "surrender" in choices:
            return "surrender", 0
        if cell & SPLIT and "split" in choices:
            return "split", choices["split"]
        if cell & DOUBLE and "double-down" in choices:
            return "double-down", choices["double-down"]
        return ("hit", 0) if cell & HIT and "hit" in choices else ("stand", 0)

    return decide


BESIDE: list[tuple[dict[str, object], int]] = [
    ({"additional-wager": "over-under-13"}, 100),
    ({"additional-wager": "same-suit", "same-suit-table": 4}, 100),
    ({"additional-wager": "sevens", "surrender": "yes"}, 600),
    ({"additional-wager": "sevens", "hole-card": "none"}, 600),
    ({"match-the-dealer": "yes", "twenty-point-bonus": "A"}, 600),
    ({"twenty-point-bonus": "B", "hole-card": "none", "decks": 2}, 600),
    ({"optional-bonus": "yes", "soft-17": "hit"}, 600),
    ({"optional-bonus": "yes", "hole-card": "none"}, 600),
    ({"in-between": "B", "hole-card": "up", "double-on": "9-to-11", "split-hands": 2}, 300),
    ({"progressive-blackjack": "yes", "hole-card": "none", "resplit-aces": "yes"}, 600),
    ({"streak": "yes", "surrender": "yes"}, 600),
    ({"blackjack-bonus": "yes"}, 300),
    ({"blackjack-bonus": "yes", "reading-bonus-stake": "returned"}, 300),
]


@pytest.mark.parametrize(
    ("options", "rounds"),
    BESIDE,
    ids=lambda value: " ".join(map(str, value.values())) if isinstance(value, dict) else "",
)
def test_2_17_i_wagers_beside_the_hand_come_to_the_same(
    options: dict[str, object], rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """5,900 rounds in all, from shoes that favor what pays: sevens, queens of hearts and aces come early. The table's
    button draws the prize that the compiled one has drawn, which must be one of its own."""
    by_habit(monkeypatch)
    rules = Rules(BLACKJACK, options)
    simulated, dealt = BLACKJACK.mathematics.simulation(rules), Tape()
    table = Table(BLACKJACK, rules, chance=dealt, players={1: by_the_chart(rules)})  # type: ignore[dict-item]
    table.sit(1, "Ann", 10**8)
    play, wagers = simulated.play.compiled, simulated.wagers
    stakes, memory = np.full(len(wagers), 100), np.zeros(simulated.memory, np.int64)
    stakes[0] = 1000
    chance = random.Random(str(options))
    pack = rules.pack()
    rich = [card for card in pack if card >> 2 in (5, 12) or card == 42 or card >> 2 == 6]
    for _ in range(rounds):
        few = chance.sample(rich, 6) if chance.random() < 0.5 else []
        shoe = few + chance.sample(pack, 60)
        dealt.load(shoe)
        made = [wager for wager in wagers[1:] if not memory[0] or not wager.startswith("streak")]
        made = [wager for wager in made if wager != "under-13" or "over-13" not in made]
        table.bet(1, "blackjack", 10)
        for wager in made:
            table.bet(1, wager, 1)
        net, staked = np.zeros(len(wagers), np.int64), np.zeros(len(wagers), np.int64)
        now = np.array([1000 if n == 0 else 100 * (w in made) for n, w in enumerate(wagers)])
        used = play(np.array(shoe, np.uint8), 0, now, simulated.rules, memory, net, staked)
        prize = str((net[-1] + 100 * simulated.rules.kept) // 100)
        dealt.spin = lambda pockets, prize=prize: pockets[pockets.index(prize)]  # type: ignore[method-assign, misc]
        table.deal()
        assert table.settlement is not None
        found = table.settlement.wagers[1]
        if any(each.outcome == "four aces of one color" for each in found.values()):
            continue  # the compiled meter stands still
        for place, wager in enumerate(wagers[1:], 1):
            settled = found.get(wager)
            assert net[place] == (settled.pays - settled.lost if settled else 0), (wager, shoe[:12])
        assert sum(net) == table.settlement.net[1], (shoe[:12], str(table.settlement))
        assert len(shoe) - len(dealt.cards) == used, "the same cards were used"
        assert memory[0] == sum(bet.stake for bet in table.bets.values())


@pytest.mark.parametrize("options", [{"decks": 2}, {"decks": 8, "soft-17": "hit", "five-card-21": "yes"}])
def test_2_18_e_three_hands_of_the_dealers_come_to_the_same(
    options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """800 rounds with two wagers or three of different size."""
    by_habit(monkeypatch)
    rules = Rules(BLACKJACK, {"multiple-action": "two", "hole-card": "none", "split-hands": 2, **options})
    simulated, dealt = BLACKJACK.mathematics.simulation(rules), Tape()
    table = Table(BLACKJACK, rules, chance=dealt, players={1: by_the_chart(rules)})  # type: ignore[dict-item]
    table.sit(1, "Ann", 10**8)
    play, wagers = simulated.play.compiled, simulated.wagers
    memory, chance, pack = np.zeros(simulated.memory, np.int64), random.Random(2), rules.pack()
    for _ in range(400):
        shoe = chance.sample(pack, 80)
        dealt.load(shoe)
        stakes = np.array([1000, 2000, chance.choice((0, 3000))])
        for wager, stake in zip(wagers, stakes.tolist(), strict=True):
            if stake:
                table.bet(1, wager, stake // 100)
        table.deal()
        assert table.settlement is not None
        net, staked = np.zeros(3, np.int64), np.zeros(3, np.int64)
        used = play(np.array(shoe, np.uint8), 0, stakes, simulated.rules, memory, net, staked)
        assert sum(net) == table.settlement.net[1], (shoe[:12], str(table.settlement))
        assert len(shoe) - len(dealt.cards) == used, "the same cards were used"


@pytest.mark.parametrize(
    "options", TABLES, ids=lambda options: " ".join(map(str, options.values())) or "default"
)
def test_2_3_e_table_and_compiled_round_pay_the_same(
    options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """600 rounds at each of eight tables: with those above 10,900."""
    by_habit(monkeypatch)
    rules = Rules(BLACKJACK, options)
    dealt = Tape()
    table = Table(BLACKJACK, rules, chance=dealt, players={1: by_the_chart(rules)})  # type: ignore[dict-item]
    table.sit(1, "Ann", 10**8)
    setting, play = setting_of(rules), round_of(table.game).compiled  # type: ignore[arg-type]
    stakes, memory = np.full(1, 1000), np.zeros(MEMORY, np.int64)
    chance = random.Random(str(options))
    pack = rules.pack()
    for _ in range(600):
        shoe = chance.sample(pack, len(pack) if len(pack) < 60 else 60)
        dealt.load(shoe)
        table.bet(1, "blackjack", 10)
        table.deal()
        assert table.settlement is not None
        net, staked = np.zeros(1, np.int64), np.zeros(1, np.int64)
        used = play(np.array(shoe + shoe, np.uint8), 0, stakes, setting, memory, net, staked)
        assert table.settlement.net[1] == net[0], (shoe[:12], str(table.settlement))
        assert len(shoe) - len(dealt.cards) == used, "the same cards were used"
        assert not table.bets

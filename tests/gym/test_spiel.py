"""Games as OpenSpiel plays them: values that its algorithms find are those of hand arithmetic and of the exact odds."""

from __future__ import annotations

from typing import Any

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import best_response, expected_game_score, exploitability

from pitboss.equipment.cards import cards
from pitboss.gym.spiel import SpielGame
from pitboss.law import Refused


def best(game: SpielGame) -> float:
    """What the best response brings a player who plays alone."""
    uniform = policy.UniformRandomPolicy(game)
    found = best_response.BestResponsePolicy(game, 0, uniform).value(game.new_initial_state())
    assert isinstance(found, float)
    return found


@pytest.mark.parametrize(
    "name", ["blackjack", "three_card_poker", "ultimate_texas_hold_em", "hold_em", "craps"]
)
def test_open_spiel_loads_and_plays_the_whole_game(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"pitboss_{name}"), num_sims=2, serialize=False, verbose=False)


def test_20_queen_high_plays_against_a_short_pack() -> None:
    """Of the dealer's 20 hands the ten with the ace beat Q-6-4; the other ten do not qualify. Playing costs
    (10 x 2 - 10 x 1) / 20 = 1/2 ante of $5 on average, folding a whole one."""
    short = SpielGame("three-card-poker", dealt={"1": "Qs 6h 4d"}, pack="As Jd 9h 2c 3d 8s")
    assert best(short) == pytest.approx(-2.50, abs=1e-12)


def test_32_aces_raise_four_antes() -> None:
    """No dealer's hand of kings and queens beats aces. Four antes are won, the blind is returned, and the ante wins
    against the two pairs out of six hands: (4 + 1/3) x $5."""
    dealt = {"1": "As Ad", "community": "2c 7d 9h Js 3s"}
    assert best(SpielGame("ultimate-texas-hold-em", dealt=dealt, pack="Kd Kc Qh Qc")) == pytest.approx(65 / 3)


@pytest.mark.parametrize(
    ("options", "insurance"),
    [({"hole_card": "up", "double_on": "9-to-11"}, 0), ({"hole_card": "none", "even_money": "no"}, 1 / 7)],
)
def test_blackjack_has_the_value_that_odds_prove(options: dict[str, Any], insurance: float) -> None:
    """Four aces and 24 tens. Insurance, for half the wager, is offered against the seventh of the cards that are
    aces, and with these cards it is worth taking."""
    pack = "As Ah Ad Ac " + "Ts Th Td Tc " * 6
    game = SpielGame("blackjack", pack=pack, decks=6, split_hands=2, ranks=True, levels=1, **options)
    edges = {
        row.wager: float(row.house_edge)
        for row in game.rules.game.mathematics.odds_from(game.rules, cards(pack))
    }
    expected = -10 * edges["blackjack"] - 5 * insurance * edges.get("insurance", 0)
    assert best(game) == pytest.approx(expected, abs=1e-9)


class Ace(policy.Policy):  # type: ignore[misc]
    """Raise or call with the ace; without it put in nothing more."""

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        player = state.current_player()
        legal = {state.action_to_string(player, action): action for action in state.legal_actions()}
        ace = cards("As")[0] in state.past.course.table.cards(str(player + 1))
        wanted = ("raise", "bet", "all-in", "call", "check") if ace else ("check", "fold")
        return {next(legal[each] for each in wanted if each in legal): 1.0}


def test_14_who_holds_the_ace_of_four_cards_wins() -> None:
    """Fixed limit, heads up, stacks of $4 with blinds of $1 and $2, and a board on which the ace plays as kicker: both
    know who wins. The small blind loses $1 without the ace, and with it wins $2 of a big blind that folds: $0.50."""
    table = {"dealt": {"community": "2c 2d 7h 7s 9d"}, "pack": "As Ks Qs Js"}
    game = SpielGame("hold-em", stack=4, structure="fixed-limit", **table)  # type: ignore[arg-type]
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    plays = Ace(game, [0, 1])
    value = expected_game_score.policy_value(game.new_initial_state(), [plays, plays])
    assert value == pytest.approx([0.5, -0.5])
    assert exploitability.nash_conv(game, plays) == pytest.approx(0, abs=1e-9)


def test_a_player_sees_nothing_of_the_others() -> None:
    game = SpielGame("hold-em", dealt={"1": "As Ah", "2": "Kd Kc"})
    state = game.new_initial_state()
    first, second = (state.information_state_string(player) for player in range(2))
    ace, king = (f'"card":{card}' for card in (cards("As")[0], cards("Kd")[0]))
    assert (ace in first, king in first) == (True, False)
    assert (ace in second, king in second) == (False, True)


def test_what_there_is_not_is_refused() -> None:
    with pytest.raises(Refused, match="hold-em has no hand river"):
        SpielGame("hold-em", dealt={"river": "As"})
    with pytest.raises(Refused, match="players must be 2 to 10, not 11"):
        SpielGame("hold-em", players=11)
    with pytest.raises(Refused, match="the pack has no card left for dealer"):
        SpielGame("three-card-poker", dealt={"1": "As Ks Qs"}, pack="As").new_initial_state().is_terminal()

"""`settle` as an audit tool: what it refuses, what can be told it, and what it answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.law import Refused, cite
from pitboss.table.case import read_case, settle
from tests.cases import check_lines

TESTS = Path(__file__).parent.parent


def settled(**case: Any) -> Any:
    """The answer to a case, which goes through JSON as everybody's does."""
    return settle(read_case(json.dumps(case)))


def worked(game: str, id_: str) -> Any:
    """The case of a worked round."""
    rounds = json.loads((TESTS / game / "worked.json").read_text(encoding="utf-8"))
    return next(each["case"] for each in rounds if each["id"] == id_)


# ---- paragraphs ----------------------------------------------------------------------------------------


def test_18_11_c_a_wager_cut_by_a_limit_says_so() -> None:
    """Three bets of $100 at 1,000 to 1 under $50,000: a third each, the odd cents to the first."""
    (seat,) = settled(**worked("let_it_ride_poker", "payout-limit-odd-cents"))["seats"]
    first = seat["wagers"]["bet-1"]
    assert (first["pays"], first["cite"], first["uncut"]) == (16_666.68, "13:69F-18.11(c)", 100_000)


def test_18_11_b_a_wager_under_the_limit_cites_its_odds() -> None:
    case = worked("let_it_ride_poker", "payout-limit-odd-cents")
    case["options"]["payout-limit"] = 1_000_000
    (seat,) = settled(**case)["seats"]
    assert seat["wagers"]["bet-1"] == {
        "stake": 100,
        "result": "win",
        "pays": 100_000,
        "cite": "13:69F-18.11(b)",
        "outcome": "royal-flush",
    }


HOLD_EM = {"1": ["As", "Kd"], "dealer": ["2c", "3d"], "community": ["7h", "8c", "9s", "Jd", "4c"]}
DEALERLESS = {"1": HOLD_EM["1"], "community": HOLD_EM["community"][:3]}
ANTE = {"ante": 10}


@pytest.mark.parametrize(
    ("paragraph", "game", "wagers", "decisions", "cards"),
    [
        ("32.10(a)", "ultimate-texas-hold-em", ANTE | {"blind": 10}, [["play", 20]], HOLD_EM),
        ("32.10(a)", "ultimate-texas-hold-em", ANTE | {"blind": 10}, ["fold"], HOLD_EM),
        ("32.10(c)", "ultimate-texas-hold-em", ANTE | {"blind": 10}, ["check", ["play", 30]], HOLD_EM),
        ("32.10(c)", "ultimate-texas-hold-em", ANTE | {"blind": 10}, ["check", "fold"], HOLD_EM),
        ("32.10(e)", "ultimate-texas-hold-em", ANTE | {"blind": 10}, ["check", "check", ["play", 20]], HOLD_EM),
        ("32.10(e)", "ultimate-texas-hold-em", ANTE | {"blind": 10}, ["check", "check", "check"], HOLD_EM),
        ('28.1 "Flop wager"', "texas-hold-em-bonus-poker", ANTE, [["flop", 10]], HOLD_EM),
        ('28.1 "Turn wager"', "texas-hold-em-bonus-poker", ANTE, ["flop", ["turn", 20]], HOLD_EM),
        ("28.10(c)", "texas-hold-em-bonus-poker", ANTE, ["flop", "fold"], HOLD_EM),
        ("28.10(e)", "texas-hold-em-bonus-poker", ANTE, ["flop", "check", "fold"], HOLD_EM),
        ("40.10(b)", "premium-hold-em", ANTE | {"x-tra": 10}, [["play", 10]], HOLD_EM),
        ("40.10(d)", "premium-hold-em", ANTE | {"x-tra": 10}, ["check", ["play", 30]], HOLD_EM),
        ("40.10(d)", "premium-hold-em", ANTE | {"x-tra": 10}, ["check", "check"], HOLD_EM),
        ("35.10(e)", "mississippi-stud", ANTE, [["third-street", 10], "check"], DEALERLESS),
        ('16.1 "Bet wager"', "caribbean-stud-poker", ANTE, [["bet", 10]], {}),
    ],
)  # fmt: skip
def test_a_decision_is_refused_by_the_paragraph_of_that_moment(
    paragraph: str, game: str, wagers: dict[str, int], decisions: list[Any], cards: dict[str, list[str]]
) -> None:
    seat = {"seat": 1, "wagers": wagers, "decisions": decisions}
    refused("now|allowed|amount", paragraph, game=game, seats=[seat], cards=cards, seed=1)


HOLE_CARD_UP = {"hole-card": "up", "double-on": "9-to-11", "split-hands": 2}


@pytest.mark.parametrize(
    ("paragraph", "options", "decisions"),
    [
        ("2.6(k)4", HOLE_CARD_UP, ["double-down"]),  # on a count of 12
        ("2.6(k)3", HOLE_CARD_UP, ["surrender"]),
        ("2.10(a)", {}, [["double-down", 11]]),
        ("2.8(c)", {}, ["surrender"]),
    ],
)
def test_2_6_k_what_is_not_open_with_the_hole_card_up(
    paragraph: str, options: dict[str, Any], decisions: list[Any]
) -> None:
    seat = {"seat": 1, "wagers": {"blackjack": 10}, "decisions": decisions}
    cards = {"1": ["Ts", "2d"], "dealer": ["9c", "8h"]}
    refused("now|allowed|amount", paragraph, game="blackjack", options=options, seats=[seat], cards=cards)


@pytest.mark.parametrize(("multiple", "paragraph"), [(1, "1.6(a)"), (2, "1.6(e)"), (100, "1.6(e)")])
def test_1_6_e_odds_beyond_what_the_house_allows(multiple: int, paragraph: str) -> None:
    seat = {"seat": 1, "wagers": {"pass": 10, "pass-odds": 10 * multiple + 10}}
    case = {"options": {"odds-multiple": multiple}, "state": {"point": 4}, "dice": [[3, 4]]}
    refused("behind .10", paragraph, game="craps", seats=[seat], **case)


def test_14_17_a_bet_outside_the_wagers_in_effect() -> None:
    seats = [{"seat": 1, "decisions": [["raise", 3]]}, {"seat": 2, "decisions": [["raise", 3]]}]
    refused(
        "raise .3 is not allowed",
        "14.17",
        game="hold-em",
        options={"structure": "fixed-limit"},
        seats=seats,
        seed=1,
    )


# ---- the same law as `check` ---------------------------------------------------------------------------


def three_card_poker(**more: Any) -> dict[str, Any]:
    """A round that is lawful as it is: even with king high the dealer's queen high plays, and loses."""
    return {
        "game": "three-card-poker",
        "seats": [{"seat": 1, "wagers": {"ante": 10, "pair-plus": 5}, "decisions": ["play"]}],
        "cards": {"1": ["Ks", "Jd", "2c"], "dealer": ["Qh", "7d", "3s"]},
        **more,
    }


def refused(says: str, paragraph: str | None, **case: Any) -> None:
    with pytest.raises(Refused, match=says) as refusal:
        settled(**case)
    assert refusal.value.cite == (cite(paragraph) if paragraph else None), refusal.value
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("says", "paragraph", "more"),
    [
        ("4 to 1 is less than the 5 to 1", "20.11(a)2", {"pay_tables": {"pair-plus": {"straight": "4 to 1"}}}),
        ("must be 1 to 1", "20.11(a)3", {"pay_tables": {"ante-bonus": {"straight": "2 to 1"}}}),
        ("no wager 'pairs'", None, {"pay_tables": {"pairs": {"straight": "6 to 1"}}}),
        ("no outcome 'royal'", None, {"pay_tables": {"pair-plus": {"royal": "6 to 1"}}}),
        ("ten times the minimum", "8.2(a)", {"limits": {"ante": [10, 50]}}),
        ("exceeds the maximum", "8.2(a)", {"limits": {"ante": [50, 10]}}),
        ("no wager 'antes'", None, {"limits": {"antes": [10, 500]}}),
        ("follows from ante", "20.10(b)", {"limits": {"play": [10, 500]}}),
        ("shuffl", "20.8(b)1", {"options": {"dealing": "hand", "shuffle": "manual"}}),
    ],
)  # fmt: skip
def test_8_2_a_a_table_that_check_does_not_pass_is_not_settled(
    says: str, paragraph: str | None, more: dict[str, Any]
) -> None:
    refused(says, paragraph, **three_card_poker(**more))


def test_what_the_case_leaves_to_the_house_is_not_held_against_it() -> None:
    """16.12(d) asks a limit of $10,050 of a table with a minimum of $50, and the house's usual one is $5,000."""
    case = worked("caribbean_stud_poker", "payout-limit-follows-the-minimum")
    assert "bet-payout-limit" not in case.get("options", {})
    assert settled(**case)["seats"][0]["wagers"]["bet"]["pays"] == 10_050
    refused("is less than", "16.12(d)", **{**case, "options": {"bet-payout-limit": 5000}})


# ---- what can only be a slip ---------------------------------------------------------------------------

PASS = {"seat": 1, "wagers": {"pass": 10}}


def test_a_seat_is_told_once() -> None:
    refused("seat 1 appears 2 times", None, game="craps", seats=[PASS, PASS], dice=[[3, 4]])


@pytest.mark.parametrize("time", ["0001-01-01", "1969-12-31T23:59", "9999-12-31", "noon"])
def test_a_case_happened_at_a_time_that_a_calendar_has(time: str) -> None:
    refused("is not a time from 1970 to 9998", None, game="craps", time=time, seats=[PASS], dice=[[3, 4]])


def test_a_case_tells_one_round_or_several() -> None:
    rounds = [{"seats": [PASS], "dice": [[3, 4]]}]
    refused("not both", None, game="craps", rounds=rounds, dice=[[3, 4]])


def test_standing_is_told_of_the_first_round_only() -> None:
    rounds = [
        {"seats": [PASS], "dice": [[3, 4]]},
        {"seats": [{"seat": 1, "standing": {"place-win-6": 12}}], "dice": [[3, 3]]},
    ]
    refused("round 2: standing wagers of seat 1", None, game="craps", rounds=rounds)


def test_20_6_a_1_nothing_stands_in_a_game_whose_rounds_decide_everything() -> None:
    seat = {"seat": 1, "standing": {"ante": 10}, "decisions": ["play"]}
    refused("cannot stand from an earlier one", "20.6(a)1", **three_card_poker(seats=[seat]))


@pytest.mark.parametrize(
    "text",
    [
        '{"game": "craps", "seats": [{"seat": 1, "wagers": {"pass": 10, "pass": 20}}], "dice": [[3, 4]]}',
        '{"game": "craps", "dice": [[1, 1]], "seats": [{"seat": 1, "wagers": {"pass": 10}}], "dice": [[3, 4]]}',
        '{"game": "craps", "state": {"point": 4, "point": 0}, "seats": [{"seat": 1, "wagers": {"pass": 10}}]}',
    ],
)
def test_a_name_is_told_once_in_one_place(text: str) -> None:
    with pytest.raises(Refused, match="appears 2 times in one place"):
        read_case(text)


def test_5_1_d_a_wager_is_told_by_one_of_its_names() -> None:
    seat = {"seat": 1, "wagers": {"split:1-2": 5, "split:2-1": 5}}
    refused("seat 1 lists split:1-2 under 2 names", None, game="roulette", seats=[seat], spins=["1"])


RED = {"seat": 1, "wagers": {"red": 10}}


@pytest.mark.parametrize(
    ("first", "then", "says"),
    [
        ({"name": "Ann"}, {"name": "Bob"}, "seat 1 belongs to Ann.* not to 'Bob'"),
        ({"funds": 100}, {"funds": 100}, "does not have .100 before this round"),
        ({}, {"funds": 5}, "does not have .5 before this round"),
    ],
)
def test_who_plays_with_what_is_told_once(first: dict[str, Any], then: dict[str, Any], says: str) -> None:
    rounds = [{"seats": [RED | first], "spins": ["1"]}, {"seats": [RED | then], "spins": ["1"]}]
    refused(says, None, game="roulette", rounds=rounds)


def test_and_may_be_told_again_if_it_is_so() -> None:
    first, then = RED | {"name": "Ann", "funds": 100}, RED | {"name": "Ann", "funds": 110}
    rounds = [{"seats": [first], "spins": ["1"]}, {"seats": [then], "spins": ["3"]}]
    assert settled(game="roulette", rounds=rounds)["seats"][0]["funds"] == 120


@pytest.mark.parametrize("numbers", [[*range(1, 21), 20], [[*range(1, 21)], 80]])
def test_15_2_a_a_draw_is_twenty_numbers_and_no_more(numbers: list[Any]) -> None:
    seat = {"seat": 1, "wagers": {"straight:1": 2}}
    with pytest.raises(Refused, match=r"not a draw of 20 different numbers|not a mix"):
        settled(game="keno", seats=[seat], numbers=numbers)


CRAPS = {"game": "craps", "state": {"point": 6, "made": [8]}, "dice": [[3, 4]]}


@pytest.mark.parametrize(
    ("says", "paragraph", "wager", "stake", "mark", "table"),
    [
        ("pass must be marked with .* 0 cents", "1.2(a)1", "pass", 5, 6, CRAPS),
        ("buy-4 must be marked with .* 200 cents", "1.5(a)", "buy-4", 40, -200, CRAPS),
        ("points made before it, 0 to 1", "1.12(b)2", "fire", 5, 2, CRAPS),
        ("no shake has counted", "13.2(a)1", "place-6", 6, 700, {"game": "mini-dice"}),
        ("big", "9.2(a)7", "big", 5, 1, {"game": "sic-bo"}),
        ("hands won, 0 to 1", "2.22(d)", "streak-2", 5, 2, {"game": "blackjack", "options": {"streak": "yes"}}),
        ("triples it has won, 0 to 2", "10.11(f)", "dice-bonus", 5, 3,
         {"game": "pai-gow", "options": {"dragons-eye": "method-1"}}),
    ],
)  # fmt: skip
def test_only_what_can_have_been_noted_on_a_wager_is_told_of_it(
    says: str, paragraph: str, wager: str, stake: int, mark: int, table: dict[str, Any]
) -> None:
    """A mark on a pass bet was once collected as its vigorish."""
    seat = {"seat": 1, "standing": {wager: stake}, "marks": {wager: mark}}
    refused(says, paragraph, **table, seats=[seat])


@pytest.mark.parametrize(
    ("standing", "point", "says", "paragraph"),
    [
        ({"pass": 5, "pass-odds": 10}, 0, "pass-odds needs a pass bet that has its point", "1.6(a)"),
        ({"dont-pass-odds": 10, "dont-pass": 5}, 0, "needs a dont-pass bet", "1.6(b)"),
        ({"pass-odds": 10}, 6, "pass-odds needs a pass bet", "1.6(a)"),
        ({"come:8": 5, "come-odds:9": 10}, 6, "come-odds:9 needs a come:9 bet", "1.6(c)"),
        ({"fire": 50}, 6, "fire .50 is above the maximum of .5", "1.12(b)1"),
    ],
)
def test_1_6_a_nothing_stands_that_could_not_be_made(
    standing: dict[str, int], point: int, says: str, paragraph: str
) -> None:
    """Odds on a come-out were once paid on a 7, two to one."""
    seat, state = {"seat": 1, "standing": standing}, {"point": point}
    refused(says, paragraph, game="craps", state=state, seats=[seat], dice=[[3, 4]])


def test_7_3_c_2_nobody_owes_less_than_no_vigorish() -> None:
    case = {"game": "mini-baccarat", "seats": [{"seat": 1, "wagers": {"player": 10}}], "seed": 1}
    refused("vigorish that a seat owes cannot be negative", None, **case, state={"owed": {"1": -5}})
    refused("the state has seat 99", None, **case, state={"owed": {"99": 5}})


def test_20_6_a_1_an_ante_is_not_called_on() -> None:
    seat = {"seat": 1, "wagers": {"ante": 10}, "on": ["ante"], "decisions": ["play"]}
    refused("ante cannot be called on", "20.6(a)1", **three_card_poker(seats=[seat]))


@pytest.mark.parametrize(
    ("decision", "says"),
    [
        (["play", 10, 20], "is not a decision"),
        ([], "a decision is a word"),
        (["play", 11], "play .11 is not allowed"),
        (["fold", 10], "takes no amount"),
    ],
)
def test_a_decision_with_too_much_in_it_is_refused(decision: list[Any], says: str) -> None:
    seat = {"seat": 1, "wagers": {"ante": 10}, "decisions": [decision]}
    with pytest.raises(Refused, match=says):
        settled(**three_card_poker(seats=[seat]))


@pytest.mark.parametrize(
    "decision",
    [["take-down", "place-win-6", 6], ["reduce", "place-win-6"], ["call-on", "place-win-6", "hard-6"]],
)
def test_1_3_e_nor_has_one_between_throws_too_much_in_it(decision: list[Any]) -> None:
    seat = {"seat": 1, "standing": {"place-win-6": 12, "hard-6": 5}, "decisions": [decision]}
    refused("too many parts", None, game="craps", seats=[PASS | seat], dice=[[3, 4]])


def test_a_decision_without_occasion_is_told_what_was_asked() -> None:
    seat = {"seat": 1, "wagers": {"ante": 10}, "decisions": ["play", "discard"]}
    refused(
        "is never asked whether to 'discard'; it was asked to choose from: play .10, fold",
        None,
        **three_card_poker(seats=[seat]),
    )


def test_1_11_a_nor_what_could_be_decided_instead_is_kept_back() -> None:
    case = {"game": "craps", "seats": [{**PASS, "decisions": ["fold"]}], "dice": [[3, 4]]}
    refused("asked nothing; it may pass-dice", None, **case)


def test_20_12_c_a_hand_is_not_miscounted_before_it_is_dealt() -> None:
    """Nor is a stub counted; but one that is told without its moment is found as soon as there are cards or none."""
    for name, paragraph in (("wrong-number-of-cards", "20.12(c)"), ("stub-count-misdeal", "20.7(e)2")):
        for at in (["shuffle", 1], ["deal", 1]):
            event = {"irregularity": name, "at": at}
            refused("could not occur there", paragraph, **three_card_poker(events=[event]))
        for found in ({"at": ["deal", 2]}, {}):
            (seat,) = settled(**three_card_poker(events=[{"irregularity": name, **found}]))["seats"]
            assert {each["result"] for each in seat["wagers"].values()} == {"void"}


@pytest.mark.parametrize("card", [2, 4, 5, 10])
def test_16_10_c_hands_are_told_while_hole_cards_are_still_to_be_dealt(card: int) -> None:
    """The dealer's first card lies face up; between it and the second none of his cards lies face down."""
    seats = [{"seat": seat, "wagers": {"ante": 10}, "decisions": ["bet"]} for seat in (1, 2, 3)]
    cards = {
        "1": ["As", "Ks", "9c", "6d", "2h"],
        "2": ["Ah", "Kh", "9s", "6s", "2d"],
        "3": ["Ac", "Kc", "9h", "6h", "2s"],
        "dealer": ["8d", "8c", "7h", "5s", "3d"],
    }
    event = {"irregularity": "hand-told", "position": 1, "at": ["deal", card]}
    first, second, _ = settled(game="caribbean-stud-poker", seats=seats, cards=cards, events=[event])["seats"]
    ante = first["wagers"]["ante"]
    assert (ante["result"], ante["cite"]) == ("lose", "13:69F-16.10(c)")
    assert "bet" not in first["wagers"], "he is out before he could make it"
    assert second["wagers"]["bet"]["cite"] != "13:69F-16.10(c)"


# ---- everything that can happen can be told ------------------------------------------------------------

OTHER = {"seat": 2, "wagers": {"ante": 10, "pair-plus": 5}, "decisions": ["fold"]}
UNSEEN = ["??", "??", "??"]


def two_players(**cards: list[str]) -> dict[str, Any]:
    case = three_card_poker()
    return {**case, "seats": [*case["seats"], OTHER], "cards": {**case["cards"], **cards}}


def test_20_10_b_cards_that_were_folded_unseen_are_told_as_such() -> None:
    answer = settled(**two_players(**{"2": UNSEEN}))
    assert [seat["net"] for seat in answer["seats"]] == [15, -15]


def test_20_11_a_1_a_card_that_decides_must_be_known() -> None:
    refused(
        "does not know card 2 of dealer", None, **two_players(**{"2": UNSEEN, "dealer": ["Qh", "??", "3s"]})
    )
    refused("does not know card 1 of 1", None, **two_players(**{"2": UNSEEN, "1": UNSEEN}))


def test_20_10_c_nobody_need_know_the_dealers_cards_if_everybody_folds() -> None:
    case = two_players(**{"1": UNSEEN, "2": UNSEEN, "dealer": UNSEEN})
    case["seats"] = [{**seat, "decisions": ["fold"]} for seat in case["seats"]]
    assert [seat["net"] for seat in settled(**case)["seats"]] == [-15, -15]


def test_23_10_b_1_a_card_laid_down_unseen_need_not_be_known() -> None:
    """Ante and bet win 1 to 1 with a pair of aces; the third card nobody saw."""
    answer = settled(
        game="colorado-hold-em-poker",
        seats=[{"seat": 1, "wagers": {"ante": 10}, "decisions": ["play", ["discard", "??"]]}],
        cards={"1": ["As", "??", "Ad"], "community": ["2c", "7d", "9h"]},
    )
    assert answer["seats"][0]["net"] == 20


@pytest.mark.parametrize(
    "hand", [["9c", "8c", "7c", "6c"], ["9c", "8c"]], ids=["one too many", "one too few"]
)
def test_28_12_d_a_hand_is_dealt_a_card_too_many_or_too_few(hand: list[str]) -> None:
    """Its player has his wagers back, and the other wins with a pair of aces against king high."""
    case: dict[str, Any] = {
        "game": "texas-hold-em-bonus-poker",
        "seats": [
            {"seat": 1, "wagers": {"ante": 10}, "decisions": ["flop", "check", "check"]},
            {"seat": 2, "wagers": {"ante": 10}},
        ],
        "cards": {
            "1": ["As", "Ad"],
            "2": hand[1:],
            "dealer": ["Kc", "4h"],
            "community": ["2c", "7d", "9h", "Jh", "3s"],
        },
    }
    mended = {"events": [{"irregularity": "wrong-number-of-cards", "position": 2, "at": ["ask", 1]}]}
    answer = settled(**case, **mended)
    assert answer["seats"][1]["wagers"]["ante"]["cite"] == "13:69F-28.12(d)"
    assert [seat["net"] for seat in answer["seats"]] == [20, 0]
    case["seats"][1]["decisions"] = ["fold"]
    if len(hand) > 2:
        refused("the case gives 2 6c, but", "28.7(d)", **case)
    else:
        refused("no further card for 2", "28.7(d)", **case)


@pytest.mark.paragraph("16.8(c)")
@pytest.mark.parametrize(
    ("name", "options", "wager", "decisions", "cards", "paragraph"),
    [
        ("blackjack", {}, "blackjack", ["stand"], {"1": "Ts9d", "dealer": "8hTc2c"}, "2.12(b)"),
        ("spanish-21", {}, "spanish-21", ["stand"], {"1": "Js9d5c", "dealer": "8hJc"}, "19.12(a)"),
        ("casino-war", {}, "initial", [], {"1": "Ts2c", "dealer": "8h"}, "22.7(c)"),
        ("mini-baccarat", {}, "player", [], {"player": "Ts8d2c", "banker": "8hTc"}, "7.9(a)"),
        (
            "caribbean-stud-poker",
            {},
            "ante",
            ["fold"],
            {"1": "2c3d5h7s9c4d", "dealer": "AcQd7h4s2d"},
            "16.7(d)",
        ),
        (
            "caribbean-stud-poker",
            {"dealing": "hand"},
            "ante",
            ["fold"],
            {"1": "2c3d5h7s9c4d", "dealer": "AcQd7h4s2d"},
            "16.8(c)",
        ),
        (
            "double-down-stud",
            {},
            "original",
            ["no-double-down"],
            {"1": "2c3d", "dealer": "AcQd7h4s"},
            "17.8(b)",
        ),
    ],
)
def test_a_card_too_many_is_refused_by_the_paragraph_of_the_deal(
    name: str,
    options: dict[str, str],
    wager: str,
    decisions: list[str],
    cards: dict[str, str],
    paragraph: str,
) -> None:
    told = {owner: [hand[at : at + 2] for at in range(0, len(hand), 2)] for owner, hand in cards.items()}
    seat = {"seat": 1, "wagers": {wager: 10}, "decisions": decisions}
    refused("but the round", paragraph, game=name, options=options, seats=[seat], cards=told)


def test_20_12_f_the_cards_of_a_round_voided_half_way_may_all_be_told() -> None:
    case = two_players(**{"2": ["9c", "8c", "7c"]})
    case["seats"] = [{**seat, "decisions": []} for seat in case["seats"]]
    case["options"] = {"dealing": "automated-shoe"}
    case["events"] = [{"irregularity": "dealing-shoe-failure", "at": ["deal", 4]}]
    answer = settled(**case)
    assert {each["cite"] for seat in answer["seats"] for each in seat["wagers"].values()} == {
        "13:69F-20.12(f)"
    }
    assert [seat["net"] for seat in answer["seats"]] == [0, 0]


ONE_POSITION = [
    ("16.6(e)", "caribbean-stud-poker", ["ante"]),
    ("28.13", "texas-hold-em-bonus-poker", ["ante"]),
    ("29.13", "flop-poker", ["ante"]),
    ("32.12", "ultimate-texas-hold-em", ["ante", "blind"]),
    ("33.13", "winners-pot-poker", ["ante"]),
    ("35.6(d)", "mississippi-stud", ["ante"]),
    ("37.13", "mini-tex-3-card-hold-em", ["ante"]),
    ("40.13(a)", "premium-hold-em", ["ante", "x-tra"]),
    ("17.6(c)", "double-down-stud", ["original"]),
    ("23.6(e)", "colorado-hold-em-poker", ["ante"]),
    ("2.14", "blackjack", ["blackjack"]),
]


@pytest.mark.parametrize(("paragraph", "game", "wagers"), ONE_POSITION)
def test_one_person_at_two_positions_is_refused_however_it_is_told(
    paragraph: str, game: str, wagers: list[str]
) -> None:
    here = dict.fromkeys(wagers, 5)
    there = {f"{wager}@2": 5 for wager in wagers}
    refused("a player may", paragraph, game=game, seats=[{"seat": 1, "wagers": here | there}])
    both = [{"seat": seat, "name": "Ann", "wagers": here} for seat in (1, 2)]
    refused("a player may", paragraph, game=game, seats=both)


TWO_HANDS = {
    "game": "colorado-hold-em-poker",
    "options": {"positions-per-player": 2},
    "cards": {"1": ["As", "Ad", "4c"], "2": ["Kc", "6h", "3d"], "community": ["2c", "7d", "9h"]},
}
FIRST, SECOND = ["play", ["discard", "4c"]], ["fold"]


@pytest.mark.parametrize(
    "seats",
    [
        [{"seat": 1, "wagers": {"ante": 10, "ante@2": 10}, "decisions": [*FIRST, *SECOND]}],
        [{"seat": 1, "wagers": {"ante": 10, "ante@2": 10}, "decisions": {"2": SECOND, "1": FIRST}}],
        [
            {"seat": 1, "name": "Ann", "wagers": {"ante": 10}, "decisions": FIRST},
            {"seat": 2, "name": "Ann", "wagers": {"ante": 10}, "decisions": SECOND},
        ],
    ],
    ids=["in order", "by position", "by name"],
)
def test_23_6_e_one_person_at_two_adjacent_positions_where_the_house_permits_it(seats: list[Any]) -> None:
    """Aces win ante and bet 1 to 1, the other hand is folded: 20 less 10."""
    answer = settled(**TWO_HANDS, seats=seats)
    assert sum(seat["net"] for seat in answer["seats"]) == 10


def test_23_6_e_but_the_two_are_adjacent() -> None:
    seats = [{"seat": seat, "name": "Ann", "wagers": {"ante": 10}} for seat in (1, 3)]
    refused("must be adjacent", "23.6(e)", **TWO_HANDS, seats=seats)


def test_23_6_e_a_decision_is_wanted_at_each_position() -> None:
    seat = {"seat": 1, "wagers": {"ante": 10, "ante@2": 10}, "decisions": {"1": FIRST}}
    refused("no decision for seat 1 at position 2", "23.10(b)1", **TWO_HANDS, seats=[seat])
    seat["decisions"] = {"1": FIRST, "2": SECOND, "3": SECOND}
    refused("seat 1 at position 3 is never asked", None, **TWO_HANDS, seats=[seat])


# ---- where the number of positions comes from ----------------------------------------------------------


@pytest.mark.paragraph("13:69E-1.13Y(a)", "13:69E-1.13Z(a)", "33.2(a)")
@pytest.mark.parametrize(
    ("paragraph", "game", "most"),
    [
        ("2.11(e)", "blackjack", 7),
        ("13:69E-1.13Y(a)", "high-card-flush", 6),
        ("13:69E-1.13Y(a)", "premium-hold-em", 6),
        ("13:69E-1.13Z(a)", "packs-poker", 6),
        ("33.2(a)", "winners-pot-poker", 8),
        ("14.10(b)", "hold-em", 11),
        ("14.9(b)", "seven-card-stud-high", 9),
        ("14.11(b)", "omaha-high", 10),
        ("14.13(b)", "five-card-stud", 8),
    ],
)
def test_a_seat_that_no_table_has_cites_the_most_positions(paragraph: str, game: str, most: int) -> None:
    seats = [{"seat": most + 1}]
    refused(f"seat {most + 1} does not exist", paragraph, game=game, positions=most, seats=seats)
    refused(f"at most {most} positions", paragraph, game=game, positions=most + 1, seats=seats)


def test_a_seat_that_the_house_has_not_set_up_is_no_matter_of_the_text() -> None:
    seats = [{"seat": 8, "wagers": {"ante": 10}}]
    refused("seats 1 to 7, by the house's choice", None, game="caribbean-stud-poker", seats=seats)
    assert settled(**three_card_poker(positions=9))["bank"] == -15
    seats[0] = {"seat": 1, "wagers": {"ante@9": 10}}
    refused("position 9 does not exist", None, **three_card_poker(seats=seats))


def test_what_a_bank_wins_and_a_stake_not_returned_have_their_lines() -> None:
    """A bank wins $25 less five percent, of which no wager tells; a progressive dollar is collected before the deal."""
    seats = [
        {"seat": 2, "decisions": ["bank", "no-dealer-wager"]},
        {"seat": 1, "wagers": {"pai-gow": 25}},
    ]
    hands = {"2": ["2-6", "3-5"], "2.low": ["2-3", "5-5"], "1": ["2-5", "5-5"], "1.low": ["1-3", "4-6"]}
    answer = settled(game="pai-gow", options={"player-banking": "yes"}, seats=seats, cards=hands)
    (bank,) = (seat for seat in answer["seats"] if seat["seat"] == 2)
    assert bank["net"] == 23.75
    assert bank["other"] == [{"why": "the bank wins", "amount": 23.75, "cite": "13:69F-10.8(o)"}]
    answer = settled(
        game="caribbean-stud-poker",
        seats=[{"seat": 1, "wagers": {"ante": 10, "progressive": 1}, "decisions": ["bet"]}],
        cards={"1": ["Kh", "Jh", "8h", "6h", "2h"], "dealer": ["Qs", "Jd", "9c", "7d", "4s"]},
    )
    line = answer["seats"][0]["wagers"]["progressive"]
    assert (line["pays"], line["prize"], answer["seats"][0]["net"]) == (49, 50, 10 + 49)


def test_2_2_a_a_shoe_holds_no_more_of_a_kind_over_several_rounds_than_its_decks() -> None:
    """Four kings in the first round of a single deck, and two more in the second, without a shuffle between."""
    player = {"seat": 1, "wagers": {"blackjack": 10}, "decisions": ["stand"]}
    first = {"seats": [player], "cards": {"1": ["Ks", "Kd"], "dealer": ["Kh", "Kc"]}}
    second = {"seats": [player], "cards": {"1": ["Ks", "Kd"], "dealer": ["9h", "8c"]}}
    case = {"game": "blackjack", "rounds": [first, second]}
    refused("since they were shuffled", "2.2(a)", **case, options={"decks": 1})
    answer = settled(**case, options={"decks": 2})
    assert answer["seats"][0]["net"] == 0 + 10


@pytest.mark.parametrize(
    ("paragraph", "game", "hand", "dealer", "says"),
    [
        ("11.2(a)", "pai-gow-poker", "Jk Jk 8h 6h 4h 2c 3c", "Ah Kd 9c 7d 4s 5s 8s",
         "jokers dealt in the case: 2; jokers of this table: 1"),
        ("10.2(a)", "pai-gow", "6-6 6-6 4-5 4-4", "6-6 1-3 1-5 4-6", "6-6 is dealt 3 times, but there are 2 at"),
        ("20.2(a)", "three-card-poker", "As As 2c", "Kd 4d 3d", "As is dealt 2 times, but there is one at this table"),
        ("20.2(a)", "three-card-poker", "As Jk 2c", "Kd 4d 3d", "jokers dealt in the case: 1; jokers of this table: 0"),
        ("19.2(a)", "spanish-21", "Ts 9c", "Kd 8d", "Ts is dealt once, but there is none at this table"),
    ],
)  # fmt: skip
def test_cards_that_a_table_does_not_have_are_refused_with_how_many_there_are(
    paragraph: str, game: str, hand: str, dealer: str, says: str
) -> None:
    wager = {"three-card-poker": "ante"}.get(game, game)
    seat = {"seat": 1, "wagers": {wager: 10}}
    refused(says, paragraph, game=game, seats=[seat], cards={"1": hand.split(), "dealer": dealer.split()})


def test_6_9_a_shuffler_in_use_all_the_time_has_all_cards_again_in_every_round() -> None:
    """Nine rounds of the five of spades and the six of diamonds, consecutive cards, which are a push."""
    round_ = {"seats": [{"seat": 1, "wagers": {"ante": 10}}], "cards": {"community": ["5s", "6d"]}}
    case = {"game": "red-dog", "rounds": [round_] * 9}
    assert settled(**case, options={"continuous": "yes"})["seats"][0]["net"] == 0
    refused("since they were shuffled", "6.1(a)", **case)


def test_decisions_may_be_given_by_hand() -> None:
    """A pair of eights split: each hand's decisions by its name, in whatever order they are written."""
    hands = {"1": ["8s", "8d", "3d", "9d"], "1.2": ["9c"], "dealer": ["9h", "8c"]}
    decisions = {"1.2": ["stand"], "1": ["split", "hit", "stand"]}
    seat = {"seat": 1, "wagers": {"blackjack": 10}, "decisions": decisions}
    wagers = settled(game="blackjack", seats=[seat], cards=hands)["seats"][0]["wagers"]
    assert [wagers["blackjack"]["result"], wagers["split"]["result"]] == ["win", "push"]
    closed = {**seat, "decisions": {"1.2": ["stand", "hit"], "1": ["split", "hit", "stand"]}}
    refused("is never asked whether to 'hit'", "2.12(a)", game="blackjack", seats=[closed], cards=hands)


def blackjack(
    decisions: object, cards: dict[str, list[str]], wagers: dict[str, int] | None = None
) -> dict[str, Any]:
    seat = {"seat": 1, "wagers": wagers or {"blackjack": 10}, "decisions": decisions}
    return {
        "game": "blackjack",
        "seats": [seat],
        "cards": cards,
        "options": {"surrender": "yes", "boxes-per-player": 3},
    }


ACE_UP = {"1": ["Ts", "9d"], "dealer": ["Ah", "8c"]}
TWO_BOXES = {"1": ["Ts", "9d"], "2": ["Th", "9c"], "dealer": ["Ah", "Kc"]}
TWO_WAGERS = {"blackjack": 10, "blackjack@2": 10}


@pytest.mark.parametrize("word", ["insure", "hold"])
def test_2_9_b_a_word_that_answers_no_question_is_not_taken_for_no_insurance(word: str) -> None:
    says = "is not offered .*; the choices are: insurance .*, no-insurance"
    refused(says, "2.9(b)", **blackjack([word, "stand"], ACE_UP))


def test_2_9_b_insurance_may_be_left_out_but_not_come_after_the_hand() -> None:
    assert settled(**blackjack(["stand"], ACE_UP))["seats"][0]["net"] == 0
    refused("insurance is not offered .*; the choices are: hit", "2.9(b)", **blackjack(["hit", "insurance"], {
        **ACE_UP, "1": ["2s", "3d", "4d"]}))  # fmt: skip


def test_2_9_b_one_answer_for_two_boxes_is_nobodys() -> None:
    """Which of the two is insured, and wins ten dollars?"""
    told = ["insurance", "stand", "stand"]
    refused("say for which hand", "2.9(b)", **blackjack(told, TWO_BOXES, TWO_WAGERS))
    for decisions in (
        ["insurance", "no-insurance", "stand", "stand"],
        {"1": ["insurance", "stand"], "2": ["stand"]},
    ):
        wagers = settled(**blackjack(decisions, TWO_BOXES, TWO_WAGERS))["seats"][0]["wagers"]
        assert wagers["insurance"]["pays"] == 10
        assert "insurance@2" not in wagers


def test_2_5_d_a_decision_for_a_closed_hand_is_not_slid_to_the_next() -> None:
    """Position 1 has a blackjack and decides nothing: "stand", told of it, would be taken of position 2, and position 3
    would surrender in its place."""
    wagers = {"blackjack": 10, "blackjack@2": 10, "blackjack@3": 10}
    hands = {"1": ["As", "Kd"], "2": ["Th", "6c"], "3": ["Td", "9c"], "dealer": ["9h", "8c"]}
    told = ["stand", "surrender", "stand"]
    refused(
        "is never asked whether to 'stand'; it was asked to choose from: hit",
        "2.6(f)",
        **blackjack(told, hands, wagers),
    )
    by_hand = {"1": ["stand"], "2": ["surrender"], "3": ["stand"]}
    paid = settled(**blackjack(by_hand, hands, wagers))["seats"][0]["wagers"]
    assert [paid[name]["result"] for name in wagers] == ["win", "lose", "win"]
    alike = {**hands, "2": ["Th", "9d"]}  # of one accord: whichever hand is meant, nothing changes
    paid = settled(**blackjack(["stand", "stand", "stand"], alike, wagers))["seats"][0]["wagers"]
    assert [paid[name]["result"] for name in wagers] == ["win", "win", "win"]


def test_2_6_f_a_hand_stands_once() -> None:
    """A hand of 21 that nobody asked may be said to stand; but not twice, nor one that has said so itself."""
    drawn = {"1": ["Ts", "6d", "5s"], "dealer": ["9h", "8c"]}
    assert settled(**blackjack(["hit", "stand"], drawn))["seats"][0]["net"] == 10
    for told in (["hit", "stand", "stand"], {"1": ["hit", "stand", "stand"]}):
        refused("is never asked whether to 'stand'", "2.6(f)", **blackjack(told, drawn))
    nineteen = {"1": ["Ts", "9d"], "dealer": ["9h", "8c"]}
    refused("is never asked whether to 'stand'", "2.6(f)", **blackjack(["stand", "stand"], nineteen))


def test_2_11_a_what_is_given_for_a_first_hand_is_not_taken_of_a_third() -> None:
    """Told by hand, a split hand that is left out has no decision, rather than that of another."""
    hands = {"1": ["8s", "8d", "8c", "9d"], "1.2": ["9c"], "1.3": ["9s"], "dealer": ["9h", "8h"]}
    told = {"1": ["split", "split", "stand", "stand"], "1.2": ["stand"]}
    refused("no decision for seat 1 at position 1.3", "2.12(a)", **blackjack(told, hands))


@pytest.mark.parametrize(
    ("paragraph", "game", "wagers", "told"),
    [
        ("1.10(a)", "craps", {"field": 5}, {"dice": [[3, 7]]}),
        ("1.10(a)", "mini-craps", {"field": 5}, {"dice": [[3, 3, 3]]}),
        ("1.10(a)", "craps", {"field": 5}, {"dice": [[3, 3], [1, 2]]}),
        ("1A.3(a)", "automated-craps", {"field": 5}, {"dice": [[0, 1]]}),
        ("13.3(a)", "mini-dice", {"over-7": 5}, {"dice": [[6]]}),
        ("9.1", "sic-bo", {"small": 5}, {"dice": [[3, 4]]}),
        ("5.1(d)", "roulette", {"red": 5}, {"spins": ["37"]}),
        ("5.1(d)", "roulette", {"red": 5}, {"spins": ["1", "2"]}),
        ("5.5(a)", "big-six", {"big6:1": 5}, {"spins": ["3"]}),
        ('12.1 "Winning card"', "pokette", {"red": 5}, {"spins": ["Zz"]}),
        ("15.5(d)2", "keno", {"straight:4": 5}, {"numbers": [[*range(61, 80), 81]]}),
        ("10.3(a)", "pai-gow", {"pai-gow": 25}, {"dice": [[1, 2, 9]]}),
        ("31.4(a)1", "asia-poker", {"asia-poker": 25}, {"dice": [[1, 2]]}),
    ],
)  # fmt: skip
def test_a_throw_spin_or_draw_that_cannot_be_is_refused_by_its_paragraph(
    paragraph: str, game: str, wagers: dict[str, int], told: dict[str, Any]
) -> None:
    seats = [{"seat": 1, "wagers": wagers}]
    refused(
        "is not a|the wheel has no|but the round (?:deals|makes) no such",
        paragraph,
        game=game,
        seats=seats,
        **told,
    )


@pytest.mark.parametrize(
    ("paragraph", "game", "wagers", "told"),
    [
        ("14.19", "hold-em", {}, {"options": {"payout-pot": 40}}),
        ("5.2", "roulette", {"red": 5}, {"options": {"wheel": "single-zero", "zero-option": "entire"}}),
    ],
)
def test_8_2_a_a_choice_that_changes_nothing_at_this_table_is_refused(
    paragraph: str, game: str, wagers: dict[str, int], told: dict[str, Any]
) -> None:
    with pytest.raises(Refused, match=r"applies only if|does not offer") as refusal:
        settled(game=game, seats=[{"seat": 1, "wagers": wagers}], **told)
    assert (refusal.value.cite or "").startswith(cite(paragraph))


def test_2_19_a_the_seed_of_a_meter_without_its_wager_and_limits_of_a_wager_that_is_off() -> None:
    case = blackjack(["stand"], ACE_UP)
    off = {**case, "limits": {"progressive-blackjack": [1, 1]}}
    with pytest.raises(Refused, match="progressive-blackjack is not offered"):
        settled(**off)
    seeded = {**case, "options": {"progressive-seed": 20_000}}
    with pytest.raises(Refused, match="changes progressive-blackjack, which"):
        settled(**seeded)


def test_20_12_f_a_word_that_is_no_decision_is_refused_though_the_round_is_void() -> None:
    void = {"events": [{"irregularity": "stub-count-misdeal"}]}
    seat = {"seat": 1, "wagers": {"ante": 10}, "decisions": ["play"]}
    assert settled(**three_card_poker(seats=[seat], **void))["bank"] == 0
    seat["decisions"] = ["pray"]
    refused("cannot 'pray' in answer to any question", None, **three_card_poker(seats=[seat], **void))


def test_2_8_a_the_second_card_of_a_surrendered_hand_may_be_unknown() -> None:
    """Half the wager is lost whichever it was; a hand that stands is another matter."""
    hands = {"1": ["9s", "??"], "dealer": ["9h", "Qc"]}
    (seat,) = settled(**blackjack(["surrender"], hands))["seats"]
    assert seat["net"] == -5
    refused("does not know card 2 of 1", None, **blackjack(["stand"], hands))


def test_20_11_a_1_one_of_the_dealers_cards_may_be_unknown_where_it_changes_nothing() -> None:
    """A straight flush against king, four and any other card of another suit: nothing but its rank is in doubt."""
    case = three_card_poker(
        seats=[{"seat": 1, "wagers": {"ante": 10}, "decisions": ["play"]}],
        cards={"1": ["Qs", "Ks", "As"], "dealer": ["Kh", "4d", "??"]},
    )
    answer = settled(**case)
    wagers = answer["seats"][0]["wagers"]
    assert (wagers["ante"]["pays"], wagers["play"]["pays"]) == (10, 10)
    assert wagers["ante"]["cite"] == "13:69F-20.11(a)1"
    weaker = {**case, "cards": {"1": ["Ks", "5d", "3s"], "dealer": ["Kh", "4d", "??"]}}
    refused("does not know card 3 of dealer", None, **weaker)


def test_21_8_a_a_card_laid_down_unseen_is_settled_like_any_other_that_changes_nothing() -> None:
    worked = json.loads((TESTS / "fast_action_hold_em" / "worked.json").read_text(encoding="utf-8"))
    (told,) = (each for each in worked if each["id"] == "told-by-what-was-laid-down")
    told["case"]["cards"]["1"][1] = "??"
    (seat,) = settled(**told["case"])["seats"]
    assert seat["net"] == told["expect"]["1"]["net"]


AUDITED: dict[str, Any] = {
    "game": "baccarat-punto-banco",
    "seats": [{"seat": 1, "wagers": {"banker": 100, "tie": 10}}],
    "cards": {"player": ["2c", "5d"], "banker": ["Kc", "8d"]},
}


@pytest.mark.parametrize(
    ("line", "forged"),
    [
        ("banker", {"pays": 195}),  # gross
        ("banker", {"pays": 0}),
        ("banker", {"prize": 190}),
        ("banker", {"uncut": 90}),
        ("banker", {"cite": "13:69F-3.3(z)"}),
        ("tie", {"pays": 10}),
        ("tie", {"lost": 11}),
        ("tie", {"lost": 5}),
        ("tie", {"result": "push"}),
    ],
)
def test_the_audit_of_worked_rounds_finds_a_forged_line(line: str, forged: dict[str, Any]) -> None:
    """What `check_lines` passes for every worked round it does not pass when a line is another."""
    answer: Any = settled(**AUDITED)
    check_lines(answer)
    answer["seats"][0]["wagers"][line] |= forged
    with pytest.raises(AssertionError):
        check_lines(answer)


def test_the_audit_of_worked_rounds_finds_a_line_that_is_missing() -> None:
    answer: Any = settled(**AUDITED, options={"vigorish-collected": "deferred"})
    check_lines(answer)
    ended = {
        **AUDITED,
        "options": {"vigorish-collected": "deferred"},
        "events": [{"irregularity": "play-ends", "position": 1}],
    }
    answer = settled(**ended)
    check_lines(answer)
    assert answer["seats"][0].pop("other")
    with pytest.raises(AssertionError, match="come to"):
        check_lines(answer)

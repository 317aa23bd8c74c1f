"""Hands in PHH notation, made up here and worked out by hand."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.games.poker_room.phh_reader import HandReport, as_rows, read, replayed
from pitboss.law import Refused

BLINDS = "antes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2\n"
DEALT = "'d dh p1 AsAh', 'd dh p2 KsKh', 'd dh p3 7c2d'"


def hand(*lines: str) -> HandReport:
    return replayed(read("\n".join(lines).encode(), "made-up.phh"), "made-up.phh")


def no_limit(actions: str, stacks: str = "[100, 100, 100]", blinds: str = BLINDS) -> HandReport:
    return hand("variant = 'NT'", blinds, f"starting_stacks = {stacks}", f"actions = [{DEALT}, {actions}]")


def test_everybody_folds_to_the_big_blind() -> None:
    told = no_limit("'p3 f', 'p1 f'")
    assert (told.finishing_stacks, told.winners) == ([99, 101, 100], [2])


def test_aces_hold_up_all_in() -> None:
    """p3 folds; p1 and p2 are all-in for 100 each: 200 to the aces."""
    told = no_limit("'p3 f', 'p1 cbr 100', 'p2 cc', 'd db 2c9d5h', 'd db Jc', 'd db 4s'")
    assert told.finishing_stacks == [200, 0, 100]
    assert told.pot == 200


def test_a_side_pot_is_for_those_who_made_it() -> None:
    """p1 has 30: the main pot of 90 is the aces', the side pot of 140 the kings'."""
    told = no_limit(
        "'p3 cbr 100', 'p1 cc', 'p2 cc', 'd db 3c9d5h', 'd db Jc', 'd db 4s'", stacks="[30, 100, 100]"
    )
    assert told.finishing_stacks == [90, 140, 0]


def test_a_bet_and_a_raise_are_told_by_what_they_come_to() -> None:
    """Blinds and calls make 6; on the flop 4, raised to 12, called by p1: 30 in all, of which the aces take 30."""
    told = no_limit(
        "'p3 cc', 'p1 cc', 'p2 cc', 'd db 2c9d5h', 'p1 cbr 4', 'p2 cbr 12', 'p3 f', 'p1 cc',"
        "'d db Jc', 'p1 cc', 'p2 cc', 'd db 4s', 'p1 cc', 'p2 cc', 'p1 sm AsAh', 'p2 sm'"
    )
    assert told.finishing_stacks == [100 - 14 + 30, 100 - 14, 100 - 2]


def test_with_two_players_the_button_posts_the_small_blind_and_acts_first() -> None:
    told = hand(
        "variant = 'NT'",
        "antes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2",
        "starting_stacks = [100, 100]",
        "actions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'p2 f']",
    )
    assert told.finishing_stacks == [101, 99]


def test_an_ante_put_up_for_all_is_everybodys_to_win() -> None:
    """Blinds 1 and 2, the big blind antes 3 for all: p1 completes, the pot of 7 is shared by equal hands in halves,
    which are odd by one chip: it goes to the left of the button."""
    told = hand(
        "variant = 'NT'",
        "antes = [0, 3, 0]\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2",
        "starting_stacks = [100, 100, 100]",
        "actions = ['d dh p1 AsKh', 'd dh p2 AhKs', 'd dh p3 7c2d', 'p3 f', 'p1 cc', 'p2 cc', 'd db 2c9d5h',"
        "'p1 cc', 'p2 cc', 'd db Jc', 'p1 cc', 'p2 cc', 'd db 4s', 'p1 cc', 'p2 cc']",
    )
    assert told.finishing_stacks == [100 - 2 + 4, 100 - 5 + 3, 100]


def test_fixed_limit_omaha_is_shared_by_high_and_low() -> None:
    """Ace-two makes the low 7-4-3-2-A, the kings the high: each half of 8."""
    told = hand(
        "variant = 'FO/8'",
        "antes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\nsmall_bet = 2\nbig_bet = 4",
        "starting_stacks = [100, 100, 100]",
        "actions = ['d dh p1 As2sQdJd', 'd dh p2 KsKh9d9c', 'd dh p3 TcTd8h6h', 'p3 f', 'p1 cbr 4', 'p2 cc',"
        "'d db 3c4dKd', 'p1 cc', 'p2 cc', 'd db 7h', 'p1 cc', 'p2 cc', 'd db Jh', 'p1 cc', 'p2 cc']",
    )
    assert told.finishing_stacks == [100, 100, 100]
    assert told.pot == 8


def test_stud_opens_with_the_bring_in() -> None:
    """Antes of 1, the two of clubs brings in 1, p1 completes to 4, p2 folds: 2 antes and the bring-in."""
    told = hand(
        "variant = 'F7S'",
        "antes = [1, 1]\nbring_in = 1\nsmall_bet = 4\nbig_bet = 8",
        "starting_stacks = [100, 100]",
        "actions = ['d dh p1 AsAhKd', 'd dh p2 ????2c', 'p2 pb', 'p1 cbr 4', 'p2 f']",
    )
    assert told.finishing_stacks == [102, 98]


BADUGI = """variant = 'FB'
antes = [0, 0]
blinds_or_straddles = [1, 2]
small_bet = 2
big_bet = 4
starting_stacks = [50, 50]
actions = ['d dh p1 ????????', 'd dh p2 ????????', 'p2 cc', 'p1 cc', 'p1 sd ????', 'p2 sd ??',
 'd dh p1 ????', 'd dh p2 ??', 'p1 cc', 'p2 cc', 'p1 sd ??', 'p2 sd', 'd dh p1 ??', 'p1 cbr 4', 'p2 cc',
 'p1 sd', 'p2 sd ??', 'd dh p2 ??', 'p1 cc', 'p2 cc'{}]"""


def test_badugi_thrown_away_unseen_is_decided_by_what_is_shown() -> None:
    """Two each before the draw and four after the second: twelve, to the eight-high badugi and not to the nine."""
    told = hand(BADUGI.format(", 'p1 sm 3s5d7c8h', 'p2 sm 2s4c6d9h'"))
    assert (told.finishing_stacks, told.pot) == ([56, 44], 12)


def test_a_pot_that_turns_on_cards_nobody_saw_is_not_decided() -> None:
    told = hand(BADUGI.format(""))
    assert (told.breaks, told.agrees) == ("the pot depends on cards that the file does not give", False)


def test_stacks_that_differ_from_the_files_are_told() -> None:
    lines = (
        "variant = 'NT'",
        BLINDS,
        "starting_stacks = [100, 100, 100]",
        f"actions = [{DEALT}, 'p3 f', 'p1 f']",
    )
    assert hand(*lines, "finishing_stacks = [99, 101, 100]").agrees is True
    assert hand(*lines, "finishing_stacks = [98, 102, 100]").agrees is False


def test_a_hand_that_is_mucked_is_out_and_a_dash_shows_what_was_dealt() -> None:
    """Blinds and a call make 4, checked down; p2's cards nobody saw, and he throws them away."""
    streets = "".join(f"'d db {cards}', 'p1 cc', 'p2 cc', " for cards in ("2c9d5h", "Jc", "4s"))
    told = hand(
        "variant = 'NT'",
        BLINDS,
        "starting_stacks = [100, 100, 100]",
        "actions = ['d dh p1 AsAh', 'd dh p2 ????', 'd dh p3 ????', 'p3 f', 'p1 cc', 'p2 cc',",
        f"{streets} 'p1 sm -', 'p2 sm']",
    )
    assert (told.finishing_stacks, told.breaks) == ([102, 98, 100], "")


def test_comments_empty_actions_and_fields_about_the_venue_change_nothing() -> None:
    told = hand(
        "variant = 'NT'",
        BLINDS,
        "starting_stacks = [100, 100.0, 100]",
        "time = 20:15:00\ntime_limit = inf\nhand = 'last'\nplayers = ['', 'B', 'C']",
        f"actions = ['', '# before', {DEALT}, '  p3   f # tired', 'p1 f']\nfinishing_stacks = [99, 101.0, 100]",
        "_user = { seen = true }",
    )
    assert (told.finishing_stacks, told.agrees) == ([99, 101, 100], True)


def test_a_blind_for_less_is_all_in_and_the_paragraph_is_told() -> None:
    """p2 has 1 of 2; p3 calls 2, p1 gives up 1: p3 has back the dollar that nobody can call, and the kings win 3."""
    told = no_limit("'p3 cc', 'p1 f', 'd db 2c9d5h', 'd db Jc', 'd db 4s'", stacks="[100, 1, 100]")
    assert told.finishing_stacks == [99, 3, 99]
    assert "14.7(c)3" in told.breaks


def test_an_ante_for_less_contends_for_as_much() -> None:
    """Antes of 2, p1 has 1: main pot 3 to the aces; p2 loses the other 1 and the bring-in of 1, and p3 has them."""
    told = hand(
        "variant = 'F7S'",
        "antes = [2, 2, 2]\nbring_in = 1\nsmall_bet = 4\nbig_bet = 8\nante_trimming_status = true",
        "starting_stacks = [1, 100, 100]",
        "actions = ['d dh p1 AsAhKd', 'd dh p2 7s8h2c', 'd dh p3 QsQh9d', 'p2 pb', 'p3 cbr 4', 'p2 f',",
        "'d dh p1 3c', 'd dh p3 4c', 'd dh p1 5c', 'd dh p3 6d', 'd dh p1 8d', 'd dh p3 Td',",
        "'d dh p1 9c', 'd dh p3 Jh']",
    )
    assert told.finishing_stacks == [3, 97, 101]


def test_somebody_posts_to_enter() -> None:
    """p4 posts 2 behind the blinds; checked down, his aces take 5."""
    streets = "".join(f"'d db {cards}', 'p2 cc', 'p4 cc', " for cards in ("2c9d5h", "Jc", "4s"))
    told = hand(
        "variant = 'NT'\nantes = [0, 0, 0, 0]\nblinds_or_straddles = [1, 2, 0, -2]\nmin_bet = 2",
        "starting_stacks = [100, 100, 100, 100]",
        "actions = ['d dh p1 7c2d', 'd dh p2 KsKh', 'd dh p3 8c3d', 'd dh p4 AsAh', 'p3 f', 'p4 cc', 'p1 f', 'p2 cc',",
        f"{streets}]",
    )
    assert told.finishing_stacks == [99, 98, 100, 103]


def test_who_owes_the_bring_in_may_have_made_a_full_bet_of_it() -> None:
    told = hand(
        "variant = 'F7S'\nantes = [1, 1]\nbring_in = 1\nsmall_bet = 4\nbig_bet = 8\nstarting_stacks = [100, 100]",
        "actions = ['d dh p1 AsAhKd', 'd dh p2 ????2c', 'p2 cbr 4', 'p1 f']",
    )
    assert told.finishing_stacks == [99, 101]


def test_14_15_j_1_a_fold_that_could_have_been_a_check_is_one() -> None:
    told = no_limit("'p3 f', 'p1 cc', 'p2 cc', 'd db 2c9d5h', 'p1 f'")
    assert told.finishing_stacks == [98, 102, 100]


def test_deuce_to_seven_with_one_draw_is_played_and_said_to_be_no_lawful_game() -> None:
    """Seven high beats eight high; 2 each."""
    told = hand(
        "variant = 'N2L1D'",
        BLINDS,
        "starting_stacks = [100, 100, 100]",
        "actions = ['d dh p1 7h5d4c3s2h', 'd dh p2 8h6d4s3d2c', 'd dh p3 ??????????', 'p3 f', 'p1 cc', 'p2 cc',",
        "'p1 sd', 'p2 sd', 'p1 cc', 'p2 cc']",
    )
    assert told.finishing_stacks == [102, 98, 100]
    assert "14.8(b)" in told.breaks


def test_several_hands_in_a_file_are_numbered() -> None:
    lines = f"variant = 'NT'\n{BLINDS}starting_stacks = [9, 9, 9]\nactions = [{DEALT}, 'p3 f', 'p1 f']\n"
    rows = as_rows({"two.phhs": f"[1]\n{lines}\n[2]\n{lines}".encode()})
    assert [(row["file"], row["finishing_stacks"]) for row in rows] == [
        ("two.phhs 1", [8, 10, 9]),
        ("two.phhs 2", [8, 10, 9]),
    ]


def test_a_hand_that_is_refused_does_not_keep_thousands_of_others_from_being_played() -> None:
    lines = f"variant = 'NT'\n{BLINDS}starting_stacks = [9, 9, 9]\nactions = [{DEALT}, 'p3 f', 'p1 f']\n"
    lines += f"# {'x' * 60_000}\n"
    short = lines.replace("'NT'", "'NS'")
    rows = as_rows({"two.phhs": f"[1]\n{lines}\n[2]\n{lines}".encode(), "short.phh": short.encode()})
    assert [(row["finishing_stacks"], row["agrees"]) for row in rows] == [
        ([8, 10, 9], None), ([8, 10, 9], None), ([], False),
    ]  # fmt: skip
    assert "14.8" in rows[2]["breaks"]


def test_small_change_is_played_for_as_it_is() -> None:
    """Blinds of 10 and 25 cents; p3 makes it 75 cents and has the 35 of the others."""
    blinds = "antes = [0, 0, 0]\nblinds_or_straddles = [0.10, 0.25, 0]\nmin_bet = 0.25\n"
    told = no_limit("'p3 cbr 0.75', 'p1 f', 'p2 f'", stacks="[25, 24.5, 25]", blinds=blinds)
    assert (told.finishing_stacks, told.breaks) == ([24.9, 24.25, 25.35], "")


def test_14_14_what_the_house_took_of_the_pot_is_told_by_the_stacks() -> None:
    """200 in the pot and 197 for the aces: so the house had 3."""
    lines = ("variant = 'NT'", BLINDS, "starting_stacks = [100, 100, 100]", f"actions = [{DEALT}, 'p3 f',")
    told = hand(
        *lines,
        "'p1 cbr 100', 'p2 cc', 'd db 2c9d5h', 'd db Jc', 'd db 4s']\nfinishing_stacks = [197, 0, 100]",
    )
    assert (told.finishing_stacks, told.agrees) == ([197, 0, 100], True)
    assert "14.14" in told.breaks


def test_14_17_a_raise_to_all_that_the_other_has_is_less_than_it_should_be() -> None:
    """On fourth street p1 bets 4 of his 6; p2 says raise to 6 where the raise is to 8, and p1 calls with all he has:
    his aces take 18 (antes, 2 and 6 each), and p2 has back the 2 that nobody could call."""
    rest = "".join(
        f"'d dh p1 {one}', 'd dh p2 {two}', " for one, two in (("5s", "6s"), ("7d", "8d"), ("9d", "Td"))
    )
    told = hand(
        "variant = 'F7S'\nantes = [1, 1]\nbring_in = 2\nsmall_bet = 4\nbig_bet = 8\nstarting_stacks = [9, 100]",
        "actions = ['d dh p1 AsQh2c', 'd dh p2 KsKd3c', 'p1 pb', 'p2 cc', 'd dh p1 Ad', 'd dh p2 4d',",
        f"'p1 cbr 4', 'p2 cbr 6', 'p1 cc', {rest}]",
    )
    assert told.finishing_stacks == [18, 91]
    assert "14.17" in told.breaks


def test_with_two_players_the_other_may_have_posted_first() -> None:
    """Told as [2, 1]: p1 has 1 in front of him and speaks first."""
    lines = (
        "variant = 'NT'", "antes = [0, 0]\nblinds_or_straddles = [2, 1]\nmin_bet = 2", "starting_stacks = [9, 9]",
    )  # fmt: skip
    told = hand(*lines, "actions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'p1 f']")
    assert told.finishing_stacks == [8, 10]


def test_a_hand_that_nobody_saw_is_out_when_others_are_shown() -> None:
    lines = ("variant = 'NT'", BLINDS, "starting_stacks = [9, 9, 9]")
    down = "".join(f"'d db {cards}', 'p1 cc', 'p2 cc', " for cards in ("2c9d5h", "Jc", "4s"))
    played = f"actions = ['d dh p1 7s7h', 'd dh p2 ????', 'd dh p3 ????', 'p3 f', 'p1 cc', 'p2 cc', {down}"
    assert hand(*lines, f"{played} 'p1 sm 7s7h', 'p2 sm ????']").finishing_stacks == [11, 7, 9]
    assert hand(*lines, f"{played} 'p1 sm ????', 'p2 sm ????']").agrees is False


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[100, 100, 100]", "[-inf, 100, 100]"),
        ("[100, 100, 100]", "[0, 100, 100]"),
        ("[100, 100, 100]", "[nan, 100, 100]"),
        ("[100, 100, 100]", "[100, 100, 1e300]"),
        ("antes = [0, 0, 0]", "antes = [0, 0]"),
        ("[1, 2, 0]", "[1, 2, 0, 0]"),
        ("[1, 2, 0]", "[-1, -2, 0]"),
        ("antes = [0, 0, 0]", "antes = [0, -1, 0]"),
    ],
)
def test_amounts_that_are_none_are_refused(old: str, new: str) -> None:
    text = f"variant = 'NT'\n{BLINDS}starting_stacks = [100, 100, 100]\nactions = [{DEALT}, 'p3 f', 'p1 f']"
    with pytest.raises(Refused, match=r"made-up\.phh"):
        hand(text.replace(old, new))


@pytest.mark.parametrize(
    "action",
    ["d dx p1", "p1", "p9 f", "x f", "p1 cbr", "p1 cbr ten", "p1 sm AsA", "d db Zz", "p1 f now", "d dh p1"],
)
def test_what_is_no_action_is_told_in_a_sentence(action: str) -> None:
    told = no_limit(f"'p3 f', '{action}'")
    assert told.agrees is False
    assert told.breaks


@pytest.mark.parametrize(
    ("actions", "paragraph"),
    [
        ("'p3 cbr 3', 'p1 f', 'p2 f'", "14.17"),
        ("'p1 f'", None),
        ("'p3 f'", "14.6(d)"),
        ("'p3 f', 'p1 f', 'p2 f'", "14.6(d)"),
    ],
)
def test_what_the_law_does_not_let_happen_is_told(actions: str, paragraph: str | None) -> None:
    told = no_limit(actions)
    assert told.agrees is False
    assert told.breaks
    assert paragraph is None or paragraph in told.breaks


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        (f"{DEALT}, 'd'", "'d' is not an action of the notation"),
        ("'d dh p1 AsAh', 'd dh p2 KsKh'", "the file gives no further card for p3"),
        ("'d dh p1 AsAs', 'd dh p2 KsKh', 'd dh p3 ????'", "As is dealt 2 times"),
    ],
)
def test_a_file_that_breaks_the_notation_is_refused_unless_there_are_others(actions: str, says: str) -> None:
    text = f"variant = 'NT'\n{BLINDS}starting_stacks = [100, 100, 100]\nactions = [{actions}]".encode()
    with pytest.raises(Refused, match=f"one.phh: {says}"):
        as_rows({"one.phh": text})
    sound = f"variant = 'NT'\n{BLINDS}starting_stacks = [100, 100, 100]\nactions = [{DEALT}, 'p3 f', 'p1 f']"
    first, second = as_rows({"one.phh": text, "two.phh": sound.encode()})
    assert (first["agrees"], says in first["breaks"]) == (False, True)
    assert second["winners"] == [2]


def test_a_player_with_too_little_is_not_dealt_in() -> None:
    assert "14.7(c)3" in no_limit("'p3 f', 'p1 f'", stacks="[3, 100, 100]").breaks


@pytest.mark.parametrize(
    "text",
    [
        b"variant = 'NS'\nstarting_stacks = [1, 1]\nactions = []",
        b"[[[[",
        b"\xff\xfe",
        b"variant = 'NT'",
        b"variant = 'NT'\nstarting_stacks = [5]\nactions = []",
        b"variant = 'NT'\nstarting_stacks = ['a', 'b']\nactions = []",
        b"a." * 2000 + b"a = 1",
    ],
)
def test_what_is_no_hand_is_refused_in_a_sentence(text: bytes) -> None:
    with pytest.raises(Refused) as refused:
        replayed(read(text, "bad.phh"), "bad.phh")
    assert "bad.phh" in str(refused.value)


def test_the_command_answers_in_the_shape_of_the_contract(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(
        f"variant = 'NT'\n{BLINDS}starting_stacks = [100, 100, 100]\nactions = [{DEALT}, 'p3 f', 'p1 f']\n"
        "finishing_stacks = [99, 101, 100]\n"
    )
    command = [sys.executable, "-m", "pitboss", "phh", str(file), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    (row,) = json.loads(done.stdout)
    assert {"file", "variant", "finishing_stacks", "agrees"} <= row.keys()
    assert (row["variant"], row["finishing_stacks"], row["agrees"]) == ("NT", [99, 101, 100], True)


def test_a_stack_that_is_not_told_is_more_than_anybody_bets() -> None:
    """p1 and p3 have what they have; p2, of whom it is told, calls 10 and loses it."""
    told = no_limit(
        "'p3 f', 'p1 cbr 10', 'p2 cc', 'd db 2c9d5h', 'p1 cc', 'p2 cc', 'd db Jc', 'p1 cc', 'p2 cc', 'd db 4s',"
        "'p1 cc', 'p2 cc'",
        stacks="[inf, 100, inf]",
    )
    assert (told.finishing_stacks, told.winners, told.pot) == ([None, 90, None], [1], 20)
    assert told.agrees is None


def test_stacks_that_are_told_agree_beside_some_that_are_not() -> None:
    lines = ("variant = 'NT'", BLINDS, "starting_stacks = [100, inf, 100]")
    actions = f"actions = [{DEALT}, 'p3 f', 'p1 f']"
    assert hand(*lines, actions, "finishing_stacks = [99, inf, 100]").agrees is True
    assert hand(*lines, actions, "finishing_stacks = [98, inf, 100]").agrees is False


def test_sums_of_binary_fractions_are_what_they_were_meant_to_be() -> None:
    told = hand(
        "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [0.1, 0.2, 0]\nmin_bet = 0.2",
        "starting_stacks = [2, 2, 2]",
        f"actions = [{DEALT}, 'p3 f', 'p1 cbr 0.6000000000000001', 'p2 f']",
        "finishing_stacks = [2.2, 1.7999999999999998, 2]",
    )
    assert (told.finishing_stacks, told.agrees) == ([2.2, 1.8, 2], True)


def test_14_17_a_raise_over_a_straddle_by_the_minimum_bet_is_as_some_rooms_post_it() -> None:
    """Blinds 1 and 2, p3 straddles 4, p4 makes it 6, all fold: 7 are in the middle besides his 6."""
    told = hand(
        "variant = 'NT'\nantes = [0, 0, 0, 0]\nblinds_or_straddles = [1, 2, 4, 0]\nmin_bet = 2",
        "starting_stacks = [100, 100, 100, 100]",
        "actions = ['d dh p1 7c2d', 'd dh p2 KsKh', 'd dh p3 8c3d', 'd dh p4 AsAh',",
        "'p4 cbr 6', 'p1 f', 'p2 f', 'p3 f']",
    )
    assert (told.finishing_stacks, told.breaks) == ([99, 98, 96, 107], "")


@pytest.mark.parametrize(
    ("antes", "blinds", "stacks"), [("[0, 2]", "[1, 2]", [96, 104]), ("[2, 0]", "[2, 1]", [104, 96])]
)
def test_with_two_players_an_ante_for_all_is_told_where_the_larger_blind_is(
    antes: str, blinds: str, stacks: list[int]
) -> None:
    """Antes and blinds of two are told the other way round. Of [1, 2] p1 has the blind of 2 and puts up 2 for both; he
    loses them with the 2 that p2 calls. Of [2, 1] p2 does, and p1 calls and wins."""
    first, second = ("p2", "p1") if blinds == "[1, 2]" else ("p1", "p2")
    cards = "'d dh p1 7c2d', 'd dh p2 AsAh'" if first == "p2" else "'d dh p1 AsAh', 'd dh p2 7c2d'"
    streets = "".join(f"'d db {each}', 'p1 cc', 'p2 cc', " for each in ("3c9d5h", "Jc", "4s"))
    told = hand(
        f"variant = 'NT'\nantes = {antes}\nblinds_or_straddles = {blinds}\nmin_bet = 2",
        "starting_stacks = [100, 100]",
        f"actions = [{cards}, '{first} cc', '{second} cc', {streets}]",
    )
    assert told.finishing_stacks == stacks


def test_an_ante_that_nobody_else_puts_up_goes_back_where_antes_are_trimmed() -> None:
    told = no_limit(
        "'p3 f', 'p1 f'", blinds=BLINDS.replace("[0, 0, 0]", "[0, 2, 0]") + "ante_trimming_status = true"
    )
    assert told.finishing_stacks == [99, 101, 100]


def test_an_ante_for_less_contends_for_all_antes_where_they_are_not_trimmed() -> None:
    """Antes of 2, p1 has 1: he contends for all 5, and of the bets for nothing; p2 loses ante and bring-in to p3."""
    told = hand(
        "variant = 'F7S'",
        "antes = [2, 2, 2]\nbring_in = 1\nsmall_bet = 4\nbig_bet = 8\nante_trimming_status = false",
        "starting_stacks = [1, 100, 100]",
        "actions = ['d dh p1 AsAhKd', 'd dh p2 7s8h2c', 'd dh p3 QsQh9d', 'p2 pb', 'p3 cbr 4', 'p2 f',",
        "'d dh p1 3c', 'd dh p3 4c', 'd dh p1 5c', 'd dh p3 6d', 'd dh p1 8d', 'd dh p3 Td',",
        "'d dh p1 9c', 'd dh p3 Jh']",
    )
    assert told.finishing_stacks == [5, 97, 99]


def test_next_to_a_low_card_without_chips_the_bring_in_is_posted() -> None:
    """p1 has nothing left after the ante; p2 brings in 1, p3 gives up: of the antes of 3 the kings have all."""
    told = hand(
        "variant = 'F7S'\nantes = [1, 1, 1]\nbring_in = 1\nsmall_bet = 2\nbig_bet = 4\nstarting_stacks = [1, 50, 50]",
        "actions = ['d dh p1 7s8h2c', 'd dh p2 KsKh9c', 'd dh p3 QsJh9d', 'p2 pb', 'p3 f',",
        "'d dh p1 3c', 'd dh p2 4c', 'd dh p1 5c', 'd dh p2 6d', 'd dh p1 8d', 'd dh p2 Td',",
        "'d dh p1 9h', 'd dh p2 Jc']",
    )
    assert told.finishing_stacks == [0, 52, 49]


def test_a_hand_that_is_no_game_of_the_room_is_told_with_its_variant() -> None:
    good = f"variant = 'NT'\n{BLINDS}starting_stacks = [100, 100, 100]\nactions = [{DEALT}, 'p3 f', 'p1 f']"
    rows = as_rows({"good": good.encode(), "short": good.replace("'NT'", "'NS'").encode()})
    assert [row["variant"] for row in rows] == ["NT", "NS"]


@pytest.mark.parametrize(
    ("post", "stacks"),
    [
        (-1, [99, 98, 100, 103]),  # dead: p4 calls 2 besides, and wins 1, 2, 2 and 1
        (-3, [99, 98, 100, 103]),  # a blind of 2, which is a call, and 1 dead
    ],
)
def test_14_10_d_1_i_what_is_posted_besides_a_blind_is_dead_and_the_paragraph_is_told(
    post: int, stacks: list[int]
) -> None:
    streets = "".join(f"'d db {cards}', 'p2 cc', 'p4 cc', " for cards in ("2c9d5h", "Jc", "4s"))
    told = hand(
        f"variant = 'NT'\nantes = [0, 0, 0, 0]\nblinds_or_straddles = [1, 2, 0, {post}]\nmin_bet = 2",
        "starting_stacks = [100, 100, 100, 100]",
        "actions = ['d dh p1 7c2d', 'd dh p2 KsKh', 'd dh p3 8c3d', 'd dh p4 AsAh', 'p3 f', 'p4 cc', 'p1 f', 'p2 cc',",
        f"{streets}]",
    )
    assert (told.finishing_stacks, told.pot) == (stacks, 6)
    assert "14.10(d)1i" in told.breaks


def test_stacks_that_lack_more_than_the_pot_are_no_rake() -> None:
    told = hand(
        f"variant = 'NT'\n{BLINDS}starting_stacks = [100, 100, 100]\nactions = [{DEALT}, 'p3 f', 'p1 f']",
        "finishing_stacks = [99, 0, 100]",
    )
    assert (told.agrees, told.breaks) == (
        False,
        "the finishing stacks are 101 short, which is more than the pot",
    )


def test_14_7_b_1_an_ante_of_the_button_is_everybodys_to_win_and_the_paragraph_is_told() -> None:
    told = no_limit("'p3 f', 'p1 f'", blinds=BLINDS.replace("[0, 0, 0]", "[0, 0, 5]"))
    assert (told.finishing_stacks, told.winners) == ([99, 106, 95], [2])
    assert "14.7(b)1" in told.breaks


def test_an_ante_of_the_big_blind_beside_a_straddle() -> None:
    """p2 puts 2 up for all, p3 straddles 4; p4 and the blinds give up."""
    told = hand(
        "variant = 'NT'\nantes = [0, 2, 0, 0]\nblinds_or_straddles = [1, 2, 4, 0]\nmin_bet = 2",
        "starting_stacks = [100, 100, 100, 100]",
        "actions = ['d dh p1 7c2d', 'd dh p2 KsKh', 'd dh p3 8c3d', 'd dh p4 AsAh', 'p4 f', 'p1 f', 'p2 f']",
    )
    assert told.finishing_stacks == [99, 96, 105, 100]

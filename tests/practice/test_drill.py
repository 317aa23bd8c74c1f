"""Questions for dealers: their answers by hand, what is asked again, and the record."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import pytest
from rich.console import Console

from pitboss.book import game
from pitboss.equipment.cards import cards
from pitboss.law import Refused
from pitboss.practice.drill import (
    KINDS,
    Answered,
    Kind,
    Progress,
    Question,
    Quiz,
    lesson,
    questions,
    read_record,
    weights,
)
from tests.practice.test_commands import pitboss

BACCARAT = game("mini-baccarat").rules()
SYMBOLS = str.maketrans("♣♦♥♠", "cdhs")


def asked(rules: object, kind: Kind, many: int, seed: int = 1) -> list[Question]:
    return list(islice(questions(rules, [kind], seed), many))  # type: ignore[arg-type]


def points(hand: str) -> int:
    """Of a hand at baccarat, as it is shown."""
    ranks = [card[:-1] for card in hand.split()]
    return sum(1 if rank == "A" else int(rank) if rank.isdecimal() else 0 for rank in ranks) % 10


def coup(question: Question) -> str:
    hands = dict(line.split(": ", 1) for line in question.shown if line.startswith("the "))
    player, banker = points(hands["the player"]), points(hands["the banker"])
    return "Player" if player > banker else "Banker" if banker > player else "Tie"


def test_7_3_a_payouts_at_baccarat_are_those_of_the_text() -> None:
    """Player 1 to 1, banker 19 to 20, tie 8 to 1; whoever holds more wins."""
    for question in asked(BACCARAT, "payouts", 40):
        found = re.search(r"bets \$([\d.]+) on (\w+) and wins", question.asked)
        assert found
        stake, wager = float(found[1]), found[2]
        assert wager == coup(question)
        due = {"Player": stake, "Banker": stake * 19 / 20, "Tie": 8 * stake}[wager]
        assert float(question.answer) == pytest.approx(due, abs=0.25)  # to the chip
        assert question.right(f"${question.answer}")
        assert not question.right(f"{float(question.answer) + 1:.2f}")


def test_7_3_a_just_the_line_that_is_named_is_wrong() -> None:
    """Each line is judged by the points of the hands that are shown."""
    none = 0
    for question in asked(BACCARAT, "errors", 60):
        wins, wrong = coup(question), []
        for line in question.shown:
            if not (found := re.match(r"(\d+)\. \w+, (\w+), \$([\d.]+): (.+)", line)):
                continue
            number, wager, stake, end = found[1], found[2], float(found[3]), found[4]
            odds = {"Player": 1.0, "Banker": 0.95, "Tie": 8.0}[wager]
            paid = re.fullmatch(r"is paid \$([\d,.]+)", end)
            if wager == wins:
                right = paid is not None and abs(float(paid[1].replace(",", "")) - stake * odds) <= 0.25
            elif wins == "Tie":
                right = end == "is returned"
            else:
                right = end.startswith("loses")
            wrong += [] if right else [number]
        assert wrong == ([] if question.answer == "0" else [question.answer])
        none += question.answer == "0"
    assert 0 < none < 30


@pytest.mark.parametrize("name", ["pai-gow-poker", "pai-gow", "asia-poker"])
def test_a_hand_to_set_is_answered_with_cards_of_the_dealer(name: str) -> None:
    for question in asked(game(name).rules(), "hands", 6):
        whole = cards(
            question.shown[0]
            .removeprefix("The dealer holds ")
            .translate(SYMBOLS)
            .replace("10", "T")
            .replace("★", "Jo")
        )
        low = cards(question.answer)
        assert 0 < len(low) <= len(whole) // 2
        assert question.right(" ".join(reversed(question.answer.split())))
        assert not question.right(question.answer.split()[0])


def test_11_9_two_pairs_with_aces_are_split() -> None:
    """Every way of setting a hand in use puts the small pair behind the aces."""
    split = 0
    for question in asked(game("pai-gow-poker").rules(), "hands", 60, seed=4):
        ranks = [card[:-1] for card in question.shown[0].removeprefix("The dealer holds ").split()]
        pairs = sorted({rank for rank in ranks if ranks.count(rank) == 2}, key="2345678910JQKA".index)
        if len(pairs) == 2 and pairs[1] == "A" and len(set(ranks)) == 5 and "★" not in question.shown[0]:
            assert {card[0] for card in question.answer.split()} == {pairs[0].replace("10", "T")}
            split += 1
    assert split


def test_rulings_are_those_of_the_file_and_no_answer_is_offered_twice() -> None:
    for question in asked(game("craps").rules(), "rulings", 20):
        entry = game("craps").rules().irregularities[question.item]
        assert question.choices["ABCD".index(question.answer)] == entry.ruling
        assert question.cite == entry.cite
        assert len(set(question.choices)) == len(question.choices) == 4


def answered(*right: bool, item: str = "x") -> list[Answered]:
    return [
        Answered(at=0, name="", game="g", kind="payouts", item=item, right=each, seconds=1) for each in right
    ]


@pytest.mark.parametrize(
    ("before", "weight"),
    [
        ((), 1),
        ((False,), 3),
        ((True,), 1 / 1.5),
        ((False, False, True), 5 / 1.5),
        ((False, *[True] * 5), 1 / 3.5),
    ],
)
def test_what_was_missed_is_asked_more_often(before: Iterable[bool], weight: float) -> None:
    """(1 + 2 · missed) / (1 + right / 2), of the last five."""
    question = Question(kind="payouts", item="x", shown=(), asked="", answer="1", cite="")
    assert weights(answered(*before))(question) == pytest.approx(weight)


def test_a_missed_row_comes_back() -> None:
    """Of two hundred questions at sic bo, one item missed five times is asked several times as often as before."""
    rules = game("sic-bo").rules()

    def times(record: list[Answered]) -> int:
        some = islice(questions(rules, ["rulings"], 3, record), 200)
        return sum(each.item == "device-fixed" for each in some)

    missed = [
        Answered(at=0, name="", game="sic-bo", kind="rulings", item="device-fixed", right=False, seconds=1)
    ] * 5
    assert times(missed) > 1.2 * times([])


def at_lesson(page: Path, *given: str, limit: float = 0, seed: int = 7) -> tuple[list[Answered], str]:
    """A lesson of three payouts whose answers take 1, 2, 3 … seconds."""
    console, words = Console(record=True, width=200, quiet=False, file=open("/dev/null", "w")), iter(given)  # noqa: SIM115
    ticks = (second for n in range(1, 99) for second in (10 * n, 10 * n + n))

    def answer() -> str:
        try:
            return next(words)
        except StopIteration:
            raise EOFError from None

    found = lesson(
        BACCARAT, ["payouts"], 3, seed=seed, page=page, name="Ann", limit=limit, console=console, given=answer,
        clock=lambda: float(next(ticks)),
    )  # fmt: skip
    return found, console.export_text()


def test_a_lesson_is_judged_kept_and_goes_on(tmp_path: Path) -> None:
    page = tmp_path / "new" / "record.jsonl"
    first = asked(BACCARAT, "payouts", 1, seed=7)[0]
    found, text = at_lesson(page, "no number", first.answer, "0.01")
    assert [(each.right, each.seconds) for each in found] == [(True, 1.0), (False, 2.0)]
    assert "'no number' is not an amount" in text
    assert "1 of 2 right." in text
    assert read_record(page) == found
    again, _ = at_lesson(page, "quit")
    assert again == []
    assert read_record(page) == found


def test_an_answer_that_comes_late_is_not_right(tmp_path: Path) -> None:
    first = asked(BACCARAT, "payouts", 1, seed=7)[0]
    (found,), text = at_lesson(tmp_path / "r", first.answer, limit=0.5)
    assert not found.right
    assert "too late by 0.5 s" in text


def test_a_paper_has_its_answers_on_the_last_page() -> None:
    some = [each for kind in KINDS for each in asked(game("pai-gow-poker").rules(), kind, 2)]
    sheet = Quiz(game("pai-gow-poker").rules(), some).sheet()
    assert [section.title for section in sheet.sections] == [
        *(f"Question {n}" for n in range(1, 9)),
        "Answers",
    ]
    assert [row[1] for row in sheet.sections[-1].tables[0].rows] == [each.solution for each in some]


def test_a_record_is_summed_by_person_and_item() -> None:
    record = [*answered(True, False, False), *answered(True, True, item="y")]
    people, missed = Progress(record).sheet().sections
    assert people.tables[0].rows == (("", "5", "60%", "60%", "1.0"),)
    assert missed.tables[0].rows == (("g", "payouts: x", "3", "33%"),)


def test_questions_follow_from_the_seed() -> None:
    one, other = (list(islice(questions(BACCARAT, KINDS, 5), 12)) for _ in range(2))
    assert one == other
    assert one != list(islice(questions(BACCARAT, KINDS, 6), 12))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["mini-baccarat", "--kind", "hands"], "Mini-baccarat has nothing to ask about hands"),
        ([], "name a game to drill, or give --results for the record"),
        (["craps", "--questions", "0"], "ask at least one question, not 0"),
        (["--results"], "nothing has been answered yet"),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(
    words: list[str],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert pitboss(monkeypatch, "drill", *words, "--record", str(tmp_path / "record.jsonl")) == 2
    assert capsys.readouterr().err == f"pitboss: {says}\n"
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_no_record_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "notes.txt"
    page.write_text("hello\n")
    with pytest.raises(Refused, match=r"notes\.txt is not the record of a drill"):
        read_record(page)

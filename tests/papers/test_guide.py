"""The gaming guide: complete, escaped, and right for a patron."""

from __future__ import annotations

import re
import shutil
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pitboss.book import Heading, Refused, Rules, game
from pitboss.book.data import Value
from pitboss.odds.proved import store
from pitboss.papers import guide as papers
from pitboss.papers.charts import bars
from pitboss.papers.guide import Guide, chapter_of, gaming_guide, glossary, guide
from pitboss.registers import paragraphs_of
from tests.pdf import read_back

VOID = {"meta", "br", "link", "img", "hr", "input"}


class Balanced(HTMLParser):
    """Refuses a page whose elements do not close in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def well_formed(page: str) -> None:
    parser = Balanced()
    parser.feed(page)
    assert not parser.open


@pytest.fixture(scope="module")
def page() -> str:
    return guide("three-card-poker", [])


def test_8_5_b_the_guide_tells_every_wager_option_row_and_irregularity(page: str) -> None:
    data, told = game("three-card-poker").data, unescape(page)
    for entry in (*data.wagers, *data.options, *data.decisions, *data.irregularities, *data.errata):
        assert entry.full_cite in told
    for wager in data.wagers:
        assert wager.text in told
    for option in data.options:
        assert option.text in told
        assert all(meaning in told for meaning in option.texts.values())
    for irregularity in data.irregularities:
        assert irregularity.ruling in told
    for erratum in data.errata:
        assert erratum.read in told
    for grid in data.pay_grids:
        for outcome, *odds in grid.rows:
            assert outcome.replace("-", " ") in told
            assert all(each in told for each in odds)


def test_8_5_b_the_guide_stands_by_itself(page: str) -> None:
    well_formed(page)
    assert not re.search(r'<script|<link|@import|(?:src|href)="(?!#)', page)


def test_8_2_c_the_limits_are_posted(page: str) -> None:
    assert "$5 to $500" in page
    assert "$1 to $100" in page


def test_1_4_a_odds_are_printed_with_to_and_never_with_for(page: str) -> None:
    assert not re.search(r"\d for \d", page)


def test_20_11_a_2_the_house_edge_of_pair_plus(page: str) -> None:
    # Of 22,100 hands 3,744 pairs, 1,096 flushes, 720 straights, 52 threes and 48 straight flushes win
    # 3,744 + 3,288 + 3,600 + 1,300 + 1,680 units; 16,440 lose one each: 2,828 / 22,100.
    assert "12.796%" in page
    assert "707/5525" in page
    assert "1 in 425" in page  # three of a kind, 52 of 22,100


def test_20_11_a_1_no_chance_is_printed_where_the_row_is_not_the_whole_story(page: str) -> None:
    # An ante also wins when the dealer does not reach queen high: its "win" row says nothing of that.
    ante = page[page.index("<h2>What is paid") :].split("<tr>")[2]
    assert "Ante" in ante
    assert "1 in" not in ante


def test_the_choice_in_force_is_marked() -> None:
    told = guide("three-card-poker", ["six-card-bonus=C"])
    assert '<li class="here">Six-card bonus paid by table C</li>' in told
    assert "26393/391510" in told  # the edge of table C


def test_20_12A_a_a_wager_not_offered_is_named_apart() -> None:  # noqa: N802
    told = guide("three-card-poker", ["six-card-bonus=none"])
    assert 'id="three-card-poker-wager-six-card-bonus"' not in told
    assert "Other tables may also offer: Six-card bonus" in told


def test_what_a_definition_says_is_escaped(tmp_path: Path) -> None:
    page = game("three-card-poker").path
    source = page.read_text(encoding="utf-8")
    for shared in ("house_poker.toml", "dealing.toml"):
        shutil.copy(page.with_name(shared), tmp_path)
    source = source.replace('title = "Three-card poker"', 'title = "<b>Three & three</b>"')
    source = source.replace('name = "Ante"', "name = '<script>alert(\"ante\")</script>'")
    (tmp_path / "odd_poker.toml").write_text(source, encoding="utf-8")
    (tmp_path / "odd_poker.py").write_text(
        "from pitboss.games.house_poker.three_card_poker import ThreeCardPoker\n"
        "class OddPoker(ThreeCardPoker): pass\n",
        encoding="utf-8",
    )
    told = guide(str(tmp_path / "odd_poker.toml"), [])
    well_formed(told)
    assert "<script" not in told
    assert "<b>Three" not in told
    assert "&lt;b&gt;Three &amp; three&lt;/b&gt;" in told


def test_a_game_that_leaves_no_decision_has_no_strategy(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise Refused("nothing to decide")

    monkeypatch.setattr(type(game("three-card-poker")), "strategy", refuse)
    monkeypatch.setattr(store, "pages", lambda _: None)  # which has one
    assert "The best play" not in guide("three-card-poker", [])


@pytest.fixture(scope="module")
def book() -> Guide:
    """A book of two games."""
    headings = [
        Heading(id_, game(id_).title, game(id_).data.subchapter, game(id_).data.family)
        for id_ in ("three-card-poker", "casino-war")
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(papers, "games", lambda: headings)
        return gaming_guide()


def test_8_5_b_the_book_has_contents_chapters_glossary_and_index(book: Guide) -> None:
    told = book.html()
    well_formed(told)
    assert told.count("<article") == 2
    contents, index = told[: told.index("<article")], told[told.index('<section id="index"') :]
    for id_ in ("three-card-poker", "casino-war"):
        assert f'<a href="#{id_}">' in contents
        assert f'<a href="#{id_}">' in index
        assert f'<article id="{id_}">' in told
    assert "Pair plus: " in index
    assert '<section class="glossary-section" id="glossary">' in told


def test_8_5_b_the_book_is_abridged(book: Guide) -> None:
    """What is in force, in the words of a patron: no other tables, readings or matters of handling."""
    for chapter in book.chapters:
        data = game(chapter.id).data
        assert not chapter.grids
        assert not chapter.errata
        silent = {each.id for each in data.options if each.procedure or each.id.startswith("reading-")}
        assert silent
        assert {each.id for each in chapter.options} == {each.id for each in data.options} - silent


def test_the_pdf_of_the_book_read_back_tells_what_the_command_line_does(book: Guide) -> None:
    pages = read_back(book.pdf())
    (first, contents), text = pages[:2], " ".join(pages)
    assert book.title in first
    starts = {
        chapter.id: next(n for n, page in enumerate(pages) if chapter.summary[:40] in page) + 1
        for chapter in book.chapters
    }
    for chapter in book.chapters:
        assert re.search(rf"{re.escape(chapter.title)} [. ]*{starts[chapter.id]}\b", contents)
        for row in game(chapter.id).odds(game(chapter.id).rules()):
            assert f"{float(row.house_edge) * 100:.3f}%" in text
        for table in game(chapter.id).rules().pay_tables.values():
            for outcome, odds in table.rows.items():
                assert len(table.rows) == 1 or f"{outcome.replace('-', ' ')} {odds}" in text
        for wager in chapter.wagers:
            assert wager.limits in text
    assert "12.796%" in text  # pair plus, 2,828 of 22,100 (see above)


def test_the_figures_of_json_are_those_of_odds(book: Guide) -> None:
    (told, _) = book.json()["chapters"]  # type: ignore[misc]
    found = game("three-card-poker")
    assert told["odds"] == [row.json() for row in found.mathematics.odds(found.rules())]
    assert "layout" not in told


def test_a_house_may_leave_out_odds_and_advice() -> None:
    told = gaming_guide("three-card-poker", odds=False).html()
    assert "The house edge" not in told
    assert "The best play" not in told
    assert "12.796%" not in told
    assert "pair</td><td" in told


@pytest.mark.paragraph("20.1")
def test_the_glossary_tells_the_words_of_the_games_once_each() -> None:
    terms = glossary(["three-card-poker", "four-card-poker", "three-card-poker"])
    names = [each.term.lower() for each in terms]
    assert names == sorted(set(names))
    (pair_plus,) = [each for each in terms if each.term == "Pair plus wager"]
    assert [meaning.cite for meaning in pair_plus.meanings] == ["20.1"]


@pytest.mark.parametrize(
    ("names", "settings"),
    [([], ["version=base"]), (["three-card-poker"], ["version"]), (["casino-war", "casino-war"], [])],
)
def test_bad_settings_are_refused(names: list[str], settings: list[str]) -> None:
    with pytest.raises(Refused):
        gaming_guide(*names, settings=settings)


def test_8_5_b_the_guide_of_a_table_tells_its_limits_payouts_and_house_way(tmp_path: Path) -> None:
    """A house's own: limits, how the dealer sets; and two tables are a book."""
    (tmp_path / "war.toml").write_text(
        'game = "casino-war"\nname = "W1"\n[limits]\ninitial = [15, 1500]\n', encoding="utf-8"
    )
    (tmp_path / "asia.toml").write_text(
        'game = "asia-poker"\nname = "A7"\n[house_way]\ntext = "Our way."\nthen = ["low", "high", "medium"]\n'
        '[[house_way.aims]]\nhigh = "two-pairs"\nlow = "A"\n',
        encoding="utf-8",
    )
    told = gaming_guide(str(tmp_path / "war.toml"), odds=False).html()
    assert "$15 to $1,500" in told
    assert "W1" in told
    book = gaming_guide(str(tmp_path / "war.toml"), str(tmp_path / "asia.toml"), odds=False)
    assert [chapter.table for chapter in book.chapters] == ["W1", "A7"]
    assert book.lead.startswith("The games of this guide")
    for text in (book.html(), " ".join(read_back(book.pdf()))):
        assert "$15 to $1,500" in text
        assert "Our way." in text
        assert "two-pairs" in text
        assert "the highest low, then high, then medium" in text


def test_8_5_b_the_guide_of_a_posted_table_says_what_is_in_force_and_nothing_else(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text(
        'game = "three-card-poker"\nlayout = { licensee = "Boardwalk Hall" }\n'
        '[options]\nsix-card-bonus = "none"\npositions-per-player = 2\n',
        encoding="utf-8",
    )
    found = gaming_guide(str(table), odds=False)
    (chapter,) = found.chapters
    stated = [each.text for each in chapter.in_force]
    assert "Up to two adjacent betting positions to a player" in stated
    assert not [each for each in stated if "Six-card bonus" in each]
    for each in (chapter.others, chapter.options, chapter.grids, chapter.single, chapter.errata):
        assert not each
    paragraphs = {each.cite for section in chapter.sections for each in section.paragraphs}
    assert "20.7(c)" in paragraphs  # from a manual shoe, as here
    assert not {each for each in paragraphs if each.startswith(("20.8", "20.9", "20.12A(a)"))}
    assert not {each for each in paragraphs if each.startswith(("20.6(e)", "20.6(f)", "20.11(a)3i"))}
    assert not [each for each in stated if "Ante bonus paid by table" in each]
    assert "20.12A(a)" in {
        each.cite
        for section in chapter_of(game("three-card-poker").rules(), odds=False).sections
        for each in section.paragraphs
    }
    told = found.html()
    assert "Rules of this table" in told
    assert "What the house may choose" not in told
    assert "Boardwalk Hall" in told
    text = " ".join(read_back(found.pdf()))
    assert "Up to two adjacent betting positions to a player" in text
    assert "Boardwalk Hall" in text


@pytest.mark.parametrize("name", ["high-card-flush", "casino-war"])
def test_a_guide_says_which_text_it_follows_and_what_is_only_proposed(name: str) -> None:
    told = unescape(gaming_guide(name, odds=False).html())
    proposal = name == "high-card-flush"
    assert ("is proposed, not adopted" in told) == proposal
    assert ("N.J.A.C. 13:69F, subchapters 1 through 37" in told) != proposal
    assert ("the proposal “High Card Flush”" in told) == proposal


def test_bars_are_sorted_and_proportional() -> None:
    from fractions import Fraction

    drawing = bars([("dear", Fraction(1, 10)), ("cheap", Fraction(1, 100))])
    assert drawing.index("cheap") < drawing.index("dear")
    assert re.findall(r'width="(\d+)"', drawing) == ["40", "400"]


def test_the_guide_tells_no_payout_that_this_table_has_not_elected() -> None:
    """A suited 6-7-8 is paid 2 to 1 where the house has chosen so."""
    told = {
        chosen: {row.outcome for pays in chapter.many_ways for row in pays.rows}
        for chosen in ("no", "yes")
        for chapter in [chapter_of(game("blackjack").rules(**{"suited-6-7-8": chosen}), odds=False)]
    }
    assert told["yes"] - told["no"] == {"suited 6-7-8"}


@pytest.mark.parametrize(
    ("name", "chosen", "words"),
    [
        (
            "blackjack",
            {"progressive-blackjack": "yes", "hole-card": "none"},
            "progressive wager goes to the meters",
        ),
        ("blackjack", {"blackjack-bonus": "yes"}, "blackjack bonus wager wins"),
        ("mini-baccarat", {"royal-baccarat-table": "A"}, "Royal Baccarat Bonus"),
        ("pai-gow", {"player-banking": "yes"}, "co-banking"),
        ("pai-gow", {"dragons-eye": "method-1"}, "Wagers on the dice"),
        ("pai-gow-poker", {"progressive": 1}, "progressive meter starts at"),
        ("packs-poker", {"five-card-form": "progressive"}, "five-card meter starts at"),
        ("hold-em", {"ante": "1"}, "posts the ante"),
        ("three-card-poker", {"version": "20.6(f)1"}, "Ante bonus paid by table A"),
        ("blackjack", {"bettors-per-box": 2}, "Others may wager on a box"),
        ("high-card-flush", {"aggregate-limit": "per-round"}, "$50,000 at most"),
    ],
)
def test_a_posted_tables_guide_says_nothing_of_what_is_not_in_force(
    name: str, chosen: dict[str, Value], words: str
) -> None:
    for options, stated in (({}, False), (chosen, True)):
        found = chapter_of(Rules(game(name), options), odds=False, table="Pit 1")
        said = [each.text for each in found.in_force]
        assert any(words in each for each in said) == stated, said
        assert not [each for each in said if each.endswith("not offered")]


@pytest.mark.parametrize(
    ("name", "chosen", "decisions"),
    [
        (
            "pai-gow-poker",
            {"player-banking": "yes"},
            {"Bank", "Pass", "Dealer's wager", "No dealer's wager", "Stack"},
        ),
        ("pai-gow-poker", {"player-banking": "yes", "co-banking": "yes"}, {"Bank", "Co-bank"}),
        ("pai-gow", {"player-banking": "yes"}, {"Bank", "Pass"}),
        ("blackjack", {"surrender": "yes"}, {"Surrender"}),
        ("blackjack", {"additional-wager": "sevens"}, {"Take a third card for the sevens"}),
        ("colorado-hold-em-poker", {"version": "permissible-bet"}, {"Play without a bet"}),
        ("blackjack", {"bettors-per-box": 3}, {"Let others wager on my box"}),
        ("hold-em", {"straddle": "4"}, {"Straddle", "No straddle"}),
        ("hold-em", {"alternative-hands": "all-in"}, {"One hand", "Four hands"}),
        ("hold-em", {"post-to-enter": "yes"}, {"Post", "Wait"}),
        ("keno", {"runners": "yes"}, {"Redeem through a runner"}),
    ],
)
@pytest.mark.paragraph("11.10(c)", "11.10(e)")
def test_a_posted_tables_guide_lists_no_decision_that_nobody_can_be_asked_for(
    name: str, chosen: dict[str, Value], decisions: set[str]
) -> None:
    """Nobody banks where the house has not offered the bank; the general guide has the decision all the same."""

    def listed(options: dict[str, Value], table: str) -> set[str]:
        found = chapter_of(Rules(game(name), options), odds=False, table=table)
        return {each.name for each in found.decisions}

    assert decisions.isdisjoint(listed({}, "Pit 1"))
    assert decisions <= listed(chosen, "Pit 1")
    assert decisions <= listed({}, "")
    if "co-banking" not in chosen:
        assert "Co-bank" not in listed(chosen, "Pit 1")


def test_a_posted_tables_guide_lists_no_decision_for_a_wager_that_is_not_offered() -> None:
    """A decision that makes a wager is listed where the wager is offered."""
    for heading in ("baccarat-chemin-de-fer", "blackjack", "casino-war", "red-dog", "ultimate-texas-hold-em"):
        rules = game(heading).rules()
        found = {each.name for each in chapter_of(rules, odds=False, table="Pit 1").decisions}
        for each in game(heading).data.decisions:
            if each.makes and not each.when:
                assert (each.name in found) == (each.makes in rules.wagers), (heading, each.id)


KEYS = re.compile(r"\b[a-z][a-z-]*(?:@\d|:(?:\d|red|black))")
"""A wager as a case writes it: blackjack@2, straight:3-17."""


@pytest.mark.parametrize(
    "name",
    ["keno", "blackjack", "spanish-21", "blackjack-switch", "pai-gow-poker", "roulette", "sic-bo", "big-six"],
)
def test_players_read_no_key_of_a_wager(name: str) -> None:
    chapter = gaming_guide(name, odds=name in ("keno", "roulette")).chapters[0]
    read = [each.text for each in (*chapter.wagers, *chapter.decisions)]
    read += [each.wager for each in (*chapter.costs, *chapter.many_ways, *chapter.one_way)]
    assert not [each for each in read if KEYS.search(each)]


def test_1_4_e_rows_are_read_with_their_units() -> None:
    """1.4(e) pays by points made, 5.5(a) by insignia of dollars."""
    for name, rows in (
        ("craps", {"four points", "five points", "six points"}),
        ("big-six", {"$1", "$2", "$5", "$10", "$20", "joker", "flag"}),
    ):
        told = {
            row.outcome for pays in chapter_of(game(name).rules(), odds=False).many_ways for row in pays.rows
        }
        assert rows <= told


def test_1_5_a_when_the_commission_is_collected_is_one_statement() -> None:
    rules = game("craps").rules()
    said = [each.text for each in chapter_of(rules, odds=False, table="Pit 1").in_force]
    assert "Commission on buy 4, 5, 6, 8, 9 and 10 is collected with the bet" in said
    other = game("craps").rules(**{"buy-4-vigorish": "on-win", "buy-10-vigorish": "on-win"})
    said = [each.text for each in chapter_of(other, odds=False, table="Pit 1").in_force if "buy" in each.text]
    assert "Commission on buy 4 and 10 is collected only on a win" in said
    assert "Commission on buy 5, 6, 8 and 9 is collected with the bet" in said


def test_1_4_b_wagers_of_equal_odds_are_one_row() -> None:
    """1.4(b) pays pass, don't pass, come and don't come 1 to 1, and a 3 or an 11 in one roll 15 to 1."""
    rows = {each.wager: each.rows[0].odds for each in chapter_of(game("craps").rules(), odds=False).one_way}
    assert rows["Pass, Don't Pass, Come, Don't Come"] == "1 to 1"
    assert [odds for name, odds in rows.items() if name.startswith("Craps Three, Eleven in one roll")] == [
        "15 to 1"
    ]


def test_a_guide_of_a_game_between_players_has_no_empty_heading() -> None:
    assert "What is paid" not in gaming_guide("hold-em", odds=False).html()


@pytest.mark.parametrize("name", ["three-card-poker", "mini-baccarat", "blackjack", "hold-em"])
def test_a_posted_tables_guide_has_no_paragraph_that_leaves_a_choice_to_the_house(name: str) -> None:
    """What the house may choose is in the general guide; at a table it has been chosen, and that is stated."""
    rules = game(name).rules()
    told = {
        table: [each for section in found.sections for each in section.paragraphs]
        for table in ("", "Pit 1")
        for found in [chapter_of(rules, odds=False, table=table)]
    }
    cites = {table: {each.cite for each in paragraphs} for table, paragraphs in told.items()}
    assert cites["Pit 1"] < cites[""]
    choices = {
        each.cite
        for each in paragraphs_of(name)
        if each.code and all(carrier.startswith(("option.", "constraint")) for carrier in each.code)
    }
    chosen = {
        paragraph for each in rules.game.data.options for paragraph in each.under.get(str(rules[each.id]), ())
    }
    assert choices & cites[""]
    assert not choices & cites["Pit 1"] - chosen


def test_a_guide_of_a_game_between_players_claims_no_house_edge() -> None:
    """Aces beat seven and deuce; the house keeps nothing of that. 81.26 % of the pot against kings is in every book."""
    found = gaming_guide("hold-em")
    (chapter,) = found.chapters
    assert not chapter.costs
    shares = {(each.hand, each.against): each.share for each in chapter.shares}
    assert shares["AsAh", "KdKc"] == "81.26%"
    for text in (found.html(), " ".join(read_back(found.pdf()))):
        assert "The house edge" not in text
        assert "Hands against each other" in text

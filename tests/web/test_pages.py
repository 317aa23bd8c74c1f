"""The pages that the server writes: what they show, to whom, and what their forms do."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from pitboss.book import game, games
from pitboss.papers.statements import statement
from pitboss.web.people import ROLES, a
from tests.web.served import Served, Visitor, serving
from tests.web.test_roles import PASSWORD, plays_a_round
from tests.web.waiting import played

GAME = "three-card-poker"
FAMOUS = ["Blackjack", "Roulette", "Craps", "Hold 'em", "Three-card poker"]
"""What most people come for, one of each family."""

EYE = ("surveillance", "auditor", "administrator")


def text_of(page: str) -> str:
    """What a person reads on a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_the_lobby_lists_every_game_of_the_book_and_every_open_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, open_tables=True) as served:
            ann = await served.person("Ann", dollars=77)
            own = (await ann.post("/api/tables", json={"game": GAME, "name": "Ann's own"})).json()["id"]
            gone = (await ann.post("/api/tables", json={"game": GAME, "name": "soon gone"})).json()["id"]
            await ann.does(gone, "close")
            await ann.does(own, "sit", seat=1, amount="7")
            for who in (served.nobody, ann):
                page = (await who.sees("/")).text
                for heading in games():
                    assert f'id="{heading.id}"' in page
                    assert html.escape(heading.title, quote=False).replace("'", "&#39;") in page
                    assert f'href="/games/{heading.id}"' in page
                tables = await served.service.tables()
                assert len(tables) == len(list(games())) + 1
                for table in tables:
                    assert f'href="/tables/{table["id"]}"' in page
                assert f"/tables/{gone}" not in page
                assert "Ann&#39;s own" in page
                assert "1 of" in page
                marked = re.findall(r'\bid="([^"]+)"', page)
                assert len(marked) == len(set(marked))
                famous = page.partition('class="famous"')[2].partition("</ul>")[0]
                assert re.findall(r'aria-label="Play ([^"]+)"', html.unescape(famous)) == FAMOUS
            assert "$70 in your wallet" in text_of(page)

    played(story())


@pytest.mark.parametrize(
    ("page", "who", "shows"),
    [
        ("/sign-in", ("nobody", *ROLES), "Sign up"),
        ("/api-docs", ("nobody", *ROLES), "/api/tables/{identity}/commands"),
        ("/me", ROLES, "You have not played a round yet"),
        ("/games/three-card-poker/open", ROLES, "Open a table: Three-card poker"),
        ("/floor", ("dealer", "floor", "shift", *EYE), "Rules in force"),
        ("/surveillance", EYE, "Sum of all accounts $0"),
        ("/office", ("cage", "floor", "shift", *EYE), "No rounds were finished"),
        ("/office/counts", ("cage", "floor", "shift", *EYE), "Nothing has been counted"),
        ("/cases", ("cage", "floor", "shift", *EYE), "No cases"),
        ("/people", ("administrator",), "The-dealer"),
    ],
)
def test_a_page_shows_itself_to_whom_it_is_for_and_a_sentence_to_others(
    tmp_path: Path, page: str, who: tuple[str, ...], shows: str
) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            people = {"nobody": served.nobody}
            for role in ROLES:
                people[role] = await served.person(f"The-{role}", role)
            for role, visitor in people.items():
                answer = await visitor.sees(page)
                if role in who:
                    assert answer.status_code == 200
                    assert shows in text_of(answer.text)
                    assert ('action="/sign-out"' in answer.text) == (role != "nobody")
                elif role == "nobody":
                    assert (answer.status_code, answer.headers["location"]) == (303, f"/sign-in?next={page}")
                else:
                    assert answer.status_code == 403
                    assert "That cannot be done" in answer.text
                    assert f"not {a(role)}" in text_of(answer.text)
                assert shows in text_of(answer.text) or role not in who

    played(story())


def test_the_menu_names_only_what_its_reader_may_open(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            shown = {}
            for role in ROLES:
                page = (await (await served.person(f"The-{role}", role)).sees("/me")).text
                menu = page[page.index("<nav") : page.index("</nav>")]
                shown[role] = re.findall(r'href="([^"]+)"', menu)
            everybody = ["/", "/tournaments", "/me"]
            office, eye = ["/office", "/cases"], ["/surveillance", "/events"]
            assert shown == {
                "player": everybody,
                "dealer": [*everybody, "/floor"],
                "cage": [*everybody, *office],
                "floor": [*everybody, "/floor", *office],
                "shift": [*everybody, "/floor", *office],
                "surveillance": [*everybody, "/floor", *office, *eye],
                "auditor": [*everybody, "/floor", *office, *eye],
                "administrator": [*everybody, "/floor", *office, *eye, "/people"],
            }

    played(story())


def test_the_open_page_disables_choices_that_are_not_lawful_and_says_why(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann = await served.person("Ann")
            plain = (await ann.sees(f"/games/{GAME}/open")).text
            assert 'class="refused"' not in plain
            assert "Pair plus requires an ante at least half as large" in text_of(plain)
            # by 20.11 the six-card bonus has table E only in the versions of 20.6(f)
            page = (await ann.sees(f"/games/{GAME}/open?version=pair-plus-required")).text
            choices = page[page.index('name="six-card-bonus"') :]
            choices = choices[: choices.index("</select>")]
            disabled = re.findall(r'<option value="(\w+)" disabled>([^<]+)<', choices)
            assert [value for value, _ in disabled] == ["E"]
            assert "20.6(f)" in disabled[0][1]
            broken = (await ann.sees(f"/games/{GAME}/open?version=pair-plus-required&six-card-bonus=E")).text
            assert 'role="alert"' in broken
            assert "20.6(f)" in text_of(broken)

    played(story())


def test_the_open_page_warns_of_a_choice_that_does_not_favor_the_house(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann, of = await served.person("Ann"), "caribbean-stud-poker"
            assert "does not favor" not in (await ann.sees(f"/games/{of}/open?fixed-prizes=meter")).text
            warned = (await ann.sees(f"/games/{of}/open?fixed-prizes=bank")).text
            assert "Warning: Progressive payout under table share does not favor the house" in text_of(warned)

    played(story())


def test_the_open_page_of_every_game_has_its_choices_in_words(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann = await served.person("Ann")
            for heading in games():
                page = html.unescape((await ann.sees(f"/games/{heading.id}/open")).text)
                data = game(heading.id).data
                for option in data.options:
                    assert option.text.removesuffix(".") in page, (heading.id, option.id)
                    for value in option.choices:
                        says = statement(data, option, value)
                        shown = rf'<option value="{re.escape(str(value))}"[^>]*>{re.escape(says)}(<|: )'
                        assert re.search(shown, page), (heading.id, says)

    played(story())


def test_a_table_opened_by_form_stands_in_the_lobby_with_its_rules_and_limits(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann = await served.person("Ann")
            answer = await ann.submits(
                f"/games/{GAME}/open",
                **{"name": "High pit", "seats": "3", "limit.ante.least": "25", "limit.ante.most": "500"},
            )
            assert answer.status_code == 303
            identity = answer.headers["location"].removeprefix("/tables/")
            listed = {each["id"]: each for each in (await ann.get("/api/tables")).json()}
            assert listed[identity]["name"] == "High pit"
            assert listed[identity]["seats"] == 3
            assert listed[identity]["limits"]["ante"] == ["25.00", "500.00"]
            assert listed[identity]["opened_by"] == "Ann"
            page = await ann.sees(f"/tables/{identity}")
            assert page.status_code == 200
            assert identity in page.text

    played(story())


def test_a_table_opened_from_a_file_or_refused_with_the_paragraph(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann = await served.person("Ann")
            good = await ann.submits(f"/games/{GAME}/open", file=f'game = "{GAME}"\nname = "From a file"')
            assert good.status_code == 303
            bad = await ann.submits(f"/games/{GAME}/open", file=f'game = "{GAME}"\n[limits]\nante = [50, 10]')
            assert bad.status_code == 409
            assert "the minimum $50 exceeds the maximum $10" in text_of(bad.text)
            assert "[limits]" in bad.text  # the form keeps what was written
            assert len(await served.service.tables()) == 1

    played(story())


def test_nobody_opens_more_than_ten_tables(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann = await served.person("Ann")
            answers = [await ann.submits(f"/games/{GAME}/open") for _ in range(11)]
            assert [each.status_code for each in answers] == [303] * 10 + [409]
            assert "ten tables open" in text_of(answers[-1].text)

    played(story())


def test_making_an_account_and_signing_in_by_form(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            nobody = served.nobody

            async def form(do: str, name: str, password: str = PASSWORD) -> tuple[int, str]:
                answer = await nobody.submits("/sign-in", do=do, name=name, password=password, next="/me")
                return answer.status_code, answer.headers.get("location") or text_of(answer.text)

            assert await form("register", "Ann") == (303, "/me")
            assert await form("sign-in", "Ann") == (303, "/me")
            for do, name, password, says in (
                ("register", "Ann", PASSWORD, "the name Ann is taken"),
                ("register", "x", PASSWORD, "a name has 2 to 20 letters"),
                ("register", "Bob", "short", "a password must have 8 to 200 characters"),
                ("sign-in", "Ann", "wrong horse", "the name or the password is wrong"),
                ("sign-in", "<b>Ann</b>", PASSWORD, "the name or the password is wrong"),
            ):
                status, shown = await form(do, name, password)
                assert status == 409
                assert says in shown
            answer = await nobody.submits("/sign-in", do="sign-in", name="Ann", password=PASSWORD)
            token = answer.cookies["pitboss"]
            ann = Visitor(served.app, "Ann", token)
            page = (await ann.sees("/")).text
            assert "$10,000 in your wallet" in text_of(page)
            assert ann.csrf in page

    played(story())


def test_what_people_write_is_shown_as_text_and_never_run(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann = await served.person("Ann")
            evil = "<script>alert(1)</script>"
            table = (await ann.post("/api/tables", json={"game": GAME, "name": evil})).json()["id"]
            eve = await served.person("Eve", "surveillance")
            for path in ("/", "/floor", "/surveillance", f"/surveillance/{table}", f"/tables/{table}"):
                page = (await eve.sees(path)).text
                assert evil not in page
            refused = await served.nobody.submits("/sign-in", name=f'"{evil}', password=PASSWORD)
            assert evil not in refused.text

    played(story())


def test_a_wallet_is_filled_up_by_form_to_what_a_new_one_holds(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann = await served.person("Ann", dollars=100)
            assert "Reset balance to $10,000" in text_of((await ann.sees("/me")).text)
            assert (await ann.submits("/me/wallet")).headers["location"] == "/me"
            page = text_of((await ann.sees("/me")).text)
            assert "$10,000 in your wallet" in page
            assert "Reset balance" not in page
            again = await ann.submits("/me/wallet")
            assert again.status_code == 409
            assert "already as high as a new account" in text_of(again.text)
            await served.balanced()

    played(story())


def test_an_administrator_appoints_by_form(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            boss, ann = await served.person("Boss", "administrator"), await served.person("Ann")
            assert (await ann.sees("/floor")).status_code == 403
            assert (await boss.submits("/people/Ann", role="floor")).headers["location"] == "/people"
            assert (await ann.sees("/floor")).status_code == 200
            wrong = await boss.submits("/people/Ann", role="king")
            assert wrong.status_code == 422
            assert "That cannot be done" in wrong.text
            nobody = await boss.submits("/people/Nob", role="floor")
            assert "there is no account named Nob" in text_of(nobody.text)

    played(story())


async def with_a_round(served: Served) -> str:
    table = (await served.table(GAME)).id
    await plays_a_round(served, table)
    return table


def test_a_round_is_told_step_by_step_on_its_page_with_its_promise_and_secret(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table = await with_a_round(served)
            told = (await served.nobody.get(f"/api/tables/{table}/rounds/1")).json()
            page = (await served.nobody.sees(f"/tables/{table}/rounds/1")).text
            for words in (" bets $10: Ante", "no more bets", ": Fold", "'s Ante loses $10"):
                assert words in text_of(page)
            assert told["promise"] in page
            assert told["secret"] in page
            missing = await served.nobody.sees(f"/tables/{table}/rounds/2")
            assert missing.status_code == 404
            assert "has no finished round 2" in text_of(missing.text)

    played(story())


def test_surveillance_sees_a_table_audited_and_its_journal_in_words(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table = await with_a_round(served)
            eve = await served.person("Eve", "surveillance")
            page = text_of((await eve.sees(f"/surveillance/{table}")).text)
            assert "Audit Verified" in page
            assert "Rounds 1" in page
            assert "Zed sits at seat 1 with $100" in page
            assert "Bank $10" in page
            books = text_of((await eve.sees("/surveillance")).text)
            assert "Sum of all accounts $0" in books

    played(story())


def test_decisions_are_reviewed_for_surveillance_and_after_play_for_the_player(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table = (await served.table(GAME)).id
            ann, eve = await served.person("Ann"), await served.person("Eve", "surveillance")
            for do, fields in (
                ("sit", {"seat": 1, "amount": "100"}),
                ("bet", {"wager": "ante", "amount": "10"}),
                ("ready", {}),
                ("act", {"decision": "fold"}),
            ):
                assert (await ann.does(table, do, **fields)).status_code == 200
            refused = await ann.sees(f"/me/review/{table}")
            assert refused.status_code == 409
            assert "leave the table first" in text_of(refused.text)
            assert (await ann.does(table, "leave")).status_code == 200
            own = (await ann.sees(f"/me/review/{table}")).text
            assert "Decisions 1" in text_of(own)
            assert "could not be seen" not in own
            watched = (await eve.sees(f"/surveillance/{table}")).text
            assert f'href="/surveillance/{table}/players/Ann"' in watched
            shown = text_of((await eve.sees(f"/surveillance/{table}/players/Ann")).text)
            assert "Ann at" in shown
            assert "Decisions 1" in shown

    played(story())


def test_my_rounds_show_the_chips_before_and_after(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            table = (await served.table(GAME)).id
            ann = await served.person("Ann")
            for do, fields in (
                ("sit", {"seat": 1, "amount": "100"}),
                ("bet", {"wager": "ante", "amount": "10"}),
                ("ready", {}),
                ("act", {"decision": "fold"}),
            ):
                assert (await ann.does(table, do, **fields)).status_code == 200
            page = text_of((await ann.sees("/me")).text)
            assert "round 1 Ante −$10 $100 $90 -$10" in page

    played(story())


def test_pages_that_are_not_there_are_pages_with_a_sentence(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            for path in ("/nowhere", "/tables/00000000", "/games/no-game", "/tables/00000000/rounds/1"):
                answer = await served.nobody.sees(path)
                assert answer.status_code == 404
                assert "That cannot be done" in answer.text
                assert answer.headers["content-type"].startswith("text/html")
            told = await served.nobody.get("/api/tables/00000000")
            assert (told.status_code, told.json()["detail"]) == (404, "there is no table 00000000")

    played(story())


def test_a_refusal_keeps_its_reader_signed_in_on_the_page(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            ann = await served.person("Ann")
            page = (await ann.sees("/people")).text
            assert "not a player" in text_of(page)
            assert "Sign out" in page

    played(story())


def test_the_felt_comes_with_what_is_posted_at_the_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            live = await served.table(GAME, **{"six-card-bonus": "B"})
            posted = (await served.nobody.get(f"/api/tables/{live.id}/layout")).json()["plan"]["options"]
            bonus = next(each for each in posted if each["id"] == "six-card-bonus")
            assert bonus["value"] == "B"
            assert len(bonus["says"]) == len(bonus["values"])

    played(story())

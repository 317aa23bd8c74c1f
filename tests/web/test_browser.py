"""Live tables as people meet them: in Chromium, with clicks and keys, against a server process."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, WebSocketRoute, expect

from pitboss.book import games

pytest.register_assert_rewrite("tests.web.patrons", "tests.web.walk")

from tests.web.patrons import KEYS, PHONE, House, Patron, cents, chromium, dollars  # noqa: E402
from tests.web.walk import SCRIPT, walks  # noqa: E402


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    opened = House(tmp_path_factory.mktemp("house"))
    yield opened
    opened.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


Arrives = Callable[..., Patron]


@pytest.fixture
def arrives(browser: Browser, house: House) -> Iterator[Arrives]:
    """Lets somebody in. In the end nobody's console may have an error in it."""
    there: list[Patron] = []

    def arrive(name: str = "", **how: object) -> Patron:
        there.append(Patron(browser, house, name, **how))  # type: ignore[arg-type]
        return there[-1]

    yield arrive
    problems = [problem for patron in there for problem in patron.problems]
    for patron in there:
        patron.context.close()
    assert problems == []


# ---- a round of every family -----------------------------------------------------------------------------


def test_somebody_new_makes_an_account_and_plays_three_card_poker(arrives: Arrives) -> None:
    ann = arrives()
    ann.signs_in("ann", "correct horse", "Sign up")
    expect(ann.page.get_by_text("$10,000 in your wallet")).to_be_visible()
    ann.page.get_by_role("link", name="Three-card poker 1").click()
    ann.table = ann.page.url.rpartition("/")[2]
    ann.sits(2, 200)
    ann.takes_chip(5)
    ann.bets("Ante at position 2", "Pair plus at position 2")
    ann.takes_chip(25)
    ann.bets("Ante at position 2")
    ann.says("Undo")
    assert [(bet["wager"], bet["stake"]) for bet in ann.truth()["bets"]] == [
        ("ante", 500),
        ("pair-plus", 500),
    ]
    ann.deals()
    ann.until(ann.asked)
    expect(ann.choice("Play")).to_be_visible()
    assert ann.cards("seat 2") == ann.truth()["hands"]["2"]
    assert ann.cards("dealer") == ["??", "??", "??"]
    ann.decides("Play")
    assert ann.cards("dealer") == ann.truth()["hands"]["dealer"], "they lie there until the next wager"
    ann.checks_result({"Ante", "Pair plus", "Play"}, bought=200)
    cite = ann.last_round.get_by_role("button", name=re.compile("^what paragraph 20"))
    cite.first.click()
    note = ann.context.request.get(f"/api/paragraphs/13:69F-{cite.first.inner_text()}").json()["note"]
    expect(ann.last_round.get_by_role("status")).to_have_text(note)


def test_a_guest_has_the_first_card_after_three_clicks(arrives: Arrives) -> None:
    guest = arrives()
    requested: list[str] = []
    guest.page.on("request", lambda request: requested.append(request.url))
    guest.page.goto("/")
    guest.page.get_by_role("button", name="Play Three-card poker").first.click()
    expect(guest.page.get_by_text("Wallet $9,800")).to_be_visible()
    guest.page.locator("#felt .plate.you").wait_for()
    expect(guest.page.locator("#felt .plate.taken:not(.you)")).not_to_have_count(0)  # no table is empty
    expect(guest.page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "false")
    seat = guest.page.locator("#felt .plate.you").get_attribute("data-seat")
    guest.button(f"Ante at position {seat}").click()
    expect(guest.page.get_by_text("Total bet $5")).to_be_visible()
    guest.choice("Deal").click()
    expect(guest.page.get_by_role("img", name=re.compile(f"^seat {seat}: "))).to_have_count(3)
    guest.choice("Fold").click()
    expect(guest.page.get_by_text("You lost $5")).to_be_visible()
    expect(guest.page.get_by_role("img", name=re.compile(f"^seat {seat}: \\S+$"))).to_have_count(
        3
    )  # they lie there still
    assert not any(url.endswith("/legal") for url in requested), "what may be wagered comes with the messages"


def test_a_pass_line_wager_lies_until_the_dice_decide_it(arrives: Arrives) -> None:
    bob = arrives("bob")
    bob.plays("craps")
    bob.takes_chip(25)
    bob.bets("Pass, pays", "Field")
    bob.says("Undo")
    for _ in range(40):
        bob.deals("Roll")
        view = bob.until(lambda now: not now.get("playing"))
        faces = view["shown"]["faces"]
        expect(bob.page.get_by_role("img", name=f"the dice: {faces[0]} and {faces[1]}")).to_be_visible()
        if not view.get("bets"):
            break
        assert view["state"]["point"] in (4, 5, 6, 8, 9, 10)
    expect(bob.last_round).to_contain_text("you")
    assert abs(bob.checks_result({"Pass"}, bought=200)) == 2500


def test_a_number_and_red_at_roulette(arrives: Arrives) -> None:
    """However long the ball runs, nothing tells where it will stop: no feed, stack, number, strip or result."""
    dot = arrives("dot", moving=True)
    dot.plays("roulette")
    dot.takes_chip(5)
    dot.bets("Straight 17", "Red", "Red", "Split 17-20")
    dot.says("Undo")
    dot.page.evaluate("held = true")
    dot.deals("Spin")
    pocket = dot.until(lambda now: now["round"] == 1)["shown"]["pocket"]
    untold(dot, "#chance.large", "seat 1, dot, $185")
    expect(dot.page.get_by_role("img", name="the wheel")).to_have_attribute("aria-label", "the wheel turns")
    dot.page.keyboard.press("Escape")
    dot.sees_result(1)
    expect(dot.happened).to_contain_text("Your Red")
    expect(dot.page.get_by_role("img", name=f"the wheel: {pocket}", exact=True)).to_be_visible()
    net = dot.checks_result({"Straight 17", "Red"}, bought=200)
    reds = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
    red = 1000 if int(pocket) in reds else -1000 if int(pocket) else -500  # half of it at a zero
    assert net == (35 * 500 if pocket == "17" else -500) + red


def untold(patron: Patron, moving: str, seat: str) -> None:
    """Something moves that the test holds: what the round came to is nowhere on the page."""
    patron.page.locator(moving).first.wait_for()
    patron.page.evaluate("new Promise(requestAnimationFrame)")
    expect(patron.button(seat)).to_be_visible()
    for place in ("#net", "#recent", "#result"):
        expect(patron.page.locator(place)).to_have_text("")
    expect(patron.happened).not_to_contain_text(re.compile("wins|loses|wheel|dice"))
    expect(patron.choice("Rebet")).not_to_be_visible()


def test_dice_are_counted_when_they_lie_and_at_once_for_whoever_wants_it_quick(arrives: Arrives) -> None:
    sid = arrives("sid", moving=True)
    sid.plays("sic-bo")
    sid.takes_chip(5)
    sid.bets("Small")
    sid.page.evaluate("held = true")
    sid.deals("Shake")
    sid.until(lambda now: now["round"] == 1)
    untold(sid, "#chance .die", "seat 1, sid, $195")
    expect(sid.page.get_by_role("img", name="the dice are rolling")).to_be_visible()
    expect(sid.page.locator("#chance")).to_have_text("")
    sid.page.get_by_role("button", name="Quick").click()  # also for what moves now
    sid.sees_result(1)
    sid.says("Rebet")
    sid.deals("Shake")
    sid.sees_result(2)  # though nothing that moves would ever end
    faces = sid.truth()["shown"]["faces"]
    expect(sid.page.locator("#chance")).to_have_text(str(sum(faces)))


def test_a_keno_ticket_is_marked_on_the_board(arrives: Arrives) -> None:
    fay = arrives("fay")
    fay.plays("keno")
    for number in (3, 17, 44, 80, 21):
        fay.button(f"Straight {number}").click()
    fay.button("Straight 21").click()  # a mark taken away
    fay.says("Buy ticket $1")
    expect(fay.page.get_by_text("Total bet $1")).to_have_attribute(
        "title",
        "Straight 3-17-44-80 wins $129 at most",  # four of four
    )
    fay.button("Straight 9").click()
    fay.says("Buy ticket $1")
    fay.says("Undo")
    assert [bet["wager"] for bet in fay.truth()["bets"]] == ["straight:3-17-44-80"]
    fay.deals("Draw")
    drawn = fay.until(lambda now: now["round"] == 1)["shown"]["numbers"]
    fay.sees_result(1)
    net = fay.checks_result({"Straight 3-17-44-80"}, bought=200)
    caught = len({3, 17, 44, 80} & set(drawn))
    assert (net > 0) == (caught > 2)


def test_a_hand_of_blackjack(arrives: Arrives) -> None:
    gus = arrives("gus", moving=True)
    gus.plays("blackjack", seat=3)
    gus.takes_chip(25)
    gus.bets("Blackjack at position 3")
    gus.takes_chip(100)
    gus.bets("Blackjack at position 3")
    gus.says("Undo")
    gus.deals()
    view = gus.until(lambda now: now["round"] == 1 or gus.asked(now))
    if gus.asked(view):
        expect(gus.page.get_by_text("Your turn")).to_be_visible()
        assert gus.cards("seat 3") == view["hands"]["3"]
        assert gus.cards("dealer") == view["hands"]["dealer"]
        gus.decides("No insurance", "Stand")
    gus.sees_result(1)
    assert gus.checks_result({"Blackjack"}, bought=200) in (-2500, 0, 2500, 3750)


def test_a_double_attack_is_surrendered(arrives: Arrives) -> None:
    """Half of two wagers, or all of one to a blackjack: 25 in either case. The bonus is on the dealer's cards alone."""
    lou = arrives("lora")
    lou.plays("double-attack-blackjack", seat=5)
    lou.takes_chip(25)
    lou.bets("Bet at position 5", "Bust bonus at position 5")
    lou.deals()
    view = lou.until(lou.asked)
    assert len(view["hands"]["dealer"]) == 1
    lou.says("Double attack")
    lou.decides("No insurance", "Surrender")
    net = lou.checks_result({"Bet", "Double attack", "Bust bonus"}, bought=200)
    assert net + 2500 in {-2500, *(2500 * odds for odds in (3, 6, 8, 10, 15, 50, 200))}


def test_a_double_is_rescued_at_spanish_21(arrives: Arrives) -> None:
    """The wager is given up and the double comes back, unless it goes over 21; beside it the match of two cards."""
    pam = arrives("pat")
    pam.plays("spanish-21", seat=2)
    pam.takes_chip(25)
    pam.bets("Spanish 21 at position 2", "Match the dealer at position 2")
    pam.deals()
    view = pam.until(lambda now: now["round"] == 1 or pam.asked(now))
    if pam.asked(view):
        pam.decides("No insurance", "Rescue", "Double down", "Stand")
    pam.sees_result(1)
    mine = pam.truth()["result"]["seats"][0]["wagers"]
    doubled = {"Double down"} if "double-down" in mine else set[str]()
    net = pam.checks_result({"Spanish 21", "Match the dealer"} | doubled, bought=200)
    beside = {-2500, *(2500 * odds for odds in (4, 9, 8, 13, 18))}
    assert net in {
        hand + match for hand in ({-2500, -5000} if doubled else {-2500, 3750}) for match in beside
    }


def test_a_shoe_of_baccarat_and_its_roads(arrives: Arrives) -> None:
    """Vigorish that is owed lies in its box; after a few rounds the roads show how they went."""
    ivy = arrives("ivy")
    ivy.goes_to(ivy.opens_table("mini-baccarat", options={"vigorish-collected": "deferred"}))
    ivy.sits(2, 500)
    ivy.page.get_by_role("tab", name="Roads").click()
    expect(ivy.page.get_by_role("img", name="Bead plate: banker 0, player 0, tie 0")).to_be_visible()
    ivy.takes_chip(25)
    for number in range(1, 9):
        ivy.bets("Banker at position 2")
        ivy.deals()
        view = ivy.until(lambda now, n=number: now["round"] == n)
        ivy.sees_result(number)
        for hand in ("player", "banker"):
            assert ivy.cards(hand) == view["hands"][hand]
        if view["state"]["owed"]:
            break
    view = ivy.truth()
    went = view["state"]["road"]
    counts = ", ".join(f"{side} {went.count(side[0].upper())}" for side in ("banker", "player", "tie"))
    expect(ivy.page.get_by_role("img", name=f"Bead plate: {counts}")).to_be_visible()
    expect(ivy.page.get_by_role("img", name="Cockroach pig: red 0, blue 0")).to_be_visible()
    assert went.count("B") == 1, "the first win of the Banker's Hand ended it"
    expect(ivy.page.locator("#felt .owed")).to_have_text("$1.25seat 2 owes $1.25 of vigorish")
    ((words, *figures),) = ivy.result()
    assert words.startswith("Banker")
    assert figures == [2500, 2500, "7.3(c)"]


def test_cards_of_baccarat_are_bent_up_by_whoever_turns_them(arrives: Arrives) -> None:
    """One who has backed the Banker's Hand turns that, and may have the other's turned before his eyes."""
    leo = arrives("leo", moving=True)
    leo.goes_to(leo.opens_table("baccarat-punto-banco", options={"dealing": "players-turn"}))
    leo.sits(5, 500)
    leo.says("Name the dealer")
    leo.takes_chip(25)
    leo.bets("Banker at position 5")
    leo.deals()
    expect(leo.page.get_by_role("img", name=re.compile("^banker: "))).not_to_have_count(0)
    leo.page.keyboard.press("Escape")  # who has seen enough has the end at once
    view = leo.until(lambda now: now["round"] == 1)
    leo.sees_result(1)
    for hand in ("player", "banker"):
        assert leo.cards(hand) == view["hands"][hand]
    assert leo.checks_result({"Banker"}, bought=500) in (-2500, 0, 2375)


def test_red_dog_raises_once_the_spread_is_known(arrives: Arrives) -> None:
    jan = arrives("jan")
    jan.plays("red-dog", seat=2)
    jan.takes_chip(25)
    for number in range(1, 12):
        jan.bets("Wager at position 2")
        jan.deals()
        view = jan.until(lambda now, n=number: now["round"] == n or jan.asked(now))
        if jan.asked(view):
            spread = view["called"]["community"]
            assert spread.startswith("spread of ")
            expect(jan.page.locator("#felt g.called text")).to_have_text(spread)
            jan.decides("Raise")
            rows = jan.result()
            assert [row[0].split()[0] for row in rows] == ["Wager", "Raise"]
            assert [row[1] for row in rows] == [2500, 2500], "as much as the wager, unless less is chosen"
            (mine,) = jan.truth()["result"]["seats"]
            assert sum(row[2] for row in rows) == mine["net"]
            return
        jan.sees_result(number)
    raise AssertionError("a spread comes in half of all rounds")


def test_ultimate_texas_hold_em_to_the_river(arrives: Arrives) -> None:
    hal = arrives("hal")
    hal.plays("ultimate-texas-hold-em", seat=4, dollars=500)
    hal.takes_chip(5)
    hal.bets("Ante at position 4")  # and with it the blind
    hal.until(lambda now: len(now["bets"]) == 2)
    hal.bets("Trips at position 4")
    hal.says("Undo")
    assert {bet["wager"]: bet["stake"] for bet in hal.truth()["bets"]} == {"ante": 500, "blind": 500}
    hal.deals()
    hal.until(hal.asked)
    assert len(hal.cards("seat 4")) == 2
    hal.says("Check")
    hal.until(lambda now: len(now["hands"].get("community", [])) == 3)
    expect(hal.page.get_by_role("img", name=re.compile("^community: "))).to_have_count(3)
    hal.says("Check")
    hal.until(lambda now: len(now["hands"].get("community", [])) == 5)
    expect(hal.page.get_by_role("img", name=re.compile("^community: "))).to_have_count(5)
    assert hal.cards("community") == hal.truth()["hands"]["community"]
    hal.decides("Play")
    assert hal.cards("dealer") == hal.truth()["hands"]["dealer"]
    hal.checks_result({"Ante", "Blind", "Play"}, bought=500)


def test_a_pot_of_hold_em_between_two_people_and_a_machine(arrives: Arrives) -> None:
    ida, jon = arrives("ida"), arrives("jon")
    ida.plays("hold-em")
    expect(
        ida.page.get_by_text("Deal when you are ready")
    ).to_be_visible()  # no wager is made before the cards
    expect(ida.choice("Rebet")).not_to_be_visible()
    history = ida.page.get_by_role("tab", name="History")
    expect(history).to_have_attribute(
        "aria-selected", "true"
    )  # odds are worked out for whoever asks for them
    jon.goes_to(ida.table)
    jon.sits(2, 200)
    ida.button("seat 3 is free").click()
    ida.page.get_by_role("dialog").get_by_role("button", name="Add a bot (expert)").click()
    expect(jon.page.get_by_role("button", name=re.compile("^seat 3, .*, bot"))).to_be_visible()
    ida.deals()
    jon.deals()
    while (view := ida.until(lambda now: not now.get("playing") or now["asked"]["seat"] in (1, 2))).get(
        "playing"
    ):
        player = ida if view["asked"]["seat"] == 1 else jon
        offered = {choice["id"] for choice in player.truth()["asked"]["choices"]}
        player.says(next(each for each in ("Check", "Call", "All-in") if each.lower() in offered))
    for player in (ida, jon):
        player.sees_result(1)
        player.checks_result({"Pot"}, bought=200)
    expect(ida.last_round).to_contain_text("jon")


def test_a_bank_of_chemin_de_fer_between_two_people(arrives: Arrives) -> None:
    """Bids at once, banco, the calls; the Banker never sees the cards of the Player's Hand before they are turned."""
    abe, bix = arrives("abe"), arrives("bix")
    abe.plays("baccarat-chemin-de-fer")
    bix.goes_to(abe.table)
    bix.sits(2, 200)
    abe.deals()
    bix.deals()
    abe.until(lambda now: now.get("asking") == [1, 2])
    bix.says("No bank")
    abe.choice("more").click()  # a chip more than the least
    abe.says("Bid")
    abe.says("Bank")
    expect(abe.page.get_by_text("bix decides")).to_be_visible()
    bix.says("Banco")
    view = bix.until(lambda now: now["asked"].get("hand") == "player")
    assert bix.cards("player") == view["hands"]["player"]
    assert "??" not in view["hands"]["player"]
    assert abe.cards("player") == abe.cards("banker") == ["??", "??"]
    people = {1: abe, 2: bix}
    while (view := abe.until(lambda now: not now.get("playing") or now["asked"]["seat"] in people)).get(
        "playing"
    ):
        player = people[view["asked"]["seat"]]
        player.says(player.truth()["asked"]["choices"][0]["id"].title())
    for player in (abe, bix):
        player.sees_result(1)
    won = abe.checks_result({"Bank"}, bought=200)
    lost = bix.checks_result({"Against the bank"}, bought=200)
    assert (won, lost) in ((998, -1050), (-1050, 1050), (0, 0))  # five percent of $10.50 is 52 cents
    assert abe.cards("player") == bix.cards("player") == bix.truth()["hands"]["player"]
    held = abe.page.get_by_text("seat 1 holds the bank", exact=True)
    expect(held).to_have_count(0 if won < 0 else 1)


def test_one_click_places_what_belongs_together_and_one_takes_it_back(arrives: Arrives) -> None:
    ike = arrives("ike")
    ike.plays("boston-5-stud-poker", seat=2)
    ike.takes_chip(1)
    ike.button("Optional bonus at position 2").click(force=True)  # it is dim, but says why
    ike.page.get_by_role("alert").get_by_role(
        "button", name="Bet Ante $5 and First wager $10 and Optional bonus $1"
    ).click()
    ike.until(lambda now: len(now.get("bets", [])) == 3)
    ike.choice("Undo").click()
    ike.until(lambda now: not now.get("bets"))
    ike.button("Ante at position 2").click()  # too little: both are made for as much as they must be
    ike.until(lambda now: len(now.get("bets", [])) == 2)
    assert {bet["wager"]: bet["stake"] for bet in ike.truth()["bets"]} == {"ante": 500, "first": 1000}
    ike.choice("Undo").click()
    ike.until(lambda now: not now.get("bets"))
    ike.takes_chip(25)
    ike.button("Ante at position 2").click()
    ike.until(lambda now: [bet["stake"] for bet in now.get("bets", [])] == [2500, 5000])
    ike.deals()
    ike.until(ike.asked)


def test_the_cross_of_double_cross_poker_lies_as_a_cross(arrives: Arrives) -> None:
    joy = arrives("joy")
    joy.plays("double-cross-poker", seat=2)
    joy.takes_chip(5)
    joy.bets("Ante at position 2")
    joy.deals()
    joy.until(joy.asked)
    joy.cards("community")
    boxes = [
        card.bounding_box() for card in joy.page.get_by_role("img", name=re.compile("^community: ")).all()
    ]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    left, center, right, far, near = middles  # as the dealer sees them, who is across the table
    assert left[0] > center[0] > right[0]
    assert max(abs(each[1] - center[1]) for each in (left, right)) < 2
    assert far[1] > center[1] > near[1]
    assert max(abs(each[0] - center[0]) for each in (far, near)) < 2
    seen = joy.cards("community")
    assert [name != "??" for name in seen] == [False, False, True, True, False]  # 25.10(a)


# ---- every game -----------------------------------------------------------------------------------------

WALKS = 6
"""So many, that whoever has nothing else to test can take one over."""


def walked(soak: bool) -> list[str]:
    """The games that are walked through: in `make soak` all, else every third of each family, the last among them."""
    families: dict[str, list[str]] = {}
    for heading in games():
        families.setdefault(heading.family, []).append(heading.id)
    return [name for names in families.values() for name in (names if soak else names[::-3])]


@pytest.mark.parametrize("part", range(WALKS))
def test_a_round_of_each_family_by_clicks_at_a_desk_and_on_a_phone(arrives: Arrives, part: int) -> None:
    """No console error, no card under a label, everything has a name, and the panel says what the server says."""
    guest = arrives(f"walker{part}")
    guest.context.add_init_script(path=SCRIPT)
    tables = {
        each["game"]: each["id"]
        for each in guest.context.request.get("/api/tables").json()
        if each["opened_by"] == "house"
    }
    assert tables.keys() == {heading.id for heading in games()}
    over = []
    for name in walked("PITBOSS_SOAK" in os.environ)[part::WALKS]:
        over += [f"{name}: {each}" for each in walks(guest, name, tables[name], 3)]
    assert not over, "\n".join(over)


# ---- two at one table ------------------------------------------------------------------------------------


def test_two_people_see_their_own_cards_and_wait_for_their_turn(arrives: Arrives) -> None:
    kim, lou = arrives("kim"), arrives("lou")
    kim.plays("three-card-poker", seat=1)
    kim.context.grant_permissions(["clipboard-read", "clipboard-write"])
    kim.page.get_by_role("button", name="Link").click()
    expect(kim.page.get_by_role("button", name="Copied")).to_be_visible()
    lou.page.goto(kim.page.evaluate("navigator.clipboard.readText()"))
    expect(lou.page.get_by_text("You are watching")).to_be_visible()
    lou.table = kim.table
    lou.sits(2, 300)
    expect(kim.button("seat 2, lou, $300")).to_be_visible()
    kim.takes_chip(5)
    kim.bets("Ante at position 1")
    lou.takes_chip(25)
    lou.bets("Ante at position 2")
    kim.deals()
    expect(kim.page.get_by_text("Waiting for the others")).to_be_visible()
    lou.deals()
    expect(lou.page.get_by_text("kim decides")).to_be_visible()
    expect(lou.choice("Play")).not_to_be_visible()
    assert lou.cards("seat 1") == kim.cards("seat 2") == ["??", "??", "??"]
    assert kim.cards("seat 1") == kim.truth()["hands"]["1"]
    assert lou.cards("seat 2") == lou.truth()["hands"]["2"]
    assert "??" not in kim.cards("seat 1") + lou.cards("seat 2")
    kim.says("Play")
    expect(kim.page.get_by_text("lou decides")).to_be_visible()
    expect(lou.page.get_by_text("Your turn")).to_be_visible()
    lou.decides("Play")
    kim.sees_result(1)
    kim.checks_result({"Ante", "Play"}, bought=200)
    lou.checks_result({"Ante", "Play"}, bought=300)
    expect(kim.last_round).to_contain_text("lou")
    expect(lou.last_round).to_contain_text("kim")
    assert kim.cards("seat 2") == lou.cards("seat 2")


# ---- a line that breaks ----------------------------------------------------------------------------------


def dealt(patron: Patron) -> list[str]:
    """A round of three-card poker up to the decision; the player's cards."""
    patron.plays("three-card-poker")
    patron.takes_chip(5)
    patron.bets("Ante at position 1")
    patron.deals()
    patron.until(patron.asked)
    expect(patron.choice("Play")).to_be_visible()
    return patron.cards("seat 1")


def finished(patron: Patron, cards: list[str]) -> None:
    """The same cards and the same question; then the round is played to its end."""
    expect(patron.choice("Play")).to_be_visible()
    expect(patron.choice("Fold")).to_be_visible()
    assert patron.cards("seat 1") == cards
    patron.decides("Play")
    patron.checks_result({"Ante", "Play"}, bought=200)


def test_a_page_that_is_loaded_again_asks_the_same_question(arrives: Arrives) -> None:
    mia = arrives("mia")
    cards = dealt(mia)
    mia.page.reload()
    finished(mia, cards)


def test_a_network_that_fails_for_a_while_costs_nothing(arrives: Arrives) -> None:
    ned = arrives("ned")
    lines: list[WebSocketRoute] = []
    cut = False

    def connect(line: WebSocketRoute) -> None:
        if cut:
            line.close(code=4000)
        else:
            line.connect_to_server()
            lines.append(line)

    ned.page.route_web_socket(re.compile(r"/live\?"), connect)
    cards = dealt(ned)
    cut = True
    lines[0].close(code=4000)
    down = ned.page.get_by_text("Connection lost")
    expect(down).to_be_visible()
    ned.choice("Play").click()
    expect(ned.page.get_by_role("alert")).to_contain_text("no connection to the table")
    cut = False
    expect(down).not_to_be_visible()
    assert len(lines) == 2
    finished(ned, cards)


def test_a_server_that_is_killed_and_started_again_goes_on_with_the_round(
    arrives: Arrives, house: House
) -> None:
    ott = arrives("ott")
    cards = dealt(ott)
    house.kill()
    expect(ott.page.get_by_text("Connection lost")).to_be_visible()
    house.start()
    expect(ott.page.get_by_text("Connection lost")).not_to_be_visible()
    finished(ott, cards)
    ott.forgives("WebSocket connection to")


# ---- the floor -------------------------------------------------------------------------------------------


def test_a_floorperson_voids_a_round_and_the_wagers_go_back(arrives: Arrives) -> None:
    pam, quin, boss = arrives("pam"), arrives("quin"), arrives()
    boss.signs_in("administrator", KEYS)
    boss.page.get_by_role("link", name="People").click()
    row = boss.page.get_by_role("row", name=re.compile("^quin"))
    row.get_by_role("combobox", name="Role of quin").select_option("floor")
    row.get_by_role("button", name="Set role").click()
    expect(row.get_by_role("combobox")).to_have_value("floor")
    dealt(pam)
    quin.goes_to(pam.table)
    quin.page.get_by_role("tab", name="Floor").click()
    quin.page.get_by_role("combobox", name="Irregularity").select_option("dealer-card-exposed")
    expect(quin.page.get_by_text("All hands are void")).to_be_visible()
    quin.page.get_by_role("button", name="Rule on it").click()
    pam.until(lambda now: not now.get("playing"))
    expect(pam.happened).to_contain_text("Dealer card exposed")
    expect(pam.happened).to_contain_text("20.12(d)")
    pam.sees_result(1)
    pam.checks_result({"Ante"}, bought=200)
    expect(pam.last_round).to_contain_text("void")
    expect(pam.button("seat 1, pam, $200")).to_be_visible()


def test_8_6_a_sit_and_go_of_three_with_machines(arrives: Arrives) -> None:
    """$150 of buy-ins, of which the first has 65 percent: $97.50, and the second $52.50."""
    una, boss = arrives("una"), arrives()
    boss.signs_in("administrator", KEYS)
    boss.page.get_by_role("link", name="Tournaments").click()
    boss.page.get_by_text("The tournament's file").click()
    file = boss.page.get_by_label("Tournament file")
    told = re.sub(r"starts = .*", "starts = 2024-11-08T19:00:00", file.input_value())
    file.fill(told.replace("chips = 500", "chips = 100"))
    boss.page.get_by_label("Notice filed").fill("2024-11-05")
    boss.page.get_by_role("button", name="Announce").click()
    expect(boss.page.get_by_role("alert")).to_contain_text("8.6(b)")
    boss.page.get_by_label("Notice filed").fill("2024-10-31")
    boss.page.get_by_role("button", name="Announce").click()
    expect(boss.page.get_by_role("heading", name="Hold 'em for three", exact=True)).to_be_visible()

    una.page.goto("/tournaments")
    una.page.get_by_role("link", name="Hold 'em for three").click()
    tournament = una.page.url
    una.page.get_by_role("button", name="Enter for $55").click()
    expect(una.page.get_by_text("$9,945 in your wallet")).to_be_visible()
    boss.page.get_by_role("button", name="Fill with bots").click()
    una.page.get_by_role("link", name="Go to your table").click()
    una.table = una.page.url.rpartition("/")[2]
    seated = una.until(lambda now: len(now.get("seats", ())) == 3)["seats"]
    una.seat = next(seat["seat"] for seat in seated if seat["name"] == "una")
    expect(una.page.locator("#felt .funds").first).to_have_text(
        re.compile(r"^[\d,]+$")
    )  # chips are not money

    def out(view: dict[str, Any]) -> bool:
        return bool(view.get("closed") or all(seat["name"] != "una" for seat in view.get("seats", ())))

    while not out(view := una.until(lambda now: out(now) or una.asked(now))):
        offered = [choice["id"] for choice in view["asked"]["choices"]]
        una.says(next(each for each in ("All-in", "Call", "Check") if each.lower() in offered))
    una.page.wait_for_url(tournament)  # by itself, when it is over
    expect(una.page.get_by_text("The tournament is over.")).to_be_visible()
    rows = una.page.locator("#places tbody tr").all()
    prizes = [row.get_by_role("cell").last.inner_text() for row in rows]
    assert prizes in (["$97.50", "$52.50", ""], ["$97.50", "$26.25", "$26.25"])
    mine = next(prize for row, prize in zip(rows, prizes, strict=True) if "una" in row.inner_text())
    boss.forgives("status of 409")
    left = 994_500 + (cents(mine) if mine else 0)
    expect(una.page.get_by_text(f"{dollars(left)} in your wallet")).to_be_visible()


# ---- a phone ---------------------------------------------------------------------------------------------


def thumbs(patron: Patron, area: str) -> None:
    """What is smaller than 40 pixels is looked at from nearer first, and then takes the wager."""
    edge = patron.button(area).locator(".edge")
    small = "(edge) => Math.min(edge.getBoundingClientRect().width, edge.getBoundingClientRect().height) < 40"
    assert edge.evaluate(small)
    line = patron.truth()["line"]
    edge.click()
    assert not edge.evaluate(small)
    assert patron.truth()["line"] == line
    patron.bets(area)


def test_small_spots_of_craps_are_large_enough_for_a_thumb(arrives: Arrives) -> None:
    val = arrives("val", size=PHONE)
    val.plays("craps")
    val.takes_chip(25)
    thumbs(val, "Lay 4")
    val.bets("Buy 10")  # from where one is now
    assert {bet["wager"] for bet in val.truth()["bets"]} == {"lay-4", "buy-10"}


def test_roulette_on_a_phone(arrives: Arrives) -> None:
    sue = arrives("sue", size=PHONE)
    sue.plays("roulette")
    sue.takes_chip(5)
    sue.bets("Straight 17", "Red")
    thumbs(sue, "Split 17-20")
    sue.deals("Spin")
    sue.sees_result(1)
    sue.checks_result({"Straight 17", "Red", "Split 17-20"}, bought=200)


def test_on_a_phone_there_is_room_to_choose_the_amount_of_a_raise(arrives: Arrives) -> None:
    uri = arrives("uri", size=PHONE)
    uri.plays("hold-em")
    uri.button("seat 2 is free").click()
    uri.page.get_by_role("dialog").get_by_role("button", name="Add a bot (expert)").click()
    uri.until(lambda now: len(now["seats"]) == 2)
    uri.deals()
    uri.until(uri.asked)
    slider = uri.page.get_by_role("slider", name="Raise: amount")
    expect(slider).to_be_visible()
    box = slider.bounding_box()
    assert box is not None
    assert box["width"] > 120
    raising = next(each for each in uri.truth()["asked"]["choices"] if each["id"] == "raise")
    assert raising["least"] < raising["usual"] <= raising["most"]
    expect(uri.choice("Raise")).to_contain_text(dollars(raising["usual"]))
    uri.page.get_by_role("tab", name="Help").click()
    expect(uri.page.get_by_role("tabpanel")).to_contain_text("Help is not available at this game")


def test_the_lobby_and_the_sign_in_fit_a_phone(arrives: Arrives) -> None:
    tia = arrives("tia", size=PHONE)
    tia.page.goto("/")
    variant = tia.page.locator("details.more h3").first
    expect(variant).not_to_be_visible()
    search = tia.page.get_by_role("searchbox", name="Find a game")
    search.fill(variant.text_content() or "")
    expect(variant).to_be_visible()
    search.fill("pineapple")
    expect(tia.page.get_by_role("heading", level=3)).to_have_text(["Crazy pineapple", "Pineapple"])
    for page in ("/", "/sign-in", "/me", "/games/blackjack/open", "/games/three-card-poker"):
        tia.page.goto(page)
        assert tia.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), page
    tia.page.get_by_role("link", name="Play Three-card poker").first.click()  # from its page to a seat
    tia.page.locator("#felt .plate.you").wait_for()


# ---- without a mouse, without eyes -----------------------------------------------------------------------


def focused(patron: Patron) -> str:
    """The name of what has the focus."""
    name: str = patron.page.evaluate(
        "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()"
    )
    return name


def tabs_to(patron: Patron, name: str, key: str = "Tab") -> None:
    for _ in range(60):
        patron.page.keyboard.press(key)
        if focused(patron).startswith(name):
            return
    raise AssertionError(f"{key} never comes to {name}")


def glows(patron: Patron) -> None:
    """What has the focus looks different without it."""
    box = patron.page.evaluate_handle("document.activeElement").as_element()
    assert box is not None
    around = box.bounding_box()
    assert around is not None
    clip = {
        "x": around["x"] - 6,
        "y": around["y"] - 6,
        "width": around["width"] + 12,
        "height": around["height"] + 12,
    }
    lit = patron.page.screenshot(clip=clip)  # type: ignore[arg-type]
    patron.page.evaluate("() => { window.held = document.activeElement; window.held.blur() }")
    dark = patron.page.screenshot(clip=clip)  # type: ignore[arg-type]
    patron.page.evaluate("window.held.focus({ focusVisible: true })")
    assert lit != dark


def test_a_round_with_keys_only(arrives: Arrives) -> None:
    uma = arrives("uma")
    uma.goes_to(uma.opens_table("three-card-poker"))
    keys = uma.page.keyboard
    tabs_to(uma, "Skip to the content")
    keys.press("Enter")
    tabs_to(uma, "seat 2 is free")
    glows(uma)
    keys.press("Enter")
    keys.press("Control+A")
    keys.type("300")
    keys.press("Enter")
    uma.seat = 2
    expect(uma.button("seat 2, uma, $300")).to_be_visible()
    expect(uma.button("Ante at position 2")).to_be_focused()
    glows(uma)
    keys.press("3")  # the third chip is $5
    keys.press("Enter")
    expect(uma.happened).to_contain_text("You bet $5: Ante")
    keys.press("ArrowRight")
    assert focused(uma).startswith("Pair plus at position 2")
    keys.press("Enter")
    expect(uma.happened).to_contain_text("You bet $5: Pair plus")
    keys.press("Delete")
    expect(uma.happened).to_contain_text("You take down $5: Pair plus")
    keys.press("d")
    uma.until(uma.asked)
    expect(uma.happened).to_contain_text("You receive")
    expect(uma.choice("Play")).to_be_visible()
    tabs_to(uma, "Play$5")
    glows(uma)
    keys.press("p")
    uma.sees_result(1)
    uma.checks_result({"Ante", "Play"}, bought=300)
    assert uma.happened.get_attribute("aria-live") == "polite"
    expect(uma.happened).to_contain_text("Your Ante")


# ---- at the table's side ---------------------------------------------------------------------------------


def test_help_tells_what_each_choice_is_worth(arrives: Arrives) -> None:
    wes = arrives("wes")
    dealt(wes)
    wes.page.get_by_role("tab", name="Help").click()
    wes.page.get_by_role("checkbox", name="Show the best play").check()
    advice = wes.context.request.get(f"/api/tables/{wes.table}/advice").json()
    panel = wes.page.get_by_role("tabpanel")
    expect(panel).to_contain_text(f"Best: {advice['decision'].title()}")
    worth = {
        row.get_by_role("cell").nth(0).inner_text(): row.get_by_role("cell").nth(1).inner_text()
        for row in panel.get_by_role("row").all()
    }
    assert set(worth) == {"Play", "Fold"}
    assert worth["Fold"] == "−$5"
    assert cents(worth["Play"].removeprefix("+")) == round(advice["values"]["play"])
    gold = wes.page.locator("#decisions .gold")
    expect(gold).to_have_attribute("data-decision", advice["decision"])
    wes.page.reload()
    expect(wes.choice("Play")).to_be_visible()
    wes.page.get_by_role("tab", name="Help").click()
    expect(panel).to_contain_text("Best:")
    wes.page.get_by_role("checkbox", name=re.compile("^Train me")).check()
    expect(gold).to_have_count(1)  # it is worked out
    worse = min(advice["values"], key=lambda each: float(advice["values"][each]))
    wes.decides(worse.title())
    cost = dollars(round(abs(advice["values"]["play"] - advice["values"]["fold"])))
    expect(
        wes.page.get_by_text(f"{worse.title()} cost {cost}: {advice['decision'].title()} was best.")
    ).to_be_visible()
    wes.page.get_by_role("tab", name="Help").click()
    wes.page.get_by_role("tab", name="Help").click()
    expect(panel).to_contain_text(re.compile(r"Your mistakes cost \$[\d,.]+ an hour"))
    expect(panel.get_by_role("row").last).to_have_text(re.compile(rf"Total\s*1\s*1\s*{re.escape(cost)}"))


def test_the_odds_of_every_wager_are_listed(arrives: Arrives) -> None:
    """Also where they have yet to be worked out when they are first asked for."""
    xan = arrives("xan")
    xan.goes_to(xan.opens_table("three-card-poker"))
    later = {
        "status": 503,
        "headers": {"Retry-After": "1"},
        "json": {"detail": "the odds are being computed; wait"},
    }
    asked: list[Route] = []

    def first_is_told_to_wait(route: Route) -> None:
        asked.append(route)
        if len(asked) == 1:
            route.fulfill(**later)

    xan.page.route("**/odds", first_is_told_to_wait)
    xan.page.get_by_role("tab", name="Odds").click()
    panel = xan.page.get_by_role("tabpanel")
    expect(panel).to_have_text("The odds are being computed. This panel updates when they are ready.")
    xan.page.unroute("**/odds")
    for route in asked[1:]:
        route.continue_()
    expect(panel).to_contain_text("Pair plus")
    xan.forgives("503")
    odds = xan.context.request.get(f"/api/tables/{xan.table}/odds").json()
    listed = panel.get_by_role("group").all_inner_texts()
    assert len(listed) == len(odds)
    for words, each in zip(listed, odds, strict=True):
        assert f"{each['house_edge']['percent']:.3f}%" in words
    assert {"ante", "pair-plus", "six-card-bonus"} <= {each["wager"] for each in odds}
    xan.page.get_by_role("tab", name="Drill").click()
    tables = xan.context.request.get(f"/api/tables/{xan.table}/layout").json()["plan"]["pays"]
    rates = {
        (each["wager"], row[0]): (row[1], row[2], each["cite"]) for each in tables for row in each["rows"]
    }
    placed = re.match(r"(.+): (.+)\. (\$[\d,]+) bet", panel.locator("p").first.inner_text())
    assert placed is not None
    win, stake, cite = rates[placed[1], placed[2]]
    panel.get_by_role("spinbutton").fill(f"{cents(placed[3]) * win / stake / 100:.2f}")
    panel.get_by_role("button", name="Pay").click()
    expect(panel.get_by_role("status")).to_have_text(
        re.compile(rf"^Right, \d+\.\d s\. {re.escape(cite.removeprefix('13:69F-'))}$")
    )
    panel.get_by_role("button", name="Next").click()
    expect(panel).to_contain_text("1 of 1 right")
    panel.get_by_role("button", name="Deal a close decision").click()
    panel.get_by_role("button", name="Fold").click()
    expect(panel.get_by_role("status").last).to_have_text(re.compile(r"^(Right|No: Play)\. .*Fold −\$"))


def test_a_past_round_is_watched_step_by_step(arrives: Arrives) -> None:
    yan = arrives("yan")
    cards = dealt(yan)
    yan.decides("Fold")
    yan.page.get_by_role("tab", name="History").click()
    panel = yan.page.get_by_role("tabpanel")
    panel.get_by_text("Round 1").click()
    expect(panel.locator(".proof")).to_contain_text(re.compile(r"you .*dealer .*Ante −\$5 20"))
    panel.get_by_role("button", name="Replay step by step").click()
    steps = len(yan.context.request.get(f"/api/tables/{yan.table}/rounds/1").json()["steps"])
    expect(panel).to_contain_text(f"1 of {steps}:")
    expect(yan.page.get_by_role("img", name=re.compile("^seat 1: "))).to_have_count(0)
    seen = []
    for step in range(2, steps + 1):
        panel.get_by_role("button", name="next step").click()
        expect(panel).to_contain_text(f"{step} of {steps}:")
        seen.append(yan.cards_now("seat 1"))
    assert cards in seen
    panel.get_by_role("button", name="Verify this round").click()
    expect(panel.get_by_role("status").first).to_contain_text("✓ The secret is the one promised to table")
    expect(panel).to_contain_text("promised")
    panel.get_by_role("button", name="Back to the table").click()
    expect(yan.choice("Rebet")).to_be_enabled()


def test_an_unlawful_table_is_not_opened_and_the_page_says_why(arrives: Arrives) -> None:
    zoe = arrives("zoe")
    zoe.page.goto("/")
    zoe.page.locator("#three-card-poker").get_by_role("link", name="Open your own table").click()
    bonus = zoe.page.get_by_role("combobox", name=re.compile("six-card bonus", re.IGNORECASE))
    closed = bonus.locator("option[value=E]")
    expect(closed).to_be_disabled()
    expect(closed).to_contain_text("20.11(a)4i")
    zoe.page.get_by_label("Table name").fill("Zoe's corner")
    ante = zoe.page.get_by_role("group", name="Ante", exact=True)
    ante.get_by_label("Minimum").fill("20")
    ante.get_by_label("Maximum").fill("100")
    zoe.page.get_by_role("button", name="Open the table").click()
    expect(zoe.page.get_by_role("alert")).to_contain_text("at least ten times the minimum $20")
    expect(ante.get_by_role("alert")).to_contain_text("8.2(a)")  # beside what is wrong
    expect(ante.get_by_label("Minimum")).to_have_value("20")
    ante.get_by_label("Maximum").fill("200")
    zoe.page.get_by_role("button", name="Open the table").click()
    expect(zoe.page.get_by_text("Zoe's corner")).to_be_visible()
    expect(zoe.page.locator("header").get_by_text("$20 to $200")).to_be_visible()
    zoe.forgives("status of 409")


def test_a_refusal_at_the_table_is_a_sentence_with_its_paragraph_and_what_mends_it(arrives: Arrives) -> None:
    amy = arrives("amy")
    amy.plays("craps", dollars=50)
    alert = amy.page.get_by_role("alert")
    amy.takes_chip(1)
    amy.bets("Field")
    amy.says("Double")
    (field,) = amy.truth()["bets"]
    assert field["stake"] == 1000, "a chip is as much as the least, $5"
    expect(amy.page.get_by_text("Total bet $10")).to_have_attribute("title", "Field wins $20 at most")
    amy.choice("Roll").click()
    expect(alert).to_contain_text("the shooter must have a pass or don't pass bet")
    expect(alert).to_contain_text("1.8")
    alert.get_by_role("button", name="Bet Pass $10").click()
    amy.until(lambda now: len(now["bets"]) == 2)
    expect(alert).not_to_be_visible()
    amy.button("Don't Come, BAR 12").click(force=True)
    expect(alert).to_contain_text("Don't Come can be made only after the come-out")
    amy.bets("Field")
    expect(alert).not_to_be_visible()  # what was refused before is no longer said
    amy.takes_chip(100)
    amy.button("Field").click()
    alert.get_by_role("button", name="Buy chips").click()
    expect(amy.page.get_by_role("dialog", name="Buy chips")).to_be_visible()


def test_what_a_side_wager_lacks_is_offered_as_large_as_it_is_itself(arrives: Arrives) -> None:
    """A match of the dealer's card is at most the wager on the hand: 19.6(b)1."""
    kay = arrives("kaya")
    kay.plays("spanish-21", seat=2)
    alert = kay.page.get_by_role("alert")
    kay.takes_chip(25)
    kay.button("Match the dealer at position 2").click(force=True)
    alert.get_by_role("button", name="Bet Spanish 21 $25 and Match the dealer $25").click()
    kay.until(lambda now: [bet["stake"] for bet in now.get("bets", ())] == [2500, 2500])
    expect(alert).not_to_be_visible()
    kay.says("Clear")
    kay.until(lambda now: not now.get("bets"))
    kay.bets("Spanish 21 at position 2")
    kay.takes_chip(100)
    kay.button("Match the dealer at position 2").click()
    alert.get_by_role("button", name="Bet Match the dealer $25").click()
    kay.until(lambda now: [bet["stake"] for bet in now.get("bets", ())] == [2500, 2500])


def test_what_happened_before_is_seen_and_one_moves_to_another_seat(arrives: Arrives) -> None:
    eli = arrives("eli")
    eli.plays("big-six")
    eli.context.request.get(f"/api/tables/{eli.table}/odds")  # the house knows them now
    eli.takes_chip(1)
    wheel = eli.page.get_by_role("img", name="the wheel")
    expect(wheel.locator(".clapper")).to_have_count(1)
    expect(wheel.locator(".ball")).to_have_count(0)
    box = wheel.bounding_box()
    assert box is not None
    assert box["height"] > 1.3 * box["width"] > 150, "it stands upright"
    for number in (1, 2):
        if number == 1:
            eli.bets("Symbol $1")
        else:
            eli.says("Rebet")
        eli.deals("Spin")
        eli.sees_result(number)
    outcomes = eli.page.get_by_role("list", name="The last outcomes").get_by_role("listitem")
    expect(outcomes).to_have_count(2)
    seen = outcomes.all_inner_texts()
    eli.page.reload()
    expect(outcomes).to_have_text(seen)
    eli.button("Symbol $20").hover()
    expect(eli.button("Symbol $20").locator("title")).to_contain_text(
        "wins 3.70% of the time, house edge 22.22%"  # two stops of 54 at 20 to 1
    )
    chips = dollars(eli.truth()["seats"][0]["funds"])
    eli.button("seat 4 is free").click()
    eli.page.get_by_role("dialog", name="Seat 4").get_by_role("button", name="Move here").click()
    expect(eli.button(f"seat 4, eli, {chips}")).to_be_visible()
    expect(eli.button("seat 1 is free")).to_be_visible()
    expect(eli.happened).to_contain_text(f"You sit down with {chips}")


# ---- every page ------------------------------------------------------------------------------------------


def test_every_page_loads_clean_under_its_policy(arrives: Arrives) -> None:
    boss = arrives()
    boss.signs_in("administrator", KEYS)
    tables = boss.context.request.get("/api/tables").json()
    table = next(each["id"] for each in tables if each["game"] == "three-card-poker")
    for path in (
        *(
            "/",
            "/sign-in",
            "/me",
            "/floor",
            "/people",
            "/surveillance",
            "/surveillance/wall",
            "/surveillance/search",
            "/surveillance/files",
            "/settings",
            "/api-docs",
            "/fair",
            "/events",
            "/tournaments",
            f"/surveillance/{table}",
        ),
        *("/games/craps", "/games/craps/open", f"/tables/{table}", f"/tables/{table}/guide"),
    ):
        answer = boss.page.goto(path)
        assert answer is not None
        assert answer.status == 200, path
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self';" in policy
        assert "script-src" not in policy
        expect(boss.page.locator("h1").first).to_be_visible()


def test_light_or_dark_as_the_system_has_it_or_as_one_chooses(arrives: Arrives) -> None:
    guest = arrives(locale="de-DE")
    guest.page.emulate_media(color_scheme="light", reduced_motion="reduce")
    light = "getComputedStyle(document.querySelector('h1')).color.match(/\\d+/g)[0] < 128"
    guest.page.goto("/")
    assert guest.page.evaluate(light), "dark letters"
    expect(
        guest.page.get_by_text("as a guest with $10.000 of play money")
    ).to_be_visible()  # as they write it there
    told = guest.page.evaluate(
        """async () => {
            const { decimal, local, money } = await import("/static/words.js");
            return [money(-123456), decimal(1.0562, 3), local("You bet $1,250: Red, $0.50 and $12.50")];
        }"""
    )
    assert told == ["−$1.234,56", "1,056", "You bet $1.250: Red, $0,50 and $12,50"]
    guest.button("Light or dark").click()
    assert not guest.page.evaluate(light)
    guest.page.goto("/fair")
    assert not guest.page.evaluate(light), "it is remembered"
    guest.button("Light or dark").click()
    guest.page.emulate_media(color_scheme="dark")
    guest.page.reload()
    assert not guest.page.evaluate(light), "as the system has it again"


def test_the_clients_own_rules_each_by_itself(arrives: Arrives) -> None:
    reader = arrives()
    reader.page.goto("/sign-in")
    told = reader.page.evaluate(Path(__file__).with_name("units.js").read_text())
    assert told["failures"] == []
    assert told["checks"] > 35


def test_no_script_but_the_servers_own_is_run(arrives: Arrives) -> None:
    ben = arrives("ben")
    ben.page.goto("/")
    ran = ben.page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.smuggled = true";
            document.body.append(script);
            return Boolean(window.smuggled);
        }"""
    )
    assert not ran
    ben.forgives("Content Security Policy")

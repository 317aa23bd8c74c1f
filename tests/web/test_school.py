"""A school of dealers: payouts asked before they are shown, irregularities injected, answers timed and scored."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from tests.web.served import serving
from tests.web.waiting import played


def test_a_lesson_asks_payouts_before_it_shows_them_and_scores_the_answers(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            flo, dan = await served.person("Flo", "floor"), await served.person("Dan", "dealer")
            table = (await served.table("roulette", entered=True)).id
            at = f"/tables/{table}/dealer"
            assert (await flo.submits("/school", table=table, student="Flo")).status_code == 409
            assert (await flo.submits("/school", table=table, student="Dan")).status_code == 303
            assert (await flo.submits("/school", table=table, student="Dan")).status_code == 409

            async def spins(shows: str) -> None:
                await dan.does(table, "player", seat=1, amount="500")
                await dan.does(table, "bet", seat=1, wager="straight:17", amount="5")
                await dan.does(table, "bet", seat=1, wager="red", amount="10")
                await dan.does(table, "no-more-bets")
                assert (await dan.does(table, "enter", shows=shows)).status_code == 200
                await served.service.house.safe()

            await spins("17")
            asked = (await dan.sees(at)).text
            assert "What do you pay and take?" in asked
            assert "Pay and take" not in asked, "payouts are not shown yet"
            assert (await dan.get(f"/api{at}")).json()["payouts"] == []
            assert "Pay and take" in (await flo.sees(at)).text, "the instructor sees them"
            served.clock.ahead += 12
            # 17 is black: $5 straight up pays 35 to 1, $10 on red is lost.
            answer = {"due.0": "-10", "due.1": "175"}  # what is taken comes first
            assert (await dan.submits(f"/tables/{table}/answers", **answer)).status_code == 303
            shown = (await dan.sees(at)).text
            assert "Pay and take" in shown
            status = re.findall(r'role="status"[^>]*>((?:Right|Wrong).*)</p>', shown)
            assert status == ["Right, 12.0 seconds (round 1). 1 of 1 right so far."]
            again = await dan.submits(f"/tables/{table}/answers", **answer)
            assert "nothing is asked" in again.text
            await spins("0")
            # Half of the wager on red is lost when zero comes up.
            wrong = {"due.0": "-10", "due.1": "-5"}
            await dan.submits(f"/tables/{table}/answers", **wrong)
            assert "Wrong: -$5 -$5 is right" in (await dan.sees(at)).text
            school = (await flo.sees("/school")).text
            assert "1 of 2 right" in school
            assert "50%" in school

    played(story())


def test_an_instructor_injects_an_irregularity_and_the_student_rules_on_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as served:
            flo, dan = await served.person("Flo", "floor"), await served.person("Dan", "dealer")
            live = await served.table("three-card-poker", entered=True)
            await flo.submits("/school", table=live.id, student="Dan")
            (lesson,) = re.findall(r'action="/school/([0-9a-f]{8})"', (await flo.sees("/school")).text)
            given = {"do": "inject", "table": live.id}
            strange = await flo.submits(f"/school/{lesson}", **given, irregularity="earthquake")
            assert "no irregularity" in strange.text
            await flo.submits(f"/school/{lesson}", **given, irregularity="dealer-card-exposed")
            at = f"/tables/{live.id}/dealer"
            page = (await dan.sees(at)).text
            assert "What is the ruling?" in page
            choices = [unescape(each) for each in re.findall(r'name="ruling" value="([^"]+)"', page)]
            right = next(each for each in choices if "20.12(d)" in each)
            wrong = next(each for each in choices if "20.12(d)" not in each)
            assert (await dan.submits(f"/tables/{live.id}/answers", ruling="toss a coin")).status_code == 409
            await dan.submits(f"/tables/{live.id}/answers", ruling=wrong)
            assert "Wrong: this ruling is for " in (await dan.sees(at)).text
            await flo.submits(f"/school/{lesson}", **given, irregularity="dealer-card-exposed")
            await dan.submits(f"/tables/{live.id}/answers", ruling=right)
            assert "1 of 2 right so far" in (await dan.sees(at)).text
            await flo.submits(f"/school/{lesson}", do="end")
            assert "What is" not in (await dan.sees(at)).text
            assert (await dan.sees("/school")).text.count("Begin a lesson") == 0

    played(story())

"""`pitboss rehearse`: before an upgrade, what would not resume."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import patch

import pytest

from pitboss.cli import app
from pitboss.games.house_poker.three_card_poker import ThreeCardPoker
from tests.web.served import serving
from tests.web.test_live import seated
from tests.web.test_out_of_order import otherwise
from tests.web.waiting import played


def test_an_upgrade_is_rehearsed_beside_the_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def story() -> None:
        database = str(tmp_path / "house.db")
        async with serving(tmp_path, database) as house:
            live, other = await house.table("three-card-poker"), await house.table("roulette")
            [ann] = await seated(house, live.id, "Ann")
            await ann.say("bet", wager="ante", amount="10")
            await ann.say("ready")
            await house.service.house.safe()
            lines = len(await house.lines(live.id))
            app(["rehearse", database], result_action="return_value")
            assert capsys.readouterr().out == "2 of 2 can be resumed; 0 were dealt under other rules\n"
            with patch.object(ThreeCardPoker, "round", otherwise), pytest.raises(SystemExit) as ended:
                app(["rehearse", database, "--json"], result_action="return_value")
            assert ended.value.code == 1
            found = {each["table"]: each for each in json.loads(capsys.readouterr().out)}
            assert "does not follow from the rules" in found[live.id]["problem"]
            assert found[other.id]["problem"] == ""
            assert lines == len(await house.lines(live.id))

    played(story())


def test_what_is_no_database_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from pitboss.cli import main

    (tmp_path / "no.db").write_text("nothing of the kind, but longer than a header of a page would be")
    for path, why in (
        (tmp_path / "none.db", "there is no database"),
        (tmp_path / "no.db", "is not the database of a house"),
    ):
        with patch("sys.argv", ["pitboss", "rehearse", str(path)]), pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == 2
        assert why in capsys.readouterr().err

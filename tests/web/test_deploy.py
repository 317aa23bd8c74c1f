"""The files of `deploy/`: they can be read, and name only settings and figures that there are."""

from __future__ import annotations

import json
import re
from configparser import ConfigParser
from pathlib import Path

import yaml

from pitboss.web.settings import Settings
from tests.web.served import serving
from tests.web.waiting import played

DEPLOY = Path(__file__).parents[2] / "deploy"


def test_dashboard_and_alerts_name_figures_that_there_are(tmp_path: Path) -> None:
    async def figures() -> str:
        async with serving(tmp_path) as house:
            await house.table("roulette")
            return (await house.nobody.get("/metrics")).text

    shown = played(figures())
    panels = json.loads((DEPLOY / "grafana.json").read_text())["panels"]
    rules = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"][0]["rules"]
    asked = [panel["targets"][0]["expr"] for panel in panels] + [rule["expr"] for rule in rules]
    named = {name for each in asked for name in re.findall(r"pitboss_\w+", each)}
    assert len(named) >= 12
    for name in named:
        assert f"# TYPE {name.removesuffix('_bucket').removesuffix('_total')}" in shown, name


def test_containers_and_unit_use_settings_that_there_are() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    assert services.keys() == {"proxy", "one", "two", "database"}
    unit = ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(DEPLOY / "pitboss.service")
    assert unit["Service"]["ExecStart"].split()[1] == "serve"
    known = {f"PITBOSS_{name.upper()}" for name in Settings.model_fields} | {"PITBOSS_CACHE"}
    for file in DEPLOY.iterdir():
        assert set(re.findall(r"PITBOSS_[A-Z_]+", file.read_text())) <= known, file

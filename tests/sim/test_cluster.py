"""A real cluster of two processes, and the same bytes as at home."""

from __future__ import annotations

import json

import pytest

from pitboss.book import Rules, game
from pitboss.sim.run import simulate
from tests.sim.toys import coin

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def address():
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    )
    with cluster:
        yield cluster.scheduler_address


def test_a_cluster_gives_the_same_bytes(address):
    three_card = Rules(
        game("three-card-poker"), {"version": "20.6(f)1"}, pay_tables={"pair-plus": {"straight": "6 to 1"}}
    )
    for rules, how in (
        (three_card, {"rounds": 300_000}),
        (
            coin().rules(pockets=37),
            {"plan": "martingale heads 1", "rounds": 1_000, "sessions": 500, "bankroll": 100},
        ),
    ):
        here = simulate(rules, seed=5, **how)
        there = simulate(rules, seed=5, cluster=address, **how)
        assert json.dumps(here.json()) == json.dumps(there.json())

"""The odds of a table, cached on disk by what they depend on; and whether they favor the house."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import convert, to_builtins

from pitboss import files
from pitboss.book.key import Key
from pitboss.book.rules import Rules, RulesRecord
from pitboss.law import Refused
from pitboss.odds import WagerOdds, proved

log = logging.getLogger("pitboss.odds")


def asked(rules: Rules) -> dict[str, Any]:
    """The inputs of a table's odds, from which another process can make the same rules."""
    return json.loads(json.dumps(to_builtins(rules.record), sort_keys=True))  # type: ignore[no-any-return]


def _rules(question: Mapping[str, Any]) -> Rules:
    from pitboss.book import game_named

    record = convert(question, RulesRecord)
    return Rules.of(game_named(record.game), record)


def in_almanac(question: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """The odds if they ship with the program."""
    known = proved.known_odds(_rules(question))
    return None if known is None else [row.json() for row in known]


def odds(question: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The odds of a table."""
    rules = _rules(question)
    try:
        return [row.json() for row in proved.odds(rules)]
    except NotImplementedError:
        raise Refused(f"the odds of {rules.game.id} are not available") from None


def _page(question: Mapping[str, Any]) -> Path:
    """The file of the answer to a question, named by what it depends on."""
    from pitboss.compiler import _folder, sources

    given = json.dumps([sources(), question], sort_keys=True).encode()
    return _folder("odds") / f"{question['game']}-{hashlib.sha256(given).hexdigest()[:24]}.json"


def on_disk(question: Mapping[str, Any]) -> Any:
    """The odds if they are kept, or ship with the program."""
    if (known := in_almanac(question)) is not None:
        return known
    page = _page(question)
    return json.loads(page.read_bytes()) if page.is_file() else None


def kept_odds(question: Mapping[str, Any], work: Callable[[Mapping[str, Any]], Any] = odds) -> Any:
    """The odds from disk, or computed and cached."""
    if (kept := on_disk(question)) is not None:
        return kept
    found = work(question)
    _write(question, found)
    return found


def keep(rules: Rules, rows: Iterable[WagerOdds]) -> None:
    """Cache all odds of a table on disk."""
    _write(asked(rules), [row.json() for row in rows])


def _write(question: Mapping[str, Any], found: object) -> None:
    try:
        files.write(_page(question), json.dumps(found).encode())
    except OSError:
        log.warning("odds could not be cached", extra={"game": question["game"]})


# ---- do they favor the house? ---------------------------------------------------------------------------


def warnings(rules: Rules) -> list[str]:
    """A sentence on each wager that does not favor the house under these choices, if that is known without delay: from
    cached odds, or because the game's odds take no time. The others are left to `pitboss report`."""
    rows = on_disk(asked(rules))
    if rows is None:
        rows = [row.json() for row in rules.game.mathematics.odds_at_once(rules)]
    return [*unfavorable(rules, rows)]


def unfavorable(rules: Rules, rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The same from odds in JSON. A progressive wager is judged by the long run, no matter what its meter shows."""
    for row in rows:
        wager = rules.wagers.get(Key.read(row["wager"]).id)
        lost, when = -row["house_edge"]["percent"], "with best play"
        if (returned := row.get("long_run_return")) is not None:
            lost, when = 100 * (returned - 1), "in the long run, no matter what the meter shows today"
        if lost > 0 and "equity" not in row:
            table = f" under table {row['table']}" if row["table"] else ""
            name = wager.name if wager else row["wager"]
            yield f"{name}{table} does not favor the house: it loses {lost:.4g}% of every wager {when}"

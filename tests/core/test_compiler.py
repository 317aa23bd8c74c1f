"""Machine code is kept by what it depends on."""

import types
from collections import namedtuple
from enum import IntEnum

import numpy as np
import pytest

from pitboss.compiler import compiled, edition, kept, kernel
from pitboss.law import Rule, adapted, rule

SOURCE = """
def inner(x):
    return x + {constant}

def outer(x):
    return called(x) * FACTOR{comment}
"""


def outer(constant: int = 1, factor: int = 2, comment: str = "", name: str = __name__) -> types.FunctionType:
    """A function that calls a rule and reads a constant, as two editions of one module would have it."""
    module: dict[str, object] = {"__name__": name, "FACTOR": factor}
    exec(SOURCE.format(constant=constant, comment=comment), module)
    inner = module["inner"]
    assert isinstance(inner, types.FunctionType)
    module["called"] = rule("1.4(c)")(inner)
    found = module["outer"]
    assert isinstance(found, types.FunctionType)
    return found


def test_an_edition_follows_what_a_function_calls_and_reads() -> None:
    assert edition(outer()) == edition(outer())
    assert edition(outer()) == edition(outer(comment="  # as before\n\n\n"))
    assert edition(outer()) != edition(outer(constant=3)), "a rule it calls was changed"
    assert edition(outer()) != edition(outer(factor=3)), "a constant it reads was changed"
    assert edition(outer()) != edition(outer(name="elsewhere")), "it lies in another folder"


def taking(name: str, fields: str) -> types.FunctionType:
    """A function that takes a record, by the name and the fields of the record."""
    module: dict[str, object] = {"__name__": __name__, "Terms": namedtuple(name, fields)}
    exec("def play(terms: 'Terms') -> int:\n    return terms[0]", module)
    found = module["play"]
    assert isinstance(found, types.FunctionType)
    return found


def test_an_edition_follows_the_records_that_a_function_takes() -> None:
    assert edition(taking("Terms", "limit")) == edition(taking("Terms", "limit"))
    assert edition(taking("Terms", "limit")) != edition(taking("RedDogTerms", "limit"))
    assert edition(taking("Terms", "limit")) != edition(taking("Terms", "limit unit"))


@rule()
def step(n: int) -> int:
    return n + 1


@rule()
def stride(n: int) -> int:
    return n + 10


@rule()
def twice(n: int) -> int:
    return step(step(n))


@rule()
def whole(n: int) -> int:
    return twice(n)


def test_a_rule_that_calls_an_adapted_one_is_another() -> None:
    other = adapted(whole, twice=adapted(twice, step=stride))
    assert edition(other.function) != edition(whole.function)
    assert (whole.compiled(0), other.compiled(0)) == (2, 20)


def test_machine_code_is_never_that_of_another_edition() -> None:
    assert [compiled(outer(constant))(10) for constant in (1, 3, 1)] == [22, 26, 22]


def test_a_constant_may_be_an_array_or_an_enumeration() -> None:
    class Side(IntEnum):
        LEFT = 1

    class Other(IntEnum):
        LEFT = 2

    def reads() -> object:
        return WHAT  # type: ignore[name-defined] # noqa: F821

    def with_(what: object) -> str:
        return edition(types.FunctionType(reads.__code__, {"WHAT": what}))

    assert with_(np.arange(3)) == with_(np.arange(3)) != with_(np.arange(4))
    assert with_(Side) != with_(Other)


@kernel
def rules_of(play: int) -> int:
    return play


class Table:
    def __init__(self) -> None:
        self.rules_of = 3


def test_the_name_of_an_attribute_is_no_global() -> None:
    def reads(table: Table) -> int:
        return table.rules_of

    named = types.FunctionType(
        reads.__code__, {"rules_of": Rule(reads)}
    )  # it would compile itself without end
    assert edition(named) == edition(types.FunctionType(reads.__code__, {}))


def test_a_figure_is_kept_by_its_key_and_by_what_works_it_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("PITBOSS_CACHE", str(folder))
    times = []

    def work() -> np.ndarray:
        times.append(1)
        return np.arange(3)

    found = [kept("three", work, key).tolist() for key in ("one", "one", "another")]
    assert found == [[0, 1, 2]] * 3
    assert len(times) == 2
    assert not list(folder.rglob("*.part"))
    assert kept("three", lambda: np.arange(4), "one").tolist() == [0, 1, 2, 3]

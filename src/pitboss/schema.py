"""The files that people and programs write, field by field: as JSON Schema, and in words.

The description of a field is below it in the source, where it is defined; it is read there on request.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import msgspec

from pitboss.book.data import GameData, Heritage, When
from pitboss.law import Refused
from pitboss.registers import Register
from pitboss.table.case import Case
from pitboss.table.check import TableFile
from pitboss.table.journal import Entry as Line

Kind = Literal["case", "table", "game", "register", "journal"]
Schema = dict[str, Any]

_ROOTS: dict[Kind, type] = {"case": Case, "game": GameData, "register": Register, "journal": Line}
_REFERS = "#/$defs/"
_LISTED = msgspec.json.schema(When)["additionalProperties"]
"""Of a condition: the values of an option."""


def schema(kind: Kind) -> Schema:
    """The JSON Schema of a file, with the descriptions of its fields."""
    given = _whole(kind)
    if kind == "game":
        game = _root(given)
        tables = {
            field: {"required": given["$defs"][name].pop("required", [])}
            for field, property_ in game["properties"].items()
            for name in _references(property_)
            if not _lists(property_)
        }
        given["$defs"]["Option"]["required"].remove("text")
        tables["option"] = {"items": {"required": ["text"]}}
        game["required"].remove("wager")
        game["if"] = {"required": ["based_on"]}  # then the rest may be inherited
        game["else"] = {"required": ["wager"], "properties": tables}
    return given


def _whole(kind: Kind) -> Schema:
    """The schema of a file that inherits nothing."""
    if kind == "table":
        return _described(TableFile, TableFile.model_json_schema())
    given = _of(_ROOTS[kind])
    if kind == "game":
        _root(given)["properties"] |= _root(_of(Heritage))["properties"]
    return given


def _of(root: type) -> Schema:
    anything = {"description": "as in the game"}
    return _described(root, msgspec.json.schema(root, schema_hook=lambda _: anything))


def _root(given: Schema) -> Schema:
    found: Schema = given["$defs"][given["$ref"].removeprefix(_REFERS)] if "$ref" in given else given
    return found


def _described(root: type, given: Schema) -> Schema:
    """The schema with the text below each field of the root, and of the other classes in its module."""
    for name, entry in {root.__name__: given, **given.get("$defs", {})}.items():
        words = said(vars(sys.modules[root.__module__]).get(name, object))
        for field, property_ in entry.get("properties", {}).items():
            if field in words:
                property_["description"] = words[field]
    return given


def said(kind: type) -> dict[str, str]:
    """The descriptions of the fields of a class, by their names in files."""
    written = dict(
        zip(
            getattr(kind, "__struct_fields__", ()), getattr(kind, "__struct_encode_fields__", ()), strict=True
        )
    )
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if each.__module__.startswith("pitboss."):
            found |= _below_fields(each.__module__).get(each.__name__, {})
    return {written.get(name, name): words for name, words in found.items()}


@cache
def _below_fields(module: str) -> dict[str, dict[str, str]]:
    """By class and field, the text below it."""
    found: dict[str, dict[str, str]] = {}
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    for kind in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        for pair in pairwise(kind.body):
            match pair:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                    found.setdefault(kind.name, {})[name] = " ".join(words.split())
    return found


# ---- in words ------------------------------------------------------------------------------------------


class Field(NamedTuple):
    """A field of an entry: its type and its meaning."""

    name: str
    is_: str
    says: str


class Entry(NamedTuple):
    """A part of a file; the whole has no name."""

    name: str
    heading: str
    says: str
    fields: tuple[Field, ...]


def in_words(kind: Kind, name: str | None = None) -> list[Entry]:
    """Everything that a file may contain, from the whole to its parts; or the part of that name."""
    given = _whole(kind)
    every = list(_entries(given, "", _root(given), {}))
    if name is None:
        return list(_once(every))
    known = {entry.name: entry for entry in every if entry.name}
    if name not in known:
        raise Refused(f"there is no entry {name}; the entries are: {', '.join(known)}")
    return [entry for entry in every if entry.name == name or entry.name.startswith(f"{name}.")]


def _entries(
    given: Schema, name: str, entry: Schema, places: dict[str, str], defined: str = ""
) -> Iterator[Entry]:
    """An entry and those that its fields refer to, each where it first appears; ``places`` by definition."""
    below: dict[str, str] = {}
    for field, property_ in entry["properties"].items():
        refers = list(_references(property_))
        for part in refers:
            if part not in places:
                short = part.rpartition(".")[2].lower()
                inner = ".".join(filter(None, (name, field, short if len(refers) > 1 else "")))
                places[part] = f"[[{inner}]]" if _lists(property_) else f"[{inner}]"
                below[inner] = part
    needed = entry.get("required", ())
    yield Entry(
        name,
        places.get(defined, ""),
        _plain(entry.get("description", "")),
        tuple(
            Field(
                field,
                _kind(property_, places) + (", needed" if field in needed else ""),
                _plain(property_.get("description", "")) + _default(property_),
            )
            for field, property_ in entry["properties"].items()
        ),
    )
    for inner, part in below.items():
        yield from _entries(given, inner, given["$defs"][part], places, part)


def _once(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The description of a field in several entries, given where it first appears."""
    first: dict[tuple[str, str], str] = {}
    for entry in entries:
        fields = []
        for field in entry.fields:
            place = first.setdefault((field.name, field.says), entry.heading) if field.says else entry.heading
            fields.append(field if place == entry.heading else field._replace(says=f"As in {place}."))
        yield entry._replace(fields=tuple(fields))


def _plain(words: str) -> str:
    return " ".join(words.replace("``", "`").split())


def _default(property_: Schema) -> str:
    """The default, if it is not empty."""
    match property_.get("default"):
        case [*values] if any(values):
            return f" By default {', '.join(map(str, values))}."
        case str() | int() as value if value:
            return f" By default {value}."
    return ""


def _references(property_: Schema) -> Iterator[str]:
    """The entries that make up a field."""
    if "$ref" in property_:
        yield property_["$ref"].removeprefix(_REFERS)
    for each in (*property_.get("anyOf", ()), *_of_list(property_)):
        yield from _references(each)


def _of_list(property_: Schema) -> list[Schema]:
    items = property_.get("items")
    return [items] if isinstance(items, dict) else []


def _lists(property_: Schema) -> bool:
    return any(map(_lists, property_.get("anyOf", ()))) or property_.get("type") == "array"


_NAMES = {"string": "text", "integer": "number", "number": "number", "boolean": "true or false", "null": ""}


def _kind(property_: Schema, places: Mapping[str, str]) -> str:
    """The kind of value of a field."""

    def several(kinds: list[Schema], between: str) -> str:
        return between.join(dict.fromkeys(filter(None, (_kind(each, places) for each in kinds))))

    match property_:
        case {"$ref": str(refers)}:
            return places[refers.removeprefix(_REFERS)]
        case {"anyOf": list(kinds)}:
            return several(kinds, " or ")
        case {"enum": list(values)}:
            return ", ".join(map(str, filter(None, values)))
        case {"const": value}:
            return str(value)
        case {"prefixItems": list(items)}:
            return f"[{', '.join(_kind(each, places) for each in items)}]"
        case {"type": "array"}:
            kind = several(_of_list(property_), "")
            return kind if kind.startswith("[[") else f"list of {kind}"
        case {"additionalProperties": values} if values == _LISTED:
            return "condition"
        case {"type": "object", "additionalProperties": {"type": "array" | "object"}}:
            return "table of lists or tables"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"table of {_kind(values, places)}"
    return _NAMES.get(property_.get("type", ""), "anything")

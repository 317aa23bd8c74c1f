"""The faults that can be planted in a module: a comparison that is off by one, a sum that is a difference, a condition
turned round, a step left out."""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Final, NamedTuple

COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
}  # fmt: skip
RESULTS: Final = {"win": "lose", "lose": "push", "push": "win", "void": "push"}
SPOKEN: Final = ("__repr__", "__str__", "describe", "described", "told", "markers", "boards", "says")
"""What only words or pictures come of."""


class Fault(NamedTuple):
    """A piece of a module's text and what replaces it."""

    module: str
    line: int
    start: int
    end: int
    was: str
    now: str
    key: str
    """Stays the same while the definition around the fault does, whatever its comments and sentences say."""

    def planted(self, text: bytes) -> bytes:
        return text[: self.start] + self.now.encode() + text[self.end :]

    def __str__(self) -> str:
        return f"{self.module}:{self.line}  {shortened(self.was)}  →  {shortened(self.now)}"


def shortened(code: str) -> str:
    line = " ".join(code.split())
    return line if len(line) <= 70 else line[:67] + "…"


def faults(root: Path, page: Path) -> Iterator[Fault]:
    """All faults that can be planted in a module, in the order of its lines."""
    text = page.read_bytes()
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    module, tree, met = page.relative_to(root).as_posix(), ast.parse(text), Counter[tuple[str, str, str]]()
    for top in _definitions(tree):
        around = hashlib.sha256(ast.unparse(_Silent().visit(deepcopy(top))).encode()).hexdigest()
        for node, now in _changed(top):
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            said = f"({ast.unparse(now)})" if isinstance(now, ast.expr) else ast.unparse(now)
            met[place := (around, ast.unparse(node), said)] += 1
            key = hashlib.sha256("\n".join((module, *place, str(met[place]))).encode()).hexdigest()[:16]
            yield Fault(module, node.lineno, start, end, text[start:end].decode(), said, key)


def _definitions(tree: ast.Module) -> Iterator[ast.AST]:
    """What a module consists of, its classes taken apart."""
    for node in tree.body:
        if not isinstance(node, ast.ClassDef):
            yield ast.Module([node], [])
        elif node.name not in SPOKEN:
            yield from (ast.Module([inner], []) for inner in node.body)


class _Silent(ast.NodeTransformer):
    """Leaves out what is said to people: docstrings, refusals, sentences."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        said = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return ast.Pass() if said else self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        return ast.Raise()

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return ast.Constant("")


def _changed(tree: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, ast.expr | ast.stmt]]:
    for node in _counting(tree):
        match node:
            case ast.Compare(ops=[op]) if type(op) in COMPARED:
                yield node, _replaced(node, ops=[COMPARED[type(op)]()])
            case ast.BinOp() if type(node.op) in ARITHMETIC and not _words(node):
                yield node, _replaced(node, op=ARITHMETIC[type(node.op)]())
            case ast.BoolOp():
                yield node, _replaced(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
            case ast.UnaryOp(op=ast.Not()):
                yield node, node.operand
            case ast.IfExp():
                yield node, _replaced(node, body=node.orelse, orelse=node.body)
            case ast.If() | ast.While() if not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
                yield node.test, ast.UnaryOp(ast.Not(), node.test)
            case ast.Constant(value=bool()):
                yield node, ast.Constant(not node.value)
            case ast.Constant(value=int()):
                yield node, ast.Constant(node.value + 1)
            case ast.Constant(value=str()) if node.value in RESULTS:
                yield node, ast.Constant(RESULTS[node.value])
            case ast.Expr(value=ast.Yield() | ast.YieldFrom() | ast.Call()) | ast.AugAssign():
                yield node, ast.Pass()


def _counting(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes that can move money: not what is declared of a function, nor what is said to people."""
    for field, value in ast.iter_fields(tree):
        if field in (
            "decorator_list",
            "annotation",
            "returns",
            "type_comment",
            "keywords",
        ) and not isinstance(tree, ast.Call):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST):
                continue
            if isinstance(child, ast.Raise | ast.Assert | ast.JoinedStr | ast.Import | ast.ImportFrom):
                continue
            if isinstance(child, ast.FunctionDef) and child.name in SPOKEN:
                continue
            if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
                continue
            yield child
            yield from _counting(child)


def _words(node: ast.BinOp) -> bool:
    """Are words put together?"""
    parts = (node.left, node.right)
    return any(isinstance(each, ast.JoinedStr | ast.List | ast.Tuple) for each in parts) or any(
        isinstance(each, ast.Constant) and isinstance(each.value, str) for each in parts
    )


def _replaced(node: ast.expr, **fields: object) -> ast.expr:
    made = deepcopy(node)
    for name, value in fields.items():
        setattr(made, name, value)
    return made

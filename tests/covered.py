"""`make coverage`: which lines and branches of the package the tests run, module by module, as docs/coverage.md."""

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
WHAT = ("covered_lines", "num_statements", "covered_branches", "num_branches")


class Covered(NamedTuple):
    lines: int = 0
    of_lines: int = 0
    branches: int = 0
    of_branches: int = 0

    def __add__(self, other: tuple[object, ...]) -> "Covered":
        return Covered(*(mine + theirs for mine, theirs in zip(self, Covered(*other), strict=True)))  # type: ignore[operator]

    def row(self, name: str) -> str:
        return (
            f"| {name} | {self.of_lines} | {_share(self.lines, self.of_lines)} | {self.of_branches} | "
            f"{_share(self.branches, self.of_branches)} |"
        )


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "–"


def table(measured: Path) -> str:
    """The report of coverage, by package and, within it, by module."""
    packages = defaultdict[str, dict[str, Covered]](dict)
    for page, known in sorted(json.loads(measured.read_bytes())["files"].items()):
        inside = page.partition("pitboss/")[2]
        package = inside.rpartition("/")[0] or "pitboss"
        packages[package][inside.rpartition("/")[2]] = Covered(*(known["summary"][key] for key in WHAT))
    sums = {name: sum(modules.values(), Covered()) for name, modules in packages.items()}
    lines = [
        "# Coverage",
        "",
        "The lines and branches of the package that the tests run, in percent; reproduce with `make coverage`. What",
        "Numba compiles counts only where the tests also run it as plain Python.",
        "",
        "| package | lines | run | branches | taken |",
        "|---|---:|---:|---:|---:|",
        *(total.row(name) for name, total in sums.items()),
        sum(sums.values(), Covered()).row("**all**"),
    ]
    for name, modules in packages.items():
        lines += [
            "",
            f"## {name}",
            "",
            "| module | lines | run | branches | taken |",
            "|---|---:|---:|---:|---:|",
        ]
        lines += [covered.row(module) for module, covered in modules.items() if covered.of_lines]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (ROOT / "docs" / "coverage.md").write_text(table(Path(sys.argv[1])), encoding="utf-8")

"""Speed, measured and written down: `make bench` runs every module here and writes bench/RESULTS.md; `python -m bench
tables live` measures these anew and leaves the rest as it stands.

Machines are noisy: what counts are the ratios to other programs in the same run.
"""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Iterable
from datetime import date
from importlib import import_module
from pathlib import Path
from time import process_time

HERE = Path(__file__).parent
RESULTS = HERE / "RESULTS.md"


def pace() -> float:
    """Seconds for ten million empty rounds of a loop, by which figures of several machines can be told apart."""
    start = process_time()
    for _ in range(10_000_000):
        pass
    return process_time() - start


def measured(name: str) -> str:
    """A section, measured now."""
    module = import_module(f"bench.{name}")
    title = (module.__doc__ or name).splitlines()[0]
    print(title, flush=True)
    lines = [
        "",
        title,
        "",
        f"{date.today().isoformat()}; Python counts to ten million in {pace():.2f} s",
        "",
        "| what | measured | |",
        "|---|---:|---|",
    ]
    for label, value, unit in module.run():
        figure = f"{value:,.0f}" if value >= 100 else f"{value:,.3f}"
        print(f"  {label:<55} {figure:>18} {unit}", flush=True)
        lines.append(f"| {label} | {figure} | {unit} |")
    return "\n".join([*lines, "", ""])


def main(wanted: Iterable[str]) -> None:
    known = [page.stem for page in sorted(HERE.glob("[a-z]*.py"))]
    if unknown := set(wanted) - set(known):
        sys.exit(f"there is no {', '.join(sorted(unknown))} to measure; there are {', '.join(known)}")
    parts = (
        re.split(r"^## (.*)\n", RESULTS.read_text(encoding="utf-8"), flags=re.M) if RESULTS.exists() else [""]
    )
    sections = dict(zip((each.replace(" ", "_") for each in parts[1::2]), parts[2::2], strict=True))
    head = (
        f"# Speed\n\n{platform.machine()}, Python {platform.python_version()}, one core unless a row says otherwise, "
        "compiled code warm. Goals are beside what was measured.\n\n"
    )
    for name in wanted or known:
        sections[name] = measured(name)
        told = (f"## {each.replace('_', ' ')}\n{sections[each]}" for each in known if each in sections)
        RESULTS.write_text(head + "".join(told), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

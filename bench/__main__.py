"""Speed, measured and written down: `make bench` runs every module here and writes bench/RESULTS.md.

Machines are noisy: what counts are the ratios to other programs in the same run.
"""

from __future__ import annotations

import platform
from datetime import date
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent


def main() -> None:
    lines = [
        "# Speed",
        "",
        f"`make bench` on {date.today().isoformat()}: {platform.machine()}, Python {platform.python_version()}, "
        "one core unless a row says otherwise, compiled code warm. Goals are beside what was measured.",
        "",
    ]
    for page in sorted(HERE.glob("[a-z]*.py")):
        module = import_module(f"bench.{page.stem}")
        title = (module.__doc__ or page.stem).splitlines()[0]
        print(title, flush=True)
        lines += [
            f"## {page.stem.replace('_', ' ')}",
            "",
            title,
            "",
            "| what | measured | |",
            "|---|---:|---|",
        ]
        for label, value, unit in module.run():
            figure = f"{value:,.0f}" if value >= 100 else f"{value:,.3f}"
            print(f"  {label:<55} {figure:>18} {unit}", flush=True)
            lines.append(f"| {label} | {figure} | {unit} |")
        lines.append("")
    (HERE / "RESULTS.md").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()

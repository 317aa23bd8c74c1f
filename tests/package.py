"""`make package`: the wheel, installed in a clean environment with no compiler on the path, does what it should.

First the core alone: games, odds, a round played from a script, a case settled; what needs an extra names it. Then with
the extras of a server: the house opens and answers.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROUND = {
    "game": "three-card-poker",
    "seats": [{"seat": 1, "wagers": {"ante": 10}, "decisions": ["play"]}],
    "cards": {"1": ["Qs", "7d", "3c"], "dealer": ["Js", "9h", "2d"]},
}


def run(*command: str | Path, cwd: Path, expect: int = 0, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, check=False, env=environment or None
    )
    if done.returncode != expect:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def installed(packages: Path) -> str:
    """How large an environment is, and of how many packages."""
    size = sum(page.stat().st_size for page in packages.rglob("*") if page.is_file())
    return f"{size / 1e6:,.0f} MB in {len(list(packages.glob('*.dist-info')))} packages"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps")
        run(*pip, "--wheel-dir", here, ROOT, cwd=here)
        (wheel,) = here.glob("pitboss-*.whl")
        venv.create(here / "clean", with_pip=True)
        bin_ = here / "clean" / "bin"
        (packages,) = (here / "clean" / "lib").glob("python*/site-packages")
        bare = {"PATH": str(bin_), "HOME": folder, "CC": "no-compiler"}
        kept = {name: os.environ[name] for name in os.environ if name.startswith("PIP_")}
        install = (bin_ / "pip", "install", "--quiet", "--disable-pip-version-check")

        run(*install, wheel, cwd=here, **bare, **kept)
        print(f"core: {installed(packages)}")
        pitboss = bin_ / "pitboss"
        assert len(run(pitboss, "games", cwd=here, **bare).splitlines()) == 58
        assert "7/495" in run(pitboss, "odds", "craps", "--wager", "pass", cwd=here, **bare)
        case = here / "case.json"
        case.write_text(json.dumps(ROUND))
        answer = json.loads(run(pitboss, "settle", case, "--json", cwd=here, **bare))
        assert answer["seats"][0]["net"] == 10
        script = ("--seed", "3", "--script", "ante 10; deal; play")
        assert "20.11(a)1" in run(pitboss, "play", "three-card-poker", *script, cwd=here, **bare)
        for command, extra in (
            (("serve",), "web"),
            (("guide", "craps", "--out", "craps.pdf"), "pdf"),
            (("export", case, "--out", "rounds.parquet"), "parquet"),
            (("simulate", "craps", "--cluster", "tcp://here:1"), "cluster"),
        ):
            refused = run(pitboss, *command, cwd=here, expect=2, **bare)
            assert f"pitboss[{extra}]" in refused, refused

        run(*install, f"{wheel}[gym,parquet,pdf,web]", cwd=here, **bare, **kept)
        print(f"with gym, parquet, pdf and web: {installed(packages)}")
        run(pitboss, "guide", "big-six", "--out", "guide.pdf", cwd=here, **bare)
        assert (here / "guide.pdf").read_bytes()[:4] == b"%PDF"
        make = "import gymnasium, pitboss.gym; print(gymnasium.make('pitboss/RedDog-v0').reset(seed=1)[1]['legal'])"
        assert "bet ante" in run(bin_ / "python", "-c", make, cwd=here, **bare)
        serves(pitboss, here, bare)
        print("the package holds")


def serves(pitboss: Path, here: Path, environment: dict[str, str]) -> None:
    """The house opens at a port of its own and answers."""
    port = "18213"
    house = subprocess.Popen(
        [pitboss, "serve", "--port", port],
        cwd=here,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(600):
            if house.poll() is not None:
                sys.exit(f"pitboss serve ended with {house.returncode}")
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as page:
                    assert page.status == 200
                    return
            except OSError:
                time.sleep(0.2)
        sys.exit("pitboss serve does not answer")
    finally:
        house.terminate()
        house.wait()


if __name__ == "__main__":
    main()

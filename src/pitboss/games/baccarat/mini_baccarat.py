"""Mini-baccarat, 13:69F-7."""

from __future__ import annotations

from pitboss.games.baccarat.tableau import Tableau


class MiniBaccarat(Tableau):
    """Punto banco on a small table, with one dealer who deals."""

    errors = ".11"
    dragon = ".3(i)"

"""``python -m tests.record GAME…`` writes the record of these games anew."""

import sys

from pitboss.book import games
from tests.record import write

for name in sys.argv[1:] or [each.id for each in games() if each.family == "house-poker"]:
    write(name)

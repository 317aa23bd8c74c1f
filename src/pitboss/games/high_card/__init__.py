"""Games of high cards against the house: casino war and red dog."""

"""What professionals ask of a game beyond its house edge: whether a result is chance, what a coupon, a meter or a
count is worth, what a floor wins. Three objects carry the answers: the exact `Distribution` of a wager, its value from
part of a shoe (`pitboss.practice.removal`), and best play, which comes from the game."""

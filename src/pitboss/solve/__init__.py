"""One solver for games in which cards come by and by and a player stakes more on them, or leaves: a game declares its
streets and how it ends, and best play follows, under whatever a player knows.

| module | what it does |
|---|---|
| `information` | what a player knows beyond what the game shows; NumPy is not needed for it |
| `asked` | the odds of who knows it, and what the choices of one hand are worth |
| `streets` | the streets of a game, which its round and its mathematics read |
| `sets` | sets of cards and their numbers |
| `draws` | hands that are paid by a table |
| `stud` | a game that is paid by a table |
| `showdown` | hands against the dealer's |
| `sweep` | large hands against the dealer's, counted and not dealt out |
| `dealer` | a game against the dealer's hand with one decision |
| `charts` | best play by a description of the hand |
| `compiled` | decisions as compiled rounds read them |
"""

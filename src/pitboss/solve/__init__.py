"""One solver for games in which cards are dealt in several streets, and a player stakes more after each, or leaves. A
game declares its streets and its endings; best play follows, whatever the player knows.

| module | what it does |
|---|---|
| `information` | what a player knows beyond what the game shows; NumPy is not needed for it |
| `first` | wagers chosen by what is seen of the first cards of a shoe |
| `asked` | the odds with that knowledge, and the values of the choices of one hand |
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

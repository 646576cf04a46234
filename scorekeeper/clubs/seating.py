"""Names as the club's players: whoever is called so already, or somebody new."""

from __future__ import annotations

from collections.abc import Iterable

from . import naming
from .models import Club, Player


def players_called(club: Club, names: Iterable[str]) -> dict[str, Player]:
    """The club's player of each name, in capitals or not; a name that nobody has is somebody new."""
    # In Python: SQLite folds the case of ASCII alone, so there "ÉMILE" would be somebody new.
    there: dict[str, int] = {}
    for one in naming.known(club.pk):
        there.setdefault(one.name.casefold(), one.root)
    called = {name: there.get(name.casefold()) for name in names}
    players = Player.objects.in_bulk([pk for pk in called.values() if pk is not None])
    found: dict[str, Player] = {}
    made: dict[str, Player] = {}
    for name, pk in called.items():
        folded = name.casefold()
        if pk is None and folded not in made:
            made[folded] = Player.objects.create(club=club, name=name)
        found[name] = made[folded] if pk is None else players[pk]
    return found

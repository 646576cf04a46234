"""Names as the club's players: whoever is called so already, or somebody new."""

from __future__ import annotations

from collections.abc import Iterable

from .models import Club, Player


def players_called(club: Club, names: Iterable[str]) -> dict[str, Player]:
    """The club's player of each name; a name that nobody has is somebody new."""
    found: dict[str, Player] = {}
    for name in names:
        known = (
            Player.objects.filter(club=club, name__iexact=name, forgotten=None)
            .select_related("same_as")
            .order_by("pk")
            .first()
        )
        found[name] = (known.same_as or known) if known else Player.objects.create(club=club, name=name)
    return found

"""Names as a club compares them: how alike they are, and whom of its players a name stands for."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from .models import Player

ALIKE = 0.72  # "Annie" and "Anne"; not "Ann" and "Dan"


def folded(name: str) -> str:
    """The name without case and accents: José and jose are one."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    return " ".join("".join(letter for letter in apart if not unicodedata.combining(letter)).split())


def likeness(one: str, other: str, matcher: SequenceMatcher[str] | None = None) -> float:
    """How alike two folded names are, from 0 to 1. A first name and the same with a surname are alike.

    ``matcher`` is one that knows ``other`` already: to compare a name with many costs little with it.
    """
    if one == other:
        return 1.0
    if one and other and one.split()[0] == other.split()[0] and 1 in (len(one.split()), len(other.split())):
        return 0.9
    # Short forms begin as the name does: Betty and Bettina.
    begins = next((n for n, pair in enumerate(zip(one, other, strict=False)) if len(set(pair)) == 2), 4)
    more = 0.04 * min(begins, 4) if begins >= 3 else 0.0
    matcher = matcher or SequenceMatcher(None, "", other, autojunk=False)
    matcher.set_seq1(one)
    if matcher.real_quick_ratio() + more < ALIKE or matcher.quick_ratio() + more < ALIKE:
        return 0.0
    return min(0.95, matcher.ratio() + more)


@dataclass(frozen=True)
class Known:
    """A player's record with its name as it is compared; ``root`` is the record that counts."""

    pk: int
    root: int
    name: str
    folded: str


def known(club: int) -> list[Known]:
    """Everybody of a club who has a name, those merged into others too."""
    rows = Player.objects.filter(club_id=club, forgotten=None).exclude(name="")
    return [
        Known(pk, same_as or pk, name, folded(name))
        for pk, name, same_as in rows.order_by("pk").values_list("pk", "name", "same_as")
    ]


def stands_for(name: str, players: Iterable[Known]) -> int | None:
    """The player whom a name stands for; None where nobody is called so, or several are."""
    called = [one for one in players if one.name.casefold() == name.casefold()]
    if not name or len({one.root for one in called}) != 1:
        return None
    return next((one.pk for one in called if one.pk == one.root), called[0].pk)


def taken(name: str, players: Iterable[Known]) -> bool:
    """Whether somebody of the club is called so, or nearly: with other accents, in other letters."""
    mine = folded(name)
    return any(one.folded == mine for one in players)


def alike(name: str, players: Sequence[Known], most: int = 3) -> list[int]:
    """The players whom a name may stand for, the likeliest first."""
    mine = folded(name)
    matcher = SequenceMatcher(None, "", mine, autojunk=False)
    found: dict[int, float] = {}
    for one in players:
        score = likeness(one.folded, mine, matcher)
        if score >= ALIKE and score > found.get(one.root, 0):
            found[one.root] = score
    return sorted(found, key=lambda pk: -found[pk])[:most]

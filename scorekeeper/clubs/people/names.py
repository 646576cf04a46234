"""Names as a club compares them: how alike they are, and whom of its players a name stands for.

A name that is typed at a table, at its start or in the middle, is joined to the player who is called so. Only
a member who starts a table makes new players of new names: others wait on the page of names to be joined.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from django.db.models import F
from django.utils import timezone

from scorekeeper.clubs.models import Club, Player
from scorekeeper.folding import fold
from scorekeeper.matches.models import Seat, Table
from scorekeeper.matches.typed_names import usual_names

ALIKE = 0.72  # "Annie" and "Anne"; not "Ann" and "Dan"


def folded(name: str) -> str:
    """The name without case and accents, with single blanks: José and jose are one."""
    return " ".join(fold(name).split())


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
class KnownName:
    """A player's record with its name as it is compared; ``root`` is the record that counts."""

    pk: int
    root: int
    name: str
    folded: str


def known_names(club: int) -> list[KnownName]:
    """Everybody of a club who has a name, those merged into others too."""
    rows = Player.objects.filter(club_id=club, forgotten=None).exclude(name="")
    return [
        KnownName(pk, same_as or pk, name, folded(name))
        for pk, name, same_as in rows.order_by("pk").values_list("pk", "name", "same_as")
    ]


def player_called(name: str, players: Iterable[KnownName]) -> int | None:
    """The player whom a name stands for; None where nobody is called so, or several are."""
    called = [one for one in players if one.name.casefold() == name.casefold()]
    if not name or len({one.root for one in called}) != 1:
        return None
    return next((one.pk for one in called if one.pk == one.root), called[0].pk)


def is_taken(name: str, players: Iterable[KnownName]) -> bool:
    """Whether somebody of the club is called so, or nearly: with other accents, in other letters."""
    mine = folded(name)
    return any(one.folded == mine for one in players)


def alike(name: str, players: Sequence[KnownName], most: int = 3) -> list[int]:
    """The players whom a name may stand for, the likeliest first."""
    mine = folded(name)
    matcher = SequenceMatcher(None, "", mine, autojunk=False)
    found: dict[int, float] = {}
    for one in players:
        score = likeness(one.folded, mine, matcher)
        if score >= ALIKE and score > found.get(one.root, 0):
            found[one.root] = score
    return sorted(found, key=lambda pk: -found[pk])[:most]


def alike_players(name: str, players: Sequence[KnownName], most: int) -> list[Player]:
    """Their records."""
    likely = alike(name, players, most)
    by_pk = Player.objects.in_bulk(likely)
    return [by_pk[pk] for pk in likely if pk in by_pk]


def players_of_names(
    table: Table, names: Sequence[str], meant: Sequence[int | None] = (), seats: int = 0
) -> list[int | None]:
    """The players whom the names stand for, one a seat: those meant, those who sat here so, those called so.

    ``meant`` are players of the table's club, as whoever seated them said; others are not listened to.
    ``seats`` are those of the match, where the names are only some.
    """
    if table.club_id is None:
        return [None] * len(names)
    players = known_names(table.club_id)
    ours = {one.pk for one in players}
    here = Seat.objects.filter(match__table=table, player__isnull=False).order_by("match__number", "since")
    sat = dict(here.values_list("name", "player_id"))
    usual = set(usual_names(seats or len(names)))
    found: list[int | None] = []
    for n, name in enumerate(names):
        told = meant[n] if n < len(meant) else None
        if told not in ours:
            told = sat.get(name) or (None if name in usual else player_called(name, players))
        found.append(told)
    mark_as_playing(found)
    return found


def mark_as_playing(players: Sequence[int | None]) -> None:
    """They sit at a table now: they come first when the next is started."""
    ids = [pk for pk in players if pk is not None]
    if ids:
        roots = Player.objects.filter(pk__in=ids).values_list("same_as", "pk")
        Player.objects.filter(pk__in=[same or pk for same, pk in roots]).update(last_played=timezone.now())


def players_or_guests(club: int, names: Sequence[str]) -> list[int | None]:
    """The players of names at a table that a member starts; a name that nobody has makes a guest."""
    players = known_names(club)
    usual = set(usual_names(len(names)))
    return [
        player_called(name, players)
        if name in usual or is_taken(name, players)
        else Player.objects.create(club_id=club, name=name).pk
        for name in names
    ]


def recent_players(club: int, most: int = 60) -> list[Player]:
    """The players to choose from, those who played last first."""
    players = Player.objects.filter(club_id=club, same_as=None, forgotten=None).exclude(name="")
    return list(players.order_by(F("last_played").desc(nulls_last=True), "name", "pk")[:most])


def players_called(club: Club, names: Iterable[str]) -> dict[str, Player]:
    """The club's player of each name, in capitals or not; a name that nobody has is somebody new."""
    # In Python: SQLite folds the case of ASCII alone, so there "ÉMILE" would be somebody new.
    there: dict[str, int] = {}
    for one in known_names(club.pk):
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

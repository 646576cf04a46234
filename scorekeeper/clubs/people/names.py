"""Comparing names: similarity, and the player that a typed name means.

A name typed at a table is linked to the player of that name. Only a member who starts a table
creates players for new names; other new names wait on the page of unlinked names.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils import timezone
from rapidfuzz import fuzz, process

from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches.models import Seat, Table
from scorekeeper.matches.typed_names import usual_names
from scorekeeper.web.normalization import fold

ALIKE = 0.72  # least likeness of two similar names: "Annie" and "Anne" reach it, "Ann" and "Dan" do not
CANDIDATES_PER_RESULT = 5


def fold_name(name: str) -> str:
    """Return the name without case and accents, with single spaces."""
    return " ".join(fold(name).split())


def likeness(one: str, other: str) -> float:
    """Return how alike two folded names are, 0 to 1; a first name is like its full name."""
    if one == other:
        return 1.0
    # One of the names is only the first name of the other.
    if one and other and one.split()[0] == other.split()[0] and 1 in (len(one.split()), len(other.split())):
        return 0.9
    # Count the first letters that short forms share (Betty and Bettina), up to four. If one name is the
    # start of the other, the count is four.
    shared = next((n for n, pair in enumerate(zip(one, other, strict=False)) if len(set(pair)) == 2), 4)
    bonus = 0.04 * min(shared, 4) if shared >= 3 else 0.0
    return min(0.95, fuzz.ratio(one, other) / 100 + bonus)


@dataclass(frozen=True)
class KnownName:
    """A player's name prepared for comparison."""

    pk: int
    current_pk: int  # id of the record that this one was merged into, else ``pk``
    name: str
    folded_name: str


def known_names(club: int) -> list[KnownName]:
    rows = Player.objects.filter(club_id=club, forgotten=None).exclude(name="")
    return [
        KnownName(pk, same_as or pk, name, fold_name(name))
        for pk, name, same_as in rows.order_by("pk").values_list("pk", "name", "same_as")
    ]


def player_called(name: str, players: Iterable[KnownName]) -> int | None:
    """Return the id of the only player with this name; None if there is none or several."""
    called = [player for player in players if player.name.casefold() == name.casefold()]
    if not name or len({player.current_pk for player in called}) != 1:
        return None
    return next((player.pk for player in called if player.pk == player.current_pk), called[0].pk)


def similar_ids(name: str, players: Sequence[KnownName], most: int = 3) -> list[int]:
    """Return the ``current_pk`` of the players whom a name may mean, most similar first."""
    folded_name = fold_name(name)
    texts = [player.folded_name for player in players]
    nearest = process.extract(folded_name, texts, scorer=fuzz.ratio, limit=most * CANDIDATES_PER_RESULT)
    candidates = {n for _text, _score, n in nearest}
    # A first name scores low against a full name. So add players who have only the first name of ``name``,
    # and players whose longer names start with ``name``.
    first = folded_name.split(" ")[0]
    prefix = f"{folded_name} "
    candidates |= {n for n, text in enumerate(texts) if text == first or text.startswith(prefix)}
    found: dict[int, float] = {}
    for player in (players[n] for n in sorted(candidates)):
        score = likeness(player.folded_name, folded_name)
        if score >= ALIKE and score > found.get(player.current_pk, 0):
            found[player.current_pk] = score
    return sorted(found, key=lambda pk: -found[pk])[:most]


def similar_players(name: str, players: Sequence[KnownName], most: int) -> list[Player]:
    ids = similar_ids(name, players, most)
    by_pk = Player.objects.in_bulk(ids)
    return [by_pk[pk] for pk in ids if pk in by_pk]


def players_of_names(
    table: Table, names: Sequence[str], player_ids: Sequence[int | None] = (), seats: int = 0
) -> list[int | None]:
    """Return the player id of each name.

    It is the given id, else the player linked to the name at this table, else the club's player of that
    name. Mark the players as playing. Given ids of other clubs are ignored. ``seats`` is the match's
    number of seats, if ``names`` are the names of only some seats.
    """
    if table.club_id is None:
        return [None] * len(names)
    players = known_names(table.club_id)
    club_players = {player.pk for player in players}
    linked_seats = Seat.objects.filter(match__table=table, player__isnull=False)
    linked_seats = linked_seats.order_by("match__number", "since")
    seated = dict(linked_seats.values_list("name", "player_id"))
    default_names = set(usual_names(seats or len(names)))
    found: list[int | None] = []
    for n, name in enumerate(names):
        player = player_ids[n] if n < len(player_ids) else None
        if player not in club_players:
            player = seated.get(name) or (None if name in default_names else player_called(name, players))
        found.append(player)
    mark_as_playing(found)
    return found


def mark_as_playing(players: Sequence[int | None]) -> None:
    """Set the players' last match date to now, which lists them first."""
    ids = [pk for pk in players if pk is not None]
    if ids:
        rows = Player.objects.filter(pk__in=ids).values_list("same_as", "pk")
        Player.objects.filter(pk__in=[same_as or pk for same_as, pk in rows]).update(
            last_played=timezone.now()
        )


def players_or_guests(club: int, names: Sequence[str]) -> list[int | None]:
    """Return the player of each name; a new name creates a guest, unless it is a default name."""
    players = known_names(club)
    existing = {player.folded_name for player in players}
    default_names = usual_names(len(names))
    return [
        player_called(name, players)
        if name in default_names or fold_name(name) in existing
        else Player.objects.create(club_id=club, name=name).pk
        for name in names
    ]


def recent_players(club: Club, most: int = 60) -> list[Player]:
    return list(club.players.current().exclude(name="").recent_first()[:most])


def get_or_create_players(club: Club, names: Iterable[str]) -> dict[str, Player]:
    """Return the club's player of each name, ignoring case; new names create players."""
    # Compared in Python, because SQLite folds the case of ASCII only.
    by_name: dict[str, int] = {}
    for known in known_names(club.pk):
        by_name.setdefault(known.name.casefold(), known.current_pk)
    player_ids = {name: by_name.get(name.casefold()) for name in names}
    players = Player.objects.in_bulk([pk for pk in player_ids.values() if pk is not None])
    found: dict[str, Player] = {}
    created: dict[str, Player] = {}
    for name, pk in player_ids.items():
        key = name.casefold()
        if pk is None and key not in created:
            created[key] = Player.objects.create(club=club, name=name)
        found[name] = created[key] if pk is None else players[pk]
    return found

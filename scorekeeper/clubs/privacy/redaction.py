"""Where the name of a person stands, and how something else comes to stand there.

A name stands in many places: on seats and phones, beside what somebody wrote, in words that were said. Those
of a person are: the seats joined to them; what bears one of their names in their club, as long as nobody else
there is called so; and at the tables where they sat, whatever bears the name they had there. What others
wrote in words of their own ("Ann miscounted") is theirs, is tied into the log, and stays.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db.models import F, Model, Q
from django.utils.translation import gettext as _

from scorekeeper import live
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.matches.models import Match, Seat, Table
from scorekeeper.parts import chunked

# The keys are stored with what was redacted: a model that was renamed since keeps its first name in them.
RENAMED = {"clubs.Bringing": "clubs.ImportJob"}
ROWS_AT_ONCE = 5_000  # ids in one record of what was covered


@dataclass(frozen=True)
class NameField:
    """A field that may hold a name: how its rows belong to a table or to a club, and when they were made."""

    model: str
    field: str
    made: str
    table: str = ""  # the way from the row to its table
    club: str = ""  # the way from the row to its club
    told: bool = False  # whether the field is JSON in which names are among other words

    @property
    def what(self) -> str:
        return f"{self.model}.{self.field}"

    @property
    def kind(self) -> type[Model]:
        return apps.get_model(RENAMED.get(self.model, self.model))


NAME_FIELDS = (
    NameField("tables.Phone", "name", "joined", table="table"),
    NameField("tables.Entry", "by_name", "at", table="match__table"),
    NameField("tables.Objection", "by_name", "at", table="match__table"),
    NameField("tables.Objection", "settled_by", "at", table="match__table"),
    NameField("library.Precedent", "by_name", "at", table="table"),
    NameField("library.Precedent", "ended_by", "at", table="table"),
    NameField("library.Ruling", "said", "made", table="match__table", told=True),
    NameField("clubs.Note", "by_name", "at", table="match__table", club="club"),
    NameField("clubs.ClubHouse", "by_name", "since", club="club"),
    NameField("clubs.AtOurClub", "by_name", "at", club="club"),
    NameField("clubs.AtOurClub", "ended_by", "at", club="club"),
    NameField("clubs.Payout", "what", "at", club="night__club", told=True),
    NameField("clubs.Claim", "answered_by", "at", club="player__club"),
    NameField("clubs.Bringing", "by_name", "at", club="club"),
    NameField("clubs.ClubEvent", "by_name", "at", club="club"),
    NameField("clubs.ClubEvent", "about", "at", club="club", told=True),
)
SEAT_NAME = NameField("tables.Seat", "name", "match__table__created")
PLAYER_NAME = NameField("clubs.Player", "name", "created")
USER_NAME = NameField("accounts.User", "name", "joined")
BY_KEY = {place.what: place for place in (*NAME_FIELDS, SEAT_NAME, PLAYER_NAME, USER_NAME)}


def former_player() -> str:
    """What stands where the name of somebody stood who asked to be forgotten."""
    return _("Former player")


@dataclass
class FoundNames:
    """What bears a person's name: by place, what stands there and in which rows."""

    names: frozenset[str] = frozenset()
    tables: set[int] = field(default_factory=set)
    places: dict[tuple[str, Any], list[int]] = field(default_factory=dict)
    told: list[tuple[str, int, Any]] = field(default_factory=list)  # JSON: place, row, what it says

    def add(self, place: NameField, rows: Iterable[tuple[int, str]]) -> None:
        for pk, said in rows:
            self.places.setdefault((place.what, said), []).append(pk)


def find_names(family: list[Player], account: User | None = None, more: Iterable[str] = ()) -> FoundNames:
    """Everything that bears the name of a person, and with ``account`` that account.

    ``more`` are names that they had: what has come to bear one of these since is found too.
    """
    ids, club = [one.pk for one in family], family[0].club_id
    seats = list(Seat.objects.filter(player__in=ids).values_list("pk", "name", "match__table"))
    own = {one.name for one in family} | {one.user.name for one in family if one.user}
    here = ({name for _pk, name, _table in seats} | set(more)) - {"", former_player()}
    found = FoundNames(frozenset(own | here) - {"", former_player()}, {table for _pk, _name, table in seats})
    found.add(PLAYER_NAME, ((one.pk, one.name) for one in family if one.name))
    found.add(SEAT_NAME, ((pk, name) for pk, name, _table in seats if name))
    if account and account.name:
        found.add(USER_NAME, [(account.pk, account.name)])
    alone = found.names - _shared_names(ids, club, found.names)
    for place in NAME_FIELDS:
        if place.told:
            _find_in_json(found, place, club)
            continue
        rows = place.kind._default_manager.filter(_rows_of_person(place, club, alone, here, found.tables))
        found.add(place, rows.values_list("pk", place.field))
    return found


def _shared_names(ids: list[int], club: int, names: frozenset[str]) -> set[str]:
    """Those of the names that other people of the club have too."""
    others = Player.objects.filter(club=club, name__in=names, forgotten=None).exclude(pk__in=ids)
    return set(others.values_list("name", flat=True))


def _rows_of_person(
    place: NameField, club: int, alone: Iterable[str], here: Iterable[str], tables: Iterable[int]
) -> Q:
    """The rows of a place that are this person's, by the name in them."""
    of_club = Q(**{f"{place.table}__club" if place.table else place.club: club})
    theirs = of_club & Q(**{f"{place.field}__in": sorted(alone)})
    if place.table:
        at_table = Q(**{f"{place.table}__in": sorted(tables), f"{place.field}__in": sorted(here)})
        theirs |= at_table
    return theirs


def _find_in_json(found: FoundNames, place: NameField, club: int) -> None:
    """The words in JSON that hold one of the names."""
    rows = place.kind._default_manager
    near = rows.filter(**{f"{place.table}__club" if place.table else place.club: club})
    for pk, said in near.values_list("pk", place.field).iterator():
        if without_names(said, found.names) != said:
            found.told.append((place.what, pk, said))


def without_names(said: Any, names: Iterable[str]) -> Any:
    """JSON or text with ``former_player()`` where one of the names stood."""
    wanted = sorted((name for name in names if name), key=len, reverse=True)
    if not wanted:
        return said
    pattern = re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, wanted)) + r")(?!\w)")
    return _replaced(said, pattern, former_player())


def _replaced(said: Any, pattern: re.Pattern[str], instead: str) -> Any:
    if isinstance(said, str):
        return pattern.sub(lambda _found: instead, said)
    if isinstance(said, list):
        return [_replaced(one, pattern, instead) for one in said]
    if isinstance(said, dict):
        return {key: _replaced(one, pattern, instead) for key, one in said.items()}
    return said


def redact(found: FoundNames, upto: datetime | None = None) -> None:
    """Put something else where the names stand; only in rows made up to a time, where one is given."""
    for (what, _said), rows in found.places.items():
        write_rows(what, rows, replacement(what), upto)
    for what, row, said in found.told:
        write_rows(what, [row], without_names(said, found.names), upto)
    invalidate_tables(found.tables)


def replacement(what: str) -> str:
    """What stands in a place for somebody who is forgotten: a record has no name at all."""
    return "" if what in (PLAYER_NAME.what, USER_NAME.what) else former_player()


def is_json(what: str) -> bool:
    """Whether names stand among other words in this place."""
    return what in BY_KEY and BY_KEY[what].told


def write_rows(what: str, rows: list[int], said: Any, upto: datetime | None = None) -> None:
    """Write something into these rows of a place."""
    place = BY_KEY.get(what)
    if place is None:
        return  # a place of another release
    made = {f"{place.made}__lte": upto} if upto else {}
    for some in chunked(rows):
        ids = place.kind._default_manager.filter(pk__in=some, **made).values_list("pk", flat=True)
        place.kind._default_manager.filter(pk__in=list(ids)).update(**{place.field: said})


def invalidate_tables(tables: Iterable[int]) -> None:
    """Let the tables show other names: their logs are read anew, and phones look again."""
    for some in chunked(sorted(tables)):
        Match.objects.filter(table__in=some).update(named=F("named") + 1)
        Table.objects.filter(pk__in=some).update(version=F("version") + 1)
        on = Table.objects.filter(pk__in=some, matches__ended=None).distinct()
        for code, version in on.values_list("code", "version"):
            live.publish(code, version)


def tables_of(seats: list[int]) -> set[int]:
    """The tables of these seats."""
    found: set[int] = set()
    for some in chunked(seats):
        found |= set(Seat.objects.filter(pk__in=some).values_list("match__table", flat=True))
    return found


def _standing(what: str, rows: list[int], upto: datetime) -> list[tuple[int, str]]:
    """What stands in these rows of a place; those made later are left out."""
    place = BY_KEY.get(what)
    if place is None or place.told:
        return []  # or a place of another release
    found: list[tuple[int, str]] = []
    for some in chunked(rows):
        kept = place.kind._default_manager.filter(pk__in=some, **{f"{place.made}__lte": upto})
        found += kept.exclude(**{place.field: ""}).values_list("pk", place.field)
    return [(pk, said) for pk, said in found if said != former_player()]


def names_in(told: Iterable[dict[str, list[int]]], upto: datetime) -> set[str]:
    """The names in rows that were covered once, in a copy in which they are not."""
    return {said for rows in told for what, ids in rows.items() for _pk, said in _standing(what, ids, upto)}


def add_rows(found: FoundNames, told: Iterable[dict[str, list[int]]], upto: datetime) -> None:
    """Rows that were covered once are to be covered again, joined to the person in this copy or not."""
    for rows in told:
        for what, ids in rows.items():
            known = {pk for (place, _said), pks in found.places.items() if place == what for pk in pks}
            standing = [row for row in _standing(what, ids, upto) if row[0] not in known]
            if standing:
                found.add(BY_KEY[what], standing)
            if what == SEAT_NAME.what:
                found.tables |= tables_of(ids)

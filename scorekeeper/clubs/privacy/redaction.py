"""Replacing a person's name with "Former player" wherever it is stored.

A person's seats are renamed. In other columns a name is replaced in the whole club. But a name that
another player has too is replaced only at the tables where the person sat, and only if one of the
person's seats had it. In JSON, every name is replaced in the whole club. Free text of other people
("Ann miscounted") is covered by the log's hash chain, so it stays.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import Q
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Player
from scorekeeper.matches import renaming
from scorekeeper.matches.models import Seat


@dataclass(frozen=True)
class NameColumn:
    """A column that may hold a name, and the lookups from its rows to a table or club."""

    model: str
    field: str
    table: str = ""  # lookup from the row to its table
    club: str = ""  # lookup from the row to its club
    is_json: bool = False  # True for JSON that has names among other words


NAME_COLUMNS = (
    NameColumn("tables.Phone", "name", table="table"),
    NameColumn("tables.Entry", "by_name", table="match__table"),
    NameColumn("tables.Objection", "by_name", table="match__table"),
    NameColumn("tables.Objection", "settled_by", table="match__table"),
    NameColumn("library.Precedent", "by_name", table="table"),
    NameColumn("library.Precedent", "ended_by", table="table"),
    NameColumn("library.Ruling", "said", table="match__table", is_json=True),
    NameColumn("clubs.Note", "by_name", table="match__table", club="club"),
    NameColumn("clubs.ClubHouse", "by_name", club="club"),
    NameColumn("clubs.AtOurClub", "by_name", club="club"),
    NameColumn("clubs.AtOurClub", "ended_by", club="club"),
    NameColumn("clubs.Claim", "answered_by", club="player__club"),
    NameColumn("clubs.ImportJob", "by_name", club="club"),
    NameColumn("clubs.ClubEvent", "by_name", club="club"),
    NameColumn("clubs.ClubEvent", "about", club="club", is_json=True),
)


def former_player() -> str:
    return _("Former player")


def anonymise(records: list[Player]) -> set[str]:
    """Replace a person's names everywhere but in their player records; return the names."""
    ids, club = [record.pk for record in records], records[0].club_id
    seats = Seat.objects.filter(player__in=ids).order_by()
    tables = set(seats.values_list("match__table", flat=True))
    seat_names = set(seats.values_list("name", flat=True)) - {"", former_player()}
    own_names = {record.name for record in records} | {record.user.name for record in records if record.user}
    names = (own_names | seat_names) - {"", former_player()}
    other_players = Player.objects.filter(club=club, name__in=names, forgotten=None).exclude(pk__in=ids)
    unshared_names = names - set(other_players.values_list("name", flat=True))
    for column in NAME_COLUMNS:
        club_lookup = f"{column.table}__club" if column.table else column.club
        in_club = Q(**{club_lookup: club})
        rows = apps.get_model(column.model)._default_manager.order_by()
        if column.is_json:
            for pk, value in list(rows.filter(in_club).values_list("pk", column.field)):
                if (redacted := without_names(value, names)) != value:
                    rows.filter(pk=pk).update(**{column.field: redacted})
            continue
        condition = in_club & Q(**{f"{column.field}__in": unshared_names})
        if column.table:
            at_table = Q(**{f"{column.table}__in": seats.values("match__table")})
            condition |= at_table & Q(**{f"{column.field}__in": seat_names})
        rows.filter(condition).update(**{column.field: former_player()})
    seats.exclude(name="").update(name=former_player())
    renaming.invalidate_tables(tables)
    return names


def without_names(value: Any, names: Iterable[str]) -> Any:
    """Return JSON or text with the names replaced by ``former_player()``."""
    longest_first = sorted((name for name in names if name), key=len, reverse=True)
    if not longest_first:
        return value
    pattern = re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, longest_first)) + r")(?!\w)")
    return _replace(value, pattern, former_player())


def _replace(value: Any, pattern: re.Pattern[str], replacement: str) -> Any:
    if isinstance(value, str):
        return pattern.sub(lambda _found: replacement, value)
    if isinstance(value, list):
        return [_replace(item, pattern, replacement) for item in value]
    if isinstance(value, dict):
        return {key: _replace(item, pattern, replacement) for key, item in value.items()}
    return value

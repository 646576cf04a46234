"""Replacing a person's name wherever it is stored by "Former player".

Names are on seats and phones, beside entries, and in texts. Replaced are: the seats joined to the
person; their names in the club, unless other players have the same; and at tables where they sat,
the names they had there. Free text of other people ("Ann miscounted") is hashed into the log and
stays.
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
class NameField:
    """A model field that may hold a name, and its rows' path to a table or club."""

    model: str
    field: str
    table: str = ""  # lookup from the row to its table
    club: str = ""  # lookup from the row to its club
    is_json: bool = False  # True for JSON that has names among other words


NAME_FIELDS = (
    NameField("tables.Phone", "name", table="table"),
    NameField("tables.Entry", "by_name", table="match__table"),
    NameField("tables.Objection", "by_name", table="match__table"),
    NameField("tables.Objection", "settled_by", table="match__table"),
    NameField("library.Precedent", "by_name", table="table"),
    NameField("library.Precedent", "ended_by", table="table"),
    NameField("library.Ruling", "said", table="match__table", is_json=True),
    NameField("clubs.Note", "by_name", table="match__table", club="club"),
    NameField("clubs.ClubHouse", "by_name", club="club"),
    NameField("clubs.AtOurClub", "by_name", club="club"),
    NameField("clubs.AtOurClub", "ended_by", club="club"),
    NameField("clubs.Claim", "answered_by", club="player__club"),
    NameField("clubs.ImportJob", "by_name", club="club"),
    NameField("clubs.ClubEvent", "by_name", club="club"),
    NameField("clubs.ClubEvent", "about", club="club", is_json=True),
)


def former_player() -> str:
    return _("Former player")


def anonymise(family: list[Player]) -> set[str]:
    """Replace a person's names everywhere but in their player records; return the names."""
    ids, club = [record.pk for record in family], family[0].club_id
    seats = Seat.objects.filter(player__in=ids).order_by()
    tables = set(seats.values_list("match__table", flat=True))
    here = set(seats.values_list("name", flat=True)) - {"", former_player()}
    own = {record.name for record in family} | {record.user.name for record in family if record.user}
    names = (own | here) - {"", former_player()}
    others = Player.objects.filter(club=club, name__in=names, forgotten=None).exclude(pk__in=ids)
    unshared = names - set(others.values_list("name", flat=True))
    for name_field in NAME_FIELDS:
        of_club = Q(**{f"{name_field.table}__club" if name_field.table else name_field.club: club})
        rows = apps.get_model(name_field.model)._default_manager.order_by()
        if name_field.is_json:
            for pk, value in list(rows.filter(of_club).values_list("pk", name_field.field)):
                if (redacted := without_names(value, names)) != value:
                    rows.filter(pk=pk).update(**{name_field.field: redacted})
            continue
        condition = of_club & Q(**{f"{name_field.field}__in": unshared})
        if name_field.table:
            at_table = Q(**{f"{name_field.table}__in": seats.values("match__table")})
            condition |= at_table & Q(**{f"{name_field.field}__in": here})
        rows.filter(condition).update(**{name_field.field: former_player()})
    seats.exclude(name="").update(name=former_player())
    renaming.invalidate_tables(tables)
    return names


def without_names(value: Any, names: Iterable[str]) -> Any:
    """Return JSON or text with the names replaced by ``former_player()``."""
    wanted = sorted((name for name in names if name), key=len, reverse=True)
    if not wanted:
        return value
    pattern = re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, wanted)) + r")(?!\w)")
    return _replaced(value, pattern, former_player())


def _replaced(value: Any, pattern: re.Pattern[str], replacement: str) -> Any:
    if isinstance(value, str):
        return pattern.sub(lambda _found: replacement, value)
    if isinstance(value, list):
        return [_replaced(item, pattern, replacement) for item in value]
    if isinstance(value, dict):
        return {key: _replaced(item, pattern, replacement) for key, item in value.items()}
    return value

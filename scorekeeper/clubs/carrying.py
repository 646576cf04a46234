"""The lines of a club's file between its heading and its matches: its nights, and what was done in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from django.db.models import Min

from scorekeeper.matches.models import Match

from . import marks
from .models import Club, ClubEvent, Night, NightTable, Present, Round

# What is told of accounts, or by the site itself, stays where it is.
STAYS = (
    *("founded", "joined", "left", "removed", "role", "handed_over", "reset_link"),
    *("invited", "link_renewed", "invitation_ended", "claim_granted", "claim_denied"),
    *("asks_to_be_forgotten", "is_not_forgotten", "forgotten", "deleting", "kept", "import", "import_undone"),
)
# In an event these are numbers of players; and these are of no use elsewhere.
PLAYERS = ("player", "other")
HERE_ONLY = ("moved", "was", "tables", "nights", "season", "event")


def at(moment: datetime | None) -> str | None:
    """A moment as it stands in the file."""
    return moment and moment.astimezone(UTC).isoformat()


def nights(club: Club, places: Mapping[int, int]) -> Iterator[dict[str, Any]]:
    """Each night whole: who was there, every round with its tables, and how all is counted.

    ``places`` are the players' places in the file's list. Those at the night are named by their place in its
    own list, a table by the mark of its first match.
    """
    for night in Night.objects.filter(club=club).select_related("season").order_by("created", "pk"):
        present = list(Present.objects.filter(night=night).order_by("number", "pk"))
        rounds = list(Round.objects.filter(night=night).order_by("number"))
        yield {"night": _night(night, present, rounds, places)}


def _night(
    night: Night, present: list[Present], rounds: list[Round], places: Mapping[int, int]
) -> dict[str, Any]:
    here = {one.pk: n for n, one in enumerate(present)}
    tables = list(NightTable.objects.filter(round__night=night).select_related("table").order_by("number"))
    first = _first_matches(tables)
    return {
        "created": at(night.created),
        "date": night.date.isoformat(),
        "ended": at(night.ended),
        "game": night.game_slug,
        "season": night.season.name if night.season else "",
        **{name: getattr(night, name) for name in KEPT},
        "present": [
            {
                "player": places.get(one.player_id),
                "number": one.number,
                "partner": here.get(one.partner_id) if one.partner_id else None,
                "from_round": one.from_round,
                "to_round": one.to_round,
                "rests": one.rests,
            }
            for one in present
        ],
        "played_rounds": [
            {
                "number": one.number,
                "drawn": at(one.drawn),
                "began": at(one.began),
                "minutes": one.minutes,
                "paused": at(one.paused),
                "ended": at(one.ended),
                "sitting_out": [here[pk] for pk in one.sitting_out if pk in here],
                "tables": [
                    {
                        "number": table.number,
                        "sides": table.sides,
                        "seated": [here.get(pk) for pk in table.seated],
                        "match": first.get(table.table_id or 0, ""),
                    }
                    for table in tables
                    if table.round_id == one.pk
                ],
            }
            for one in rounds
        ],
    }


# What a night says of itself as it stands in its row.
KEPT = (
    *("name", "place", "preset", "house", "seats", "sides", "drawing", "counting", "points", "missed"),
    *("mixed", "prizes", "rounds", "hands", "minutes", "seed"),
)


def _first_matches(tables: list[NightTable]) -> dict[int, str]:
    """By table the mark of its first match."""
    ids = [one.table_id for one in tables if one.table_id]
    first = Match.objects.filter(table__in=ids).values("table").annotate(n=Min("number"))
    numbers = {row["table"]: row["n"] for row in first}
    found = {}
    for match in Match.objects.filter(table__in=ids).select_related("table", "brought_in"):
        if match.number == numbers[match.table_id]:
            found[match.table_id] = marks.of_match(match)
    return found


def events(club: Club, places: Mapping[int, int]) -> Iterator[dict[str, Any]]:
    """What was done, oldest first, as far as it is not told of accounts."""
    for event in ClubEvent.objects.filter(club=club).exclude(what__in=STAYS).order_by("at", "pk"):
        about = {
            name: places.get(value) if name in PLAYERS else value
            for name, value in event.about.items()
            if name not in HERE_ONLY
        }
        yield {"event": {"what": event.what, "about": about, "by": event.by_name, "at": at(event.at)}}

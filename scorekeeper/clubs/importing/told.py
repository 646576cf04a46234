"""What was done in a club, as its own file tells it: written down again with its days and names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.engine import Unfit, _, say
from games.engine.interchange import only
from games.engine.stored import keeps
from scorekeeper.clubs.carrying import HERE_ONLY, PLAYERS, STAYS
from scorekeeper.clubs.models import Club, ClubEvent
from scorekeeper.parts import chunked

from .heading import text_of
from .lines import _exact, _name, _within
from .lines import moment as read_moment

LONGEST = 1_000
MOST_VALUES = 20


@dataclass(frozen=True)
class Told:
    """An event of the file."""

    what: str
    about: dict[str, Any]
    by: str
    at: datetime


def read_event(data: Any) -> Told:
    """An event as it stands in a club's file. Raises ``Unfit`` with the path of the first mistake."""
    if not isinstance(data, Mapping):
        raise Unfit("", say(_("An object is needed here")))
    only(("what", "about", "by", "at"), data)
    what, about = text_of(data, "what", 30), _exact(data, "about", dict, {})
    if not what or what in STAYS:
        raise Unfit("what", say(_("That is none of the choices")))
    if len(about) > MOST_VALUES or not all(_plain(name, value) for name, value in about.items()):
        raise Unfit("about", say(_("This is of another kind than is needed here")))
    by = _within("by", _name, data.get("by", ""))
    return Told(what, about, by, _within("at", read_moment, data.get("at")))


def _plain(name: str, value: Any) -> bool:
    """Words, numbers, how a season counts, and the prizes of a night."""
    if not keeps(name) or len(name) > 30 or name in HERE_ONLY:
        return False
    if name in PLAYERS:
        return value is None or (type(value) is int and 0 <= value < 10**6)
    if isinstance(value, str):
        return len(value) <= LONGEST and keeps(value)
    if name == "given":
        return isinstance(value, list) and len(value) <= MOST_VALUES and all(map(_prize, value))
    if name == "scoring":
        return isinstance(value, dict) and len(str(value)) <= LONGEST and keeps(str(value))
    return value is None or (type(value) in (int, bool) and abs(value) < 10**9)


def _prize(told: Any) -> bool:
    """A prize as ``prizes.said`` writes it: what it is called, who has it, for what."""
    match told:
        case [str(name), [*names], str(why)] if len(names) <= MOST_VALUES:
            texts = (name, *names, why)
            return all(isinstance(text, str) and len(text) <= LONGEST and keeps(text) for text in texts)
    return False


def write_down(events: Sequence[Told], club: Club, players: Mapping[int, int]) -> None:
    """Write down what the club does not know of yet. Within a transaction."""
    known = set(ClubEvent.objects.filter(club=club).values_list("what", "by_name", "at"))
    fresh = [one for one in events if (one.what, one.by, one.at) not in known]
    for some in chunked(fresh):
        ClubEvent.objects.bulk_create(
            ClubEvent(
                club=club,
                what=one.what,
                about={
                    name: (None if value is None else players.get(value)) if name in PLAYERS else value
                    for name, value in one.about.items()
                },
                by_name=one.by,
                at=one.at,
            )
            for one in some
        )

"""The heading of a club's own export (club, players, seasons, house rules, customs), and its log.

Decoding raises ``DecodeError``.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any

from django.utils.dateparse import parse_date

from games import every_game
from games.engine import DecodeError, _, say, within
from games.engine.json_codec import is_storable
from scorekeeper.clubs.models import AtOurClub, Club, ClubEvent, ClubHouse, Player, Season
from scorekeeper.history.exporting.format import FORMAT, LEFT_OUT_EVENTS, LEFT_OUT_VALUES, PLAYER_VALUES
from scorekeeper.history.importing.records import (
    date_time_in,
    name_in,
    optional_date_time,
    read_each,
    read_exact,
    read_list,
    read_name,
    read_object,
    read_text,
    read_whole_number,
)
from scorekeeper.matches.models import Match
from scorekeeper.web.chunks import chunked

KEYS = "format club players seasons houses customs"
MOST_PLAYERS = 20_000


def is_heading(data: Any) -> bool:
    """Return True for the first line of a club's export."""
    return isinstance(data, Mapping) and data.get("format") == FORMAT


def create_from_heading(data: Mapping[str, Any] | None, club: Club) -> dict[int, int]:
    """Create what the club lacks; return the ids of its players by position in the file.

    ``data`` is None for other kinds of file, which have no heading. A club without matches also takes the
    name, colour and games of the club in the file.
    """
    if data is None:
        return {}
    read_object(data, KEYS)
    empty = not Match.objects.filter(table__club=club).exists()
    if empty and "club" in data:
        within("club", _club, data["club"], club)
    read_each(data, "seasons", 2_000, partial(_season, club=club))
    read_each(data, "houses", 5_000, partial(_house, club=club))
    read_each(data, "customs", 5_000, partial(_custom, club=club))
    return _players(read_list(data, "players", MOST_PLAYERS), club)


def _club(data: Any, club: Club) -> None:
    # Earlier releases exported a currency, which is ignored.
    read_object(data, "name colour games created currency")
    club.name = read_text(data, "name", 60) or club.name
    club.colour = read_text(data, "colour", 12) or club.colour
    club.games = [slug for slug in read_list(data, "games", 200) if slug in every_game()]
    club.created = optional_date_time(data, "created") or club.created
    club.save(update_fields=["name", "colour", "games", "created"])


def _players(items: list[Any], club: Club) -> dict[int, int]:
    """Return the ids of the club's players by position in the file, creating missing ones.

    Players of the same name are matched in the order of their creation.
    """
    by_name: dict[str, list[Player]] = defaultdict(list)
    for player in Player.objects.filter(club=club).order_by("created", "pk"):
        by_name[player.name.casefold()].append(player)
    players: dict[int, Player] = {}
    merged: dict[int, int] = {}
    for n, item in enumerate(items):
        try:
            read_object(item, "name created shows_name same_as forgotten")
            name, created = read_name(item.get("name", "")), optional_date_time(item, "created")
            forgotten = optional_date_time(item, "forgotten")
            namesakes = by_name[name.casefold()]
            if namesakes and not forgotten:
                player = namesakes.pop(0)
                if created and created < player.created:
                    player.created = created
                    player.save(update_fields=["created"])
            else:
                player = Player(club=club, name=name, forgotten=forgotten)
                player.created = created or player.created
            if (other := read_whole_number(item, "same_as")) is not None:
                merged[n] = other
        except DecodeError as error:
            raise error.within(f"players.{n}") from None
        players[n] = player
    # In bulk: thousands of single inserts would lock SQLite for seconds.
    Player.objects.bulk_create([player for player in players.values() if player.pk is None], batch_size=500)
    ids = {n: player.pk for n, player in players.items()}
    for n, other in merged.items():
        if other in ids and ids[other] != ids[n]:
            Player.objects.filter(pk=ids[n], same_as=None).update(same_as=ids[other])
    return ids


def day_of(data: Mapping[str, Any], name: str) -> date | None:
    """Return a date of the file, None if missing."""
    text = data.get(name)
    if text is None:
        return None
    try:
        found = parse_date(text) if isinstance(text, str) and len(text) == 10 else None
    except ValueError:
        found = None
    if found is None or not 1800 < found.year < 2200:
        raise DecodeError(name, say(_("A day such as 2019-03-02 is needed here")))
    return found


def _season(data: Any, club: Club) -> None:
    read_object(data, "name game begins ends scoring")
    name, begins = read_text(data, "name", 40), day_of(data, "begins")
    if not name or begins is None:
        raise DecodeError("name", say(_("This is missing")))
    Season.objects.get_or_create(
        club=club,
        name=name,
        defaults={
            "game_slug": read_text(data, "game", 50),
            "begins": begins,
            "ends": day_of(data, "ends"),
            "scoring": read_exact(data, "scoring", dict),
        },
    )


def _house(data: Any, club: Club) -> None:
    read_object(data, "name game preset house seats sides version since until by why")
    name, version = read_text(data, "name", 40), read_whole_number(data, "version")
    if not name or not version:
        raise DecodeError("name", say(_("This is missing")))
    if data.get("until") is None and ClubHouse.objects.filter(club=club, name=name, until=None).exists():
        return
    ClubHouse.objects.get_or_create(
        club=club,
        name=name,
        version=version,
        defaults={
            "game_slug": read_text(data, "game", 50),
            "preset": read_text(data, "preset", 40),
            "house": read_exact(data, "house", dict),
            "seats": read_whole_number(data, "seats") or 1,
            "sides": read_whole_number(data, "sides") or 1,
            "since": date_time_in(data, "since"),
            "until": optional_date_time(data, "until"),
            "by_name": name_in(data, "by"),
            "why": read_text(data, "why", 200),
        },
    )


def _custom(data: Any, club: Club) -> None:
    read_object(data, "game question words option value by at ended ended_by")
    words = data.get("words")
    if type(words) is not str or not 0 < len(words) <= 300 or not is_storable(words):
        raise DecodeError("words", say(_("A text of at most {n} characters is needed here"), n=300))
    AtOurClub.objects.get_or_create(
        club=club,
        game_slug=read_text(data, "game", 50),
        question=read_text(data, "question", 60),
        words=words,
        at=date_time_in(data, "at"),
        defaults={
            "option": read_text(data, "option", 60),
            "value": data.get("value"),
            "by_name": name_in(data, "by"),
            "ended": optional_date_time(data, "ended"),
            "ended_by": name_in(data, "ended_by"),
        },
    )


LONGEST_TEXT = 1_000  # characters
MOST_VALUES = 20
MOST_PRESENT = 1_000  # people at a night; all of them may share a prize


@dataclass(frozen=True)
class EventRecord:
    what: str
    about: dict[str, Any]
    by: str
    at: datetime


def read_event(data: Any) -> EventRecord:
    """Return an event of a club's export."""
    read_object(data, "what about by at")
    what, about = read_text(data, "what", 30), read_exact(data, "about", dict)
    if not what or what in LEFT_OUT_EVENTS:
        raise DecodeError("what", say(_("This is not one of the choices")))
    if len(about) > MOST_VALUES or not all(_is_plain(name, value) for name, value in about.items()):
        raise DecodeError("about", say(_("This has the wrong type")))
    by = name_in(data, "by")
    return EventRecord(what, about, by, date_time_in(data, "at"))


def _is_plain(name: str, value: Any) -> bool:
    """Return True for values an event may have: texts, numbers, scoring, prizes, a standing."""
    if not is_storable(name) or len(name) > 30 or name in LEFT_OUT_VALUES:
        return False
    if name in PLAYER_VALUES:
        return value is None or (type(value) is int and 0 <= value < 10**6)
    if isinstance(value, str):
        # The text of the prizes may name everyone at the night.
        return (len(value) <= LONGEST_TEXT or name == "prizes") and is_storable(value)
    if name == "given":
        return isinstance(value, list) and len(value) <= MOST_VALUES and all(map(_prize, value))
    if name == "standing":
        return isinstance(value, list) and len(value) <= MOST_PRESENT and all(map(_standing_line, value))
    if name == "scoring":
        return isinstance(value, dict) and len(str(value)) <= LONGEST_TEXT and is_storable(str(value))
    return value is None or (type(value) in (int, bool) and abs(value) < 10**9)


def _prize(value: Any) -> bool:
    """Return True for a prize as ``prize_values`` writes it: title, names, reason."""
    match value:
        case [name, [*names], why] if len(names) <= MOST_PRESENT:
            return all(map(_is_text, (name, *names, why)))
    return False


def _standing_line(value: Any) -> bool:
    """Return True for a line of a standing: place, name, points."""
    return isinstance(value, list) and len(value) == 3 and all(map(_is_text, value))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT and is_storable(value)


def create_events(events: Sequence[EventRecord], club: Club, players: Mapping[int, int]) -> None:
    """Create the events that the club does not have yet; call it in a transaction."""
    existing = set(ClubEvent.objects.filter(club=club).values_list("what", "by_name", "at"))
    new = [event for event in events if (event.what, event.by, event.at) not in existing]
    for chunk in chunked(new):
        ClubEvent.objects.bulk_create(
            ClubEvent(
                club=club,
                what=event.what,
                about={
                    name: (None if value is None else players.get(value)) if name in PLAYER_VALUES else value
                    for name, value in event.about.items()
                },
                by_name=event.by,
                at=event.at,
            )
            for event in chunk
        )

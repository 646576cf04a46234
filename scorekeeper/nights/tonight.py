"""Quick start of a night with the settings and the people of the last one."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games import every_game
from games.engine import Game, to_json
from scorekeeper.clubs.membership import clubs
from scorekeeper.clubs.models import Club, ClubHouse, Player
from scorekeeper.nights import attendance, rounds, standings
from scorekeeper.nights.models import Drawing, Missed, Night

# The settings of the night's form, except name, date and season.
COPIED = (
    *("begins", "place", "preset", "house", "seats", "sides", "drawing", "counting", "points", "missed"),
    *("mixed", "prizes", "rounds", "hands", "minutes", "confirm"),
)


@dataclass(frozen=True)
class Tonight:
    """The club's running night, and the last one to copy."""

    running: Night | None
    last: Night | None


def load(club: Club) -> Tonight:
    return Tonight(running_night(club), last_night(club))


def running_night(club: Club) -> Night | None:
    """Return the night of today or yesterday that has begun and is not over."""
    since = timezone.localdate(timezone=club.zone) - timedelta(days=1)
    nights = Night.objects.filter(club=club, ended=None, date__gte=since, played_rounds__isnull=False)
    return nights.distinct().first()


def planned_night(club: Club) -> Night | None:
    today = timezone.localdate(timezone=club.zone)
    return Night.objects.filter(club=club, ended=None, date=today, played_rounds=None).first()


def last_night(club: Club, game: str = "") -> Night | None:
    """Return the latest night with a drawn round: of ``game``, or of any existing game if not given."""
    slugs = [game] if game else list(every_game())
    nights = Night.objects.filter(club=club, played_rounds__isnull=False, game_slug__in=slugs)
    return nights.distinct().first()


def new_night(club: Club, game: Game[Any], last: Night | None) -> Night:
    """Return an unsaved night for today, like the last one, or with the game's defaults."""
    shape = next(seating.shape for seating in game.seatings if seating.seats > 1)
    night = Night(club=club, game_slug=game.slug, seats=shape[0], sides=shape[1])
    night.date, night.seed = timezone.localdate(timezone=club.zone), secrets.randbelow(2**31)
    seasons = clubs.seasons_for(club, game.slug)
    night.season = next(iter(seasons), None)
    if last is None:
        night.drawing = Drawing.ROTATING if shape[0] > shape[1] else Drawing.RANDOM
        night.preset, night.house = game.presets[0].id, to_json(game.presets[0].house)
        house = ClubHouse.objects.filter(club=club, game_slug=game.slug, until=None).order_by("name").first()
        if house is not None:
            night.preset, night.house = house.preset, house.house
        # By default, allow tables of other sizes only on nights of single players. On a night of pairs,
        # such a table may have single players, who share their points with nobody.
        night.mixed = night.seats == night.sides
        if standings.lowest_first(night):
            night.missed = Missed.AVERAGE  # so that nobody gains by missing a round
        return night
    for name in COPIED:
        setattr(night, name, getattr(last, name))
    if last.season in seasons:
        night.season = last.season
    if (house := _house_of(last)) is not None:
        night.preset, night.house = house.preset, house.house
    return night


def _house_of(night: Night) -> ClubHouse | None:
    """Return the current version of the club's house rules that a night used."""
    houses = list(ClubHouse.objects.filter(club=night.club_id, game_slug=night.game_slug))
    used = {house.name for house in houses if (house.preset, house.house) == (night.preset, night.house)}
    return next((house for house in houses if house.until is None and house.name in used), None)


def people_of(last: Night | None) -> list[int]:
    """Return the players who were there to the end of a night, in order of arrival."""
    if last is None:
        return []
    people = last.present.filter(to_round=None, player__same_as=None, player__forgotten=None)
    return list(people.values_list("player", flat=True))


def seat_people(night: Night, last: Night | None, players: Sequence[Player]) -> None:
    """Add players, and restore last time's pairs if both partners are here; call it in a transaction."""
    attendance.arrive(night, players)
    if last is None or not rounds.has_pairs(night):
        return
    here = {person.player_id: person for person in night.present.filter(partner=None)}
    for person, other in attendance.find_pairs(list(last.present.all())).partners:
        if person.player_id in here and other.player_id in here:
            attendance.pair(night, here[person.player_id], here[other.player_id])

"""An ordinary evening: a new night like the last one, with the people of the last one."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games import every_game
from games.engine import Game, to_json
from scorekeeper.clubs.models import Club, ClubHouse, Drawing, Night, Player
from scorekeeper.clubs.nights import attendance, rounds, seasons

# What a night takes over from the one before: everything that is chosen in its form but its name and its day.
TAKEN_OVER = (
    *("begins", "place", "preset", "house", "seats", "sides", "drawing", "counting", "points", "missed"),
    *("mixed", "prizes", "rounds", "hands", "minutes", "confirm", "entry_fee"),
)


@dataclass(frozen=True)
class Tonight:
    """What the club's page offers those who keep its score: the night that is on, or one to be started."""

    running: Night | None
    last: Night | None


def offered(club: Club) -> Tonight:
    """The night that is on, and the one that tonight's will be like."""
    return Tonight(running(club), last_night(club))


def running(club: Club) -> Night | None:
    """The night that has begun and is not over: of today, or of yesterday where it is past midnight."""
    since = timezone.localdate(timezone=club.zone) - timedelta(days=1)
    on = Night.objects.filter(club=club, ended=None, date__gte=since, played_rounds__isnull=False)
    return on.distinct().first()


def planned(club: Club) -> Night | None:
    """The night that was set up for today and has not begun."""
    today = timezone.localdate(timezone=club.zone)
    return Night.objects.filter(club=club, ended=None, date=today, played_rounds=None).first()


def last_night(club: Club, game: str = "") -> Night | None:
    """The latest night at which something was drawn, of this game or of any that there still is."""
    slugs = [game] if game else list(every_game())
    held = Night.objects.filter(club=club, played_rounds__isnull=False, game_slug__in=slugs)
    return held.distinct().first()


def new_night(club: Club, game: Game[Any], last: Night | None) -> Night:
    """A night of today, not saved: like the last one of its game, or as the game suggests; for the season
    that runs."""
    shape = next(seating.shape for seating in game.seatings if seating.seats > 1)
    night = Night(club=club, game_slug=game.slug, seats=shape[0], sides=shape[1])
    night.date, night.seed = timezone.localdate(timezone=club.zone), secrets.randbelow(2**31)
    running_now = seasons.running_seasons(club, game.slug)
    night.season = next(iter(running_now), None)
    if last is None:
        night.drawing = Drawing.ROTATING if shape[0] > shape[1] else Drawing.RANDOM
        night.preset, night.house = game.presets[0].id, to_json(game.presets[0].house)
        ours = ClubHouse.objects.filter(club=club, game_slug=game.slug, until=None).order_by("name").first()
        if ours is not None:
            night.preset, night.house = ours.preset, ours.house
        rounds.set_defaults(night)
        return night
    for name in TAKEN_OVER:
        setattr(night, name, getattr(last, name))
    if last.season in running_now:
        night.season = last.season
    if (house := _house_of(last)) is not None:
        night.preset, night.house = house.preset, house.house
    return night


def _house_of(night: Night) -> ClubHouse | None:
    """The club's house rules that a night was played by, as they are now."""
    ours = list(ClubHouse.objects.filter(club=night.club_id, game_slug=night.game_slug))
    names = {one.name for one in ours if (one.preset, one.house) == (night.preset, night.house)}
    return next((one for one in ours if one.until is None and one.name in names), None)


def people_of(last: Night | None) -> list[int]:
    """The players who were there to the end of a night, in the order in which they came."""
    if last is None:
        return []
    there = last.present.filter(to_round=None, player__same_as=None, player__forgotten=None)
    return list(there.values_list("player", flat=True))


def seat_people(night: Night, last: Night | None, players: Sequence[Player]) -> None:
    """They are here; partners of last time who are both here are partners again. In a transaction."""
    attendance.arrive(night, players)
    if last is None or not rounds.has_pairs(night):
        return
    here = {one.player_id: one for one in night.present.filter(partner=None)}
    for one, other in attendance.find_pairs(list(last.present.all())).partners:
        if one.player_id in here and other.player_id in here:
            attendance.pair(night, here[one.player_id], here[other.player_id])

"""A club's part of the form that starts a table: players, house rules, season, venue."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.engine import Game
from scorekeeper.clubs.membership import clubs
from scorekeeper.clubs.models import Club, ClubHouse, Player, Season
from scorekeeper.clubs.people import names
from scorekeeper.matches import typed_names
from scorekeeper.matches.models import Table
from scorekeeper.sheet.stored import load_house
from scorekeeper.tables.starting import ClubPreset, Shape, StartForm

LONGEST_VENUE = 60


@dataclass
class ClubStart:
    """The club's fields of the start form: players, season, venue."""

    club: Club
    start: StartForm
    season: str = ""  # id of the chosen season, "" for none
    venue: str = ""
    venue_error: str = ""
    players_template = "clubs/tables/_players.html"
    season_template = "clubs/tables/_season_and_venue.html"

    @cached_property
    def players(self) -> list[tuple[Player, bool]]:
        """Return the players, each with True if already seated."""
        seated = {name.strip().casefold() for name in self.start.typed}
        return [(player, player.name.casefold() in seated) for player in names.recent_players(self.club)]

    @cached_property
    def seasons(self) -> list[Season]:
        return clubs.seasons_for(self.club, self.start.game.slug)

    def sit(self, pk: str) -> None:
        """Seat the tapped player in the first empty seat; a player who is seated leaves the seat."""
        name = next((player.name for player, _sits in self.players if str(player.pk) == pk), "")
        typed = self.start.typed
        seated = [text.strip().casefold() for text in typed]
        if name.casefold() in seated:
            typed[seated.index(name.casefold())] = ""
        elif name and "" in seated:
            typed[seated.index("")] = name
        del self.players  # the cached list says who is seated

    def validate(self) -> bool:
        try:
            self.venue = typed_names.clean_name(self.venue[:LONGEST_VENUE])
        except ValidationError as error:
            self.venue_error = error.messages[0]
        return not self.venue_error

    @property
    def chosen_season(self) -> Season | None:
        return next((season for season in self.seasons if str(season.pk) == self.season), None)


def new_club_start(club: Club, start: StartForm) -> ClubStart:
    club_start = ClubStart(club, start)
    club_start.season = str(club_start.seasons[0].pk) if club_start.seasons else ""
    venues = Table.objects.filter(club=club).order_by("-pk").values_list("venue", flat=True)
    club_start.venue = next(filter(None, venues[:20]), "")
    return club_start


def club_presets(club: Club, game: Game[Any]) -> list[ClubPreset]:
    return [club_preset(game, house) for house in current_house_rules(club, game.slug)]


def club_presets_at(table: Table, game: Game[Any]) -> list[ClubPreset]:
    return club_presets(table.club, game) if table.club is not None else []


def current_house_rules(club: Club, slug: str = "") -> Sequence[ClubHouse]:
    current = ClubHouse.objects.filter(club=club, until=None).order_by("name")
    return list(current.filter(game_slug=slug) if slug else current)


def club_preset(game: Game[Any], house: ClubHouse) -> ClubPreset:
    """Return house rules as a choice of the start form."""
    preset = game.preset(house.preset) or game.presets[0]
    since = date_format(timezone.localtime(house.since), "j M Y")
    description = _("The club’s own rules, since %(day)s") % {"day": since}
    rules, shape = load_house(game, house.preset, house.house), Shape(house.seats, house.sides)
    return ClubPreset(f"club-{house.pk}", house.name, description, preset, rules, shape)

"""What a club offers to whoever starts a table: players, house rules by name, a season, a place."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.engine import Game
from scorekeeper.clubs.models import Club, ClubHouse, Player, Season
from scorekeeper.clubs.nights import seasons
from scorekeeper.clubs.people import names
from scorekeeper.matches import typed_names
from scorekeeper.matches.models import Table
from scorekeeper.sheet.stored import load_house
from scorekeeper.tables.starting import Shape, Start, Way

LONGEST_VENUE = 60


@dataclass
class ClubStart:
    """Players to be tapped, those who played last first; the seasons that run; where it is played."""

    club: Club
    start: Start
    season: str = ""  # the id of the season that was chosen, "" for none
    venue: str = ""
    venue_error: str = ""

    @cached_property
    def players(self) -> list[tuple[Player, bool]]:
        """The players, and whether each sits already."""
        seated = {name.strip().casefold() for name in self.start.typed}
        return [(one, one.name.casefold() in seated) for one in names.recent_players(self.club.pk)]

    @cached_property
    def seasons(self) -> list[Season]:
        return seasons.running_seasons(self.club, self.start.game.slug)

    def sit(self, pk: str) -> None:
        """A player's key was tapped: into the first empty seat, or up again."""
        name = next((one.name for one, _sits in self.players if str(one.pk) == pk), "")
        typed = self.start.typed
        sits = [text.strip().casefold() for text in typed]
        if name.casefold() in sits:
            typed[sits.index(name.casefold())] = ""
        elif name and "" in sits:
            typed[sits.index("")] = name
        del self.players

    def read(self) -> bool:
        """Finish the form. False if something is wrong."""
        try:
            self.venue = typed_names.clean_name(self.venue[:LONGEST_VENUE])
        except ValidationError as problem:
            self.venue_error = problem.messages[0]
        return not self.venue_error

    @property
    def chosen_season(self) -> Season | None:
        return next((one for one in self.seasons if str(one.pk) == self.season), None)


def first_form(club: Club, start: Start) -> ClubStart:
    """The season that runs, the place of the last table."""
    offering = ClubStart(club, start)
    offering.season = str(offering.seasons[0].pk) if offering.seasons else ""
    last = Table.objects.filter(club=club).order_by("-pk").values_list("venue", flat=True)
    offering.venue = next(filter(None, last[:20]), "")
    return offering


def ways(club: Club, game: Game[Any]) -> list[Way]:
    """The club's house rules for a game that hold now, by name."""
    return [way(game, one) for one in houses(club, game.slug)]


def ways_at(table: Table, game: Game[Any]) -> list[Way]:
    """The house rules of the club whose table it is."""
    return ways(table.club, game) if table.club is not None else []


def houses(club: Club, slug: str = "") -> Sequence[ClubHouse]:
    """The house rules that hold now; of one game, or of all."""
    found = ClubHouse.objects.filter(club=club, until=None).order_by("name")
    return list(found.filter(game_slug=slug) if slug else found)


def way(game: Game[Any], house: ClubHouse) -> Way:
    """House rules of a club as they are offered."""
    preset = game.preset(house.preset) or game.presets[0]
    since = date_format(timezone.localtime(house.since), "j M Y")
    about = _("The club’s own rules, since %(day)s") % {"day": since}
    rules = load_house(game, house.preset, house.house)
    return Way(f"club-{house.pk}", house.name, about, preset, rules, Shape(house.seats, house.sides))

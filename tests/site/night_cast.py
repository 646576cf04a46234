"""A club night: twelve players, three tables, and helpers that write hands."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from games import every_game
from games.engine import Adjustment, Game, PerSide, Stopped, to_json
from scorekeeper.clubs.membership.guards import ClubContext
from scorekeeper.clubs.models import Role, Season
from scorekeeper.matches import models, replay
from scorekeeper.nights import attendance, presenters, rounds
from scorekeeper.nights.models import Night, NightTable
from scorekeeper.nights.rounds import Keeper

from .club_cast import ClubCast, user

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
KEEPER = Keeper("a phone that belongs to Sven", "Sven")


def game_with(seats: int, sides: int) -> Game[Any]:
    """Return a game whose first preset has this number of seats and sides."""
    return next(game for game in every_game().values() if (seats, sides) in game.shapes(game.presets[0]))


def partners_game() -> Game[Any]:
    return game_with(4, 2)


@dataclass
class NightCast:
    """A night with these players, and helpers to play at its tables."""

    cast: ClubCast
    names: Sequence[str] = NAMES
    game: Game[Any] = field(default_factory=partners_game)
    shape: tuple[int, int] = (4, 2)
    fields: dict[str, Any] = field(default_factory=dict)
    night: Night = field(init=False)

    def __post_init__(self):
        preset = self.game.presets[0]
        options = {"date": date(2026, 11, 20), "drawing": "rotating", "seed": 7, "rounds": 3, **self.fields}
        self.night = Night.objects.create(
            club=self.cast.club,
            game_slug=self.game.slug,
            preset=preset.id,
            house=to_json(preset.house),
            seats=self.shape[0],
            sides=self.shape[1],
            **options,
        )
        attendance.arrive(self.night, [self.cast.player(name) for name in self.names])

    def fresh(self) -> Night:
        return Night.objects.get(pk=self.night.pk)

    @property
    def keeper(self) -> Keeper:
        """Return Sven, who keeps score for the club."""
        basis = models.MemberRole(self.cast.member("Sven"), Role.SCOREKEEPER, keeps_score=True)
        return replace(KEEPER, basis=basis)

    def draw(self, number: int = 0):
        last = self.night.played_rounds.count()
        rounds.draw_round(self.fresh(), number or last + 1, self.keeper)

    def tables(self, number: int = 0) -> list[NightTable]:
        number = number or self.night.played_rounds.count()
        return list(NightTable.objects.filter(round__night=self.night, round__number=number))

    def match(self, table) -> models.Match:
        return models.Match.objects.filter(table=table.table).order_by("-number")[0]

    def write(self, table, *points: int):
        """Write an adjustment with points for each side."""
        self.cast.write(self.match(table), Adjustment(PerSide(points), "points agreed"))

    def finish(self, table, *points: int):
        """End the match of a table with these points."""
        self.write(table, *points)
        if replay.load_match_state(self.match(table)).sheet.outcome is None:
            self.cast.write(self.match(table), Stopped())

    def play(self, *totals: Sequence[int], number: int = 0, accepted: Sequence[int] = ()):
        """Finish every table of a round, by default the newest, then end the round.

        ``totals``: points by table. ``accepted``: tables whose unconfirmed results count.
        """
        for table, points in zip(self.tables(number), totals, strict=True):
            if self.match(table).ended is None:
                self.finish(table, *points)
        rounds.end_round(self.fresh(), number or self.night.played_rounds.count(), self.keeper, accepted)

    def end(self):
        rounds.end_night(self.fresh(), ends=True, by="Sven")

    @property
    def presenter(self) -> presenters.NightPresenter:
        """Return the night as Sven sees it now."""
        context = ClubContext(self.cast.club, user("Sven"), self.cast.member("Sven"))
        return presenters.NightPresenter(context, self.fresh())

    def standing(self) -> dict[str, tuple[int, str]]:
        """Return each player's place and points, by name."""
        return {line.name: (line.standing.place, line.standing.points) for line in self.presenter.lines}

    def seated(self, table) -> list[str]:
        names = {present.pk: present.player.name for present in self.night.present.select_related("player")}
        return [names[pk] for pk in table.seated]

    def get(self, who: str, name: str = "night", *args, **more):
        return self.cast.get(who, name, self.night.pk, *args, **more)

    def post(self, who: str, name: str, *args, **data):
        return self.cast.post(who, name, self.night.pk, *args, data=data)


def season(cast, **scoring) -> Season:
    return Season.objects.create(club=cast.club, name="Autumn", begins=date(2026, 9, 1), scoring=scoring)

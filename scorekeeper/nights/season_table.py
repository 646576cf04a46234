"""Season tables: the scores of nights, how many of them count, and tie-breaks.

Nothing is stored: the table is computed from results, so it includes corrections.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from django.db.models import Max, Sum
from django.db.models.functions import TruncDate
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Player, Season
from scorekeeper.nights import standings
from scorekeeper.nights.models import Night
from scorekeeper.nights.standings import points_text

PLACING, POINTS = "placing", "points"
NO, EVENING = "no", "evening"
COUNTS = {PLACING: _("Points for the place on each night"), POINTS: _("Total points of the nights")}
OUTSIDE_NIGHTS = {NO: _("Do not count"), EVENING: _("The matches of a day count as a night, by match points")}
TIES = {
    "won": _("more matches won"),
    "firsts": _("more nights won"),
    "head": _("ahead more often on the nights that both attended (head to head)"),
    "later": _("better on the latest night"),
}
USUAL_PLACING = (10, 8, 6, 5, 4, 3, 2, 1)


@dataclass(frozen=True)
class Scoring:
    """A season's scoring, stored as JSON with these field names."""

    count: str = PLACING  # what a night counts: a key of ``COUNTS``
    placing: tuple[int, ...] = USUAL_PLACING
    presence: int = 0  # points for attending a night
    best: int = 0  # how many of a player's nights count, the best first; 0: all
    ties: tuple[str, ...] = ("won", "firsts", "head", "later")
    loose: str = NO  # how matches outside nights count: a key of ``OUTSIDE_NIGHTS``

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Scoring:
        values = {**vars(cls()), **stored}
        values |= {
            "placing": tuple(values["placing"]),
            "ties": tuple(rule for rule in values["ties"] if rule in TIES),
        }
        return cls(**{name: values[name] for name in vars(cls())})

    @property
    def stored(self) -> dict[str, Any]:
        return dict(vars(self))


@dataclass(frozen=True, order=True)
class SeasonNight:
    """A night of a season, or a day's matches outside nights (``night`` is 0)."""

    date: date
    night: int
    name: str = ""


@dataclass(frozen=True)
class NightScore:
    """A player's ``score`` of a night, and the ``points`` for the season if the night ``counts``."""

    evening: SeasonNight
    place: int
    player_count: int
    score: Decimal
    points: Decimal
    won: int
    counts: bool = True

    @property
    def score_text(self) -> str:
        return points_text(self.score)

    @property
    def points_text(self) -> str:
        return points_text(self.points)


@dataclass(frozen=True)
class SeasonRow:
    """A player in the season's table; ``tie_break`` is the rule that decided a tie."""

    place: int
    player: int
    name: str
    points: Decimal
    scores: tuple[NightScore, ...]
    tie_break: str = ""

    @property
    def text(self) -> str:
        return points_text(self.points)

    @property
    def nights(self) -> int:
        return len(self.scores)

    @property
    def won(self) -> int:
        return sum(score.won for score in self.scores)

    @property
    def firsts(self) -> int:
        return sum(score.place == 1 for score in self.scores)


def season_table(season: Season) -> list[SeasonRow]:
    scoring = Scoring.read(season.scoring)
    scores = with_best_nights(_night_scores(season, scoring), scoring)
    players = Player.objects.filter(club=season.club_id, pk__in=list(scores))
    names = {player.pk: player.display_name for player in players}
    rows = [
        SeasonRow(
            0,
            player,
            names[player],
            sum((score.points for score in nights if score.counts), Decimal(0)),
            nights,
        )
        for player, nights in scores.items()
        if player in names
    ]
    return ranked(rows, scoring)


def _night_scores(season: Season, scoring: Scoring) -> dict[int, list[NightScore]]:
    found: dict[int, list[NightScore]] = defaultdict(list)
    nights = list(
        Night.objects.filter(season=season, ended__isnull=False)
        .annotate(last=Max("played_rounds__number"))
        .order_by("date", "pk")
    )
    scores: dict[int, list[standings.Score]] = defaultdict(list)
    for score in standings.night_scores(nights):
        scores[score.night].append(score)
    for night in nights:
        ranks = standings.night_standings(night, scores[night.pk], night.last or 0)
        lowest_first = standings.lowest_first(night)
        _add_scores(found, SeasonNight(night.date, night.pk, night.name), ranks, scoring, lowest_first)
    if scoring.loose == EVENING:
        for day, day_scores in _days_outside_nights(season):
            _add_scores(found, SeasonNight(day, 0), standings.ranked(day_scores), scoring, lowest_first=False)
    return found


def _add_scores(
    found: dict[int, list[NightScore]],
    evening: SeasonNight,
    ranks: Sequence[standings.Standing],
    scoring: Scoring,
    lowest_first: bool,
) -> None:
    for standing in ranks:
        score = standing.score.points
        if scoring.count == PLACING:
            points = Decimal(
                scoring.placing[standing.place - 1] if standing.place <= len(scoring.placing) else 0
            )
        else:
            points = -score if lowest_first else score
        found[standing.score.player].append(
            NightScore(
                evening, standing.place, len(ranks), score, points + scoring.presence, standing.score.won
            )
        )


def _days_outside_nights(season: Season) -> list[tuple[date, list[standings.Score]]]:
    filters: dict[str, Any] = {"match__table__season": season, "match__table__night": None}
    if season.game_slug:
        filters["match__game_slug"] = season.game_slug
    rows = (
        standings.finished_seats(**filters)
        .annotate(day=TruncDate("match__started"))
        .values("day", "who")
        .annotate(points=Sum(standings.match_points()), **standings.score_sums())
        .order_by("day", "who")
    )
    days: dict[date, list[standings.Score]] = defaultdict(list)
    for row in rows:
        days[row["day"]].append(standings.score_of_row(row))
    return list(days.items())


def with_best_nights(
    scores: Mapping[int, Sequence[NightScore]], scoring: Scoring
) -> dict[int, tuple[NightScore, ...]]:
    """Return all scores by player, the best marked as counting; of equal scores, the later is better."""
    found = {}
    for player, nights in scores.items():
        order = sorted(nights, key=lambda score: score.evening)
        best = sorted(range(len(order)), key=lambda n: (order[n].points, n), reverse=True)
        chosen = set(best[: scoring.best] if scoring.best else best)
        found[player] = tuple(replace(score, counts=n in chosen) for n, score in enumerate(order))
    return found


def ranked(rows: Sequence[SeasonRow], scoring: Scoring) -> list[SeasonRow]:
    """Return the rows with places, ties broken by the season's rules in turn."""
    found: list[SeasonRow] = []
    by_points: dict[Decimal, list[SeasonRow]] = defaultdict(list)
    for row in rows:
        by_points[row.points].append(row)
    for points in sorted(by_points, reverse=True):
        for group, rule in _break_ties([(by_points[points], "")], scoring.ties):
            place = len(found) + 1
            found += [
                replace(row, place=place, tie_break=rule) for row in sorted(group, key=lambda row: row.name)
            ]
    return found


def _break_ties(
    groups: list[tuple[list[SeasonRow], str]], ties: Sequence[str]
) -> list[tuple[list[SeasonRow], str]]:
    """Split groups of tied rows by each rule in turn; return each group with the rule that split it off."""
    for rule in ties:
        split: list[tuple[list[SeasonRow], str]] = []
        for group, decided_by in groups:
            if len(group) == 1:
                split.append((group, decided_by))
                continue
            values = RULES[rule](group)
            for value in sorted(set(values), reverse=True):
                subgroup = [row for row, row_value in zip(group, values, strict=True) if row_value == value]
                split.append((subgroup, rule if len(set(values)) > 1 else decided_by))
        groups = split
    return groups


def _head_to_head(group: Sequence[SeasonRow]) -> list[Any]:
    """Return each row's nights ahead of the others in the group, minus its nights behind them."""

    def lead_over(own: dict[Any, int], other: dict[Any, int]) -> int:
        shared_nights = own.keys() & other.keys()
        return sum((own[night] < other[night]) - (own[night] > other[night]) for night in shared_nights)

    places = _places(group)
    return [sum(lead_over(own, other) for other in places if other is not own) for own in places]


def _places_from_latest(group: Sequence[SeasonRow]) -> list[Any]:
    """Return each row's places from the latest night backwards; absence is worse than any place."""
    places = _places(group)
    evenings = sorted({evening for own in places for evening in own}, reverse=True)
    return [tuple(-own.get(evening, 10**6) for evening in evenings) for own in places]


def _places(group: Sequence[SeasonRow]) -> list[dict[SeasonNight, int]]:
    return [{score.evening: score.place for score in row.scores} for row in group]


RULES: dict[str, Callable[[Sequence[SeasonRow]], list[Any]]] = {
    "won": lambda group: [row.won for row in group],
    "firsts": lambda group: [row.firsts for row in group],
    "head": _head_to_head,
    "later": _places_from_latest,
}

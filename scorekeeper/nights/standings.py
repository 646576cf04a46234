"""Standings of a night, computed from the matches' ``Result`` rows."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from django.db.models import (
    Case,
    Count,
    DecimalField,
    F,
    IntegerField,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.functions import Cast, Coalesce

from games import every_game
from scorekeeper.clubs import decimals
from scorekeeper.history.models import Appearance
from scorekeeper.matches.models import Result
from scorekeeper.nights.models import Counting, Missed, Night
from scorekeeper.sheet.stored import load_house

_POINTS_FIELD = DecimalField(max_digits=18, decimal_places=4)
CENTS = Decimal("0.01")


@dataclass(frozen=True)
class Score:
    """A player's score over some matches; ``tables`` counts tables, one per round.

    ``listed_won`` and ``listed_lost`` are the games won and lost in the game's league scoring.
    """

    player: int
    points: Decimal
    won: int
    tables: int
    best: Decimal
    listed_won: int = 0
    listed_lost: int = 0
    night: int = 0
    table: int = 0


@dataclass(frozen=True)
class Standing:
    """A player's place; ``level`` if tied on points, ``shared`` if the tie was not broken."""

    place: int
    score: Score
    level: bool = False
    shared: bool = False

    @property
    def points(self) -> str:
        return points_text(self.score.points)

    @property
    def place_text(self) -> str:
        return f"{self.place}=" if self.shared else str(self.place)

    @property
    def tie_broken(self) -> bool:
        return self.level and not self.shared


def points_text(points: Decimal | int) -> str:
    """Return a number with at most two decimals, without trailing zeros."""
    return decimals.plain(Decimal(points).quantize(CENTS)).replace("-", "−")


def finished_seats(**filters: Any) -> QuerySet[Appearance]:
    """Return the seats of finished matches, joined with their side's result; ``who`` is the player."""
    return Appearance.objects.filter(match__results__side=F("side"), **filters).annotate(who=F("player_id"))


def night_scores(nights: Sequence[Night], tables: bool = False) -> list[Score]:
    """Return everyone's scores at these nights in one query; with ``tables``, one score per table."""
    columns = ["night", "who", *(["table"] if tables else [])]
    rows = (
        finished_seats(match__table__night__in=[night.pk for night in nights])
        .annotate(night=F("match__table__night_id"), table=F("match__table_id"))
        .values(*columns)
        .annotate(points=Sum(_points_expression(nights)), **score_sums())
        .order_by()
    )
    return [score_of_row(row) for row in rows] if nights else []


def score_sums() -> dict[str, Any]:
    return {
        "won": Count("pk", filter=Q(match__results__won=True)),
        "tables": Count("match__table_id", distinct=True),
        "best": Max("match__results__total"),
        "listed_won": Sum("match__results__listed_won"),
        "listed_lost": Sum("match__results__listed_lost"),
    }


def score_of_row(row: Mapping[str, Any]) -> Score:
    return Score(
        row["who"],
        Decimal(row["points"] or 0).quantize(Decimal("0.0001")),
        row["won"],
        row["tables"],
        Decimal(row["best"]),
        row["listed_won"] or 0,
        row["listed_lost"] or 0,
        row.get("night") or 0,
        row.get("table") or 0,
    )


def match_points() -> Any:
    """Return an expression for match points: two per side beaten, one per tie."""

    def count_sides(**where: Any) -> Any:
        found = Result.objects.filter(match=OuterRef("match"), **where).order_by().values("match")
        return Coalesce(Subquery(found.annotate(n=Count("pk")).values("n"), output_field=IntegerField()), 0)

    beaten = count_sides(place__gt=OuterRef("match__results__place"))
    level = count_sides(place=OuterRef("match__results__place"))  # includes the side itself
    return beaten * 2 + level - 1


def _points_expression(nights: Sequence[Night]) -> Any:
    groups: dict[tuple[Any, ...], list[int]] = {}
    for night in nights:
        values = tuple(night.points) if night.counting == Counting.PLACING else ()
        groups.setdefault((night.counting, values), []).append(night.pk)
    cases = []
    for (counting, values), ids in groups.items():
        points: Any = F("match__results__total")
        if counting == Counting.MATCHES:
            points = match_points()
        elif counting == Counting.LEAGUE:
            points = Coalesce("match__results__listed", "match__results__total")
        elif counting == Counting.PLACING:
            whens = [
                When(match__results__place=n, then=Value(value)) for n, value in enumerate(values, start=1)
            ]
            points = Case(*whens, default=Value(0))
        cases.append(When(match__table__night__in=ids, then=_decimal(points)))
    return Case(*cases, default=_decimal(Value(0)), output_field=_POINTS_FIELD)


def _decimal(points: Any) -> Any:
    return Cast(points, output_field=_POINTS_FIELD)


def lowest_first(night: Night) -> bool:
    game = every_game().get(night.game_slug)
    if game is None or night.counting != Counting.POINTS:
        return False
    return game.lowest_first(load_house(game, night.preset, night.house))


def with_missed_rounds(score: Score, night: Night, rounds: int) -> Score:
    """Return the score; if the night's setting says so, add the player's average for each missed round."""
    if night.missed != Missed.AVERAGE or not 0 < score.tables < rounds:
        return score
    return replace(score, points=score.points * rounds / score.tables)


def ranked(scores: Iterable[Score], low: bool = False, listed: bool = False) -> list[Standing]:
    """Return the standings: the highest points first, with ``low`` the lowest.

    Ties are broken by matches won, then by the best match; with ``listed`` (the game's league scoring) by
    games won, then by games lost. Players still tied share the place.
    """
    sign = 1 if low else -1

    def points(score: Score) -> Decimal:
        return sign * score.points.quantize(CENTS)

    def key(score: Score) -> tuple[Any, ...]:
        tie_breaks = (-score.listed_won, score.listed_lost) if listed else (-score.won, sign * score.best)
        return (points(score), *tie_breaks)

    keyed = sorted(((key(score), score) for score in scores), key=lambda pair: (*pair[0], pair[1].player))
    found: list[Standing] = []
    for n, (own_key, score) in enumerate(keyed):
        neighbour_keys = [keyed[m][0] for m in (n - 1, n + 1) if 0 <= m < len(keyed)]
        level = any(other_key[0] == own_key[0] for other_key in neighbour_keys)
        shared = own_key in neighbour_keys
        same_place = n > 0 and keyed[n - 1][0] == own_key
        found.append(Standing(found[-1].place if same_place else n + 1, score, level, shared))
    return found


def night_standings(night: Night, scores: Iterable[Score], rounds: int) -> list[Standing]:
    adjusted_scores = [with_missed_rounds(score, night, rounds) for score in scores]
    return ranked(adjusted_scores, low=lowest_first(night), listed=night.counting == Counting.LEAGUE)


def add_up(scores: Iterable[Score]) -> list[Score]:
    """Return one score for each player; all matches at a table are one round."""
    by_player: dict[int, list[Score]] = defaultdict(list)
    for score in scores:
        by_player[score.player].append(score)
    return [
        Score(
            player,
            sum((score.points for score in own), Decimal(0)),
            sum(score.won for score in own),
            len({score.table for score in own}),
            max(score.best for score in own),
            sum(score.listed_won for score in own),
            sum(score.listed_lost for score in own),
        )
        for player, own in by_player.items()
    ]

"""How a night stands. Everything is read off the matches' ``Result`` rows, when it is asked for."""

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
from scorekeeper import decimals
from scorekeeper.clubs.models import Counting, Missed, Night
from scorekeeper.matches.models import Result, Seat
from scorekeeper.sheet.stored import load_house

_FIELD = DecimalField(max_digits=18, decimal_places=4)
CENTS = Decimal("0.01")


@dataclass(frozen=True)
class Score:
    """What a player has made of some matches. ``tables`` counts those they sat at, a round each."""

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
    """A player's place; ``level``: others have as many points; ``shared``: and nothing told them apart."""

    place: int
    score: Score
    level: bool = False
    shared: bool = False

    @property
    def points(self) -> str:
        return number(self.score.points)


def number(points: Decimal | int) -> str:
    """A number as a sheet shows it: no needless zeros, two places at most."""
    return decimals.plain(Decimal(points).quantize(CENTS)).replace("-", "−")


# From the database --------------------------------------------------------------------------------


def finished_seats(**of: Any) -> QuerySet[Seat]:
    """The seats of finished matches, each with the result of its side.

    Whoever sat down first answers for a seat; somebody whose record was merged counts as whom they are.
    """
    return Seat.objects.filter(
        since=0, player__isnull=False, match__results__side=F("position") % F("match__sides"), **of
    ).annotate(who=Coalesce("player__same_as_id", "player_id"))


def night_scores(nights: Sequence[Night], tables: bool = False) -> list[Score]:
    """What everybody has made at each of these nights, in one query; with ``tables`` at each table."""
    by = ["night", "who", *(["table"] if tables else [])]
    rows = (
        finished_seats(match__table__night__in=[night.pk for night in nights])
        .annotate(night=F("match__table__night_id"), table=F("match__table_id"))
        .values(*by)
        .annotate(points=Sum(_worth(nights)), **score_sums())
        .order_by()
    )
    return [score_of_row(row) for row in rows] if nights else []


def score_sums() -> dict[str, Any]:
    """What is added up besides the points."""
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
    """Two for each side beaten, one for each that is level."""

    def sides(**where: Any) -> Any:
        found = Result.objects.filter(match=OuterRef("match"), **where).order_by().values("match")
        return Coalesce(Subquery(found.annotate(n=Count("pk")).values("n"), output_field=IntegerField()), 0)

    beaten = sides(place__gt=OuterRef("match__results__place"))
    level = sides(place=OuterRef("match__results__place"))
    return beaten * 2 + level - 1


def _worth(nights: Sequence[Night]) -> Any:
    """What a side's result counts, each at its night."""
    by: dict[tuple[Any, ...], list[int]] = {}
    for night in nights:
        places = tuple(night.points) if night.counting == Counting.PLACING else ()
        by.setdefault((night.counting, places), []).append(night.pk)
    cases = []
    for (counting, places), which in by.items():
        worth: Any = F("match__results__total")
        if counting == Counting.MATCHES:
            worth = match_points()
        elif counting == Counting.LISTED:
            worth = Coalesce("match__results__listed", "match__results__total")
        elif counting == Counting.PLACING:
            each = [When(match__results__place=n, then=Value(p)) for n, p in enumerate(places, start=1)]
            worth = Case(*each, default=Value(0))
        cases.append(When(match__table__night__in=which, then=_decimal(worth)))
    return Case(*cases, default=_decimal(Value(0)), output_field=_FIELD)


def _decimal(worth: Any) -> Any:
    return Cast(worth, output_field=_FIELD)


# Places -------------------------------------------------------------------------------------------


def lowest_first(night: Night) -> bool:
    """Whether the fewest points are the best at this night."""
    game = every_game().get(night.game_slug)
    if game is None or night.counting != Counting.POINTS:
        return False
    return game.lowest_first(load_house(game, night.preset, night.house))


def averaged(score: Score, night: Night, rounds: int) -> Score:
    """With the rounds without a table, as this night counts them."""
    if night.missed != Missed.AVERAGE or not 0 < score.tables < rounds:
        return score
    return replace(score, points=score.points * rounds / score.tables)


def ranked(scores: Iterable[Score], low: bool = False, listed: bool = False) -> list[Standing]:
    """Everybody in order. Who are level go by matches won (on a list: own games won, then lost), then by
    their best match; who are level in that too share the place.
    """
    sign = 1 if low else -1

    def points(score: Score) -> Decimal:
        return sign * score.points.quantize(CENTS)

    def key(score: Score) -> tuple[Any, ...]:
        then = (-score.listed_won, score.listed_lost) if listed else (-score.won, sign * score.best)
        return (points(score), *then)

    keyed = sorted(((key(score), score) for score in scores), key=lambda one: (*one[0], one[1].player))
    found: list[Standing] = []
    for n, (mine, score) in enumerate(keyed):
        near = [keyed[m][0] for m in (n - 1, n + 1) if 0 <= m < len(keyed)]
        level = any(other[0] == mine[0] for other in near)
        shared = mine in near
        same = n > 0 and keyed[n - 1][0] == mine
        found.append(Standing(found[-1].place if same else n + 1, score, level, shared))
    return found


def night_standings(night: Night, scores: Iterable[Score], rounds: int) -> list[Standing]:
    """The standing of a night from what everybody has made in its rounds so far."""
    full = [averaged(score, night, rounds) for score in scores]
    return ranked(full, lowest_first(night), night.counting == Counting.LISTED)


def add_up(scores: Iterable[Score]) -> list[Score]:
    """What was made at several tables, one a player."""
    found: dict[int, Score] = {}
    for score in scores:
        one = found.get(score.player)
        found[score.player] = score if one is None else _added(one, score)
    return list(found.values())


def _added(one: Score, other: Score) -> Score:
    return replace(
        one,
        points=one.points + other.points,
        won=one.won + other.won,
        tables=one.tables + other.tables,
        best=max(one.best, other.best),
        listed_won=one.listed_won + other.listed_won,
        listed_lost=one.listed_lost + other.listed_lost,
    )

"""A season told: who led after each night, and how the points of the best went, night by night."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from scorekeeper.clubs.figures import charts
from scorekeeper.clubs.nights.season_table import Scoring, SeasonNight, SeasonRow
from scorekeeper.clubs.nights.standings import number

DRAWN = 5  # players of the chart


@dataclass(frozen=True)
class LeadChange:
    """A night after which somebody else led, or led together with others."""

    evening: SeasonNight
    leaders: tuple[SeasonRow, ...]
    points: str
    first: bool  # the first night: nobody led before


@dataclass(frozen=True)
class SeasonStory:
    """How a season went."""

    changes: tuple[LeadChange, ...]
    chart: charts.LineChart | None


def season_story(rows: Sequence[SeasonRow], scoring: Scoring) -> SeasonStory:
    """The story of a season's table; its nights are counted as they would have been after each of them."""
    evenings = sorted(
        {one.evening for row in rows for one in row.brought}, key=lambda one: (one.date, one.night)
    )
    sums = [_sums(row, evenings, scoring.best) for row in rows]
    changes: list[LeadChange] = []
    before: set[int] = set()
    for n, evening in enumerate(evenings):
        most = max(one[n] for one in sums)
        leaders = tuple(row for row, one in zip(rows, sums, strict=True) if one[n] == most)
        if {row.player for row in leaders} != before:
            changes.append(LeadChange(evening, leaders[:3], number(most), not before))
        before = {row.player for row in leaders}
    chart = charts.line_chart(
        [(row.name, [float(n) for n in one]) for row, one in zip(rows[:DRAWN], sums, strict=False)],
        [one.date for one in evenings],
    )
    return SeasonStory(tuple(changes), chart)


def _sums(row: SeasonRow, evenings: Sequence[SeasonNight], best: int) -> list[Decimal]:
    """What a player has after each night: all nights until then, or so many of the best."""
    brought = {one.evening: one.points for one in row.brought}
    until: list[Decimal] = []
    found = []
    for evening in evenings:
        if evening in brought:
            until.append(brought[evening])
        counted = sorted(until, reverse=True)[:best] if best else until
        found.append(sum(counted, Decimal(0)))
    return found

"""A rating's history as a picture: lines in inline SVG, every number of it in a table behind."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

WIDTH, HEIGHT = 340, 210
LEFT, RIGHT, TOP, BOTTOM = 44, 334, 12, 176
STEPS = 100  # the least range that is drawn, so that a small change does not look like a cliff
LEAST = 2  # points that make a line


@dataclass(frozen=True)
class Point:
    """A rating after a match, and how far it may be off."""

    at: datetime
    nth: int
    rating: int
    off: int


@dataclass(frozen=True)
class Grid:
    """A line across, and the rating it stands for."""

    y: float
    rating: int


@dataclass(frozen=True)
class Chart:
    """The picture, in the units of its view box."""

    points: tuple[Point, ...]
    line: str
    band: str
    dots: tuple[tuple[float, float], ...]
    grid: tuple[Grid, ...]
    first: Point
    last: Point
    best: Point
    view_box: str = f"0 0 {WIDTH} {HEIGHT}"
    left: int = LEFT
    right: int = RIGHT
    floor: int = BOTTOM


def rating_chart(points: Sequence[Point]) -> Chart | None:
    """The chart of a history; None before there is one."""
    if len(points) < LEAST:
        return None
    low = min(point.rating - point.off for point in points)
    top = max(point.rating + point.off for point in points)
    every = next(n for n in (50, 100, 200, 400, 800, 1600, 3200) if (top - low) / n <= 4 or n == 3200)
    low, top = low // every * every, max(-(-top // every) * every, low // every * every + STEPS)
    across = (RIGHT - LEFT) / (points[-1].nth - points[0].nth or 1)

    def x(point: Point) -> float:
        return round(LEFT + (point.nth - points[0].nth) * across, 1)

    def y(rating: int) -> float:
        return round(BOTTOM - (rating - low) / (top - low) * (BOTTOM - TOP), 1)

    line = " ".join(f"{x(point)},{y(point.rating)}" for point in points)
    above = [f"{x(point)},{y(point.rating + point.off)}" for point in points]
    below = [f"{x(point)},{y(point.rating - point.off)}" for point in reversed(points)]
    marked = points if len(points) <= 30 else points[:: -(-len(points) // 15)]
    return Chart(
        tuple(points),
        line,
        " ".join((*above, *below)),
        tuple((x(point), y(point.rating)) for point in (*marked, points[-1])),
        tuple(Grid(y(rating), rating) for rating in range(low, top + 1, every)),
        points[0],
        points[-1],
        max(points, key=lambda point: point.rating),
    )


# Several lines -------------------------------------------------------------------


@dataclass(frozen=True)
class NamedLine:
    """The line of one player; its name stands at its end."""

    n: int
    name: str
    points: str
    end: tuple[float, float]
    label: float  # how high its name stands: apart from those of the others


@dataclass(frozen=True)
class LineChart:
    """How several players went, in the units of its view box."""

    lines: tuple[NamedLine, ...]
    grid: tuple[Grid, ...]
    first: date
    last: date
    view_box: str = f"0 0 {WIDTH} {HEIGHT}"
    left: int = LEFT
    right: int = RIGHT
    ends: int = RIGHT - 84  # where the lines end and the names begin
    floor: int = BOTTOM


APART = 15  # between two names


def line_chart(players: Sequence[tuple[str, Sequence[float]]], days: Sequence[date]) -> LineChart | None:
    """The chart of what players had after each day; None before there is one."""
    if len(days) < LEAST or not players:
        return None
    values = [value for _name, some in players for value in some]
    low, top = min(0.0, *values), max(values)
    every = next((n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500) if (top - low) / n <= 5), 1000)
    while (top - low) / every > 5:
        every *= 2
    bottom, above = int(low // every) * every, (int(-(-top // every)) or 1) * every
    ends = RIGHT - 84

    def x(n: int) -> float:
        return round(LEFT + n * (ends - LEFT) / (len(days) - 1), 1)

    def y(value: float) -> float:
        return round(BOTTOM - (value - bottom) / (above - bottom) * (BOTTOM - TOP), 1)

    labels: dict[int, float] = {}
    last = float(TOP - APART)
    for n in sorted(range(len(players)), key=lambda n: (y(players[n][1][-1]), n)):
        last = labels[n] = max(y(players[n][1][-1]), last + APART)
    over = max(0.0, last - BOTTOM)
    return LineChart(
        tuple(
            NamedLine(
                n,
                name if len(name) <= 12 else f"{name[:11]}…",
                " ".join(f"{x(at)},{y(value)}" for at, value in enumerate(some)),
                (x(len(some) - 1), y(some[-1])),
                round(labels[n] - over, 1),
            )
            for n, (name, some) in enumerate(players)
        ),
        tuple(Grid(y(value), value) for value in range(bottom, above + 1, every)),
        days[0],
        days[-1],
    )

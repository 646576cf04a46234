"""The chart of a rating's history, as inline SVG; the page has its numbers in a table too."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

WIDTH, HEIGHT = 340, 210
LEFT, RIGHT, TOP, BOTTOM = 44, 334, 12, 176
MIN_RANGE = 100  # so that a small change does not look like a cliff
MIN_POINTS = 2


@dataclass(frozen=True)
class Point:
    """A rating after a match and its margin of error."""

    at: datetime
    nth: int  # number of the match among the player's matches of the game
    rating: int
    margin: int


@dataclass(frozen=True)
class Chart:
    """A chart's geometry, in the units of its view box."""

    points: tuple[Point, ...]
    line: str  # SVG points of the ratings
    band: str  # SVG points around the margins of error
    dots: tuple[tuple[float, float], ...]
    grid: tuple[tuple[float, int], ...]  # y coordinate and rating of each line
    first: Point
    last: Point
    best: Point
    view_box: str = f"0 0 {WIDTH} {HEIGHT}"
    left: int = LEFT
    right: int = RIGHT
    floor: int = BOTTOM


def rating_chart(points: Sequence[Point]) -> Chart | None:
    if len(points) < MIN_POINTS:
        return None
    low = min(point.rating - point.margin for point in points)
    top = max(point.rating + point.margin for point in points)
    step = next(n for n in (50, 100, 200, 400, 800, 1600, 3200) if (top - low) / n <= 4 or n == 3200)
    # The step divides the range into at most four parts; low and top are rounded outwards to grid lines.
    low, top = low // step * step, max(-(-top // step) * step, low // step * step + MIN_RANGE)
    x_scale = (RIGHT - LEFT) / (points[-1].nth - points[0].nth or 1)

    def x(point: Point) -> float:
        return round(LEFT + (point.nth - points[0].nth) * x_scale, 1)

    def y(rating: int) -> float:
        return round(BOTTOM - (rating - low) / (top - low) * (BOTTOM - TOP), 1)

    line = " ".join(f"{x(point)},{y(point.rating)}" for point in points)
    above = [f"{x(point)},{y(point.rating + point.margin)}" for point in points]
    below = [f"{x(point)},{y(point.rating - point.margin)}" for point in reversed(points)]
    # A chart of more than 30 points has dots on at most 15 of them, and on the last.
    marked = points if len(points) <= 30 else points[:: -(-len(points) // 15)]
    return Chart(
        tuple(points),
        line,
        " ".join((*above, *below)),
        tuple((x(point), y(point.rating)) for point in (*marked, points[-1])),
        tuple((y(rating), rating) for rating in range(low, top + 1, step)),
        points[0],
        points[-1],
        max(points, key=lambda point: point.rating),
    )

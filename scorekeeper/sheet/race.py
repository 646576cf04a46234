"""The race diagram: each side's total, hand by hand, as points of an SVG drawing."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from games.engine import PerSide, Points, Sheet, Words

from .signs import SIGNS

WIDTH, HEIGHT = 328, 150
LEFT, RIGHT, TOP, BOTTOM = 34, 318, 12, 122
TICKS_Y = BOTTOM + 18  # y of the hand numbers
SIGN = 12  # size of the side's sign (● ▲ ■) at the end of a line
SMALL_SIGN = 7  # size of the signs along a line, which tell the lines apart without colours
MIN_HANDS = 2  # with fewer hands, the diagram is not shown
SIGNED_HANDS = 16  # up to this many hands, each has a sign
LABEL_GAP = 13  # least vertical distance between two numbers at the left edge
TICKS = 8  # at most this many hand numbers are shown below the diagram
CORNERS = 120  # most corners of a line; a longer race shows only the extremes of each chunk
MARKS = 24  # at most this many edited hands are marked, the newest ones


@dataclass(frozen=True)
class Runner:
    """A side's line: its corners and its end."""

    side: int
    name: str
    points: str  # all corners, for the SVG polyline
    dots: tuple[tuple[float, float], ...]  # the corners without the first
    x: float  # position of the end
    y: float
    total: str

    @property
    def sign(self) -> int:
        return self.side % SIGNS + 1

    @property
    def signs(self) -> Markup:
        """Return the small signs along the line."""
        every = 1 if len(self.dots) <= SIGNED_HANDS else -(-len(self.dots) // 6)  # if more, at most five
        half = SMALL_SIGN / 2
        # Safe, because only numbers are inserted. A loop in the template is much slower.
        return Markup(
            "".join(
                f'<use class="side-{self.sign}" href="#side-{self.sign}" x="{_svg(x - half)}" '
                f'y="{_svg(y - half)}" width="{SMALL_SIGN}" height="{SMALL_SIGN}"/>'
                for x, y in self.dots[:-1][every - 1 :: every]
            )
        )

    @property
    def sign_x(self) -> str:
        return _svg(self.x - SIGN / 2)

    @property
    def sign_y(self) -> str:
        return _svg(self.y - SIGN / 2)


@dataclass(frozen=True)
class Mark:
    """An edited hand: the x of its line, and of the pen icon beside it."""

    x: str
    pen: str
    number: int


@dataclass(frozen=True)
class Race:
    """The diagram, with its coordinates in SVG units."""

    runners: tuple[Runner, ...]
    zero: str  # y of the line at 0 points; "" if there is none
    goal: str  # y of the target line; "" if the game has no target
    goal_text: str
    marks: tuple[Mark, ...]
    ticks: Markup  # hand numbers below the diagram
    hands: int
    top: str  # the highest number at the left edge
    low: str
    top_y: str
    low_y: str
    view_box: str = f"0 0 {WIDTH} {HEIGHT}"
    left: str = str(LEFT)
    right: str = str(RIGHT)
    floor: str = str(BOTTOM)
    scale: str = str(LEFT - 5)  # where the numbers at the left edge end


def make_race(
    sheet: Sheet[Any], words: Words, amended: Collection[int], target: Points | None = None
) -> Race | None:
    """Return the race of a sheet, with a line at ``target``; None if it has too few hands."""
    if len(sheet.rows) < MIN_HANDS:
        return None
    totals = [_opening_totals(sheet), *(row.totals for row in sheet.rows)]
    if sheet.outcome and sheet.outcome.lines:
        totals.append(sheet.final)
    standings = [points for column in totals for points in column]
    goal = () if target is None else (target,)
    low, top = min(0, *standings, *goal), max(0, *standings, *goal)
    if low == top:
        return None
    hand_width, point_height = (RIGHT - LEFT) / (len(totals) - 1), (BOTTOM - TOP) / float(top - low)

    def x(index: int) -> float:
        return round(LEFT + index * hand_width, 1)

    def y(points: Points) -> float:
        return round(BOTTOM - float(points - low) * point_height, 1)

    runners = []
    for side in sheet.seating.every_side:
        course = [column[side] for column in totals]
        dots = tuple((x(index), y(course[index])) for index in corners(course))
        runners.append(
            Runner(
                int(side),
                words.name(side),
                " ".join(f"{dot_x},{dot_y}" for dot_x, dot_y in dots),
                dots[1:],
                *dots[-1],
                words.read(totals[-1][side]),
            )
        )
    marked = [index for index, row in enumerate(sheet.rows, start=1) if row.number in amended]
    marks = tuple(Mark(_svg(x(index)), _svg(x(index) - 5), index) for index in marked[-MARKS:])
    step = max(1, -(-len(sheet.rows) // TICKS))
    ticks = Markup(
        "".join(
            f'<text x="{_svg(x(hand))}" y="{TICKS_Y}" class="mid">{hand}</text>'
            for hand in range(step, len(sheet.rows) + 1, step)
        )
    )
    zero = _svg(y(0)) if low < 0 < top and target != 0 else ""
    goal_y, goal_text = ("", "") if target is None else (_svg(y(target)), words.read(target))
    # The highest or lowest number is left out where it would overlap the target's.
    top_text, low_text = (
        "" if goal_y and abs(y(end) - float(goal_y)) < LABEL_GAP else words.read(end) for end in (top, low)
    )
    ends = top_text, low_text, _svg(y(top)), _svg(y(low))
    return Race(tuple(runners), zero, goal_y, goal_text, marks, ticks, len(sheet.rows), *ends)


def corners(course: Sequence[Points]) -> list[int]:
    """Return the indexes of the totals to draw: all, or both ends and the extremes of each chunk."""
    if len(course) <= CORNERS:
        return list(range(len(course)))
    size = -(-2 * len(course) // (CORNERS - 2))  # two corners for each chunk, besides both ends
    indexes = {0, len(course) - 1}
    for start in range(0, len(course), size):
        chunk = range(start, min(start + size, len(course)))
        indexes |= {min(chunk, key=course.__getitem__), max(chunk, key=course.__getitem__)}
    return sorted(indexes)


def _svg(coordinate: float) -> str:
    """Return a coordinate in SVG notation, independent of the page's language."""
    return f"{coordinate:.1f}".removesuffix(".0")


def _opening_totals(sheet: Sheet[Any]) -> PerSide[Points]:
    """Return the totals before the first hand."""
    first = sheet.rows[0]
    return PerSide(total - gain for total, gain in zip(first.totals, first.gains, strict=True))

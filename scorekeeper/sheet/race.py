"""The picture of the race: each side's total, hand by hand, as points of an SVG drawing."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from games.engine import PerSide, Points, Sheet, Words

from .signs import SIGNS

WIDTH, HEIGHT = 328, 150
LEFT, RIGHT, TOP, BOTTOM = 34, 318, 12, 122
BELOW = BOTTOM + 18  # where the numbers of the hands stand
SIGN = 12  # how large a sign is drawn
SMALL = 7  # and how large on the way
LEAST = 2  # hands before there is a race to see
# A sign at every hand while there is room: which line is whose is seen without colours.
FEW = 16
APART = 13  # two numbers at the side
TICKS = 8  # hand numbers below the picture, at most
CORNERS = 120  # of a line, at most: of a longer race the highest and the lowest of each few hands
MARKS = 24  # hands put right that are marked, at most: the newest


@dataclass(frozen=True)
class Runner:
    """One side's line: the corners of it, and where it stands now."""

    side: int
    name: str
    points: str
    dots: tuple[tuple[float, float], ...]
    x: float
    y: float
    total: str

    @property
    def sign(self) -> int:
        return self.side % SIGNS + 1

    @property
    def way(self) -> Markup:
        """The small signs of the line on its way: at every hand, or now and then."""
        every, half = 1 if len(self.dots) <= FEW else -(-len(self.dots) // 6), SMALL / 2
        # Numbers of ours alone; a template's loop over them took as long as the rest of the picture.
        return Markup(
            "".join(
                f'<use class="side-{self.sign}" href="#side-{self.sign}" x="{_at(x - half)}" '
                f'y="{_at(y - half)}" width="{SMALL}" height="{SMALL}"/>'
                for x, y in self.dots[:-1][every - 1 :: every]
            )
        )

    @property
    def sign_x(self) -> str:
        return _at(self.x - SIGN / 2)

    @property
    def sign_y(self) -> str:
        return _at(self.y - SIGN / 2)


@dataclass(frozen=True)
class Mark:
    """A hand that was put right, marked on the floor of the picture; its pen stands a little to the left."""

    x: str
    pen: str
    number: int


@dataclass(frozen=True)
class Race:
    """The picture, and the same numbers as a table stands behind it."""

    runners: tuple[Runner, ...]
    zero: str
    goal: str  # where the line stands that the game goes to; "" where it goes to no total
    goes_to: str
    marks: tuple[Mark, ...]
    ticks: Markup  # hands' numbers below the picture
    hands: int
    top: str
    low: str
    top_y: str
    low_y: str
    view_box: str = f"0 0 {WIDTH} {HEIGHT}"
    left: str = str(LEFT)
    right: str = str(RIGHT)
    floor: str = str(BOTTOM)
    scale: str = str(LEFT - 5)  # where the numbers at the side end


def of(
    sheet: Sheet[Any], words: Words, amended: Collection[int], target: Points | None = None
) -> Race | None:
    """The race of a sheet, to the total that ``target`` says; None before there is one."""
    if len(sheet.rows) < LEAST:
        return None
    start = sheet.totals if not sheet.rows else _opening(sheet)
    totals = [start, *(row.totals for row in sheet.rows)]
    if sheet.outcome and sheet.outcome.lines:
        totals.append(sheet.final)
    standings = [points for column in totals for points in column]
    goal = () if target is None else (target,)
    low, top = min(0, *standings, *goal), max(0, *standings, *goal)
    if low == top:
        return None
    across, down = (RIGHT - LEFT) / (len(totals) - 1), (BOTTOM - TOP) / float(top - low)

    def x(index: int) -> float:
        return round(LEFT + index * across, 1)

    def y(points: Points) -> float:
        return round(BOTTOM - float(points - low) * down, 1)

    runners = []
    for side in sheet.seating.every_side:
        course = [column[side] for column in totals]
        dots = tuple((x(index), y(course[index])) for index in corners(course))
        runners.append(
            Runner(
                int(side),
                words.name(side),
                " ".join(f"{a},{b}" for a, b in dots),
                dots[1:],
                *dots[-1],
                words.read(totals[-1][side]),
            )
        )
    marked = [index for index, row in enumerate(sheet.rows, start=1) if row.number in amended]
    marks = tuple(Mark(_at(x(index)), _at(x(index) - 5), index) for index in marked[-MARKS:])
    step = max(1, -(-len(sheet.rows) // TICKS))
    ticks = Markup(
        "".join(
            f'<text x="{_at(x(n))}" y="{BELOW}" class="mid">{n}</text>'
            for n in range(step, len(sheet.rows) + 1, step)
        )
    )
    zero = _at(y(0)) if low < 0 < top and target != 0 else ""
    at_goal, goes_to = ("", "") if target is None else (_at(y(target)), words.read(target))
    # What would stand upon the number of the goal is left out.
    read_top, read_low = (
        "" if at_goal and abs(y(end) - float(at_goal)) < APART else words.read(end) for end in (top, low)
    )
    ends = read_top, read_low, _at(y(top)), _at(y(low))
    return Race(tuple(runners), zero, at_goal, goes_to, marks, ticks, len(sheet.rows), *ends)


def corners(course: Sequence[Points]) -> list[int]:
    """Which totals of a side are drawn: all, or both ends, and of each few the highest and the lowest."""
    if len(course) <= CORNERS:
        return list(range(len(course)))
    few = -(-2 * len(course) // (CORNERS - 2))
    found = {0, len(course) - 1}
    for start in range(0, len(course), few):
        some = range(start, min(start + few, len(course)))
        found |= {min(some, key=course.__getitem__), max(some, key=course.__getitem__)}
    return sorted(found)


def _at(place: float) -> str:
    """A coordinate as SVG reads it, in whatever language the page is."""
    return f"{place:.1f}".removesuffix(".0")


def _opening(sheet: Sheet[Any]) -> PerSide[Points]:
    first = sheet.rows[0]
    return PerSide(total - gain for total, gain in zip(first.totals, first.gains, strict=True))

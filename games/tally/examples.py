"""Worked examples: shown with the rules, and run as tests."""

from fractions import Fraction

from games.engine import Example, PerSeat, PerSide, Seating, Side, Stopped, _

from .hands import Members, Places, Result, Results, Round, Winner
from .house import DARTS, Direction, End, Entry, House, Overshoot, RankTie, TargetCheck, Tie, Unit

TWO, THREE, FOUR, PAIRS = Seating(2, 2), Seating(3, 3), Seating(4, 4), Seating(4, 2)

HALF = Fraction(1, 2)
LOW = Direction.LOW
WON, DREW, LOST = Result
STOP = Stopped()


def columns(*points: Fraction | int | None, first: int | None = None) -> Round:
    numbers = PerSide(None if n is None else Fraction(n) for n in points)
    return Round(numbers, None if first is None else Side(first))


def members(*points: int | None) -> Members:
    return Members(PerSeat(None if n is None else Fraction(n) for n in points))


def round_by_places(*places: int | None) -> Places:
    return Places(PerSide(places))


# Title, house rules, seating, hands, expected totals; then the winning sides if the game is over.
# fmt: off
EXAMPLES = (
    Example(
        _("Three rounds, and the table stops: the highest wins"), House(), THREE,
        (columns(10, -5, 0), columns(3, 20, 8), columns(0, 1, 2), STOP), (13, 16, 10), (1,),
    ),
    Example(
        _("The lowest wins after two rounds"), House(direction=LOW, end=End.ROUNDS, rounds=2), THREE,
        (columns(10, 5, 0), columns(3, 20, 8)), (13, 25, 8), (2,),
    ),
    Example(
        _("Halves, and one who joins late"), House(step=HALF), THREE,
        (columns(HALF, 2, None), columns(1, Fraction(3, 2), 4)), (Fraction(3, 2), Fraction(7, 2), 4),
    ),
    Example(
        _("One number for each team, to 20"), House(unit=Unit.TEAMS, end=End.TARGET, target=20), PAIRS,
        (columns(8, 5), columns(13, 2)), (21, 7), (0,),
    ),
    Example(
        _("Each player's number, added up by teams"), House(), PAIRS,
        (members(4, 1, 6, None),), (10, 1),
    ),
    Example(
        _("Points change hands until the time has come"), House(entry=Entry.ZERO_SUM, end=End.TIME), THREE,
        (columns(12, -4, -8), columns(-3, 3, 0), STOP), (9, -1, -8), (0,),
    ),
    Example(
        _("26 a round, and at 50 the lowest wins"),
        House(direction=LOW, check_sum=26, end=End.TARGET, target=50), FOUR,
        (columns(13, 13, 0, 0), columns(26, 0, 0, 0), columns(14, 2, 5, 5)), (53, 15, 5, 5), (2, 3),
    ),
    Example(
        _("Places: the average of the points where two share second"), House(entry=Entry.RANK), FOUR,
        (round_by_places(1, 2, 2, 4), round_by_places(3, 1, 2, None)),
        (3, Fraction(3, 2) + 2, Fraction(3, 2) + 1, 0),
    ),
    Example(
        _("Places by the table's own list; those tied have the points of the highest place"),
        House(entry=Entry.RANK, rank_points=(Fraction(5), Fraction(3), Fraction(1)),
              rank_tie=RankTie.SHARE_HIGH), FOUR,
        (round_by_places(1, 2, 2, 4),), (5, 3, 3, 0),
    ),
    Example(
        _("Win, draw and loss"), House(entry=Entry.WDL), TWO,
        (Winner(Side(0)), Winner(None), Results(PerSide((LOST, WON)))), (4, 4),
    ),
    Example(
        _("From 501 down: past zero is bust"),
        House(entry=Entry.COUNTDOWN, direction=LOW, start_score=DARTS, end=End.TARGET, target=0,
              overshoot=Overshoot.BUST_STAYS), TWO,
        (columns(180, 140), columns(180, 141), columns(142, 140), columns(141, 79)), (0, 1), (0,),
    ),
    Example(
        _("To 50 exactly; past it is bust and back to 25"),
        House(end=End.TARGET, target=50, overshoot=Overshoot.BUST_TO_N, bust_to=25), TWO,
        (columns(45, 30), columns(6, 12), columns(12, 8)), (37, 50), (1,),
    ),
    Example(
        _("At once: both reach the target, and the first wins"),
        House(end=End.TARGET, target=30, target_check=TargetCheck.IMMEDIATELY), TWO,
        (columns(25, 20), columns(6, 15, first=0)), (31, 35), (0,),
    ),
    Example(
        _("At 40 together the game is over"), House(end=End.COMBINED_TOTAL, target=40), TWO,
        (columns(10, 15), columns(10, 7)), (20, 22), (1,),
    ),
    Example(
        _("Out at 100; the last one left wins"), House(direction=LOW, elimination=100), THREE,
        (columns(60, 40, 90), columns(20, 50, 12), columns(20, 9, None)), (100, 99, 102), (1,),
    ),
    Example(
        _("All out at once: the lowest of those who were left"), House(direction=LOW, elimination=100), THREE,
        (columns(100, 40, 90), columns(None, 75, 11)), (100, 115, 101), (2,),
    ),
    Example(
        _("Tied: whoever was best in most rounds"),
        House(end=End.ROUNDS, rounds=3, tie=Tie.MOST_ROUNDS_WON), TWO,
        (columns(5, 4), columns(5, 4), columns(1, 3)), (11, 11), (0,),
    ),
    Example(
        _("Tied: whoever was best in the last round"),
        House(end=End.ROUNDS, rounds=3, tie=Tie.LAST_ROUND_BEST), TWO,
        (columns(5, 4), columns(5, 4), columns(1, 3)), (11, 11), (1,),
    ),
    Example(
        _("Tied: another round decides"), House(end=End.ROUNDS, rounds=1, tie=Tie.EXTRA_ROUND), TWO,
        (columns(5, 5), columns(0, 2)), (5, 7), (1,),
    ),
)
# fmt: on

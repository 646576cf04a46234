"""What a round brings, and what the phone asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

from games.engine import Ask, Choice, PerSeat, PerSide, Points, Row, Sheet, Side, Stopped, _

from . import rulebook as rule
from .house import (
    FARTHEST,
    Direction,
    End,
    Entry,
    House,
    Overshoot,
    RankTie,
    TargetCheck,
    Unit,
    is_passed,
    is_reached,
)

NUMBERS = (Entry.POINTS, Entry.ZERO_SUM, Entry.COUNTDOWN)


class Result(Choice):
    WON = "won", _("Won")
    DREW = "drew", _("Drew")
    LOST = "lost", _("Lost")


def the_sum(sheet: Sheet[House]) -> int | None:
    """What the numbers of a round add up to; None where that is not known."""
    if sheet.house.entry is Entry.ZERO_SUM:
        return 0
    return None if sheet.house.entry in (Entry.RANK, Entry.WDL) else sheet.house.check_sum


def the_moon(sheet: Sheet[House]) -> int | None:
    """What the columns of a round add up to where one shot the moon; None where that is not played."""
    return _moon_of(sheet.seating.sides, sheet)


def the_members_moon(sheet: Sheet[House]) -> int | None:
    """The same where each player of a team writes."""
    return _moon_of(sheet.seating.seats, sheet)


def _moon_of(writers: int, sheet: Sheet[House]) -> int | None:
    total = the_sum(sheet)
    return total * (writers - 1) if total and sheet.house.moon else None


def is_moon(numbers: Iterable[Points | None], sheet: Sheet[House]) -> bool:
    """Whether one of those who played wrote nothing, and each of the others all there is."""
    total, played = the_sum(sheet), sorted(number for number in numbers if number is not None)
    if not total or not sheet.house.moon or len(played) < 2:
        return False
    return played == [0] + [total] * (len(played) - 1)


def _least(sheet: Sheet[House]) -> int:
    return 0 if sheet.house.moon and the_sum(sheet) else -FARTHEST


def _columns(sheet: Sheet[House]) -> int:
    return sheet.seating.sides


def _race(hand: Round | Members, sheet: Sheet[House]) -> bool:
    """Whether it must be known who of several was first to the target."""
    return is_a_race(sheet) and len(arrived(hand, sheet)) > 1


AskFirst = Annotated[
    Side | None,
    Ask(_("Who was there first?"), rule=rule.FIRST, relevant_if=_race, none=_("Not known")),
]


@dataclass(frozen=True)
class Round:
    """A number for each column."""

    title: ClassVar[str] = _("A round")
    sentence: ClassVar[str] = _("{points}; first there: {first}")

    points: Annotated[
        PerSide[Fraction | None],
        Ask(
            _("Points"),
            least=_least,
            most=FARTHEST,
            total=the_sum,
            other_total=the_moon,
            rule=rule.POINTS,
            none=_("Did not play"),
        ),
    ]
    first: AskFirst = None


@dataclass(frozen=True)
class Members:
    """A number for each player of a team."""

    title: ClassVar[str] = _("A round, by player")
    sentence: ClassVar[str] = _("{points}; first there: {first}")

    points: Annotated[
        PerSeat[Fraction | None],
        Ask(
            _("Points"),
            least=_least,
            most=FARTHEST,
            total=the_sum,
            other_total=the_members_moon,
            rule=rule.TEAMS,
            none=_("Did not play"),
        ),
    ]
    first: AskFirst = None


@dataclass(frozen=True)
class Places:
    """Who came first, second and so on; those who share a place have the same number."""

    title: ClassVar[str] = _("The places")
    sentence: ClassVar[str] = _("Places: {places}")

    places: Annotated[
        PerSide[int | None],
        Ask(
            _("Place"),
            least=1,
            most=_columns,
            rule=rule.RANK,
            none=_("Did not play"),
            about=_("Those who share a place have the same number"),
        ),
    ]


@dataclass(frozen=True)
class Winner:
    """One won and the others lost, or all drew."""

    title: ClassVar[str] = _("Who won")
    sentence: ClassVar[str] = _("Winner: {winner}")

    winner: Annotated[Side | None, Ask(_("Who won?"), rule=rule.WDL, none=_("A draw"))]


@dataclass(frozen=True)
class Results:
    """Each one's own result."""

    title: ClassVar[str] = _("Each one's result")
    sentence: ClassVar[str] = _("{results}")

    results: Annotated[PerSide[Result | None], Ask(_("Result"), rule=rule.WDL, none=_("Did not play"))]


KINDS: dict[str, type] = {
    "round": Round,
    "members": Members,
    "places": Places,
    "winner": Winner,
    "results": Results,
    "stopped": Stopped,
}
ROUNDS = (Round, Members, Places, Winner, Results)
AnyRound = Round | Members | Places | Winner | Results
Hand = AnyRound | Stopped


def offered(sheet: Sheet[House]) -> tuple[str, ...]:
    """The kinds of row for what this table writes."""
    match sheet.house.entry:
        case Entry.RANK:
            usual: tuple[str, ...] = ("places",)
        case Entry.WDL:
            usual = ("winner", "results")
        case _ if sheet.seating.sides < sheet.seating.seats and sheet.house.unit is Unit.SOLO:
            usual = ("members", "round")
        case _:
            usual = ("round",)
    return (*usual, "stopped")


# Who is still in -------------------------------------------------------------


def is_out(total: Points, house: House) -> bool:
    """Whether a total puts its player out."""
    return house.elimination is not None and is_reached(total, house.start_score, house.elimination)


def still_in(sheet: Sheet[House]) -> tuple[Side, ...]:
    """Those who have not been put out."""
    return tuple(side for side in sheet.seating.every_side if not is_out(sheet.totals[side], sheet.house))


# What a round brings ---------------------------------------------------------


def results(hand: Winner | Results, sheet: Sheet[House]) -> PerSide[Result | None]:
    """Each side's result; None for those who did not play."""
    if isinstance(hand, Results):
        return hand.results
    playing = still_in(sheet)

    def result(side: Side) -> Result | None:
        if side not in playing:
            return None
        if hand.winner is None:
            return Result.DREW
        return Result.WON if side == hand.winner else Result.LOST

    return sheet.seating.per_side(result)


def span(places: PerSide[int | None], side: Side) -> tuple[int, int]:
    """The places, from 1, that a side takes up together with those who share its own."""
    own = places[side]
    before = sum(1 for place in places if place is not None and own is not None and place < own)
    return before + 1, before + places.count(own)


def for_place(place: int, players: int, house: House) -> Fraction:
    """Points for coming in at a place among so many players."""
    if not house.rank_points:
        return Fraction(players - place)
    return house.rank_points[place - 1] if place <= len(house.rank_points) else Fraction(0)


def for_rank(places: PerSide[int | None], side: Side, house: House) -> Fraction:
    """Points for a side's place, shared or not."""
    first, last = span(places, side)
    players = sum(place is not None for place in places)
    each = [for_place(place, players, house) for place in range(first, last + 1)]
    match house.rank_tie:
        case RankTie.AVERAGE:
            return Fraction(sum(each), len(each))
        case RankTie.SHARE_HIGH:
            return each[0]
        case _:
            return each[-1]


def for_result(result: Result, house: House) -> Fraction:
    return dict(zip(Result, house.wdl, strict=True))[result]


def team_sum(hand: Members, side: Side, sheet: Sheet[House]) -> Fraction | None:
    """What the members of a team wrote together; None if none of them played."""
    wrote = [n for seat in sheet.seating.seats_of(side) if (n := hand.points[seat]) is not None]
    return Fraction(sum(wrote)) if wrote else None


def wrote(hand: AnyRound, sheet: Sheet[House]) -> PerSide[Fraction | None]:
    """What each side has from a round before the target has its say; None for those who did not play."""
    house, seating = sheet.house, sheet.seating
    sign = -1 if house.entry is Entry.COUNTDOWN else 1

    def own(side: Side) -> Fraction | None:
        match hand:
            case Places(places):
                return None if places[side] is None else for_rank(places, side, house)
            case Round(points):
                number = points[side]
            case Members():
                number = team_sum(hand, side, sheet)
            case _:
                result = results(hand, sheet)[side]
                return None if result is None else for_result(result, house)
        return None if number is None else sign * number

    return seating.per_side(own)


def is_bust(total: Points, house: House) -> bool:
    """Whether a new total is past a target that must not be passed."""
    busts = house.overshoot in (Overshoot.BUST_STAYS, Overshoot.BUST_TO_N)
    return house.end is End.TARGET and busts and is_passed(total, house.start_score, house.target)


def is_there(total: Points, house: House) -> bool:
    """Whether a total ends a game that is played to a target."""
    if house.overshoot is Overshoot.EXACT:
        return total == house.target
    return is_reached(total, house.start_score, house.target)


def is_wanted(house: House) -> bool:
    """Whether the target is where everybody would like to be."""
    return (house.start_score < house.target) is (house.direction is Direction.HIGH)


def is_a_race(sheet: Sheet[House]) -> bool:
    """Whether the first to reach the target wins."""
    house = sheet.house
    return house.end is End.TARGET and house.target_check is TargetCheck.IMMEDIATELY and is_wanted(house)


def arrived(hand: Round | Members, sheet: Sheet[House]) -> tuple[Side, ...]:
    """Those whom a round takes to the target."""

    def there(side: Side, n: Fraction | None) -> bool:
        if n is None:
            return False
        total = sheet.totals[side] + n
        return is_there(total, sheet.house) and not is_bust(total, sheet.house)

    return tuple(Side(side) for side, n in enumerate(wrote(hand, sheet)) if there(Side(side), n))


def written_rounds(sheet: Sheet[House]) -> tuple[Row, ...]:
    """The rows of the rounds so far."""
    return tuple(row for row in sheet.rows if isinstance(row.hand, ROUNDS) and not row.problems)


def round_winners(sheet: Sheet[House]) -> Iterator[tuple[Side, ...]]:
    """Who did best in each round so far, of those who played in it."""
    for row in written_rounds(sheet):
        played = tuple(written.side for written in row.lines)
        yield best_of(row.gains, played, sheet.house)


def best_of(totals: PerSide[Points], sides: tuple[Side, ...], house: House) -> tuple[Side, ...]:
    """Those of the sides whose numbers are in front."""
    numbers = [totals[side] for side in sides]
    best = (max if house.direction is Direction.HIGH else min)(numbers, default=0)
    return tuple(side for side in sides if totals[side] == best)

"""The kinds of hand: the ways to enter a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

from games.engine import Ask, Choice, PerSeat, PerSide, Points, Row, Sheet, Side, Stopped, _

from . import rulebook as rule
from .house import (
    LARGEST_NUMBER,
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

NUMBER_ENTRIES = (Entry.POINTS, Entry.ZERO_SUM, Entry.COUNTDOWN)


class Result(Choice):
    WON = "won", _("Won")
    DREW = "drew", _("Drew")
    LOST = "lost", _("Lost")


def known_sum(sheet: Sheet[House]) -> int | None:
    """Return the sum that the numbers of a round must have; None if it can be any."""
    if sheet.house.entry is Entry.ZERO_SUM:
        return 0
    return None if sheet.house.entry in (Entry.RANK, Entry.WDL) else sheet.house.check_sum


def moon_sum(sheet: Sheet[House]) -> int | None:
    """Return the sum of the columns after shooting the moon; None if that is not played."""
    return _sum_after_moon(sheet.seating.sides, sheet)


def members_moon_sum(sheet: Sheet[House]) -> int | None:
    """Return the sum of the players' numbers after shooting the moon; None if that is not played."""
    return _sum_after_moon(sheet.seating.seats, sheet)


def _sum_after_moon(players: int, sheet: Sheet[House]) -> int | None:
    total = known_sum(sheet)
    return total * (players - 1) if total and sheet.house.moon else None


def moon_shooter(numbers: Sequence[Points | None], sheet: Sheet[House]) -> int | None:
    """Return the position of the player who shot the moon by these numbers; None if none did.

    By rule 2.10, a round may be entered as taken (the total for one, 0 for the others) or as written (0 for
    one, the total for each of the others). Between two players both forms look alike, and the round counts as
    it is written.
    """
    total, numbers_written = known_sum(sheet), sorted(number for number in numbers if number is not None)
    other_count = len(numbers_written) - 1
    if not total or not sheet.house.moon or other_count < 1:
        return None
    if numbers_written == [0] + [total] * other_count:
        return numbers.index(0)
    # A sum of several players' numbers does not show that one of them took all.
    numbers_are_not_sums = len(numbers) == sheet.seating.seats or sheet.house.unit is Unit.TEAMS
    if numbers_are_not_sums and other_count > 1 and numbers_written == [0] * other_count + [total]:
        return numbers.index(total)
    return None


def counted_numbers(hand: Round | Members, sheet: Sheet[House]) -> tuple[Fraction | None, ...]:
    """Return the numbers of a round as they are scored; if the moon was shot, as in rule 2.10."""
    shooter, total = moon_shooter(hand.points, sheet), known_sum(sheet)
    if shooter is None or total is None:
        return tuple(hand.points)
    return tuple(
        None if number is None else Fraction(0 if index == shooter else total)
        for index, number in enumerate(hand.points)
    )


def _least(sheet: Sheet[House]) -> int:
    return 0 if sheet.house.moon and known_sum(sheet) else -LARGEST_NUMBER


def _most_places(sheet: Sheet[House]) -> int:
    return sheet.seating.sides


def _first_matters(hand: Round | Members, sheet: Sheet[House]) -> bool:
    """Return whether several sides reach the target in a race."""
    return is_a_race(sheet) and len(sides_at_target(hand, sheet)) > 1


AskFirst = Annotated[
    Side | None,
    Ask(_("Who reached the target first?"), rule=rule.FIRST, relevant_if=_first_matters, none=_("Not known")),
]


@dataclass(frozen=True)
class Round:
    """A number for each column."""

    title: ClassVar[str] = _("A round")
    sentence: ClassVar[str] = _("{points}; first at the target: {first}")

    points: Annotated[
        PerSide[Fraction | None],
        Ask(
            _("Points"),
            least=_least,
            most=LARGEST_NUMBER,
            total=known_sum,
            other_total=moon_sum,
            rule=rule.POINTS,
            none=_("Did not play"),
        ),
    ]
    first: AskFirst = None


@dataclass(frozen=True)
class Members:
    """A number for each player of each team."""

    title: ClassVar[str] = _("A round, by player")
    sentence: ClassVar[str] = _("{points}; first at the target: {first}")

    points: Annotated[
        PerSeat[Fraction | None],
        Ask(
            _("Points"),
            least=_least,
            most=LARGEST_NUMBER,
            total=known_sum,
            other_total=members_moon_sum,
            rule=rule.TEAMS,
            none=_("Did not play"),
        ),
    ]
    first: AskFirst = None


@dataclass(frozen=True)
class Places:
    """The place of each side; sides that share a place have the same number."""

    title: ClassVar[str] = _("The places")
    sentence: ClassVar[str] = _("Places: {places}")

    places: Annotated[
        PerSide[int | None],
        Ask(
            _("Place"),
            least=1,
            most=_most_places,
            rule=rule.RANK,
            none=_("Did not play"),
            about=_("Those who share a place have the same number"),
        ),
    ]


@dataclass(frozen=True)
class Winner:
    """A winner, or a draw between all sides."""

    title: ClassVar[str] = _("Who won")
    sentence: ClassVar[str] = _("Winner: {winner}")

    winner: Annotated[Side | None, Ask(_("Who won?"), rule=rule.WDL, none=_("A draw"))]


@dataclass(frozen=True)
class Results:
    """A result for each side."""

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


def kinds(sheet: Sheet[House]) -> tuple[str, ...]:
    """Return the kinds of hand at this table."""
    match sheet.house.entry:
        case Entry.RANK:
            round_kinds: tuple[str, ...] = ("places",)
        case Entry.WDL:
            round_kinds = ("winner", "results")
        case _ if sheet.seating.sides < sheet.seating.seats and sheet.house.unit is Unit.SOLO:
            round_kinds = ("members", "round")
        case _:
            round_kinds = ("round",)
    return (*round_kinds, "stopped")


# Sides still in the game -----------------------------------------------------


def is_out(total: Points, house: House) -> bool:
    """Return whether a total puts its player out."""
    return house.elimination is not None and is_reached(total, house.start_score, house.elimination)


def sides_still_in(sheet: Sheet[House]) -> tuple[Side, ...]:
    """Return the sides that have not been put out."""
    return tuple(side for side in sheet.seating.every_side if not is_out(sheet.totals[side], sheet.house))


# The points of a round -------------------------------------------------------


def results(hand: Winner | Results, sheet: Sheet[House]) -> PerSide[Result | None]:
    """Return each side's result; None for those who did not play."""
    if isinstance(hand, Results):
        return hand.results
    playing = sides_still_in(sheet)

    def result(side: Side) -> Result | None:
        if side not in playing:
            return None
        if hand.winner is None:
            return Result.DREW
        return Result.WON if side == hand.winner else Result.LOST

    return sheet.seating.per_side(result)


def places_shared(places: PerSide[int | None], side: Side) -> tuple[int, int]:
    """Return the first and last place, from 1, that a side and those tied with it take up."""
    own_place = places[side]
    better_placed = sum(
        1 for place in places if place is not None and own_place is not None and place < own_place
    )
    return better_placed + 1, better_placed + places.count(own_place)


def place_points(place: int, players: int, house: House) -> Fraction:
    """Return the points for a place among this many players."""
    if not house.rank_points:
        return Fraction(players - place)
    return house.rank_points[place - 1] if place <= len(house.rank_points) else Fraction(0)


def shared_place_points(places: PerSide[int | None], side: Side, house: House) -> Fraction:
    """Return the points for a side's place, shared or not."""
    first, last = places_shared(places, side)
    players = sum(place is not None for place in places)
    points_of_places = [place_points(place, players, house) for place in range(first, last + 1)]
    match house.rank_tie:
        case RankTie.AVERAGE:
            return Fraction(sum(points_of_places), len(points_of_places))
        case RankTie.SHARE_HIGH:
            return points_of_places[0]
        case _:
            return points_of_places[-1]


def result_points(result: Result, house: House) -> Fraction:
    return dict(zip(Result, house.wdl, strict=True))[result]


def team_sum(hand: Members, side: Side, sheet: Sheet[House]) -> Fraction | None:
    """Return the sum of a team's members; None if none of them played."""
    numbers = counted_numbers(hand, sheet)
    numbers_of_team = [n for seat in sheet.seating.seats_of(side) if (n := numbers[seat]) is not None]
    return Fraction(sum(numbers_of_team)) if numbers_of_team else None


def round_points(hand: AnyRound, sheet: Sheet[House]) -> PerSide[Fraction | None]:
    """Return each side's points of a round, before any bust; None for those who did not play."""
    house, seating = sheet.house, sheet.seating
    sign = -1 if house.entry is Entry.COUNTDOWN else 1

    def points_of(side: Side) -> Fraction | None:
        match hand:
            case Places(places):
                return None if places[side] is None else shared_place_points(places, side, house)
            case Round():
                number = counted_numbers(hand, sheet)[side]
            case Members():
                number = team_sum(hand, side, sheet)
            case _:
                result = results(hand, sheet)[side]
                return None if result is None else result_points(result, house)
        return None if number is None else sign * number

    return seating.per_side(points_of)


def is_bust(total: Points, house: House) -> bool:
    """Return whether a new total is past a target that must not be passed."""
    can_bust = house.overshoot in (Overshoot.BUST_STAYS, Overshoot.BUST_TO_N)
    return house.end is End.TARGET and can_bust and is_passed(total, house.start_score, house.target)


def reaches_end(total: Points, house: House) -> bool:
    """Return whether a total ends a game that is played to a target."""
    if house.overshoot is Overshoot.EXACT:
        return total == house.target
    return is_reached(total, house.start_score, house.target)


def reaching_target_wins(house: House) -> bool:
    """Return whether the target lies in the direction that wins."""
    return (house.start_score < house.target) is (house.direction is Direction.HIGH)


def is_a_race(sheet: Sheet[House]) -> bool:
    """Return whether the first to reach the target wins."""
    house = sheet.house
    return (
        house.end is End.TARGET
        and house.target_check is TargetCheck.IMMEDIATELY
        and reaching_target_wins(house)
    )


def sides_at_target(hand: Round | Members, sheet: Sheet[House]) -> tuple[Side, ...]:
    """Return the sides that a round takes to the target."""

    def is_at_target(side: Side, points: Fraction | None) -> bool:
        if points is None:
            return False
        total = sheet.totals[side] + points
        return reaches_end(total, sheet.house) and not is_bust(total, sheet.house)

    return tuple(
        Side(index)
        for index, points in enumerate(round_points(hand, sheet))
        if is_at_target(Side(index), points)
    )


def written_rounds(sheet: Sheet[House]) -> tuple[Row, ...]:
    """Return the rows of the rounds so far."""
    return tuple(row for row in sheet.rows if isinstance(row.hand, ROUNDS) and not row.problems)


def round_winners(sheet: Sheet[House]) -> Iterator[tuple[Side, ...]]:
    """Yield the sides that did best in each round, among those that played in it."""
    for row in written_rounds(sheet):
        sides = tuple(line.side for line in row.lines)
        yield best_of(row.gains, sides, sheet.house)


def best_of(totals: PerSide[Points], sides: tuple[Side, ...], house: House) -> tuple[Side, ...]:
    """Return the best of these sides by their totals."""
    numbers = [totals[side] for side in sides]
    best = (max if house.direction is Direction.HIGH else min)(numbers, default=0)
    return tuple(side for side in sides if totals[side] == best)

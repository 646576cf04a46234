"""The house rules of a tally."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from games.engine import SITE, Ask, Choice, Points, Preset, Problem, Seating, Sheet, _, say

from . import rulebook as rule

LARGEST_NUMBER = 1_000_000  # the largest number that can be written or set, above or below zero
LARGEST_STEP = 1000
DARTS = 501  # the start score of a game of darts
HEARTS = 26  # points in a deal of Hearts
# Seats and sides.
SOLO = tuple((seats, seats) for seats in (4, 2, 3, 5, 6, 7, 8))
TEAMS = ((4, 2), (6, 2), (6, 3), (8, 2), (8, 4))


class Unit(Choice):
    SOLO = "solo", _("Each player's number is written"), _("A team's numbers are added up")
    TEAMS = "teams", _("One number for each team")


class Direction(Choice):
    HIGH = "high", _("The highest total wins")
    LOW = "low", _("The lowest total wins")


class Entry(Choice):
    POINTS = "points", _("Points"), _("A number for everybody, added to the total")
    RANK = "rank", _("Places"), _("Who came first, second and so on")
    WDL = "wdl", _("Win, draw or loss")
    ZERO_SUM = "zero_sum", _("Points that change hands"), _("What some win, others pay")
    COUNTDOWN = "countdown", _("Counting down"), _("A number for everybody, taken off the total")


class RankTie(Choice):
    AVERAGE = "average", _("The average of the points for the places they take up")
    SHARE_HIGH = "share_high", _("Each the points of the highest place they take up")
    SHARE_LOW = "share_low", _("Each the points of the lowest place they take up")


class End(Choice):
    OPEN = "open", _("When the table stops")
    TARGET = "target", _("When somebody reaches a total")
    ROUNDS = "rounds", _("After a number of rounds")
    COMBINED_TOTAL = "combined_total", _("When all totals together reach a number")
    TIME = "time", _("At a time agreed on")


class TargetCheck(Choice):
    END_OF_ROUND = "end_of_round", _("The round is finished"), _("And the best total wins")
    IMMEDIATELY = "immediately", _("At once"), _("The first to reach the target wins")


class Overshoot(Choice):
    ALLOWED = "allowed", _("Counts as reached")
    EXACT = "exact", _("Only exactly that number ends the game")
    BUST_STAYS = "bust_stays", _("The round is bust and the total stays")
    BUST_TO_N = "bust_to_n", _("Bust, and back to a lower total")


class Tie(Choice):
    SHARED = "shared", _("The win is shared")
    EXTRA_ROUND = "extra_round", _("Another round decides")
    MOST_ROUNDS_WON = "most_rounds_won", _("Whoever was best in most rounds wins")
    LAST_ROUND_BEST = "last_round_best", _("Whoever was best in the last round wins")


class Dealer(Choice):
    ROTATE = "rotate", _("The deal passes to the left")
    NONE = "none", _("Nobody deals")


THE_TABLE, COUNTING, ENDING = _("The table"), _("A round"), _("The end")


def _writes_places(house: House, sheet: Sheet[Any]) -> bool:
    return house.entry is Entry.RANK


def _writes_results(house: House, sheet: Sheet[Any]) -> bool:
    return house.entry is Entry.WDL


def _writes_numbers(house: House, sheet: Sheet[Any]) -> bool:
    return house.entry in (Entry.POINTS, Entry.ZERO_SUM, Entry.COUNTDOWN)


def _may_have_a_sum(house: House, sheet: Sheet[Any]) -> bool:
    return house.entry in (Entry.POINTS, Entry.COUNTDOWN)


def _ends_at_number(house: House, sheet: Sheet[Any]) -> bool:
    return house.end in (End.TARGET, End.COMBINED_TOTAL)


def _has_check_sum(house: House, sheet: Sheet[Any]) -> bool:
    return bool(house.check_sum) and _may_have_a_sum(house, sheet)


def _ends_at_target(house: House, sheet: Sheet[Any]) -> bool:
    return house.end is End.TARGET


def _may_go_back(house: House, sheet: Sheet[Any]) -> bool:
    return house.end is End.TARGET and house.overshoot is Overshoot.BUST_TO_N


def _ends_after_rounds(house: House, sheet: Sheet[Any]) -> bool:
    return house.end is End.ROUNDS


def _in_teams(house: House, sheet: Sheet[Any]) -> bool:
    return sheet.seating.sides < sheet.seating.seats


@dataclass(frozen=True)
class House:
    """The house rules of a table. A tally has no other rules."""

    entry: Annotated[Entry, Ask(_("What is written each round?"), rule=rule.POINTS, section=COUNTING)] = (
        Entry.POINTS
    )
    unit: Annotated[
        Unit,
        Ask(_("Teams write"), rule=rule.TEAMS, section=THE_TABLE, relevant_if=_in_teams),
    ] = Unit.SOLO
    direction: Annotated[Direction, Ask(_("Who wins?"), rule=rule.BEST, section=ENDING)] = Direction.HIGH
    start_score: Annotated[
        int,
        Ask(
            _("Everybody starts with"),
            least=-LARGEST_NUMBER,
            most=LARGEST_NUMBER,
            offers=(0, 20, 100, 301, DARTS),
            rule=rule.START,
            section=THE_TABLE,
        ),
    ] = 0
    step: Annotated[
        Fraction,
        Ask(
            _("Numbers go in steps of"),
            most=LARGEST_STEP,
            rule=rule.STEP,
            section=COUNTING,
            about=_("1, a half or a quarter; or any other step, such as 5"),
            relevant_if=_writes_numbers,
        ),
    ] = Fraction(1)
    check_sum: Annotated[
        int | None,
        Ask(
            _("A round adds up to"),
            most=LARGEST_NUMBER,
            offers=(13, HEARTS, 100),
            rule=rule.CHECK_SUM,
            section=COUNTING,
            none=_("Any number"),
            about=_("26 in Hearts, 13 books in Go Fish; a round that does not add up is not written down"),
            relevant_if=_may_have_a_sum,
        ),
    ] = None
    moon: Annotated[
        bool,
        Ask(
            _("Can the moon be shot?"),
            rule=rule.MOON,
            section=COUNTING,
            about=_(
                "As in Hearts: whoever takes everything writes 0, and each of the others writes the whole sum"
            ),
            relevant_if=_has_check_sum,
        ),
    ] = False
    rank_points: Annotated[
        tuple[Fraction, ...],
        Ask(
            _("Points for first, second and so on"),
            least=-LARGEST_NUMBER,
            most=LARGEST_NUMBER,
            rule=rule.RANK,
            section=COUNTING,
            about=_("Such as 5, 3, 1. Left empty: the last has 0, the one before 1 and so on"),
            relevant_if=_writes_places,
        ),
    ] = ()
    rank_tie: Annotated[
        RankTie,
        Ask(
            _("Those who share a place have"),
            rule=rule.SHARED_RANK,
            section=COUNTING,
            relevant_if=_writes_places,
        ),
    ] = RankTie.AVERAGE
    wdl: Annotated[
        tuple[Fraction, Fraction, Fraction],
        Ask(
            _("Points for a win, a draw and a loss"),
            least=-LARGEST_NUMBER,
            most=LARGEST_NUMBER,
            rule=rule.WDL,
            section=COUNTING,
            about=_("3, 1, 0 or 1, 0.5, 0"),
            relevant_if=_writes_results,
        ),
    ] = (Fraction(3), Fraction(1), Fraction(0))
    elimination: Annotated[
        int | None,
        Ask(
            _("Who is out?"),
            least=-LARGEST_NUMBER,
            most=LARGEST_NUMBER,
            offers=(0, 100),
            rule=rule.ELIMINATION,
            section=ENDING,
            none=_("Nobody"),
            about=_(
                "Whoever reaches this total, from the start score up or down, is out; the last one left wins"
            ),
        ),
    ] = None
    end: Annotated[End, Ask(_("When is the game over?"), rule=rule.ENDS, section=ENDING)] = End.OPEN
    target: Annotated[
        int,
        Ask(
            _("The total that ends it"),
            least=-LARGEST_NUMBER,
            most=LARGEST_NUMBER,
            offers=(0, 50, 100, 500, 1000),
            rule=rule.TARGET,
            section=ENDING,
            relevant_if=_ends_at_number,
        ),
    ] = 100
    target_check: Annotated[
        TargetCheck,
        Ask(
            _("When somebody reaches the target"),
            rule=rule.FIRST,
            section=ENDING,
            relevant_if=_ends_at_target,
        ),
    ] = TargetCheck.END_OF_ROUND
    overshoot: Annotated[
        Overshoot, Ask(_("Past the target"), rule=rule.EXACT, section=ENDING, relevant_if=_ends_at_target)
    ] = Overshoot.ALLOWED
    bust_to: Annotated[
        int,
        Ask(
            _("Bust goes back to"),
            least=-LARGEST_NUMBER,
            most=LARGEST_NUMBER,
            offers=(0, 25),
            rule=rule.EXACT,
            section=ENDING,
            relevant_if=_may_go_back,
        ),
    ] = 25
    rounds: Annotated[
        int,
        Ask(
            _("Rounds in a game"),
            least=1,
            most=99,
            offers=(5, 10, 12, 18, 20),
            rule=rule.ROUNDS,
            section=ENDING,
            relevant_if=_ends_after_rounds,
        ),
    ] = 10
    tie: Annotated[Tie, Ask(_("Tied at the end"), rule=rule.SHARED, section=ENDING)] = Tie.SHARED
    dealer: Annotated[Dealer, Ask(_("The dealer"), rule=rule.DEALER, section=THE_TABLE)] = Dealer.ROTATE
    hide_totals: Annotated[
        bool,
        Ask(
            _("Cover the totals until the end"),
            rule=rule.HIDDEN,
            section=THE_TABLE,
            about=_("Only what each round brought is shown"),
        ),
    ] = False


def is_reached(total: Points, start: Points, goal: Points) -> bool:
    """Return whether a total that began at ``start`` is at ``goal`` or past it."""
    return total >= goal if start < goal else total <= goal


def is_passed(total: Points, start: Points, goal: Points) -> bool:
    """Return whether a total that began at ``start`` is past ``goal``."""
    return total != goal and is_reached(total, start, goal)


def check_house(house: House, seating: Seating) -> Iterator[Problem]:
    if house.step <= 0:
        yield Problem("step", say(_("A step is more than zero")), rule.STEP)
    if house.elimination == house.start_score:
        words = say(_("Everybody would be out before the game has begun"))
        yield Problem("elimination", words, rule.ELIMINATION)
    combined_start = house.start_score * seating.sides
    if house.end is End.TARGET and house.target == house.start_score:
        words = say(_("Everybody starts there: the game would be over before it has begun"))
        yield Problem("target", words, rule.TARGET)
    elif house.end is End.COMBINED_TOTAL and house.target == combined_start:
        words = say(_("That is what all have together at the start: there would be nothing to play for"))
        yield Problem("target", words, rule.COMBINED)
    may_bust = house.end is End.TARGET and house.overshoot is Overshoot.BUST_TO_N
    if may_bust and is_reached(house.bust_to, house.start_score, house.target):
        words = say(_("A bust must go back to a total that has not reached {target}"), target=house.target)
        yield Problem("bust_to", words, rule.EXACT)


PRESETS = (
    Preset(
        "gen-high",
        _("Most points win"),
        House(),
        rule.KEEPING_SCORE,
        _("A number for everybody each round; the table stops when it likes"),
        SOLO,
    ),
    Preset(
        "gen-low",
        _("Fewest points win"),
        House(direction=Direction.LOW),
        rule.KEEPING_SCORE,
        _("The same with the lowest total in front"),
        SOLO,
    ),
    Preset(
        "gen-ranks",
        _("Places"),
        House(entry=Entry.RANK),
        SITE,
        _("Only who came first, second and so on is written; the last has 0"),
        SOLO,
    ),
    Preset(
        "gen-teams",
        _("Teams"),
        House(unit=Unit.TEAMS),
        rule.KEEPING_SCORE,
        _("Partners sit opposite each other and share a column"),
        TEAMS,
    ),
    Preset(
        "gen-zero",
        _("Points change hands"),
        House(entry=Entry.ZERO_SUM),
        rule.KEEPING_SCORE,
        _("What some win, others pay: every round adds up to zero"),
        SOLO,
    ),
    Preset(
        "gen-sum",
        _("Rounds that add up"),
        House(direction=Direction.LOW, check_sum=HEARTS, moon=True),
        SITE,
        _("Every round must add up to 26, or somebody shot the moon, as in Hearts; the lowest total wins"),
        SOLO,
    ),
    Preset(
        "gen-down",
        _("Counting down"),
        House(entry=Entry.COUNTDOWN, direction=Direction.LOW, start_score=DARTS, end=End.TARGET, target=0),
        rule.KEEPING_SCORE,
        _("From 501 down; the first round in which somebody gets to 0 is the last"),
        SOLO,
    ),
    Preset(
        "gen-wdl",
        _("Win, draw, loss"),
        House(entry=Entry.WDL),
        rule.KEEPING_SCORE,
        _("3 points for a win, 1 for a draw, none for a loss"),
        SOLO,
    ),
    Preset(
        "gen-elim",
        _("Last one left"),
        House(direction=Direction.LOW, elimination=100),
        rule.KEEPING_SCORE,
        _("Whoever reaches 100 is out; the last one left wins"),
        SOLO,
    ),
)

"""The bids, their values and their order: sections 2 and 3 of the rulebook, and rule 5.1."""

from __future__ import annotations

from functools import cache

from games.engine import Choice, _

from .choices import MisereRank, OpenRank, Schedule
from .house import House


class Trumps(Choice):
    SPADES = "spades", "♠"
    CLUBS = "clubs", "♣"
    DIAMONDS = "diamonds", "♦"
    HEARTS = "hearts", "♥"
    NONE = "none", _("NT"), _("No trumps")


SUITS = (Trumps.SPADES, Trumps.CLUBS, Trumps.DIAMONDS, Trumps.HEARTS)


class Call(Choice):
    """A call as a word: ``7H``, ``10NT``, ``misere``, ``pass``."""

    S6 = "6S", "6♠"
    C6 = "6C", "6♣"
    D6 = "6D", "6♦"
    H6 = "6H", "6♥"
    NT6 = "6NT", _("6NT")
    S7 = "7S", "7♠"
    C7 = "7C", "7♣"
    D7 = "7D", "7♦"
    H7 = "7H", "7♥"
    NT7 = "7NT", _("7NT")
    S8 = "8S", "8♠"
    C8 = "8C", "8♣"
    D8 = "8D", "8♦"
    H8 = "8H", "8♥"
    NT8 = "8NT", _("8NT")
    S9 = "9S", "9♠"
    C9 = "9C", "9♣"
    D9 = "9D", "9♦"
    H9 = "9H", "9♥"
    NT9 = "9NT", _("9NT")
    S10 = "10S", "10♠"
    C10 = "10C", "10♣"
    D10 = "10D", "10♦"
    H10 = "10H", "10♥"
    NT10 = "10NT", _("10NT")
    MISERE = "misere", _("Misère")
    OPEN_MISERE = "open_misere", _("Open misère")
    DOUBLE_NULLO = "double_nullo", _("Double nullo")
    BAR_NULLO = "bar_nullo", _("Bar nullo")
    DECLARE = "declare", _("Declare")
    PASS = "pass", _("Pass")

    @property
    def level(self) -> int:
        """Return the tricks bid; 0 for a call without a number."""
        return NUMBERED[self][0] if self in NUMBERED else 0

    @property
    def trumps(self) -> Trumps:
        """Return the trumps bid; none for a call without a number."""
        return NUMBERED[self][1] if self in NUMBERED else Trumps.NONE


LETTERS = {
    Trumps.SPADES: "S", Trumps.CLUBS: "C", Trumps.DIAMONDS: "D", Trumps.HEARTS: "H", Trumps.NONE: "NT",
}  # fmt: skip
LEVELS = range(6, 11)
CALLS = {str(call.value): call for call in Call}
BID = {(level, trumps): CALLS[f"{level}{letter}"] for level in LEVELS for trumps, letter in LETTERS.items()}
NUMBERED = {call: level_and_trumps for level_and_trumps, call in BID.items()}
MISERES = (Call.MISERE, Call.OPEN_MISERE)
NULLOS = (Call.DOUBLE_NULLO, Call.BAR_NULLO)
SPECIAL = (*MISERES, *NULLOS)
UNNUMBERED = (*SPECIAL, Call.DECLARE)

DECLARE_VALUE = 500  # points won or lost by declaring (rule 3.12)

# Rule 5.1, in the layout of the Australian page.
AVONDALE = {
    #                 6    7    8    9   10
    Trumps.SPADES:   (40, 140, 240, 340, 440),
    Trumps.CLUBS:    (60, 160, 260, 360, 460),
    Trumps.DIAMONDS: (80, 180, 280, 380, 480),
    Trumps.HEARTS:  (100, 200, 300, 400, 500),
    Trumps.NONE:    (120, 220, 320, 420, 520),
}  # fmt: skip

PERFECT = {
    Trumps.SPADES:   (20, 120, 220, 320, 420),
    Trumps.CLUBS:    (40, 140, 240, 340, 440),
    Trumps.DIAMONDS: (60, 160, 260, 360, 460),
    Trumps.HEARTS:   (80, 180, 280, 380, 480),
    Trumps.NONE:    (100, 200, 300, 400, 500),
}  # fmt: skip

ORIGINAL = {
    Trumps.SPADES:   (40,  80, 120, 160, 200),
    Trumps.CLUBS:    (60, 120, 180, 240, 300),
    Trumps.DIAMONDS: (80, 160, 240, 320, 400),
    Trumps.HEARTS:  (100, 200, 300, 400, 500),
    Trumps.NONE:    (120, 240, 360, 480, 600),
}  # fmt: skip

SCHEDULES = {Schedule.AVONDALE: AVONDALE, Schedule.PERFECT: PERFECT, Schedule.ORIGINAL: ORIGINAL}


def value(call: Call, house: House) -> int | None:
    """Return the points of a bid at this table; None if it is not played, or is not a bid."""
    if call in NUMBERED:
        return SCHEDULES[house.schedule][call.trumps][call.level - LEVELS[0]]
    match call:
        case Call.MISERE:
            return house.misere_value
        case Call.OPEN_MISERE:
            return house.open_misere_value
        case Call.DOUBLE_NULLO:
            return house.double_nullo_value
        case Call.BAR_NULLO:
            return house.bar_nullo_value
        case Call.DECLARE:
            return DECLARE_VALUE if house.declare_solo else None
    return None


@cache
def ladder(schedule: Schedule) -> tuple[Call, ...]:
    """Return the numbered bids in ascending order."""
    bids = tuple(BID.values())
    if schedule is Schedule.ORIGINAL:  # rule 2.3: by points, then by tricks
        return tuple(sorted(bids, key=lambda bid: (ORIGINAL[bid.trumps][bid.level - LEVELS[0]], bid.level)))
    return bids


def value_or_zero(call: Call, house: House) -> int:
    """Return the points of a bid; 0 if it is not played, or is not a bid."""
    return value(call, house) or 0


def sort_key(call: Call, house: House) -> tuple[int, int]:
    """Return the sort key of a bid.

    Numbered bids are two apart, and special bids lie between them. Two special bids in the same gap rank by
    value.
    """
    if call in NUMBERED:
        return 2 * ladder(house.schedule).index(call), 0
    return _special_position(call, house), value_or_zero(call, house)


def _special_position(call: Call, house: House) -> int:
    """Return the position of a special bid among the numbered bids: an odd number."""
    numbered = ladder(house.schedule)
    next_higher_bid = {
        MisereRank.BELOW_8NT: Call.NT8,
        OpenRank.TEN_DIAMONDS: Call.H10,
        OpenRank.BELOW_10NT: Call.NT10,
    }
    ranks = {Call.MISERE: house.misere_rank, Call.OPEN_MISERE: house.open_misere_rank}
    match rank := ranks.get(call, MisereRank.BY_VALUE):
        case MisereRank.SEVEN_EIGHT:
            return 2 * numbered.index(Call.NT7) + 1
        case OpenRank.HIGHEST:
            return 2 * len(numbered) + 1
        case MisereRank.BELOW_8NT | OpenRank.TEN_DIAMONDS | OpenRank.BELOW_10NT:
            return 2 * numbered.index(next_higher_bid[rank]) - 1
    cheaper_bids = sum(1 for bid in numbered if value_or_zero(bid, house) < value_or_zero(call, house))
    return 2 * cheaper_bids - 1  # just above the cheaper bids


def beats(call: Call, last: Call | None, house: House) -> bool:
    """Return whether a bid is higher than the last one."""
    return last is None or sort_key(call, house) > sort_key(last, house)

"""Helpers for the tests of Two Hundred."""

from games.engine import (
    ENGLISH,
    Adjustment,
    Calls,
    PartialHand,
    PerSide,
    Seat,
    Seating,
    append_hand,
    play,
    run_auction,
)
from games.engine.interchange import ruling_json
from games.two_hundred import GAME
from games.two_hundred.auction import AUCTION
from games.two_hundred.hands import Deal
from games.two_hundred.house import (
    TRADITIONAL,
    House,
)

FOUR, TWO, THREE, SIX_BY_TWO, SIX_BY_THREE = (
    Seating(4, 2),
    Seating(2, 2),
    Seating(3, 3),
    Seating(6, 2),
    Seating(6, 3),
)
NORTH, EAST, SOUTH, WEST = FOUR.every_seat
NS, EW = FOUR.every_side


def sheet_at(*totals, house=TRADITIONAL, seating=FOUR):
    """Return a sheet with these totals, written as an adjustment."""
    hands = [Adjustment(PerSide(totals), "so far")] if any(totals) else []
    return play(GAME, seating, house, hands)


def deal(bidder, bid, *took, **answers):
    """Return a deal; ``took``: the points that each side took."""
    return Deal(Seat(bidder), bid, PerSide(took), **answers)


def totals_after(sheet, hand):
    new_sheet = append_hand(GAME, sheet, hand)
    assert new_sheet.rows[-1].problems == ()
    return tuple(new_sheet.totals)


def winners_after(sheet, hand):
    outcome = append_hand(GAME, sheet, hand).outcome
    return outcome and tuple(outcome.winners)


def rules_cited(row):
    return [because.rule.number for line in row.lines for because in line.because]


def row_after(sheet, hand):
    return append_hand(GAME, sheet, hand).rows[-1]


def dealer_after(sheet, hand):
    return GAME.dealer(append_hand(GAME, sheet, hand))


def problem_fields(sheet, hand):
    return [problem.field for problem in row_after(sheet, hand).problems]


def problem_words(sheet, hand):
    return [ENGLISH.read(problem.words) for problem in row_after(sheet, hand).problems]


def ruling(question, facts=None, house=TRADITIONAL, seating=FOUR):
    return ruling_json(GAME, question, facts or {}, sheet_at(house=house, seating=seating))


def ask(question, facts=None, house=TRADITIONAL, seating=FOUR):
    """Return the verdict, and the numbers of the rules it cites."""
    answer = ruling(question, facts, house, seating)
    return answer["verdict"], [because["rule"] for because in answer["because"]]


def verdict(question, facts=None, house=TRADITIONAL, seating=FOUR):
    return ruling(question, facts, house, seating)["verdict"]


def briefing(sheet, **answers):
    partial_hand = PartialHand("deal", answers) if answers else None
    return [ENGLISH.read(citation.words) for citation in GAME.briefing(sheet, partial_hand)]


def bidding(calls, house=TRADITIONAL, seating=FOUR, sheet=None):
    """Return the auction after these calls, and the first illegal call."""
    return run_auction(AUCTION, Calls.read(calls), sheet or sheet_at(house=house, seating=seating))


DEALER_MAY_MATCH = House(dealer_may_match=True)

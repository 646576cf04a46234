"""Helpers of the Skat tests."""

from games.engine import (
    Calls,
    Seat,
    Seating,
    empty_sheet,
    hand_problems,
    play,
    relevant_questions,
    run_auction,
)
from games.engine.interchange import ruling_json
from games.skat import GAME
from games.skat.hands import (
    Trumps,
)
from games.skat.house import (
    AllPass,
    House,
    Scoring,
)

A, B, C, D = Seat(0), Seat(1), Seat(2), Seat(3)
THREE, FOUR = Seating(3, 3), Seating(4, 4)
SIMPLE = House()
LEAGUE = House(scoring=Scoring.SEEGER_FABIAN)
RAMSCH = House(all_pass=AllPass.RAMSCH)
CLUBS, SPADES, HEARTS, DIAMONDS, GRAND = (
    Trumps.CLUBS,
    Trumps.SPADES,
    Trumps.HEARTS,
    Trumps.DIAMONDS,
    Trumps.GRAND,
)


def sheet(house=SIMPLE, seating=THREE):
    return empty_sheet(GAME, seating, house)


def totals(*hands, house=SIMPLE, seating=THREE):
    sheet_after = play(GAME, seating, house, hands)
    assert [row.problems for row in sheet_after.rows] == [()] * len(hands)
    return tuple(sheet_after.final)


def problem_fields(hand, house=SIMPLE, seating=THREE, before=()):
    return {problem.field for problem in hand_problems(GAME, hand, play(GAME, seating, house, before))}


def questions_of(hand, house=SIMPLE):
    return relevant_questions(hand, sheet(house))


def winners_and_rule(*hands, house=SIMPLE, seating=THREE):
    """Return the winners, and the rule that ended the match."""
    result = play(GAME, seating, house, hands).outcome
    return result and (result.winners, result.because.rule)


def reasons(hand, house=SIMPLE, seating=THREE):
    """Return the reasons of the first score line of a hand."""
    (row,) = play(GAME, seating, house, [hand]).rows
    return [str(because.words) for because in row.lines[0].because]


def ask(question, house=SIMPLE, seating=THREE, **facts):
    return ruling_json(GAME, question, facts, sheet(house, seating))


def verdict(question, house=SIMPLE, seating=THREE, **facts):
    return ask(question, house, seating, **facts)["verdict"]


def bidding(calls, house=SIMPLE, seating=THREE):
    """Return the bidding after these calls, and the first illegal call."""
    return run_auction(GAME.auction, Calls.read(calls), sheet(house, seating))

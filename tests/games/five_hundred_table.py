"""Helpers of the 500 tests: sheets by preset, and questions asked as JSON."""

import json

from games.engine import (
    ENGLISH,
    Adjustment,
    PerSide,
    Seat,
    Side,
    append_hand,
    from_json,
    play,
    to_json,
)
from games.engine.interchange import ruling_json
from games.five_hundred import GAME
from games.five_hundred.bids import CALLS
from games.five_hundred.hands import Contract
from games.five_hundred.house import House

NORTH, EAST, SOUTH, WEST = (Seat(n) for n in range(4))
# Presets, as keyword arguments of sheet_with().
AUSTRALIAN = {"preset": "australian"}
EXACT = {"preset": "exact_500"}
FIVE = {"preset": "five_player"}
HOUSE_45 = {"preset": "house_45"}
HOYLE = {"preset": "hoyle_three"}
INKLE = {"preset": "american_inkle"}
PAGAT = {"preset": "pagat_australian"}
QUEBEC = {"preset": "quebec_1000"}
SIX = {"preset": "six_player"}
THREE = {"preset": "three_handed"}
# Changes of house rules, also for sheet_with().
AMERICAN = {"revoke_rule": "hoyle_american"}
HOFFMANN = {"revoke_rule": "hoffmann"}
DROPS_OUT = {"back_door_multi": "loser_drops_out"}
# Bid values as the sources print them. For each number of tricks: ♠ ♣ ♦ ♥ and no trumps.
BID_VALUES = {
    6: (40, 60, 80, 100, 120),
    7: (140, 160, 180, 200, 220),
    8: (240, 260, 280, 300, 320),
    9: (340, 360, 380, 400, 420),
    10: (440, 460, 480, 500, 520),
}


def house_of(preset, **changes):
    """Return the house rules of a preset with these changes (plain JSON values)."""
    stored = to_json(GAME.preset(preset).house) | changes
    return from_json(House, stored)


def sheet_with(preset="wikipedia", hands=(), dealer=0, **changes):
    """Return the sheet of these valid hands, under a preset's rules with these changes (JSON values)."""
    seating = GAME.seating(*GAME.shapes(GAME.preset(preset))[0], dealer)
    sheet = play(GAME, seating, house_of(preset, **changes), hands)
    assert [row.problems for row in sheet.rows] == [()] * len(hands)
    return sheet


def sheet_at(*totals, sheet=None, **rules):
    """Return a sheet with these totals, set by an adjustment."""
    return append_hand(GAME, sheet or sheet_with(**rules), Adjustment(PerSide(totals), "so far"))


def tricks_taken(*tricks):
    return PerSide(tricks)


def contract(bidder, bid, *tricks, **answers):
    """Return a contract: ``contract(NORTH, "8H", 9, 1)``.

    With five players, add the bidder's partner: ``partner=2`` (a seat). With three, if both defenders
    reached the target, add the one whose trick reached it first: ``first_there=2`` (a side).
    """
    call = CALLS[bid]
    seats_and_sides = {"partner": Seat, "first_there": Side}
    answers = {name: seats_and_sides[name](number) for name, number in answers.items()}
    return Contract(Seat(bidder), call.level, call.trumps, tricks_taken(*tricks), **answers)


def ruling(question, facts=None, sheet=None, **rules):
    """Ask a question as JSON, like the command line."""
    return ruling_json(GAME, question, json.loads(json.dumps(facts or {})), sheet or sheet_with(**rules))


def verdict(*question, **rules):
    return ruling(*question, **rules)["verdict"]


def reason_text(*question, **rules):
    """Return the reasons of a ruling as one line of text."""
    return " ".join(because["text"] for because in ruling(*question, **rules)["because"])


def rules_cited(*question, **rules):
    """Return the numbers of the rules cited, in order."""
    return [because["rule"] for because in ruling(*question, **rules)["because"]]


def lines(*question, **rules):
    """Return the score lines of a ruling, as side and points."""
    return [(line["side"], line["points"]) for line in ruling(*question, **rules)["lines"]]


def briefing(sheet, partial_hand=None):
    return [ENGLISH.read(citation.words) for citation in GAME.briefing(sheet, partial_hand)]

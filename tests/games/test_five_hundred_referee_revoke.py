"""500: rulings on revokes under Hoyle's two rules and under other house rules."""

import pytest

from games.engine import AcceptedRuling, Side, append_hand, restore_hand, to_json
from games.five_hundred import GAME
from games.five_hundred.bids import Call
from games.five_hundred.hands import (
    BarNullo,
    Declare,
    DoubleNullo,
    Misere,
    PassedIn,
    PlayedNoTrump,
    Revoke,
    RevokeInLastHand,
)
from tests.games.five_hundred_table import (
    AMERICAN,
    EAST,
    FIVE,
    HOFFMANN,
    HOYLE,
    NORTH,
    PAGAT,
    SOUTH,
    WEST,
    contract,
    lines,
    sheet_at,
    sheet_with,
    tricks_taken,
    verdict,
)

# Revokes


def revoke_facts(bid, offender, tricks, **other_facts):
    """Return the facts of a revoke where seat 0 is the bidder; ``tricks`` are those of each side."""
    return {"bidder": 0, "bid": bid, "by": offender, "tricks": tricks, **other_facts}


PAID = {"misere_defender_tricks": "per_trick"}
DECLARE = {"declare_solo": True}
REVOKES = [  # changed rules, facts, ruling, score lines as (side, points)
    (AMERICAN, revoke_facts("8H", 1, [5, 1]), "full_bid", [(0, 300), (1, 0)]),
    (AMERICAN, revoke_facts("8H", 0, [9, 1]), "set_back", [(0, -300), (1, 10)]),
    (AMERICAN, revoke_facts("8H", 2, [9, 1]), "set_back", [(0, -300), (1, 10)]),
    (HOFFMANN, revoke_facts("8H", 0, [9, 1]), "set_back", [(0, -300), (1, 10)]),
    (HOFFMANN, revoke_facts("8H", 0, [8, 2]), "set_back", [(0, -300), (1, 20)]),
    (HOFFMANN, revoke_facts("8H", 3, [8, 2]), "replay", [(0, 300), (1, -100)]),
    (HOFFMANN, revoke_facts("8H", 3, [7, 3]), "replay", [(0, -300), (1, -100)]),
    (HOFFMANN, revoke_facts("7S", 3, [8, 2]), "replay", [(0, 140), (1, -100)]),
    (HOFFMANN, revoke_facts("7S", 3, [6, 4]), "replay", [(0, -140), (1, -100)]),
    (HOFFMANN, revoke_facts("misere", 3, [0, 10]), "replay", [(0, 250), (1, -100)]),
    (HOFFMANN, revoke_facts("misere", 3, [1, 9]), "replay", [(0, -250), (1, -100)]),
    ({"revoke_rule": "redeal"}, revoke_facts("8H", 1, [5, 1]), "redeal", [(1, 0)]),
    ({"revoke_rule": "manual"}, revoke_facts("8H", 1, [5, 1]), "table_decides", []),
    (HOFFMANN, revoke_facts("8H", 1, [8, 5]), "recount", []),
    # With three players a revoke costs only the player who revoked.
    (HOYLE | HOFFMANN, revoke_facts("8H", 2, [8, 2, 0]), "replay", [(0, 300), (1, 20), (2, -100)]),
    # Hoyle: "the hands shall be immediately abandoned", so nobody's tricks are counted.
    (HOYLE | AMERICAN, revoke_facts("8H", 2, [5, 3, 1]), "full_bid", [(0, 300), (1, 0), (2, 0)]),
    (FIVE | AMERICAN, revoke_facts("8H", 3, [4, 1, 2, 1, 2], partner=2), "full_bid",
     [(0, 150), (2, 150), (1, 0), (3, 0), (4, 0)]),
    (HOYLE | AMERICAN | PAID | {"misere_value": 250}, revoke_facts("misere", 1, [0, 4, 3]), "full_bid",
     [(0, 250), (1, 0), (2, 0)]),
    (DECLARE | HOFFMANN, revoke_facts("declare", 1, [10, 0]), "replay", [(0, 500), (1, -100)]),
    (DECLARE | HOFFMANN, revoke_facts("declare", 1, [9, 1]), "replay", [(0, -500), (1, -100)]),
    (DECLARE | HOFFMANN, revoke_facts("declare", 0, [10, 0]), "set_back", [(0, -500)]),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "facts", "expected", "points"), REVOKES)
def test_a_revoke_costs_what_the_house_rule_says(rules, facts, expected, points):
    assert verdict("revoke", facts, **rules) == expected
    assert lines("revoke", facts, **rules) == points
    if points:
        sheet = sheet_with(hands=[restore_hand(GAME, {"kind": "revoke", **facts})], **rules)
        assert points == [(side, sheet.totals[side]) for side, _points in points], "score as a hand"


def test_a_revoke_at_misere_needs_no_tricks_by_the_american_rule():
    sheet = sheet_with(hands=[Misere(NORTH, made=True)], back_door=None, **PAID, **AMERICAN)
    assert verdict("revoke_in_last_hand", {"by": 1}, sheet) == "full_bid"


def accept_ruling(sheet, facts):
    question = "revoke" if isinstance(facts, Revoke) else "revoke_in_last_hand"
    return append_hand(GAME, sheet, AcceptedRuling(question, facts))


REVOKE_AT_SEVEN = Revoke(NORTH, Call.S7, EAST, tricks_taken(0, 0))


def test_an_accepted_ruling_on_a_revoke_replaces_the_hand():
    sheet = sheet_with(**AMERICAN)
    after = accept_ruling(sheet, Revoke(NORTH, Call.NT10, EAST, tricks_taken(0, 0)))
    assert tuple(after.totals) == (520, 0)
    assert tuple(after.outcome.winners) == (0,)
    assert GAME.dealer(accept_ruling(sheet, REVOKE_AT_SEVEN)) == EAST


def test_a_ruling_without_lines_is_not_a_hand():
    after = accept_ruling(sheet_with(revoke_rule="manual"), Revoke(NORTH, Call.S7, EAST, tricks_taken(8, 2)))
    assert after.rows[-1].lines == ()
    assert GAME.dealer(after) == NORTH


def rule_on_written_hand(hand, offender, revoke_rule, tricks=(), **rules):
    """Return the ruling on a hand already on the sheet, and the totals once it is accepted."""
    sheet = sheet_with(hands=[hand], revoke_rule=revoke_rule, **rules)
    facts = RevokeInLastHand(offender, tricks_taken(*tricks))
    return verdict("revoke_in_last_hand", to_json(facts), sheet), tuple(accept_ruling(sheet, facts).totals)


def test_a_revoke_in_the_last_hand_is_corrected():
    made_hand, failed_hand = contract(NORTH, "8H", 9, 1), contract(NORTH, "8H", 7, 3)
    assert rule_on_written_hand(made_hand, SOUTH, "hoffmann") == ("set_back", (-300, 10))
    assert rule_on_written_hand(made_hand, SOUTH, "hoffmann", (7, 3)) == ("set_back", (-300, 30))
    assert rule_on_written_hand(failed_hand, EAST, "hoyle_american") == ("full_bid", (300, 0))
    assert rule_on_written_hand(failed_hand, EAST, "hoffmann", (8, 2)) == ("replay", (300, -100))
    assert rule_on_written_hand(made_hand, WEST, "redeal") == ("redeal", (0, 0))
    assert rule_on_written_hand(made_hand, WEST, "manual") == ("table_decides", (300, 10))


@pytest.mark.parametrize(
    ("hand", "rules", "value"),
    [
        (Misere(NORTH, made=False), {}, 250),
        (DoubleNullo(NORTH, made=False), {}, 500),
        (BarNullo(NORTH, made=False), {"bar_nullo_value": 500}, 500),
        (Declare(NORTH, tricks_taken(9, 1)), {"declare_solo": True}, 500),
    ],
)
def test_other_kinds_of_hand_are_corrected_too(hand, rules, value):
    result = rule_on_written_hand(hand, EAST, "hoyle_american", back_door=None, **rules)
    assert result == ("full_bid", (value, 0))


def test_correcting_a_misere_may_need_the_tricks():
    misere, failed_misere = Misere(NORTH, made=True), Misere(NORTH, made=False)
    assert rule_on_written_hand(failed_misere, EAST, "hoffmann") == ("recount", (-250, 0))
    assert rule_on_written_hand(failed_misere, EAST, "hoffmann", (0, 10)) == ("replay", (250, -100))
    # The bidder took no trick but revoked: the bid is set back, and the defenders are paid for their tricks.
    assert rule_on_written_hand(misere, NORTH, "hoffmann", **PAID) == ("recount", (250, 100))
    assert rule_on_written_hand(misere, NORTH, "hoffmann", (0, 10), **PAID) == ("set_back", (-250, 100))
    assert rule_on_written_hand(misere, NORTH, "hoffmann") == ("set_back", (-250, 0))
    failed_with_tricks = Misere(NORTH, made=False, tricks=tricks_taken(1, 4))
    assert rule_on_written_hand(failed_with_tricks, NORTH, "hoffmann", **PAID) == ("set_back", (-250, 40))


def test_a_correction_may_end_the_game():
    # North and South stand at 480 and lose 8♥; by the American rule East's revoke lets them score the bid.
    sheet = sheet_at(480, 0, **PAGAT, **AMERICAN)
    sheet_after = append_hand(GAME, sheet, contract(NORTH, "8H", 7, 3))
    assert sheet_after.outcome is None
    corrected_sheet = accept_ruling(sheet_after, RevokeInLastHand(EAST))
    assert tuple(corrected_sheet.totals) == (780, 0)
    assert tuple(corrected_sheet.outcome.winners) == (0,)


def test_a_void_hand_is_dealt_again_by_its_dealer():
    for revoke_rule, dealer in ("redeal", NORTH), ("hoffmann", EAST):
        sheet = sheet_with(hands=[contract(NORTH, "7S", 8, 2)], revoke_rule=revoke_rule)
        assert GAME.dealer(sheet) == EAST
        assert GAME.dealer(accept_ruling(sheet, RevokeInLastHand(WEST))) == dealer
    for passed_in in 0, 2:  # a void hand does not count as one of the two redeals after passing in
        sheet = sheet_with(hands=[REVOKE_AT_SEVEN, *[PassedIn()] * passed_in], revoke_rule="redeal")
        assert GAME.dealer(sheet) == NORTH, passed_in


@pytest.mark.parametrize(
    ("hands", "rules"),
    [([], {}), ([PassedIn()], {}), ([REVOKE_AT_SEVEN], {}), ([PlayedNoTrump(tricks_taken(5, 3, 2))], HOYLE)],
)
def test_a_correction_needs_a_hand_that_was_bid(hands, rules):
    sheet = sheet_with(hands=hands, **rules, **HOFFMANN)
    assert verdict("revoke_in_last_hand", {"by": 1}, sheet) == "no_hand"


def test_a_revoke_in_the_hand_that_ended_the_game_replaces_it():
    sheet = sheet_with(hands=[contract(NORTH, "10NT", 10, 0)], **HOFFMANN)
    assert sheet.outcome
    facts = {"by": 0}
    assert verdict("revoke_in_last_hand", facts, sheet) == "set_back"
    # The hand ended the game, so it is replaced: the lines are its whole score, not a difference.
    assert lines("revoke_in_last_hand", facts, sheet) == [(0, -520)]


def test_a_correction_needs_to_know_which_defender_reached_the_target_first():
    # Hoffmann: the bidder's six spades are set back, and tricks carry both defenders to 500.
    sheet = sheet_at(0, 480, 480, **HOYLE, **HOFFMANN)
    sheet = append_hand(GAME, sheet, contract(0, "6S", 8, 1, 1))
    assert sheet.outcome is None
    facts = {"by": 0, "tricks": [5, 3, 2]}
    assert verdict("revoke_in_last_hand", facts, sheet) == "recount"
    assert verdict("revoke_in_last_hand", facts | {"first_there": 2}, sheet) == "set_back"
    after = accept_ruling(sheet, RevokeInLastHand(NORTH, tricks_taken(5, 3, 2), Side(2)))
    assert tuple(after.outcome.winners) == (2,)

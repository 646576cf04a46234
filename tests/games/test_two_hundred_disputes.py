"""200: disputes and revokes."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    AcceptedRuling,
    PerSide,
    Seat,
    Side,
    append_hand,
)
from games.engine.interchange import ruling_json
from games.two_hundred import GAME
from games.two_hundred.hands import PassedIn, Revoke
from games.two_hundred.house import (
    BAROUCHE,
    DEUX_CENTS,
    KITTY,
    PAGAT,
    TRADITIONAL,
    AllPass,
    BothReach,
    House,
    HundredRule,
    KittyPoints,
    RevokeRule,
)
from games.two_hundred.referee_revoke import RevokeInLastHand
from tests.games.two_hundred_table import (
    DEALER_MAY_MATCH,
    EAST,
    FOUR,
    NORTH,
    NS,
    THREE,
    ask,
    deal,
    ruling,
    sheet_at,
    verdict,
)

# Disputes


NO_HUNDRED = House(hundred_rule=HundredRule.OFF)
SHUTOUT_EXCUSED = House(shutout_counts_as_silent=False)
HIGHER = House(both_reach=BothReach.HIGHER_TOTAL)
SAME_DEALER = House(all_pass=AllPass.REDEAL_SAME_DEALER)


@pytest.mark.parametrize(("facts", "house", "expected", "first_rule"), [
    ({"score": 100, "bid": False}, TRADITIONAL, "no", "4.4"),
    ({"score": 100, "bid": True}, TRADITIONAL, "yes", "4.5"),  # only the partner bid, and was outbid
    ({"score": 110, "bid": False, "had_turn": False}, TRADITIONAL, "no", "4.4"),
    ({"score": 110, "bid": False, "had_turn": False}, SHUTOUT_EXCUSED, "yes", "4.6"),
    ({"score": 110, "bid": False, "had_turn": True}, SHUTOUT_EXCUSED, "no", "4.4"),
    ({"score": 110, "bid": False}, House(hundred_threshold=150), "yes", "4.4"),
    ({"score": 110, "bid": False}, NO_HUNDRED, "yes", "4.3"),
])  # fmt: skip
def test_points_in_defence_at_100_count_by_house_rule(facts, house, expected, first_rule):
    result, rules = ask("defence_counts", facts, house)
    assert (result, rules[0]) == (expected, first_rule)


VERDICTS = {  # for each question: facts, house rules, expected verdict
    "both_over": [
        ({"bidders": 205, "defenders": 235}, TRADITIONAL, "bidders"),
        ({"bidders": 205, "defenders": 235}, HIGHER, "defenders"),
        ({"bidders": 205, "defenders": 205}, HIGHER, "bidders"),
        ({"bidders": 195, "defenders": 205}, TRADITIONAL, "defenders"),
        ({"bidders": 195, "defenders": 195}, TRADITIONAL, "nobody"),
        ({"bidders": 205, "defenders": 235}, BAROUCHE, "nobody"),
        ({"bidders": 205, "defenders": 195}, TRADITIONAL, "bidders"),
        ({"bidders": 235, "defenders": 205}, HIGHER, "bidders"),
    ],
    "bid_result": [({"bid": 60, "took": 60}, TRADITIONAL, 60)],
    "minus_limit": [
        ({"theirs": -200, "ours": -50}, TRADITIONAL, "yes"),
        ({"theirs": -205, "ours": 0}, PAGAT, "yes"),
    ],
    "must_trump": [({}, TRADITIONAL, "no")],
    "first_lead": [
        ({}, TRADITIONAL, "no"),
        ({}, BAROUCHE, "yes"),
    ],
    "look_back": [
        ({"turned": True, "over": False}, TRADITIONAL, "no"),
        ({"turned": False, "over": False}, TRADITIONAL, "yes"),
        ({"turned": True, "over": True}, TRADITIONAL, "yes"),
    ],
    "bid_after_pass": [({}, TRADITIONAL, "no")],
    "all_passed": [
        ({}, TRADITIONAL, "next_dealer"),
        ({}, SAME_DEALER, "same_dealer"),
        ({}, DEUX_CENTS, "dealer_bids"),
    ],
    "piles": [({"took": [55, 40]}, TRADITIONAL, "recount")],
    "deux_cents_hundred": [({}, TRADITIONAL, "unclear")],
    "trick": [
        ({"cards": "9H AH TH 5S", "trump": "spades"}, DEUX_CENTS, "5S"),
        ({"cards": "9H AH TH 5S", "trump": "clubs"}, DEUX_CENTS, "AH"),
        ({"cards": "TS JS 5S QS", "trump": "hearts"}, DEUX_CENTS, "QS"),
        ({"cards": "5C AD 7C KD", "trump": "hearts"}, DEUX_CENTS, "7C"),
        ({"cards": "9H AS TH 5H", "trump": None}, DEUX_CENTS, "TH"),
        ({"cards": "7H 5H", "trump": "hearts"}, DEUX_CENTS, "7H"),
        ({"cards": "5H 6H", "trump": "hearts"}, DEUX_CENTS, "6H"),
    ],
    "count_pile": [
        ({"cards": "AS TS 5S KS"}, TRADITIONAL, 25),
        ({"cards": "KH QH JH 9H 8H 7H"}, TRADITIONAL, 0),
        ({"cards": "AS TS 5S AC TC 5C AD TD 5D AH TH 5H"}, TRADITIONAL, 100),
    ],
}


@pytest.mark.parametrize("question", VERDICTS)
def test_disputes_are_settled_by_house_rule(question):
    for facts, house, expected in VERDICTS[question]:
        assert verdict(question, facts, house) == expected, (facts, house)


RULINGS = {  # for each question: facts, house rules, expected verdict, rules cited
    "trump_not_named": [
        ({"led": "9H"}, TRADITIONAL, "hearts", "2.7"),
        ({"led": "9H"}, BAROUCHE, "hearts", "2.7"),
    ],
    "bid_legal": [
        ({"calls": "75 pass pass", "call": "75"}, TRADITIONAL, "illegal", "2.2 2.2 2.3"),
        ({"calls": "75 pass pass", "call": "75"}, DEALER_MAY_MATCH, "legal", "2.3 2.3"),
        ({"calls": "75 pass", "call": "75"}, DEALER_MAY_MATCH, "illegal", "2.2 2.2"),
        ({"calls": "", "call": " PASS "}, TRADITIONAL, "legal", "2.4 2.4"),
        ({"calls": "", "call": "30"}, BAROUCHE, "legal", "2.1 2.1"),
        ({"calls": "60", "call": "Barouche"}, BAROUCHE, "legal", "7.1 7.1"),
        ({"calls": "100", "call": "pass"}, TRADITIONAL, "illegal", "2.5 2.5"),
        ({"calls": "75 70", "call": "80"}, TRADITIONAL, "illegal", "2.2 2.2"),
    ],
    "defence_counts": [({"score": 110, "bid": False}, TRADITIONAL, "no", "4.4 4.6 4.4")],
    "kitty_points": [
        ({}, KITTY, "defenders", "6.2"),
        ({}, replace(KITTY, kitty_points_to=KittyPoints.LAST_TRICK), "last_trick", "6.2"),
        ({}, TRADITIONAL, "no_kitty", "6.1"),
    ],
    "may_play": [
        ({"led": "AH", "hand": "5H 9S TD", "card": "5H"}, TRADITIONAL, "legal", "3.3"),
        ({"led": "AH", "hand": "5H 9S TD", "card": "TD"}, TRADITIONAL, "illegal", "3.3"),
        ({"led": "AH", "hand": "8S 9S TD", "card": "TD"}, TRADITIONAL, "legal", "3.4 3.6"),
        ({"led": "AH", "hand": "8S 9S TD", "card": "8S"}, TRADITIONAL, "legal", "3.4"),
        ({"led": "AH", "hand": "8S 9S TD", "card": "AS"}, TRADITIONAL, "illegal", "3.3"),
    ],
}


@pytest.mark.parametrize("question", RULINGS)
def test_rulings_cite_the_rules_that_decide(question):
    for facts, house, expected, rules in RULINGS[question]:
        assert ask(question, facts, house) == (expected, rules.split()), (facts, house)


def test_rulings_depend_on_the_number_of_sides():
    for seating, expected in (FOUR, "loses_bid"), (THREE, "stands"):
        assert verdict("bid_out_of_turn", seating=seating) == expected
    to_bidders = replace(KITTY, kitty_points_to=KittyPoints.BIDDERS)
    assert ask("kitty_points", house=KITTY, seating=THREE) == ("defenders", ["6.2", "9.2"])
    assert ask("kitty_points", house=to_bidders, seating=THREE) == ("bidders", ["6.2"])


def test_the_deux_cents_source_leaves_the_hundred_rule_open():
    for house, words in (TRADITIONAL, "only if one of them bid"), (NO_HUNDRED, "always"):
        assert words in ruling("deux_cents_hundred", house=house)["because"][1]["text"]


# Revokes


OFFENDER_LOSES = House(revoke_rule=RevokeRule.OFFENDER_LOSES_HAND)
REDEAL = House(revoke_rule=RevokeRule.REDEAL)
HAND = {"bidder": 0, "bid": 75, "took": [85, 15]}


@pytest.mark.parametrize(
    ("offender", "took", "expected"),
    [
        (0, [85, 15], (-75, 15)),  # the bidders lose their bid
        (1, [85, 15], (85, 0)),  # the bidders took more than their bid
        (1, [60, 40], (75, 0)),  # the bidders are given their bid
    ],
)
def test_a_revoke_may_cost_the_hand(offender, took, expected):
    facts = {**HAND, "took": took, "by": offender}
    assert verdict("revoke", facts, OFFENDER_LOSES) == ("bid_lost" if offender == 0 else "defence_lost")
    sheet = sheet_at(house=OFFENDER_LOSES)
    after = accept_ruling(sheet, Revoke(NORTH, 75, PerSide(took), by=Side(offender)))
    assert tuple(after.totals) == expected
    assert GAME.dealer(after) == EAST, "the ruling takes the place of the hand"


def accept_ruling(sheet, revoke):
    return append_hand(GAME, sheet, AcceptedRuling("revoke", revoke))


def test_a_revoke_by_bidders_leaves_the_hundred_rule_in_force():
    sheet = sheet_at(0, 110, house=OFFENDER_LOSES)
    revoke = Revoke(NORTH, 75, PerSide((85, 15)), by=NS)
    assert tuple(accept_ruling(sheet, revoke).totals) == (-75, 110)
    assert tuple(accept_ruling(sheet, replace(revoke, defender_bid=True)).totals) == (-75, 125)


def test_bidders_win_if_a_revoke_ruling_takes_two_sides_over_the_target():
    sheet = sheet_at(150, 190, 0, house=OFFENDER_LOSES, seating=THREE)
    bids = PerSide((False, True, False))
    after = accept_ruling(sheet, Revoke(Seat(0), 60, PerSide((60, 30, 10)), sides_bid=bids, by=Side(2)))
    assert tuple(after.totals) == (210, 220, 0)
    assert after.outcome.winners == (0,)


def test_a_miscounted_hand_is_not_ruled_on():
    house = replace(KITTY, revoke_rule=RevokeRule.OFFENDER_LOSES_HAND)
    answer = ruling("revoke", {**HAND, "buried": 10, "by": 0}, house)
    assert (answer["verdict"], answer["lines"]) == ("recount", [])


def test_a_revoke_scores_nothing_where_the_table_decides():
    answer = ruling("revoke", {**HAND, "by": 0})
    assert (answer["verdict"], answer["lines"]) == ("table_decides", [])
    assert verdict("revoke", {**HAND, "by": 0}, REDEAL) == "redeal"
    sheet = sheet_at(house=REDEAL)
    assert GAME.dealer(accept_ruling(sheet, Revoke(NORTH, 75, PerSide((85, 15)), by=NS))) == NORTH


@pytest.mark.parametrize(
    ("house", "offender", "expected", "dealer"),
    [
        (OFFENDER_LOSES, 0, (-75, 15), EAST),
        (OFFENDER_LOSES, 1, (85, 0), EAST),
        (REDEAL, 0, (0, 0), NORTH),
        (House(), 0, (85, 15), EAST),
    ],
)
def test_a_revoke_found_after_the_hand_was_written_corrects_it(house, offender, expected, dealer):
    sheet = append_hand(GAME, sheet_at(house=house), deal(NORTH, 75, 85, 15))
    after = append_hand(GAME, sheet, AcceptedRuling("revoke_in_last_hand", RevokeInLastHand(Side(offender))))
    assert tuple(after.totals) == expected
    assert GAME.dealer(after) == dealer


def ruling_on_last_hand(sheet):
    return ruling_json(GAME, "revoke_in_last_hand", {"by": 0}, sheet)


def test_a_correction_gives_old_and_new_points():
    sheet = append_hand(GAME, sheet_at(house=OFFENDER_LOSES), deal(NORTH, 75, 85, 15))
    (line,) = ruling_on_last_hand(sheet)["lines"]
    assert line["points"] == -160
    assert line["because"][0]["text"] == "−75 instead of 85 for the hand above"


def test_a_revoke_in_the_last_hand_needs_a_valid_hand():
    start = sheet_at(house=OFFENDER_LOSES)
    passed, with_problem = (append_hand(GAME, start, hand) for hand in (PassedIn(), deal(NORTH, 75, 85, 10)))
    for sheet in start, passed, sheet_at(10, 0, house=OFFENDER_LOSES), with_problem:
        assert ruling_on_last_hand(sheet)["verdict"] == "no_hand"


def test_a_revoke_in_the_final_hand_explains_the_correction():
    sheet = append_hand(GAME, sheet_at(150, 0, house=OFFENDER_LOSES), deal(NORTH, 75, 85, 15))
    assert sheet.outcome
    answer = ruling_on_last_hand(sheet)
    assert answer["verdict"] == "bid_lost"
    assert "strike it out first" in answer["because"][-1]["text"]


@given(
    theirs=st.sampled_from([-260, -205, -200, -195, 0, 150]),
    ours=st.sampled_from([-260, -205, -200, -195, -5, 0, 150]),
    house=st.sampled_from([TRADITIONAL, PAGAT, DEUX_CENTS]),
)
def test_a_ruling_on_a_loss_matches_the_sheet(theirs, ours, house):
    # A side at the limit loses only if the other side wins, so while both are at the limit, nobody has lost.
    sheet = sheet_at(ours, theirs, house=house)
    is_won = sheet.outcome is not None and tuple(sheet.outcome.winners) == (NS,)
    assert (verdict("minus_limit", {"theirs": theirs, "ours": ours}, house) == "yes") == is_won

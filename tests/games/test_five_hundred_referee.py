"""500: disputes about bidding, the deal and the kitty, under many house rules."""

import pytest

from games.five_hundred.hands import PassedIn
from tests.games.five_hundred_table import (
    AUSTRALIAN,
    FIVE,
    HOUSE_45,
    HOYLE,
    INKLE,
    PAGAT,
    QUEBEC,
    SIX,
    THREE,
    rules_cited,
    verdict,
)

COMPARISONS = [  # changed rules, the last bid, the new bid, "yes" if the new bid is higher
    (PAGAT, "6H", "misere", "no"),
    (PAGAT, "misere", "7NT", "no"),
    (AUSTRALIAN, "8C", "misere", "no"),
    (AUSTRALIAN, "misere", "8C", "yes"),
    (AUSTRALIAN, "9C", "open_misere", "no"),
    (QUEBEC, "misere", "8NT", "yes"),
    (HOUSE_45, "misere", "9S", "no"),
    ({}, "8H", "double_nullo", "yes"),
    ({}, "bar_nullo", "9S", "no"),
    (THREE, None, "misere", "yes"),
]


@pytest.mark.parametrize(("rules", "last", "call", "expected"), COMPARISONS)
def test_bids_are_compared_by_the_rules(rules, last, call, expected):
    assert verdict("bid_higher", {"call": call, "last": last}, **rules) == expected


TEN_HIGH = "TS 9S 8S TC 9C TD 9D 8D TH 9H"
POOR = {"hand": TEN_HIGH, "agrees": True}
RAISED = {"calls": "7H pass pass pass", "call": "8H"}

RULINGS = {  # by question: facts, changed rules or hands before, ruling
    "bid_higher": [
        ({"call": "open_misere", "last": "10NT"}, {"open_misere_rank": "highest"}, "yes"),
        ({"call": "open_misere", "last": "10NT"}, {}, "no"),
        # By the original schedule 8♥ is worth 300 and 9♠ only 160, so the bid of fewer tricks is higher.
        ({"call": "8H", "last": "9S"}, {"schedule": "original"}, "yes"),
        ({"call": "8H", "last": "9S"}, {}, "no"),
        ({"call": "6H"}, {"min_level": 7}, "no"),
        ({"call": "7S"}, {"min_level": 7}, "yes"),
        ({"call": "double_nullo"}, SIX | {"double_nullo_value": 500}, "no"),
    ],
    "bid_legal": [
        ({"calls": "7h PASS", "call": "MISERE"}, {}, "legal"),
        ({"calls": "7H", "call": "eleven"}, {}, "illegal"),
        ({"calls": "7H 7C", "call": "8S"}, {}, "illegal"),  # 7♣ was already illegal
    ],
    "bid_after_pass": [({}, {}, "no")],
    "bid_worth": [
        ({"call": "open_misere"}, AUSTRALIAN, 350),
        ({"call": "open_misere"}, PAGAT, 500),
        ({"call": "open_misere"}, {}, 500),
        ({"call": "misere"}, QUEBEC, 500),
        ({"call": "open_misere"}, QUEBEC, 1000),
        ({"call": "double_nullo"}, {}, 500),
        ({"call": "bar_nullo"}, {}, "not_played"),
        ({"call": "misere"}, HOUSE_45, "not_played"),
    ],
    "raise_own": [  # ``since``: somebody else has bid since the player's last bid
        ({"since": True}, {}, "yes"),
        ({"since": False}, {}, "no"),
        ({"since": False}, {"rebid_rule": "anytime_if_not_passed"}, "yes"),
        ({"since": True}, INKLE, "no"),
    ],
    "inkle": [  # ``place`` 1 is the player left of the dealer, who speaks first
        ({"place": 1}, INKLE, "yes"),
        ({"place": 2}, INKLE, "yes"),
        ({"place": 3}, INKLE, "no"),
        ({"place": 4}, INKLE, "no"),
        ({"place": 3}, HOUSE_45, "no"),
        ({"place": 4}, {}, "yes"),
        ({"place": 1}, {"min_level": 7}, "no"),
    ],
    "six_signal": [
        ({}, HOUSE_45, "signal"),
        ({}, INKLE, "contract"),
        ({}, {}, "contract"),
        ({}, {"min_level": 7}, "not_bid"),
    ],
    "six_no": [
        ({}, HOUSE_45, "table_talk"),
        ({}, {"six_no_allowed": True}, "allowed"),
    ],
    "all_passed": [
        ({}, AUSTRALIAN, "next_dealer"),
        ({}, HOUSE_45, "same_dealer"),
        ({}, HOYLE, "play_no_trump"),
        ({}, {"all_pass": "dealer_must_bid"}, "dealer_must_bid"),
        ({}, {}, "same_dealer"),
        ({}, {"hands": [PassedIn()]}, "same_dealer"),
        ({}, {"hands": [PassedIn()] * 2}, "next_dealer"),
        ({}, {"hands": [PassedIn()] * 3}, "same_dealer"),
    ],
    "no_ace_no_face": [
        (POOR, HOUSE_45, "redeal"),
        (POOR | {"agrees": False}, HOUSE_45, "play_on"),
        (POOR | {"spoken": True}, HOUSE_45, "play_on"),
        (POOR, {}, "play_on"),
        (POOR, THREE | {"no_ace_no_face": True}, "play_on"),
        *(
            (POOR | {"hand": TEN_HIGH.replace("9H", honour)}, HOUSE_45, "play_on")
            for honour in ("AS", "KS", "QH", "JD", "X1")
        ),
    ],
    "kitty_discard": [({}, {}, "yes")],
    "first_lead": [({}, {}, "bidder"), ({}, {"first_lead": "left_of_dealer"}, "left_of_dealer")],
    "open_hand": [
        ({}, PAGAT, "after_first_trick"),
        ({}, {"open_misere_shown": "before_lead"}, "before_lead"),
        ({}, HOUSE_45, "not_played"),
    ],
    "misere_partner": [
        ({"call": "misere"}, {}, "sits_out"),
        ({"call": "bar_nullo"}, {}, "sits_out"),
        ({"call": "double_nullo"}, {}, "plays"),
        ({"call": "misere"}, SIX, "sits_out"),
        ({"call": "misere"}, THREE, "no_partner"),
    ],
    "call_partner": [
        ({"card": "X1"}, FIVE, "no"),
        ({"card": "AS"}, FIVE, "yes"),
        ({"card": "AS"}, FIVE | {"five_player_call": "card_declared"}, "yes"),
        ({"card": "AS"}, FIVE | {"five_player_call": "player"}, "no"),
        ({"card": "AS"}, {}, "not_played"),
    ],
    "wrong_number": [
        ({"found": "bidding"}, {}, "misdeal"),
        ({"found": "later"}, {}, "table_decides"),
    ],
    "wrong_discard": [({}, {}, "table_decides")],
    "out_of_turn": [({}, {}, "table_decides")],
    "exposed_card": [({}, {}, "table_decides")],
}


@pytest.mark.parametrize("question", RULINGS)
def test_rulings_follow_the_house_rules(question):
    for facts, rules, expected in RULINGS[question]:
        assert verdict(question, facts, **rules) == expected, (facts, rules)


CITED = [  # question, facts, changed rules, the rules cited
    ("bid_higher", {"call": "8S", "last": "misere"}, {}, ["3.2", "5.1", "3.2"]),
    ("bid_higher", {"call": "9S", "last": "8H"}, {"schedule": "original"}, ["2.3", "2.3"]),
    ("bid_higher", {"call": "6H"}, {"min_level": 7}, ["2.7", "2.7"]),
    ("bid_higher", {"call": "6NT", "last": "6H"}, HOUSE_45, ["2.2", "2.8"]),
    ("bid_higher", {"call": "double_nullo"}, {"double_nullo_needs_partner": True}, ["3.8", "3.9"]),
    ("bid_legal", RAISED, {}, ["2.6", "2.6"]),
    ("bid_legal", {"calls": "", "call": "6H"}, {"min_level": 7}, ["2.7", "2.7"]),
    ("bid_legal", {"calls": "7H", "call": "bar_nullo"}, {}, ["3.10", "3.10"]),
    ("bid_legal", {"calls": "7H 7C", "call": "8S"}, {}, ["2.2", "2.2"]),
    ("bid_legal", {"calls": "", "call": "6H"}, HOUSE_45, ["2.2", "2.8"]),  # a bid of six is a signal
    ("bid_legal", {"calls": "7H", "call": "8S"}, {}, ["2.2", "2.2"]),
    ("bid_legal", {"calls": "7H misere", "call": "8H"}, {}, ["3.2", "3.2", "5.1", "3.2"]),
    # The auction is over, and by rule 4.1 the bidder takes the kitty.
    ("bid_legal", {"calls": "7H pass pass", "call": "pass"}, {}, ["2.4", "2.4", "4.1"]),
    ("bid_after_pass", {}, {}, ["2.4"]),
]


@pytest.mark.parametrize(("question", "facts", "rules", "expected"), CITED)
def test_rulings_on_bids_cite_their_rules(question, facts, rules, expected):
    assert rules_cited(question, facts, **rules) == expected

"""500: the trick judge and the auction judge, with rulings worked out from the rules of play."""

import pytest

from tests.games.five_hundred_table import HOUSE_45, PAGAT, QUEBEC, reason_text, ruling, verdict


def trick(cards, trumps, leader=0, hand_of_seat_2="", **other_facts):
    """Return the facts of a trick; no hand was shown, except perhaps that of seat 2."""
    hands = ["", hand_of_seat_2, "", ""]
    return {"cards": cards, "trumps": trumps, "leader": leader, "hands": hands, **other_facts}


TRICKS = [  # changed rules, facts, verdict, the first sentence of its reasons
    ({}, trick("KH AS 5C AD", "clubs", 2), "5C", "seat 1 takes the trick with 5♣."),
    # The left bower is a spade: it does not follow clubs, and must follow spades.
    ({}, trick("AC JC", "spades", 0, "JC 9C"), "illegal", "seat 2 could not play J♣."),
    ({}, trick("AC JC", "spades", 0, "JC 9H"), "JC", "seat 2 takes the trick with J♣."),
    ({}, trick("AS 9C", "spades", 0, "JC 9C"), "illegal", "seat 2 could not play 9♣."),
    ({}, trick("AS 9C", "spades", 0, "JC 9H"), "illegal",
     "seat 2 played 9♣, which is not in the hand shown."),
    ({}, trick("5H X1", "none", 0, "X1 9H"), "illegal", "seat 2 could not play Joker."),
    ({}, trick("X1 9C", "none", 0, "5S 9C", asked="spades"), "illegal",
     "seat 2 could not play 9♣."),
    (PAGAT,
     trick("5H 9C", "none", 0, "X1 9C", misere=True), "illegal", "seat 2 could not play 9♣."),
    (QUEBEC, trick("AS X2 X1", "spades", 3), "X1", "seat 2 takes the trick with Joker."),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "facts", "expected", "first_sentence"), TRICKS)
def test_a_trick_is_judged(rules, facts, expected, first_sentence):
    answer = ruling("trick_judge", facts, **rules)
    assert answer["verdict"] == expected
    assert answer["because"][0]["text"] == first_sentence


def test_at_misere_the_partner_sits_out():
    # Seat 2 plays alone and leads; seat 4, the partner, sits out, so the third card is seat 1's.
    facts = trick("5H 9H KH", "none", 1, misere=True, alone=1)
    assert reason_text("trick_judge", facts).startswith("seat 1 takes the trick with K♥.")
    assert reason_text("trick_judge", facts | {"alone": None}).startswith("seat 4 takes the trick with K♥.")
    assert verdict("trick_judge", facts | {"leader": 3}) == "illegal"
    assert verdict("trick_judge", facts | {"cards": "5H 9H KH AH"}) == "illegal"  # only three play


def test_each_of_two_players_has_a_second_hand_on_the_table():
    facts = {"cards": "5H 9H AH KH", "trumps": "none", "leader": 1, "hands": ["", ""]}
    assert reason_text("trick_judge", facts, preset="two_handed").startswith(
        "seat 2 takes the trick with A♥."
    )


AUCTIONS = [  # changed rules, calls, verdict, words in its reasons
    ({}, "7H pass 8S pass pass", "over", "seat 4 has the contract: 8♠"),
    ({}, "7H pass", "legal", "seat 4 is to call"),
    (HOUSE_45, "6H 6NT pass pass", "over", "the same dealer deals again"),
    ({}, "7H fish", "wrong_at_2", "no call in this game: fish"),
]


@pytest.mark.parametrize(("rules", "calls", "expected", "words"), AUCTIONS)
def test_an_auction_is_judged(rules, calls, expected, words):
    assert verdict("auction_judge", {"calls": calls}, **rules) == expected
    assert words in reason_text("auction_judge", {"calls": calls}, **rules)

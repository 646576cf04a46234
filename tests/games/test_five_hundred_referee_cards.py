"""500: disputes about bowers, 4s that are trumps, following suit and the joker, by each rule."""

import pytest

from games.five_hundred.cards import PACK_OF, kitty
from games.five_hundred.options import Deck
from tests.games.five_hundred_table import cited, reason_text, table, verdict

# Packs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", [deck for deck in Deck if deck is not Deck.BY_SEATS])
def test_a_pack_has_as_many_cards_as_its_name_says(deck):
    cards = PACK_OF[deck]
    assert len(cards) == len(set(cards)) == int(deck.value[:2])


def test_packs_contain_the_fours_of_their_name():
    fours = {deck: {str(card) for card in PACK_OF[deck] if card.rank == "4"} for deck in PACK_OF}
    assert fours[Deck.CARDS_43] == {"4H", "4D"}
    assert fours[Deck.MATCHING_FOURS] == {"4H", "4C"}
    assert fours[Deck.CARDS_45] == {"4S", "4C", "4D", "4H"}
    assert fours[Deck.CARDS_33] == set()


def test_the_six_hand_pack_has_red_thirteens_only():
    odd = {str(card) for card in PACK_OF[Deck.CARDS_63] if card.rank in ("11", "12", "13")}
    assert odd == {"11S", "11C", "11D", "11H", "12S", "12C", "12D", "12H", "13D", "13H"}
    assert sum(card.joker for card in PACK_OF[Deck.CARDS_46]) == 2


@pytest.mark.parametrize(
    ("preset", "cards"),
    [("wikipedia", 3), ("house_45", 5), ("quebec_1000", 6), ("three_handed", 3), ("five_player", 3),
     ("six_player", 3), ("two_handed", 3)],
)  # fmt: skip
def test_the_kitty_has_the_cards_left_over(preset, cards):
    assert kitty(table(preset)) == cards


def test_the_long_six_hand_pack_leaves_five():
    assert kitty(table("six_player", deck="65")) == 5


# The suit of a card -----------------------------------------------------------------------------------------

SUITS = [  # changed rules, card, trumps, suit
    ({}, "JC", "spades", "spades"),
    ({}, "JS", "spades", "spades"),
    ({}, "JS", "clubs", "clubs"),
    ({}, "JH", "diamonds", "diamonds"),
    ({}, "JH", "spades", "hearts"),
    ({}, "JC", "none", "clubs"),
    ({}, "AH", "spades", "hearts"),
    ({}, "AS", "spades", "spades"),
    ({}, "X1", "hearts", "hearts"),
    ({}, "X1", "none", "none"),
    ({}, "4H", "diamonds", "hearts"),
    ({"deck": "43_matching_fours"}, "4H", "diamonds", "diamonds"),
    ({"deck": "43_matching_fours"}, "4H", "hearts", "hearts"),
    ({"deck": "43_matching_fours"}, "4C", "spades", "spades"),
    ({"deck": "43_matching_fours"}, "4C", "hearts", "clubs"),
    ({"deck": "43_matching_fours"}, "4C", "none", "clubs"),
]


@pytest.mark.parametrize(("rules", "card", "trumps", "suit"), SUITS)
def test_a_card_belongs_to_a_suit_by_the_trumps(rules, card, trumps, suit):
    assert verdict("card_suit", {"card": card, "trumps": trumps}, **rules) == suit


def test_a_joker_that_was_named_has_that_suit():
    facts = {"card": "X1", "trumps": "none", "named": "hearts"}
    assert verdict("card_suit", facts, preset="pagat_australian") == "hearts"
    assert cited("card_suit", facts, preset="pagat_australian") == ["4.6"]
    # Where nobody names it, and where there are trumps, what was said of naming is idle.
    assert verdict("card_suit", facts, preset="wikipedia") == "none"
    assert verdict("card_suit", facts | {"trumps": "spades"}, preset="pagat_australian") == "spades"


def test_the_suit_of_a_card_is_explained():
    assert cited("card_suit", {"card": "JC", "trumps": "spades"}) == ["1.5", "1.5"]
    assert cited("card_suit", {"card": "JS", "trumps": "spades"})[-1] == "1.4"
    assert cited("card_suit", {"card": "JC", "trumps": "none"}) == ["1.8"]
    low = {"card": "X1", "trumps": "none", "misere": True}
    assert cited("card_suit", low, joker_nt="low_in_misere") == ["4.12"]
    fours = reason_text("card_suit", {"card": "4C", "trumps": "spades"}, deck="43_matching_fours")
    assert "the 4 of the trumps' colour" in fours


# Winner of a trick ------------------------------------------------------------------------------------------

TRICKS = [  # changed rules, cards as played, trumps, who takes it
    ({}, "AS JC 5S X1", "spades", "X1"),
    ({}, "AS JC 5S KS", "spades", "JC"),
    ({}, "JC JS AS", "spades", "JS"),
    ({}, "AC JC KC", "spades", "JC"),  # the left bower ruffs the suit printed on it
    ({}, "JC AS KC AC", "spades", "JC"),
    ({}, "AD JH KD", "diamonds", "JH"),
    ({}, "KH AS 5C", "clubs", "5C"),
    ({}, "KH AS AD", "clubs", "KH"),
    ({}, "JH QH TH", "none", "QH"),
    ({}, "JH TH KC", "spades", "JH"),  # no bower: between queen and 10
    ({}, "JH QH TH", "clubs", "QH"),
    ({}, "JH TH 9H AS", "none", "JH"),
    ({}, "AH X1 5H", "none", "X1"),
    ({"deck": "43_matching_fours"}, "AH 4C KH", "spades", "4C"),
    ({"deck": "43_matching_fours"}, "5S 4C", "spades", "5S"),
    ({"deck": "43_matching_fours"}, "AS 4H", "diamonds", "4H"),
    ({"deck": "43_matching_fours"}, "5D 4H", "diamonds", "5D"),
    ({"deck": "43_matching_fours"}, "5D 4C", "hearts", "5D"),
    ({}, "5D 4H", "diamonds", "5D"),
    ({"preset": "quebec_1000"}, "X2 X1 JS", "spades", "X1"),
    ({"preset": "quebec_1000"}, "X1 X2 JS", "spades", "X1"),
    ({"preset": "quebec_1000"}, "AS X2 X1", "none", "X1"),
    ({"preset": "six_player"}, "TH 11H 12H 13H", "none", "13H"),
    ({"preset": "six_player"}, "13H JH TH", "none", "JH"),
    ({"preset": "six_player"}, "13H QH AH 12H 11H TH", "hearts", "AH"),
    ({"preset": "three_handed"}, "7H 8H AS", "clubs", "8H"),
]


@pytest.mark.parametrize(("rules", "cards", "trumps", "taken"), TRICKS)
def test_the_right_card_takes_the_trick(rules, cards, trumps, taken):
    assert verdict("trick", {"cards": cards, "trumps": trumps}, **rules) == taken


def test_a_joker_of_a_named_suit_takes_no_other():
    facts = {"cards": "AH X1", "trumps": "none", "named": "spades"}
    assert verdict("trick", facts, preset="pagat_australian") == "AH"
    assert "no more than that" in reason_text("trick", facts, preset="pagat_australian")
    assert verdict("trick", facts | {"named": "hearts"}, preset="pagat_australian") == "X1"
    assert cited("trick", facts | {"named": "hearts"}, preset="pagat_australian") == ["4.6"]
    assert verdict("trick", facts, preset="wikipedia") == "X1"


def test_by_hoyle_a_joker_on_a_renounced_suit_cannot_win():
    facts = {"cards": "AH X1", "trumps": "none", "renounced": True}
    assert verdict("trick", facts, joker_nt="hoyle") == "AH"
    assert "cannot win" in reason_text("trick", facts, joker_nt="hoyle")
    assert verdict("trick", facts | {"renounced": False}, joker_nt="hoyle") == "X1"
    assert verdict("trick", facts, joker_nt="simple_trump") == "X1"
    led = {"cards": "X1 AH", "trumps": "none", "asked": "hearts", "renounced": True}
    assert verdict("trick", led, joker_nt="hoyle") == "X1"


def test_the_joker_may_be_the_lowest_card_at_misere():
    facts = {"cards": "5H X1 AS", "trumps": "none", "misere": True}
    assert verdict("trick", facts, joker_nt="low_in_misere") == "5H"
    assert "4.12" in cited("trick", facts, joker_nt="low_in_misere")
    assert verdict("trick", facts | {"misere": False}, joker_nt="low_in_misere") == "X1"
    assert verdict("trick", facts) == "X1"


def test_a_low_joker_that_is_led_loses_to_the_suit_it_asks_for():
    facts = {"cards": "X1 5H AS", "trumps": "none", "misere": True}
    assert verdict("trick", facts | {"asked": "hearts"}, joker_nt="low_in_misere") == "5H"
    assert verdict("trick", facts, joker_nt="low_in_misere") == "X1"


def test_the_winner_of_a_trick_is_explained():
    assert "the left bower" in reason_text("trick", {"cards": "AS JC", "trumps": "spades"})
    assert "the right bower" in reason_text("trick", {"cards": "JS AS", "trumps": "spades"})
    assert "the white one" in reason_text(
        "trick", {"cards": "X2 X1", "trumps": "spades"}, preset="quebec_1000"
    )
    assert "highest card of the suit led" in reason_text("trick", {"cards": "KH AS", "trumps": "clubs"})


# Following suit ---------------------------------------------------------------------------------------------

PLAYS = [  # changed rules, led, hand, card, trumps, ruling
    ({}, "5S", "JC 9C AH", "9C", "spades", "illegal"),  # the left bower is a spade, and must be played
    ({}, "5S", "JC 9C AH", "JC", "spades", "legal"),
    ({}, "5C", "JC 9C AH", "JC", "spades", "illegal"),
    ({}, "5C", "JC 9C AH", "9C", "spades", "legal"),
    ({}, "5C", "JC AH", "AH", "spades", "legal"),  # the left bower is no club: void
    ({}, "5C", "JC AH", "JC", "spades", "legal"),
    ({}, "JC", "5S 9C", "9C", "spades", "illegal"),  # a spade was led
    ({}, "JC", "5S 9C", "5S", "spades", "legal"),
    ({}, "X1", "5S 9C", "9C", "spades", "illegal"),
    ({}, "5S", "X1 9C", "9C", "spades", "illegal"),  # trumps led, and only the joker
    ({}, "5S", "X1 9C", "X1", "spades", "legal"),
    ({}, "5H", "X1 9H", "X1", "none", "illegal"),
    ({}, "5H", "X1 9C", "X1", "none", "legal"),
    ({}, "5H", "X1 9C", "9C", "none", "legal"),
    ({}, "5H", "9C AS", "AD", "none", "illegal"),  # not in that hand
    ({}, "X1", "5S 9C", "9C", "none", "legal"),
    ({"deck": "43_matching_fours"}, "5S", "4C 9H", "9H", "spades", "illegal"),
    ({"deck": "43_matching_fours"}, "5S", "4C 9H", "4C", "spades", "legal"),
]


@pytest.mark.parametrize(("rules", "led", "hand", "card", "trumps", "expected"), PLAYS)
def test_cards_are_legal_by_the_rules_of_following(rules, led, hand, card, trumps, expected):
    facts = {"led": led, "hand": hand, "card": card, "trumps": trumps}
    assert verdict("may_play", facts, **rules) == expected


def test_at_misere_who_is_void_must_play_the_joker_by_pagat():
    facts = {"led": "5H", "hand": "X1 9C", "card": "9C", "trumps": "none", "misere": True}
    pagat = {"preset": "pagat_australian"}
    assert verdict("may_play", facts, **pagat) == "illegal"
    assert cited("may_play", facts, **pagat) == ["4.7", "4.7"]
    assert verdict("may_play", facts | {"card": "X1"}, **pagat) == "legal"
    assert verdict("may_play", facts | {"named": "spades"}, **pagat) == "legal"
    assert verdict("may_play", facts | {"hand": "9C 8C"}, **pagat) == "legal"
    assert verdict("may_play", facts, preset="wikipedia") == "legal"


def test_the_joker_that_is_led_asks_for_a_suit():
    facts = {"led": "X1", "hand": "5S 9C", "card": "9C", "trumps": "none", "asked": "spades"}
    assert verdict("may_play", facts) == "illegal"
    assert verdict("may_play", facts | {"card": "5S"}) == "legal"


def test_the_joker_may_be_only_the_first_or_the_last_card_of_a_suit():
    facts = {"led": "5H", "hand": "X1 9H", "card": "X1", "trumps": "none"}
    ends = {"joker_nt": "first_or_last"}
    assert verdict("may_play", facts, **ends) == "legal"
    assert verdict("may_play", facts | {"played": True}, **ends) == "illegal"
    assert verdict("may_play", facts | {"played": True, "hand": "X1 9S"}, **ends) == "legal"
    assert verdict("may_play", facts | {"denied": True, "hand": "X1 9S"}, **ends) == "illegal"
    assert verdict("may_play", facts) == "illegal"


def test_the_playable_cards_of_a_hand_are_listed():
    facts = {"led": "5S", "hand": "JC 9C AH X1", "trumps": "spades"}
    assert verdict("playable", facts) == "JC X1"
    assert "and no other" in reason_text("playable", facts)
    assert verdict("playable", facts | {"led": "5D"}) == "JC 9C AH X1"
    assert verdict("playable", facts | {"led": "5C"}) == "9C"
    misere = {"led": "5D", "hand": "JC 9C X1", "trumps": "none", "misere": True}
    assert verdict("playable", misere, preset="pagat_australian") == "X1"


BOWERS = [  # trumps, suit led, others, ruling
    ("spades", "spades", False, "must"),
    ("spades", "spades", True, "may"),
    ("spades", "clubs", True, "may_not"),
    ("spades", "clubs", False, "may"),
    ("hearts", "clubs", True, "may_not"),
    ("none", "clubs", True, "no_bowers"),
]


@pytest.mark.parametrize(("trumps", "led", "others", "expected"), BOWERS)
def test_following_with_the_left_bower_is_judged(trumps, led, others, expected):
    assert verdict("left_bower", {"trumps": trumps, "led": led, "others": others}) == expected


def test_the_left_bower_is_named():
    assert "J♣" in reason_text("left_bower", {"trumps": "spades", "led": "spades", "others": False})
    assert "J♦" in reason_text("left_bower", {"trumps": "hearts", "led": "spades", "others": False})


def test_a_void_player_need_not_trump():
    assert verdict("must_ruff") == "no"


# The joker --------------------------------------------------------------------------------------------------

JOKERS = [  # changed rules, facts, ruling
    ({}, {"trumps": "spades", "led": "spades", "holds": False}, "must"),
    ({}, {"trumps": "spades", "led": "spades", "holds": True}, "may"),
    ({}, {"trumps": "spades", "led": "hearts", "holds": True}, "may_not"),
    ({}, {"trumps": "spades", "led": "hearts", "holds": False}, "may"),
    ({}, {"trumps": "none", "led": "hearts", "holds": True}, "may_not"),
    ({}, {"trumps": "none", "led": "hearts", "holds": False}, "may"),
    ({"joker_nt": "pagat"}, {"trumps": "none", "led": "hearts", "holds": True}, "may_not"),
    ({"joker_nt": "pagat"}, {"trumps": "none", "led": "hearts", "holds": False}, "may"),
    ({"joker_nt": "pagat"}, {"trumps": "none", "misere": True, "led": "hearts", "holds": False}, "must"),
    ({"joker_nt": "pagat"}, {"trumps": "none", "named": "hearts", "led": "hearts", "holds": False}, "must"),
    ({"joker_nt": "pagat"}, {"trumps": "none", "named": "hearts", "led": "hearts", "holds": True}, "may"),
    ({"joker_nt": "pagat"}, {"trumps": "none", "named": "spades", "led": "hearts", "holds": False}, "may"),
    ({"joker_nt": "pagat"}, {"trumps": "none", "named": "spades", "led": "hearts", "holds": True}, "may_not"),
    ({"joker_nt": "hoyle"}, {"trumps": "none", "led": "hearts", "holds": False}, "may"),
    ({"joker_nt": "hoyle"}, {"trumps": "none", "led": "hearts", "holds": True}, "may_not"),
    ({"joker_nt": "first_or_last"}, {"trumps": "none", "led": "hearts", "holds": True}, "may"),
    ({"joker_nt": "first_or_last"},
     {"trumps": "none", "led": "hearts", "holds": True, "played": True}, "may_not"),
    ({"joker_nt": "first_or_last"},
     {"trumps": "none", "led": "hearts", "holds": False, "played": True}, "may"),
    ({"joker_nt": "first_or_last"},
     {"trumps": "none", "led": "hearts", "holds": False, "denied": True}, "may_not"),
    ({"joker_nt": "low_in_misere"},
     {"trumps": "none", "misere": True, "led": "hearts", "holds": False}, "may"),
    ({"joker_nt": "low_in_misere"},
     {"trumps": "none", "misere": True, "led": "hearts", "holds": True}, "may_not"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "facts", "expected"), JOKERS)
def test_playing_the_joker_is_judged_by_house_rule(rules, facts, expected):
    assert verdict("joker_play", facts, **rules) == expected


def test_the_effect_of_a_played_joker_is_explained():
    void = {"trumps": "none", "led": "hearts", "holds": False}
    assert "takes the trick" in reason_text("joker_play", void)
    assert "cannot win" in reason_text("joker_play", void, joker_nt="hoyle")
    assert "takes the trick" in reason_text("joker_play", void, joker_nt="low_in_misere")
    assert "takes nothing" in reason_text("joker_play", void | {"misere": True}, joker_nt="low_in_misere")


LEADS = [  # how the joker is played, facts, ruling
    ("pagat", {"asked": "diamonds"}, "legal"),
    ("pagat", {"asked": "diamonds", "led_before": ["diamonds"]}, "illegal"),
    ("pagat", {"asked": "diamonds", "led_before": ["hearts", "clubs"]}, "legal"),
    ("pagat", {"asked": "diamonds", "denied": True}, "illegal"),
    ("pagat", {"asked": "diamonds", "named": "diamonds"}, "legal"),
    ("pagat", {"asked": "diamonds", "named": "hearts"}, "illegal"),
    ("pagat", {"asked": "diamonds", "led_before": ["spades", "clubs", "diamonds", "hearts"]}, "illegal"),
    ("pagat",
     {"asked": "diamonds", "led_before": ["spades", "clubs", "diamonds", "hearts"], "last_trick": True},
     "legal"),
    ("hoyle", {"asked": "diamonds"}, "legal"),
    ("hoyle", {"asked": "diamonds", "led_before": ["diamonds"]}, "legal"),
    ("hoyle", {"asked": "diamonds", "denied": True}, "illegal"),
    ("simple_trump", {"asked": "diamonds", "denied": True}, "illegal"),
    ("simple_trump", {"asked": "diamonds", "named": "hearts"}, "legal"),
    ("first_or_last", {"asked": "diamonds", "played": True, "holds": True}, "illegal"),
    ("first_or_last", {"asked": "diamonds", "played": True}, "legal"),
    ("first_or_last", {"asked": "diamonds", "holds": True}, "legal"),
    ("first_or_last", {"asked": "diamonds", "denied": True}, "illegal"),
    ("low_in_misere", {"asked": "diamonds"}, "legal"),
]  # fmt: skip


@pytest.mark.parametrize(("how", "facts", "expected"), LEADS)
def test_leading_the_joker_for_a_suit_is_judged_by_house_rule(how, facts, expected):
    assert verdict("joker_lead", facts, joker_nt=how) == expected


def test_a_refused_joker_lead_cites_its_rule():
    denied = {"asked": "diamonds", "denied": True}
    assert cited("joker_lead", denied, joker_nt="pagat") == ["4.8", "4.8"]
    assert cited("joker_lead", denied, joker_nt="hoyle") == ["4.9", "4.9"]
    assert cited("joker_lead", denied, joker_nt="simple_trump") == ["4.10", "4.10"]
    assert cited("joker_lead", denied, joker_nt="first_or_last") == ["4.11", "4.11"]


@pytest.mark.parametrize(
    ("how", "expected"),
    [("pagat", "must"), ("hoyle", "may"), ("simple_trump", "may"), ("first_or_last", "may"),
     ("low_in_misere", "may")],
)  # fmt: skip
def test_a_void_hand_may_have_to_play_the_joker_at_misere(how, expected):
    assert verdict("joker_misere", joker_nt=how) == expected


def test_the_joker_at_misere_is_explained():
    assert "put it in the kitty" in reason_text("joker_misere", joker_nt="pagat")
    assert "takes nothing" in reason_text("joker_misere", joker_nt="low_in_misere")

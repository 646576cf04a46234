"""500: disputes about bowers, 4s that are trumps, following suit and the joker, under many house rules.

X1 and X2 are the jokers.
"""

import pytest

from games.five_hundred.cards import PACK_OF, kitty_size
from games.five_hundred.choices import Deck
from tests.games.five_hundred_table import PAGAT, QUEBEC, SIX, THREE, rules_cited, sheet_with, verdict

# Packs


@pytest.mark.parametrize("deck", [deck for deck in Deck if deck is not Deck.BY_SEATS])
def test_a_pack_has_as_many_cards_as_its_name_says(deck):
    cards = PACK_OF[deck]
    assert len(cards) == len(set(cards)) == int(deck.value[:2])


def test_packs_contain_the_cards_that_their_labels_say():
    def cards_of(deck, *ranks):
        return {str(card) for card in PACK_OF[deck] if card.rank in ranks}

    assert cards_of(Deck.CARDS_43, "4") == {"4H", "4D"}
    assert cards_of(Deck.MATCHING_FOURS, "4") == {"4H", "4C"}
    assert cards_of(Deck.CARDS_45, "4") == {"4S", "4C", "4D", "4H"}
    assert cards_of(Deck.CARDS_33, "4") == set()
    black_and_red = {f"{rank}{suit}" for rank in (11, 12) for suit in "SCDH"}
    assert cards_of(Deck.CARDS_63, "11", "12", "13") == black_and_red | {"13D", "13H"}
    assert sum(card.joker for card in PACK_OF[Deck.CARDS_46]) == 2


def test_the_kitty_has_the_cards_left_over():
    kitty_sizes = {
        "wikipedia": 3,
        "house_45": 5,
        "quebec_1000": 6,
        "three_handed": 3,
        "five_player": 3,
        "six_player": 3,
        "two_handed": 3,
    }
    assert {preset: kitty_size(sheet_with(preset)) for preset in kitty_sizes} == kitty_sizes
    assert kitty_size(sheet_with("six_player", deck="65")) == 5


# The suit of a card

FOURS = {"deck": "43_matching_fours"}
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
    (FOURS, "4H", "diamonds", "diamonds"),
    (FOURS, "4H", "hearts", "hearts"),
    (FOURS, "4C", "spades", "spades"),
    (FOURS, "4C", "hearts", "clubs"),
    (FOURS, "4C", "none", "clubs"),
]


@pytest.mark.parametrize(("rules", "card", "trumps", "suit"), SUITS)
def test_the_suit_of_a_card_depends_on_the_trumps(rules, card, trumps, suit):
    assert verdict("card_suit", {"card": card, "trumps": trumps}, **rules) == suit


# Winner of a trick

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
    ({}, "JH TH KC", "spades", "JH"),  # J♥ is no bower here: it ranks between queen and 10
    ({}, "JH QH TH", "clubs", "QH"),
    ({}, "JH TH 9H AS", "none", "JH"),
    ({}, "AH X1 5H", "none", "X1"),
    (FOURS, "AH 4C KH", "spades", "4C"),
    (FOURS, "5S 4C", "spades", "5S"),
    (FOURS, "AS 4H", "diamonds", "4H"),
    (FOURS, "5D 4H", "diamonds", "5D"),
    (FOURS, "5D 4C", "hearts", "5D"),
    ({}, "5D 4H", "diamonds", "5D"),
    (QUEBEC, "X2 X1 JS", "spades", "X1"),
    (QUEBEC, "X1 X2 JS", "spades", "X1"),
    (QUEBEC, "AS X2 X1", "none", "X1"),
    (SIX, "TH 11H 12H 13H", "none", "13H"),
    (SIX, "13H JH TH", "none", "JH"),
    (SIX, "13H QH AH 12H 11H TH", "hearts", "AH"),
    (THREE, "7H 8H AS", "clubs", "8H"),
]


@pytest.mark.parametrize(("rules", "cards", "trumps", "expected"), TRICKS)
def test_the_right_card_takes_the_trick(rules, cards, trumps, expected):
    assert verdict("trick", {"cards": cards, "trumps": trumps}, **rules) == expected


# Following suit

PLAYS = [  # changed rules, led, hand, card, trumps, ruling
    ({}, "5S", "JC 9C AH", "9C", "spades", "illegal"),  # the left bower is a spade, and must be played
    ({}, "5S", "JC 9C AH", "JC", "spades", "legal"),
    ({}, "5C", "JC 9C AH", "JC", "spades", "illegal"),
    ({}, "5C", "JC 9C AH", "9C", "spades", "legal"),
    ({}, "5C", "JC AH", "AH", "spades", "legal"),  # the left bower is no club, so there is none in hand
    ({}, "5C", "JC AH", "JC", "spades", "legal"),
    ({}, "JC", "5S 9C", "9C", "spades", "illegal"),  # a spade was led
    ({}, "JC", "5S 9C", "5S", "spades", "legal"),
    ({}, "X1", "5S 9C", "9C", "spades", "illegal"),
    ({}, "5S", "X1 9C", "9C", "spades", "illegal"),  # the joker is the only trump, and must be played
    ({}, "5S", "X1 9C", "X1", "spades", "legal"),
    ({}, "5H", "X1 9H", "X1", "none", "illegal"),
    ({}, "5H", "X1 9C", "X1", "none", "legal"),
    ({}, "5H", "X1 9C", "9C", "none", "legal"),
    ({}, "5H", "9C AS", "AD", "none", "illegal"),  # A♦ is not in hand
    ({}, "X1", "5S 9C", "9C", "none", "legal"),
    (FOURS, "5S", "4C 9H", "9H", "spades", "illegal"),
    (FOURS, "5S", "4C 9H", "4C", "spades", "legal"),
]


@pytest.mark.parametrize(("rules", "led", "hand", "card", "trumps", "expected"), PLAYS)
def test_cards_are_legal_by_the_rules_of_following(rules, led, hand, card, trumps, expected):
    facts = {"led": led, "hand": hand, "card": card, "trumps": trumps}
    assert verdict("may_play", facts, **rules) == expected


BOWERS = [  # trumps, suit led, whether the hand has other cards of that suit, ruling
    ("spades", "spades", False, "must"),
    ("spades", "spades", True, "may"),
    ("spades", "clubs", True, "may_not"),
    ("spades", "clubs", False, "may"),
    ("hearts", "clubs", True, "may_not"),
    ("none", "clubs", True, "no_bowers"),
]


@pytest.mark.parametrize(("trumps", "led", "has_others", "expected"), BOWERS)
def test_following_with_the_left_bower_is_judged(trumps, led, has_others, expected):
    assert verdict("left_bower", {"trumps": trumps, "led": led, "others": has_others}) == expected


# The joker

# ``played``: the joker's holder has already played a card of the suit led. ``denied``: the holder has
# already failed to follow that suit.
JOKERS = [  # rule for the joker, whether the hand has the suit led, other facts, ruling
    ("simple_trump", False, {"trumps": "spades", "led": "spades"}, "must"),
    ("simple_trump", True, {"trumps": "spades", "led": "spades"}, "may"),
    ("simple_trump", True, {"trumps": "spades"}, "may_not"),
    ("simple_trump", False, {"trumps": "spades"}, "may"),
    ("simple_trump", True, {}, "may_not"),
    ("simple_trump", False, {}, "may"),
    ("pagat", True, {}, "may_not"),
    ("pagat", False, {}, "may"),
    ("pagat", False, {"misere": True}, "must"),
    ("pagat", False, {"named": "hearts"}, "must"),
    ("pagat", True, {"named": "hearts"}, "may"),
    ("pagat", False, {"named": "spades"}, "may"),
    ("pagat", True, {"named": "spades"}, "may_not"),
    ("hoyle", False, {}, "may"),
    ("hoyle", True, {}, "may_not"),
    ("first_or_last", True, {}, "may"),
    ("first_or_last", True, {"played": True}, "may_not"),
    ("first_or_last", False, {"played": True}, "may"),
    ("first_or_last", False, {"denied": True}, "may_not"),
    ("low_in_misere", False, {"misere": True}, "may"),
    ("low_in_misere", True, {"misere": True}, "may_not"),
]


@pytest.mark.parametrize(("joker_rule", "holds", "other_facts", "expected"), JOKERS)
def test_playing_the_joker_is_judged_by_house_rule(joker_rule, holds, other_facts, expected):
    facts = {"trumps": "none", "led": "hearts", "holds": holds} | other_facts
    assert verdict("joker_play", facts, joker_nt=joker_rule) == expected


ALL_SUITS = ["spades", "clubs", "diamonds", "hearts"]
LEADS = [  # rule for the joker, other facts (the suit asked for is diamonds), ruling
    ("pagat", {}, "legal"),
    ("pagat", {"led_before": ["diamonds"]}, "illegal"),
    ("pagat", {"led_before": ["hearts", "clubs"]}, "legal"),
    ("pagat", {"denied": True}, "illegal"),
    ("pagat", {"named": "diamonds"}, "legal"),
    ("pagat", {"named": "hearts"}, "illegal"),
    ("pagat", {"led_before": ALL_SUITS}, "illegal"),
    ("pagat", {"led_before": ALL_SUITS, "last_trick": True}, "legal"),
    ("hoyle", {}, "legal"),
    ("hoyle", {"led_before": ["diamonds"]}, "legal"),
    ("hoyle", {"denied": True}, "illegal"),
    ("simple_trump", {"denied": True}, "illegal"),
    ("simple_trump", {"named": "hearts"}, "legal"),
    ("first_or_last", {"played": True, "holds": True}, "illegal"),
    ("first_or_last", {"played": True}, "legal"),
    ("first_or_last", {"holds": True}, "legal"),
    ("first_or_last", {"denied": True}, "illegal"),
    ("low_in_misere", {}, "legal"),
]


@pytest.mark.parametrize(("joker_rule", "facts", "expected"), LEADS)
def test_leading_the_joker_for_a_suit_is_judged_by_house_rule(joker_rule, facts, expected):
    assert verdict("joker_lead", {"asked": "diamonds"} | facts, joker_nt=joker_rule) == expected


# Further rulings

FIRST_OR_LAST = {"joker_nt": "first_or_last"}
LOW_IN_MISERE = {"joker_nt": "low_in_misere"}
HEARTS_NAMED = {"card": "X1", "trumps": "none", "named": "hearts"}
JOKER_OF_SPADES = {"cards": "AH X1", "trumps": "none", "named": "spades"}
RENOUNCED = {"cards": "AH X1", "trumps": "none", "renounced": True}
JOKER_LED = {"cards": "X1 5H AS", "trumps": "none", "misere": True}
LOW_JOKER = {"cards": "5H X1 AS", "trumps": "none", "misere": True}
VOID = {"led": "5H", "hand": "X1 9C", "card": "9C", "trumps": "none", "misere": True}
SPADES_ASKED = {"led": "X1", "hand": "5S 9C", "card": "9C", "trumps": "none", "asked": "spades"}
JOKER_ON_HEARTS = {"led": "5H", "hand": "X1 9H", "card": "X1", "trumps": "none"}
PLAYABLE = {"led": "5S", "hand": "JC 9C AH X1", "trumps": "spades"}

RULINGS = {  # for each question, cases of facts, changed rules and ruling
    "card_suit": [
        (HEARTS_NAMED, PAGAT, "hearts"),
        # The suit named for the joker counts only by Pagat's rule, and only at no trumps.
        (HEARTS_NAMED, {}, "none"),
        (HEARTS_NAMED | {"trumps": "spades"}, PAGAT, "spades"),
    ],
    "trick": [
        (JOKER_OF_SPADES, PAGAT, "AH"),
        (JOKER_OF_SPADES | {"named": "hearts"}, PAGAT, "X1"),
        (JOKER_OF_SPADES, {}, "X1"),
        (RENOUNCED, {"joker_nt": "hoyle"}, "AH"),
        (RENOUNCED | {"renounced": False}, {"joker_nt": "hoyle"}, "X1"),
        (RENOUNCED, {}, "X1"),
        (RENOUNCED | {"cards": "X1 AH", "asked": "hearts"}, {"joker_nt": "hoyle"}, "X1"),
        (LOW_JOKER, LOW_IN_MISERE, "5H"),
        (LOW_JOKER | {"misere": False}, LOW_IN_MISERE, "X1"),
        (LOW_JOKER, {}, "X1"),
        (JOKER_LED | {"asked": "hearts"}, LOW_IN_MISERE, "5H"),
        (JOKER_LED, LOW_IN_MISERE, "X1"),
    ],
    "may_play": [
        (VOID, PAGAT, "illegal"),
        (VOID | {"card": "X1"}, PAGAT, "legal"),
        (VOID | {"named": "spades"}, PAGAT, "legal"),
        (VOID | {"hand": "9C 8C"}, PAGAT, "legal"),
        (VOID, {}, "legal"),
        (SPADES_ASKED, {}, "illegal"),
        (SPADES_ASKED | {"card": "5S"}, {}, "legal"),
        (JOKER_ON_HEARTS, FIRST_OR_LAST, "legal"),
        (JOKER_ON_HEARTS | {"played": True}, FIRST_OR_LAST, "illegal"),
        (JOKER_ON_HEARTS | {"played": True, "hand": "X1 9S"}, FIRST_OR_LAST, "legal"),
        (JOKER_ON_HEARTS | {"denied": True, "hand": "X1 9S"}, FIRST_OR_LAST, "illegal"),
        (JOKER_ON_HEARTS, {}, "illegal"),
    ],
    "playable": [
        (PLAYABLE, {}, "JC X1"),
        (PLAYABLE | {"led": "5D"}, {}, "JC 9C AH X1"),
        (PLAYABLE | {"led": "5C"}, {}, "9C"),
        ({"led": "5D", "hand": "JC 9C X1", "trumps": "none", "misere": True}, PAGAT, "X1"),
    ],
    "must_ruff": [({}, {}, "no")],
    "joker_misere": [
        ({}, {"joker_nt": "pagat"}, "must"),
        ({}, {"joker_nt": "hoyle"}, "may"),
        ({}, {"joker_nt": "simple_trump"}, "may"),
        ({}, FIRST_OR_LAST, "may"),
        ({}, LOW_IN_MISERE, "may"),
    ],
}


@pytest.mark.parametrize("question", RULINGS)
def test_rulings_follow_the_house_rules(question):
    for facts, rules, expected in RULINGS[question]:
        assert verdict(question, facts, **rules) == expected, (facts, rules)


DENIED = {"asked": "diamonds", "denied": True}
CITED = [  # question, facts, changed rules, the rules cited
    ("card_suit", HEARTS_NAMED, PAGAT, ["4.6"]),
    ("card_suit", {"card": "JC", "trumps": "spades"}, {}, ["1.5", "1.5"]),
    ("card_suit", {"card": "JS", "trumps": "spades"}, {}, ["1.5", "1.4"]),
    ("card_suit", {"card": "JC", "trumps": "none"}, {}, ["1.8"]),
    ("card_suit", {"card": "X1", "trumps": "none", "misere": True}, LOW_IN_MISERE, ["4.12"]),
    ("trick", JOKER_OF_SPADES | {"named": "hearts"}, PAGAT, ["4.6"]),
    ("trick", LOW_JOKER, LOW_IN_MISERE, ["4.4", "4.12"]),
    ("may_play", VOID, PAGAT, ["4.7", "4.7"]),
    ("joker_lead", DENIED, {"joker_nt": "pagat"}, ["4.8", "4.8"]),
    ("joker_lead", DENIED, {"joker_nt": "hoyle"}, ["4.9", "4.9"]),
    ("joker_lead", DENIED, {"joker_nt": "simple_trump"}, ["4.10", "4.10"]),
    ("joker_lead", DENIED, FIRST_OR_LAST, ["4.11", "4.11"]),
]


@pytest.mark.parametrize(("question", "facts", "rules", "expected"), CITED)
def test_rulings_cite_the_rule_that_decides(question, facts, rules, expected):
    assert rules_cited(question, facts, **rules) == expected

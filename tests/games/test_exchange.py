"""Cards that leave a hand before play: given to another player, or discarded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import every_game
from games.engine import (
    Cards,
    ExchangeTerms,
    Rule,
    Seating,
    Source,
    empty_sheet,
    judge_exchange,
    pack,
    record_fields,
)
from tests.games.table import ask_as_json, ruling_as_json

RULE = Rule("1.1", "Two cards go.", (Source("us", "Us"),))


def ask(*question, **changes):
    verdict, (rule,) = ask_as_json(*question, **changes)
    return verdict, rule


# The source: "President passes their lowest 2 cards to the Scum. The scum passes their highest 2 cards to
# president. Vice-president passes their lowest 1 card to vice-scum. Vice-scum passes their highest 1 card."
HAND = "3D 4S 4C 7H 9C 9S TD JC QH KD KS AH 2C"
GIFTS = [  # role, cards given, changed rules, verdict and rule
    ("scum", "AH 2C", {}, ("legal", "10.3")),
    ("scum", "KS 2C", {}, ("illegal", "10.3")),  # the ace is higher than the king
    ("scum", "2C", {}, ("illegal", "10.3")),  # two cards must be given
    ("scum", "2C 2S", {}, ("illegal", "10.3")),  # the 2♠ is not in the hand
    ("vice_scum", "2C", {}, ("legal", "10.3")),
    ("vice_scum", "AH", {}, ("illegal", "10.3")),
    ("president", "3D 4C", {}, ("legal", "10.4")),
    ("president", "3D 4S", {}, ("illegal", "10.4")),  # the 4♣ is lower than the 4♠
    ("president", "3D 4S", {"suit_order": "none"}, ("legal", "10.4")),  # here the 4s rank equally
    ("president", "KD KS", {"president_returns": "any_two"}, ("legal", "10.4")),
    ("president", "KD", {"president_returns": "any_two"}, ("illegal", "10.4")),
    ("vice_president", "3D", {}, ("legal", "10.4")),
    ("vice_president", "4C", {}, ("illegal", "10.4")),
]


@pytest.mark.parametrize(("role", "cards", "rules", "expected"), GIFTS)
def test_gifts_of_president_and_scum_match_the_source(role, cards, rules, expected):
    facts = {"role": role, "cards": cards, "hand": HAND}
    assert ask("big_two", "gift", facts, "president", 4, **rules) == expected


def test_the_refusal_of_a_wrong_gift_names_the_right_one():
    facts = {"role": "scum", "cards": "KS 2C", "hand": HAND}
    (reason,) = ruling_as_json("big_two", "gift", facts, "president", 4)["because"]
    assert reason["text"] == "No: they have to be 2♣ A♥"


@pytest.mark.parametrize(("jokers", "gift"), [("high_wild", "X1"), ("zero", "2C")])
def test_a_joker_is_given_as_the_highest_card_unless_it_is_worthless(jokers, gift):
    facts = {"role": "vice_scum", "cards": gift, "hand": HAND + " X1"}
    assert ask("big_two", "gift", facts, "president", 4, jokers=jokers)[0] == "legal"


def test_three_players_have_no_vice_roles_and_other_presets_have_no_gifts():
    facts = {"role": "scum", "cards": "AH 2C", "hand": HAND}
    assert ask("big_two", "gift", facts, "hong-kong", 4)[0] == "none"
    game = every_game()["big_two"]
    sheet_of_three = empty_sheet(game, Seating(3, 3), game.preset("president").house)
    (role,) = [field for field in record_fields(game.questions["gift"].facts) if field.name == "role"]
    assert {choice.value for choice in role.ask.available(sheet_of_three)} == {"president", "scum"}


NO_TRUMPS_GIVEN = {"exchange_trumps": "forbidden"}
EXCHANGED = [  # Sergeant Major: facts, changed rules, verdict and rule
    ({"card": "7D", "hand": "7D KS 2C"}, {}, ("legal", "3.1")),
    ({"card": "8D", "hand": "7D KS 2C"}, {}, ("illegal", "3.1")),
    ({"card": "7D", "hand": "7D KS 2C", "trumps": "diamonds"}, NO_TRUMPS_GIVEN, ("illegal", "3.4")),
    ({"card": "KS", "hand": "7D KS 2C", "trumps": "diamonds"}, NO_TRUMPS_GIVEN, ("legal", "3.1")),
    ({"card": "7D", "hand": "7D KD 2C", "back": True, "received": "9D"}, {}, ("illegal", "3.2")),
    ({"card": "KD", "hand": "7D KD 2C", "back": True, "received": "9D"}, {}, ("legal", "3.2")),
    ({"card": "9D", "hand": "7D KS 2C", "back": True, "received": "9D"}, {}, ("legal", "3.2")),
    ({"card": "KS", "hand": "7D KS 2C", "back": True, "received": "9D"}, {}, ("illegal", "3.2")),
    ({"card": "KS", "hand": "7D KS 2C", "back": True}, {}, ("ask", "3.2")),
    ({"card": "KS", "hand": "7D KS 2C"}, {"exchange": False}, ("none", "3.1")),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "rules", "expected"), EXCHANGED)
def test_the_exchange_of_sergeant_major_is_judged(facts, rules, expected):
    assert ask("sergeant_major", "pass_card", facts, "pagat", **rules) == expected


SERGEANT_MAJOR_HAND = "2S 3S 4S 5S 6S 7S 8S 9S 2H 3H 4H 5H 6H 7H 8H 9H"
FIVE_HUNDRED_HAND = "JS KS QS TS 9S 8S JH QH KH AH AC X1 4H"
TWO_HUNDRED_HAND = "5S 6S 7S 8S 9S TS AS 5H 6H 7H 8H 9H TH"
SKAT_HAND = "JC TS AS KS QS 9S 8S 7S AH TH KH QH"
KITTIES = [  # game, preset, facts, verdict
    ("sergeant_major", "pagat", {"cards": "2S 3S 4S 5S", "hand": SERGEANT_MAJOR_HAND}, "legal"),
    ("sergeant_major", "pagat", {"cards": "2S 3S 4S", "hand": SERGEANT_MAJOR_HAND}, "illegal"),
    # In 500 any card may go.
    ("five_hundred", "australian", {"cards": "X1 AC 4H", "hand": FIVE_HUNDRED_HAND}, "legal"),
    ("five_hundred", "australian", {"cards": "AC 4H", "hand": FIVE_HUNDRED_HAND}, "illegal"),
    ("five_hundred", "australian", {"cards": "AC 4H 5D", "hand": FIVE_HUNDRED_HAND}, "illegal"),
    ("two_hundred", "kitty_200", {"cards": "5S 6S 7S AS", "hand": TWO_HUNDRED_HAND}, "legal"),
    ("two_hundred", "kitty_200", {"cards": "5S 6S 7S", "hand": TWO_HUNDRED_HAND}, "illegal"),
    ("two_hundred", "traditional_200", {"cards": "5S", "hand": "5S 7S 8S 9S TS AS 5H 7H 8H"}, "no_kitty"),
    ("skat", "isko-league", {"cards": "JC TS", "hand": SKAT_HAND}, "legal"),
    ("skat", "isko-league", {"cards": "JC", "hand": SKAT_HAND}, "illegal"),
    ("skat", "isko-league", {"cards": "JC TS", "hand": SKAT_HAND, "said_hand": True}, "illegal"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "preset", "facts", "expected"), KITTIES)
def test_discards_for_a_kitty_are_judged(slug, preset, facts, expected):
    assert ask_as_json(slug, "discard", facts, preset)[0] == expected


def test_up_to_four_cards_may_be_swapped_where_agreed():
    facts = {"cards": "2S 3S", "hand": SERGEANT_MAJOR_HAND}
    assert ask("sergeant_major", "discard", facts, "pagat", kitty="swap_up_to_4")[0] == "legal"
    five_cards = Cards.read("2S 3S 4S 5S 6S")
    ruling = judge_exchange(five_cards, Cards.read(SERGEANT_MAJOR_HAND), ExchangeTerms(0, 4, RULE))
    assert ruling.verdict == "illegal"


@given(st.data())
def test_exactly_the_lowest_cards_may_be_given(data):
    hand = data.draw(st.lists(st.sampled_from(pack("23456")), unique=True, min_size=3, max_size=9))
    given_away = data.draw(st.lists(st.sampled_from(hand), unique=True, min_size=1, max_size=3))
    terms = ExchangeTerms(2, 2, RULE, lambda card: int(card.rank))
    verdict = judge_exchange(Cards(given_away), Cards(hand), terms).verdict
    lowest = sorted(int(card.rank) for card in hand)[:2]
    are_lowest = sorted(int(card.rank) for card in given_away) == lowest
    assert (verdict == "legal") == are_lowest

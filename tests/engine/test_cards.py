"""Parsing and display of cards."""

import pytest

from games.engine import ENGLISH, Card, Cards, pack


def test_cards_are_read_with_spaces_or_commas_in_upper_or_lower_case():
    cards = Cards.read("qs, TH 10d x1 13s")
    assert cards == (("Q", "S"), ("T", "H"), ("T", "D"), ("X", "1"), ("13", "S"))
    assert str(cards) == "QS TH TD X1 13S"


@pytest.mark.parametrize("word", ["1S", "QX", "X3", "S", "Q", "", "QQS", "1", "Qß"])
def test_a_word_that_is_not_a_card_is_named_in_the_error(word):
    with pytest.raises(ValueError) as excinfo:
        Card.read(word)
    assert str(excinfo.value) == word


def test_a_pack_is_ordered_by_suit_with_the_jokers_last():
    assert len(pack()) == 52
    assert pack("KA", "SH", jokers=2) == Cards.read("KS AS KH AH X1 X2")


def test_a_card_is_shown_by_its_rank_and_suit_symbol():
    assert ENGLISH.read(Cards.read("TH QS X1 X2")) == "10♥ Q♠ Joker Second joker"
    assert Card.read("X1").joker
    assert not Card.read("2C").joker

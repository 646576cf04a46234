"""The trick judge and the auction judge, worked by hand from the rules of play."""

from dataclasses import replace

import pytest

from games import every_game
from games.engine import Seating, empty_sheet
from games.engine.interchange import ruling_json


def verdict_and_sentences(slug, question, facts, preset="", shape=None, **changes):
    """Return the verdict, and its reasons as sentences; ``changes`` are changed house rules."""
    game = every_game()[slug]
    game_preset = game.preset(preset) or game.presets[0]
    house = replace(game_preset.house, **changes)
    sheet = empty_sheet(game, Seating(*(shape or game.shapes(game_preset)[0])), house)
    ruling = ruling_json(game, question, facts, sheet)
    return ruling["verdict"], [because["text"] for because in ruling["because"]]


# ``leader`` counts seats from 0, the sentences from 1. ``hands`` are those before the trick, "" if not shown.


@pytest.mark.parametrize(("cards", "leader", "trump", "hands", "verdict", "first_sentence"), [
    # The highest trump takes the trick, or without trumps the highest card of the suit led.
    # A player who cannot follow suit may play anything.
    ("TH KH 5C AS", 1, "spades", ["", "", "", ""], "AS", "seat 1 takes the trick with A♠."),
    ("TH KH 5C AS", 1, "diamonds", ["", "", "", ""], "KH", "seat 3 takes the trick with K♥."),
    ("TH KH 5C AS", 1, "spades", ["", "", "KH 7D", "5C 7H"], "illegal", "seat 4 could not play 5♣."),
    ("TH KH 5C AS", 1, "spades", ["", "", "", "5C 7S"], "AS", "seat 1 takes the trick with A♠."),
    ("TH KH", 0, "spades", ["", "QH AS", "", ""], "illegal",
     "seat 2 played K♥, which is not in the hand shown."),
])  # fmt: skip
def test_tricks_of_two_hundred_are_judged(cards, leader, trump, hands, verdict, first_sentence):
    facts = {"cards": cards, "leader": leader, "trump": trump, "hands": hands}
    result, sentences = verdict_and_sentences("two_hundred", "trick_judge", facts)
    assert (result, sentences[0]) == (verdict, first_sentence)
    if verdict == "illegal":
        assert any(sentence.startswith("As it lies, ") for sentence in sentences)


@pytest.mark.parametrize(("game", "cards", "leader", "hands", "verdict", "first_sentence"), [
    # ISkO 4.2: the jacks are trumps, so a heart jack does not follow a heart in a spade game.
    ("spades", "7H JH AH", 1, ["", "", ""], "JH", "seat 3 takes"),
    ("null", "7H JH AH", 1, ["", "", ""], "AH", "seat 1 takes"),
    ("spades", "7H JH AH", 1, ["", "", "JH 8H"], "illegal", "seat 3 could not play J♥."),
    # A jack is no heart: a player with only the jack of hearts may play anything.
    ("spades", "7H AD 9H", 1, ["", "", "JH AD"], "9H", "seat 1 takes"),
    # A jack is a trump, so where one is led, trumps must be played: here spades.
    ("spades", "JD AH 9H", 2, ["AH 7S", "", ""], "illegal", "seat 1 could not play A♥."),
])  # fmt: skip
def test_tricks_of_skat_are_judged(game, cards, leader, hands, verdict, first_sentence):
    facts = {"game": game, "cards": cards, "leader": leader, "hands": hands}
    result, sentences = verdict_and_sentences("skat", "trick_judge", facts)
    assert result == verdict
    assert sentences[0].startswith(first_sentence)


def test_the_dealer_of_four_at_skat_sits_out_and_does_not_lead():
    facts = {"game": "grand", "cards": "7H AH TH", "leader": 3, "hands": [""] * 4}
    result, sentences = verdict_and_sentences("skat", "trick_judge", facts, shape=(4, 4))
    # Seat 1 deals; after seat 4 comes seat 2.
    assert (result, sentences[0]) == ("AH", "seat 2 takes the trick with A♥.")


@pytest.mark.parametrize(("facts", "verdict", "first_sentence"), [
    ({"cards": "7H 8C AH", "leader": 2, "trumps": "none"}, "AH", "seat 2 takes"),
    ({"cards": "7H 8C AH", "leader": 2, "trumps": "clubs"}, "8C", "seat 1 takes"),
    ({"cards": "7H 8C AH", "leader": 2, "trumps": "clubs", "hands": ["9H 8C", "", ""]}, "illegal",
     "seat 1 could not play 8♣."),
    # Trumping is optional.
    ({"cards": "7H 8D AH", "leader": 2, "trumps": "clubs", "hands": ["9C 8D", "", ""]}, "AH", "seat 2"),
    # The joker copies the card turned up.
    ({"cards": "7H X1 8H", "leader": 0, "trumps": "none", "turned_up": "AH"}, "X1", "seat 2 takes"),
    ({"cards": "7H X1 8H", "leader": 0, "trumps": "none"}, "open", "The joker copies"),
])  # fmt: skip
def test_tricks_of_ninety_nine_are_judged(facts, verdict, first_sentence):
    preset = "parlett-turnup" if "X1" in facts["cards"] else ""
    result, sentences = verdict_and_sentences(
        "ninety_nine", "trick_judge", {"hands": ["", "", ""], **facts}, preset
    )
    assert result == verdict
    assert sentences[0].startswith(first_sentence)


def test_tricks_of_sergeant_major_are_judged():
    facts = {"cards": "7H 8D AH", "leader": 2, "trumps": "clubs", "hands": ["9C 8D", "", ""]}
    assert verdict_and_sentences("sergeant_major", "trick_judge", facts)[0] == "AH"
    result, sentences = verdict_and_sentences("sergeant_major", "trick_judge", facts, must_trump=True)
    assert result == "illegal"
    assert "must trump" in sentences[1]


@pytest.mark.parametrize(
    ("slug", "calls", "verdict", "words"),
    [
        ("two_hundred", "50 60 60", "wrong_at_3", "60 by seat 4"),
        ("two_hundred", "50 PASS pass pass", "over", "seat 2 plays for 50"),
        ("two_hundred", "50 pass", "legal", "seat 4 is to call"),
        ("two_hundred", "50 fish", "wrong_at_2", "no call in this game: fish"),
        ("two_hundred", "50 pass pass pass 60", "wrong_at_5", "the bidding was over"),
        ("skat", "18 hold 20 hold 22 pass pass", "over", "seat 3"),
        ("skat", "18 19", "wrong_at_2", "19"),
        ("skat", "18 hold 18", "wrong_at_3", "18"),
    ],
)
def test_the_auction_judge_finds_the_first_wrong_call(slug, calls, verdict, words):
    result, sentences = verdict_and_sentences(slug, "auction_judge", {"calls": calls})
    assert result == verdict
    assert words in " ".join(sentences)

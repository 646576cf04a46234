"""Referee questions under house rules that the games' own tests leave out.

Each case, worked by hand from the sources, is a question, house rules, facts, and the verdict.
"""

import pytest

from games import every_game
from games.engine import Seating, empty_sheet, from_json, to_json
from games.engine.interchange import ruling_json

# Seat 0 has won; the others have 3, 5 and 10 cards left.
LEFT = {"winner": 0, "left": [0, 3, 5, 10]}
TEN_FOUR_TWO = {"dealer": 1, "tricks": [10, 4, 2]}
TWO_OVER = {"dealer": 1, "tricks": [2, 7, 7]}
SIX_THREE_SEVEN = {"target_order": "custom", "custom_dealer": 6, "custom_left": 3}
NO_HAND_NEEDED = {"suit_ouvert_requires_hand": False}
# Open hearts, after taking the skat. The multiplier is 7: 1 each for the matador, the game, schneider,
# schneider announced, schwarz, schwarz announced and playing open. Hearts are worth 10, so 7 × 10 = 70.
OPEN_HEARTS = {"game": "hearts", "matadors": 1, "announced": "ouvert"}
EVERY_TRICK = {**OPEN_HEARTS, "points": 120, "tricks": "all"}
A_TRICK_LOST = {**OPEN_HEARTS, "points": 70}

# fmt: off
CASES = {
    "big_two": [
        # President: play goes on for all the places, and winning a deal pays nothing.
        ("payment", {"president": "on"}, LEFT, "none"),
        # The highest 2, alone or in a pair of 2s, cannot be beaten and closes the trick. This does not
        # hold where bombs or smack-downs are played, or where a joker or the other 2♠ may still follow.
        ("big_two", {}, {"cards": "2S 2D"}, "yes"),
        ("big_two", {}, {"cards": "2H 2C"}, "no"),
        ("big_two", {}, {"cards": "2S 2D 2C"}, "no"),
        ("big_two", {"decks": 2}, {"cards": "2S"}, "yes"),
        ("big_two", {"decks": 2}, {"cards": "2S 2S"}, "yes"),
        ("big_two", {"decks": 2, "equal_play": True}, {"cards": "2S"}, "no"),
        ("beats", {"decks": 2}, {"played": "2S", "table": "2S"}, "no"),
        ("beats", {"decks": 2, "equal_play": True}, {"played": "2S", "table": "2S"}, "yes"),
        ("beats", {"decks": 2}, {"played": "2S 2H", "table": "2S 2D"}, "no"),
        *[("big_two", {"jokers": jokers}, {"cards": "2S"}, "no") for jokers in ("high_wild", "zero")],
        *[("big_two", {"bombs": bombs}, {"cards": cards}, "no")
          for bombs in ("quads_sf_over_small", "quads_sf_over_all", "quads_over_all")
          for cards in ("2S", "2S 2D")],
        *[("big_two", {"smackdown": smack}, {"cards": "2S"}, "no")
          for smack in ("single_2S", "any_single_2")],
    ],
    "crazy_eights": [
        ("eight_on_two", {"two": "draw2"}, {}, "illegal"),
        ("eight_on_two", {"two": "off"}, {}, "legal"),
    ],
    "five_hundred": [
        # 8♣ is worth 260 by Avondale, and 240 by the perfect schedule; a slam raises less than 250 to 250.
        ("slam", {"schedule": "avondale", "slam_250": True}, {"call": "8C"}, 260),
        ("slam", {"schedule": "perfect", "slam_250": True}, {"call": "8C"}, 250),
        ("both_over", {"win_compare": "exactly"}, {"bidders": 520, "defenders": 500}, "defenders"),
        ("both_over", {"win_compare": "over"}, {"bidders": 500, "defenders": 500}, "nobody"),
        # With 45 cards every 4 belongs to the suit printed on it. Only in the pack with 4♥ and 4♣ is the 4 of
        # the same colour as trumps a trump. The left bower is a trump.
        *[("may_play", {"deck": deck},
           {"trumps": trumps, "led": led, "hand": hand, "card": card}, verdict)
          for deck, trumps, led, hand, card, verdict in (
              ("45", "hearts", "9S", "4S 9H", "9H", "illegal"),
              ("45", "hearts", "9S", "4S 9H", "4S", "legal"),
              ("45", "clubs", "4C", "JS 9H", "9H", "illegal"),
              ("45", "clubs", "4C", "JS 9H", "JS", "legal"),
              ("45", "clubs", "4S", "JS 9H", "9H", "legal"),
              ("45", "diamonds", "5D", "4H 9S", "9S", "legal"),
              ("43_matching_fours", "diamonds", "5D", "4H 9S", "9S", "illegal"),
              ("45", "diamonds", "4H", "9H 5D", "5D", "illegal"),
              ("43_matching_fours", "diamonds", "4H", "9H 5D", "9H", "illegal"))],
    ],
    "gin_rummy": [
        ("limit", {"oklahoma": True, "oklahoma_ace": "one"}, {"up_card": "AS"}, 1),
    ],
    "rummy": [
        ("pay", {"going_rummy": "off"}, {"winner": 0, "left": [0, 10, 20], "rummy": True}, 30),
    ],
    "old_maid": [
        ("places", {"scoring": "letters"}, {}, 0),
    ],
    "baccarat": [
        ("bank", {"bank": "rotate_on_loss"}, {}, 0),
        ("bank_bets", {"bank": "rotate_on_loss"}, {}, "illegal"),
    ],
    "sergeant_major": [
        # Seats count from 0: seat 1 deals, and seat 2 is on its left. Players over target give cards to
        # players who are short: "0>2:3" means that seat 0 gives 3 cards to seat 2.
        ("exchange", {"target_order": "8-5-3"}, TEN_FOUR_TWO, "0>2:3 0>1:4"),
        ("exchange", {"target_order": "8-3-5"}, TEN_FOUR_TWO, "0>2:1 0>1:4"),
        ("exchange", {"target_order": "9-5-2"}, TEN_FOUR_TWO, "0>2:3 0>1:5"),
        # Targets of 6 (dealer) and 3 (left) leave 7 for the right: seat 1 had 6, seat 2 had 3, seat 0 had 7.
        # In the next deal seat 1 has 7 and seat 2 has 6; the higher next target comes first.
        ("exchange", SIX_THREE_SEVEN, TEN_FOUR_TWO, "0>1:2 0>2:1"),
        ("exchange", {**SIX_THREE_SEVEN, "custom_left": 2}, TEN_FOUR_TWO, "0>1:2"),
        ("exchange", SIX_THREE_SEVEN, TWO_OVER, "1>0:1 2>0:4"),
        ("exchange", {**SIX_THREE_SEVEN, "exchange_order": "most_up_first"}, TWO_OVER, "2>0:4 1>0:1"),
        *[("names", {"target_order": order}, {"dealer": 0}, 0) for order in ("8-3-5", "9-5-2")],
        ("no_trump", {"six_games": True}, {}, "allowed"),
        ("no_trump", {"six_games": False}, {}, "forbidden"),
    ],
    "skat": [
        ("null_value", {"null_overbid": "multiple_of_23"}, {"game": "null", "won": True, "bid": 24}, -92),
        ("value", {}, OPEN_HEARTS, "impossible"),
        ("value", NO_HAND_NEEDED, OPEN_HEARTS, 70),
        # An open game needs every trick. A game worth less than the bid is lost, and costs twice the lowest
        # multiple of 10 that reaches the bid. Playing from the hand adds 1 to the multiplier.
        *[(id, {}, EVERY_TRICK, "impossible") for id in ("won", "under_bid", "missed_announcement")],
        *[(id, NO_HAND_NEEDED, facts, winner) for id in ("won", "under_bid")
          for facts, winner in ((EVERY_TRICK, "declarer"), (A_TRICK_LOST, "defenders"),
                                ({**EVERY_TRICK, "bid": 70}, "declarer"),
                                ({**EVERY_TRICK, "bid": 72}, "defenders"))],
        *[(id, {}, {**EVERY_TRICK, "hand": True, "bid": bid}, winner) for id in ("won", "under_bid")
          for bid, winner in ((80, "declarer"), (81, "defenders"))],
        ("score", NO_HAND_NEEDED, {**EVERY_TRICK, "bid": 72}, -160),
        ("missed_announcement", NO_HAND_NEEDED, EVERY_TRICK, "kept"),
        ("missed_announcement", NO_HAND_NEEDED, A_TRICK_LOST, -140),
        ("missed_announcement", NO_HAND_NEEDED, {**A_TRICK_LOST, "bid": 72}, -160),
        ("missed_announcement", NO_HAND_NEEDED | {"failed_announcement": "charge_reached"},
         A_TRICK_LOST, -40),
        ("missed_announcement", {}, {**A_TRICK_LOST, "hand": True}, -160),
        ("missed_announcement", {"failed_announcement": "charge_reached"},
         {**A_TRICK_LOST, "hand": True}, -60),
        ("missed_announcement", {"loss_factor_hand": 1}, {**A_TRICK_LOST, "hand": True}, -80),
    ],
}
# Each case: house rules, the cards left over, and the card whose holder takes them. With three players it is
# the lowest card that was dealt. Nobody takes the cards left over where they stay out of the hands.
LEFTOVER_AT_THREE = [
    ({}, {"cards": "KH"}, "3D"),
    ({"suit_order": "taiwan"}, {"cards": "3C"}, "3D"),
    ({"deal": "17_extra_to_3D"}, {"cards": "3D"}, "3C"),
    ({"decks": 2}, {"cards": "3D KH"}, "3D"),
    ({"decks": 2}, {"cards": "3D 3D"}, "3C"),
    *[({"deal": deal}, {"cards": "3D"}, "none")
      for deal in ("13_ghost", "13_draw_on_pass", "17_extra_discarded")],
]
LEFTOVER_AT_TWO = [
    ({"deal": "21_each"}, {"cards": "3D"}, "none"),
    ({}, {"cards": "3D"}, "none"),
]
# fmt: on


ALL_CASES = [
    *[(slug, *case, None) for slug, cases in CASES.items() for case in cases],
    *[("big_two", "leftover", *case, Seating(3, 3)) for case in LEFTOVER_AT_THREE],
    *[("big_two", "leftover", *case, Seating(2, 2)) for case in LEFTOVER_AT_TWO],
]


@pytest.mark.parametrize(("slug", "id", "changes", "facts", "verdict", "seating"), ALL_CASES)
def test_rulings_follow_the_house_rules(slug, id, changes, facts, verdict, seating):
    assert ruling(slug, id, changes, facts, seating)["verdict"] == verdict


BONUS_BETS = {"4.1": "punto_pair", "4.2": "banco_bonus", "4.3": "dragon_7", "4.4": "panda_8"}
CITED = [  # game, question, house rules, facts, the first rule cited
    ("big_two", "payment", {"president": "on"}, LEFT, "6.10"),
    ("big_two", "big_two", {"decks": 2}, {"cards": "2S"}, "2.7"),
    ("skat", "under_bid", NO_HAND_NEEDED, {**EVERY_TRICK, "bid": 72}, "5.4"),
    ("skat", "missed_announcement", NO_HAND_NEEDED, A_TRICK_LOST, "6.5"),
    ("crazy_eights", "blocked", {"blocked": "no_score"}, {"left": [5, 5, 20]}, "5.5"),
    *[
        ("baccarat", "pay", {}, {"bet": bet, "stake": 10, "winner": "punto"}, number)
        for number, bet in BONUS_BETS.items()
    ],
]


@pytest.mark.parametrize(("slug", "id", "changes", "facts", "number"), CITED)
def test_the_ruling_cites_the_rule_that_decides(slug, id, changes, facts, number):
    assert ruling(slug, id, changes, facts)["because"][0]["rule"] == number


def ruling(slug, id, changes, facts, seating=None):
    """Return the ruling at a table of the first preset with changed house rules."""
    game = every_game()[slug]
    preset = game.presets[0]
    house = from_json(game.house, {**to_json(preset.house), **changes})
    sheet = empty_sheet(game, seating or Seating(*game.shapes(preset)[0]), house)
    return ruling_json(game, id, facts, sheet)

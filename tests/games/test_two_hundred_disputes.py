"""200: the disputes of the digest, and revokes."""

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
    relevant_questions,
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
from games.two_hundred.on_revoke import RevokeWritten
from tests.games.two_hundred_table import EAST, FOUR, MATCH, NORTH, NS, THREE, deal, ruling, standing, verdict

# Disputes: every row of the digest ---------------------------------------------------


NO_HUNDRED = House(hundred_rule=HundredRule.OFF)
TURN_COUNTS = House(shutout_counts_as_silent=False)


@pytest.mark.parametrize(
    ("facts", "house", "expected", "cited"),
    [
        ({"score": 110, "bid": False}, TRADITIONAL, "no", "4.4"),  # we set them, and did not bid
        ({"score": 95, "bid": False}, TRADITIONAL, "yes", "4.4"),
        ({"score": 100, "bid": False}, TRADITIONAL, "no", "4.4"),
        ({"score": 100, "bid": True}, TRADITIONAL, "yes", "4.5"),  # only partner bid, and was outbid
        ({"score": 110, "bid": False, "had_turn": False}, TRADITIONAL, "no", "4.4"),
        ({"score": 110, "bid": False, "had_turn": False}, TURN_COUNTS, "yes", "4.6"),
        ({"score": 110, "bid": False, "had_turn": True}, TURN_COUNTS, "no", "4.4"),
        ({"score": 110, "bid": False}, NO_HUNDRED, "yes", "4.3"),
        ({"score": 110, "bid": False}, House(hundred_threshold=150), "yes", "4.4"),
    ],
)
def test_points_in_defence_at_100_count_by_house_rule(facts, house, expected, cited):
    answer = ruling("defence_counts", facts, house)
    assert answer["verdict"] == expected
    assert answer["because"][0]["rule"] == cited


@pytest.mark.parametrize(("took", "expected"), [(85, 85), (60, 60), (55, -60)])
def test_the_referee_scores_a_bid_and_its_points(took, expected):
    assert verdict("bid_result", {"bid": 60, "took": took}) == expected


HIGHER = House(both_reach=BothReach.HIGHER_TOTAL)


@pytest.mark.parametrize(
    ("bidders", "defenders", "house", "expected"),
    [
        (205, 235, TRADITIONAL, "bidders"),
        (205, 235, HIGHER, "defenders"),
        (235, 205, HIGHER, "bidders"),
        (205, 205, HIGHER, "bidders"),
        (205, 195, TRADITIONAL, "bidders"),
        (195, 205, TRADITIONAL, "defenders"),
        (195, 195, TRADITIONAL, "nobody"),
        (205, 235, BAROUCHE, "nobody"),
    ],
)
def test_the_winner_if_both_reach_the_target_follows_the_house_rule(bidders, defenders, house, expected):
    assert verdict("both_over", {"bidders": bidders, "defenders": defenders}, house) == expected


@pytest.mark.parametrize(
    ("theirs", "ours", "house", "expected"),
    [
        (-200, -50, TRADITIONAL, "yes"),
        (-195, 50, TRADITIONAL, "no"),
        (-205, -50, PAGAT, "no"),
        (-205, 0, PAGAT, "yes"),
        (-205, 0, DEUX_CENTS, "no"),
    ],
)
def test_a_side_at_minus_200_loses_by_house_rule(theirs, ours, house, expected):
    assert verdict("minus_limit", {"theirs": theirs, "ours": ours}, house) == expected


@pytest.mark.parametrize("house", [TRADITIONAL, BAROUCHE])
def test_the_first_card_names_trumps_that_were_forgotten(house):
    answer = ruling("trump_not_named", {"led": "9H"}, house)
    assert (answer["verdict"], answer["because"][0]["rule"]) == ("hearts", "2.7")


def test_a_void_player_need_not_trump():
    assert verdict("must_trump") == "no"


@pytest.mark.parametrize(("house", "expected"), [(TRADITIONAL, "no"), (BAROUCHE, "yes")])
def test_the_first_lead_follows_the_house_rule(house, expected):
    assert verdict("first_lead", house=house) == expected


@pytest.mark.parametrize(
    ("turned", "over", "expected"), [(True, False, "no"), (False, False, "yes"), (True, True, "yes")]
)
def test_looking_back_at_a_trick_is_judged(turned, over, expected):
    assert verdict("look_back", {"turned": turned, "over": over}) == expected


def test_a_pass_is_final():
    assert verdict("bid_after_pass") == "no"


@pytest.mark.parametrize(
    ("house", "expected"),
    [
        (TRADITIONAL, "next_dealer"),
        (House(all_pass=AllPass.REDEAL_SAME_DEALER), "same_dealer"),
        (DEUX_CENTS, "dealer_bids"),
    ],
)
def test_the_dealer_after_all_passed_follows_the_house_rule(house, expected):
    assert verdict("all_passed", house=house) == expected


@pytest.mark.parametrize(
    ("calls", "call", "house", "expected", "cited"),
    [
        ("75", "80", TRADITIONAL, "legal", ["2.1"]),
        ("75", "75", TRADITIONAL, "illegal", ["2.2", "2.2"]),
        ("75 pass pass", "75", MATCH, "legal", ["2.1"]),
        ("75 pass", "75", MATCH, "illegal", ["2.2", "2.2"]),
        ("", " PASS ", TRADITIONAL, "legal", ["2.1"]),
        ("", "45", TRADITIONAL, "illegal", ["2.1", "2.1"]),
        ("", "30", BAROUCHE, "legal", ["2.1"]),
        ("60", "Barouche", BAROUCHE, "legal", ["2.1"]),
        ("100", "pass", TRADITIONAL, "illegal", ["2.5", "2.5"]),
        ("75 70", "80", TRADITIONAL, "illegal", ["2.2", "2.2"]),
    ],
)
def test_bids_are_judged(calls, call, house, expected, cited):
    answer = ruling("bid_legal", {"calls": calls, "call": call}, house)
    assert answer["verdict"] == expected
    assert [because["rule"] for because in answer["because"]] == cited


def test_an_earlier_mistake_in_the_bidding_is_named():
    answer = ruling("bid_legal", {"calls": "75 70", "call": "80"})
    assert answer["because"][0]["text"] == "Something was wrong before that: 70 was not legal."


@pytest.mark.parametrize(("seating", "expected"), [(FOUR, "loses_bid"), (THREE, "stands")])
def test_a_bid_out_of_turn_is_ruled_on(seating, expected):
    assert verdict("bid_out_of_turn", seating=seating) == expected


def test_miscounted_piles_are_to_be_counted_again():
    answer = ruling("piles", {"took": [55, 40]})
    assert answer["verdict"] == "recount"
    assert answer["because"][0]["text"] == "A five is missing: the pack always holds 100"
    assert verdict("piles", {"took": [55, 45]}) == "right"
    assert verdict("piles", {"took": [55, 35], "buried": 10}, KITTY) == "right"


@pytest.mark.parametrize(
    ("house", "seating", "expected", "cited"),
    [
        (KITTY, FOUR, "defenders", ["6.2"]),
        (KITTY, THREE, "defenders", ["6.2", "9.2"]),
        (replace(KITTY, kitty_points_to=KittyPoints.BIDDERS), THREE, "bidders", ["6.2"]),
        (replace(KITTY, kitty_points_to=KittyPoints.LAST_TRICK), FOUR, "last_trick", ["6.2"]),
        (TRADITIONAL, FOUR, "no_kitty", ["6.1"]),
    ],
)
def test_the_owner_of_buried_points_follows_the_house_rule(house, seating, expected, cited):
    answer = ruling("kitty_points", house=house, seating=seating)
    assert answer["verdict"] == expected
    assert [because["rule"] for because in answer["because"]] == cited


def test_buried_points_are_asked_of_a_count_only_where_there_is_a_kitty():
    piles = GAME.questions["piles"].facts(PerSide((55, 45)))
    assert "buried" in relevant_questions(piles, standing(0, 0, house=KITTY))
    assert "buried" not in relevant_questions(piles, standing(0, 0))


def test_a_turn_is_asked_for_only_where_it_excuses():
    facts = GAME.questions["defence_counts"].facts(110, False)
    assert "had_turn" in relevant_questions(facts, standing(0, 0, house=TURN_COUNTS))
    assert "had_turn" not in relevant_questions(facts, standing(0, 0))


def test_the_deux_cents_source_leaves_the_question_open():
    answer = ruling("deux_cents_hundred")
    assert answer["verdict"] == "unclear"
    assert answer["because"][1]["text"] == "At this table they score only if one of them bid."
    assert "always" in ruling("deux_cents_hundred", house=NO_HUNDRED)["because"][1]["text"]


@pytest.mark.parametrize(
    ("cards", "trump", "expected"),
    [
        ("9H AH TH 5S", "spades", "5S"),
        ("9H AH TH 5S", "clubs", "AH"),
        ("TS JS 5S QS", "hearts", "QS"),
        ("5D 7D AS KC", "spades", "AS"),
        ("5C AD 7C KD", "hearts", "7C"),
        ("9H AS TH 5H", None, "TH"),
        ("7H 5H", "hearts", "7H"),
        ("5H 6H", "hearts", "6H"),
    ],
)
def test_the_right_card_takes_the_trick(cards, trump, expected):
    assert verdict("trick", {"cards": cards, "trump": trump}, DEUX_CENTS) == expected


def test_the_points_of_a_trick_are_counted():
    answer = ruling("trick", {"cards": "9H AH TH 5S", "trump": "spades"})
    assert [because["text"] for because in answer["because"]] == [
        "5♠ takes it, the highest trump.",
        "The trick is worth 25.",
    ]


@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        ("AS TS 5S KS", 25),
        ("KH QH JH 9H 8H 7H", 0),
        ("AS TS 5S AC TC 5C AD TD 5D AH TH 5H", 100),
    ],
)
def test_a_pile_is_counted(cards, worth):
    assert verdict("count_pile", {"cards": cards}) == worth


@pytest.mark.parametrize(
    ("led", "hand", "card", "expected", "cited"),
    [
        ("AH", "5H 9S TD", "5H", "legal", ["3.3"]),
        ("AH", "5H 9S TD", "TD", "illegal", ["3.3"]),
        ("AH", "8S 9S TD", "TD", "legal", ["3.4", "3.6"]),
        ("AH", "8S 9S TD", "8S", "legal", ["3.4"]),
        ("AH", "8S 9S TD", "AS", "illegal", ["3.3"]),
    ],
)
def test_playing_a_card_is_judged(led, hand, card, expected, cited):
    answer = ruling("may_play", {"led": led, "hand": hand, "card": card})
    assert answer["verdict"] == expected
    assert [because["rule"] for because in answer["because"]] == cited


# Revokes -------------------------------------------------------------------------


LOSES = House(revoke_rule=RevokeRule.OFFENDER_LOSES_HAND)
REDEAL = House(revoke_rule=RevokeRule.REDEAL)
HAND = {"bidder": 0, "bid": 75, "took": [85, 15]}


@pytest.mark.parametrize(
    ("by", "took", "expected"),
    [
        (0, [85, 15], (-75, 15)),  # the bidders lose their bid
        (1, [85, 15], (85, 0)),  # they took more than their bid
        (1, [60, 40], (75, 0)),  # they are given their bid
    ],
)
def test_a_revoke_may_cost_the_hand(by, took, expected):
    facts = {**HAND, "took": took, "by": by}
    sheet = standing(0, 0, house=LOSES)
    answer = ruling_json(GAME, "revoke", facts, sheet)
    assert answer["verdict"] == ("bid_lost" if by == 0 else "defence_lost")
    kept = AcceptedRuling("revoke", Revoke(NORTH, 75, PerSide(took), by=Side(by)))
    after = append_hand(GAME, sheet, kept)
    assert tuple(after.totals) == expected
    assert GAME.dealer(after) == EAST, "the ruling stands for the hand"


def test_a_revoke_by_bidders_leaves_the_hundred_rule_in_force():
    sheet = standing(0, 110, house=LOSES)
    kept = Revoke(NORTH, 75, PerSide((85, 15)), by=NS)
    assert tuple(append_hand(GAME, sheet, AcceptedRuling("revoke", kept)).totals) == (-75, 110)
    kept = replace(kept, defender_bid=True)
    assert tuple(append_hand(GAME, sheet, AcceptedRuling("revoke", kept)).totals) == (-75, 125)


def test_bidders_win_if_a_revoke_ruling_takes_both_over_the_target():
    sheet = standing(150, 190, 0, house=LOSES, seating=THREE)
    bids = PerSide((False, True, False))
    kept = Revoke(Seat(0), 60, PerSide((60, 30, 10)), sides_bid=bids, by=Side(2))
    after = append_hand(GAME, sheet, AcceptedRuling("revoke", kept))
    assert tuple(after.totals) == (210, 220, 0)
    assert after.outcome.winners == (0,)


def test_a_miscounted_hand_is_not_ruled_on():
    house = replace(KITTY, revoke_rule=RevokeRule.OFFENDER_LOSES_HAND)
    answer = ruling_json(GAME, "revoke", {**HAND, "buried": 10, "by": 0}, standing(0, 0, house=house))
    assert (answer["verdict"], answer["lines"]) == ("recount", [])


def test_a_revoke_scores_nothing_where_the_table_decides():
    answer = ruling("revoke", {**HAND, "by": 0})
    assert (answer["verdict"], answer["lines"]) == ("table_decides", [])
    assert verdict("revoke", {**HAND, "by": 0}, REDEAL) == "redeal"
    sheet = standing(0, 0, house=REDEAL)
    kept = AcceptedRuling("revoke", Revoke(NORTH, 75, PerSide((85, 15)), by=NS))
    assert GAME.dealer(append_hand(GAME, sheet, kept)) == NORTH


@pytest.mark.parametrize(
    ("house", "by", "expected", "dealer"),
    [
        (LOSES, 0, (-75, 15), EAST),
        (LOSES, 1, (85, 0), EAST),
        (REDEAL, 0, (0, 0), NORTH),
        (House(), 0, (85, 15), EAST),
    ],
)
def test_a_revoke_found_after_the_hand_was_written_corrects_it(house, by, expected, dealer):
    sheet = append_hand(GAME, standing(0, 0, house=house), deal(NORTH, 75, 85, 15))
    after = append_hand(GAME, sheet, AcceptedRuling("revoke_in_last_hand", RevokeWritten(Side(by))))
    assert tuple(after.totals) == expected
    assert GAME.dealer(after) == dealer


def test_a_correction_gives_old_and_new_points():
    sheet = append_hand(GAME, standing(0, 0, house=LOSES), deal(NORTH, 75, 85, 15))
    (line,) = ruling_json(GAME, "revoke_in_last_hand", {"by": 0}, sheet)["lines"]
    assert line["points"] == -160
    assert line["because"][0]["text"] == "−75 instead of 85 for the hand above"


def test_a_revoke_needs_a_hand_above_it():
    for sheet in standing(0, 0), append_hand(GAME, standing(0, 0), PassedIn()), standing(10, 0):
        assert ruling_json(GAME, "revoke_in_last_hand", {"by": 0}, sheet)["verdict"] == "no_hand"
    spoilt = append_hand(GAME, standing(0, 0), deal(NORTH, 75, 85, 10))
    assert ruling_json(GAME, "revoke_in_last_hand", {"by": 0}, spoilt)["verdict"] == "no_hand"


def test_a_revoke_in_the_final_hand_explains_the_correction():
    sheet = append_hand(GAME, standing(150, 0, house=LOSES), deal(NORTH, 75, 85, 15))
    assert sheet.outcome
    answer = ruling_json(GAME, "revoke_in_last_hand", {"by": 0}, sheet)
    assert answer["verdict"] == "bid_lost"
    assert "strike it out first" in answer["because"][-1]["text"]


@given(
    theirs=st.sampled_from([-260, -205, -200, -195, 0, 150]),
    ours=st.sampled_from([-260, -205, -200, -195, -5, 0, 150]),
    house=st.sampled_from([TRADITIONAL, PAGAT, DEUX_CENTS]),
)
def test_a_ruling_on_a_loss_matches_the_sheet(theirs, ours, house):
    """A fallen side loses because the other wins, so if both have fallen, nobody has won yet."""
    sheet = standing(ours, theirs, house=house)
    won = sheet.outcome is not None and tuple(sheet.outcome.winners) == (NS,)
    assert (verdict("minus_limit", {"theirs": theirs, "ours": ours}, house) == "yes") == won

"""200: passing, the kitty, La Barouche, and other numbers of players.

Under the hundred rule, a side at 100 or more scores in defence only if it bid.
"""

from dataclasses import replace

import pytest

from games.engine import (
    PerSide,
    append_hand,
    relevant_questions,
)
from games.two_hundred import GAME
from games.two_hundred.hands import Barouche, PassedIn
from games.two_hundred.house import (
    BAROUCHE,
    DEUX_CENTS,
    KITTY,
    PAGAT,
    AllPass,
    House,
    KittyPoints,
)
from tests.games.two_hundred_table import (
    EAST,
    EW,
    NORTH,
    NS,
    SIX_BY_THREE,
    SIX_BY_TWO,
    SOUTH,
    THREE,
    TWO,
    deal,
    dealer_after,
    problem_fields,
    problem_words,
    row_after,
    rules_cited,
    sheet_at,
    totals_after,
    winners_after,
)

# Passing, and who deals


def test_when_all_pass_nobody_scores_and_the_next_player_deals():
    sheet = append_hand(GAME, sheet_at(), PassedIn())
    assert sheet.rows[-1].lines == ()
    assert GAME.dealer(sheet) == EAST
    assert dealer_after(sheet, deal(NORTH, 60, 60, 40)) == SOUTH
    same_dealer = sheet_at(house=House(all_pass=AllPass.REDEAL_SAME_DEALER))
    assert dealer_after(same_dealer, PassedIn()) == NORTH


def test_where_the_dealer_has_to_bid_no_hand_is_passed_in():
    sheet = sheet_at(house=DEUX_CENTS)
    assert problem_words(sheet, PassedIn()) == ["When all pass here, the dealer has to play for 50"]
    assert dealer_after(sheet, PassedIn()) == NORTH, "an impossible hand does not move the deal"


def test_an_agreed_adjustment_does_not_move_the_deal():
    assert GAME.dealer(sheet_at(50, 0)) == NORTH


# The kitty


@pytest.mark.parametrize(
    ("kitty_points_to", "last_trick", "expected"),
    [
        (KittyPoints.DEFENDERS, None, (60, 40)),
        (KittyPoints.BIDDERS, None, (75, 25)),
        (KittyPoints.LAST_TRICK, NS, (75, 25)),
        (KittyPoints.LAST_TRICK, EW, (60, 40)),
    ],
)
def test_buried_points_count_by_house_rule(kitty_points_to, last_trick, expected):
    sheet = sheet_at(house=replace(KITTY, kitty_points_to=kitty_points_to))
    assert totals_after(sheet, deal(NORTH, 60, 60, 25, buried=15, last_trick=last_trick)) == expected


def test_buried_points_can_make_the_bid():
    sheet = sheet_at(house=replace(KITTY, kitty_points_to=KittyPoints.BIDDERS))
    row = row_after(sheet, deal(NORTH, 75, 60, 25, buried=15))
    assert row.totals == (75, 25)
    assert rules_cited(row) == ["4.1", "6.2", "4.3"]
    assert rules_cited(row_after(sheet, deal(NORTH, 80, 60, 25, buried=15))) == ["4.2", "6.2", "4.3"]


def test_buried_points_are_barred_like_points_taken():
    assert totals_after(sheet_at(0, 110, house=KITTY), deal(NORTH, 60, 60, 25, buried=15)) == (60, 110)


def test_the_three_numbers_of_a_kitty_game_come_to_100():
    sheet = sheet_at(house=KITTY)
    assert problem_words(sheet, deal(NORTH, 60, 60, 30, buried=5)) == [
        "A five is missing: the pack always holds 100"
    ]
    assert problem_fields(sheet, deal(NORTH, 60, 60, 40, buried=10)) == ["took"]
    too_many_buried = deal(NORTH, 60, 60, 0, buried=45)  # the four cards hold at most 40
    assert problem_fields(sheet, too_many_buried) == ["buried"]


def test_the_last_trick_is_asked_only_for_buried_points():
    sheet = sheet_at(house=replace(KITTY, kitty_points_to=KittyPoints.LAST_TRICK))
    without_buried, with_buried = deal(NORTH, 60, 60, 40), deal(NORTH, 60, 60, 25, buried=15)
    assert "last_trick" in relevant_questions(with_buried, sheet)
    assert "last_trick" not in relevant_questions(without_buried, sheet)
    assert "last_trick" not in relevant_questions(with_buried, sheet_at(house=KITTY))
    assert "buried" not in relevant_questions(without_buried, sheet_at())
    assert problem_fields(sheet, with_buried) == ["last_trick"]


# La Barouche


def test_barouche_wins_or_loses_the_game():
    sheet, lost = sheet_at(0, 200, house=BAROUCHE), Barouche(NORTH, made=False)
    assert winners_after(sheet, Barouche(NORTH, made=True)) == (0,)
    assert winners_after(sheet, lost) == (1,)
    row = row_after(sheet, lost)
    assert (row.totals, rules_cited(row)) == ((0, 200), ["7.2"])


def test_la_barouche_bids_from_30_and_defenders_always_score():
    assert totals_after(sheet_at(0, 150, house=BAROUCHE), deal(NORTH, 30, 25, 75)) == (-30, 225)


# Other numbers of players


def test_two_players_and_two_teams_of_three_score_as_four_do():
    for seating in TWO, SIX_BY_TWO:
        assert totals_after(sheet_at(0, 110, seating=seating), deal(0, 75, 40, 60)) == (-75, 110)


def test_the_hundred_rule_applies_to_each_side_separately():
    sheet = sheet_at(0, 110, 120, seating=THREE)
    silent = deal(0, 75, 50, 30, 20)
    assert totals_after(sheet, silent) == (-75, 110, 120)
    one_side_bid = replace(silent, sides_bid=PerSide((False, True, False)))
    assert totals_after(sheet, one_side_bid) == (-75, 140, 120)
    assert rules_cited(row_after(sheet, one_side_bid)) == ["4.2", "4.3", "4.5", "9.1", "4.4", "9.1"]


def test_with_several_sides_each_is_asked_if_it_bid():
    sheet = sheet_at(0, 0, 120, seating=THREE)
    hand = deal(0, 75, 50, 30, 20)
    assert "sides_bid" in relevant_questions(hand, sheet)
    assert "defender_bid" not in relevant_questions(hand, sheet)
    assert "sides_bid" not in relevant_questions(hand, sheet_at(0, 0, 0, seating=THREE))
    assert "sides_bid" not in relevant_questions(replace(hand, bid=50), sheet)
    assert problem_fields(sheet, replace(hand, defender_bid=True)) == ["defender_bid"]


def test_no_more_sides_can_have_bid_than_there_are_lower_bids():
    sheet = sheet_at(0, 110, 120, seating=THREE)
    both_defenders, with_bidder = PerSide((False, True, True)), PerSide((True, True, False))
    for bid in 50, 55:
        assert problem_fields(sheet, deal(0, bid, 60, 20, 20, sides_bid=both_defenders)) == ["sides_bid"]
    assert totals_after(sheet, deal(0, 60, 60, 20, 20, sides_bid=both_defenders)) == (60, 130, 140)
    assert totals_after(sheet, deal(0, 55, 60, 20, 20, sides_bid=with_bidder)) == (60, 130, 120)


def test_of_several_sides_at_the_target_the_bidder_or_else_the_highest_wins():
    bids = PerSide((False, True, True))
    for took, winners in (
        ((60, 30, 10), (0,)),
        ((40, 40, 20), (1,)),
        ((35, 35, 30), (2,)),
        ((30, 40, 30), (1, 2)),
    ):
        hand = deal(0, 60, *took, sides_bid=bids)
        assert winners_after(sheet_at(150, 170, 180, seating=THREE), hand) == winners


def test_when_one_of_several_falls_to_the_limit_the_others_win_by_house_rule():
    for house, took, winners in (
        (House(), (40, 50, 10), (1, 2)),
        (PAGAT, (45, 50, 5), (1,)),
        (PAGAT, (90, 5, 5), None),
    ):
        sheet = sheet_at(-140, 50, -10, seating=THREE, house=house)
        assert winners_after(sheet, deal(0, 60, *took)) == winners


def test_with_several_defending_sides_buried_points_belong_to_no_side():
    sheet = sheet_at(0, 0, 0, house=KITTY, seating=SIX_BY_THREE)
    assert totals_after(sheet, deal(0, 50, 50, 20, 10, buried=20)) == (50, 20, 10)


def test_first_call_of_100_may_excuse_one_side():
    sheet = sheet_at(110, 110, 0, seating=THREE, house=House(shutout_counts_as_silent=False))
    # Seat 1 passed, and seat 0 never spoke.
    assert totals_after(sheet, deal(2, 100, 10, 20, 70, first_call=True)) == (120, 110, -100)

"""200: worked by hand from the seed and the other texts, rule by rule."""

from dataclasses import replace

import pytest

from games.engine import (
    ENGLISH,
    Adjustment,
    Begun,
    Calls,
    PerSide,
    Ruled,
    Seat,
    Seating,
    Side,
    heard,
    play,
    restored,
    to_json,
    worth_asking,
    write,
    wrong_house,
)
from games.engine.interchange import asked
from games.two_hundred import GAME
from games.two_hundred.auction import AUCTION
from games.two_hundred.hands import Barouche, Deal, PassedIn, Revoke, Trump
from games.two_hundred.house import (
    BAROUCHE,
    DEUX_CENTS,
    KITTY,
    PAGAT,
    TRADITIONAL,
    AllPass,
    AuctionRounds,
    BothReach,
    Deck,
    House,
    HundredRule,
    KittyPoints,
    RevokeRule,
)
from games.two_hundred.on_revoke import RevokeWritten

FOUR, TWO, THREE, SIX_BY_TWO, SIX_BY_THREE = (
    Seating(4, 2),
    Seating(2, 2),
    Seating(3, 3),
    Seating(6, 2),
    Seating(6, 3),
)
NORTH, EAST, SOUTH, WEST = FOUR.every_seat
NS, EW = FOUR.every_side


def standing(*totals, house=TRADITIONAL, seating=FOUR):
    """A sheet on which the sides stand so."""
    if not any(totals):
        return play(GAME, seating, house, ())
    return play(GAME, seating, house, (Adjustment(PerSide(totals), "so far"),))


def deal(bidder, bid, *took, **more):
    return Deal(Seat(bidder), bid, PerSide(took), **more)


def totals_after(sheet, hand):
    after = write(GAME, sheet, hand)
    assert after.rows[-1].problems == ()
    return tuple(after.totals)


def winners_after(sheet, hand):
    outcome = write(GAME, sheet, hand).outcome
    return outcome and tuple(outcome.winners)


def rules_of(row):
    return [because.rule.number for line in row.lines for because in line.because]


def fields_wrong(sheet, hand):
    return [problem.field for problem in write(GAME, sheet, hand).rows[-1].problems]


def words_wrong(sheet, hand):
    return [ENGLISH.read(problem.words) for problem in write(GAME, sheet, hand).rows[-1].problems]


def ruling(question, facts=None, house=TRADITIONAL, seating=FOUR):
    return asked(GAME, question, facts or {}, play(GAME, seating, house, ()))


def verdict(question, facts=None, house=TRADITIONAL, seating=FOUR):
    return ruling(question, facts, house, seating)["verdict"]


def told(sheet, **answers):
    begun = Begun("deal", answers) if answers else None
    return [ENGLISH.read(said.words) for said in GAME.briefing(sheet, begun)]


# The presets -------------------------------------------------------------------

PUBLISHED = {
    "traditional_200": {
        "target": 200, "min_bid": 50, "max_bid": 100, "bid_step": 5, "auction": "until_three_pass",
        "all_pass": "next_dealer", "dealer_may_match": False, "hundred_rule": "on", "hundred_threshold": 100,
        "shutout_counts_as_silent": True, "both_reach": "bidder", "negative_limit": -200,
        "negative_limit_needs_other_nonnegative": False, "deck": "36", "kitty_size": 0,
        "kitty_points_to": "defenders", "trump_named": "after_auction", "must_lead_trump": False,
        "barouche_bid": False, "revoke_rule": "manual",
    },
    "pagat_200": {"negative_limit_needs_other_nonnegative": True},
    "kitty_200": {
        "negative_limit_needs_other_nonnegative": True, "deck": "40", "kitty_size": 4,
        "kitty_points_to": "defenders",
    },
    "deux_cents_40": {
        "deck": "40_no_kitty", "all_pass": "dealer_must_bid_minimum", "negative_limit": None,
    },
    "barouche_250": {
        "target": 250, "min_bid": 30, "all_pass": "dealer_must_bid_minimum", "dealer_may_match": True,
        "hundred_rule": "off", "negative_limit": None, "deck": "40_no_kitty",
        "trump_named": "by_first_card", "must_lead_trump": True, "barouche_bid": True,
    },
}  # fmt: skip


def test_the_traditional_game_of_the_seed_is_offered_first_with_two_partnerships():
    assert GAME.presets[0].id == "traditional_200"
    assert GAME.presets[0].source.tag == "debitcardcasino"
    assert GAME.seatings[0].shape == (4, 2)


@pytest.mark.parametrize("preset", GAME.presets, ids=lambda preset: preset.id)
def test_each_preset_is_as_published(preset):
    assert to_json(preset.house) == PUBLISHED["traditional_200"] | PUBLISHED[preset.id]


def test_every_preset_published_is_there():
    assert {preset.id for preset in GAME.presets} == set(PUBLISHED)


@pytest.mark.parametrize(
    ("house", "field"),
    [
        (House(min_bid=100, max_bid=50), "min_bid"),
        (House(bid_step=15), "bid_step"),
        (House(deck=Deck.FORTY), "kitty_size"),
        (House(deck=Deck.FORTY_NO_KITTY, kitty_size=4), "kitty_size"),
        (House(target=201), "target"),
        (House(bid_step=7), "bid_step"),
    ],
)
def test_house_rules_that_cannot_go_together_are_refused_by_name(house, field):
    assert [problem.field for problem in wrong_house(GAME, house, FOUR)] == [field]


def test_house_rules_that_other_tables_play_are_accepted():
    for house in (
        House(target=500, min_bid=30, bid_step=10),
        House(kitty_size=4),
        House(hundred_threshold=None),
        House(deck=Deck.FORTY, kitty_size=4, kitty_points_to=KittyPoints.BIDDERS),
    ):
        assert wrong_house(GAME, house, FOUR) == ()


def test_house_rules_that_follow_from_others_are_asked_only_with_them():
    sheet = standing(0, 0)
    beside = {
        "hundred_threshold",
        "shutout_counts_as_silent",
        "kitty_points_to",
        "negative_limit_needs_other_nonnegative",
    }
    assert worth_asking(KITTY, sheet) >= beside
    assert not worth_asking(BAROUCHE, sheet) & beside


# Scoring: the formula of the seed ------------------------------------------------


def test_bidders_who_make_it_score_all_they_took():
    assert totals_after(standing(0, 0), deal(NORTH, 60, 85, 15)) == (85, 15)


def test_a_bid_just_made_is_made():
    assert totals_after(standing(0, 0), deal(NORTH, 60, 60, 40)) == (60, 40)


def test_bidders_who_fall_short_lose_the_bid_and_keep_nothing():
    assert totals_after(standing(0, 0), deal(EAST, 60, 45, 55)) == (45, -60)


@pytest.mark.parametrize(
    ("took", "defender_bid", "expected", "winners"),
    [
        (85, False, (205, 100), (0,)),
        (75, True, (195, 125), None),
        (75, False, (195, 100), None),
        (70, True, (45, 130), None),
        (70, False, (45, 100), None),
    ],
)
def test_pagats_worked_example_from_120_to_100_with_75_bid(took, defender_bid, expected, winners):
    sheet = standing(120, 100, house=PAGAT)
    hand = deal(NORTH, 75, took, 100 - took, defender_bid=defender_bid)
    assert totals_after(sheet, hand) == expected
    assert winners_after(sheet, hand) == winners


@pytest.mark.parametrize(
    ("before", "scores"), [(95, True), (100, False), (110, False), (-50, True), (0, True)]
)
def test_the_hundred_rule_looks_at_the_total_before_the_hand(before, scores):
    assert totals_after(standing(0, before), deal(NORTH, 75, 40, 60))[1] == before + (60 if scores else 0)


def test_a_side_held_back_is_told_why_in_a_line_of_nothing():
    row = write(GAME, standing(0, 110), deal(NORTH, 75, 40, 60)).rows[-1]
    assert [(line.side, line.points) for line in row.lines] == [(0, -75), (1, 0)]
    assert rules_of(row) == ["4.2", "4.4"]
    words = ENGLISH.read(row.lines[1].because[0].words)
    assert words == "Stood at 110 and did not bid: the 60 taken in defence do not count"


def test_a_side_at_the_hundred_that_bid_is_told_why_it_scores():
    row = write(GAME, standing(0, 110), deal(NORTH, 75, 40, 60, defender_bid=True)).rows[-1]
    assert rules_of(row) == ["4.2", "4.3", "4.5"]
    assert row.totals == (-75, 170)


def test_the_bidders_are_never_held_back():
    assert totals_after(standing(150, 0), deal(NORTH, 50, 50, 50)) == (200, 50)


def test_the_hundred_rule_can_be_left_out_or_moved():
    hand = deal(NORTH, 75, 40, 60)
    assert totals_after(standing(0, 110, house=House(hundred_rule=HundredRule.OFF)), hand) == (-75, 170)
    assert totals_after(standing(0, 110, house=House(hundred_threshold=None)), hand) == (-75, 170)
    assert totals_after(standing(0, 110, house=House(hundred_threshold=150)), hand) == (-75, 170)
    assert totals_after(standing(0, 110, house=House(hundred_threshold=50)), hand) == (-75, 110)


def test_hundred_rule_on_reads_as_yes_and_off_as_no():
    assert HundredRule.ON
    assert not HundredRule.OFF


# The one conditional question ------------------------------------------------------


@pytest.mark.parametrize(
    ("totals", "hand", "asks"),
    [
        ((0, 110), deal(NORTH, 75, 40, 60), True),
        ((0, 100), deal(NORTH, 55, 40, 60), True),
        ((0, 95), deal(NORTH, 75, 40, 60), False),
        ((0, 110), deal(NORTH, 50, 40, 60), False),
        ((110, 0), deal(NORTH, 75, 40, 60), False),
        ((110, 0), deal(WEST, 75, 40, 60), True),
    ],
)
def test_did_a_defender_bid_is_asked_only_where_it_changes_something(totals, hand, asks):
    assert ("defender_bid" in worth_asking(hand, standing(*totals))) is asks
    assert "sides_bid" not in worth_asking(hand, standing(*totals))


def test_where_the_dealer_may_match_the_dealers_lowest_bid_proves_nothing():
    house = House(dealer_may_match=True)
    assert "defender_bid" in worth_asking(deal(NORTH, 50, 40, 60), standing(0, 110, house=house))
    assert "defender_bid" not in worth_asking(deal(SOUTH, 50, 40, 60), standing(0, 110, house=house))
    assert totals_after(standing(0, 110, house=house), deal(NORTH, 50, 40, 60, defender_bid=True)) == (
        -50,
        170,
    )


def test_no_defender_can_have_bid_before_the_lowest_bid():
    for before in 0, 110:
        hand = deal(NORTH, 50, 60, 40, defender_bid=True)
        assert words_wrong(standing(0, before), hand) == [
            "50 is the lowest bid, so no defender can have bid before it"
        ]


def test_an_answer_that_does_not_matter_is_put_back():
    sheet = write(GAME, standing(0, 0), deal(NORTH, 75, 80, 20, defender_bid=True))
    assert sheet.last.defender_bid is False


@pytest.mark.parametrize(
    ("counts_as_silent", "bidder", "first_call", "expected"),
    [
        (True, EAST, True, 110),
        (False, EAST, True, 140),  # East sits at the dealer's left: North and South never spoke
        (False, EAST, False, 110),
        (False, WEST, True, 110),  # South had a turn before West
    ],
)
def test_a_hundred_called_at_once_leaves_the_others_silent_or_excused(
    counts_as_silent, bidder, first_call, expected
):
    house = House(shutout_counts_as_silent=counts_as_silent)
    hand = deal(bidder, 100, 30, 70, first_call=first_call)
    assert totals_after(standing(110, 0, house=house), hand)[0] == expected


def test_whether_it_was_called_at_once_is_asked_only_where_it_excuses_somebody():
    excused = House(shutout_counts_as_silent=False)
    hand = deal(EAST, 100, 30, 70)
    assert "first_call" in worth_asking(hand, standing(110, 0, house=excused))
    assert "first_call" not in worth_asking(hand, standing(110, 0))
    assert "first_call" not in worth_asking(hand, standing(95, 0, house=excused))
    assert "first_call" not in worth_asking(replace(hand, bid=95), standing(110, 0, house=excused))
    assert "first_call" not in worth_asking(replace(hand, bidder=SOUTH), standing(110, 0, house=excused))
    one_round = replace(excused, auction=AuctionRounds.SINGLE_ROUND)
    assert "first_call" not in worth_asking(hand, standing(110, 0, house=one_round))


def test_in_a_single_round_every_call_is_a_first_call():
    house = House(shutout_counts_as_silent=False, auction=AuctionRounds.SINGLE_ROUND)
    assert totals_after(standing(110, 0, house=house), deal(EAST, 100, 30, 70))[0] == 140


@pytest.mark.parametrize("house", [House(barouche_bid=True), House(dealer_may_match=True)])
def test_who_can_still_speak_after_a_hundred_was_not_left_without_a_turn(house):
    house = replace(house, shutout_counts_as_silent=False)
    hand = deal(EAST, 100, 30, 70, first_call=True)
    assert totals_after(standing(110, 0, house=house), hand)[0] == 110


# What cannot be ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "fields"),
    [
        (deal(NORTH, 45, 60, 40), ["bid"]),
        (deal(NORTH, 105, 60, 40), ["bid"]),
        (deal(NORTH, 72, 60, 40), ["bid"]),
        (deal(NORTH, 60, 60, 35), ["took"]),
        (deal(NORTH, 60, 57, 43), ["took.0", "took.1"]),
        (deal(NORTH, 60, 105, -5), ["took.0", "took.1"]),
        (deal(4, 60, 60, 40), ["bidder"]),
        (deal(NORTH, 60, 60, 30, buried=10), ["took", "buried"]),
        (deal(NORTH, 60, 60, 40, sides_bid=PerSide((False, True))), ["sides_bid"]),
        (Barouche(NORTH, made=True), [""]),
    ],
)
def test_what_cannot_be_is_told_by_its_question(hand, fields):
    assert fields_wrong(standing(0, 0), hand) == fields


def test_nothing_is_written_after_the_end():
    sheet = write(GAME, standing(190, 0), deal(NORTH, 50, 60, 40))
    assert sheet.outcome
    assert words_wrong(sheet, PassedIn()) == ["The game was already over"]


def test_bids_go_up_in_this_tables_steps():
    house = House(bid_step=10)
    assert words_wrong(standing(0, 0, house=house), deal(NORTH, 65, 60, 40)) == [
        "Bids go up from 50 in steps of 10"
    ]
    assert totals_after(standing(0, 0, house=house), deal(NORTH, 70, 80, 20)) == (80, 20)


# The end -------------------------------------------------------------------------


@pytest.mark.parametrize(("total", "over"), [(195, False), (200, True), (205, True)])
def test_200_or_more_wins(total, over):
    assert winners_after(standing(total - 60, 0), deal(NORTH, 60, 60, 40)) == ((0,) if over else None)


def test_defenders_alone_may_win_in_defence():
    assert winners_after(standing(0, 160), deal(NORTH, 75, 40, 60, defender_bid=True)) == (1,)
    assert winners_after(standing(0, 160), deal(NORTH, 75, 40, 60)) is None


def test_when_both_get_there_the_bidders_win_even_with_less():
    hand = deal(NORTH, 55, 55, 45, defender_bid=True)
    assert winners_after(standing(150, 190), hand) == (0,)
    assert winners_after(standing(150, 190, house=House(both_reach=BothReach.HIGHER_TOTAL)), hand) == (1,)


def test_level_totals_go_to_the_bidders_where_the_higher_would_win():
    house = House(both_reach=BothReach.HIGHER_TOTAL)
    hand = deal(NORTH, 55, 60, 40, defender_bid=True)
    assert winners_after(standing(150, 170, house=house), hand) == (0,)


def test_totals_the_table_agreed_on_are_compared_where_nobody_bid():
    assert winners_after(standing(0, 0), Adjustment(PerSide((200, 215)), "agreed")) == (1,)
    assert winners_after(standing(0, 0), Adjustment(PerSide((200, 200)), "agreed")) == (0, 1)


def test_at_minus_200_the_opponents_win_whatever_they_have():
    assert winners_after(standing(-150, -60), deal(NORTH, 55, 10, 90)) == (1,)
    assert winners_after(standing(-140, -110), deal(NORTH, 55, 40, 60)) is None  # −195
    assert winners_after(standing(-140, -150), deal(NORTH, 60, 40, 60)) == (1,)  # −200, the others at −90


def test_by_pagats_rule_only_opponents_at_zero_or_better_win_by_it():
    assert winners_after(standing(-140, -150, house=PAGAT), deal(NORTH, 60, 40, 60)) is None
    assert winners_after(standing(-140, -60, house=PAGAT), deal(NORTH, 60, 40, 60)) == (1,)
    sheet = write(GAME, standing(-140, -150, house=PAGAT), deal(NORTH, 60, 40, 60))  # −200, −90
    assert winners_after(sheet, deal(EAST, 90, 0, 100)) == (1,)
    sheet = write(GAME, sheet, deal(EAST, 60, 30, 70))  # −170, −20: out of the hole again
    assert winners_after(sheet, deal(EAST, 50, 40, 60)) is None


def test_without_a_limit_nobody_loses_by_a_minus():
    assert winners_after(standing(-195, 0, house=DEUX_CENTS), deal(NORTH, 100, 40, 60)) is None


def test_when_both_are_below_the_limit_play_goes_on():
    assert winners_after(standing(0, 0), Adjustment(PerSide((-200, -205)), "agreed")) is None


def test_the_target_is_the_tables_own():
    assert winners_after(standing(190, 0, house=House(target=300)), deal(NORTH, 50, 60, 40)) is None
    assert winners_after(standing(240, 0, house=House(target=300)), deal(NORTH, 50, 60, 40)) == (0,)


# Passing, and who deals ----------------------------------------------------------


def test_when_all_pass_nobody_scores_and_the_next_player_deals():
    sheet = write(GAME, standing(0, 0), PassedIn())
    assert sheet.rows[-1].lines == ()
    assert GAME.dealer(sheet) == EAST
    assert GAME.dealer(write(GAME, sheet, deal(NORTH, 60, 60, 40))) == SOUTH


def test_when_all_pass_the_same_player_may_deal_again():
    sheet = standing(0, 0, house=House(all_pass=AllPass.REDEAL_SAME_DEALER))
    assert GAME.dealer(write(GAME, sheet, PassedIn())) == NORTH


def test_where_the_dealer_has_to_bid_no_hand_is_passed_in():
    sheet = standing(0, 0, house=DEUX_CENTS)
    assert words_wrong(sheet, PassedIn()) == ["When all pass here, the dealer has to play for 50"]
    assert GAME.dealer(write(GAME, sheet, PassedIn())) == NORTH, "what cannot be moves nothing"


def test_an_agreed_adjustment_does_not_move_the_deal():
    assert GAME.dealer(standing(50, 0)) == NORTH


# The kitty -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("to", "last", "expected"),
    [
        (KittyPoints.DEFENDERS, None, (60, 40)),
        (KittyPoints.BIDDERS, None, (75, 25)),
        (KittyPoints.LAST_TRICK, NS, (75, 25)),
        (KittyPoints.LAST_TRICK, EW, (60, 40)),
    ],
)
def test_buried_points_go_where_the_table_says(to, last, expected):
    sheet = standing(0, 0, house=replace(KITTY, kitty_points_to=to))
    assert totals_after(sheet, deal(NORTH, 60, 60, 25, buried=15, last_trick=last)) == expected


def test_buried_points_can_make_the_bid():
    sheet = standing(0, 0, house=replace(KITTY, kitty_points_to=KittyPoints.BIDDERS))
    row = write(GAME, sheet, deal(NORTH, 75, 60, 25, buried=15)).rows[-1]
    assert row.totals == (75, 25)
    assert rules_of(row) == ["4.1", "6.2", "4.3"]
    short = write(GAME, sheet, deal(NORTH, 80, 60, 25, buried=15)).rows[-1]
    assert rules_of(short) == ["4.2", "6.2", "4.3"]


def test_buried_points_are_held_back_like_points_taken():
    assert totals_after(standing(0, 110, house=KITTY), deal(NORTH, 60, 60, 25, buried=15)) == (60, 110)


def test_the_three_numbers_of_a_kitty_game_come_to_100():
    sheet = standing(0, 0, house=KITTY)
    assert words_wrong(sheet, deal(NORTH, 60, 60, 30, buried=5)) == [
        "A five is missing: the pack always holds 100"
    ]
    assert words_wrong(sheet, deal(NORTH, 60, 60, 40, buried=10)) == [
        "The piles come to 110, but the pack always holds 100: count again"
    ]
    assert fields_wrong(sheet, deal(NORTH, 60, 60, 0, buried=45)) == ["buried"], "four cards hold 40 at most"


def test_who_took_the_last_trick_is_asked_only_for_buried_points():
    sheet = standing(0, 0, house=replace(KITTY, kitty_points_to=KittyPoints.LAST_TRICK))
    assert "last_trick" in worth_asking(deal(NORTH, 60, 60, 25, buried=15), sheet)
    assert "last_trick" not in worth_asking(deal(NORTH, 60, 60, 40), sheet)
    assert "last_trick" not in worth_asking(deal(NORTH, 60, 60, 25, buried=15), standing(0, 0, house=KITTY))
    assert fields_wrong(sheet, deal(NORTH, 60, 60, 25, buried=15)) == ["last_trick"]
    assert "buried" not in worth_asking(deal(NORTH, 60, 60, 40), standing(0, 0))


# La Barouche ---------------------------------------------------------------------


def test_barouche_is_for_the_game():
    sheet = standing(0, 200, house=BAROUCHE)
    assert winners_after(sheet, Barouche(NORTH, made=True)) == (0,)
    assert winners_after(sheet, Barouche(NORTH, made=False)) == (1,)
    row = write(GAME, sheet, Barouche(NORTH, made=False)).rows[-1]
    assert row.totals == (0, 200)
    assert rules_of(row) == ["7.2"]


def test_la_barouche_bids_from_30_and_defenders_always_score():
    assert totals_after(standing(0, 150, house=BAROUCHE), deal(NORTH, 30, 25, 75)) == (-30, 225)


# Other numbers of players -----------------------------------------------------------


def test_two_players_and_two_teams_of_three_score_as_four_do():
    for seating in TWO, SIX_BY_TWO:
        assert totals_after(standing(0, 110, seating=seating), deal(0, 75, 40, 60)) == (-75, 110)


def test_each_of_several_sides_scores_its_own_points_under_its_own_hundred_rule():
    sheet = standing(0, 110, 120, seating=THREE)
    silent = deal(0, 75, 50, 30, 20)
    assert totals_after(sheet, silent) == (-75, 110, 120)
    one = replace(silent, sides_bid=PerSide((False, True, False)))
    assert totals_after(sheet, one) == (-75, 140, 120)
    assert rules_of(write(GAME, sheet, one).rows[-1]) == ["4.2", "4.3", "4.5", "9.1", "4.4", "9.1"]


def test_with_several_sides_the_question_is_which_of_them_bid():
    sheet = standing(0, 0, 120, seating=THREE)
    hand = deal(0, 75, 50, 30, 20)
    assert "sides_bid" in worth_asking(hand, sheet)
    assert "defender_bid" not in worth_asking(hand, sheet)
    assert "sides_bid" not in worth_asking(hand, standing(0, 0, 0, seating=THREE))
    assert "sides_bid" not in worth_asking(replace(hand, bid=50), sheet)
    assert fields_wrong(sheet, replace(hand, defender_bid=True)) == ["defender_bid"]


def test_not_more_others_can_have_bid_than_there_were_lower_bids():
    sheet = standing(0, 110, 120, seating=THREE)
    both = PerSide((False, True, True))
    assert fields_wrong(sheet, deal(0, 55, 60, 20, 20, sides_bid=both)) == ["sides_bid"]
    assert totals_after(sheet, deal(0, 60, 60, 20, 20, sides_bid=both)) == (60, 130, 140)
    assert fields_wrong(sheet, deal(0, 50, 60, 20, 20, sides_bid=both)) == ["sides_bid"]
    own = PerSide((True, True, False))
    assert totals_after(sheet, deal(0, 55, 60, 20, 20, sides_bid=own)) == (60, 130, 120)


def test_among_several_the_bidder_wins_else_the_highest_else_they_share():
    bids = {"sides_bid": PerSide((False, True, True))}
    sheet = standing(150, 170, 180, seating=THREE)
    assert winners_after(sheet, deal(0, 60, 60, 30, 10, **bids)) == (0,)
    assert winners_after(sheet, deal(0, 60, 40, 40, 20, **bids)) == (1,)
    assert winners_after(sheet, deal(0, 60, 35, 35, 30, **bids)) == (2,)
    assert winners_after(sheet, deal(0, 60, 30, 40, 30, **bids)) == (1, 2)


def test_when_one_of_several_falls_to_the_limit_all_others_win():
    assert winners_after(standing(-140, 50, -10, seating=THREE), deal(0, 60, 40, 50, 10)) == (1, 2)
    hand = deal(0, 60, 90, 5, 5)
    assert winners_after(standing(-140, 50, -10, seating=THREE, house=PAGAT), deal(0, 60, 45, 50, 5)) == (1,)
    assert winners_after(standing(-140, 50, -10, seating=THREE), hand) is None


def test_buried_points_of_several_defenders_are_nobodys():
    sheet = standing(0, 0, 0, house=KITTY, seating=SIX_BY_THREE)
    assert totals_after(sheet, deal(0, 50, 50, 20, 10, buried=20)) == (50, 20, 10)


def test_a_first_call_of_100_may_excuse_one_of_several_sides_and_not_another():
    sheet = standing(0, 110, 110, seating=THREE, house=House(shutout_counts_as_silent=False))
    hand = Deal(Seat(2), 100, PerSide((10, 20, 70)), first_call=True)  # seat 1 passed, seat 0 never spoke
    assert totals_after(standing(110, 110, 0, seating=THREE, house=sheet.house), hand) == (120, 110, -100)


# The auction ---------------------------------------------------------------------


def bid(calls, house=TRADITIONAL, seating=FOUR, sheet=None):
    sheet = sheet or play(GAME, seating, house, ())
    return heard(AUCTION, Calls.read(calls), sheet)


def settled(calls, **more):
    turn, wrong = bid(calls, **more)
    assert wrong is None
    assert turn.speaker is None
    return turn.settled.kind, dict(turn.settled.answers)


SINGLE = House(auction=AuctionRounds.SINGLE_ROUND)
MATCH = House(dealer_may_match=True)


@pytest.mark.parametrize(
    ("calls", "house", "bidder", "points"),
    [
        ("50 pass pass pass", TRADITIONAL, EAST, 50),
        ("pass 50 55 pass 60 pass", TRADITIONAL, SOUTH, 60),
        ("pass pass pass 50", TRADITIONAL, NORTH, 50),
        ("100", TRADITIONAL, EAST, 100),
        ("50 pass 100", TRADITIONAL, WEST, 100),
        ("50 55 pass pass 60 pass", TRADITIONAL, EAST, 60),
        ("50 55 60 65", SINGLE, NORTH, 65),
        ("50 pass 60 pass", SINGLE, WEST, 60),
        ("75 pass pass 75 pass", MATCH, NORTH, 75),
        ("75 pass pass 75 80 80 pass", MATCH, NORTH, 80),
        ("100 100", MATCH, NORTH, 100),
        ("100 pass", MATCH, EAST, 100),
        ("pass pass pass pass", DEUX_CENTS, NORTH, 50),
        ("pass pass pass pass", BAROUCHE, NORTH, 30),
    ],
)
def test_an_auction_is_won_by_the_highest_bid(calls, house, bidder, points):
    kind, answers = settled(calls, house=house)
    assert (kind, answers["bidder"], answers["bid"]) == ("deal", bidder, points)


def test_the_player_at_the_dealers_left_speaks_first():
    assert bid("")[0].speaker == EAST
    assert bid("", sheet=write(GAME, standing(0, 0), PassedIn()))[0].speaker == SOUTH


def test_a_pass_is_final_and_the_others_go_on():
    turn, _wrong = bid("50 pass 55 60")
    assert turn.speaker == EAST
    turn, _wrong = bid("50 pass 55 60 65")
    assert turn.speaker == WEST, "South has passed"


def test_the_pad_offers_eleven_bids_and_says_why_some_are_refused():
    turn, _wrong = bid("75")
    assert [offer.call for offer in turn.offers] == [*map(str, range(50, 101, 5)), "pass"]
    refused = {offer.call: ENGLISH.read(offer.refused.words) for offer in turn.offers if offer.refused}
    assert list(refused) == ["50", "55", "60", "65", "70", "75"]
    assert refused["70"] == "70 is lower than the 75 already bid"
    assert refused["75"] == "75 is already bid, and a bid must be higher"


@pytest.mark.parametrize(
    ("calls", "house", "place"),
    [
        ("75 75", TRADITIONAL, 1),
        ("75 70", TRADITIONAL, 1),
        ("45", TRADITIONAL, 0),
        ("52", TRADITIONAL, 0),
        ("100 pass", TRADITIONAL, 1),
        ("50 pass pass pass 55", TRADITIONAL, 4),
        ("barouche", TRADITIONAL, 0),
        ("barouche barouche", BAROUCHE, 1),
        ("50 60 70 80 90", SINGLE, 4),
        ("75 75", MATCH, 1),
    ],
)
def test_the_first_call_that_goes_wrong_is_found(calls, house, place):
    _turn, wrong = bid(calls, house=house)
    assert wrong is not None
    assert wrong.place == place


def test_when_all_pass_the_hand_is_passed_in():
    for house in TRADITIONAL, House(all_pass=AllPass.REDEAL_SAME_DEALER):
        assert settled("pass pass pass pass", house=house) == ("passed_in", {})


def test_barouche_is_above_100_and_ends_the_bidding():
    assert settled("100 pass barouche", house=BAROUCHE) == ("barouche", {"bidder": WEST})
    assert settled("barouche", house=BAROUCHE) == ("barouche", {"bidder": EAST})
    turn, _wrong = bid("100", house=BAROUCHE)
    assert turn.speaker == SOUTH
    assert ENGLISH.read(turn.offer("barouche").label) == "Barouche"
    assert ENGLISH.read(turn.offer("100").label) == "100"


def test_the_auction_says_whether_a_defender_bid_where_that_matters():
    sheet = standing(0, 110)
    # North deals: East passes, South bids 50, West 55, North 60; West's bid serves both.
    assert settled("pass 50 55 60 pass pass", sheet=sheet)[1]["defender_bid"] is True
    assert settled("pass 50 pass 55 pass", sheet=sheet)[1]["defender_bid"] is False
    assert "defender_bid" not in settled("50 pass pass pass")[1]


def test_the_auction_says_which_of_several_sides_bid():
    sheet = standing(0, 110, 110, seating=THREE)
    answers = settled("50 pass 60 pass", sheet=sheet)[1]
    assert answers == {
        "bidder": Seat(0), "bid": 60, "sides_bid.0": False, "sides_bid.1": True, "sides_bid.2": False
    }  # fmt: skip


def test_the_auction_says_whether_100_was_a_first_call_where_that_matters():
    sheet = standing(110, 0, house=House(shutout_counts_as_silent=False))
    assert settled("100", sheet=sheet)[1]["first_call"] is True
    assert settled("50 pass pass pass", sheet=sheet)[1] == {"bidder": EAST, "bid": 50}
    assert settled("50 pass 55 pass 100", sheet=sheet)[1]["first_call"] is False


def test_a_side_at_the_hundred_is_reminded_until_it_bids():
    sheet = standing(0, 110)
    turn, _wrong = bid("", sheet=sheet)
    assert [ENGLISH.read(note.words) for note in turn.notes] == [
        "side 2: at 110, so in defence only a bid lets them score"
    ]
    assert bid("50", sheet=sheet)[0].notes == ()
    assert bid("50 55", sheet=sheet)[0].notes == ()


# What the table is told --------------------------------------------------------------


def test_before_a_hand_the_table_is_told_who_deals_and_what_is_at_stake():
    assert told(standing(0, 0)) == ["seat 1 deals, seat 2 speaks first"]
    assert told(standing(120, -110)) == [
        "seat 1 deals, seat 2 speaks first",
        "side 1: at 120, so in defence only a bid lets them score",
        "side 1: 80 more to win",
        "side 2: a failed bid of 90 or more loses the game",
    ]


def test_other_numbers_of_players_are_marked_as_our_own():
    assert "kept our safe way" in told(standing(0, 0, 0, seating=THREE))[1]
    assert len(told(standing(10, 0, 0, seating=THREE))) == 1


def test_who_is_deep_in_the_hole_is_told_that_any_failure_loses():
    assert "side 1: a failed bid of 50 or more loses the game" in told(standing(-190, 0))
    assert not any("failed" in words for words in told(standing(-190, -10, house=PAGAT)))
    assert not any("failed" in words for words in told(standing(-190, 0, house=DEUX_CENTS)))


def test_after_the_bidding_each_result_is_told():
    assert told(standing(120, 110), bidder=NORTH, bid=75, defender_bid=False, trump=Trump.SPADES) == [
        "Trumps: ♠ spades",
        "seat 1 bid 75: from 75 up every point taken counts",
        "side 1: 80 or more wins the game",
        "side 1: a failure leaves 45",
        "side 2: at 110 and silent, so what they take does not count",
    ]


def test_until_it_is_said_whether_they_bid_the_briefing_leaves_it_open():
    last = "side 2: at 110, so what they take counts only if one of them bid"
    assert told(standing(120, 110), bidder=NORTH, bid=75)[-1] == last


def test_defenders_who_bid_are_told_what_they_need():
    assert told(standing(-130, 110), bidder=NORTH, bid=75, defender_bid=True) == [
        "seat 1 bid 75: from 75 up every point taken counts",
        "side 1: a failure leaves −205 and loses the game",
        "side 2: at 110, and free to score",
        "side 2: 90 or more in defence reaches 200",
    ]


def test_the_lowest_bid_settles_that_the_others_were_silent():
    assert "silent" in told(standing(0, 110), bidder=NORTH, bid=50)[-1]


def test_with_several_sides_the_briefing_waits_for_every_answer():
    sheet = standing(0, 110, 0, seating=THREE)
    assert "only if one of them bid" in told(sheet, bidder=Seat(0), bid=60)[-1]
    whole = {"sides_bid.0": False, "sides_bid.1": False, "sides_bid.2": True}
    assert "silent" in "\n".join(told(sheet, bidder=Seat(0), bid=60, **whole))


def test_with_a_kitty_the_table_is_told_whose_the_buried_points_are():
    assert told(standing(0, 0, house=KITTY), bidder=NORTH, bid=75)[-1] == (
        "Points that are buried go to: the defenders"
    )


def test_a_barouche_is_announced():
    sheet = standing(0, 0, house=BAROUCHE)
    (said,) = GAME.briefing(sheet, Begun("barouche", {"bidder": EAST}))
    assert ENGLISH.read(said.words) == "seat 2 bid Barouche: every counter wins the game, one lost loses it"
    assert "deals" in ENGLISH.read(next(iter(GAME.briefing(sheet, Begun("barouche", {})))).words)


def test_nothing_is_at_stake_once_the_game_is_over():
    assert told(standing(205, 0)) == []


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (deal(NORTH, 75, 85, 15), "75 by seat 1, took 85"),
        (deal(NORTH, 75, 85, 15, trump=Trump.HEARTS), "75 in ♥ hearts by seat 1, took 85"),
        (Barouche(EAST, made=True), "Barouche by seat 2, made"),
        (Barouche(EAST, made=False), "Barouche by seat 2, lost"),
        (PassedIn(), "Everyone passed"),
    ],
)
def test_a_hand_in_a_few_words(hand, words):
    assert ENGLISH.read(GAME.in_short(hand, standing(0, 0))) == words


def test_stored_hands_read_as_card_players_write_them():
    data = {"kind": "deal", "bidder": 0, "bid": 75, "took": [85, 15], "trump": "hearts"}
    assert restored(GAME, data) == deal(NORTH, 75, 85, 15, trump=Trump.HEARTS)
    assert restored(GAME, {"kind": "passed_in"}) == PassedIn()
    assert restored(GAME, {"kind": "barouche", "bidder": 2, "made": False}) == Barouche(SOUTH, made=False)


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
def test_do_our_points_count_at_100(facts, house, expected, cited):
    said = ruling("defence_counts", facts, house)
    assert said["verdict"] == expected
    assert said["because"][0]["rule"] == cited


@pytest.mark.parametrize(("took", "expected"), [(85, 85), (60, 60), (55, -60)])
def test_we_bid_60(took, expected):
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
def test_who_wins_when_both_cross(bidders, defenders, house, expected):
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
def test_they_are_at_minus_200(theirs, ours, house, expected):
    assert verdict("minus_limit", {"theirs": theirs, "ours": ours}, house) == expected


@pytest.mark.parametrize("house", [TRADITIONAL, BAROUCHE])
def test_the_first_card_names_trumps_that_were_forgotten(house):
    said = ruling("trump_not_named", {"led": "9H"}, house)
    assert (said["verdict"], said["because"][0]["rule"]) == ("hearts", "2.7")


def test_nobody_has_to_trump():
    assert verdict("must_trump") == "no"


@pytest.mark.parametrize(("house", "expected"), [(TRADITIONAL, "no"), (BAROUCHE, "yes")])
def test_must_the_first_lead_be_a_trump(house, expected):
    assert verdict("first_lead", house=house) == expected


@pytest.mark.parametrize(
    ("turned", "over", "expected"), [(True, False, "no"), (False, False, "yes"), (True, True, "yes")]
)
def test_may_i_check_the_last_trick(turned, over, expected):
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
def test_all_passed_same_dealer(house, expected):
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
def test_is_this_bid_legal(calls, call, house, expected, cited):
    said = ruling("bid_legal", {"calls": calls, "call": call}, house)
    assert said["verdict"] == expected
    assert [because["rule"] for because in said["because"]] == cited


def test_an_earlier_mistake_in_the_bidding_is_named():
    said = ruling("bid_legal", {"calls": "75 70", "call": "80"})
    assert said["because"][0]["text"] == "Something was wrong before that: 70 was not legal."


@pytest.mark.parametrize(("seating", "expected"), [(FOUR, "loses_bid"), (THREE, "stands")])
def test_he_bid_out_of_turn(seating, expected):
    assert verdict("bid_out_of_turn", seating=seating) == expected


def test_the_piles_come_to_95():
    said = ruling("piles", {"took": [55, 40]})
    assert said["verdict"] == "recount"
    assert said["because"][0]["text"] == "A five is missing: the pack always holds 100"
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
def test_whose_are_the_buried_points(house, seating, expected, cited):
    said = ruling("kitty_points", house=house, seating=seating)
    assert said["verdict"] == expected
    assert [because["rule"] for because in said["because"]] == cited


def test_buried_points_are_asked_of_a_count_only_where_there_is_a_kitty():
    piles = GAME.questions["piles"].facts(PerSide((55, 45)))
    assert "buried" in worth_asking(piles, standing(0, 0, house=KITTY))
    assert "buried" not in worth_asking(piles, standing(0, 0))


def test_a_turn_is_asked_for_only_where_it_excuses():
    facts = GAME.questions["defence_counts"].facts(110, False)
    assert "had_turn" in worth_asking(facts, standing(0, 0, house=TURN_COUNTS))
    assert "had_turn" not in worth_asking(facts, standing(0, 0))


def test_the_deux_cents_notes_settle_nothing():
    said = ruling("deux_cents_hundred")
    assert said["verdict"] == "unclear"
    assert said["because"][1]["text"] == "At this table they score only if one of them bid."
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
def test_which_card_takes_the_trick(cards, trump, expected):
    assert verdict("trick", {"cards": cards, "trump": trump}, DEUX_CENTS) == expected


def test_the_trick_is_counted_too():
    said = ruling("trick", {"cards": "9H AH TH 5S", "trump": "spades"})
    assert [because["text"] for because in said["because"]] == [
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
def test_count_this_pile(cards, worth):
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
def test_may_this_card_be_played(led, hand, card, expected, cited):
    said = ruling("may_play", {"led": led, "hand": hand, "card": card})
    assert said["verdict"] == expected
    assert [because["rule"] for because in said["because"]] == cited


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
def test_a_revoke_costs_the_hand_where_the_table_says_so(by, took, expected):
    facts = {**HAND, "took": took, "by": by}
    sheet = standing(0, 0, house=LOSES)
    said = asked(GAME, "revoke", facts, sheet)
    assert said["verdict"] == ("bid_lost" if by == 0 else "defence_lost")
    kept = Ruled("revoke", Revoke(NORTH, 75, PerSide(took), by=Side(by)))
    after = write(GAME, sheet, kept)
    assert tuple(after.totals) == expected
    assert GAME.dealer(after) == EAST, "the ruling stands for the hand"


def test_a_revoke_by_bidders_leaves_the_hundred_rule_in_force():
    sheet = standing(0, 110, house=LOSES)
    kept = Revoke(NORTH, 75, PerSide((85, 15)), by=NS)
    assert tuple(write(GAME, sheet, Ruled("revoke", kept)).totals) == (-75, 110)
    kept = replace(kept, defender_bid=True)
    assert tuple(write(GAME, sheet, Ruled("revoke", kept)).totals) == (-75, 125)


def test_both_over_by_a_revoke_ruling_is_won_by_the_bidders():
    sheet = standing(150, 190, 0, house=LOSES, seating=THREE)
    bids = PerSide((False, True, False))
    kept = Revoke(Seat(0), 60, PerSide((60, 30, 10)), sides_bid=bids, by=Side(2))
    after = write(GAME, sheet, Ruled("revoke", kept))
    assert tuple(after.totals) == (210, 220, 0)
    assert after.outcome.winners == (0,)


def test_a_miscounted_hand_is_not_ruled_on():
    house = replace(KITTY, revoke_rule=RevokeRule.OFFENDER_LOSES_HAND)
    said = asked(GAME, "revoke", {**HAND, "buried": 10, "by": 0}, standing(0, 0, house=house))
    assert (said["verdict"], said["lines"]) == ("recount", [])


def test_where_the_table_decides_a_revoke_scores_nothing_by_itself():
    said = ruling("revoke", {**HAND, "by": 0})
    assert (said["verdict"], said["lines"]) == ("table_decides", [])
    assert verdict("revoke", {**HAND, "by": 0}, REDEAL) == "redeal"
    sheet = standing(0, 0, house=REDEAL)
    kept = Ruled("revoke", Revoke(NORTH, 75, PerSide((85, 15)), by=NS))
    assert GAME.dealer(write(GAME, sheet, kept)) == NORTH


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
    sheet = write(GAME, standing(0, 0, house=house), deal(NORTH, 75, 85, 15))
    after = write(GAME, sheet, Ruled("revoke_in_last_hand", RevokeWritten(Side(by))))
    assert tuple(after.totals) == expected
    assert GAME.dealer(after) == dealer


def test_a_correction_says_what_it_puts_right():
    sheet = write(GAME, standing(0, 0, house=LOSES), deal(NORTH, 75, 85, 15))
    (line,) = asked(GAME, "revoke_in_last_hand", {"by": 0}, sheet)["lines"]
    assert line["points"] == -160
    assert line["because"][0]["text"] == "−75 instead of 85 for the hand above"


def test_a_revoke_needs_a_hand_above_it():
    for sheet in standing(0, 0), write(GAME, standing(0, 0), PassedIn()), standing(10, 0):
        assert asked(GAME, "revoke_in_last_hand", {"by": 0}, sheet)["verdict"] == "no_hand"
    spoilt = write(GAME, standing(0, 0), deal(NORTH, 75, 85, 10))
    assert asked(GAME, "revoke_in_last_hand", {"by": 0}, spoilt)["verdict"] == "no_hand"


def test_a_revoke_in_the_hand_that_ended_the_game_says_what_to_do():
    sheet = write(GAME, standing(150, 0, house=LOSES), deal(NORTH, 75, 85, 15))
    assert sheet.outcome
    said = asked(GAME, "revoke_in_last_hand", {"by": 0}, sheet)
    assert said["verdict"] == "bid_lost"
    assert "strike it out first" in said["because"][-1]["text"]

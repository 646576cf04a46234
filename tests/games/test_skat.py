"""Skat, by worked examples from the International Skat Order, the Skat court and well-known programs.

A name in a comment beside a score is the source that published the score. The first arguments of
``TrumpGame`` are the declarer, the trumps, the number of matadors and the declarer's card points.
"""

from dataclasses import replace

import pytest

from games.engine import (
    PerSeat,
    play,
)
from games.skat import GAME
from games.skat import rulebook as rule
from games.skat.game_value import ladder
from games.skat.hands import (
    Announced,
    Null,
    NullGame,
    PassedIn,
    Ramsch,
    Tricks,
    TrumpGame,
)
from games.skat.house import (
    AllPass,
    FailedAnnouncement,
    House,
    NullOverbid,
)
from tests.games.skat_table import (
    CLUBS,
    DIAMONDS,
    FOUR,
    GRAND,
    HEARTS,
    LEAGUE,
    RAMSCH,
    SIMPLE,
    SPADES,
    THREE,
    A,
    B,
    C,
    problem_fields,
    questions_of,
    reasons,
    sheet,
    totals,
    winners_and_rule,
)


def clubs(points, **answers):
    """Return a game of A in clubs with one matador."""
    return TrumpGame(A, CLUBS, 1, points, **answers)


# Value of a game


@pytest.mark.parametrize(("hand", "words"), [
    (TrumpGame(A, CLUBS, 2, 93, hand=True), "with 2, game 3, hand 4, schneider 5 × 12 = 60"),
    (TrumpGame(A, CLUBS, 2, 120, hand=True, announced=Announced.OUVERT, tricks=Tricks.ALL),
     "with 2, game 3, hand 4, schneider 5, announced 6, schwarz 7, announced 8, ouvert 9 × 12 = 108"),
    (TrumpGame(A, GRAND, 4, 120, hand=True, announced=Announced.OUVERT, tricks=Tricks.ALL),
     "with 4, game 5, hand 6, schneider 7, announced 8, schwarz 9, announced 10, ouvert 11 × 24 = 264"),
    (TrumpGame(A, DIAMONDS, 1, 120, tricks=Tricks.ALL), "with 1, game 2, schneider 3, schwarz 4 × 9 = 36"),
    (TrumpGame(A, DIAMONDS, 1, 30), "with 1, game 2, schneider 3 × 9 = 27"),
    (TrumpGame(A, DIAMONDS, 1, 31), "with 1, game 2 × 9 = 18"),
    (TrumpGame(A, DIAMONDS, 1, 89), "with 1, game 2 × 9 = 18"),
    (TrumpGame(A, DIAMONDS, 1, 20, tricks=Tricks.NONE), "with 1, game 2, schneider 3, schwarz 4 × 9 = 36"),
    (clubs(None, won=True, schneider=True), "with 1, game 2, schneider 3 × 12 = 36"),
])  # fmt: skip
def test_a_game_is_explained_as_players_say_it(hand, words):
    assert reasons(hand)[0] == words


@pytest.mark.parametrize(("hand", "score"), [
    (TrumpGame(A, DIAMONDS, 1, 61), 18),
    (TrumpGame(A, DIAMONDS, 1, 60), -36),  # 60 to 60 is lost
    (TrumpGame(A, HEARTS, 1, 65, bid=24), -60),  # JSkat 138
    (TrumpGame(A, SPADES, 1, 89, without=True, bid=23), -66),  # Skat court, case 2: the defenders have 31
    (TrumpGame(A, DIAMONDS, 1, 70, bid=22), -54),  # Preisskat
    (TrumpGame(A, SPADES, 1, 70, hand=True, bid=72), -154),  # Skatblog: 77, doubled
    (TrumpGame(A, DIAMONDS, 1, 70, bid=36), -72),  # International Skat Server, game 596891
    (TrumpGame(A, GRAND, 4, 89, hand=True, announced=Announced.SCHNEIDER), -384),  # Preisskat: 192, doubled
    (TrumpGame(A, GRAND, 4, 90, hand=True, announced=Announced.SCHNEIDER), 192),
    # The declarer announced schneider and was made schneider: the step counts only once.
    (TrumpGame(A, GRAND, 1, 29, hand=True, announced=Announced.SCHNEIDER), -2 * 24 * 5),
    (clubs(118, hand=True, announced=Announced.SCHWARZ), -2 * 12 * 7),
    (clubs(None, won=True, hand=True, announced=Announced.SCHWARZ), 12 * 7),
    (clubs(None, won=False, bid=30), -72),
    (Null(A, NullGame.NULL_OUVERT, True, bid=46), 46),
    (Null(A, NullGame.NULL_OUVERT_HAND, False), -118),
])  # fmt: skip
def test_games_score_for_the_declarer_as_published(hand, score):
    assert totals(hand) == (score, 0, 0)


def test_the_possible_bids_differ_if_the_base_of_grand_is_20():
    printed = """18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72 77 80 81 84 88
        90 96 99 100 108 110 117 120 121 126 130 132 135 140 143 144 150 153 154 156 160 162 165 168 170
        176 180 187 192 198 204 216 240 264"""
    assert ladder(SIMPLE) == tuple(map(int, printed.split()))
    grand_at_20 = House(grand_base=20)
    assert {40, 200} <= set(ladder(grand_at_20))
    assert 264 not in ladder(grand_at_20)
    assert totals(TrumpGame(A, GRAND, 1, 70), house=grand_at_20) == (40, 0, 0)


def test_a_lost_hand_game_is_charged_by_house_rule():
    hand_game = clubs(40, hand=True)
    hands = hand_game, Null(B, NullGame.NULL_HAND, False), TrumpGame(C, CLUBS, 1, 40)
    assert totals(*hands) == (-72, -70, -48)
    assert totals(*hands, house=House(loss_factor_hand=1)) == (-36, -35, -48)


def test_a_missed_announcement_may_be_charged_by_the_steps_reached():
    house = House(failed_announcement=FailedAnnouncement.CHARGE_REACHED)
    schwarz = clubs(118, hand=True, announced=Announced.SCHWARZ)
    assert totals(schwarz, house=house) == (-2 * 12 * 5, 0, 0)  # game 2, hand 3, schneider 4, announced 5
    ouvert = TrumpGame(A, GRAND, 4, 106, hand=True, announced=Announced.OUVERT)
    assert totals(ouvert, house=house) == (-2 * 24 * 8, 0, 0)
    conceded = clubs(None, won=False, hand=True, announced=Announced.SCHNEIDER)
    assert totals(conceded, house=house) == (-2 * 12 * 3, 0, 0)
    assert totals(conceded) == (-2 * 12 * 5, 0, 0)


@pytest.mark.parametrize(
    ("null_overbid", "game", "bid", "score"),
    [
        (NullOverbid.OWN_VALUE, NullGame.NULL, 46, -46),  # skaty
        (NullOverbid.MULTIPLE_OF_23, NullGame.NULL, 46, -92),  # JSkat
        (NullOverbid.MULTIPLE_OF_23, NullGame.NULL_HAND, 40, -92),
        (NullOverbid.NEXT_NULL, NullGame.NULL, 24, -70),
        (NullOverbid.NEXT_NULL, NullGame.NULL_OUVERT, 48, -118),
    ],
)
def test_an_overbid_null_is_charged_by_house_rule(null_overbid, game, bid, score):
    assert totals(Null(A, game, True, bid=bid), house=House(null_overbid=null_overbid)) == (score, 0, 0)


def test_an_overbid_null_is_refused_where_nothing_else_was_agreed():
    assert problem_fields(Null(A, NullGame.NULL, True, bid=24)) == {"bid"}
    assert not problem_fields(Null(A, NullGame.NULL, True, bid=23))
    next_null = House(null_overbid=NullOverbid.NEXT_NULL)
    assert problem_fields(Null(A, NullGame.NULL, True, bid=60), next_null) == {"bid"}


# Impossible answers


@pytest.mark.parametrize(("hand", "fields"), [
    (TrumpGame(A, GRAND, 5, 70), {"matadors"}),
    (TrumpGame(A, CLUBS, 0, 70), {"matadors"}),
    (TrumpGame(A, CLUBS, 12, 70), {"matadors"}),
    (clubs(70, announced=Announced.SCHNEIDER), {"announced"}),
    (clubs(120, announced=Announced.OUVERT, tricks=Tricks.ALL), {"announced"}),
    (clubs(70, bid=19), {"bid"}),
    (clubs(119, tricks=Tricks.ALL), {"tricks"}),
    (clubs(23, tricks=Tricks.NONE), {"tricks"}),
    (clubs(61, won=False), {"won"}),
    (clubs(60, won=True), {"won"}),
    (clubs(None), {"points"}),
    (clubs(None, won=True, tricks=Tricks.NONE), {"won"}),
    (clubs(None, won=False, tricks=Tricks.ALL), {"won"}),
    (clubs(70, kontra=B), {"kontra"}),
    (clubs(70, re=True), {"re"}),
    (clubs(70, hand=True, announced=Announced.SCHNEIDER, won=False), set()),
    (TrumpGame(A, GRAND, 5, 70, announced=Announced.SCHWARZ, bid=19), {"matadors", "announced", "bid"}),
    (Ramsch(PerSeat((60, 40, 20))), {""}),  # the whole hand: Ramsch is not played here
])  # fmt: skip
def test_impossible_answers_are_refused_all_at_once(hand, fields):
    assert problem_fields(hand) == fields


def test_an_open_game_without_hand_is_played_where_agreed():
    house = House(suit_ouvert_requires_hand=False)
    hand = clubs(120, announced=Announced.OUVERT, tricks=Tricks.ALL)
    assert totals(hand, house=house) == (12 * 7, 0, 0)
    assert problem_fields(replace(hand, announced=Announced.SCHWARZ), house) == {"announced"}
    closed = clubs(70)
    assert "announced" in questions_of(closed, house)
    assert "announced" not in questions_of(closed)


def test_the_bid_is_asked_only_when_it_matters():
    own_value = House(null_overbid=NullOverbid.OWN_VALUE)
    for hand, house, matters in (
        (TrumpGame(A, DIAMONDS, 1, 70), SIMPLE, True),
        (TrumpGame(A, DIAMONDS, 1, None), SIMPLE, False),  # not played yet
        (TrumpGame(A, CLUBS, 4, 70), SIMPLE, False),  # worth 60: rarely overbid
        (TrumpGame(A, CLUBS, 4, 70, bid=63), SIMPLE, True),  # a bid that was entered stays relevant
        (Null(A, NullGame.NULL, True), SIMPLE, False),
        (Null(A, NullGame.NULL, True), own_value, True),
    ):
        assert ("bid" in questions_of(hand, house)) is matters, hand


def test_tricks_are_asked_only_when_the_points_leave_them_open():
    for points in 0, 22, 23, 70, 119, 120:
        is_open = points in (0, 22, 120)
        assert ("tricks" in questions_of(clubs(points))) is is_open, points
    without_points = clubs(None)
    assert "won" in questions_of(without_points)
    assert not {"tricks", "schneider"} & questions_of(without_points), "one question after the other"
    assert {"tricks", "schneider"} <= questions_of(replace(without_points, won=True))
    assert not {"won", "schneider", "kontra", "re"} & questions_of(clubs(70))


# The list: a series of 36 or 48 deals


def test_at_four_the_dealer_sits_out():
    lost_game = TrumpGame(B, SPADES, 1, 55)
    without_dealer = replace(LEAGUE, dealer_gets_defender_points=False)
    assert totals(lost_game, house=without_dealer, seating=FOUR) == (0, -94, 30, 30)
    assert problem_fields(TrumpGame(A, SPADES, 1, 55), LEAGUE, FOUR) == {"declarer"}
    assert not problem_fields(TrumpGame(A, SPADES, 1, 55), LEAGUE, FOUR, [lost_game])
    assert problem_fields(TrumpGame(B, SPADES, 1, 55), LEAGUE, FOUR, [lost_game]) == {"declarer"}


def test_the_lines_of_a_league_deal_explain_it():
    (row,) = play(GAME, FOUR, LEAGUE, [TrumpGame(B, SPADES, 1, 55)]).rows
    assert [(line.side, line.points, line.because[0].rule) for line in row.lines] == [
        (1, -44, rule.VALUE),
        (1, -50, rule.SEEGER),
        (0, 30, rule.SITTING_OUT),
        (2, 30, rule.DEFENDERS_SHARE),
        (3, 30, rule.DEFENDERS_SHARE),
    ]


@pytest.mark.parametrize(("seating", "deals"), [(THREE, 36), (FOUR, 48)])
def test_a_list_ends_after_36_deals_at_three_and_48_at_four(seating, deals):
    passed = [PassedIn()] * deals
    assert winners_and_rule(*passed[1:], house=LEAGUE, seating=seating) is None
    assert winners_and_rule(*passed, house=LEAGUE, seating=seating) == (seating.every_side, rule.TIED)


def test_the_list_is_won_by_the_highest_total():
    game, one_deal = TrumpGame(B, CLUBS, 1, 70), replace(LEAGUE, list_deals=1)
    assert winners_and_rule(game, house=one_deal) == ((1,), rule.LIST)


WON_BY_A, WON_BY_B, LOST_BY_B = (
    TrumpGame(A, HEARTS, 1, 70),  # 20
    TrumpGame(B, HEARTS, 1, 70),  # 20
    TrumpGame(B, HEARTS, 1, 50),  # -40
)


@pytest.mark.parametrize(("hands", "winners"), [
    ([*[WON_BY_B] * 3, LOST_BY_B, WON_BY_A], (1,)),  # B has won three, A one
    ([*[WON_BY_A] * 2, *[TrumpGame(B, HEARTS, 3, 70)] * 2, LOST_BY_B], (0,)),  # A has lost none
    ([WON_BY_A, WON_BY_B, *[PassedIn()] * 3], (0, 1)),
])  # fmt: skip
def test_games_won_then_lost_decide_a_tie_and_a_complete_tie_is_shared(hands, winners):
    assert winners_and_rule(*hands, house=House(list_deals=5)) == (winners, rule.TIED)


def test_a_deal_passed_in_scores_nothing_and_moves_the_deal():
    sheet_after = play(GAME, THREE, LEAGUE, [PassedIn()])
    assert sheet_after.totals == (0, 0, 0)
    assert {line.because[0].rule for line in sheet_after.rows[0].lines} == {rule.ALL_PASS}
    assert GAME.dealer(sheet_after) == B
    for house in RAMSCH, House(all_pass=AllPass.REDEAL):
        assert problem_fields(PassedIn(), house) == {""}


def test_matadors_are_entered_by_one_button_that_answers_both_questions():
    context = GAME.template_context("trump_game", sheet())
    usual_buttons = [(button.label, button.value) for button in context["usual"]]
    assert usual_buttons[::4] == [("with", "1+no"), ("without", "1+yes")]
    assert [button.value for button in context["rare"]][:2] == ["5+no", "6+no"]
    assert GAME.template_context("null", sheet()) == {}

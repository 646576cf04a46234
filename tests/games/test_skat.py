"""Skat, by worked examples from the International Skat Order, the courts and well-known programs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.engine import (
    PASS,
    Adjustment,
    Begun,
    Calls,
    Card,
    Cards,
    PerSeat,
    PerSide,
    Seat,
    Seating,
    Stopped,
    blank,
    heard,
    play,
    problems,
    worth_asking,
    write,
    wrong_house,
)
from games.engine.interchange import asked, read_record, scored
from games.skat import GAME
from games.skat import rulebook as rule
from games.skat.cards import AnyGame, follows, matadors, takes, trumps
from games.skat.hands import (
    Announced,
    Null,
    NullGame,
    PassedIn,
    Ramsch,
    Tricks,
    TrumpGame,
    Trumps,
    matador_keys,
)
from games.skat.house import (
    PUB,
    AllPass,
    BockTrigger,
    FailedAnnouncement,
    House,
    NullOverbid,
    RamschSkat,
    RamschStake,
    RamschTie,
    Scoring,
    Settlement,
)
from games.skat.worth import ladder, worth
from tests.strategies import hands

A, B, C, D = Seat(0), Seat(1), Seat(2), Seat(3)
THREE, FOUR = Seating(3, 3), Seating(4, 4)
SIMPLE = House()
LEAGUE = House(scoring=Scoring.SEEGER_FABIAN)
RAMSCH = House(all_pass=AllPass.RAMSCH)
CLUBS, SPADES, HEARTS, DIAMONDS, GRAND = (
    Trumps.CLUBS,
    Trumps.SPADES,
    Trumps.HEARTS,
    Trumps.DIAMONDS,
    Trumps.GRAND,
)


def sheet(house=SIMPLE, seating=THREE):
    return blank(GAME, seating, house)


def totals(*hands, house=SIMPLE, seating=THREE):
    played = play(GAME, seating, house, hands)
    assert [row.problems for row in played.rows] == [()] * len(hands)
    return tuple(played.final)


def wrong(hand, house=SIMPLE, seating=THREE, before=()):
    return {problem.field for problem in problems(GAME, hand, play(GAME, seating, house, before))}


def reasons(hand, house=SIMPLE, seating=THREE):
    (row,) = play(GAME, seating, house, [hand]).rows
    return [str(because.words) for because in row.lines[0].because]


def ask(question, house=SIMPLE, seating=THREE, **facts):
    return asked(GAME, question, facts, sheet(house, seating))


# What a game is worth ------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "words"), [
    (TrumpGame(A, CLUBS, 2, 93, hand=True), "with 2, game 3, hand 4, schneider 5 × 12 = 60"),
    (TrumpGame(A, SPADES, 1, 70, without=True), "without 1, game 2 × 11 = 22"),
    (TrumpGame(A, CLUBS, 2, 120, hand=True, announced=Announced.OUVERT, tricks=Tricks.ALL),
     "with 2, game 3, hand 4, schneider 5, announced 6, schwarz 7, announced 8, ouvert 9 × 12 = 108"),
    (TrumpGame(A, GRAND, 4, 120, hand=True, announced=Announced.OUVERT, tricks=Tricks.ALL),
     "with 4, game 5, hand 6, schneider 7, announced 8, schwarz 9, announced 10, ouvert 11 × 24 = 264"),
    (TrumpGame(A, HEARTS, 2, 93, hand=True), "with 2, game 3, hand 4, schneider 5 × 10 = 50"),
    (TrumpGame(A, DIAMONDS, 1, 120, tricks=Tricks.ALL), "with 1, game 2, schneider 3, schwarz 4 × 9 = 36"),
    (TrumpGame(A, DIAMONDS, 1, 120), "with 1, game 2, schneider 3 × 9 = 27"),
    (TrumpGame(A, DIAMONDS, 1, 30), "with 1, game 2, schneider 3 × 9 = 27"),
    (TrumpGame(A, DIAMONDS, 1, 31), "with 1, game 2 × 9 = 18"),
    (TrumpGame(A, DIAMONDS, 1, 89), "with 1, game 2 × 9 = 18"),
    (TrumpGame(A, DIAMONDS, 1, 20, tricks=Tricks.NONE), "with 1, game 2, schneider 3, schwarz 4 × 9 = 36"),
    (TrumpGame(A, CLUBS, 1, None, won=True, schneider=True), "with 1, game 2, schneider 3 × 12 = 36"),
    (TrumpGame(A, CLUBS, 1, None, won=False), "with 1, game 2 × 12 = 24"),
])  # fmt: skip
def test_a_game_is_explained_as_players_say_it(hand, words):
    assert str(worth(hand, SIMPLE).words) == words
    assert reasons(hand)[0] == words


@pytest.mark.parametrize(("hand", "score"), [
    (TrumpGame(A, DIAMONDS, 1, 61), 18),
    (TrumpGame(A, DIAMONDS, 1, 60), -36),  # 60 to 60 is lost
    (TrumpGame(A, HEARTS, 1, 65, bid=24), -60),  # JSkat 138
    (TrumpGame(A, HEARTS, 1, 92, bid=24), 30),  # schneider rescues it
    (TrumpGame(A, SPADES, 1, 89, without=True, bid=23), -66),  # Skat court 2: defenders 31
    (TrumpGame(A, DIAMONDS, 1, 70, bid=22), -54),  # Preisskat
    (TrumpGame(A, SPADES, 1, 70, hand=True, bid=72), -154),  # Skatblog: 77
    (TrumpGame(A, DIAMONDS, 1, 70, bid=36), -72),  # ISS 596891
    (TrumpGame(A, GRAND, 4, 106, hand=True, announced=Announced.OUVERT), -528),
    (TrumpGame(A, GRAND, 4, 89, hand=True, announced=Announced.SCHNEIDER), -384),  # Preisskat: 192
    (TrumpGame(A, GRAND, 4, 90, hand=True, announced=Announced.SCHNEIDER), 192),
    (TrumpGame(A, GRAND, 1, 29, hand=True, announced=Announced.SCHNEIDER), -2 * 24 * 5),  # schneider once
    (TrumpGame(A, CLUBS, 1, 118, hand=True, announced=Announced.SCHWARZ), -2 * 12 * 7),
    (TrumpGame(A, CLUBS, 1, None, won=True, hand=True, announced=Announced.SCHWARZ), 12 * 7),
    (TrumpGame(A, CLUBS, 1, None, won=False, bid=30), -72),
    (Null(A, NullGame.NULL, True), 23),
    (Null(A, NullGame.NULL_HAND, False), -70),
    (Null(A, NullGame.NULL_OUVERT, True, bid=46), 46),
    (Null(A, NullGame.NULL_OUVERT_HAND, False), -118),
])  # fmt: skip
def test_the_declarer_scores(hand, score):
    assert totals(hand) == (score, 0, 0)


def test_hands_say_why_they_were_lost():
    assert reasons(TrumpGame(A, HEARTS, 1, 65, bid=24)) == [
        "with 1, game 2 × 10 = 20",
        "Overbid: 20 does not reach 24, so the game is lost as 30",
        "♥ Hearts with 65 card points: enough",
        "Lost: 2 × 30",
    ]
    assert reasons(TrumpGame(A, GRAND, 4, 89, hand=True, announced=Announced.SCHNEIDER))[1:] == [
        "Grand with 89 card points: Schneider was announced and missed",
        "Lost: 2 × 192",
    ]
    assert reasons(TrumpGame(A, CLUBS, 1, None, won=False))[1] == "♣ Clubs: lost, not counted out"
    assert reasons(TrumpGame(A, CLUBS, 1, None, won=True))[1] == "♣ Clubs: won, not counted out"
    assert reasons(Null(A, NullGame.NULL, False))[1:] == ["A trick was taken", "Lost: 2 × 23"]


def test_the_ladder_has_63_numbers_and_another_where_grand_is_20():
    printed = """18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72 77 80 81 84 88
        90 96 99 100 108 110 117 120 121 126 130 132 135 140 143 144 150 153 154 156 160 162 165 168 170
        176 180 187 192 198 204 216 240 264"""
    assert ladder(SIMPLE) == tuple(map(int, printed.split()))
    assert len(ladder(SIMPLE)) == 63
    older = ladder(House(grand_base=20))
    assert {40, 200} <= set(older)
    assert 264 not in older


def test_grand_at_20_is_worth_less():
    assert totals(TrumpGame(A, GRAND, 1, 70), house=House(grand_base=20)) == (40, 0, 0)


def test_a_lost_hand_game_costs_as_often_as_the_table_says():
    by_hand = TrumpGame(A, CLUBS, 1, 40, hand=True)
    hands = by_hand, Null(B, NullGame.NULL_HAND, False), TrumpGame(C, CLUBS, 1, 40)
    assert totals(*hands) == (-72, -70, -48)
    assert totals(*hands, house=House(loss_factor_hand=1)) == (-36, -35, -48)


def test_a_missed_announcement_may_be_charged_as_far_as_it_was_reached():
    house = House(failed_announcement=FailedAnnouncement.CHARGE_REACHED)
    schwarz = TrumpGame(A, CLUBS, 1, 118, hand=True, announced=Announced.SCHWARZ)
    assert totals(schwarz, house=house) == (-2 * 12 * 5, 0, 0)  # game 2, hand 3, schneider 4, announced 5
    ouvert = TrumpGame(A, GRAND, 4, 106, hand=True, announced=Announced.OUVERT)
    assert totals(ouvert, house=house) == (-2 * 24 * 8, 0, 0)
    given_up = TrumpGame(A, CLUBS, 1, None, won=False, hand=True, announced=Announced.SCHNEIDER)
    assert totals(given_up, house=house) == (-2 * 12 * 3, 0, 0)
    assert totals(given_up) == (-2 * 12 * 5, 0, 0)


@pytest.mark.parametrize(
    ("policy", "game", "bid", "score"),
    [
        (NullOverbid.OWN_VALUE, NullGame.NULL, 46, -46),  # skaty
        (NullOverbid.MULTIPLE_OF_23, NullGame.NULL, 46, -92),  # JSkat
        (NullOverbid.MULTIPLE_OF_23, NullGame.NULL_HAND, 40, -92),
        (NullOverbid.NEXT_NULL, NullGame.NULL, 24, -70),
        (NullOverbid.NEXT_NULL, NullGame.NULL_OUVERT, 48, -118),
    ],
)
def test_an_overbid_null_is_lost_as_the_table_says(policy, game, bid, score):
    assert totals(Null(A, game, True, bid=bid), house=House(null_overbid=policy)) == (score, 0, 0)


def test_an_overbid_null_is_refused_where_nothing_else_was_agreed():
    assert wrong(Null(A, NullGame.NULL, True, bid=24)) == {"bid"}
    assert not wrong(Null(A, NullGame.NULL, True, bid=23))
    assert wrong(Null(A, NullGame.NULL, True, bid=60), House(null_overbid=NullOverbid.NEXT_NULL)) == {"bid"}


# What cannot be --------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "fields"), [
    (TrumpGame(A, GRAND, 5, 70), {"matadors"}),
    (TrumpGame(A, CLUBS, 0, 70), {"matadors"}),
    (TrumpGame(A, CLUBS, 12, 70), {"matadors"}),
    (TrumpGame(A, CLUBS, 1, 70, announced=Announced.SCHNEIDER), {"announced"}),
    (TrumpGame(A, CLUBS, 1, 120, announced=Announced.OUVERT, tricks=Tricks.ALL), {"announced"}),
    (TrumpGame(A, CLUBS, 1, 70, bid=19), {"bid"}),
    (TrumpGame(A, CLUBS, 1, 119, tricks=Tricks.ALL), {"tricks"}),
    (TrumpGame(A, CLUBS, 1, 23, tricks=Tricks.NONE), {"tricks"}),
    (TrumpGame(A, CLUBS, 1, 61, won=False), {"won"}),
    (TrumpGame(A, CLUBS, 1, 60, won=True), {"won"}),
    (TrumpGame(A, CLUBS, 1, None), {"points"}),
    (TrumpGame(A, CLUBS, 1, None, won=True, tricks=Tricks.NONE), {"won"}),
    (TrumpGame(A, CLUBS, 1, None, won=False, tricks=Tricks.ALL), {"won"}),
    (TrumpGame(A, CLUBS, 1, 70, kontra=B), {"kontra"}),
    (TrumpGame(A, CLUBS, 1, 70, re=True), {"re"}),
    (TrumpGame(A, CLUBS, 1, 70, hand=True, announced=Announced.SCHNEIDER, won=False), set()),
    (TrumpGame(A, GRAND, 5, 70, announced=Announced.SCHWARZ, bid=19), {"matadors", "announced", "bid"}),
    (Ramsch(PerSeat((60, 40, 20))), {""}),
])  # fmt: skip
def test_answers_that_cannot_be_are_refused_all_at_once(hand, fields):
    assert wrong(hand) == fields


def test_an_open_game_without_hand_is_played_where_agreed():
    house = House(suit_ouvert_requires_hand=False)
    hand = TrumpGame(A, CLUBS, 1, 120, announced=Announced.OUVERT, tricks=Tricks.ALL)
    assert totals(hand, house=house) == (12 * 7, 0, 0)
    assert wrong(replace(hand, announced=Announced.SCHWARZ), house) == {"announced"}
    assert "announced" in worth_asking(TrumpGame(A, CLUBS, 1, 70), sheet(house))
    assert "announced" not in worth_asking(TrumpGame(A, CLUBS, 1, 70), sheet())


def test_the_bid_is_asked_only_when_it_matters():
    def matters(hand, house=SIMPLE):
        return "bid" in worth_asking(hand, sheet(house))

    assert matters(TrumpGame(A, DIAMONDS, 1, 70))
    assert not matters(TrumpGame(A, CLUBS, 4, 70))  # 60 and more
    assert matters(TrumpGame(A, CLUBS, 4, 70, bid=63)), "a bid that was given is never forgotten"
    assert not matters(Null(A, NullGame.NULL, True))
    assert matters(Null(A, NullGame.NULL, True), House(null_overbid=NullOverbid.OWN_VALUE))


def test_tricks_are_asked_only_when_the_points_leave_them_open():
    for points in 0, 22, 120:
        assert "tricks" in worth_asking(TrumpGame(A, CLUBS, 1, points), sheet())
    for points in 23, 70, 119:
        assert "tricks" not in worth_asking(TrumpGame(A, CLUBS, 1, points), sheet())
    uncounted = TrumpGame(A, CLUBS, 1, None)
    assert "won" in worth_asking(uncounted, sheet())
    assert not {"tricks", "schneider"} & worth_asking(uncounted, sheet()), "one question after the other"
    assert {"tricks", "schneider"} <= worth_asking(replace(uncounted, won=True), sheet())
    assert not {"won", "schneider", "kontra", "re"} & worth_asking(TrumpGame(A, CLUBS, 1, 70), sheet())


# The list ---------------------------------------------------------------------------------


def test_a_league_list_adds_50_and_40_at_three():
    won, lost = TrumpGame(A, CLUBS, 2, 93, hand=True), TrumpGame(B, SPADES, 1, 55)
    assert totals(won, house=LEAGUE) == (110, 0, 0)
    assert totals(lost, house=LEAGUE) == (40, -94, 40)
    assert totals(won, lost, house=LEAGUE) == (150, -94, 40)
    assert totals(won, lost) == (60, -44, 0)


def test_a_league_list_adds_30_at_four_and_the_dealer_sits_out():
    lost = TrumpGame(B, SPADES, 1, 55)
    assert totals(lost, house=LEAGUE, seating=FOUR) == (30, -94, 30, 30)
    alone = replace(LEAGUE, dealer_gets_defender_points=False)
    assert totals(lost, house=alone, seating=FOUR) == (0, -94, 30, 30)
    assert wrong(TrumpGame(A, SPADES, 1, 55), LEAGUE, FOUR) == {"declarer"}
    assert not wrong(TrumpGame(A, SPADES, 1, 55), LEAGUE, FOUR, [lost])
    assert wrong(TrumpGame(B, SPADES, 1, 55), LEAGUE, FOUR, [lost]) == {"declarer"}


def test_the_lines_of_a_league_deal_explain_it():
    (row,) = play(GAME, FOUR, LEAGUE, [TrumpGame(B, SPADES, 1, 55)]).rows
    assert [(line.side, line.points, line.because[0].rule) for line in row.lines] == [
        (1, -44, rule.VALUE),
        (1, -50, rule.SEEGER),
        (0, 30, rule.SITTING_OUT),
        (2, 30, rule.DEFENDED),
        (3, 30, rule.DEFENDED),
    ]


@pytest.mark.parametrize(("seating", "deals"), [(THREE, 36), (FOUR, 48)])
def test_a_list_ends_after_36_deals_at_three_and_48_at_four(seating, deals):
    played = play(GAME, seating, LEAGUE, [PassedIn()] * (deals - 1))
    assert played.outcome is None
    over = write(GAME, played, PassedIn()).outcome
    assert over.because.rule is rule.TIED
    assert over.winners == seating.every_side


def test_the_list_is_won_by_the_highest_total():
    played = play(GAME, THREE, replace(LEAGUE, list_deals=1), [TrumpGame(B, CLUBS, 1, 70)])
    assert played.outcome.winners == (1,)
    assert played.outcome.because.rule is rule.LIST


def test_level_totals_go_by_games_won_then_lost_then_the_lot():
    house = House(list_deals=5)
    fewer_lost = [
        TrumpGame(A, HEARTS, 1, 70),  # 20
        TrumpGame(A, HEARTS, 1, 70),  # 40
        TrumpGame(A, HEARTS, 1, 50),  # -40
        TrumpGame(A, HEARTS, 1, 70),  # 20
        TrumpGame(B, HEARTS, 1, 70),  # 20: level, but A has won three
    ]
    outcome = play(GAME, THREE, house, fewer_lost).outcome
    assert (outcome.winners, outcome.because.rule) == ((0,), rule.TIED)
    both = [TrumpGame(A, HEARTS, 1, 70), TrumpGame(B, HEARTS, 1, 70), *[PassedIn()] * 3]
    outcome = play(GAME, THREE, house, both).outcome
    assert outcome.winners == (0, 1)
    assert "lot" in str(outcome.because.words)


def test_a_deal_passed_in_counts_and_scores_nothing():
    played = play(GAME, THREE, LEAGUE, [PassedIn()])
    assert tuple(played.totals) == (0, 0, 0)
    assert {line.because[0].rule for line in played.rows[0].lines} == {rule.ALL_PASS}
    assert GAME.dealer(played) == B


def test_all_pass_is_what_the_table_agreed():
    assert wrong(PassedIn(), RAMSCH) == {""}
    assert wrong(PassedIn(), House(all_pass=AllPass.REDEAL)) == {""}
    assert not wrong(PassedIn())


# Doubling --------------------------------------------------------------------------------


def test_kontra_and_re_double_each():
    assert totals(TrumpGame(A, CLUBS, 1, 70, kontra=B), house=PUB) == (48, 0, 0)
    assert totals(TrumpGame(A, CLUBS, 1, 50, kontra=B, re=True), house=PUB) == (-192, 0, 0)
    assert wrong(TrumpGame(A, CLUBS, 1, 70, kontra=A), PUB) == {"kontra"}
    assert wrong(TrumpGame(A, CLUBS, 1, 70, re=True), PUB) == {"re"}
    assert wrong(Null(A, NullGame.NULL_HAND, True, kontra=B, re=True), PUB) == {"re"}
    assert not wrong(Null(A, NullGame.NULL_OUVERT, True, kontra=B, re=True), PUB)
    assert not wrong(Null(A, NullGame.NULL, True, kontra=B, re=True), replace(PUB, re_on_null=True))
    assert {"kontra"} <= worth_asking(TrumpGame(A, CLUBS, 1, 70), sheet(PUB))
    assert {"re"} <= worth_asking(TrumpGame(A, CLUBS, 1, 70, kontra=B), sheet(PUB))


GAME_OF_B = TrumpGame(B, DIAMONDS, 1, 70)  # 18


def bock(*hands, **options):
    return totals(*hands, house=replace(PUB, all_pass=AllPass.PASS_IN, **options))[1]


@pytest.mark.parametrize(
    ("trigger", "hand"),
    [
        (BockTrigger.LOST_60_60, TrumpGame(A, CLUBS, 1, 60)),
        (BockTrigger.LOST_KONTRA, TrumpGame(A, CLUBS, 1, 50, kontra=C)),
        (BockTrigger.GRAND_HAND, TrumpGame(A, GRAND, 1, 70, hand=True)),
        (BockTrigger.NULL_OUVERT_HAND, Null(A, NullGame.NULL_OUVERT_HAND, True)),
    ],
)
def test_a_round_of_bock_follows_what_calls_for_it(trigger, hand):
    assert bock(hand, *[GAME_OF_B] * 4, bock=frozenset({trigger})) == 36 * 3 + 18
    assert bock(hand, *[GAME_OF_B] * 4, bock=frozenset()) == 18 * 4
    others = frozenset(BockTrigger) - {trigger}
    assert bock(hand, GAME_OF_B, bock=others) == 18


def test_bock_lasts_as_long_as_agreed_and_rounds_queue_up():
    split = TrumpGame(A, CLUBS, 1, 60)
    assert bock(split, *[GAME_OF_B] * 3, bock_length=1) == 36 + 18 + 18
    assert bock(split, PassedIn(), *[GAME_OF_B] * 3) == 36 + 36 + 18, "a deal passed in counts as one"
    assert bock(split, split, *[GAME_OF_B] * 6) == 36 * 5 + 18, "two left, and three more"
    assert totals(split, split, house=PUB) == (-48 - 96, 0, 0)


def test_the_deal_that_opens_the_bock_may_be_the_first_of_it():
    split = TrumpGame(A, CLUBS, 1, 60)
    house = replace(PUB, bock_opening=True)
    assert totals(split, *[GAME_OF_B] * 3, house=house) == (-96, 36 + 36 + 18, 0)
    assert totals(split, split, *[GAME_OF_B] * 5, house=house) == (-192, 36 * 4 + 18, 0)


def test_house_rules_that_answer_nothing_are_refused():
    assert {p.field for p in wrong_house(GAME, House(re=True), THREE)} == {"re"}
    assert {p.field for p in wrong_house(GAME, House(bock=frozenset(BockTrigger)), THREE)} == {"bock"}
    assert {p.field for p in wrong_house(GAME, House(grand_base=22), THREE)} == {"grand_base"}


def test_house_rules_are_asked_only_where_they_matter():
    def asked_about(house):
        return worth_asking(house, sheet(house))

    assert "dealer_gets_defender_points" in asked_about(LEAGUE) - asked_about(SIMPLE)
    assert {"kontra_needs_bid", "re", "re_on_null", "bock_length", "bock_opening"} <= asked_about(PUB)
    assert {"ramsch_skat_to", "ramsch_tie", "ramsch_stake"} <= asked_about(PUB) - asked_about(SIMPLE)
    assert not {"kontra_needs_bid", "re", "re_on_null", "bock_length"} & asked_about(SIMPLE)


# Ramsch --------------------------------------------------------------------------------------


def ramsch(points, house=RAMSCH, seating=THREE, **answers):
    return totals(Ramsch(PerSeat(points), **answers), house=house, seating=seating)


def test_the_most_card_points_lose_a_ramsch():
    assert ramsch((22, 58, 40)) == (0, -58, 0)
    assert ramsch((0, 22, 58, 40), seating=FOUR) == (0, 0, -58, 0)
    assert wrong(Ramsch(PerSeat((22, 0, 58, 40))), RAMSCH, FOUR) == {"points.0"}


def test_a_player_without_a_trick_doubles_it_where_agreed():
    assert ramsch((0, 70, 50), virgin=A) == (0, -140, 0)
    assert ramsch((0, 70, 50)) == (0, -70, 0), "without points is not without a trick"
    assert ramsch((0, 70, 50), replace(RAMSCH, ramsch_virgin_doubles=False), virgin=A) == (0, -70, 0)
    assert wrong(Ramsch(PerSeat((20, 60, 40)), virgin=A), RAMSCH) == {"virgin"}
    assert wrong(Ramsch(PerSeat((0, 120, 0)), virgin=A, all_tricks=True), RAMSCH) == {"virgin"}
    assert "virgin" in worth_asking(Ramsch(PerSeat((0, 70, 50))), sheet(RAMSCH))
    assert "virgin" not in worth_asking(Ramsch(PerSeat((10, 60, 50))), sheet(RAMSCH))


def test_every_trick_is_rewarded_where_agreed():
    march = {"points": (0, 120, 0), "all_tricks": True}
    assert ramsch(**march) == (0, 120, 0)
    assert ramsch(**march, house=replace(RAMSCH, ramsch_durchmarsch=0)) == (0, -120, 0)
    assert wrong(Ramsch(PerSeat((10, 110, 0)), all_tricks=True), RAMSCH) == {"all_tricks"}
    assert "all_tricks" in worth_asking(Ramsch(PerSeat((0, 120, 0))), sheet(RAMSCH))
    assert "all_tricks" not in worth_asking(Ramsch(PerSeat((10, 110, 0))), sheet(RAMSCH))


def test_a_tie_goes_as_the_table_agreed():
    level = (45, 45, 30)
    assert ramsch(level, last_trick=B) == (0, -45, 0)
    assert wrong(Ramsch(PerSeat(level)), RAMSCH) == {"last_trick"}
    assert wrong(Ramsch(PerSeat(level), last_trick=C), RAMSCH) == {"last_trick"}
    assert ramsch(level, replace(RAMSCH, ramsch_tie=RamschTie.BOTH)) == (-45, -45, 0)
    shared = replace(RAMSCH, ramsch_tie=RamschTie.SHARED)
    assert ramsch((40, 40, 40), shared) == pytest.approx((-40 / 3,) * 3)
    assert ramsch((46, 46, 28), shared) == (-23, -23, 0)
    assert "last_trick" in worth_asking(Ramsch(PerSeat(level)), sheet(RAMSCH))
    assert "last_trick" not in worth_asking(Ramsch(PerSeat(level)), sheet(shared))


def test_the_skat_of_a_ramsch_counts_for_whom_the_table_says():
    nobody = replace(RAMSCH, ramsch_skat_to=RamschSkat.NOBODY)
    assert ramsch((20, 50, 36), nobody) == (0, -50, 0)
    assert wrong(Ramsch(PerSeat((20, 40, 36))), nobody) == {"points"}
    assert wrong(Ramsch(PerSeat((20, 50, 36))), RAMSCH) == {"points"}
    assert ramsch((20, 60, 40), replace(RAMSCH, ramsch_skat_to=RamschSkat.LAST_TRICK)) == (0, -60, 0)


def test_each_skat_passed_on_unseen_doubles_where_agreed():
    pushing = replace(RAMSCH, ramsch_push_doubles=True)
    assert ramsch((22, 58, 40), pushing, unseen_pushes=3) == (0, -464, 0)
    assert ramsch((22, 58, 40), unseen_pushes=3) == (0, -58, 0)


def test_fixed_stakes_are_10_15_and_20():
    fixed = replace(RAMSCH, ramsch_stake=RamschStake.FIXED)
    assert ramsch((22, 58, 40), fixed) == (0, -10, 0)
    assert ramsch((0, 70, 50), fixed, virgin=A) == (0, -15, 0)
    assert ramsch((0, 120, 0), fixed, all_tricks=True) == (0, -20, 0)
    assert ramsch((45, 45, 30), replace(fixed, ramsch_tie=RamschTie.SHARED)) == (-5, -5, 0)


def test_a_ramsch_in_a_bock_round_is_doubled():
    assert totals(TrumpGame(A, CLUBS, 1, 60), Ramsch(PerSeat((22, 58, 40))), house=PUB) == (-48, -116, 0)


# Settling up -----------------------------------------------------------------------------------


def test_each_settles_with_each_at_the_end():
    house = House(list_deals=1, settlement=Settlement.PAIRWISE)
    before = Adjustment(PerSide((55, -20, 15, -10)), "so far")
    assert totals(before, PassedIn(), house=house, seating=FOUR) == (180, -120, 20, -80)


def test_money_is_settled_by_the_differences_or_as_it_stands_where_they_are_written_already():
    before, at_the_end = (
        Adjustment(PerSide((55, -20, 15, -10)), "so far"),
        House(settlement=Settlement.PAIRWISE),
    )
    expected = (180, -120, 20, -80)  # skatspielen.info
    for house in SIMPLE, at_the_end:
        for played in ((before,), (before, Stopped())):
            assert GAME.settling(play(GAME, FOUR, house, played)).points == expected
    # A club game with 1 lost by Ann at 24 doubled is 48 to each of two others.
    lost = play(GAME, THREE, House(settlement=Settlement.TO_EACH), [TrumpGame(A, CLUBS, 1, 50)])
    assert GAME.settling(lost).points == (-96, 48, 48)


def test_a_list_that_is_broken_off_is_settled_too():
    house = House(settlement=Settlement.PAIRWISE)
    before = Adjustment(PerSide((55, -20, 15, -10)), "so far")
    assert totals(before, Stopped(), house=house, seating=FOUR) == (180, -120, 20, -80)
    level = play(GAME, FOUR, house, (Adjustment(PerSide((5, 5, 0, 0)), "so far"), Stopped()))
    assert level.outcome
    assert level.outcome.winners == (0, 1)
    assert play(GAME, FOUR, house, (before,)).outcome is None


def test_paying_each_at_once_comes_to_the_same_as_settling_at_the_end():
    hands = [TrumpGame(A, CLUBS, 1, 70), TrumpGame(B, SPADES, 1, 50), Ramsch(PerSeat((22, 58, 40)))]
    at_once = replace(RAMSCH, list_deals=3, settlement=Settlement.TO_EACH)
    at_the_end = replace(at_once, settlement=Settlement.PAIRWISE)
    assert totals(*hands, house=at_once) == totals(*hands, house=at_the_end)
    assert sum(totals(*hands, house=at_once)) == 0


# The bidding -------------------------------------------------------------------------------------


def bidding(calls, house=SIMPLE, seating=THREE):
    return heard(GAME.auction, Calls.read(calls), sheet(house, seating))


@pytest.mark.parametrize(("calls", "declarer", "bid"), [
    ("18 pass pass", C, 18),  # A deals: C is middlehand
    ("18 hold pass pass", B, 18),
    ("18 hold 20 pass pass", C, 20),
    ("18 hold pass 20 pass", A, 20),
    ("18 hold pass 20 hold 22 hold pass", B, 22),
    ("pass 18 hold pass", B, 18),
    ("pass 18 pass", A, 18),
    ("pass pass 18", B, 18),
    ("264 hold pass pass", B, 264),
])  # fmt: skip
def test_the_bidding_settles_who_plays_alone_and_at_what(calls, declarer, bid):
    turn, wrong_call = bidding(calls)
    assert wrong_call is None
    assert turn.speaker is None
    assert turn.settled.kind == "trump_game"
    assert turn.settled.answers == {"declarer": declarer, "bid": bid}


def test_at_four_the_dealer_does_not_bid():
    turn, _none = bidding("", seating=FOUR)
    assert turn.speaker == C
    turn, _none = bidding("pass pass 18", seating=FOUR)
    assert [seat for seat, _call in turn.made] == [C, D, B]


@pytest.mark.parametrize(
    ("all_pass", "kind"), [(AllPass.PASS_IN, "passed_in"), (AllPass.RAMSCH, "ramsch"), (AllPass.REDEAL, None)]
)
def test_everyone_passing_settles_what_the_table_agreed(all_pass, kind):
    turn, wrong_call = bidding("pass pass pass", House(all_pass=all_pass))
    assert wrong_call is None
    assert turn.speaker is None
    assert (turn.settled and turn.settled.kind) == kind


@pytest.mark.parametrize(("calls", "cited"), [
    ("hold", rule.HOLDING),  # nothing was asked
    ("18 20", rule.HOLDING),  # who is asked holds or passes
    ("20 hold 18", rule.HOLDING),
    ("20 hold 20", rule.HOLDING),
    ("20 pass 20", rule.HOLDING),
    ("pass pass 20", rule.FOREHAND),
])  # fmt: skip
def test_a_call_out_of_order_is_refused_with_its_rule(calls, cited):
    _turn, wrong_call = bidding(calls)
    assert wrong_call.place == len(calls.split()) - 1
    assert wrong_call.because.rule is cited


def test_a_number_that_no_game_is_worth_is_no_call():
    _turn, wrong_call = bidding("19")
    assert wrong_call.because is None
    assert bidding("18 pass pass pass")[1].place == 3


def test_the_pad_says_what_is_asked():
    assert "bids to" in str(bidding("")[0].notes[0].words)
    assert "says 18" in str(bidding("18")[0].notes[0].words)
    assert "lowest bid" in str(bidding("pass pass")[0].notes[0].words)
    assert bidding("")[0].offer(PASS).refused is None


# The briefing --------------------------------------------------------------------------------------


def told(sheet, begun=None):
    return [str(said.words) for said in GAME.briefing(sheet, begun)]


def test_the_briefing_says_who_deals_and_how_far_the_list_is():
    assert told(sheet(LEAGUE)) == ["seat 1 deals; seat 3 bids to seat 2, then seat 1", "Deal 1 of 36"]
    assert told(sheet(LEAGUE, FOUR))[0] == "seat 1 deals and sits out; seat 3 bids to seat 2, then seat 4"
    over = play(GAME, THREE, replace(LEAGUE, list_deals=1), [PassedIn()])
    assert len(told(over)) == 1


def test_the_briefing_warns_of_bock():
    played = play(GAME, THREE, PUB, [TrumpGame(A, CLUBS, 1, 60)])
    assert told(played)[2] == "Bock: the next 3 deals count double"
    played = play(GAME, THREE, replace(PUB, bock_length=1), [TrumpGame(A, CLUBS, 1, 60)])
    assert told(played)[2] == "Bock: this deal counts double"


def stakes(kind, house=SIMPLE, **answers):
    return told(sheet(house), Begun(kind, answers))[2:]


def test_the_briefing_says_what_a_game_needs_and_brings():
    clubs = {"declarer": A, "game": CLUBS}
    assert stakes("trump_game", **clubs) == ["seat 1 plays ♣ Clubs and needs 61 card points"]
    assert stakes("trump_game", **clubs, bid=33)[1].startswith("To cover 33 it takes 3 × 12 = 36")
    assert "90" in stakes("trump_game", **clubs, hand=True, announced=Announced.SCHNEIDER)[0]
    assert "every trick" in stakes("trump_game", **clubs, hand=True, announced=Announced.OUVERT)[0]
    assert "50" in stakes("trump_game", LEAGUE, **clubs)[1]
    assert "twice" in stakes("trump_game", PUB, **clubs, kontra=B)[1]
    assert "four times" in stakes("trump_game", PUB, **clubs, kontra=B, re=True)[1]
    assert stakes("trump_game", declarer=A) == []
    assert stakes("passed_in") == []
    null = {"declarer": A, "game": NullGame.NULL_HAND}
    assert stakes("null", **null) == ["seat 1 plays Null hand: without a trick 35, with one −70"]
    assert "does not reach" in stakes("null", **null, bid=36)[0]


def test_a_deal_is_told_in_a_few_words():
    def short(hand, house=SIMPLE):
        return str(GAME.in_short(hand, sheet(house)))

    hand = TrumpGame(A, CLUBS, 2, 93, hand=True, announced=Announced.SCHNEIDER)
    assert short(hand) == "♣ Clubs by seat 1, with 2, hand, Schneider, 93 card points"
    assert short(TrumpGame(A, CLUBS, 2, None, without=True, won=True)) == "♣ Clubs by seat 1, without 2"
    assert short(Null(A, NullGame.NULL, True)) == "Null by seat 1, won"
    assert short(Null(A, NullGame.NULL, False)) == "Null by seat 1, lost"
    assert short(PassedIn()) == "Passed in"
    assert short(Ramsch(PerSeat((22, 58, 40)))) == "Ramsch, lost by seat 2"
    assert short(Ramsch(PerSeat((0, 120, 0)), all_tricks=True)) == "Ramsch, every trick to seat 2"


# Cards ------------------------------------------------------------------------------------------------


def test_trumps_are_eleven_in_a_suit_and_four_in_grand():
    assert str(trumps(HEARTS)) == "JC JS JH JD AH TH KH QH 9H 8H 7H"
    assert str(trumps(GRAND)) == "JC JS JH JD"


@pytest.mark.parametrize(("game", "cards", "taker"), [
    ("hearts", "AS 7H TS", "7H"),
    ("hearts", "AH JD TH", "JD"),
    ("hearts", "JD JC JS", "JC"),
    ("spades", "KD TD AH", "TD"),  # the ten beats the king
    ("grand", "KH JD AH", "JD"),
    ("grand", "AC 7D TC", "AC"),
    ("null", "TH JH 7S", "JH"),
    ("null", "TH 9H AS", "TH"),
])  # fmt: skip
def test_the_trick_goes_to_the_highest_trump_or_the_highest_of_the_suit_led(game, cards, taker):
    assert str(takes(Cards.read(cards), AnyGame(game))) == taker
    assert ask("trick", game=game, cards=cards)["verdict"] == taker


def test_a_jack_is_a_trump_and_no_card_of_its_suit():
    hearts = Cards.read("7H")
    assert not follows(Card.read("JH"), Card.read("AH"), hearts, AnyGame.GRAND)
    assert follows(Card.read("JH"), Card.read("AH"), Cards(), AnyGame.GRAND)
    assert follows(Card.read("7H"), Card.read("JC"), Cards.read("AS"), AnyGame.HEARTS)
    assert follows(Card.read("JH"), Card.read("AH"), hearts, AnyGame.NULL)
    assert ask("follow", game="clubs", led="AH", card="JH", holding="7H AS")["verdict"] == "illegal"
    assert ask("follow", game="clubs", led="AH", card="JH", holding="AS")["verdict"] == "legal"
    assert ask("follow", game="null", led="AH", card="JH", holding="7H")["verdict"] == "legal"


@pytest.mark.parametrize(("cards", "game", "run"), [
    ("JC JS AH", HEARTS, (2, False)),
    ("JS JH AH", HEARTS, (1, True)),
    ("JC JS JH JD AH TH KH QH 9H 8H 7H", HEARTS, (11, False)),
    ("AS TS", HEARTS, (11, True)),
    ("AH", HEARTS, (4, True)),
    ("JC JS JH JD AH", GRAND, (4, False)),
    ("AH TH", GRAND, (4, True)),
])  # fmt: skip
def test_matadors_are_the_unbroken_run_from_the_jack_of_clubs(cards, game, run):
    assert matadors(Cards.read(cards), game) == run
    said = f"{'without' if run[1] else 'with'} {run[0]}"
    assert ask("matadors", cards=cards, game=game.value)["verdict"] == said


# Disputes ------------------------------------------------------------------------------------------------


def test_the_jack_of_clubs_in_the_skat_counts_and_may_make_a_game_overbid():
    facts = {"cards": "AS TS KS 9S 8S AH TH AC TC KC", "skat": "JC 7D", "game": "spades", "hand": True}
    assert ask("skat_jack", **facts)["verdict"] == "counts"
    ruling = ask("skat_jack", **facts, bid=72)
    assert ruling["verdict"] == "overbid"
    assert "77" in ruling["because"][-1]["text"]


def test_the_jack_in_the_skat_may_make_it_better():
    facts = {"cards": "JC AH TH KH QH 9H 8H AS AC AD", "skat": "JS 7D", "game": "hearts", "schneider": True}
    ruling = ask("skat_jack", **facts)
    assert ruling["verdict"] == "counts"
    assert "× 10 = 50" in ruling["because"][0]["text"]


def test_what_a_game_is_worth_and_scores():
    assert ask("value", game="clubs", matadors=2, hand=True, schneider=True)["verdict"] == 60
    assert ask("value", game="grand", matadors=4, hand=True, announced="ouvert")["verdict"] == 264
    assert ask("value", game="diamonds", matadors=1, schwarz=True)["verdict"] == 36
    assert "lost as 27" in ask("value", game="diamonds", matadors=1, bid=20)["because"][1]["text"]
    assert ask("value", game="grand", matadors=5)["verdict"] == "impossible"
    assert ask("score", game="spades", matadors=1, points=55)["verdict"] == -44
    assert ask("score", game="spades", matadors=5, points=None)["verdict"] == "impossible"


def test_who_has_won():
    plain = {"game": "hearts", "matadors": 1}
    assert ask("won", **plain, points=61)["verdict"] == "declarer"
    assert ask("won", **plain, points=60)["verdict"] == "defenders"
    under = ask("under_bid", **plain, points=61, bid=24)
    assert under["verdict"] == "defenders"
    assert under["because"][0]["rule"] == rule.COVERED.number
    missed = ask("won", **plain, points=89, hand=True, announced="schneider")
    assert (missed["verdict"], missed["because"][0]["rule"]) == ("defenders", rule.PROMISED.number)
    assert ask("won", **plain, points=61, announced="schneider")["verdict"] == "impossible"
    assert ask("sixty")["verdict"] == "lost"


def test_what_a_null_is_worth():
    assert ask("null_value", game="null_ouvert_hand")["verdict"] == 59
    assert ask("null_value", game="null", won=False)["verdict"] == -46
    assert ask("null_value", game="null_hand", won=False, house=House(loss_factor_hand=1))["verdict"] == -35
    assert ask("null_value", game="null", bid=24)["verdict"] == "illegal"
    assert ask("null_value", House(null_overbid=NullOverbid.OWN_VALUE), game="null", bid=24)["verdict"] == -46


@pytest.mark.parametrize(("facts", "verdict"), [
    ({"game": "diamonds", "bid": 45}, "illegal"),  # 4 × 9 = 36, even with schwarz
    ({"game": "diamonds", "bid": 36}, "legal"),
    ({"game": "diamonds", "bid": 45, "hand": True}, "legal"),
    ({"game": "diamonds", "bid": 46, "hand": True}, "illegal"),
    ({"game": "diamonds", "bid": 72, "hand": True, "announced": "ouvert"}, "legal"),
    ({"game": "clubs", "bid": 18, "announced": "schneider"}, "illegal"),
    ({"game": "clubs", "bid": 18, "announced": "ouvert"}, "illegal"),
    ({"game": "grand", "bid": 18, "matadors": 5}, "impossible"),
    ({"game": "null", "bid": 23}, "legal"),
    ({"game": "null", "bid": 24}, "illegal"),
    ({"game": "null", "bid": 35, "hand": True}, "legal"),
    ({"game": "null", "bid": 46, "announced": "ouvert"}, "legal"),
    ({"game": "null", "bid": 59, "hand": True, "announced": "ouvert"}, "legal"),
    ({"game": "null", "bid": 18, "hand": True, "announced": "schwarz"}, "illegal"),
])  # fmt: skip
def test_an_announcement_must_be_able_to_reach_the_bid(facts, verdict):
    assert ask("announcement", **facts)["verdict"] == verdict


def test_announcements_depend_on_what_was_agreed():
    open_ = {"game": "clubs", "bid": 18, "announced": "ouvert"}
    assert ask("announcement", House(suit_ouvert_requires_hand=False), **open_)["verdict"] == "legal"
    null = ask("announcement", House(null_overbid=NullOverbid.OWN_VALUE), game="null", bid=24)
    assert null["verdict"] == "illegal"
    assert null["because"][1]["rule"] == rule.NULL_OVERBID.number


SCHNEIDER_SAID = {"game": "grand", "matadors": 4, "hand": True, "announced": "schneider"}


@pytest.mark.parametrize(("question", "facts", "verdict"), [
    ("silent_hand", {}, "no"),
    ("silent_hand", {"said_hand": True}, "yes"),
    ("empty_trick", {"tricks": 1}, "no"),
    ("empty_trick", {"tricks": 0}, "yes"),
    ("open_trick_lost", {"game": "grand", "matadors": 4}, "lost"),
    ("open_trick_lost", {"game": "grand", "matadors": 5}, "impossible"),
    ("missed_announcement", {**SCHNEIDER_SAID, "points": 89}, -384),
    ("missed_announcement", {**SCHNEIDER_SAID, "points": 90}, "kept"),
    ("missed_announcement", {**SCHNEIDER_SAID, "points": 90, "hand": False}, "impossible"),
    ("revoke", {"by": "declarer"}, "defenders"),
    ("revoke", {"by": "defenders"}, "declarer"),
    ("revoke", {"by": "declarer", "decided": "won"}, "declarer"),
    ("revoke", {"by": "defenders", "decided": "lost"}, "defenders"),
    ("revoke", {"by": "defenders", "step_needed": True, "step_possible": True}, "declarer"),
    ("revoke", {"by": "defenders", "step_needed": True}, "defenders"),
    ("looked_back", {"by": "declarer"}, "defenders"),
    ("looked_back", {"by": "declarer", "decided": "won"}, "declarer"),
    ("looked_back", {"by": "defenders", "only_last": True}, "allowed"),
    ("saw_skat", {}, "out"),
    ("saw_skat", {"another_passed": True}, "out"),
    ("claim", {"every_trick": True}, "declarer"),
    ("claim", {"every_trick": False}, "defenders"),
    ("defender_claim", {"settles_it": True, "alone": True}, "stands"),
    ("defender_claim", {"settles_it": True, "alone": False}, "falls"),
    ("defender_claim", {"settles_it": False, "alone": True}, "falls"),
    ("three_in_skat", {}, "declarer"),
    ("laid_away", {"cards": 3}, "lost"),
    ("laid_away", {"cards": 2}, "right"),
    ("rename", {}, "no"),
    ("joke", {}, "binding"),
    ("everyone_passed", {}, "pass_in"),
    ("kontra", {}, "illegal"),
    ("re", {}, "illegal"),
    ("defenders_share", {}, 0),
])  # fmt: skip
def test_disputes_are_settled(question, facts, verdict):
    assert ask(question, **facts)["verdict"] == verdict


def test_an_open_game_lost_costs_264_doubled():
    assert "−528" in ask("open_trick_lost", game="grand", matadors=4)["because"][0]["text"]


def test_a_missed_announcement_is_charged_as_agreed():
    facts = {"game": "grand", "matadors": 4, "points": 89, "hand": True, "announced": "schneider"}
    house = House(failed_announcement=FailedAnnouncement.CHARGE_REACHED)
    assert ask("missed_announcement", house, **facts)["verdict"] == -288


def test_everyone_passing_depends_on_the_table():
    for all_pass in AllPass:
        assert ask("everyone_passed", House(all_pass=all_pass))["verdict"] == all_pass.value


@pytest.mark.parametrize(("facts", "verdict"), [
    ({}, "legal"),
    ({"by_defender": False}, "illegal"),
    ({"card_played": True}, "illegal"),
    ({"cards_shown": True}, "illegal"),
    ({"had_bid": False}, "illegal"),
])  # fmt: skip
def test_kontra_has_its_time_and_its_speaker(facts, verdict):
    assert ask("kontra", PUB, **facts)["verdict"] == verdict


def test_kontra_without_a_bid_and_re_in_null_where_agreed():
    assert ask("kontra", replace(PUB, kontra_needs_bid=False), had_bid=False)["verdict"] == "legal"
    assert ask("re", PUB)["verdict"] == "legal"
    assert ask("re", PUB, kontra_said=False)["verdict"] == "illegal"
    assert ask("re", PUB, closed_null=True)["verdict"] == "illegal"
    assert ask("re", replace(PUB, re_on_null=True), closed_null=True)["verdict"] == "legal"


def test_what_the_others_get_for_a_lost_game():
    assert ask("defenders_share", LEAGUE)["verdict"] == 40
    assert ask("defenders_share", LEAGUE, FOUR)["verdict"] == 30
    alone = replace(LEAGUE, dealer_gets_defender_points=False)
    assert "nothing" in ask("defenders_share", alone, FOUR)["because"][1]["text"]


# Presets, and the seed ------------------------------------------------------------------------------------


def test_the_presets_are_those_of_the_digest():
    league, simple, pub = (preset.house for preset in GAME.presets)
    assert [preset.id for preset in GAME.presets] == ["isko-league", "simple", "pub"]
    assert replace(league, scoring=Scoring.SIMPLE) == simple == House()
    assert (pub.kontra, pub.re, pub.all_pass) == (True, True, AllPass.RAMSCH)
    assert pub.bock == {BockTrigger.LOST_60_60, BockTrigger.LOST_KONTRA}


def test_the_seed_is_kept_statement_by_statement():
    ranks = "7 8 9 Q K T A"
    assert str(trumps(DIAMONDS)) == "JC JS JH JD " + " ".join(f"{rank}D" for rank in reversed(ranks.split()))
    assert {game.value for game in Trumps} == {"diamonds", "hearts", "spades", "clubs", "grand"}
    # "Firstly between the two players excluding the dealer, then between the dealer and the winner"
    assert [seat for seat, _call in bidding("18 hold pass 20 pass")[0].made] == [C, B, C, A, B]
    # "winning 61 is necessary", and "he must also cover the declaration points he announced in the bidding"
    assert totals(TrumpGame(A, CLUBS, 1, 61, bid=24)) == (24, 0, 0)
    assert totals(TrumpGame(A, CLUBS, 1, 61, bid=27)) == (-72, 0, 0)


def test_a_record_is_scored_under_both_scorings():
    clubs = {"declarer": 0, "game": "clubs", "matadors": 2, "points": 93, "hand": True}
    entries = [
        {"number": 1, "hand": {"kind": "trump_game", **clubs}},
        {"number": 2, "hand": {"kind": "null", "declarer": 2, "game": "null_ouvert", "won": False}},
        {"number": 3, "hand": {"kind": "passed_in"}},
    ]
    record = {"format": "scorekeeper/1", "game": "skat", "entries": entries}
    played = scored(read_record(record, {"skat": GAME}))
    assert played["totals"] == [60 + 50 + 40, 40, -92 - 50]
    assert scored(read_record({**record, "preset": "simple"}, {"skat": GAME}))["totals"] == [60, 0, -92]
    at_four = read_record({**record, "house": {"seats": 4}, "first_dealer": 3}, {"skat": GAME})
    assert at_four.sheet.rows[0].problems == ()
    assert played["outcome"] is None


def test_a_league_of_several_tables_counts_the_same_whichever_way_a_table_adds_up():
    clubs = {"declarer": 0, "game": "clubs", "matadors": 2, "points": 93, "hand": True}
    entries = [
        {"number": 1, "hand": {"kind": "trump_game", **clubs}},
        {"number": 2, "hand": {"kind": "null", "declarer": 2, "game": "null_ouvert", "won": False}},
    ]
    for shape in ({}, {"seats": 4, "sides": 4, "first_dealer": 3}):
        record = {"format": "scorekeeper/1", "game": "skat", "entries": entries, **shape}
        league, plain = (
            read_record({**record, "preset": preset}, {"skat": GAME}).sheet
            for preset in ("isko-league", "simple")
        )
        listed = GAME.listing.points(plain)
        assert [one.points for one in listed] == list(league.totals)
        assert listed == GAME.listing.points(league)
        assert [(one.won, one.lost) for one in listed][:3] == [(1, 0), (0, 0), (0, 1)]


# What always holds --------------------------------------------------------------


@given(data=st.data())
def test_what_each_pays_each_comes_to_nothing_and_a_value_is_a_bid(data):
    house = replace(RAMSCH, settlement=Settlement.TO_EACH)
    hand = data.draw(hands(GAME, sheet(house)))
    assume(not isinstance(hand, Adjustment))
    played = play(GAME, THREE, house, [hand])
    assert sum(played.totals) == 0
    if isinstance(hand, TrumpGame) and not played.rows[0].problems:
        assert worth(hand, house).value in ladder(house)


def test_with_two_is_one_key_and_more_than_the_four_jacks_are_folded_away() -> None:
    own = matador_keys("trump_game", sheet())
    assert [(key.label, key.n) for key in own["usual"][:4]] == [
        ("with", 1),
        ("without", 1),
        ("with", 2),
        ("without", 2),
    ]
    assert [key.value for key in own["usual"][2:4]] == ["2+no", "2+yes"]
    assert {key.n for key in own["more"]} == set(range(5, 12))

"""Gin rummy by its digest: the schools, the settlement, Oklahoma, Hollywood, pairs and three players."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine import (
    ENGLISH,
    Adjustment,
    Cards,
    NoFacts,
    PartialHand,
    PerSide,
    Seating,
    Sheet,
    irrelevant_paths,
    play,
    relevant_questions,
    to_json,
    without_irrelevant,
)
from games.gin_rummy import GAME
from games.gin_rummy.arrange import deadwood, least_deadwood
from games.gin_rummy.examples import FOUR, THREE, TWO
from games.gin_rummy.hands import DeadHand, Duel, Knock, Partners
from games.gin_rummy.house import (
    APP,
    CLASSIC,
    MODERN,
    PRESETS,
    BoxesWhen,
    DeadHandDealer,
    House,
    OklahomaAce,
    Shutout,
)
from games.gin_rummy.referee import (
    LayingOff,
    MayKnock,
    PayFacts,
    SettlementFacts,
    SomeCards,
    Spread,
    Stock,
    UpCard,
    WholeHand,
)
from tests.games.table import Table

A, B, C, D = FOUR.every_seat
NONE = NoFacts()
NO_END = replace(MODERN, target=1000)
OKLAHOMA = replace(MODERN, oklahoma=True, target=150)
HOLLYWOOD = replace(MODERN, hollywood=True, target=150)
GIN_19 = (Knock(A, 3, 61), Knock(A, 5, 55))  # 58 and 50: a shutout with 108


TABLE = Table(GAME, MODERN, TWO)
preset = TABLE.preset
sheet_of = TABLE.sheet_of
fields = TABLE.mistakes_in
ask = TABLE.ask
briefed = TABLE.briefing


def totals(*hands, house=NO_END, seating=TWO):
    sheet = sheet_of(*hands, house=house, seating=seating)
    assert [row.problems for row in sheet.rows] == [()] * len(hands)
    return tuple(sheet.final)


def rules(*hands, house=NO_END, seating=TWO):
    """Return the rules cited by the last hand's lines."""
    row = sheet_of(*hands, house=house, seating=seating).rows[-1]
    return {because.rule.number for line in row.lines for because in line.because}


def up(text):
    return Cards.read(text)


# A hand ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "points", "rule"),
    [
        (Knock(A, 3, 61), (58, 0), "4.1"),
        (Knock(A, 10, 11), (1, 0), "4.1"),
        (Knock(A, 0, 42), (67, 0), "4.2"),
        (Knock(A, 0, 0), (25, 0), "4.2"),  # gin is never undercut, even by nothing
        (Knock(A, 0, 42, big_gin=True), (73, 0), "4.3"),
        (Knock(A, 9, 5), (0, 29), "4.4"),
        (Knock(A, 9, 0), (0, 34), "4.4"),
        (Knock(B, 7, 7), (25, 0), "4.5"),
    ],
)
def test_hands_score_by_the_modern_school(hand, points, rule):
    assert totals(hand) == points
    assert rules(hand) == {rule}


def test_the_classic_school_pays_less_for_gin_and_undercuts():
    house = replace(CLASSIC, target=1000)
    assert totals(Knock(A, 0, 42), house=house) == (62, 0)
    assert totals(Knock(A, 9, 5), house=house) == (0, 14)
    assert totals(Knock(A, 0, 42, big_gin=True), house=house) == (62, 0)  # no big gin there


def test_level_deadwood_may_win_nothing():
    house = replace(NO_END, undercut_on_tie=False)
    sheet = sheet_of(Knock(A, 7, 7), house=house)
    assert sheet.totals == (0, 0)
    (line,) = sheet.rows[0].lines
    assert ENGLISH.read(line.because[0].words) == "seat 1 knocked with 7 against as much: nothing won"
    assert totals(Knock(A, 7, 6), house=house) == (0, 26)


def test_a_dead_hand_scores_nothing():
    assert totals(DeadHand()) == (0, 0)
    assert rules(DeadHand()) == {"2.4"}


def test_in_straight_gin_nobody_knocks():
    straight = replace(MODERN, knock_max=0)
    assert fields(Knock(A, 5, 60), straight) == {"knocker_deadwood": "At most 0"}
    assert not fields(Knock(A, 0, 60), straight)


def test_impossible_numbers_are_refused():
    assert fields(Knock(A, 11, 99)) == {
        "knocker_deadwood": "At most 10",
        "defender_deadwood": "At most 98",
    }


# The settlement --------------------------------------------------------------


@pytest.mark.parametrize(
    ("house", "final"),
    [
        (MODERN, 366),  # 2 × 108 + 50 + 100
        (replace(MODERN, shutout=Shutout.DOUBLE_TOTAL), 516),  # 2 × (108 + 50 + 100)
        (CLASSIC, 348),  # 108 + 40 + 100 + 100
        (replace(MODERN, shutout=Shutout.NONE), 258),
        (replace(MODERN, game_bonus=0, box_bonus=0), 216),
    ],
)
def test_the_same_two_hands_settle_differently_by_the_school(house, final):
    sheet = sheet_of(*GIN_19, house=house)
    assert sheet.final == (final, 0)
    assert sheet.totals == (108, 0)
    assert sheet.outcome.winners == (0,)
    assert sheet.outcome.because.rule.number == "5.1"


def test_a_loser_who_scored_is_not_shut_out():
    sheet = sheet_of(Knock(B, 9, 10), *GIN_19)
    assert sheet.final == (108 + 50 + 100, 1 + 25)


def test_boxes_may_put_the_loser_of_the_game_ahead():
    hands = (*[Knock(B, 9, 12)] * 9, *GIN_19)
    sheet = sheet_of(*hands)
    assert sheet.final == (108 + 50 + 100, 27 + 225)
    ten = sheet_of(*[Knock(B, 9, 12)] * 10, *GIN_19)
    assert ten.final == (258, 30 + 250)
    assert ten.outcome.winners == (0,)  # the game is his who reached the target
    assert "put others ahead: 258, 280" in ENGLISH.read(ten.outcome.because.words)


def test_boxes_added_at_once_count_towards_the_target():
    house = replace(APP, shutout=Shutout.DOUBLE_POINTS)
    sheet = sheet_of(Knock(A, 3, 61), Knock(A, 8, 30), house=house)
    assert sheet.totals == (58 + 10 + 22 + 10, 0)
    assert sheet.final == (100 + 80, 0)  # hand points alone are doubled
    assert totals(Knock(A, 9, 5), house=APP) == (0, 24 + 10)
    assert totals(Knock(A, 0, 42), house=APP) == (67 + 10, 0)


def test_worthless_boxes_write_no_line():
    house = replace(APP, box_bonus=0, target=1000)
    assert len(sheet_of(Knock(A, 3, 61), house=house).rows[0].lines) == 1


def test_points_agreed_on_count_and_level_totals_play_on():
    agreed = Adjustment(PerSide((0, 108)), "written to the wrong side")
    sheet = sheet_of(agreed, *GIN_19)
    assert sheet.outcome is not None  # 108 and 58: the other reached it before the second hand
    level = sheet_of(Adjustment(PerSide((108, 108)), "agreed"))
    assert level.outcome is None
    assert briefed(level)[-1] == "side 1 and side 2 are tied: play goes on"


# Presets ---------------------------------------------------------------------


def test_presets_match_the_columns_of_the_digest():
    modern = {
        "gin_bonus": 25, "undercut_bonus": 25, "undercut_on_tie": True, "big_gin_bonus": 31,
        "box_bonus": 25, "boxes_when": "end", "game_bonus": 100, "shutout": "double_points",
        "target": 100, "knock_max": 10, "oklahoma": False, "oklahoma_ace": "gin_only",
        "spade_double": True, "oklahoma_extra_boxes": False, "hollywood": False,
        "dead_hand_dealer": "same", "fifty_card": False, "team_target": 125,
    }  # fmt: skip
    differ = {
        "gin-modern": {},
        "gin-classic": {
            "gin_bonus": 20, "undercut_bonus": 10, "big_gin_bonus": None, "box_bonus": 20,
            "shutout": "flat_100",
        },
        "gin-oklahoma": {"oklahoma": True, "target": 150},
        "gin-hollywood": {"hollywood": True, "target": 150},
        "gin-partners": {},
        "gin-palace": {
            "undercut_bonus": 20, "big_gin_bonus": None, "box_bonus": 10, "boxes_when": "at_once",
            "game_bonus": 0, "shutout": "none",
        },
    }  # fmt: skip
    assert {preset.id: to_json(preset.house) for preset in PRESETS} == {
        id: {**modern, **changed} for id, changed in differ.items()
    }
    assert GAME.shapes(GAME.presets[4]) == ((4, 2),)


# Oklahoma --------------------------------------------------------------------


def test_the_up_card_sets_the_limit():
    assert fields(Knock(A, 6, 30), OKLAHOMA) == {
        "up_card": "Which card was turned up? It sets the limit for knocking"
    }
    assert fields(Knock(A, 6, 30, up_card=up("5H")), OKLAHOMA) == {
        "knocker_deadwood": "5♥ turned up: the limit for knocking was 5"
    }
    assert not fields(Knock(A, 10, 30, up_card=up("QH")), OKLAHOMA)
    assert not fields(Knock(A, 6, 30, up_card=up("6H")), OKLAHOMA)


def test_an_ace_turned_up_means_gin_only_or_one():
    one = replace(OKLAHOMA, oklahoma_ace=OklahomaAce.ONE)
    assert fields(Knock(A, 1, 30, up_card=up("AH")), OKLAHOMA).keys() == {"knocker_deadwood"}
    assert not fields(Knock(A, 0, 30, up_card=up("AH")), OKLAHOMA)
    assert totals(Knock(A, 1, 30, up_card=up("AH")), house=one) == (29, 0)


def test_a_spade_doubles_the_hand_bonus_and_all():
    assert totals(Knock(A, 6, 30, up_card=up("7S")), house=OKLAHOMA) == (48, 0)
    assert totals(Knock(A, 6, 2, up_card=up("7S")), house=OKLAHOMA) == (0, 58)
    assert totals(Knock(A, 6, 30, up_card=up("7H")), house=OKLAHOMA) == (24, 0)
    single = replace(OKLAHOMA, spade_double=False)
    assert totals(Knock(A, 6, 30, up_card=up("7S")), house=single) == (24, 0)


def test_extra_boxes_for_undercuts_and_gin():
    house = replace(OKLAHOMA, oklahoma_extra_boxes=True, boxes_when=BoxesWhen.AT_ONCE, target=1000)
    assert totals(Knock(A, 6, 30, up_card=up("7H")), house=house) == (24 + 25, 0)
    assert totals(Knock(A, 6, 2, up_card=up("7H")), house=house) == (0, 29 + 50)
    assert totals(Knock(A, 0, 30, up_card=up("7H")), house=house) == (55 + 75, 0)
    plain = replace(house, oklahoma=False)
    assert totals(Knock(A, 0, 30), house=plain) == (55 + 25, 0)


def test_the_up_card_is_asked_for_in_oklahoma_only():
    hand = Knock(A, 6, 30)
    assert "up_card" not in relevant_questions(hand, Sheet(TWO, MODERN))
    assert {"up_card"} <= relevant_questions(hand, Sheet(TWO, OKLAHOMA))
    assert "big_gin" not in relevant_questions(hand, Sheet(TWO, MODERN))
    assert "big_gin" in relevant_questions(Knock(A, 0, 30), Sheet(TWO, MODERN))
    assert "big_gin" not in relevant_questions(Knock(A, 0, 30), Sheet(TWO, CLASSIC))
    assert "oklahoma_ace" not in relevant_questions(MODERN, Sheet(TWO, MODERN))
    assert "oklahoma_ace" in relevant_questions(OKLAHOMA, Sheet(TWO, OKLAHOMA))
    assert "team_target" in relevant_questions(MODERN, Sheet(FOUR, MODERN))


def test_the_briefing_says_what_the_up_card_means():
    sheet = Sheet(TWO, OKLAHOMA)
    texts = briefed(sheet, PartialHand("knock", {"up_card": up("7S")}))
    assert texts[1:] == ["7♠ turned up: knock with 7 or less", "A spade: the hand counts double"]
    assert briefed(sheet, PartialHand("knock", {"up_card": up("AH")}))[1:] == ["A♥ turned up: gin only"]
    assert len(briefed(sheet, PartialHand("knock", {"knocker": A}))) == 1


# Hollywood -------------------------------------------------------------------


def columns(*hands):
    return [words for words in briefed(sheet_of(*hands, house=HOLLYWOOD)) if words.startswith("Column")]


def test_the_published_sample_fills_the_columns():
    # A wins 25, 18 and 36: the first game stands at 79, the second at 54, the third at 36.
    hands = (Knock(A, 0, 0), Knock(A, 2, 20), Knock(A, 1, 37))
    assert columns(*hands) == [
        "Column 1: side 1 79, side 2 0",
        "Column 2: side 1 54, side 2 0",
        "Column 3: side 1 36, side 2 0",
    ]
    assert briefed(sheet_of(*hands, house=HOLLYWOOD))[-1] == "The totals are the three columns added up"
    assert [len(row.lines) for row in sheet_of(*hands, house=HOLLYWOOD).rows] == [1, 2, 3]


def test_a_finished_column_takes_no_more_and_a_late_first_win_goes_to_the_next():
    hands = (Knock(A, 0, 98), Knock(A, 0, 98), Knock(B, 4, 24), Knock(A, 0, 98))
    assert columns(*hands[:2]) == [
        "Column 1: side 1 246, side 2 0, finished",
        "Column 2: side 1 123, side 2 0",
        "Column 3: side 1 0, side 2 0",
    ]
    assert columns(*hands[:3])[1] == "Column 2: side 1 123, side 2 20"
    assert rules(*hands[:3], house=HOLLYWOOD) == {"6.5", "4.1"}
    assert columns(*hands)[1:] == [
        "Column 2: side 1 246, side 2 20, finished",
        "Column 3: side 1 123, side 2 0",
    ]


def test_three_games_are_settled_at_the_end():
    hands = (Knock(A, 0, 98), Knock(A, 0, 98), Knock(B, 4, 24), Knock(A, 0, 98), Knock(A, 0, 98))
    assert sheet_of(*hands[:4], house=HOLLYWOOD).outcome is None
    sheet = sheet_of(*hands, house=HOLLYWOOD)
    assert sheet.totals == (738, 20)
    assert sheet.final == (1680, 45)
    assert sheet.outcome.because.rule.number == "6.4"
    texts = [ENGLISH.read(line.because[0].words) for line in sheet.outcome.lines]
    assert texts[0] == "Column 1, won by side 1: side 1 246, side 2 0"
    assert len([line for line in sheet.outcome.lines if line.points == 246]) == 2  # two shutouts


def test_hollywood_with_boxes_at_once_writes_a_box_beside_each_entry():
    house = replace(HOLLYWOOD, boxes_when=BoxesWhen.AT_ONCE)
    sheet = sheet_of(Knock(A, 2, 20), Knock(A, 2, 20), house=house)
    assert [line.points for line in sheet.rows[1].lines] == [18, 25, 18, 25]


# Pairs -----------------------------------------------------------------------


def pair(first, second, house=NO_END):
    return totals(Partners(first, second), house=replace(house, team_target=1000), seating=FOUR)


def test_partners_add_up_or_set_off():
    assert pair(Duel(A, 4, 30), Duel(C, 2, 12)) == (36, 0)
    assert pair(Duel(A, 4, 30), Duel(D, 2, 12)) == (16, 0)
    assert pair(Duel(A, 4, 30), Duel(B, 2, 58)) == (0, 30)
    assert pair(Duel(A, 4, 30), Duel(B, 2, 28)) == (0, 0)
    assert pair(Duel(None), Duel(B, 2, 28)) == (0, 26)
    assert pair(Duel(None), Duel(None)) == (0, 0)


def test_a_round_in_pairs_is_one_box_and_gin_may_bring_more():
    house = replace(OKLAHOMA, oklahoma_extra_boxes=True, boxes_when=BoxesWhen.AT_ONCE)
    seven, gin = Duel(A, 4, 30, up_card=up("7H")), Duel(C, 0, 12, up_card=up("7H"))
    assert pair(seven, gin, house) == (26 + 37 + 3 * 25, 0)
    assert pair(gin, Duel(B, 3, 40, up_card=up("7D")), house) == (0, 0)
    assert pair(seven, Duel(C, 4, 10, up_card=up("8H")), house) == (26 + 6 + 25, 0)


def test_pairs_play_to_their_own_target():
    sheet = sheet_of(Partners(Duel(A, 4, 74), Duel(C, 4, 58)), seating=FOUR)
    assert sheet.totals == (124, 0)
    assert sheet.outcome is None
    assert briefed(sheet)[-1] == "side 1: 1 short of 125"
    over = sheet_of(Partners(Duel(A, 4, 74), Duel(C, 4, 59)), seating=FOUR)
    assert over.outcome.because.rule.number == "6.6"
    assert over.final == (125 + 25 + 100 + 125, 0)


def test_impossible_hands_in_pairs_are_refused():
    assert fields(Knock(A, 3, 61), seating=FOUR).keys() == {""}
    for seating in (TWO, THREE):
        assert fields(Partners(Duel(A, 4, 30), Duel(B, 2, 12)), seating=seating).keys() == {""}
    twice = Partners(Duel(A, 4, 30), Duel(A, 2, 12))
    assert fields(twice, seating=FOUR) == {"second.knocker": "seat 1 cannot have knocked in both hands"}
    wrong = Partners(Duel(A, 4, 30, big_gin=True), Duel(B, 6, 12, up_card=up("5H")))
    assert fields(wrong, OKLAHOMA, FOUR).keys() == {
        "first.up_card",
        "first.big_gin",
        "second.knocker_deadwood",
    }


# Three players, and who deals ------------------------------------------------


def test_of_three_players_the_loser_deals_and_sits_out():
    first = Seating(3, 3, A)
    sheet = play(GAME, first, MODERN, [Knock(B, 2, 32, defender=C)])
    assert GAME.dealer(sheet) == C
    assert briefed(sheet)[0] == "seat 3 deals to seat 1 and seat 2, and sits out"
    undercut = play(GAME, first, MODERN, [Knock(B, 9, 2, defender=C)])
    assert GAME.dealer(undercut) == B


def test_of_three_players_the_opponent_is_asked_for():
    assert fields(Knock(B, 2, 32), seating=THREE).keys() == {"defender"}
    assert fields(Knock(B, 2, 32, defender=B), seating=THREE).keys() == {"defender"}
    assert "defender" in relevant_questions(Knock(B, 2, 32), Sheet(THREE, MODERN))
    assert totals(Knock(B, 9, 2, defender=A), seating=THREE) == (32, 0, 0)


def test_a_shutout_needs_all_others_at_zero():
    hands = (Knock(A, 0, 90, defender=B),)
    assert sheet_of(*hands, seating=THREE).final == (115 + 25 + 100 + 115, 0, 0)
    assert sheet_of(Knock(C, 1, 5, defender=A), *hands, seating=THREE).final == (240, 0, 4 + 25)


def test_the_winner_deals_and_a_dead_hand_is_dealt_again():
    assert GAME.dealer(sheet_of(Knock(B, 3, 61))) == 1
    assert GAME.dealer(sheet_of(Knock(B, 9, 2))) == 0
    assert GAME.dealer(sheet_of(Knock(B, 3, 61), DeadHand())) == 1
    following = replace(MODERN, dead_hand_dealer=DeadHandDealer.NEXT)
    assert GAME.dealer(sheet_of(Knock(B, 3, 61), DeadHand(), house=following)) == 0
    assert GAME.dealer(sheet_of(Knock(B, 7, 7), house=replace(MODERN, undercut_on_tie=False))) == 0
    assert (
        briefed(sheet_of(Partners(Duel(B, 4, 30), Duel(D, 2, 12)), seating=FOUR))[0]
        == "side 2 deal both hands"
    )


def test_the_briefing_gives_the_dealer_and_the_points_missing():
    assert briefed(sheet_of()) == ["seat 1 deals ten cards each; seat 2 may take the up-card first"]
    assert briefed(sheet_of(Knock(A, 3, 61)))[1] == "side 1: 42 short of 100"


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (Knock(A, 3, 61), "seat 1 knocked, with 3; other hand 61"),
        (Knock(A, 9, 5), "seat 1 knocked, with 9; other hand 5"),
        (Knock(A, 0, 30, big_gin=True), "seat 1 knocked, with 0, big gin; other hand 30"),
        (DeadHand(), "A dead hand"),
    ],
)
def test_a_row_summarises_the_hand(hand, words):
    assert ENGLISH.read(GAME.summary(hand, Sheet(TWO, MODERN))) == words


def test_a_row_of_three_players_names_the_opponent():
    hand = Knock(A, 7, 9, defender=C)
    assert (
        ENGLISH.read(GAME.summary(hand, Sheet(THREE, MODERN)))
        == "seat 1 knocked, against seat 3, with 7; other hand 9"
    )


def test_a_row_of_a_round_in_pairs_names_the_winner():
    house = replace(MODERN, undercut_on_tie=False)
    tied, won = Partners(Duel(A, 7, 7), Duel(None)), Partners(Duel(A, 7, 9), Duel(None))
    texts = [ENGLISH.read(GAME.summary(hand, Sheet(FOUR, house))) for hand in (tied, won)]
    assert texts == ["Tied: nobody won", "side 1 won 2"]


# Arranging a hand ------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "left"),
    [
        ("KS KH KD QS JS TS 2C 3C 4C 5D", "5D"),
        ("7S 7H 7D 8S 9S", "7H 7D"),  # the run, for the sevens would leave 8♠ 9♠
        ("5S 5H 5D 5C 6S 7S AH", "AH"),  # the five of spades goes with the run
        ("AS KS QS", "AS KS QS"),
        ("AS 2S 3S 4S 4H 4D 4C 9H 9D 2C", "9H 9D 2C"),
        ("", ""),
    ],
)
def test_the_best_arrangement_leaves_least(cards, left):
    best = least_deadwood(Cards.read(cards))
    assert deadwood(best) == deadwood(Cards.read(left))


def test_the_briefing_is_empty_after_the_end():
    assert briefed(sheet_of(*GIN_19)) == []


# Disputes --------------------------------------------------------------------


def test_level_deadwood_is_judged_by_house_rule():
    assert ask("level") == ("yes", ["4.5"])
    assert ask("level", house=replace(MODERN, undercut_on_tie=False)) == ("no", ["4.5"])


def test_laying_off_against_gin_is_illegal():
    assert ask("lay_off", LayingOff(gin=True)) == ("illegal", ["3.3"])
    assert ask("lay_off", LayingOff(gin=False)) == ("legal", ["3.2"])
    assert ask("lay_off", LayingOff(gin=False, by_knocker=True)) == ("illegal", ["3.2"])


def test_rearranging_after_a_lay_off_is_illegal():
    assert ask("rearrange", Spread(shown=True)) == ("illegal", ["3.4"])
    assert ask("rearrange", Spread(shown=False))[0] == "legal"


def test_ace_king_queen_is_no_run():
    assert ask("meld", SomeCards(up("AS KS QS"))) == ("illegal", ["1.1"])
    assert ask("meld", SomeCards(up("AS 2S 3S"))) == ("legal", ["2.2"])
    assert ask("meld", SomeCards(up("AS AH AD")))[0] == "legal"
    assert ask("meld", SomeCards(up("AS AH 2D"))) == ("illegal", ["2.2"])


@pytest.mark.parametrize(
    ("facts", "house", "verdict", "cited"),
    [
        (PayFacts(3, 61), MODERN, 58, ["4.1"]),
        (PayFacts(9, 5), MODERN, 29, ["4.4"]),
        (PayFacts(0, 42, big_gin=True), MODERN, 73, ["4.3"]),
        (PayFacts(11, 42), MODERN, "illegal", ["7.1"]),
        (PayFacts(6, 30, up_card=up("7S")), OKLAHOMA, 48, ["4.1", "6.1", "6.2"]),
        (PayFacts(6, 30, up_card=up("5S")), OKLAHOMA, "illegal", ["7.1"]),
    ],
)
def test_the_referee_scores_a_knock(facts, house, verdict, cited):
    assert ask("pay", facts, house) == (verdict, cited)


def test_the_referee_scores_a_knock_in_pairs():
    assert ask("pay", PayFacts(3, 61), seating=FOUR)[0] == 58


def test_the_referee_counts_deadwood():
    assert ask("count", WholeHand(up("KS KH KD QS JS TS 2C 3C 4C 5D"))) == (5, ["2.3"])
    assert ask("count", WholeHand(up("KS KH KD QS JS TS 2C 3C 4C 5C")))[0] == 0


@pytest.mark.parametrize(
    ("question", "facts", "house", "verdict", "cited"),
    [
        ("may_knock", MayKnock(10), MODERN, "legal", ["3.1"]),
        ("may_knock", MayKnock(11), MODERN, "illegal", ["3.1"]),
        ("may_knock", MayKnock(5, up("4H")), OKLAHOMA, "illegal", ["6.1"]),
        ("limit", UpCard(up("4H")), MODERN, 10, ["3.1"]),
        ("limit", UpCard(up("4S")), OKLAHOMA, 4, ["6.1", "6.2"]),
        ("limit", UpCard(up("AH")), OKLAHOMA, 0, ["6.1"]),
    ],
)
def test_knocking_is_judged_by_the_limit(question, facts, house, verdict, cited):
    assert ask(question, facts, house) == (verdict, cited)


def test_an_illegal_knock_does_not_end_the_hand():
    assert ask("illegal_knock") == ("play_on", ["7.1"])


def test_the_end_of_the_stock_is_judged():
    assert ask("stock", Stock(3))[0] == "play_on"
    assert ask("stock", Stock(2)) == ("dead", ["2.4"])
    assert ask("stock", Stock(2), replace(MODERN, dead_hand_dealer=DeadHandDealer.NEXT))[0] == "dead"
    assert ask("stock", Stock(2, last_discard=True)) == ("dead", ["2.4", "2.5"])
    assert ask("stock", Stock(2, last_discard=True), replace(MODERN, fifty_card=True)) == (
        "play_on",
        ["2.5"],
    )


def test_the_referee_settles_a_game():
    facts = SettlementFacts(108, 2)
    assert ask("settlement", facts)[0] == [366, 0]
    assert ask("settlement", facts, replace(MODERN, shutout=Shutout.DOUBLE_TOTAL))[0] == [516, 0]
    assert ask("settlement", facts, CLASSIC)[0] == [348, 0]
    assert ask("settlement", SettlementFacts(108, 2, 35, 1))[0] == [258, 60]
    assert ask("settlement", SettlementFacts(108, 2, 35, 1), APP)[0] == [128, 45]


def test_the_referee_names_the_target_and_the_dealer():
    assert ask("target") == (100, ["5.1"])
    assert ask("target", seating=FOUR)[0] == 125
    assert ask("dealer", hands=[Knock(B, 3, 61)]) == (1, ["1.3"])


def test_the_default_house_rules_are_those_of_the_record():
    assert House() == MODERN == preset("gin-modern")


def test_a_dead_hand_in_pairs_needs_no_deadwood():
    dead = [f"second.{box}" for box in ("knocker_deadwood", "big_gin", "defender_deadwood")]
    gin = Partners(Duel(A, 0, 30), Duel(None))
    assert list(irrelevant_paths(gin, Sheet(FOUR, MODERN))) == ["first.up_card", *dead, "second.up_card"]
    assert list(irrelevant_paths(gin, Sheet(FOUR, OKLAHOMA))) == [*dead, "second.up_card"]
    counted = Partners(Duel(A, 0, 30), Duel(None, 3, 9))
    assert without_irrelevant(counted, Sheet(FOUR, MODERN)) == counted, (
        "what is written of a dead hand is not forgotten"
    )

"""Gin rummy as its published sources describe it: scoring, settlement, Oklahoma, Hollywood, more players.

A box is a hand won, which brings a bonus (``box_bonus``) at once or at the end of the game.
"""

from dataclasses import replace

import pytest

from games.engine import (
    ENGLISH,
    Adjustment,
    Cards,
    PartialHand,
    PerSide,
    Sheet,
    irrelevant_paths,
    to_json,
    without_irrelevant,
)
from games.gin_rummy import GAME
from games.gin_rummy.deadwood import deadwood, least_deadwood
from games.gin_rummy.examples import FOUR, THREE, TWO
from games.gin_rummy.hands import DeadHand, Duel, Knock, Partners
from games.gin_rummy.house import (
    APP,
    CLASSIC,
    MODERN,
    PRESETS,
    BoxesWhen,
    DeadHandDealer,
    OklahomaAce,
    Shutout,
)
from games.gin_rummy.referee import (
    Knocker,
    LayingOff,
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
TIES_SCORE_NOTHING = replace(MODERN, undercut_on_tie=False)
NEXT_DEALS = replace(MODERN, dead_hand_dealer=DeadHandDealer.NEXT)
OKLAHOMA = replace(MODERN, oklahoma=True, target=150)
HOLLYWOOD = replace(MODERN, hollywood=True, target=150)
# Knock(A, 3, 61): A knocks with 3 points of deadwood, and the defender has 61.
SHUTOUT = (Knock(A, 3, 61), Knock(A, 5, 55))  # 58 and 50: a shutout with 108


cards = Cards.read
TABLE = Table(GAME, MODERN, TWO)
sheet_of = TABLE.sheet_of
totals = TABLE.totals
problems_of = TABLE.problems_of
briefing = TABLE.briefing
questions_of = TABLE.questions_of


def rules_cited(*hands, house=MODERN):
    row = sheet_of(*hands, house=house).rows[-1]
    return {because.rule.number for line in row.lines for because in line.because}


# A hand


@pytest.mark.parametrize(
    ("hand", "house", "points", "rule"),
    [
        (Knock(A, 3, 61), MODERN, (58, 0), "4.1"),
        (Knock(A, 10, 11), MODERN, (1, 0), "4.1"),
        (Knock(A, 0, 42), MODERN, (67, 0), "4.2"),
        (Knock(A, 0, 0), MODERN, (25, 0), "4.2"),  # gin is never undercut, even by nothing
        (Knock(A, 0, 42, big_gin=True), MODERN, (73, 0), "4.3"),
        (Knock(A, 9, 5), MODERN, (0, 29), "4.4"),
        (Knock(A, 9, 0), MODERN, (0, 34), "4.4"),
        (Knock(B, 7, 7), MODERN, (25, 0), "4.5"),
        (DeadHand(), MODERN, (0, 0), "2.4"),
        # The classic school pays less, and nothing for big gin.
        (Knock(A, 0, 42), CLASSIC, (62, 0), "4.2"),
        (Knock(A, 0, 42, big_gin=True), CLASSIC, (62, 0), "4.2"),
        (Knock(A, 9, 5), CLASSIC, (0, 14), "4.4"),
        (Knock(A, 7, 7), TIES_SCORE_NOTHING, (0, 0), "4.5"),
        (Knock(A, 7, 6), TIES_SCORE_NOTHING, (0, 26), "4.4"),
    ],
)
def test_hands_score_by_the_school(hand, house, points, rule):
    assert totals(hand, house=house) == points
    assert rules_cited(hand, house=house) == {rule}


def test_only_deadwood_within_the_limit_is_accepted():
    straight_gin = replace(MODERN, knock_max=0)
    assert problems_of(Knock(A, 5, 60), straight_gin) == {"knocker_deadwood": "At most 0"}
    assert not problems_of(Knock(A, 0, 60), straight_gin)
    assert problems_of(Knock(A, 11, 99)).keys() == {"knocker_deadwood", "defender_deadwood"}


# The settlement


@pytest.mark.parametrize(
    ("house", "final"),
    [
        (MODERN, 366),  # 2 × 108 for the shutout, two boxes of 25, and 100 for the game
        (replace(MODERN, shutout=Shutout.NONE), 258),
        (replace(MODERN, game_bonus=0, box_bonus=0), 216),
    ],
)
def test_the_same_two_hands_settle_differently_by_the_school(house, final):
    sheet = sheet_of(*SHUTOUT, house=house)
    assert sheet.final == (final, 0)
    assert sheet.totals == (108, 0)
    assert sheet.outcome.winners == (0,)
    assert sheet.outcome.because.rule.number == "5.1"


def test_boxes_may_put_the_loser_of_the_game_ahead():
    sheet = sheet_of(Knock(B, 9, 10), *SHUTOUT)
    assert sheet.final == (108 + 50 + 100, 1 + 25), "a loser who scored is not shut out"
    for hands_won, loser_points in (9, 27 + 225), (10, 30 + 250):
        sheet = sheet_of(*[Knock(B, 9, 12)] * hands_won, *SHUTOUT)
        assert sheet.final == (258, loser_points)
        assert sheet.outcome.winners == (0,), "the player at the target wins the game"
    assert "put others ahead: 258, 280" in ENGLISH.read(sheet.outcome.because.words)


def test_boxes_added_at_once_count_towards_the_target():
    house = replace(APP, shutout=Shutout.DOUBLE_POINTS)
    sheet = sheet_of(Knock(A, 3, 61), Knock(A, 8, 30), house=house)
    assert sheet.totals == (58 + 10 + 22 + 10, 0)
    assert sheet.final == (100 + 80, 0)  # hand points alone are doubled
    assert totals(Knock(A, 9, 5), house=APP) == (0, 24 + 10)
    assert totals(Knock(A, 0, 42), house=APP) == (67 + 10, 0)
    worthless = sheet_of(Knock(A, 3, 61), house=replace(APP, box_bonus=0))
    assert len(worthless.rows[0].lines) == 1


def test_adjustments_count_and_a_tie_at_the_target_is_played_on():
    adjustment = Adjustment(PerSide((0, 108)), "written to the wrong side")
    assert sheet_of(adjustment, *SHUTOUT).outcome  # side 2 has won before the second hand could tie
    tied_sheet = sheet_of(Adjustment(PerSide((108, 108)), "agreed"))
    assert tied_sheet.outcome is None
    assert briefing(tied_sheet)[-1] == "side 1 and side 2 are tied: play goes on"


# Presets


def test_presets_match_the_columns_of_the_rules():
    modern = {
        "gin_bonus": 25, "undercut_bonus": 25, "undercut_on_tie": True, "big_gin_bonus": 31,
        "box_bonus": 25, "boxes_when": "end", "game_bonus": 100, "shutout": "double_points",
        "target": 100, "knock_max": 10, "oklahoma": False, "oklahoma_ace": "gin_only",
        "spade_double": True, "oklahoma_extra_boxes": False, "hollywood": False,
        "dead_hand_dealer": "same", "fifty_card": False, "team_target": 125,
    }  # fmt: skip
    changes = {
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
        id: {**modern, **changed} for id, changed in changes.items()
    }
    assert GAME.shapes(GAME.presets[4]) == ((4, 2),)


# Oklahoma


@pytest.mark.parametrize(
    ("deadwood", "card", "problems"),
    [
        (6, "", {"up_card": "Which card was turned up? It sets the limit for knocking"}),
        (6, "5H", {"knocker_deadwood": "5♥ turned up: the limit for knocking was 5"}),
        (10, "QH", {}),
        (6, "6H", {}),
        (1, "AH", {"knocker_deadwood": "A♥ turned up: the limit for knocking was 0"}),
        (0, "AH", {}),
    ],
)
def test_the_up_card_sets_the_limit(deadwood, card, problems):
    assert problems_of(Knock(A, deadwood, 30, up_card=cards(card)), OKLAHOMA) == problems


EXTRA_BOXES = replace(
    OKLAHOMA, oklahoma_extra_boxes=True, boxes_when=BoxesWhen.AT_ONCE, target=1000, team_target=1000
)


@pytest.mark.parametrize(
    ("deadwood", "card", "house", "points"),
    [
        ((1, 30), "AH", replace(OKLAHOMA, oklahoma_ace=OklahomaAce.ONE), (29, 0)),
        ((6, 2), "7S", OKLAHOMA, (0, 58)),
        ((6, 30), "7H", OKLAHOMA, (24, 0)),
        ((6, 30), "7S", replace(OKLAHOMA, spade_double=False), (24, 0)),
        ((6, 30), "7H", EXTRA_BOXES, (24 + 25, 0)),
        ((6, 2), "7H", EXTRA_BOXES, (0, 29 + 50)),
        ((0, 30), "7H", EXTRA_BOXES, (55 + 75, 0)),
        ((0, 30), "", replace(EXTRA_BOXES, oklahoma=False), (55 + 25, 0)),
    ],
)
def test_a_spade_doubles_points_and_gin_or_an_undercut_may_bring_boxes(deadwood, card, house, points):
    assert totals(Knock(A, *deadwood, up_card=cards(card)), house=house) == points


def test_questions_are_asked_only_where_relevant():
    hand, gin = Knock(A, 6, 30), Knock(A, 0, 30)
    assert not {"up_card", "big_gin"} & questions_of(hand)
    assert "up_card" in questions_of(hand, OKLAHOMA)
    assert "big_gin" in questions_of(gin)
    assert "big_gin" not in questions_of(gin, CLASSIC)
    assert "oklahoma_ace" in questions_of(house=OKLAHOMA) - questions_of()
    assert "team_target" in questions_of(seating=FOUR)
    assert "defender" in questions_of(Knock(B, 2, 32), seating=THREE)


# Hollywood: three games at once, each in a column


def columns(*hands):
    return [words for words in briefing(sheet_of(*hands, house=HOLLYWOOD)) if words.startswith("Column")]


def test_the_published_sample_fills_the_columns():
    # A wins 25, 18 and 36: the first game stands at 79, the second at 54, the third at 36.
    hands = (Knock(A, 0, 0), Knock(A, 2, 20), Knock(A, 1, 37))
    assert columns(*hands) == [
        "Column 1: side 1 79, side 2 0",
        "Column 2: side 1 54, side 2 0",
        "Column 3: side 1 36, side 2 0",
    ]
    assert [len(row.lines) for row in sheet_of(*hands, house=HOLLYWOOD).rows] == [1, 2, 3]


GINS = (Knock(A, 0, 98), Knock(A, 0, 98), Knock(B, 4, 24), Knock(A, 0, 98), Knock(A, 0, 98))


def test_finished_column_is_closed():
    hands = GINS[:4]
    assert columns(*hands[:2]) == [
        "Column 1: side 1 246, side 2 0, finished",
        "Column 2: side 1 123, side 2 0",
        "Column 3: side 1 0, side 2 0",
    ]
    assert columns(*hands[:3])[1] == "Column 2: side 1 123, side 2 20"
    assert rules_cited(*hands[:3], house=HOLLYWOOD) == {"6.5", "4.1"}
    assert columns(*hands)[1:] == [
        "Column 2: side 1 246, side 2 20, finished",
        "Column 3: side 1 123, side 2 0",
    ]


def test_three_games_are_settled_at_the_end():
    assert sheet_of(*GINS[:4], house=HOLLYWOOD).outcome is None
    sheet = sheet_of(*GINS, house=HOLLYWOOD)
    assert sheet.totals == (738, 20)
    assert sheet.outcome.because.rule.number == "6.4"
    assert [line.points for line in sheet.outcome.lines].count(246) == 2, "two shutouts"


def test_hollywood_with_boxes_at_once_writes_a_box_beside_each_entry():
    sheet = sheet_of(*[Knock(A, 2, 20)] * 2, house=replace(HOLLYWOOD, boxes_when=BoxesWhen.AT_ONCE))
    assert [line.points for line in sheet.rows[1].lines] == [18, 25, 18, 25]


# Pairs


SEVEN, GIN = Duel(A, 4, 30, up_card=cards("7H")), Duel(C, 0, 12, up_card=cards("7H"))


@pytest.mark.parametrize(
    ("first", "second", "house", "points"),
    [
        (Duel(A, 4, 30), Duel(C, 2, 12), MODERN, (36, 0)),
        (Duel(A, 4, 30), Duel(D, 2, 12), MODERN, (16, 0)),
        (Duel(A, 4, 30), Duel(B, 2, 58), MODERN, (0, 30)),
        (Duel(A, 4, 30), Duel(B, 2, 28), MODERN, (0, 0)),
        (Duel(None), Duel(B, 2, 28), MODERN, (0, 26)),
        (Duel(None), Duel(None), MODERN, (0, 0)),
        # Both hands of a round in pairs bring one box together, and gin may bring more.
        (SEVEN, GIN, EXTRA_BOXES, (26 + 37 + 3 * 25, 0)),
        (GIN, Duel(B, 3, 40, up_card=cards("7D")), EXTRA_BOXES, (0, 0)),
        (SEVEN, Duel(C, 4, 10, up_card=cards("8H")), EXTRA_BOXES, (26 + 6 + 25, 0)),
    ],
)
def test_results_of_partners_are_added_and_those_of_opponents_subtracted(first, second, house, points):
    assert totals(Partners(first, second), house=house, seating=FOUR) == points


def test_pairs_play_to_their_own_target():
    sheet = sheet_of(Partners(Duel(A, 4, 74), Duel(C, 4, 58)), seating=FOUR)
    assert sheet.totals == (124, 0)
    assert sheet.outcome is None
    assert briefing(sheet)[-1] == "side 1: 1 short of 125"
    finished = sheet_of(Partners(Duel(A, 4, 74), Duel(C, 4, 59)), seating=FOUR)
    assert finished.outcome.because.rule.number == "6.6"
    assert finished.final == (125 + 25 + 100 + 125, 0)


def test_impossible_hands_in_pairs_are_refused():
    # The field "" stands for the whole hand.
    assert problems_of(Knock(A, 3, 61), seating=FOUR).keys() == {""}
    for seating in (TWO, THREE):
        assert problems_of(Partners(Duel(A, 4, 30), Duel(B, 2, 12)), seating=seating).keys() == {""}
    assert problems_of(Partners(Duel(A, 4, 30), Duel(A, 2, 12)), seating=FOUR).keys() == {"second.knocker"}
    impossible = Partners(Duel(A, 4, 30, big_gin=True), Duel(B, 6, 12, up_card=cards("5H")))
    assert problems_of(impossible, OKLAHOMA, FOUR).keys() == {
        "first.up_card",
        "first.big_gin",
        "second.knocker_deadwood",
    }


# Three players, and who deals


def test_of_three_players_the_loser_deals_and_sits_out():
    sheet = sheet_of(Knock(B, 2, 32, defender=C), seating=THREE)
    assert GAME.dealer(sheet) == C
    assert briefing(sheet)[0] == "seat 3 deals to seat 1 and seat 2, and sits out"
    assert TABLE.dealer(Knock(B, 9, 2, defender=C), seating=THREE) == B


def test_of_three_players_the_opponent_is_asked_for():
    for defender in None, B:
        assert problems_of(Knock(B, 2, 32, defender=defender), seating=THREE).keys() == {"defender"}
    assert totals(Knock(B, 9, 2, defender=A), seating=THREE) == (32, 0, 0)


def test_a_shutout_needs_all_others_at_zero():
    gin = Knock(A, 0, 90, defender=B)
    assert sheet_of(gin, seating=THREE).final == (115 + 25 + 100 + 115, 0, 0)
    assert sheet_of(Knock(C, 1, 5, defender=A), gin, seating=THREE).final == (240, 0, 4 + 25)


def test_the_winner_deals_and_a_dead_hand_is_dealt_again():
    for hands, house, dealer in (
        ([Knock(B, 3, 61)], MODERN, 1),
        ([Knock(B, 9, 2)], MODERN, 0),
        ([Knock(B, 3, 61), DeadHand()], MODERN, 1),
        ([Knock(B, 3, 61), DeadHand()], NEXT_DEALS, 0),
        ([Knock(B, 7, 7)], TIES_SCORE_NOTHING, 0),
    ):
        assert TABLE.dealer(*hands, house=house) == dealer, (hands, house)
    pairs = sheet_of(Partners(Duel(B, 4, 30), Duel(D, 2, 12)), seating=FOUR)
    assert briefing(pairs)[0] == "side 2 deal both hands"


def test_the_briefing_gives_the_dealer_and_the_points_missing():
    assert briefing(sheet_of()) == ["seat 1 deals ten cards each; seat 2 may take the up-card first"]
    assert briefing(sheet_of(Knock(A, 3, 61)))[1] == "side 1: 42 short of 100"


# Arranging a hand


@pytest.mark.parametrize(
    ("hand", "unmatched"),
    [
        ("7S 7H 7D 8S 9S", "7H 7D"),  # the run, for the sevens would leave 8♠ 9♠
        ("5S 5H 5D 5C 6S 7S AH", "AH"),  # the five of spades goes with the run
        ("AS KS QS", "AS KS QS"),
        ("AS 2S 3S 4S 4H 4D 4C 9H 9D 2C", "9H 9D 2C"),
        ("", ""),
    ],
)
def test_the_best_arrangement_leaves_the_least_deadwood(hand, unmatched):
    assert deadwood(least_deadwood(cards(hand))) == deadwood(cards(unmatched))


# Disputes


def test_disputes_are_settled_by_the_rules():
    TABLE.check_rulings(
        ("level", None, None, "yes", "4.5"),
        ("level", None, TIES_SCORE_NOTHING, "no", "4.5"),
        ("lay_off", LayingOff(gin=True), None, "illegal", "3.3"),
        ("lay_off", LayingOff(gin=False), None, "legal", "3.2"),
        ("lay_off", LayingOff(gin=False, by_knocker=True), None, "illegal", "3.2"),
        ("rearrange", Spread(shown=True), None, "illegal", "3.4"),
        ("rearrange", Spread(shown=False), None, "legal"),
        ("meld", SomeCards(cards("AS KS QS")), None, "illegal", "1.1"),
        ("meld", SomeCards(cards("AS 2S 3S")), None, "legal", "2.2"),
        ("meld", SomeCards(cards("AS AH AD")), None, "legal"),
        ("meld", SomeCards(cards("AS AH 2D")), None, "illegal", "2.2"),
        ("pay", PayFacts(11, 42), MODERN, "illegal", "7.1"),
        ("pay", PayFacts(6, 30, up_card=cards("7S")), OKLAHOMA, 48, "4.1", "4.1", "6.1", "6.2"),
        ("pay", PayFacts(6, 30, up_card=cards("5S")), OKLAHOMA, "illegal", "7.1"),
        ("pay", PayFacts(0, 42, big_gin=True), replace(MODERN, big_gin_bonus=0), 42),
        ("count", WholeHand(cards("KS KH KD QS JS TS 2C 3C 4C 5D")), None, 5, "2.3"),
        ("count", WholeHand(cards("KS KH KD QS JS TS 2C 3C 4C 5C")), None, 0),
        ("may_knock", Knocker(10), MODERN, "legal", "3.1"),
        ("may_knock", Knocker(5, cards("4H")), OKLAHOMA, "illegal", "6.1"),
        ("limit", UpCard(cards("4H")), MODERN, 10, "3.1"),
        ("limit", UpCard(cards("4S")), OKLAHOMA, 4, "6.1", "6.2"),
        ("limit", UpCard(cards("AH")), OKLAHOMA, 0, "6.1"),
        ("illegal_knock", None, None, "play_on", "7.1"),
        ("stock", Stock(3), None, "play_on"),
        ("stock", Stock(2), None, "dead", "2.4"),
        ("stock", Stock(2), NEXT_DEALS, "dead"),
        ("stock", Stock(2, last_discard=True), None, "dead", "2.4", "2.5"),
        ("stock", Stock(2, last_discard=True), replace(MODERN, fifty_card=True), "play_on", "2.5"),
        ("settlement", SettlementFacts(108, 2), None, [366, 0]),
        ("settlement", SettlementFacts(108, 2), replace(MODERN, shutout=Shutout.DOUBLE_TOTAL), [516, 0]),
        ("settlement", SettlementFacts(108, 2), CLASSIC, [348, 0]),
        ("settlement", SettlementFacts(108, 2, 35, 1), None, [258, 60]),
        ("settlement", SettlementFacts(108, 2, 35, 1), APP, [128, 45]),
        ("target", None, None, 100, "5.1"),
    )
    TABLE.check_rulings(("target", None, None, 125), ("pay", PayFacts(3, 61), None, 58), seating=FOUR)
    TABLE.check_rulings(("dealer", None, None, 1, "1.3"), hands=[Knock(B, 3, 61)])


def test_a_dead_hand_in_pairs_needs_no_deadwood():
    dead_hand_paths = [f"second.{name}" for name in ("knocker_deadwood", "big_gin", "defender_deadwood")]
    gin = Partners(Duel(A, 0, 30), Duel(None))
    assert list(irrelevant_paths(gin, Sheet(FOUR, MODERN))) == [
        "first.up_card",
        *dead_hand_paths,
        "second.up_card",
    ]
    assert list(irrelevant_paths(gin, Sheet(FOUR, OKLAHOMA))) == [*dead_hand_paths, "second.up_card"]
    counted = Partners(Duel(A, 0, 30), Duel(None, 3, 9))
    assert without_irrelevant(counted, Sheet(FOUR, MODERN)) == counted, "answers about a dead hand are kept"


def test_the_briefing_says_what_the_up_card_means():
    sheet = Sheet(TWO, OKLAHOMA)
    texts = briefing(sheet, PartialHand("knock", {"up_card": cards("7S")}))
    assert texts[1:] == ["7♠ turned up: knock with 7 or less", "A spade: the hand counts double"]
    assert briefing(sheet, PartialHand("knock", {"up_card": cards("AH")}))[1:] == ["A♥ turned up: gin only"]
    assert len(briefing(sheet, PartialHand("knock", {"knocker": A}))) == 1

"""500 rum as its published sources describe it: options, presets, checks and disputes."""

from dataclasses import replace

import pytest

from games.engine import (
    Adjustment,
    Cards,
    PerSide,
    Seating,
    Sheet,
)
from games.rummy_500 import GAME
from games.rummy_500.examples import MUST_GO_OUT, THREE, TWO, deal
from games.rummy_500.hands import all_points, dealt_each
from games.rummy_500.house import PRESETS, GoOut, House, Tie, Values
from games.rummy_500.referee import Addition, LayOff, SomeCards, StockGone, Taking, Totals
from tests.games.table import Table

PLAIN = House(jokers=0)
FIVES = House(jokers=0, values=Values.FIVES)
A, _B, C = THREE.every_seat


TABLE = Table(GAME, House(), TWO)
winners_and_rule = TABLE.winners_and_rule


# The score


def test_cards_laid_down_add_points_and_cards_held_subtract_them():
    sheet = TABLE.sheet_of(deal((85, 40, 15), (0, 12, 55)), seating=THREE)
    assert {because.rule.number for line in sheet.rows[0].lines for because in line.because} == {
        "4.1",
        "5.1",
        "5.2",
    }


def test_when_the_stock_ran_out_everybody_still_holds_cards():
    sheet = TABLE.sheet_of(deal((20, 30), (10, 20)))
    assert sheet.totals == (10, 10)
    assert sheet.rows[0].lines[1].because[1].rule.number == "4.2"


def test_the_held_points_of_the_player_who_went_out_may_be_left_blank():
    assert TABLE.totals(deal((85, 40), (None, 12))) == (85, 28)


def test_the_first_to_reach_500_wins_or_the_highest_of_several():
    first = deal((250, 120), (0, 5))
    assert winners_and_rule(first, deal((245, 10), (0, 10))) is None
    assert winners_and_rule(first, deal((250, 10), (0, 10))) == ((0,), "6.1")
    both_reach = deal((180, 210), (10, 0)), deal((85, 190), (0, 5))
    assert winners_and_rule(first, *both_reach) == ((1,), "6.1")


def test_ties_at_the_top_are_played_off_or_shared():
    tied_deal, house = deal((130, 140), (0, 10)), House(target=100)
    assert winners_and_rule(tied_deal, house=house) is None
    briefing = TABLE.briefing_after(tied_deal, house=house)
    assert briefing[1] == "side 1 and side 2 are tied: another deal decides"
    assert winners_and_rule(tied_deal, house=replace(house, tie=Tie.SHARED)) == ((0, 1), "6.3")


def test_a_winner_may_have_to_go_out():
    first = deal((60, 130), (0, 10))
    assert TABLE.briefing_after(first, house=MUST_GO_OUT)[1] == "side 2 must go out to win"
    for hands in [first], [first, deal((5, 15), (5, 5))], [Adjustment(PerSide((200, 0)), "agreed")]:
        assert winners_and_rule(*hands, house=MUST_GO_OUT) is None
    assert winners_and_rule(first, deal((45, 20), (0, 30)), house=MUST_GO_OUT) == ((0,), "6.2")


# Presets and options


def test_presets_match_the_rules():
    assert [(preset.id, preset.house) for preset in PRESETS] == [
        ("r500-pagat", House(jokers=2)),
        ("r500-bicycle", PLAIN),
        ("r500-5-10-15", FIVES),
    ]


def test_two_players_are_dealt_thirteen_or_ten_cards_and_three_players_seven():
    sheets = Sheet(TWO, House()), Sheet(TWO, House(deal_two=10)), Sheet(THREE, House())
    assert [dealt_each(sheet) for sheet in sheets] == [13, 10, 7]


@pytest.mark.parametrize(
    ("house", "seats", "points"),
    [
        (PLAIN, 4, 396),
        (House(), 4, 426),
        (PLAIN, 5, 792),
        (House(), 5, 852),
        (FIVES, 3, 4 * (40 + 40 + 15)),
    ],
)
def test_the_sum_of_all_cards_depends_on_packs_jokers_and_values(house, seats, points):
    assert all_points(Sheet(Seating(seats, seats), house)) == points


def test_irrelevant_house_rules_are_not_asked():
    assert "deal_two" in TABLE.questions_of()
    assert "deal_two" not in TABLE.questions_of(seating=THREE)
    assert "ace_low_meld" in TABLE.questions_of()
    assert "ace_held" not in TABLE.questions_of(house=FIVES)


# Checks


NOT_BY_FIVES = "At this table every card counts 5, 10 or 15"


@pytest.mark.parametrize(
    ("hand", "house", "problems"),
    [
        (
            deal((85, 40), (0, 0)),
            None,
            {"held": "Only one player can go out, but side 1 and side 2 hold no points"},
        ),
        (deal((0, 40), (0, 10)), None, {"laid.0": "side 1 went out, so they have laid cards down"}),
        (deal((380, 7), (0, 10)), PLAIN, {"": "That makes 397, and all the cards together count 396"}),
        (deal((397, 7), (0, 10)), PLAIN, {"laid.0": "At most 396"}),
        (deal((85, 40), (0, 1)), None, {"held.1": "No card counts less than 2"}),
        (deal((85, 40), (0, 1)), House(ace_held=1), {}),
        (deal((85, 40), (0, 15)), FIVES, {}),
        (deal((85, 41), (0, 12)), FIVES, {"laid.1": NOT_BY_FIVES, "held.1": NOT_BY_FIVES}),
    ],
)
def test_impossible_deals_are_refused(hand, house, problems):
    assert TABLE.problems_of(hand, house) == problems


# Disputes


def some_cards(text):
    return SomeCards(Cards.read(text))


def addition(meld, card):
    return Addition(Cards.read(meld), Cards.read(card))


def test_disputes_are_settled_by_the_rules():
    strict, ace_1 = House(take_top_free=False), House(ace_held=1)
    TABLE.check_rulings(
        ("matched_cards", None, None, "yes", "5.2"),
        # Rule 5.2 is cited for the points, and again because even cards that match are taken off.
        ("held_points", some_cards("7S 7H 7D"), None, 21, "5.2", "5.2"),
        ("held_points", some_cards("AS X1 KD"), None, 40, "5.2"),
        ("held_points", some_cards("AS KD"), ace_1, 11),
        ("held_points", some_cards("AS KD 2C"), replace(FIVES, ace_held=1), 30),
        ("whose_card", LayOff(melder=A, player=C), None, 2, "3.4"),
        ("one_card", None, None, "illegal", "2.2"),
        ("take", Taking(above=3, used=True, all_above=False), None, "illegal", "2.2"),
        ("take", Taking(above=3, used=True), None, "legal", "2.2"),
        ("take", Taking(above=3, used=False), None, "illegal", "2.2"),
        ("take", Taking(above=0, used=False), None, "legal", "2.3"),
        ("take", Taking(above=0, used=False), strict, "illegal", "2.3"),
        ("take", Taking(above=0, used=True), strict, "legal"),
        ("throw_back", None, None, "illegal", "2.3"),
        ("meld_points", some_cards("QS KS AS"), None, 35, "5.3"),
        ("meld_points", some_cards("AS 2S 3S"), None, 6, "5.3", "5.4"),
        ("meld_points", some_cards("AS 2S 3S"), House(ace_low_meld=15), 20, "5.3", "5.4"),
        ("meld_points", some_cards("AS 2S 3S"), FIVES, 25, "5.3"),
        ("meld_points", some_cards("AS AH AD"), None, 45, "5.3"),
        ("meld_points", some_cards("9S X1 JS"), None, 34, "5.3"),
        ("meld_points", some_cards("2S 3S 4S"), None, 9, "5.3"),
        ("meld_points", some_cards("9S JS"), None, "illegal", "3.1"),
        ("meld", some_cards("QS KS AS"), None, "legal", "3.1"),
        ("meld", some_cards("KS AS 2S"), None, "illegal", "3.2"),
        ("meld", some_cards("KS AS"), None, "illegal", "3.1"),
        ("addition", addition("4S 5S 6S", "7S"), None, "legal"),
        ("addition", addition("QS KS AS", "2S"), None, "illegal"),
        ("addition", addition("4S 5S 6S", "6S"), None, "illegal"),
        ("addition", addition("4S 5S 9S", "6S"), None, "illegal"),
        ("move_card", None, None, "illegal", "3.5"),
        ("call_rummy", None, None, "illegal", "2.4"),
        ("call_rummy", None, House(call_rummy=True), "legal"),
        ("last_discard", None, None, "legal"),
        ("last_discard", None, House(go_out=GoOut.DISCARD_REQUIRED), "illegal"),
        ("stock_gone", StockGone(wanted=True), None, "play_on", "4.2"),
        ("stock_gone", StockGone(wanted=False), None, "over", "4.2"),
        seating=THREE,
    )
    # Five play with two packs.
    TABLE.check_rulings(
        ("meld", some_cards("7S 7S 7D"), None, "illegal", "3.1"),
        ("addition", addition("4S 4H 4D", "4S"), None, "illegal"),
        seating=Seating(5, 5),
    )


@pytest.mark.parametrize(
    ("points", "side_out", "house", "winner", "cited"),
    [
        ((495, 120, 30), None, None, "nobody", "6.1"),
        ((505, 510, 30), None, None, 1, "6.1"),
        ((510, 510, 30), None, None, "extra_hand", "6.3"),
        ((510, 510, 30), None, House(tie=Tie.SHARED), "shared", "6.3"),
        ((105, 110, 30), A, MUST_GO_OUT, 0, "6.2"),
        ((95, 110, 30), A, MUST_GO_OUT, "nobody", "6.2"),
        ((105, 110, 30), None, MUST_GO_OUT, "nobody", "6.2"),
    ],
)
def test_the_winner_at_the_target_is_named(points, side_out, house, winner, cited):
    TABLE.check_rulings(("winner", Totals(PerSide(points), side_out), house, winner, cited), seating=THREE)

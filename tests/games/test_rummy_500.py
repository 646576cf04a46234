"""500 rum by its digest: options, presets, checks and disputes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine import (
    ENGLISH,
    Adjustment,
    Cards,
    NoFacts,
    PerSide,
    Seating,
    Sheet,
    relevant_questions,
    to_json,
)
from games.rummy_500 import GAME
from games.rummy_500.examples import MUST, THREE, TWO, deal
from games.rummy_500.hands import all_points, dealt_each
from games.rummy_500.house import PRESETS, GoOut, House, Tie, Values
from games.rummy_500.referee import Addition, LaidOff, SomeCards, Stock, Taking, Totals
from tests.games.table import Table

NONE = NoFacts()
PLAIN = House(jokers=0)
FIVES = House(jokers=0, values=Values.FIVES)
A, B, C = THREE.every_seat


TABLE = Table(GAME, House(), TWO)
sheet_of = TABLE.sheet_of
fields = TABLE.mistakes_in
briefed = TABLE.briefing


def ask(name, facts=NONE, house=None, seating=THREE):
    ruling = GAME.questions[name].rule_on(facts, Sheet(seating, house or House()))
    return to_json(ruling.verdict), [because.rule.number for because in ruling.because]


# The score -------------------------------------------------------------------


def test_cards_laid_count_for_and_cards_held_against_a_player():
    sheet = sheet_of(deal((85, 40, 15), (0, 12, 55)), seating=THREE)
    assert sheet.totals == (85, 28, -40)
    assert {because.rule.number for line in sheet.rows[0].lines for because in line.because} == {
        "4.1",
        "5.1",
        "5.2",
    }


def test_when_the_stock_ran_out_everybody_still_holds_cards():
    sheet = sheet_of(deal((20, 30), (10, 20)))
    assert sheet.totals == (10, 10)
    assert "4.2" in {because.rule.number for line in sheet.rows[0].lines for because in line.because}


def test_the_winners_field_may_stay_empty():
    assert sheet_of(deal((85, 40), (None, 12))).totals == (85, 28)


def test_the_first_past_500_wins_or_the_highest_of_several():
    short = deal((250, 120), (0, 5))
    sheet = sheet_of(short, deal((245, 10), (0, 10)))
    assert sheet.totals == (495, 115)
    assert sheet.outcome is None
    one = sheet_of(short, deal((250, 10), (0, 10)))
    assert (one.outcome.winners, one.outcome.because.rule.number) == ((0,), "6.1")
    both = sheet_of(short, deal((180, 210), (10, 0)), deal((85, 190), (0, 5)))
    assert both.totals == (505, 510)
    assert both.outcome.winners == (1,)


def test_ties_at_the_top_are_played_off_or_shared():
    level = deal((130, 140), (0, 10))
    house = House(target=100)
    sheet = sheet_of(level, house=house)
    assert sheet.outcome is None
    assert briefed(sheet)[1] == "side 1 and side 2 are tied: another deal decides"
    shared = sheet_of(level, house=replace(house, tie=Tie.SHARED)).outcome
    assert (shared.winners, shared.because.rule.number) == ((0, 1), "6.3")


def test_a_winner_may_have_to_go_out():
    first = deal((60, 130), (0, 10))
    sheet = sheet_of(first, house=MUST)
    assert sheet.totals == (60, 120)
    assert sheet.outcome is None
    assert briefed(sheet)[1] == "side 2 must go out to win"
    stock = sheet_of(first, deal((5, 15), (5, 5)), house=MUST)
    assert stock.outcome is None
    won = sheet_of(first, deal((45, 20), (0, 30)), house=MUST)
    assert won.totals == (105, 110)
    assert (won.outcome.winners, won.outcome.because.rule.number) == ((0,), "6.2")
    agreed = sheet_of(Adjustment(PerSide((200, 0)), "agreed"), house=MUST)
    assert agreed.outcome is None


# Presets and options ---------------------------------------------------------


def test_presets_match_the_digest():
    assert {preset.id: preset.house for preset in PRESETS} == {
        "r500-pagat": House(jokers=2),
        "r500-bicycle": House(jokers=0),
        "r500-5-10-15": House(jokers=0, values=Values.FIVES),
    }
    assert GAME.presets[0].id == "r500-pagat"


def test_two_are_dealt_thirteen_or_ten_and_the_others_seven():
    assert dealt_each(Sheet(TWO, House())) == 13
    assert dealt_each(Sheet(TWO, House(deal_two=10))) == 10
    assert dealt_each(Sheet(THREE, House())) == 7


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
def test_all_cards_together_count_396_a_pack(house, seats, points):
    assert all_points(Sheet(Seating(seats, seats), house)) == points


def test_irrelevant_house_rules_are_not_asked():
    assert "deal_two" not in relevant_questions(House(), Sheet(THREE, House()))
    assert "deal_two" in relevant_questions(House(), Sheet(TWO, House()))
    assert "ace_low_meld" in relevant_questions(House(), Sheet(TWO, House()))
    assert "ace_held" not in relevant_questions(FIVES, Sheet(TWO, FIVES))


# Checks ----------------------------------------------------------------------


def test_only_one_goes_out_and_not_without_melds():
    assert fields(deal((85, 40), (0, 0))) == {
        "held": "Only one can go out; what do the others of side 1 and side 2 still hold?"
    }
    assert fields(deal((0, 40), (0, 10))) == {"laid.0": "side 1 went out, and so has laid cards down"}


def test_the_cards_of_the_pack_are_not_exceeded():
    assert not fields(deal((380, 6), (0, 10)), PLAIN)
    assert fields(deal((380, 7), (0, 10)), PLAIN) == {
        "": "That makes 397, and all the cards together count 396"
    }
    assert fields(deal((397, 7), (0, 10)), PLAIN) == {"laid.0": "At most 396"}


def test_a_card_that_is_held_counts_something():
    assert fields(deal((85, 40), (0, 1))) == {"held.1": "No card counts less than 2"}
    assert not fields(deal((85, 40), (0, 1)), House(ace_held=1))


def test_by_fives_every_number_is_a_multiple_of_five():
    assert not fields(deal((85, 40), (0, 15)), FIVES)
    assert fields(deal((85, 41), (0, 12)), FIVES) == {
        "laid.1": "By fives every card counts 5, 10 or 15",
        "held.1": "By fives every card counts 5, 10 or 15",
    }


# Words -----------------------------------------------------------------------


def test_the_briefing_gives_the_dealer_and_the_points_missing():
    assert briefed(sheet_of()) == ["seat 1 deals 13 cards each; seat 2 begins"]
    assert briefed(sheet_of(deal((85, 40), (0, 12)))) == [
        "seat 2 deals 13 cards each; seat 1 begins",
        "side 1: 415 short of 500",
    ]


def test_a_row_gives_the_end_of_the_deal():
    sheet = Sheet(TWO, House())
    assert ENGLISH.read(GAME.summary(deal((85, 40), (0, 12)), sheet)) == "side 1 out"
    assert ENGLISH.read(GAME.summary(deal((85, 40), (5, 12)), sheet)) == "The stock ran out"


def test_the_briefing_is_empty_after_the_end():
    assert briefed(sheet_of(deal((85, 40), (0, 12)), house=House(target=50))) == []


# Disputes --------------------------------------------------------------------


def the(text):
    return SomeCards(Cards.read(text))


def test_three_sevens_in_the_hand_cost():
    assert ask("matched_cards") == ("yes", ["5.2"])
    assert ask("held_points", the("7S 7H 7D")) == (21, ["5.2", "5.2"])
    assert ask("held_points", the("AS X1 KD")) == (40, ["5.2"])
    assert ask("held_points", the("AS KD"), House(ace_held=1))[0] == 11
    assert ask("held_points", the("AS KD 2C"), replace(FIVES, ace_held=1))[0] == 30


def test_a_card_laid_on_anothers_run_scores_for_its_player():
    assert ask("whose_card", LaidOff(melder=A, player=C)) == (2, ["3.4"])


def test_taking_just_the_card_from_the_middle():
    assert ask("one_card") == ("illegal", ["2.2"])
    assert ask("take", Taking(above=3, used=True, all_above=False)) == ("illegal", ["2.2"])
    assert ask("take", Taking(above=3, used=True)) == ("legal", ["2.2"])
    assert ask("take", Taking(above=3, used=False)) == ("illegal", ["2.2"])


def test_taking_the_top_discard():
    strict = House(take_top_free=False)
    assert ask("take", Taking(above=0, used=False)) == ("legal", ["2.3"])
    assert ask("take", Taking(above=0, used=False), strict) == ("illegal", ["2.3"])
    assert ask("take", Taking(above=0, used=True), strict)[0] == "legal"
    assert ask("throw_back") == ("illegal", ["2.3"])


@pytest.mark.parametrize(
    ("cards", "house", "points", "cited"),
    [
        ("QS KS AS", None, 35, ["5.3"]),
        ("AS 2S 3S", None, 6, ["5.3", "5.4"]),
        ("AS 2S 3S", House(ace_low_meld=15), 20, ["5.3", "5.4"]),
        ("AS 2S 3S", FIVES, 25, ["5.3"]),
        ("AS AH AD", None, 45, ["5.3"]),
        ("9S X1 JS", None, 34, ["5.3"]),
        ("2S 3S 4S", None, 9, ["5.3"]),
        ("9S JS", None, "illegal", ["3.1"]),
    ],
)
def test_melds_count_by_the_rules(cards, house, points, cited):
    assert ask("meld_points", the(cards), house) == (points, cited)


@pytest.mark.parametrize(
    ("cards", "seating", "verdict", "cited"),
    [
        ("QS KS AS", THREE, "legal", "3.1"),
        ("KS AS 2S", THREE, "illegal", "3.2"),
        ("KS AS", THREE, "illegal", "3.1"),
        ("7S 7S 7D", Seating(5, 5), "illegal", "3.1"),
    ],
)
def test_melds_are_judged(cards, seating, verdict, cited):
    assert ask("meld", the(cards), seating=seating) == (verdict, [cited])


def test_laying_off_is_judged():
    def fits(meld, card, seating=THREE):
        return ask("addition", Addition(Cards.read(meld), Cards.read(card)), seating=seating)[0]

    assert fits("4S 5S 6S", "7S") == "legal"
    assert fits("QS KS AS", "2S") == "illegal"
    assert fits("4S 5S 6S", "6S") == "illegal"
    assert fits("4S 5S 9S", "6S") == "illegal"
    assert fits("4S 4H 4D", "4S", Seating(5, 5)) == "illegal"
    assert ask("move_card") == ("illegal", ["3.5"])


def test_calling_rummy_is_judged_by_house_rule():
    assert ask("call_rummy") == ("illegal", ["2.4"])
    assert ask("call_rummy", house=House(call_rummy=True))[0] == "legal"


def test_going_out_without_a_discard():
    assert ask("last_discard")[0] == "legal"
    assert ask("last_discard", house=House(go_out=GoOut.DISCARD_REQUIRED))[0] == "illegal"


def test_an_empty_stock_is_handled_by_the_rules():
    assert ask("stock_gone", Stock(wanted=True)) == ("play_on", ["4.2"])
    assert ask("stock_gone", Stock(wanted=False)) == ("over", ["4.2"])


@pytest.mark.parametrize(
    ("totals", "out", "house", "winner", "cited"),
    [
        ((495, 120, 30), None, None, "nobody", "6.1"),
        ((505, 510, 30), None, None, 1, "6.1"),
        ((510, 510, 30), None, None, "extra_hand", "6.3"),
        ((510, 510, 30), None, House(tie=Tie.SHARED), "shared", "6.3"),
        ((105, 110, 30), A, MUST, 0, "6.2"),
        ((95, 110, 30), A, MUST, "nobody", "6.2"),
        ((105, 110, 30), None, MUST, "nobody", "6.2"),
    ],
)
def test_the_winner_at_the_target_is_named(totals, out, house, winner, cited):
    assert ask("winner", Totals(PerSide(totals), out), house) == (winner, [cited])

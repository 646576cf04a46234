"""The score sheet and the rules it cites."""

from dataclasses import replace
from fractions import Fraction

from games.engine import (
    Outcome,
    PerSide,
    Seat,
    Seating,
    Side,
    add_lines,
    append_hand,
    cite,
    empty_sheet,
    incremental_fold,
    play,
    rules_in,
    say,
    score_line,
    sheet_upto,
)
from tests.engine import toy
from tests.engine.toy import FOUR, TOY, Flight, House, Storm, flight


def test_an_empty_sheet_has_the_opening_totals():
    sheet = empty_sheet(TOY, FOUR, House(start=PerSide((0, 20))))
    assert (sheet.totals, sheet.final, sheet.last_hand) == ((0, 20), (0, 20), None)


def test_a_total_is_the_sum_of_the_lines():
    sheet = play(TOY, FOUR, House(), [flight(1, 6, 4, 6), flight(2, 7, 5, 5)])
    assert [row.totals for row in sheet.rows] == [(4, 11), (2, 16)]
    assert [row.gains for row in sheet.rows] == [(4, 11), (-2, 5)]
    assert (sheet.totals, sheet.last_hand) == ((2, 16), sheet.rows[1].hand)


def test_only_deals_move_the_deal_on():
    sheet = empty_sheet(TOY, Seating(4, 2, Seat(2)), House())
    assert sheet.dealer(Flight, Storm) == 2
    bid_by_the_dealer = flight(3, 6, 4, 6)
    for hand in Storm(), toy.ChipPurchase(Side(0), 5), bid_by_the_dealer:
        sheet = append_hand(TOY, sheet, hand)
        assert sheet.dealer(Flight, Storm) == 3
    assert sheet.rows[-1].problems
    assert sheet.scored_hands(Flight, Storm) == (Storm(),)


def test_points_are_added_as_exact_fractions():
    third = score_line(Side(0), Fraction(1, 3), toy.THING, "x")
    assert add_lines(PerSide((0, 1)), [third, third, third]) == (1, 1)


def test_a_line_cites_its_rule():
    because = (cite(toy.THING, say("Took {n}", n=3)),)
    assert score_line(Side(0), 3, toy.THING, "Took {n}", n=3).because == because
    assert score_line(Side(0), 3, toy.THING, say("Took {n}", n=3)).because == because
    assert (because[0].rule, str(because[0].words)) == (toy.THING, "Took 3")


def test_a_rule_lists_the_tags_of_its_sources():
    assert (toy.BID.source, toy.RING.source) == ("the book, an aunt", "an aunt")
    assert toy.BID.published


def test_a_rulebook_lists_the_rules_of_its_module_in_order():
    assert rules_in(toy) == toy.RULEBOOK


def test_the_unit_of_a_game_may_depend_on_the_house_rules():
    assert TOY.unit_at(House()) == "points"
    by_tricks = replace(TOY, unit=lambda house: "tricks" if house.misere else "points")
    assert [by_tricks.unit_at(House(misere=misere)) for misere in (True, False)] == ["tricks", "points"]


def test_the_lowest_total_leads_if_the_house_rule_or_the_game_says_so():
    for lowest_wins in True, False:
        assert TOY.lowest_first(House(misere=lowest_wins)) is lowest_wins
        assert replace(TOY, lowest_wins=lowest_wins).lowest_first(House()) is lowest_wins


def test_a_fold_takes_one_step_for_one_more_hand():
    steps = []

    @incremental_fold(lambda sheet: sheet.seating.sides)  # the count starts at 2, the number of sides
    def storms(so_far, row, sheet):
        """Count the storms."""
        steps.append(row.number)
        return so_far + isinstance(row.hand, Storm)

    sheet = empty_sheet(TOY, FOUR, House())
    assert storms(sheet) == 2
    for storms_so_far in 3, 4, 5:
        sheet = append_hand(TOY, sheet, Storm())
        assert storms(sheet) == storms(sheet) == storms_so_far
    assert steps == [1, 2, 3]
    assert storms.__doc__ == "Count the storms."


def test_folded_values_of_different_sheets_are_separate():
    @incremental_fold(lambda sheet: 0)
    def chip_points(so_far, row, sheet):
        return so_far + row.hand.amount * (1 if sheet.house.misere else 2)

    first = append_hand(TOY, empty_sheet(TOY, FOUR, House()), toy.ChipPurchase(Side(0), 1))
    ten, twenty = (append_hand(TOY, first, toy.ChipPurchase(Side(0), n)) for n in (10, 20))
    assert [chip_points(sheet) for sheet in (ten, twenty, ten, first)] == [22, 42, 22, 2]
    assert chip_points(replace(twenty, rows=twenty.rows[1:])) == 40
    assert chip_points(replace(twenty, house=House(misere=True))) == 21
    assert chip_points(twenty) == 42


def test_an_earlier_sheet_is_cut_without_replaying():
    hands = [flight(1, 6, 4, 6), flight(2, 7, 5, 5)]
    sheet = play(TOY, FOUR, House(), hands)
    assert sheet_upto(sheet, 1) == play(TOY, FOUR, House(), hands[:1])
    assert sheet_upto(sheet, 2) is sheet
    finished = replace(sheet, outcome=Outcome((Side(0),), cite(toy.END, "Over")))
    assert sheet_upto(finished, 1).outcome is None

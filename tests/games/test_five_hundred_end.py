"""500: the end of a game, with results worked out from the sources."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import Adjustment, PerSide, Side, append_hand
from games.five_hundred import GAME
from games.five_hundred.bids import Call
from games.five_hundred.hands import Misere, Revoke
from tests.games.five_hundred_table import (
    AUSTRALIAN,
    DROPS_OUT,
    EAST,
    EXACT,
    FIVE,
    HOUSE_45,
    HOYLE,
    INKLE,
    NORTH,
    PAGAT,
    QUEBEC,
    SIX,
    THREE,
    contract,
    sheet_at,
    sheet_with,
    tricks_taken,
)

EDGES = (-1010, -510, -500, -490, 0, 490, 499, 500, 501, 990, 1000, 1010)
# The rules by which a side wins at the target.
WINNING_RULES = {f"6.{n}" for n in (1, 2, 3, 5, 6, 7, 8, 9, 10)}


def winners_and_rule(sheet, *hands):
    """Return the winners and the rule after these hands; None while the game goes on."""
    for hand in hands:
        sheet = append_hand(GAME, sheet, hand)
        assert not sheet.rows[-1].problems
    return sheet.outcome and (tuple(sheet.outcome.winners), sheet.outcome.because.rule.number)


TEN_HEARTS, TEN_NO_TRUMPS = contract(NORTH, "10H", 10, 0), contract(NORTH, "10NT", 10, 0)  # worth 500 and 520
# Worth 140 and -300; the others get 30 for their three tricks.
SEVEN, EIGHT_LOST = contract(NORTH, "7S", 7, 3), contract(NORTH, "8H", 7, 3)
SIX_SPADES = contract(0, "6S", 5, 3, 2)  # three players score -40, 30 and 20
HALVES = contract(0, "8H", 5, 1, 3, 1, 0, partner=2)  # the first and the third of five players score 150
HIGHER = {"both_reach": "higher_total"}
OTHER_NONNEGATIVE = {"back_door_needs_other_nonnegative": True}

ENDS = [  # changed rules, totals before, hand, winners and rule
    (AUSTRALIAN, (0, 0), TEN_HEARTS, None),  # 500 is not over 500
    (AUSTRALIAN, (500, 0), contract(EAST, "6S", 4, 6), ((0,), "6.1")),  # 540, with 40 for four tricks
    (AUSTRALIAN, (0, 0), TEN_NO_TRUMPS, ((0,), "6.1")),
    ({}, (0, 0), TEN_HEARTS, ((0,), "6.1")),
    (INKLE, (0, 0), TEN_HEARTS, ((0,), "6.1")),
    (HOUSE_45, (0, 0), TEN_HEARTS, ((0,), "6.2")),
    (PAGAT, (0, 0), TEN_HEARTS, ((0,), "6.2")),
    (SIX, (0, 0), TEN_HEARTS, ((0,), "6.1")),
    # Points for tricks win, or only a contract does.
    ({}, (0, 480), SEVEN, ((1,), "6.1")),
    (AUSTRALIAN, (0, 480), SEVEN, ((1,), "6.1")),
    ({"preset": "two_handed"}, (0, 480), SEVEN, ((1,), "6.1")),
    (HOUSE_45, (0, 480), SEVEN, None),
    (PAGAT, (0, 480), SEVEN, None),
    (HOUSE_45, (0, 510), contract(EAST, "7S", 3, 7), ((1,), "6.2")),
    (HOUSE_45, (0, 510), contract(EAST, "7S", 4, 6), None),  # back to 370, and play goes on
    (HOUSE_45, (0, 510), SEVEN, None),  # the other side made the contract
    # Both sides reach the target: 500 for the bidder and 520 for the others, or 500 each.
    ({}, (360, 490), SEVEN, ((0,), "6.5")),  # the bidder wins
    (HIGHER, (360, 490), SEVEN, ((1,), "6.6")),
    (HIGHER, (360, 470), SEVEN, ((0, 1), "6.6")),
    (HOUSE_45, (360, 490), SEVEN, ((0,), "6.2")),
    (AUSTRALIAN, (360, 490), SEVEN, ((1,), "6.1")),  # 500 is not over 500
    # The back door: a side at -500 loses.
    ({}, (-200, 0), EIGHT_LOST, ((1,), "6.11")),
    ({}, (-190, 0), EIGHT_LOST, None),
    ({}, (-200, -400), EIGHT_LOST, ((1,), "6.11")),
    (OTHER_NONNEGATIVE, (-200, -40), EIGHT_LOST, None),
    (OTHER_NONNEGATIVE, (-200, -30), EIGHT_LOST, ((1,), "6.11")),
    ({"back_door": None}, (-200, 0), EIGHT_LOST, None),
    (QUEBEC, (0, 0), EIGHT_LOST, None),
    # The exact game: only a total of exactly 500 wins.
    (EXACT, (0, 0), TEN_HEARTS, ((0,), "6.3")),
    (EXACT, (0, 0), TEN_NO_TRUMPS, None),
    (EXACT, (800, 0), EIGHT_LOST, ((0,), "6.3")),  # coming down to 500 wins as well
    (EXACT, (990, 0), contract(EAST, "7S", 1, 9), ((1,), "6.4")),
    (EXACT, (980, 0), contract(EAST, "7S", 1, 9), None),
    (EXACT, (0, -200), contract(EAST, "8H", 5, 5), ((0,), "6.11")),
    # The encyclopedia: "1000 points (like negative 500 points) loses the game"; if both lose, nobody wins.
    (EXACT, (960, 960), contract(NORTH, "6S", 6, 4), ((), "6.15")),  # 1000 each
    (EXACT, (990, 980), contract(NORTH, "6S", 6, 4), ((), "6.15")),  # 1030 and 1020
    (EXACT, (-400, 990), contract(NORTH, "7S", 5, 5), ((), "6.15")),  # -540 and 1040
    # A game to 1000 points.
    (QUEBEC, (490, 0), Misere(NORTH, made=True), None),  # 990
    (QUEBEC, (500, 0), Misere(NORTH, made=True), ((0,), "6.1")),
    (QUEBEC, (0, 900), contract(NORTH, "7S", 6, 4), ((1,), "6.1")),
    # Three players.
    (HOYLE, (0, 480, 480), replace(SIX_SPADES, first_there=Side(2)), ((2,), "6.7")),
    (HOYLE | {"both_defenders_reach": "higher_total"}, (0, 480, 480), SIX_SPADES, ((1,), "6.8")),
    (HOYLE | {"both_defenders_reach": "higher_total"}, (0, 470, 480), SIX_SPADES, ((1, 2), "6.8")),
    (HOYLE | {"both_defenders_reach": "share"}, (0, 480, 480), SIX_SPADES, ((1, 2), "6.9")),
    (HOYLE, (0, 480, 400), SIX_SPADES, ((1,), "6.1")),
    # 620 for the bidder, 510 and 490 for the others: the bidder wins.
    (HOYLE, (480, 490, 480), contract(0, "7S", 7, 2, 1), ((0,), "6.5")),
    (THREE, (0, 0, 0), contract(0, "10NT", 9, 1, 0), ((1,), "6.13")),
    (THREE, (0, 0, 0), contract(0, "10NT", 8, 1, 1), ((1, 2), "6.13")),
    # Five players.
    (FIVE, (350, 0, 350, 0, 0), HALVES, ((0, 2), "6.10")),
    (FIVE, (350, 0, 300, 0, 0), HALVES, ((0,), "6.2")),
    (FIVE, (300, 490, 300, 0, 0), HALVES, None),
    (FIVE | HIGHER | {"win_on": "any"}, (350, 490, 350, 0, 0), HALVES, ((0, 1, 2), "6.6")),
]


@pytest.mark.parametrize(("rules", "before", "hand", "expected"), ENDS)
def test_the_game_ends_by_the_house_rules(rules, before, hand, expected):
    assert winners_and_rule(sheet_at(*before, **rules), hand) == expected


def test_an_adjustment_can_end_a_game_unless_only_a_contract_wins():
    assert sheet_at(510, 0).outcome
    assert sheet_at(510, 0, **HOUSE_45).outcome is None
    assert winners_and_rule(sheet_at(0, 510, 500, **HOYLE)) == ((1,), "6.8")  # two sides reached the target


def test_with_three_the_loser_drops_out_and_cannot_win():
    lost_hand = contract(0, "10NT", 9, 1, 0)
    sheet = sheet_with(hands=[lost_hand], **THREE, **DROPS_OUT)
    assert winners_and_rule(sheet) is None
    assert winners_and_rule(sheet, contract(1, "10NT", 0, 9, 1)) == ((2,), "6.14")
    assert winners_and_rule(sheet, Adjustment(PerSide((2000, 0, 0)), "a gift")) is None


def test_all_remaining_players_may_drop_out_together():
    sheet = sheet_at(-400, -400, -400, **THREE, **DROPS_OUT)
    assert winners_and_rule(sheet, Adjustment(PerSide((-100, -120, -140)), "a loss")) == ((), "6.15")


def test_a_void_hand_does_not_end_the_game():
    revoke = Revoke(NORTH, Call.H8, EAST, tricks_taken(8, 2))
    for revoke_rule, expected in ("redeal", None), ("hoffmann", ((0,), "6.2")):
        assert winners_and_rule(sheet_at(510, 0, **HOUSE_45, revoke_rule=revoke_rule), revoke) == expected


def test_an_impossible_hand_does_not_end_the_game():
    sheet = append_hand(GAME, sheet_at(510, 0, **HOUSE_45), contract(NORTH, "7S", 7, 4))
    assert sheet.rows[-1].problems
    assert winners_and_rule(sheet, contract(EAST, "7S", 3, 7)) is None
    assert winners_and_rule(sheet, SEVEN) == ((0,), "6.2")


@given(data=st.data())
def test_a_side_that_has_lost_never_wins(data):
    # Wins at the target are skipped: they count before any loss.
    preset = data.draw(st.sampled_from(GAME.presets))
    sheet = sheet_with(preset.id)
    totals = data.draw(st.tuples(*[st.sampled_from(EDGES)] * sheet.seating.sides))
    end = sheet_at(*totals, sheet=sheet)
    if end.outcome is None or end.outcome.because.rule.number in WINNING_RULES:
        return
    house = end.house
    for side in end.outcome.winners:
        assert house.back_door is None or end.totals[side] > house.back_door
        assert house.overshoot_limit is None or end.totals[side] < house.overshoot_limit


ONGOING = [  # changed rules, totals, the rule by which play goes on
    (PAGAT, (510, 40), "6.2"),
    (AUSTRALIAN, (500, 40), "6.1"),
    (EXACT, (520, 40), "6.3"),
    (OTHER_NONNEGATIVE, (-510, -20), "6.12"),
    (THREE | DROPS_OUT, (-510, 40, 60), "6.14"),
]


@pytest.mark.parametrize(("rules", "totals", "number"), ONGOING)
def test_a_note_on_the_last_row_says_why_play_goes_on(rules, totals, number):
    sheet = sheet_at(*totals, **rules)
    assert sheet.outcome is None
    (note,) = sheet.rows[-1].notes
    assert note.rule.number == number

"""500: the end of a game, worked by hand from the sources."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import Adjustment, PerSide, Side, append_hand
from games.five_hundred import GAME
from games.five_hundred.bids import Call
from games.five_hundred.hands import Misere, Revoke
from tests.games.five_hundred_table import (
    EAST,
    NORTH,
    contract,
    sheet_at,
    sheet_with,
    tricks_taken,
)

EDGES = (-1010, -510, -500, -490, 0, 490, 499, 500, 501, 990, 1000, 1010)
WINNING_RULES = {f"6.{n}" for n in (1, 2, 3, 5, 6, 7, 8, 9, 10)}  # at the target


def winners_and_rule(sheet, *hands):
    """Return the winners and the rule after these hands; None while the game goes on."""
    for hand in hands:
        sheet = append_hand(GAME, sheet, hand)
        assert not sheet.rows[-1].problems
    return sheet.outcome and (tuple(sheet.outcome.winners), sheet.outcome.because.rule.number)


TEN_HEARTS, TEN_NO_TRUMPS = contract(NORTH, "10H", 10, 0), contract(NORTH, "10NT", 10, 0)  # 500 and 520
SEVEN, EIGHT_LOST = contract(NORTH, "7S", 7, 3), contract(NORTH, "8H", 7, 3)  # 140 and -300, 30 to the others
SIX = contract(0, "6S", 5, 3, 2)  # of three players: -40, 30 and 20
HALVES = contract(0, "8H", 5, 1, 3, 1, 0, partner=2)  # of five players: 150 for the first and the third
HIGHER = {"both_reach": "higher_total"}
OTHER_NONNEGATIVE = {"back_door_needs_other_nonnegative": True}

ENDS = [  # preset, changed rules, totals before, hand, winners and rule
    ("australian", {}, (0, 0), TEN_HEARTS, None),  # 500 is not over 500
    ("australian", {}, (500, 0), contract(EAST, "6S", 4, 6), ((0,), "6.1")),  # 540, on tricks
    ("australian", {}, (0, 0), TEN_NO_TRUMPS, ((0,), "6.1")),
    ("wikipedia", {}, (0, 0), TEN_HEARTS, ((0,), "6.1")),
    ("american_inkle", {}, (0, 0), TEN_HEARTS, ((0,), "6.1")),
    ("house_45", {}, (0, 0), TEN_HEARTS, ((0,), "6.2")),
    ("pagat_australian", {}, (0, 0), TEN_HEARTS, ((0,), "6.2")),
    ("six_player", {}, (0, 0), TEN_HEARTS, ((0,), "6.1")),
    # On tricks.
    ("wikipedia", {}, (0, 480), SEVEN, ((1,), "6.1")),
    ("australian", {}, (0, 480), SEVEN, ((1,), "6.1")),
    ("two_handed", {}, (0, 480), SEVEN, ((1,), "6.1")),
    ("house_45", {}, (0, 480), SEVEN, None),
    ("pagat_australian", {}, (0, 480), SEVEN, None),
    ("house_45", {}, (0, 510), contract(EAST, "7S", 3, 7), ((1,), "6.2")),
    ("house_45", {}, (0, 510), contract(EAST, "7S", 4, 6), None),  # 370 and on
    ("house_45", {}, (0, 510), SEVEN, None),  # the others' contract
    # Both sides over the target: 500 to 520.
    ("wikipedia", {}, (360, 490), SEVEN, ((0,), "6.5")),  # the bidder
    ("wikipedia", HIGHER, (360, 490), SEVEN, ((1,), "6.6")),
    ("wikipedia", HIGHER, (360, 470), SEVEN, ((0, 1), "6.6")),
    ("house_45", {}, (360, 490), SEVEN, ((0,), "6.2")),
    ("australian", {}, (360, 490), SEVEN, ((1,), "6.1")),  # 500 is not over 500
    # The back door.
    ("wikipedia", {}, (-200, 0), EIGHT_LOST, ((1,), "6.11")),
    ("wikipedia", {}, (-190, 0), EIGHT_LOST, None),
    ("wikipedia", {}, (-200, -400), EIGHT_LOST, ((1,), "6.11")),
    ("wikipedia", OTHER_NONNEGATIVE, (-200, -40), EIGHT_LOST, None),
    ("wikipedia", OTHER_NONNEGATIVE, (-200, -30), EIGHT_LOST, ((1,), "6.11")),
    ("wikipedia", {"back_door": None}, (-200, 0), EIGHT_LOST, None),
    ("quebec_1000", {}, (0, 0), EIGHT_LOST, None),
    # The exact game.
    ("exact_500", {}, (0, 0), TEN_HEARTS, ((0,), "6.3")),
    ("exact_500", {}, (0, 0), TEN_NO_TRUMPS, None),
    ("exact_500", {}, (800, 0), EIGHT_LOST, ((0,), "6.3")),  # coming down to 500 wins as well
    ("exact_500", {}, (990, 0), contract(EAST, "7S", 1, 9), ((1,), "6.4")),
    ("exact_500", {}, (980, 0), contract(EAST, "7S", 1, 9), None),
    ("exact_500", {}, (0, -200), contract(EAST, "8H", 5, 5), ((0,), "6.11")),
    # The encyclopedia: "1000 points (like negative 500 points) loses the game"; if both lose, nobody wins.
    ("exact_500", {}, (960, 960), contract(NORTH, "6S", 6, 4), ((), "6.15")),  # 1000 each
    ("exact_500", {}, (990, 980), contract(NORTH, "6S", 6, 4), ((), "6.15")),  # 1030 and 1020
    ("exact_500", {}, (-400, 990), contract(NORTH, "7S", 5, 5), ((), "6.15")),  # -540 and 1040
    # To a thousand.
    ("quebec_1000", {}, (490, 0), Misere(NORTH, made=True), None),  # 990
    ("quebec_1000", {}, (500, 0), Misere(NORTH, made=True), ((0,), "6.1")),
    ("quebec_1000", {}, (0, 900), contract(NORTH, "7S", 6, 4), ((1,), "6.1")),
    # Three players.
    ("hoyle_three", {}, (0, 480, 480), replace(SIX, first_there=Side(2)), ((2,), "6.7")),
    ("hoyle_three", {"both_defenders_reach": "higher_total"}, (0, 480, 480), SIX, ((1,), "6.8")),
    ("hoyle_three", {"both_defenders_reach": "higher_total"}, (0, 470, 480), SIX, ((1, 2), "6.8")),
    ("hoyle_three", {"both_defenders_reach": "share"}, (0, 480, 480), SIX, ((1, 2), "6.9")),
    ("hoyle_three", {}, (0, 480, 400), SIX, ((1,), "6.1")),
    # 620 for the bidder, 510 and 490 for the others: the bidder.
    ("hoyle_three", {}, (480, 490, 480), contract(0, "7S", 7, 2, 1), ((0,), "6.5")),
    ("three_handed", {}, (0, 0, 0), contract(0, "10NT", 9, 1, 0), ((1,), "6.13")),
    ("three_handed", {}, (0, 0, 0), contract(0, "10NT", 8, 1, 1), ((1, 2), "6.13")),
    # Five players.
    ("five_player", {}, (350, 0, 350, 0, 0), HALVES, ((0, 2), "6.10")),
    ("five_player", {}, (350, 0, 300, 0, 0), HALVES, ((0,), "6.2")),
    ("five_player", {}, (300, 490, 300, 0, 0), HALVES, None),
    ("five_player", HIGHER | {"win_on": "any"}, (350, 490, 350, 0, 0), HALVES, ((0, 1, 2), "6.6")),
]


@pytest.mark.parametrize(("preset", "rules", "before", "hand", "expected"), ENDS)
def test_the_game_ends_by_the_house_rules(preset, rules, before, hand, expected):
    assert winners_and_rule(sheet_at(*before, preset=preset, **rules), hand) == expected


def test_an_adjustment_can_end_a_game_that_any_points_win():
    assert sheet_at(510, 0).outcome
    assert sheet_at(510, 0, preset="house_45").outcome is None


def test_the_higher_total_wins_if_an_adjustment_takes_two_past_the_target():
    assert sheet_at(0, 510, 500, preset="hoyle_three").outcome.because.rule.number == "6.8"


def test_with_three_the_loser_may_drop_out():
    sheet = sheet_with("three_handed", back_door_multi="loser_drops_out")
    lost_hand = contract(0, "10NT", 9, 1, 0)
    assert winners_and_rule(sheet, lost_hand) is None
    assert winners_and_rule(sheet, lost_hand, contract(1, "10NT", 0, 9, 1)) == ((2,), "6.14")


def test_a_side_that_dropped_out_cannot_win():
    sheet = sheet_with(
        "three_handed", back_door_multi="loser_drops_out", hands=[contract(0, "10NT", 9, 1, 0)]
    )
    adjusted = append_hand(GAME, sheet, Adjustment(PerSide((2000, 0, 0)), "a gift"))
    assert adjusted.outcome is None


def test_all_remaining_players_may_drop_out_together():
    sheet = sheet_at(-400, -400, -400, preset="three_handed", back_door_multi="loser_drops_out")
    after = append_hand(GAME, sheet, Adjustment(PerSide((-100, -120, -140)), "a bad evening"))
    assert (tuple(after.outcome.winners), after.outcome.because.rule.number) == ((), "6.15")


def test_a_void_hand_does_not_end_the_game():
    sheet = sheet_at(510, 0, preset="house_45", revoke_rule="redeal")
    revoke = Revoke(NORTH, Call.H8, EAST, tricks_taken(8, 2))
    assert winners_and_rule(sheet, revoke) is None
    assert winners_and_rule(sheet_at(510, 0, preset="house_45", revoke_rule="hoffmann"), revoke) == (
        (0,),
        "6.2",
    )


def test_an_impossible_hand_does_not_end_the_game():
    sheet = append_hand(GAME, sheet_at(510, 0, preset="house_45"), contract(NORTH, "7S", 7, 4))
    assert sheet.rows[-1].problems
    assert winners_and_rule(sheet, contract(EAST, "7S", 3, 7)) is None
    assert winners_and_rule(sheet, contract(NORTH, "7S", 7, 3)) == ((0,), "6.2")


@given(data=st.data())
def test_a_side_that_has_lost_never_wins(data):
    # A win at the target comes first, whatever the totals of the losers.
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


WHY_NOT = [  # preset, changed rules, totals, the rule by which play goes on
    ("pagat_australian", {}, (510, 40), "6.2"),
    ("australian", {}, (500, 40), "6.1"),
    ("exact_500", {}, (520, 40), "6.3"),
    ("wikipedia", OTHER_NONNEGATIVE, (-510, -20), "6.12"),
    ("three_handed", {"back_door_multi": "loser_drops_out"}, (-510, 40, 60), "6.14"),
]


@pytest.mark.parametrize(("preset", "rules", "totals", "number"), WHY_NOT)
def test_the_last_row_notes_why_play_goes_on(preset, rules, totals, number):
    sheet = sheet_at(*totals, preset=preset, **rules)
    assert sheet.outcome is None
    (note,) = sheet.rows[-1].notes
    assert note.rule.number == number

"""500: scores worked by hand from the sources."""

import re

import pytest

from games.engine import ENGLISH, Seat, append_hand, rule_text
from games.five_hundred import GAME
from games.five_hundred import rulebook as rule
from games.five_hundred.bids import BID, CALLS, LEVELS, SCHEDULES, Call, Trumps, value
from games.five_hundred.hands import BarNullo, Declare, DoubleNullo, Misere, PassedIn, PlayedNoTrump, Revoke
from tests.games.five_hundred_table import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    contract,
    house_of,
    standing,
    table,
    took,
)


def totals(*hands, **rules):
    return tuple(table(hands=hands, **rules).totals)


def reasons(*hands, **rules):
    return [
        ENGLISH.read(why.words) for line in table(hands=hands, **rules).rows[-1].lines for why in line.because
    ]


# The values -------------------------------------------------------------------------------------------------

# As seeds 001, 002 and 003 print them, tricks by ♠ ♣ ♦ ♥ no trumps.
PRINTED = {
    6: (40, 60, 80, 100, 120),
    7: (140, 160, 180, 200, 220),
    8: (240, 260, 280, 300, 320),
    9: (340, 360, 380, 400, 420),
    10: (440, 460, 480, 500, 520),
}


@pytest.mark.parametrize("preset", [preset.id for preset in GAME.presets])
@pytest.mark.parametrize("level", LEVELS)
def test_contract_values_match_the_seeds(preset, level):
    house = house_of(preset)
    assert tuple(value(BID[level, trumps], house) for trumps in Trumps) == PRINTED[level]


def test_the_perfect_schedule_is_twenty_less_and_tops_at_500():
    house = house_of("wikipedia", schedule="perfect")
    assert all(
        value(bid, house) == PRINTED[bid.level][list(Trumps).index(bid.trumps)] - 20 for bid in BID.values()
    )
    assert value(Call.NT10, house) == 500


def test_the_original_schedule_multiplies_the_suit_by_the_tricks_over_five():
    house = house_of("wikipedia", schedule="original")
    each = dict(zip(Trumps, (40, 60, 80, 100, 120), strict=True))
    assert all(value(bid, house) == each[bid.trumps] * (bid.level - 5) for bid in BID.values())
    assert value(Call.NT10, house) == 600


SPECIALS = {  # misère, open misère, double nullo, bar nullo
    "wikipedia": (250, 500, 500, None),
    "australian": (250, 350, None, None),
    "pagat_australian": (250, 500, None, None),
    "american_inkle": (250, 500, 500, None),
    "house_45": (None, None, None, None),
    "quebec_1000": (500, 1000, None, None),
    "exact_500": (250, 500, None, None),
    "three_handed": (250, 500, None, None),
    "hoyle_three": (None, None, None, None),
    "five_player": (None, None, None, None),
    "six_player": (250, 500, None, None),
    "two_handed": (None, None, None, None),
}


@pytest.mark.parametrize("preset", [preset.id for preset in GAME.presets])
def test_special_bids_have_the_value_of_their_source(preset):
    calls = (Call.MISERE, Call.OPEN_MISERE, Call.DOUBLE_NULLO, Call.BAR_NULLO)
    assert tuple(value(call, house_of(preset)) for call in calls) == SPECIALS[preset]
    assert value(Call.DECLARE, house_of(preset)) is None
    assert value(Call.PASS, house_of(preset)) is None


def test_a_call_knows_its_level_and_its_trumps():
    assert [(CALLS[word].level, CALLS[word].trumps.value) for word in ("7H", "10NT", "misere")] == [
        (7, "hearts"), (10, "none"), (0, "none"),
    ]  # fmt: skip


# Hands ------------------------------------------------------------------------------------------------------

HANDS = [  # preset, changed rules, hand, totals
    ("australian", {}, contract(NORTH, "8H", 8, 2), (300, 20)),
    ("australian", {}, contract(NORTH, "8H", 10, 0), (300, 0)),
    ("australian", {}, contract(EAST, "7S", 4, 6), (40, -140)),
    ("australian", {}, contract(EAST, "7S", 0, 10), (0, 140)),
    ("australian", {"defender_tricks": "only_if_set"}, contract(NORTH, "8H", 8, 2), (300, 0)),
    ("australian", {"defender_tricks": "only_if_set"}, contract(NORTH, "8H", 7, 3), (-300, 30)),
    ("australian", {"defender_tricks": "never"}, contract(NORTH, "8H", 7, 3), (-300, 0)),
    ("wikipedia", {}, contract(SOUTH, "6S", 6, 4), (40, 40)),
    ("wikipedia", {}, contract(WEST, "6S", 0, 10), (0, 250)),
    ("wikipedia", {}, contract(WEST, "8C", 0, 10), (0, 260)),
    ("wikipedia", {}, contract(WEST, "10NT", 0, 10), (0, 520)),
    ("wikipedia", {}, contract(WEST, "10NT", 1, 9), (10, -520)),
    ("house_45", {}, contract(NORTH, "7S", 10, 0), (140, 0)),
    ("house_45", {}, contract(NORTH, "7S", 7, 3), (140, 30)),
    ("quebec_1000", {}, contract(NORTH, "7S", 5, 5), (0, 190)),
    ("quebec_1000", {}, contract(NORTH, "7S", 10, 0), (140, 0)),
    ("quebec_1000", {"defender_tricks": "never"}, contract(NORTH, "7S", 5, 5), (0, 140)),
    ("quebec_1000", {}, Misere(NORTH, made=False), (0, 500)),
    ("quebec_1000", {}, Misere(NORTH, made=True, open=True), (1000, 0)),
    ("wikipedia", {}, Misere(NORTH, made=True), (250, 0)),
    ("wikipedia", {}, Misere(EAST, made=False), (0, -250)),
    ("australian", {}, Misere(EAST, made=False, open=True), (0, -350)),
    ("wikipedia", {"misere_defender_tricks": "per_trick"}, Misere(NORTH, made=True), (250, 100)),
    ("wikipedia", {"misere_defender_tricks": "per_trick"}, Misere(NORTH, False, tricks=took(1, 4)),
     (-250, 40)),
    ("wikipedia", {}, DoubleNullo(NORTH, made=False), (-500, 0)),
    ("wikipedia", {"bar_nullo_value": 500}, BarNullo(EAST, made=True), (0, 500)),
    ("wikipedia", {"declare_solo": True}, Declare(EAST, took(0, 10)), (0, 500)),
    ("wikipedia", {"declare_solo": True}, Declare(EAST, took(1, 9)), (10, -500)),
    ("wikipedia", {}, PassedIn(), (0, 0)),
    ("three_handed", {}, contract(0, "7H", 8, 2, 0), (200, 20, 0)),
    ("three_handed", {}, contract(0, "7H", 6, 1, 3), (-200, 10, 30)),
    ("three_handed", {}, Misere(1, made=True), (0, 250, 0)),
    ("hoyle_three", {}, PlayedNoTrump(took(4, 4, 2)), (40, 40, 20)),
    ("five_player", {}, contract(0, "8H", 5, 1, 3, 1, 0, partner=2), (150, 10, 150, 10, 0)),
    ("five_player", {}, contract(0, "8H", 5, 2, 2, 1, 0, partner=2), (-150, 20, -150, 10, 0)),
    ("five_player", {}, contract(0, "8H", 8, 1, 1, 0, 0), (300, 10, 10, 0, 0)),
    ("five_player", {"five_player_share": "full"}, contract(0, "8H", 5, 2, 2, 1, 0, partner=2),
     (-300, 20, -300, 10, 0)),
    ("six_player", {}, contract(5, "8H", 1, 9), (10, 300)),
    ("two_handed", {}, contract(0, "8H", 10, 0), (300, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("preset", "rules", "hand", "expected"), HANDS)
def test_hands_score_as_worked_by_hand(preset, rules, hand, expected):
    assert totals(hand, preset=preset, **rules) == expected


def test_five_player_slams_and_partners_seats():
    slam = contract(0, "7S", 5, 0, 5, 0, 0, partner=2)
    assert totals(slam, preset="five_player", slam_250=True) == (125, 0, 125, 0, 0)
    seven = contract(0, "7S", 4, 1, 4, 1, 0, partner=2)
    assert totals(seven, preset="five_player") == (70, 10, 70, 10, 0)


def test_a_partner_means_nothing_where_partners_share_a_column():
    assert totals(contract(NORTH, "8H", 8, 2, partner=SOUTH)) == (300, 20)
    assert totals(contract(NORTH, "8H", 8, 2, partner=EAST)) == (300, 20)


CAPS = [  # limit, before, tricks, total
    ("490", 480, 4, 490),
    ("490", 440, 4, 480),
    ("490", 450, 4, 490),
    ("490", 490, 4, 490),
    ("490", 500, 4, 500),  # past it already by a contract: nothing is taken away
    ("stop_over_400", 410, 4, 410),
    ("stop_over_400", 400, 4, 440),
    ("none", 480, 4, 520),
]


@pytest.mark.parametrize(("cap", "before", "tricks", "after"), CAPS)
def test_points_for_tricks_are_limited(cap, before, tricks, after):
    sheet = standing(0, before, preset="pagat_australian", trick_cap=cap)
    sheet = append_hand(GAME, sheet, contract(NORTH, "6S", 10 - tricks, tricks))
    assert sheet.totals[1] == after


def test_score_lines_give_reasons():
    assert reasons(contract(NORTH, "8H", 9, 1)) == [
        "8♥ bid, 9 taken: made",
        "8♥ is worth 300",
        "1 trick × 10",
    ]
    assert "All ten tricks: 250 and not 140" in reasons(contract(NORTH, "7S", 10, 0))
    assert "7♠ bid, only 6 taken: set back" in reasons(contract(NORTH, "7S", 6, 4))


# Revokes, as hands of their own -----------------------------------------------------------------------------

REVOKES = [
    ("hoyle_american", Revoke(NORTH, Call.H8, EAST, took(5, 1)), (300, 0)),
    ("hoyle_american", Revoke(NORTH, Call.H8, SOUTH, took(9, 1)), (-300, 10)),
    ("hoffmann", Revoke(NORTH, Call.H8, WEST, took(8, 2)), (300, -100)),
    ("hoffmann", Revoke(NORTH, Call.H8, WEST, took(7, 3)), (-300, -100)),
    ("hoffmann", Revoke(NORTH, Call.H8, NORTH, took(8, 2)), (-300, 20)),
    ("hoffmann", Revoke(NORTH, Call.MISERE, WEST, took(0, 10)), (250, -100)),
    ("hoffmann", Revoke(NORTH, Call.MISERE, WEST, took(1, 9)), (-250, -100)),
    ("redeal", Revoke(NORTH, Call.H8, WEST, took(8, 2)), (0, 0)),
]


@pytest.mark.parametrize(("how", "hand", "expected"), REVOKES)
def test_hands_with_a_revoke_score_by_house_rule(how, hand, expected):
    assert totals(hand, revoke_rule=how) == expected


def test_partners_of_five_share_a_revoke():
    revoke = Revoke(Seat(0), Call.H8, Seat(2), took(5, 1, 3, 1, 0), partner=Seat(2))
    assert totals(revoke, preset="five_player", revoke_rule="hoffmann") == (-150, 10, -150, 10, 0)


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_rule_5_1_prints_the_table_by_which_bids_are_scored(schedule):
    printed = rule_text(rule.VALUES, house_of("wikipedia", schedule=schedule.value))
    table_of_it = SCHEDULES[schedule].values()
    assert printed.startswith("What a contract is worth for 6, 7, 8, 9 and 10 tricks: spades ")
    found = [int(n) for n in re.findall(r"\d+", printed.partition(": ")[2])]
    assert found == [points for suit in table_of_it for points in suit]


@pytest.mark.parametrize(
    ("hand", "rules", "expected"),
    [
        (contract(NORTH, "7S", 3, 7), {}, ("5.1", "7♠ is worth 140")),
        (contract(NORTH, "7S", 10, 0), {"slam_250": True}, ("5.1", "7♠ is worth 140")),
        (Misere(NORTH, made=True), {}, ("3.1", "Misère is worth 250")),
        (Misere(NORTH, made=False, open=True), {}, ("3.4", "Open misère is worth 500")),
        (DoubleNullo(NORTH, made=True), {"double_nullo_value": 500}, ("3.8", "Double nullo is worth 500")),
        (BarNullo(NORTH, made=True), {"bar_nullo_value": 500}, ("3.10", "Bar nullo is worth 500")),
    ],
)
def test_the_value_of_a_bid_cites_its_rule(hand, rules, expected):
    line = table(hands=[hand], **rules).rows[-1].lines[0]
    assert expected in [(why.rule.number, ENGLISH.read(why.words)) for why in line.because]

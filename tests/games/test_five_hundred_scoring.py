"""500: scores worked by hand from the sources."""

import re

import pytest

from games.engine import append_hand, rule_text
from games.five_hundred import GAME
from games.five_hundred import rulebook as rule
from games.five_hundred.bids import BID, LEVELS, SCHEDULES, Call, Trumps, value
from games.five_hundred.hands import Declare, DoubleNullo, Misere, PlayedNoTrump, Revoke
from tests.games.five_hundred_table import (
    BID_VALUES,
    EAST,
    NORTH,
    SOUTH,
    WEST,
    contract,
    house_of,
    sheet_at,
    sheet_with,
    tricks_taken,
)

# The values of bids


def test_contract_values_match_the_sources():
    for preset in GAME.presets:
        for level in LEVELS:
            values = tuple(value(BID[level, trumps], preset.house) for trumps in Trumps)
            assert values == BID_VALUES[level], preset.id


def test_the_perfect_schedule_is_twenty_less_and_tops_at_500():
    house = house_of("wikipedia", schedule="perfect")
    for level, points in BID_VALUES.items():
        values = [value(BID[level, trumps], house) for trumps in Trumps]
        assert values == [n - 20 for n in points]
    assert value(Call.NT10, house) == 500


def test_original_schedule_multiplies_by_tricks_over_five():
    house = house_of("wikipedia", schedule="original")
    suit_values = dict(zip(Trumps, (40, 60, 80, 100, 120), strict=True))
    assert all(value(bid, house) == suit_values[bid.trumps] * (bid.level - 5) for bid in BID.values())
    assert value(Call.NT10, house) == 600


# Hands

HANDS = [  # preset, changed rules, hand, totals
    ("australian", {}, contract(NORTH, "8H", 8, 2), (300, 20)),
    ("australian", {}, contract(NORTH, "8H", 10, 0), (300, 0)),
    ("australian", {}, contract(EAST, "7S", 4, 6), (40, -140)),
    ("australian", {}, contract(EAST, "7S", 0, 10), (0, 140)),
    ("australian", {"defender_tricks": "only_if_set"}, contract(NORTH, "8H", 8, 2), (300, 0)),
    ("australian", {"defender_tricks": "only_if_set"}, contract(NORTH, "8H", 7, 3), (-300, 30)),
    ("australian", {"defender_tricks": "never"}, contract(NORTH, "8H", 7, 3), (-300, 0)),
    ("wikipedia", {}, contract(SOUTH, "6S", 6, 4), (40, 40)),
    # Naming a partner changes nothing where partners share a score.
    ("wikipedia", {}, contract(NORTH, "8H", 8, 2, partner=SOUTH), (300, 20)),
    ("wikipedia", {}, contract(NORTH, "8H", 8, 2, partner=EAST), (300, 20)),
    ("wikipedia", {}, contract(WEST, "6S", 0, 10), (0, 250)),
    ("wikipedia", {}, contract(WEST, "8C", 0, 10), (0, 260)),
    ("wikipedia", {}, contract(WEST, "10NT", 0, 10), (0, 520)),
    ("wikipedia", {}, contract(WEST, "10NT", 1, 9), (10, -520)),
    ("house_45", {}, contract(NORTH, "7S", 7, 3), (140, 30)),
    ("quebec_1000", {}, contract(NORTH, "7S", 10, 0), (140, 0)),
    ("quebec_1000", {"defender_tricks": "never"}, contract(NORTH, "7S", 5, 5), (0, 140)),
    ("quebec_1000", {}, Misere(NORTH, made=False), (0, 500)),
    ("quebec_1000", {}, Misere(NORTH, made=True, open=True), (1000, 0)),
    ("wikipedia", {}, Misere(NORTH, made=True), (250, 0)),
    ("australian", {}, Misere(EAST, made=False, open=True), (0, -350)),
    ("wikipedia", {"misere_defender_tricks": "per_trick"}, Misere(NORTH, False, tricks=tricks_taken(1, 4)),
     (-250, 40)),
    ("wikipedia", {}, DoubleNullo(NORTH, made=False), (-500, 0)),
    ("wikipedia", {"declare_solo": True}, Declare(EAST, tricks_taken(0, 10)), (0, 500)),
    ("wikipedia", {"declare_solo": True}, Declare(EAST, tricks_taken(1, 9)), (10, -500)),
    ("three_handed", {}, contract(0, "7H", 8, 2, 0), (200, 20, 0)),
    ("three_handed", {}, contract(0, "7H", 6, 1, 3), (-200, 10, 30)),
    ("three_handed", {}, Misere(1, made=True), (0, 250, 0)),
    ("hoyle_three", {}, PlayedNoTrump(tricks_taken(4, 4, 2)), (40, 40, 20)),
    ("five_player", {}, contract(0, "8H", 5, 1, 3, 1, 0, partner=2), (150, 10, 150, 10, 0)),
    ("five_player", {}, contract(0, "8H", 5, 2, 2, 1, 0, partner=2), (-150, 20, -150, 10, 0)),
    ("five_player", {}, contract(0, "8H", 8, 1, 1, 0, 0), (300, 10, 10, 0, 0)),
    ("five_player", {"five_player_share": "full"}, contract(0, "8H", 5, 2, 2, 1, 0, partner=2),
     (-300, 20, -300, 10, 0)),
    ("five_player", {"slam_250": True}, contract(0, "7S", 5, 0, 5, 0, 0, partner=2), (125, 0, 125, 0, 0)),
    ("five_player", {"revoke_rule": "hoffmann"},
     Revoke(NORTH, Call.H8, SOUTH, tricks_taken(5, 1, 3, 1, 0), partner=SOUTH), (-150, 10, -150, 10, 0)),
    ("six_player", {}, contract(5, "8H", 1, 9), (10, 300)),
    ("two_handed", {}, contract(0, "8H", 10, 0), (300, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("preset", "rules", "hand", "expected"), HANDS)
def test_hands_score_as_worked_by_hand(preset, rules, hand, expected):
    assert sheet_with(preset, [hand], **rules).totals == expected


CAPS = [  # limit, total before the hand, tricks taken, total after it
    ("490", 480, 4, 490),
    ("490", 440, 4, 480),
    ("490", 450, 4, 490),
    ("490", 490, 4, 490),
    ("490", 500, 4, 500),  # already past the limit by a contract: nothing is taken away
    ("stop_over_400", 410, 4, 410),
    ("stop_over_400", 400, 4, 440),
    ("none", 480, 4, 520),
]


@pytest.mark.parametrize(("cap", "before", "tricks", "after"), CAPS)
def test_points_for_tricks_are_limited(cap, before, tricks, after):
    sheet = sheet_at(0, before, preset="pagat_australian", trick_cap=cap)
    sheet = append_hand(GAME, sheet, contract(NORTH, "6S", 10 - tricks, tricks))
    assert sheet.totals[1] == after


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_rule_5_1_prints_the_table_by_which_bids_are_scored(schedule):
    text = rule_text(rule.VALUES, house_of("wikipedia", schedule=schedule.value))
    numbers = [int(n) for n in re.findall(r"\d+", text.partition(": ")[2])]
    assert numbers == [points for suit in SCHEDULES[schedule].values() for points in suit]

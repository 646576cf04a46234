"""The log: hands written, corrected, inserted and struck out."""

import pytest

from games.engine import (
    HEADING,
    Entry,
    Heading,
    PerSide,
    changed_hands,
    effective_hands,
    effective_heading,
    replay,
)
from tests.engine.toy import FOUR, THREE, TOY, House, Storm, flight

A, B, C = flight(1, 3, 4, 6), flight(2, 6, 6, 4), flight(3, 5, 1, 9)


STRUCK_OUT = [Entry(1, A), Entry(2, B), Entry(1, None, "not played")]
INSERTED = [Entry(1, A), Entry(2, B, before=1)]
INSERTED_BEFORE_STRUCK_OUT = [Entry(1, A), Entry(2, B), Entry(3, C), Entry(2, None), Entry(4, A, before=2)]


@pytest.mark.parametrize(
    ("log", "hands"),
    [
        ([], []),
        ([Entry(5, A), Entry(2, B)], [(5, A), (2, B)]),
        # A corrected or restored hand keeps its place.
        ([Entry(1, A), Entry(2, B), Entry(1, C, "miscounted")], [(1, C), (2, B)]),
        (STRUCK_OUT, [(2, B)]),
        ([*STRUCK_OUT, Entry(1, C, "it was played")], [(1, C), (2, B)]),
        # A forgotten hand is inserted before another hand, even an inserted or struck-out one.
        ([Entry(1, A), Entry(2, B), Entry(3, C, "forgotten", before=2)], [(1, A), (3, C), (2, B)]),
        ([Entry(1, A), Entry(2, B), Entry(3, C, "forgotten", before=1)], [(3, C), (1, A), (2, B)]),
        ([*INSERTED, Entry(3, C, before=2)], [(3, C), (2, B), (1, A)]),
        (INSERTED_BEFORE_STRUCK_OUT, [(1, A), (4, A), (3, C)]),
        ([*INSERTED_BEFORE_STRUCK_OUT, Entry(2, B)], [(1, A), (4, A), (2, B), (3, C)]),
        # A later entry for a hand does not move it.
        ([*INSERTED, Entry(2, C)], [(2, C), (1, A)]),
        ([*INSERTED, Entry(1, C, before=2)], [(2, B), (1, C)]),
        ([*INSERTED, Entry(2, None), Entry(2, C)], [(2, C), (1, A)]),
        # A hand put before an unknown hand, or before itself, comes last.
        ([Entry(1, A), Entry(2, B, before=9)], [(1, A), (2, B)]),
        ([Entry(1, A), Entry(2, B, before=2)], [(1, A), (2, B)]),
        # A heading is not a hand.
        ([Entry(1, A), Entry(HEADING, Heading(FOUR, House())), Entry(2, B)], [(1, A), (2, B)]),
    ],
)
def test_a_log_gives_the_hands_in_force_in_order_of_play(log, hands):
    assert effective_hands(log) == tuple(hands)


def test_the_last_heading_applies_to_the_whole_match():
    first, ten, fifteen = (Heading(FOUR, House(bonus=bonus)) for bonus in (5, 10, 15))
    log = [Entry(1, A), Entry(HEADING, ten, "we said ten"), Entry(HEADING, fifteen), Entry(HEADING, None)]
    assert [effective_heading(first, log[:n]) for n in range(1, 5)] == [first, ten, fifteen, fifteen]


def sheet(*entries, house=None, seating=FOUR):
    return replay(TOY, seating, house or House(), effective_hands(entries))


THREE_HANDS = [Entry(1, A), Entry(2, B), Entry(3, C)]


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        (THREE_HANDS, THREE_HANDS, ()),
        # A correction changes its row, and the totals after it.
        (THREE_HANDS, [*THREE_HANDS, Entry(2, C)], (2, 3)),
        # A correction without effect changes its own row.
        (
            [Entry(1, A), Entry(2, Storm()), Entry(3, C)],
            [Entry(1, A), Entry(2, flight(2, 5, 0, 0, note="x")), Entry(3, C)],
            (2,),
        ),
        ([Entry(1, A), Entry(2, B)], [Entry(1, A), Entry(2, B), Entry(3, C, before=2)], (3, 2)),
        # A struck-out hand is listed at its old place.
        (THREE_HANDS, [*THREE_HANDS, Entry(2, None)], (2, 3)),
        (THREE_HANDS, [*THREE_HANDS, Entry(1, None)], (1, 2, 3)),
        (THREE_HANDS, [*THREE_HANDS, Entry(3, None)], (3,)),
        (THREE_HANDS, [*THREE_HANDS, Entry(1, None), Entry(2, None)], (1, 2, 3)),
        # Hand 4 stands in the place of hand 2.
        (THREE_HANDS, [Entry(1, A), Entry(4, C), Entry(3, C)], (2, 4, 3)),
    ],
)
def test_changed_hands_are_listed_in_order_of_play(before, after, changed):
    assert changed_hands(sheet(*before), sheet(*after)) == changed


def test_changed_house_rules_change_the_rows_they_score_differently():
    log = [Entry(1, Storm()), Entry(2, B), Entry(3, C)]
    assert changed_hands(sheet(*log), sheet(*log, house=House(bonus=10))) == (2, 3)
    assert changed_hands(sheet(*log), sheet(*log, house=House(start=PerSide((5, 0))))) == (1, 2, 3)


def test_a_hand_that_becomes_impossible_stays_with_its_problems():
    for_three = sheet(Entry(1, A), Entry(2, Storm()), seating=THREE)
    assert [len(row.problems) for row in for_three.rows] == [2, 0]
    assert for_three.totals == (0, 0, 0)

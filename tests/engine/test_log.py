"""The log: hands written, corrected, inserted and struck out."""

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


def numbers_in_force(*entries):
    return [number for number, _hand in effective_hands(entries)]


def test_hands_are_in_the_order_they_were_written():
    assert effective_hands([]) == ()
    assert effective_hands([Entry(5, A), Entry(2, B)]) == ((5, A), (2, B))


def test_a_corrected_hand_keeps_its_position():
    assert effective_hands([Entry(1, A), Entry(2, B), Entry(1, C, "miscounted")]) == ((1, C), (2, B))


def test_a_hand_struck_out_keeps_its_place_for_when_it_is_restored():
    log = [Entry(1, A), Entry(2, B), Entry(1, None, "not played")]
    assert numbers_in_force(*log) == [2]
    assert effective_hands([*log, Entry(1, C, "it was played")]) == ((1, C), (2, B))


def test_a_forgotten_hand_is_inserted_before_another():
    assert numbers_in_force(Entry(1, A), Entry(2, B), Entry(3, C, "forgotten", before=2)) == [1, 3, 2]
    assert numbers_in_force(Entry(1, A), Entry(2, B), Entry(3, C, "forgotten", before=1)) == [3, 1, 2]


def test_a_hand_can_be_inserted_before_an_inserted_one():
    assert numbers_in_force(Entry(1, A), Entry(2, B, before=1), Entry(3, C, before=2)) == [3, 2, 1]


def test_a_hand_can_be_inserted_before_a_struck_out_one():
    log = [Entry(1, A), Entry(2, B), Entry(3, C), Entry(2, None, "x"), Entry(4, A, "forgotten", before=2)]
    assert numbers_in_force(*log) == [1, 4, 3]
    assert numbers_in_force(*log, Entry(2, B, "it was played after all")) == [1, 4, 2, 3]


def test_a_corrected_inserted_hand_keeps_its_position():
    log = [Entry(1, A), Entry(2, B, before=1)]
    assert numbers_in_force(*log, Entry(2, C, "miscounted")) == [2, 1]
    assert numbers_in_force(*log, Entry(2, C, "miscounted", before=None)) == [2, 1]
    assert numbers_in_force(*log, Entry(1, C, "a position is given once", before=2)) == [2, 1]
    assert numbers_in_force(*log, Entry(2, None, "x"), Entry(2, C, "y")) == [2, 1]


def test_a_hand_before_an_unknown_one_comes_last():
    assert numbers_in_force(Entry(1, A), Entry(2, B, before=9)) == [1, 2]
    assert numbers_in_force(Entry(1, A), Entry(2, B, before=2)) == [1, 2]


def test_a_heading_is_not_a_hand():
    first, second = Heading(FOUR, House()), Heading(FOUR, House(bonus=10))
    log = [Entry(1, A), Entry(HEADING, second, "we said ten"), Entry(2, B)]
    assert numbers_in_force(*log) == [1, 2]
    assert effective_heading(first, log) == second
    assert effective_heading(first, log[:1]) == first


def test_the_last_heading_applies_to_the_whole_match():
    log = [Entry(HEADING, Heading(FOUR, House(bonus=10))), Entry(HEADING, Heading(FOUR, House(bonus=15)))]
    assert effective_heading(Heading(FOUR, House()), log).house.bonus == 15
    assert effective_heading(Heading(FOUR, House()), [*log, Entry(HEADING, None)]).house.bonus == 15


def sheet(*entries, house=None, seating=FOUR):
    return replay(TOY, seating, house or House(), effective_hands(entries))


def test_a_correction_changes_its_row_and_the_totals_after_it():
    log = [Entry(1, A), Entry(2, B), Entry(3, C)]
    assert changed_hands(sheet(*log), sheet(*log)) == ()
    assert changed_hands(sheet(*log), sheet(*log, Entry(2, C))) == (2, 3)


def test_correction_without_effect_changes_its_own_row():
    storm = [Entry(1, A), Entry(2, Storm()), Entry(3, C)]
    scoreless = flight(2, 5, 0, 0, note="x")
    assert changed_hands(sheet(*storm), sheet(*storm, Entry(2, scoreless))) == (2,)


def test_an_inserted_hand_changes_all_rows_after_it():
    log = [Entry(1, A), Entry(2, B)]
    assert changed_hands(sheet(*log), sheet(*log, Entry(3, C, before=2))) == (3, 2)


def test_a_struck_out_hand_counts_as_a_change_where_it_stood():
    log = [Entry(1, A), Entry(2, B), Entry(3, C)]
    for deleted, changed in (((2,), (2, 3)), ((1,), (1, 2, 3)), ((3,), (3,)), ((1, 2), (1, 2, 3))):
        after = sheet(*log, *(Entry(number, None) for number in deleted))
        assert changed_hands(sheet(*log), after) == changed, deleted


def test_inserted_and_struck_out_hands_are_listed_in_order_of_play():
    before = sheet(Entry(1, A), Entry(2, B), Entry(3, C))
    after = sheet(Entry(1, A), Entry(4, C), Entry(3, C))
    assert changed_hands(before, after) == (2, 4, 3)


def test_changed_house_rules_change_the_rows_they_score_differently():
    log = [Entry(1, Storm()), Entry(2, B), Entry(3, C)]
    assert changed_hands(sheet(*log), sheet(*log, house=House(bonus=10))) == (2, 3)
    assert changed_hands(sheet(*log), sheet(*log, house=House(start=PerSide((5, 0))))) == (1, 2, 3)


def test_a_hand_that_becomes_impossible_stays_with_its_problems():
    other = sheet(Entry(1, A), Entry(2, Storm()), seating=THREE)
    assert [len(row.problems) for row in other.rows] == [2, 0]
    assert other.totals == (0, 0, 0)

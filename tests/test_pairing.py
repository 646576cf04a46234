"""Pairings: every player has at most one seat a round and a fair share of them."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise, permutations

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.bench_draws import evenness
from scorekeeper.nights import schedules
from scorekeeper.nights.draw import (
    FIXED,
    PROGRESSIVE,
    RANDOM,
    ROTATING,
    SWISS,
    Attendee,
    Draw,
    Meetings,
    Pairing,
    SeatedTable,
    Shape,
    table_shapes,
)
from scorekeeper.nights.pairing import METHODS, pair_round

SHAPES = [Shape(*shape) for shape in ((2, 2), (3, 3), (4, 2), (4, 4), (5, 5), (6, 2), (6, 3), (6, 6))]
FOURS = Shape(4, 2)


def people(n, pairs=False):
    if pairs:
        return tuple(Attendee(one, one + 1 if one % 2 else one - 1) for one in range(1, n + 1))
    return tuple(Attendee(one) for one in range(1, n + 1))


def ended(drawn, seed):
    return replace(
        drawn,
        tables=tuple(
            replace(t, places=tuple((side + seed + n) % t.sides + 1 for side in range(t.sides)))
            for n, t in enumerate(drawn.tables)
        ),
    )


def rounds(how, evening, n):
    for _round in range(n):
        drawn = pair_round(how, replace(evening, standing=tuple(one.id for one in evening.here)))
        evening = replace(evening, past=(*evening.past, ended(drawn, evening.seed)))
    return list(evening.past)


def met(drawn):
    found = Meetings()
    for one in drawn:
        found.add(one.tables)
    return found


nights = given(
    how=st.sampled_from(sorted(METHODS)),
    shape=st.sampled_from(SHAPES),
    n=st.integers(0, 26),
    seed=st.integers(0, 10**9),
    played=st.integers(1, 6),
    mixed=st.booleans(),
)


@nights
def test_everybody_is_seated_at_most_once_and_tables_are_full(how, shape, n, seed, played, mixed):
    others = (Shape(3, 3),) if mixed and shape.seats == 4 and how != FIXED else ()
    evening = Draw(people(n), shape, seed, others=others)
    for drawn in rounds(how, evening, played):
        seated = [one for table in drawn.tables for one in table.seats]
        assert sorted(seated + list(drawn.out)) == list(range(1, n + 1))
        for table in drawn.tables:
            assert Shape(len(table.seats), table.sides) in (shape, *evening.others)
        assert len(drawn.out) == n - sum(s.seats for s in table_shapes(n, shape, evening.others))


@nights
def test_nobody_sits_out_twice_before_everybody_has_once(how, shape, n, seed, played, mixed):
    evening = Draw(people(n, pairs=how == FIXED and n % 2 == 0), shape, seed)
    out = Counter(dict.fromkeys(range(1, n + 1), 0))
    for drawn in rounds(how, evening, played):
        out.update(drawn.out)
        if out and drawn.tables:
            assert max(out.values()) - min(out.values()) <= 1


@nights
def test_the_same_night_is_drawn_the_same_way_again(how, shape, n, seed, played, mixed):
    evening = Draw(people(n), shape, seed)
    assert rounds(how, evening, min(played, 3)) == rounds(how, evening, min(played, 3))


@given(
    st.sampled_from(sorted(METHODS)),
    st.sampled_from([FOURS, Shape(4, 4), Shape(3, 3)]),
    st.integers(0, 10**6),
    st.lists(st.sets(st.integers(1, 18), min_size=8), min_size=2, max_size=6),
    st.data(),
)
def test_people_come_and_go_and_the_rest_stay_even(how, shape, seed, came, data):
    evening = Draw((), shape, seed)
    out = Counter()
    rested = set()
    for now in came:
        resting = set(data.draw(st.lists(st.sampled_from(sorted(now)), max_size=2)))
        rested |= resting
        evening = replace(
            evening,
            here=tuple(Attendee(one, rests=one in resting) for one in sorted(now)),
            standing=tuple(sorted(now)),
        )
        drawn = pair_round(how, evening)
        seated = [one for table in drawn.tables for one in table.seats]
        assert sorted(seated + list(drawn.out)) == sorted(now)
        assert resting <= set(drawn.out)
        out.update(drawn.out)
        evening = replace(evening, past=(*evening.past, ended(drawn, seed)))
    whole = set.intersection(*came) - rested
    if whole:
        counts = [out[one] for one in whole]
        assert max(counts) - min(counts) <= 1


# Partners


@pytest.mark.parametrize("n", sorted(schedules.FIRST_ROUND))
def test_a_whist_tournament_has_all_partner_all_once_and_oppose_all_twice(n):
    found = met(rounds(ROTATING, Draw(people(n), FOURS, 7), n - 1 if n % 4 == 0 else n))
    for pair in map(frozenset, combinations(range(1, n + 1), 2)):
        assert (found.partners[pair], found.opponents[pair]) == (1, 2)


@given(st.sampled_from([6, 7, 10, 11, 14, 15, 18, 19, 22, 23]), st.integers(0, 10**6))
def test_no_partner_comes_again_in_the_first_half_of_all_there_are(n, seed):
    playing = n // 4 * 4
    found = met(rounds(ROTATING, Draw(people(n), FOURS, seed), playing // 2 - 1))
    assert max(found.partners.values()) == 1


@given(st.sampled_from([4, 6, 7, 8]), st.integers(0, 10**6), st.integers(1, 9))
def test_partners_repeat_only_where_they_must(n, seed, played):
    evening = replace(Draw(people(n), FOURS, seed), here=people(n)[:n])
    past = rounds(ROTATING, evening, played)
    for number in range(1, len(past)):
        before = met(past[:number])
        pairs = [pair for table in past[number].tables for pair in table.teams]
        again = sum(before.as_partners(*pair) > 0 for pair in pairs)
        playing = sorted(one for pair in pairs for one in pair)
        least = min(sum(before.as_partners(a, b) > 0 for a, b in way) for way in pairings(tuple(playing)))
        # A perfect schedule looks more than one round ahead and never repeats.
        assert again == least


@cache
def pairings(who):
    if not who:
        return [[]]
    first, *rest = who
    return [
        [(first, other), *more]
        for other in rest
        for more in pairings(tuple(one for one in rest if one != other))
    ]


@given(st.integers(0, 10**6), st.sampled_from([12, 16, 20]), st.integers(2, 5))
def test_when_somebody_leaves_the_partners_stay_as_even_as_they_can(seed, n, left_after):
    past = rounds(ROTATING, Draw(people(n), FOURS, seed), left_after)
    evening = Draw(people(n)[:-1], FOURS, seed, past=tuple(past))
    found = met(rounds(ROTATING, evening, 1))
    assert max(found.partners.values()) == 1


# Progressive


def test_of_four_who_play_alone_two_move_up():
    first = Pairing(
        (SeatedTable((1, 2, 3, 4), 4, places=(1, 2, 3, 4)), SeatedTable((5, 6, 7, 8), 4, places=(4, 3, 2, 1)))
    )
    drawn = pair_round(PROGRESSIVE, Draw(people(8), Shape(4, 4), 3, past=(first,)))
    assert [set(table.seats) for table in drawn.tables] == [{1, 2, 7, 8}, {5, 6, 3, 4}]


@given(st.integers(0, 10**6), st.integers(2, 7), st.integers(2, 6))
def test_winners_move_up_however_many_tables_there_are(seed, tables, played):
    past = rounds(PROGRESSIVE, Draw(people(tables * 4), FOURS, seed), played)
    for before, after in pairwise(past):
        for n, table in enumerate(before.tables):
            winners = {one for s, team in enumerate(table.teams) for one in team if table.places[s] == 1}
            losers = set(table.seats) - winners
            assert winners <= set(after.tables[max(0, n - 1)].seats)
            assert losers <= set(after.tables[n or tables - 1].seats)


# Swiss


@given(st.integers(0, 10**6), st.sampled_from([4, 6, 8, 12, 16]), st.integers(1, 8))
def test_nobody_meets_an_opponent_again_while_it_can_be_helped(seed, n, played):
    past = rounds(SWISS, Draw(people(n), Shape(2, 2), seed), played)
    for number, drawn in enumerate(past):
        before = met(past[:number])
        again = sum(before.opponents[frozenset(table.seats)] > 0 for table in drawn.tables)
        strangers = networkx.Graph(
            pair for pair in combinations(range(1, n + 1), 2) if not before.opponents[frozenset(pair)]
        )
        assert again == n // 2 - len(networkx.max_weight_matching(strangers, maxcardinality=True))


def test_those_who_stand_alike_meet():
    drawn = pair_round(SWISS, Draw(people(8), Shape(2, 2), 1, standing=(8, 1, 5, 2, 7, 3, 6, 4)))
    assert [set(table.seats) for table in drawn.tables] == [{8, 1}, {5, 2}, {7, 3}, {6, 4}]
    drawn = pair_round(SWISS, Draw(people(8), FOURS, 1, standing=(8, 1, 5, 2, 7, 3, 6, 4)))
    assert [{frozenset(team) for team in table.teams} for table in drawn.tables] == [
        {frozenset((8, 2)), frozenset((1, 5))},
        {frozenset((7, 4)), frozenset((3, 6))},
    ]


def test_the_last_in_the_standing_sits_out_first():
    drawn = pair_round(SWISS, Draw(people(5), Shape(2, 2), 1, standing=(3, 1, 5, 2, 4)))
    assert drawn.out == (4,)


# Fixed pairs


@given(st.integers(0, 10**6), st.sampled_from([8, 10, 12, 14, 20]))
def test_fixed_pairs_stay_together_and_meet_every_other_pair_once(seed, n):
    pairs = n // 2
    past = rounds(FIXED, Draw(people(n, pairs=True), FOURS, seed), pairs - 1 if pairs % 2 == 0 else pairs)
    found = met(past)
    partners = {frozenset((one, one + 1)) for one in range(1, n, 2)}
    assert set(found.partners) == partners
    for one, other in combinations(partners, 2):
        assert {found.opponents[frozenset((a, b))] for a in one for b in other} == {1}


def test_who_came_alone_is_paired_anew():
    here = (*people(4, pairs=True), *(Attendee(one) for one in range(5, 9)))
    past = rounds(FIXED, Draw(here, FOURS, 2), 3)
    found = met(past)
    assert found.partners[frozenset((1, 2))] == found.partners[frozenset((3, 4))] == 3
    assert all(found.partners[frozenset(pair)] == 1 for pair in combinations(range(5, 9), 2))


# Sizes


@pytest.mark.parametrize(
    ("n", "tables"),
    [
        (4, [4]),
        (5, [4]),
        (6, [3, 3]),
        (7, [4, 3]),
        (8, [4, 4]),
        (9, [3, 3, 3]),
        (10, [4, 3, 3]),
        (11, [4, 4, 3]),
    ],
)
def test_three_handed_tables_where_the_number_does_not_divide(n, tables):
    assert [shape.seats for shape in table_shapes(n, Shape(4, 4), (Shape(3, 3),))] == tables


@given(st.integers(0, 10**6))
def test_everybody_takes_turns_at_the_table_that_is_another_size(seed):
    past = rounds(ROTATING, Draw(people(11), FOURS, seed, others=(Shape(3, 3),)), 3)
    at_it = Counter(one for drawn in past for t in drawn.tables if len(t.seats) == 3 for one in t.seats)
    assert set(at_it.values()) == {1}


@pytest.mark.parametrize("n", [10, 22, 34, 38, 44, 45, 48, 52, 57, 60])
def test_numbers_without_a_schedule_are_as_even_in_a_usual_evening(n):
    found = evenness(n, 8)
    assert found.partners == (0, 1)
    assert found.opponents[1] <= 3
    assert found.out[1] - found.out[0] <= 1


def test_of_those_who_sat_out_as_often_the_one_for_whom_it_is_longest_ago_does():
    for seed in range(20):
        drawn = rounds(RANDOM, Draw(people(5), FOURS, seed), 15)
        out = [one for each in drawn for one in each.out]
        assert sorted(out[:5]) == [1, 2, 3, 4, 5]
        assert out[5:10] == out[10:15] == out[:5]


def test_of_three_who_take_turns_as_a_pair_the_one_who_watched_longest_ago_watches():
    here = (Attendee(1, 2), Attendee(2, 1), Attendee(3, 1), Attendee(4, 5), Attendee(5, 4))
    first = rounds(FIXED, Draw(here, FOURS, 7), 3)
    assert sorted(one for each in first for one in each.out) == [1, 2, 3]
    for past in permutations(first):
        assert pair_round(FIXED, Draw(here, FOURS, 7, past=past)).out == past[0].out

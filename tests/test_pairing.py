"""Pairings: every player has at most one seat in a round and a fair share of the rounds."""

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

# (seats, sides)
SHAPES = [Shape(*shape) for shape in ((2, 2), (3, 3), (4, 2), (4, 4), (5, 5), (6, 2), (6, 3), (6, 6))]
FOURS = Shape(4, 2)


def people(n):
    return tuple(Attendee(id) for id in range(1, n + 1))


def people_in_pairs(n):
    """Return people of whom 1 and 2 are partners, 3 and 4, and so on."""
    return tuple(Attendee(id, id + 1 if id % 2 else id - 1) for id in range(1, n + 1))


def play_round(method, draw):
    """Return the draw with one more round, whose results are made up from the seed."""
    pairing = pair_round(method, replace(draw, standing=tuple(attendee.id for attendee in draw.attendees)))
    tables = (
        replace(table, places=tuple((side + draw.seed + n) % table.sides + 1 for side in range(table.sides)))
        for n, table in enumerate(pairing.tables)
    )
    return replace(draw, past=(*draw.past, replace(pairing, tables=tuple(tables))))


def rounds(method, draw, n):
    for _round in range(n):
        draw = play_round(method, draw)
    return list(draw.past)


def seated_in(pairing):
    return [player for table in pairing.tables for player in table.seats]


def meetings_in(pairings):
    meetings = Meetings()
    for pairing in pairings:
        meetings.add(pairing.tables)
    return meetings


# Nights of ``n`` people who play ``played`` rounds. If ``mixed``, some tables may be three-handed; only the
# first test uses this.
given_any_night = given(
    method=st.sampled_from(sorted(METHODS)),
    shape=st.sampled_from(SHAPES),
    n=st.integers(0, 26),
    seed=st.integers(0, 10**9),
    played=st.integers(1, 6),
    mixed=st.booleans(),
)


@given_any_night
def test_everybody_is_seated_at_most_once_and_tables_are_full(method, shape, n, seed, played, mixed):
    others = (Shape(3, 3),) if mixed and shape.seats == 4 and method != FIXED else ()
    draw = Draw(people(n), shape, seed, others=others)
    pairings = rounds(method, draw, played)
    for pairing in pairings:
        assert sorted([*seated_in(pairing), *pairing.sitting_out]) == list(range(1, n + 1))
        for table in pairing.tables:
            assert Shape(len(table.seats), table.sides) in (shape, *others)
        assert len(seated_in(pairing)) == sum(shape.seats for shape in table_shapes(n, shape, others))
    assert rounds(method, draw, min(played, 3)) == pairings[:3], "the same night is drawn the same way again"


@given_any_night
def test_nobody_sits_out_twice_before_everybody_has_once(method, shape, n, seed, played, mixed):
    attendees = people_in_pairs(n) if method == FIXED and n % 2 == 0 else people(n)
    times_out = Counter(dict.fromkeys(range(1, n + 1), 0))
    for pairing in rounds(method, Draw(attendees, shape, seed), played):
        times_out.update(pairing.sitting_out)
        if pairing.tables:
            assert max(times_out.values()) - min(times_out.values()) <= 1


@given(
    st.sampled_from(sorted(METHODS)),
    st.sampled_from([FOURS, Shape(4, 4), Shape(3, 3)]),
    st.integers(0, 10**6),
    st.lists(st.sets(st.integers(1, 18), min_size=8), min_size=2, max_size=6),
    st.data(),
)
def test_sitting_out_stays_even_when_people_come_and_go(method, shape, seed, present_by_round, data):
    draw = Draw((), shape, seed)
    times_out = Counter()
    ever_rested = set()
    for present in present_by_round:
        resting = set(data.draw(st.lists(st.sampled_from(sorted(present)), max_size=2)))
        ever_rested |= resting
        draw = replace(
            draw,
            attendees=tuple(Attendee(player, rests=player in resting) for player in sorted(present)),
        )
        draw = play_round(method, draw)
        pairing = draw.past[-1]
        assert sorted([*seated_in(pairing), *pairing.sitting_out]) == sorted(present)
        assert resting <= set(pairing.sitting_out)
        times_out.update(pairing.sitting_out)
    always_present = set.intersection(*present_by_round) - ever_rested
    if always_present:
        counts = [times_out[player] for player in always_present]
        assert max(counts) - min(counts) <= 1


# Partners


@pytest.mark.parametrize("n", sorted(schedules.FIRST_ROUND))
def test_whist_tournament_pairs_everyone(n):
    """Check that any two players are partners once and opponents twice."""
    meetings = meetings_in(rounds(ROTATING, Draw(people(n), FOURS, 7), n - 1 if n % 4 == 0 else n))
    for pair in map(frozenset, combinations(range(1, n + 1), 2)):
        assert (meetings.partners[pair], meetings.opponents[pair]) == (1, 2)


@given(st.sampled_from([6, 7, 10, 11, 14, 15, 18, 19, 22, 23]), st.integers(0, 10**6))
def test_partners_do_not_repeat_in_the_first_half_of_a_schedule(n, seed):
    playing = n // 4 * 4
    past = rounds(ROTATING, Draw(people(n), FOURS, seed), playing // 2 - 1)
    assert max(meetings_in(past).partners.values()) == 1


@given(st.sampled_from([4, 6, 7, 8]), st.integers(0, 10**6), st.integers(1, 9))
def test_partners_repeat_only_where_they_must(n, seed, played):
    draw = Draw(people(n), FOURS, seed)
    past = rounds(ROTATING, draw, played)
    for number in range(1, len(past)):
        before = meetings_in(past[:number])
        pairs = [pair for table in past[number].tables for pair in table.teams]
        repeats = sum(before.as_partners(*pair) > 0 for pair in pairs)
        assert repeats == min(
            sum(before.as_partners(*pair) > 0 for pair in division)
            for division in divisions_into_pairs(tuple(sorted(seated_in(past[number]))))
        )


@cache
def divisions_into_pairs(players):
    if not players:
        return [[]]
    first, *others = players
    return [
        [(first, other), *pairs]
        for other in others
        for pairs in divisions_into_pairs(tuple(player for player in others if player != other))
    ]


@given(st.integers(0, 10**6), st.sampled_from([12, 16, 20]), st.integers(2, 5))
def test_partners_do_not_repeat_when_somebody_leaves(seed, n, left_after):
    past = rounds(ROTATING, Draw(people(n), FOURS, seed), left_after)
    draw = Draw(people(n)[:-1], FOURS, seed, past=tuple(past))
    assert max(meetings_in(rounds(ROTATING, draw, 1)).partners.values()) == 1


# Progressive


def test_two_of_four_single_players_move_up():
    first = Pairing(
        (SeatedTable((1, 2, 3, 4), 4, places=(1, 2, 3, 4)), SeatedTable((5, 6, 7, 8), 4, places=(4, 3, 2, 1)))
    )
    pairing = pair_round(PROGRESSIVE, Draw(people(8), Shape(4, 4), 3, past=(first,)))
    assert [set(table.seats) for table in pairing.tables] == [{1, 2, 7, 8}, {5, 6, 3, 4}]


@given(st.integers(0, 10**6), st.integers(2, 7), st.integers(2, 6))
def test_winners_move_up_at_any_number_of_tables(seed, tables, played):
    past = rounds(PROGRESSIVE, Draw(people(tables * 4), FOURS, seed), played)
    for before, after in pairwise(past):
        for n, table in enumerate(before.tables):
            winners = set(table.teams[table.places.index(1)])
            losers = set(table.seats) - winners
            assert winners <= set(after.tables[max(0, n - 1)].seats)
            # The losers of the first table go to the last table; other losers stay.
            assert losers <= set(after.tables[n or tables - 1].seats)


# Swiss


@given(st.integers(0, 10**6), st.sampled_from([4, 6, 8, 12, 16]), st.integers(1, 8))
def test_opponents_repeat_only_where_they_must(seed, n, played):
    past = rounds(SWISS, Draw(people(n), Shape(2, 2), seed), played)
    for number, pairing in enumerate(past):
        before = meetings_in(past[:number])
        repeats = sum(before.opponents[frozenset(table.seats)] > 0 for table in pairing.tables)
        not_yet_met = networkx.Graph(
            pair for pair in combinations(range(1, n + 1), 2) if not before.opponents[frozenset(pair)]
        )
        # A maximum matching of players who have not met has the most tables without a repeat.
        assert repeats == n // 2 - len(networkx.max_weight_matching(not_yet_met, maxcardinality=True))


def test_neighbours_in_the_standings_meet():
    draw = Draw(people(8), Shape(2, 2), 1, standing=(8, 1, 5, 2, 7, 3, 6, 4))
    pairing = pair_round(SWISS, draw)
    assert [set(table.seats) for table in pairing.tables] == [{8, 1}, {5, 2}, {7, 3}, {6, 4}]
    pairing = pair_round(SWISS, replace(draw, shape=FOURS))
    assert [{frozenset(team) for team in table.teams} for table in pairing.tables] == [
        {frozenset((8, 2)), frozenset((1, 5))},
        {frozenset((7, 4)), frozenset((3, 6))},
    ]


def test_the_last_in_the_standings_sits_out_first():
    pairing = pair_round(SWISS, Draw(people(5), Shape(2, 2), 1, standing=(3, 1, 5, 2, 4)))
    assert pairing.sitting_out == (4,)


# Fixed pairs


@given(st.integers(0, 10**6), st.sampled_from([8, 10, 12, 14, 20]))
def test_fixed_pairs_stay_together_and_meet_every_other_pair_once(seed, n):
    pairs = n // 2
    past = rounds(FIXED, Draw(people_in_pairs(n), FOURS, seed), pairs - 1 if pairs % 2 == 0 else pairs)
    meetings = meetings_in(past)
    partners = {frozenset((id, id + 1)) for id in range(1, n, 2)}
    assert set(meetings.partners) == partners
    for pair, other in combinations(partners, 2):
        assert {meetings.opponents[frozenset((a, b))] for a in pair for b in other} == {1}


def test_single_attendees_are_paired_with_new_partners():
    attendees = people_in_pairs(4) + people(8)[4:]
    partners = meetings_in(rounds(FIXED, Draw(attendees, FOURS, 2), 3)).partners
    assert partners[frozenset((1, 2))] == partners[frozenset((3, 4))] == 3
    assert all(partners[frozenset(pair)] == 1 for pair in combinations(range(5, 9), 2))


# Sizes


@pytest.mark.parametrize(
    ("n", "players_by_table"),
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
def test_some_tables_are_three_handed_if_the_number_does_not_divide(n, players_by_table):
    assert [shape.seats for shape in table_shapes(n, Shape(4, 4), (Shape(3, 3),))] == players_by_table


@given(st.integers(0, 10**6))
def test_everybody_takes_turns_at_the_smaller_table(seed):
    past = rounds(ROTATING, Draw(people(11), FOURS, seed, others=(Shape(3, 3),)), 3)
    tables = [table for pairing in past for table in pairing.tables if len(table.seats) == 3]
    turns = Counter(player for table in tables for player in table.seats)
    assert set(turns.values()) == {1}


@pytest.mark.parametrize("n", [10, 22, 34, 38, 44, 45, 48, 52, 57, 60])
def test_eight_rounds_without_a_schedule_are_even(n):
    # The least and the most times that two people are partners or opponents, or that one person sits out.
    night = evenness(n, 8)
    assert night.partners == (0, 1)
    assert night.opponents[1] <= 3
    assert night.out[1] - night.out[0] <= 1


def test_the_player_who_sat_out_longest_ago_sits_out_next():
    for seed in range(20):
        past = rounds(RANDOM, Draw(people(5), FOURS, seed), 15)
        out = [player for pairing in past for player in pairing.sitting_out]
        assert sorted(out[:5]) == [1, 2, 3, 4, 5]
        assert out[5:10] == out[10:15] == out[:5]


def test_three_members_of_a_pair_take_turns_to_sit_out():
    attendees = (Attendee(1, 2), Attendee(2, 1), Attendee(3, 1), Attendee(4, 5), Attendee(5, 4))
    draw = Draw(attendees, FOURS, 7)
    first_rounds = rounds(FIXED, draw, 3)
    assert sorted(player for pairing in first_rounds for player in pairing.sitting_out) == [1, 2, 3]
    # In round 4, the member who sat out longest ago sits out again.
    for past in permutations(first_rounds):
        assert pair_round(FIXED, replace(draw, past=past)).sitting_out == past[0].sitting_out

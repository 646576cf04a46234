"""The checker itself: it must let through what can be, and catch what cannot."""

from __future__ import annotations

import math

from tests.reliability.checker import Operation, linearizable


def write(called, answered, value, seen, answer):
    return Operation(called, answered, value, seen, answer)


def read(called, answered, *state):
    return Operation(called, answered, None, 0, state)


def test_one_after_the_other():
    assert linearizable([write(0, 1, "a", 0, "saved"), read(2, 3, 1, "a"), write(4, 5, "b", 1, "saved")])


def test_of_two_at_once_one_is_saved_and_the_other_told():
    assert linearizable([write(0, 3, "a", 0, "saved"), write(1, 2, "b", 0, "taken"), read(4, 5, 1, "a")])


def test_both_saved_at_once_is_caught():
    assert not linearizable([write(0, 3, "a", 0, "saved"), write(1, 2, "b", 0, "saved")])


def test_a_read_that_is_too_old_is_caught():
    history = [write(0, 1, "a", 0, "saved"), write(2, 3, "b", 1, "saved"), read(4, 5, 1, "a")]
    assert not linearizable(history)


def test_a_read_may_overlap_a_write():
    for state in (0, ""), (1, "a"):
        assert linearizable([write(0, 3, "a", 0, "saved"), read(1, 2, *state)])


def test_a_lost_answer_may_mean_either():
    lost = write(0, math.inf, "a", 0, None)
    assert linearizable([lost, read(2, 3, 1, "a")])
    assert linearizable([lost, read(2, 3, 0, "")])
    assert not linearizable([lost, read(2, 3, 1, "a"), read(4, 5, 0, "")])


def test_the_same_again_counts_as_saved():
    assert linearizable([write(0, 1, "a", 0, "saved"), write(2, 3, "a", 0, "saved"), read(4, 5, 1, "a")])

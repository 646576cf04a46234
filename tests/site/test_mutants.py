"""Regression tests for mutants: each fails once the code that it covers is removed."""

from __future__ import annotations

import pytest

from scorekeeper.figures.rating_text import interval
from scorekeeper.matches import (
    commands,
    models,
)

from .cast import Cast, longest_example


@pytest.mark.django_db
@pytest.mark.parametrize("ahead", [1, 2, 40])
def test_a_new_hand_of_another_number_than_the_next_is_not_written(ahead: int) -> None:
    """Check that a phone that shows hand 3 while hand 1 is next is refused."""
    cast = Cast(*longest_example())
    hand = cast.hands[0]
    refused = cast.enter("Ann", hand, number=cast.state.next_number + ahead)
    assert refused.status_code == 409
    assert not models.Entry.objects.filter(match=cast.match).exists()
    assert cast.enter("Ann", hand).status_code == 303
    assert [entry.number for entry in models.Entry.objects.filter(match=cast.match)] == [1]


@pytest.mark.django_db
def test_whoever_watches_is_told_of_every_new_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that the new version is published, which is the only signal to the other phones."""
    cast, told = Cast(*longest_example()), []
    monkeypatch.setattr(commands.streams, "publish", lambda code, version: told.append((code, version)))
    for hand in cast.hands[:2]:
        assert cast.enter("Ann", hand).status_code == 303
        table = models.Table.objects.get(pk=cast.match.table_id)
        assert told[-1:] == [(table.code, table.version)]
    assert len(told) == len(set(told)) == 2


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    [
        # Wilson's interval at 90 %, z = 1.6449, calculated by hand from his formula of 1927.
        (5, 10, 0.2693, 0.7307),
        (0, 10, 0.0, 0.2129),
        (10, 10, 0.7871, 1.0),
        (3, 4, 0.3562, 0.9421),
        (60, 100, 0.5178, 0.6769),
    ],
)
def test_where_a_share_really_lies(won: int, of: int, low: float, high: float) -> None:
    assert interval(won, of) == pytest.approx((low, high), abs=2e-4)

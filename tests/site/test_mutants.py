"""Regression tests from mutation testing: each fails if the code that it covers is removed."""

import pytest

from scorekeeper.figures.rating_text import interval
from scorekeeper.matches import commands


def test_hand_out_of_order_is_refused(cast):
    for number in (2, 3, 41):
        assert cast.enter("Ann", cast.hands[0], number=number).status_code == 409
    assert cast.match.length == 0
    assert cast.enter("Ann", cast.hands[0]).status_code == 303


def test_every_new_version_is_published(cast, monkeypatch):
    published, saved = [], []
    monkeypatch.setattr(commands.streams, "publish", lambda *change: published.append(change))
    for hand in cast.hands[:2]:
        assert cast.enter("Ann", hand).status_code == 303
        cast.table.refresh_from_db()
        saved.append((cast.table.code, cast.table.version))
    assert published == saved


def test_interval_of_a_share_is_wilsons_interval():
    # Wilson's interval at 90 %, z = 1.6449, calculated by hand from his formula of 1927.
    for won, played, low, high in (
        (5, 10, 0.2693, 0.7307),
        (0, 10, 0.0, 0.2129),
        (10, 10, 0.7871, 1.0),
        (3, 4, 0.3562, 0.9421),
        (60, 100, 0.5178, 0.6769),
    ):
        assert interval(won, played) == pytest.approx((low, high), abs=2e-4)

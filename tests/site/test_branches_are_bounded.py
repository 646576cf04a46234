"""The comparison of a phone's hands with the log: linear and bounded for any input."""

from __future__ import annotations

import gc
import json
import re
import sys
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse

from scorekeeper.web import limits

from .cast import Cast, agreed, boxes, longest_example, new_key

pytestmark = pytest.mark.django_db

HANDS = 24  # on the log
KINDS = ("new", "from the first", "amend the first", "amend the last", "by turns", "put in")


@pytest.fixture
def cast(db: None) -> Cast:
    cast = Cast(*longest_example())
    for n in range(HANDS):
        cast.write(agreed(0, cast.example.seating.sides, f"hand {n}"))
    return cast


def entry(cast: Cast, way: str, number: int, about: int | None = None, rev: int = 0) -> list[Any]:
    """Return an entry as a phone keeps it: its form, and the kind of write and hand it belongs to."""
    sent = {"number": number, "rev": rev, "key": new_key(), "reason": "a reason"}
    sent |= boxes(cast.game, agreed(0, cast.example.seating.sides, f"mine {number} {rev}"))
    return [way, about, [[name, str(value)] for name, value in sent.items()]]


def run(cast: Cast, kind: str, n: int, last: int = HANDS) -> list[Any]:
    """Return a run of so many entries; ``last`` is the number of the last hand on the log."""
    following = last + 1

    def one(i: int) -> list[Any]:
        match kind:
            case "new":
                return entry(cast, "adjust", following + i)
            case "from the first":
                return entry(cast, "adjust", 1 + i)
            case "amend the first":
                return entry(cast, "amend", 1, 1, 1 + i)
            case "amend the last":
                return entry(cast, "amend", last, last, 1 + i)
            case "put in":
                return entry(cast, "before", following + i, 1)
        if i % 2:
            return entry(cast, "amend", 1, 1, 1 + i // 2)
        return entry(cast, "adjust", following + i // 2)

    return [one(i) for i in range(n)]


def compare(cast: Cast, entries: list[Any], do: str = "") -> HttpResponse:
    return cast.post("Bo", "compare", data={"entries": json.dumps(entries), "do": do})


def calls(asked: Callable[[], object]) -> int:
    """Count the Python function calls."""
    n = 0

    def count(_frame: Any, event: str, _what: Any) -> None:
        nonlocal n
        n += event == "call"

    gc.disable()
    sys.setprofile(count)
    try:
        asked()
    finally:
        sys.setprofile(None)
        gc.enable()
    return n


@pytest.mark.parametrize("kind", KINDS)
def test_a_long_run_costs_no_more_an_entry_than_a_short_one(cast: Cast, kind: str) -> None:
    compare(cast, run(cast, kind, 2))
    few, many, more = (calls(lambda n=n: compare(cast, run(cast, kind, n))) for n in (10, 40, 70))
    assert more - many < 1.5 * (many - few)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_too_much_for_one_comparison_is_said_and_stays_on_the_phone(
    cast: Cast, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_COMPARED", 5)
    entries = run(cast, kind, 8)
    answer = compare(cast, entries)
    assert answer.status_code == 200
    found = re.search(r'data-keys="([^"]*)"', answer.content.decode())
    sent = [dict(fields)["key"] for _way, _about, fields in entries]
    # The phone forgets these keys once they are settled, and continues with the others.
    assert found is not None
    assert found[1].split() == sent[:5]


def test_hands_scored_again_for_corrections_are_bounded(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_RESCORED", 3 * HANDS)
    answer = compare(cast, run(cast, "amend the first", 60))
    found = re.search(r'data-keys="([^"]*)"', answer.content.decode())
    assert found is not None
    assert 1 <= len(found[1].split()) <= 4


def test_a_whole_evening_can_be_settled_at_once(cast: Cast) -> None:
    """Check a phone with sixty hands that replace everything another phone has written."""
    assert compare(cast, run(cast, "from the first", 60), "mine").status_code == 303
    said = [hand.why for _number, hand in cast.state.standing]
    assert said == [f"mine {n} 0" for n in range(1, 61)]


def test_too_many_changes_are_refused_and_nothing_is_written(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries, length = run(cast, "from the first", 10), cast.match.length
    monkeypatch.setattr(limits, "MOST_SETTLED", 3)
    assert compare(cast, entries, "mine").status_code == 409
    assert cast.match.length == length

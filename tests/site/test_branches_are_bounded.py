"""The comparison of a phone's kept hands with the log: its cost is bounded for any input."""

import json
import re

import pytest

from scorekeeper.web import limits

from .cast import Cast, boxes, longest_example, new_key

HANDS = 24  # hands in the log
# Which hands a phone changed without a network.
KINDS = ("new", "from the first", "amend the first", "amend the last", "by turns", "insert")


@pytest.fixture
def cast(db):
    cast = Cast(*longest_example())
    for n in range(HANDS):
        cast.write(cast.adjustment(0, f"hand {n}"))
    return cast


def entry(cast, write, number, target=None, rev=0):
    """Return an entry as a phone keeps it: the kind of write, the hand in its URL if any, and its form."""
    sent = {"number": number, "rev": rev, "key": new_key(), "reason": "a reason"}
    sent |= boxes(cast.game, cast.adjustment(0, f"mine {number} {rev}"))
    return [write, target, [[name, str(value)] for name, value in sent.items()]]


def run(cast, kind, length):
    """Return the entries that a phone kept: new hands, edits or insertions."""
    next_number = HANDS + 1

    def write_at(i):
        """Return arguments of entry(): write and number, and if needed target and rev."""
        match kind:
            case "new":
                return "adjust", next_number + i
            case "from the first":
                return "adjust", 1 + i
            case "amend the first":
                return "amend", 1, 1, 1 + i
            case "amend the last":
                return "amend", HANDS, HANDS, 1 + i
            case "insert":
                return "before", next_number + i, 1
        # "by turns"
        return ("amend", 1, 1, 1 + i // 2) if i % 2 else ("adjust", next_number + i // 2)

    return [entry(cast, *write_at(i)) for i in range(length)]


def compare(cast, entries, do=""):
    return cast.post("Bo", "compare", data={"entries": json.dumps(entries), "do": do})


def compared_keys(answer):
    """Return the keys of the compared entries. The phone deletes these once settled, and sends the rest."""
    [keys] = re.findall(r'data-keys="([^"]*)"', answer.content.decode())
    return keys.split()


def test_page_names_the_compared_entries(cast, monkeypatch):
    monkeypatch.setattr(limits, "MOST_COMPARED", 5)
    for kind in KINDS:
        entries = run(cast, kind, 8)
        answer = compare(cast, entries)
        assert answer.status_code == 200
        assert compared_keys(answer) == [dict(fields)["key"] for _write, _target, fields in entries[:5]], kind


def test_rescored_hands_are_bounded(cast, monkeypatch):
    monkeypatch.setattr(limits, "MOST_RESCORED", 3 * HANDS)
    # Each edit of the first hand scores all hands again.
    assert 1 <= len(compared_keys(compare(cast, run(cast, "amend the first", 60)))) <= 4


def test_whole_evening_is_settled_at_once(cast):
    assert compare(cast, run(cast, "from the first", 60), do="mine").status_code == 303
    assert [hand.why for _number, hand in cast.state.standing] == [f"mine {n} 0" for n in range(1, 61)]


def test_too_many_changes_write_nothing(cast, monkeypatch):
    entries, length = run(cast, "from the first", 10), cast.match.length
    monkeypatch.setattr(limits, "MOST_SETTLED", 3)
    assert compare(cast, entries, do="mine").status_code == 409
    assert cast.match.length == length

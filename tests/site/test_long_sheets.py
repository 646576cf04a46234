"""Sheets of hundreds of entries: paginated, with every hand reachable."""

import re
import uuid
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.interchange import write_hand
from scorekeeper.matches import hash_chain, models
from scorekeeper.sheet import paging, race

from .routes import cast_with_hands, rich_example

HANDS = 300
LAST_HAND_REVISIONS = 3 * paging.REVISIONS + 2
DELETED = range(20, HANDS - 1, 30)

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]


@pytest.fixture
def long_cast(db):
    """Return a table with hundreds of adjustments; some are deleted or edited, the last one many times."""
    cast = cast_with_hands(*rich_example(), hands=0)
    log = [(n, cast.adjustment(10 if n % 2 else -10, f"agreed {n}")) for n in range(2, HANDS + 1)]
    for n in DELETED:
        log += [(n, None), (n + 1, cast.adjustment(7, f"agreed {n + 1}"))]
    edits = range(LAST_HAND_REVISIONS - 1)
    log += [(HANDS, cast.adjustment(n, f"agreed {HANDS + n}")) for n in edits]
    match, revs, rows = cast.match, Counter({1: 1}), []
    for place, (number, hand) in enumerate(log, start=match.length + 1):
        revs[number] += 1
        row = models.Entry(
            match=match,
            place=place,
            number=number,
            rev=revs[number],
            hand=hand and write_hand(cast.game, hand),
            why="put right" if revs[number] > 1 else "",
            key=uuid.uuid4(),
            prev=match.head,
        )
        row.hash = match.head = hash_chain.entry_hash(hash_chain.content_of(row))
        rows.append(row)
    models.Entry.objects.bulk_create(rows)
    match.length += len(rows)
    match.save()
    return cast


def pages(cast, path) -> list[str]:
    """Return a page and its further pages, as a stranger sees them."""
    found, paths = [], [path]
    for path in paths:
        answer = cast.clients["Di"].get(path)
        assert answer.status_code == 200
        found.append(answer.content.decode())
        links = dict.fromkeys(re.findall(r'href="([^"]*[?]first=\d+)"', found[-1]))
        paths += [link for link in links if link not in paths]
    return found


def agreed_numbers(pages: list[str]) -> set[int]:
    return {int(n) for page in pages for n in re.findall(r"agreed (\d+)", page)}


def test_every_hand_is_reached_by_links(long_cast):
    total = str(long_cast.state.sheet.final[0]).replace("-", "−")
    # The first hand's text differs; the last one was edited.
    hands = set(range(2, HANDS))
    for name, *args in ("table",), ("match",), ("hands",), ("paper",), ("account", 0):
        all_pages = pages(long_cast, long_cast.url(name, *args))
        assert len(all_pages) >= HANDS // paging.HANDS, name
        # The account of a side omits deleted hands.
        assert hands - (set(DELETED) if args else set()) <= agreed_numbers(all_pages), name
        if name in ("paper", "account"):
            assert all(total in page for page in all_pages), name


def test_every_version_of_a_hand_is_reached_by_links(long_cast):
    all_pages = pages(long_cast, long_cast.url("reasons", HANDS))
    assert set(range(HANDS, HANDS + LAST_HAND_REVISIONS - 1)) <= agreed_numbers(all_pages)
    assert len(all_pages) >= LAST_HAND_REVISIONS // paging.REVISIONS


def test_page_past_the_end_or_with_an_invalid_start_is_shown(long_cast):
    for name, *args in ("hands",), ("paper",), ("account", 0), ("reasons", HANDS):
        for first in ("100000", "9" * 18, "-1", "x", "9" * 30):
            assert long_cast.get("Di", name, *args, data={"first": first}).status_code == 200


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=700))
def test_shortened_race_keeps_its_extremes(totals):
    """Check the race diagram, which draws a side's totals as a line with a limited number of corners."""
    corners = race.corners(totals)
    assert len(corners) <= race.CORNERS
    assert corners == sorted(set(corners))
    assert (corners[0], corners[-1]) == (0, len(totals) - 1)
    kept = [totals[index] for index in corners]
    assert (min(kept), max(kept)) == (min(totals), max(totals))

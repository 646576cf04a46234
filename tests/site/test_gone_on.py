"""Entries written by another process: read alone, they give the same sheet as the whole log."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from games import every_game
from games.engine import Heading
from scorekeeper.matches import (
    commands,
    models,
    replay,
    sealing,
    typed_names,
)
from scorekeeper.sheet import cache

from .cast import Cast, agreed

pytestmark = pytest.mark.django_db


@contextmanager
def another_process(match: models.Match) -> Iterator[None]:
    """Restore this process's cached match after the block."""
    before = replay.load_match_state(match)
    yield
    cache.clear()
    replay.remember(match, before)


def write(cast: Cast, number: int, rev: int, hand: object, why: str = "", before: int | None = None) -> None:
    intent = commands.WriteCommand(uuid.uuid4(), number, rev, hand, why, before)
    assert isinstance(commands.append_entry(cast.match, cast.phone("Ann"), intent), commands.Saved)


def elsewhere(cast: Cast, how: str) -> None:
    """Write something as another process."""
    sides, next_number = cast.example.seating.sides, cast.state.next_number
    if how == "a hand":
        write(cast, next_number, 0, agreed(7, sides))
    elif how in ("three hands", "twenty hands"):
        for more in range(3 if how == "three hands" else 20):
            write(cast, next_number + more, 0, agreed(more, sides))
    elif how == "put right":
        write(cast, 2, 1, agreed(9, sides), "miscounted")
    elif how == "struck out":
        write(cast, 1, 1, None, "twice")
    elif how == "put in":
        write(cast, next_number, 0, agreed(4, sides), "forgotten", 2)
    elif how == "house rules":
        heading = cast.state.heading
        write(cast, 0, 0, Heading(heading.seating, heading.house, heading.preset), "agreed before")
    else:
        write(cast, next_number, 0, agreed(7, sides))
        write(cast, next_number, 1, agreed(8, sides), "miscounted")


@pytest.mark.parametrize(
    "how",
    [
        "a hand",
        "three hands",
        "twenty hands",
        "put right",
        "struck out",
        "put in",
        "house rules",
        "a hand put right",
    ],
)
def test_it_is_the_sheet_of_the_whole_log(how: str, cast: Cast) -> None:
    for n in range(4):
        cast.write(agreed(n, cast.example.seating.sides))
    before = replay.load_match_state(cast.match)
    with another_process(cast.match):
        elsewhere(cast, how)
    gone_on = replay.load_match_state(cast.match)
    cache.clear()
    whole = replay.load_match_state(cast.match)
    assert (gone_on.log, gone_on.sheet) == (whole.log, whole.sheet)
    assert (gone_on.last, gone_on.before_last) == (whole.last, whole.before_last)
    assert sealing.seal_before(cast.match, gone_on) == sealing.lines_from(cast.match, 0)[-2][-1]
    assert len(gone_on.log) > len(before.log)


def test_a_log_that_did_not_go_on_from_here_is_read_whole(cast: Cast) -> None:
    """Check with a restored backup, whose log may differ."""
    for n in range(3):
        cast.write(agreed(n, cast.example.seating.sides))
    replay.load_match_state(cast.match)
    with another_process(cast.match):
        last = models.Entry.objects.filter(match=cast.match).order_by("-place")[0]
        models.Entry.objects.filter(pk=last.pk).delete()
        models.Match.objects.filter(pk=cast.match.pk).update(length=2, head=last.prev)
        write(cast, 3, 0, agreed(50, cast.example.seating.sides))
        write(cast, 4, 0, agreed(60, cast.example.seating.sides))
    found = replay.load_match_state(cast.match)
    cache.clear()
    assert found.sheet == replay.load_match_state(cast.match).sheet


def test_the_number_of_a_match_that_was_rolled_back_is_given_again_without_its_sheet() -> None:
    """Check that SQLite's reuse of a rolled-back match's id does not reuse its cached sheet."""
    for game in list(every_game().values())[:2]:
        seating, preset = game.seatings[0], game.presets[0]
        heading = Heading(seating, preset.house, preset.id)
        names = typed_names.usual_names(seating.seats)
        match = commands.start_table(game, heading, names, "a" * 64, "Ann").matches.get()
        match.pk = 1_000_000
        assert match.head == ""
        assert replay.load_match_state(match).game is game

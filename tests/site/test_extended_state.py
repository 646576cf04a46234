"""Entries written by another process: reading only these gives the same sheet as reading the whole log."""

import uuid
from contextlib import contextmanager

import pytest

from games import every_game
from games.engine import Heading
from scorekeeper.matches import commands, models, replay, sealing, typed_names
from scorekeeper.sheet import cache

pytestmark = pytest.mark.django_db


@contextmanager
def another_process(match):
    """Run the block as another process would: afterwards only the state before it is cached here."""
    before = replay.load_match_state(match)
    yield before
    cache.clear()
    replay.cache_state(match, before)


def write(cast, number, rev, hand, why="", before=None):
    command = commands.WriteCommand(uuid.uuid4(), number, rev, hand, why, before)
    assert isinstance(commands.append_entry(cast.match, cast.phone("Ann"), command), commands.Saved)


# Writes, each with arguments of write(): number, rev, hand, why, before.
CHANGES = {
    "a hand": lambda cast: [(5, 0, cast.adjustment(7))],
    "twenty hands": lambda cast: [(5 + n, 0, cast.adjustment(n)) for n in range(20)],
    "corrected": lambda cast: [(2, 1, cast.adjustment(9), "miscounted")],
    "deleted": lambda cast: [(1, 1, None, "twice")],
    "inserted": lambda cast: [(5, 0, cast.adjustment(4), "forgotten", 2)],
    "house rules": lambda cast: [(0, 0, cast.state.heading, "agreed before")],
    "a hand, corrected": lambda cast: [(5, 0, cast.adjustment(7)), (5, 1, cast.adjustment(8), "miscounted")],
}


@pytest.mark.parametrize("writes", CHANGES.values(), ids=CHANGES)
def test_extended_sheet_equals_the_whole_log(writes, cast):
    for n in range(4):
        cast.write(cast.adjustment(n))
    with another_process(cast.match) as before:
        for arguments in writes(cast):
            write(cast, *arguments)
    extended = cast.state
    cache.clear()
    whole = cast.state
    assert (extended.log, extended.sheet) == (whole.log, whole.sheet)
    assert (extended.last, extended.before_last) == (whole.last, whole.before_last)
    # The last field of a log line is its seal.
    assert sealing.seal_before(cast.match, extended) == sealing.lines_from(cast.match, 0)[-2][-1]
    assert len(extended.log) > len(before.log)


def test_diverged_log_is_read_whole(cast):
    for n in range(3):
        cast.write(cast.adjustment(n))
    with another_process(cast.match):
        last = models.Entry.objects.filter(match=cast.match).order_by("-place")[0]
        models.Entry.objects.filter(pk=last.pk).delete()
        models.Match.objects.filter(pk=cast.match.pk).update(length=2, head=last.prev)
        for number in (3, 4):
            write(cast, number, 0, cast.adjustment(10 * number))
    sheet = cast.state.sheet
    cache.clear()
    assert cast.state.sheet == sheet


def test_reused_match_id_has_no_cached_sheet():
    """Check that a match with the id of a rolled-back match, which SQLite reuses, gets a sheet of its own."""
    for game in list(every_game().values())[:2]:
        seating, preset = game.seatings[0], game.presets[0]
        heading = Heading(seating, preset.house, preset.id)
        names = typed_names.usual_names(seating.seats)
        match = commands.start_table(game, heading, names, "a" * 64, "Ann").matches.get()
        match.pk = 1_000_000
        assert match.head == ""
        assert replay.load_match_state(match).game is game

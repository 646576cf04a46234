"""Replay of a log: cached states equal a full replay."""

import uuid
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from games.engine import Entry, Goal, Heading, effective_hands, play, replay, sheet_upto
from scorekeeper.sheet.state import LoggedEntry, MatchState, sheet_of
from tests.engine.toy import FOUR, TOY, End, House, flight

FIRST_HEADING = Heading(FOUR, House())
ENDS = [Goal(End.POINTS, 10), Goal(End.DEALS, 3), Goal(End.NEVER)]
KINDS = ["new", "new", "edit", "deletion", "insertion", "heading"]

# Flights are hands of the made-up game. A flight whose bidder is the dealer, who may not bid, is invalid.
flights = st.builds(lambda bidder, things: flight(bidder, 5, things, 10 - things), *[st.integers(0, 3)] * 2)


@st.composite
def logs(draw: st.DrawFn) -> list[Entry]:
    """Draw a log that adds, edits, deletes and inserts hands, and changes when the game ends."""
    log: list[Entry] = []
    for _ in range(draw(st.integers(1, 12))):
        known = sorted({entry.number for entry in log if entry.number})
        hand = draw(flights)
        kind = draw(st.sampled_from(KINDS)) if log else "new"
        number, why, before = len(known) + 1, "", None
        if kind == "heading":
            number, hand, why = 0, Heading(FOUR, House(ends=draw(st.sampled_from(ENDS)))), "why"
        elif kind in ("edit", "deletion"):
            number, why = draw(st.sampled_from(known or [1])), "why"
            hand = None if kind == "deletion" and number in known else hand
        elif kind == "insertion":
            before = draw(st.sampled_from(known or [None]))
        log.append(Entry(number, hand, why, before))
    return log


@given(logs(), logs())
def test_partial_replays_equal_a_full_one(log, more_entries):
    key, now = uuid.uuid4(), datetime.now(UTC)
    logged = tuple(LoggedEntry(entry, place, 1, "Ann", now, key) for place, entry in enumerate(log, start=1))
    state = MatchState(TOY, FIRST_HEADING, logged, sheet_of(TOY, FIRST_HEADING, log))
    for place in range(len(log) + 1):
        assert state.sheet_after(place) == sheet_of(TOY, FIRST_HEADING, log[:place])
    for entry in more_entries:
        assert state.with_entry(entry) == sheet_of(TOY, FIRST_HEADING, [*log, entry])
    for number in state.order:
        earlier = set(state.order[: state.order.index(number)])
        hands = [hand for hand in effective_hands(log) if hand[0] in earlier]
        assert state.before(number) == replay(TOY, FOUR, state.heading.house, hands)


@given(st.lists(flights, max_size=12))
def test_sheet_up_to_a_row_equals_its_replay(hands):
    sheet = play(TOY, FOUR, House(), hands)
    for rows in range(len(hands) + 1):
        assert sheet_upto(sheet, rows) == play(TOY, FOUR, House(), hands[:rows])

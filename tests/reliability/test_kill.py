"""R1: a worker is killed before or after its commit; the phone retries, eight times at once."""

from __future__ import annotations

import http.client
import os
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.nightly import NIGHTLY
from tests.reliability.site import hand, running

# Each fault twice by day; KILL_HANDS=3000 runs longer.
HANDS = int(os.environ.get("KILL_HANDS", "12" if NIGHTLY else "6"))
FAULTS = ("kill_before_commit", "kill_after_commit", "")
RETRIES = 8


def persistently(site, table, key, said):
    """Retry until an answer comes, as a phone does."""
    end = time.monotonic() + 90  # both workers may have to restart, on a busy machine
    while True:
        try:
            return site.write(table, key, said)
        except (OSError, http.client.HTTPException):
            assert time.monotonic() < end, "no worker came back"
            time.sleep(0.05)


@pytest.mark.chaos
@pytest.mark.timeout(300)
def test_a_lost_reply_retried_eight_times_at_once_counts_once():
    with running(workers=2) as site:
        (table,) = site.seed(1, 1)
        (key,) = table.keys
        for number in range(1, HANDS + 1):
            said = hand(table, number, f"hand {number}")
            fault = FAULTS[number % 3]
            try:
                first = site.write(table, key, said, headers={"X-Fault": fault})
                assert not fault
                assert first.status == 303
            except (OSError, http.client.HTTPException):
                assert fault
            with ThreadPoolExecutor(RETRIES) as phones:
                replies = list(
                    phones.map(lambda _n, said=said: persistently(site, table, key, said), range(RETRIES))
                )
            assert {(reply.status, reply.location, reply.body) for reply in replies} == {
                (303, replies[0].location, replies[0].body)
            }
            assert sum(reply.headers.get("idempotent-replayed") == "true" for reply in replies) >= RETRIES - 1
        entries = site.record(table, key)["entries"]
        assert [(entry["number"], entry["hand"]["why"]) for entry in entries] == [
            (number, f"hand {number}") for number in range(1, HANDS + 1)
        ]


@pytest.mark.chaos
def test_of_two_phones_that_write_the_same_hand_at_once_one_wins_and_both_see_it():
    """Check that there are never two rows nor a silent overwrite (R2)."""
    races = int(os.environ.get("RACES", "40" if NIGHTLY else "20"))
    with running(workers=2) as site, ThreadPoolExecutor(2) as phones:
        (table,) = site.seed(1, 2)
        for number in range(1, races + 1):
            same = number % 4 == 0
            said = [hand(table, number, "same" if same else f"phone {n}") for n in range(2)]
            replies = list(
                phones.map(lambda n, said=said: site.write(table, table.keys[n], said[n]), range(2))
            )
            statuses = sorted(reply.status for reply in replies)
            assert statuses == ([303, 303] if same else [303, 409])
            rev, value = site.registers(table, table.keys[0])[number]
            assert rev == 1
            winner = next(n for n, reply in enumerate(replies) if reply.status == 303)
            assert value == said[winner]["why"]
            if not same:
                loser = replies[1 - winner].body.decode()
                assert f"phone {winner}" in loser, "the slower phone is shown what was quicker"
                assert f"phone {1 - winner}" in loser, "and keeps its own answers"

"""Two workers on one database: kills around a commit (R1), phones that write or take over at once (R2)."""

import os
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.nightly import NIGHTLY
from tests.reliability.site import CUT, hand, query, running

pytestmark = [pytest.mark.chaos, pytest.mark.slow]

# Each fault twice by day; KILL_HANDS=3000 runs longer.
HANDS = int(os.environ.get("KILL_HANDS", "12" if NIGHTLY else "6"))
RACES = int(os.environ.get("RACES", "40" if NIGHTLY else "20"))
FAULTS = ("kill_before_commit", "kill_after_commit", "")
RETRIES = 8


@pytest.fixture(scope="module")
def site():
    with running(workers=2) as one:
        yield one


def persistently(site, table, key, said):
    end = time.monotonic() + 90  # both workers may have to restart, on a busy machine
    while True:
        try:
            return site.write(table, key, said)
        except CUT:
            assert time.monotonic() < end, "no worker came back"
            time.sleep(0.05)


def test_a_lost_reply_retried_eight_times_at_once_counts_once(site):
    (table,) = site.seed(1, 1)
    (key,) = table.keys
    for number in range(1, HANDS + 1):
        said = hand(table, number, f"hand {number}")
        fault = FAULTS[number % 3]
        try:
            first = site.write(table, key, said, headers={"X-Fault": fault})
            assert not fault
            assert first.status == 303
        except CUT:
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


def test_one_of_two_concurrent_writes_wins(site):
    """Check that there are never two rows nor a silent overwrite."""
    (table,) = site.seed(1, 2)
    with ThreadPoolExecutor(2) as phones:
        for number in range(1, RACES + 1):
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


def take_over(site, table, n):
    form = {"other": f"Guest {n}", "do": "take-over"}
    reply = site.ask("POST", f"/t/{table.code}/ask", f"the key of the phone of guest {n}", form)
    return reply.status, reply.body.decode()


def go_quiet(site):
    query(site.environment, "update tables_phone set seen = null")


def test_one_of_several_takeovers_wins(site):
    (table,) = site.seed(1, 1)
    with ThreadPoolExecutor(4) as phones:
        for round_ in range(5):
            go_quiet(site)
            guests = range(4 * round_, 4 * round_ + 4)
            replies = list(phones.map(lambda n: take_over(site, table, n), guests))
            assert sorted(status for status, _page in replies) == [302, 409, 409, 409]
            winner = next(n for n, (status, _page) in zip(guests, replies, strict=True) if status == 302)
            assert all(f"Guest {winner}" in page for status, page in replies if status == 409)


def test_a_hand_that_is_saved_and_a_takeover_at_once_lose_nothing(site):
    (table,) = site.seed(1, 1)
    with ThreadPoolExecutor(2) as phones:
        for n in range(1, 6):
            go_quiet(site)
            taken = phones.submit(take_over, site, table, n)
            saved = phones.submit(site.write, table, table.keys[0], hand(table, n, f"hand {n}"))
            assert saved.result().status == 303
            assert taken.result()[0] in (302, 409)
            assert site.registers(table, table.keys[0])[n] == (1, f"hand {n}")

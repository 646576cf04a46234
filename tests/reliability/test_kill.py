"""Two workers on one database: kills around a commit; phones that write or take over at the same time."""

import os
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.nightly import NIGHTLY
from tests.reliability.site import NO_ANSWER, hand, query, running

pytestmark = [pytest.mark.chaos, pytest.mark.slow]

# Each fault twice by day; KILL_HANDS=3000 runs longer.
HANDS = int(os.environ.get("KILL_HANDS", "12" if NIGHTLY else "6"))
RACES = int(os.environ.get("RACES", "40" if NIGHTLY else "20"))
FAULTS = ("kill_before_commit", "kill_after_commit", "")
RETRIES = 8


@pytest.fixture(scope="module")
def site():
    with running(workers=2) as site:
        yield site


def write_until_answered(site, table, key, fields):
    end = time.monotonic() + 90  # both workers may have to restart, on a busy machine
    while True:
        try:
            return site.write(table, key, fields)
        except NO_ANSWER:
            assert time.monotonic() < end, "no worker came back"
            time.sleep(0.05)


def test_lost_reply_retried_eight_times_at_once_counts_once(site):
    (table,) = site.seed(1, 1)
    (key,) = table.phone_keys
    for number in range(1, HANDS + 1):
        fields = hand(table, number, f"hand {number}")
        fault = FAULTS[number % 3]
        try:
            first = site.write(table, key, fields, headers={"X-Fault": fault})
            assert not fault
            assert first.status == 303
        except NO_ANSWER:
            assert fault
        with ThreadPoolExecutor(RETRIES) as phones:
            replies = list(
                phones.map(
                    lambda _n, fields=fields: write_until_answered(site, table, key, fields), range(RETRIES)
                )
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
    (table,) = site.seed(1, 2)
    with ThreadPoolExecutor(2) as phones:
        for number in range(1, RACES + 1):
            same = number % 4 == 0
            forms = [hand(table, number, "same" if same else f"phone {n}") for n in range(2)]
            replies = list(
                phones.map(lambda n, forms=forms: site.write(table, table.phone_keys[n], forms[n]), range(2))
            )
            statuses = sorted(reply.status for reply in replies)
            assert statuses == ([303, 303] if same else [303, 409])
            rev, value = site.registers(table, table.phone_keys[0])[number]
            assert rev == 1
            winner = next(n for n, reply in enumerate(replies) if reply.status == 303)
            assert value == forms[winner]["why"]
            if not same:
                loser = replies[1 - winner].body.decode()
                assert f"phone {winner}" in loser, "the slower phone does not see the other's hand"
                assert f"phone {1 - winner}" in loser, "the slower phone lost its answers"


def take_over(site, table, n):
    form = {"other": f"Guest {n}", "do": "take-over"}
    reply = site.ask("POST", f"/t/{table.code}/ask", f"the key of the phone of guest {n}", form)
    return reply.status, reply.body.decode()


def allow_takeover(site):
    query(site.environment, "update tables_phone set seen = null")


def test_one_of_several_takeovers_wins(site):
    (table,) = site.seed(1, 1)
    with ThreadPoolExecutor(4) as phones:
        for round_ in range(5):
            allow_takeover(site)
            guests = range(4 * round_, 4 * round_ + 4)
            replies = list(phones.map(lambda n: take_over(site, table, n), guests))
            assert sorted(status for status, _page in replies) == [302, 409, 409, 409]
            winner = next(n for n, (status, _page) in zip(guests, replies, strict=True) if status == 302)
            assert all(f"Guest {winner}" in page for status, page in replies if status == 409)


def test_hand_saved_during_a_takeover_is_not_lost(site):
    (table,) = site.seed(1, 1)
    with ThreadPoolExecutor(2) as phones:
        for n in range(1, 6):
            allow_takeover(site)
            taken = phones.submit(take_over, site, table, n)
            saved = phones.submit(site.write, table, table.phone_keys[0], hand(table, n, f"hand {n}"))
            assert saved.result().status == 303
            assert taken.result()[0] in (302, 409)
            assert site.registers(table, table.phone_keys[0])[n] == (1, f"hand {n}")

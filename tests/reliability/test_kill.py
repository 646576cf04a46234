"""Two workers on one database: kills around a commit; phones that write or take over at the same time."""

import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.nightly import NIGHTLY
from tests.reliability.site import NO_ANSWER, hand, query, running

pytestmark = [pytest.mark.chaos, pytest.mark.slow]

# In runs by day, try each of FAULTS with one hand; set KILL_HANDS=3000 for a long run.
HANDS = int(os.environ.get("KILL_HANDS", "12" if NIGHTLY else "3"))
RACES = int(os.environ.get("RACES", "40" if NIGHTLY else "12"))  # pairs of concurrent writes
FAULTS = ("kill_before_commit", "kill_after_commit", "")
RETRIES = 8


@pytest.fixture(scope="module")
def site():
    with running(workers=2) as site:
        yield site


def test_lost_reply_retried_eight_times_at_once_counts_once(site):
    (table,) = site.seed(1, 1)
    for number in range(1, HANDS + 1):
        fields = hand(table, number, f"hand {number}")
        fault = FAULTS[number % 3]
        try:
            first = site.write(table, fields, headers={"X-Fault": fault})
            assert not fault
            assert first.status == 303
        except NO_ANSWER:
            assert fault
        with ThreadPoolExecutor(RETRIES) as phones:
            tries = [phones.submit(site.write_until_answered, table, fields) for _ in range(RETRIES)]
            replies = [retry.result() for retry in tries]
        assert {reply.status for reply in replies} == {303}
        assert len({(reply.location, reply.body) for reply in replies}) == 1
        assert sum(reply.headers.get("idempotent-replayed") == "true" for reply in replies) >= RETRIES - 1
    expected = [(number, (1, f"hand {number}")) for number in range(1, HANDS + 1)]
    assert [*site.registers(table).items()] == expected


def test_one_of_two_concurrent_writes_wins(site):
    (table,) = site.seed(1, 2)
    with ThreadPoolExecutor(2) as phones:
        for number in range(1, RACES + 1):
            same = number % 4 == 0
            forms = [hand(table, number, "same" if same else f"phone {n}") for n in range(2)]
            replies = list(phones.map(site.write, [table] * 2, forms, range(2)))
            statuses = [reply.status for reply in replies]
            assert sorted(statuses) == ([303, 303] if same else [303, 409])
            winner = statuses.index(303)
            assert site.registers(table)[number] == (1, forms[winner]["why"])
            if not same:
                loser = replies[1 - winner].body.decode()
                assert f"phone {winner}" in loser, "the slower phone does not see the other's hand"
                assert f"phone {1 - winner}" in loser, "the slower phone lost its answers"


def take_over(site, table, n):
    form = {"other": f"Guest {n}", "do": "take-over"}
    return site.ask("POST", f"/t/{table.code}/ask", f"the key of the phone of guest {n}", form)


def allow_takeover(site):
    """Make every scorer look inactive, so that a guest may take over scoring."""
    query(site.environment, "update tables_phone set seen = null")


def test_one_of_several_takeovers_wins(site):
    (table,) = site.seed(1, 1)
    with ThreadPoolExecutor(4) as phones:
        for round_ in range(5):
            allow_takeover(site)
            guests = range(4 * round_, 4 * round_ + 4)
            replies = list(phones.map(lambda n: take_over(site, table, n), guests))
            statuses = [reply.status for reply in replies]
            assert sorted(statuses) == [302, 409, 409, 409]
            winner = f"Guest {guests[statuses.index(302)]}"
            assert all(winner in reply.body.decode() for reply in replies if reply.status == 409)


def test_hand_saved_during_a_takeover_is_not_lost(site):
    (table,) = site.seed(1, 1)
    with ThreadPoolExecutor(2) as phones:
        for n in range(1, 6):
            allow_takeover(site)
            taken = phones.submit(take_over, site, table, n)
            saved = phones.submit(site.save, table, n, f"hand {n}")
            saved.result()
            assert taken.result().status in (302, 409)
            assert site.registers(table)[n] == (1, f"hand {n}")

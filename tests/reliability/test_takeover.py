"""Simultaneous takeovers by several phones, in two processes on one database."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.reliability.site import Seeded, Site, hand, query, running

pytestmark = [pytest.mark.chaos, pytest.mark.slow]


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running(workers=2) as one:
        yield one


def take_over(site: Site, table: Seeded, n: int) -> tuple[int, str]:
    form = {"other": f"Guest {n}", "do": "take-over"}
    reply = site.ask("POST", f"/t/{table.code}/ask", f"the key of the phone of guest {n}", form)
    return reply.status, reply.body.decode()


def go_quiet(site: Site) -> None:
    query(site.environment, "update tables_phone set seen = null")


def test_of_those_who_take_over_at_once_one_wins_and_the_others_are_told(site: Site) -> None:
    with ThreadPoolExecutor(4) as phones:
        (table,) = site.seed(1, 1)
        for round_ in range(5):
            go_quiet(site)
            guests = range(4 * round_, 4 * round_ + 4)
            replies = list(phones.map(lambda n: take_over(site, table, n), guests))
            assert sorted(status for status, _page in replies) == [302, 409, 409, 409]
            winner = next(n for n, (status, _page) in zip(guests, replies, strict=True) if status == 302)
            assert all(f"Guest {winner}" in page for status, page in replies if status == 409)


def test_a_hand_that_is_saved_and_a_takeover_at_once_lose_nothing(site: Site) -> None:
    with ThreadPoolExecutor(2) as phones:
        (table,) = site.seed(1, 1)
        for n in range(1, 6):
            go_quiet(site)
            taken = phones.submit(take_over, site, table, n)
            saved = phones.submit(site.write, table, table.keys[0], hand(table, n, f"hand {n}"))
            assert saved.result().status == 303
            assert taken.result()[0] in (302, 409)
            assert site.registers(table, table.keys[0])[n] == (1, f"hand {n}")

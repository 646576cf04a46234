"""Login limits across three processes: exactly five guesses are checked, and the owner gets in."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from statistics import quantiles

import pytest

from scorekeeper.web import limits
from tests.nightly import by_night
from tests.reliability.site import ROOT, STILL, Reply, Site, hand, running

WRONG_FOR_ACCOUNT, WRONG_AT_ADDRESS = (limit.count for limit in limits.named("wrong"))
AT_ONCE = 8
GUESSES = 40
EMAIL, PASSWORD = "mia@example.org", "a password that is long enough"
MAKE = f"""
import django; django.setup()
from scorekeeper.accounts.models import User
User.objects.create_user({EMAIL!r}, {PASSWORD!r}, name="Mia")
"""


def account(site: Site) -> None:
    subprocess.run([sys.executable, "-c", MAKE], env=site.environment, cwd=ROOT, check=True)


def sign_in(site: Site, password: str, email: str = EMAIL, known: str = "") -> Reply:
    cookie = {"Cookie": f"csrf={'a' * 32}; known={known}"}
    return site.ask("POST", "/account/login/", "", {"login": email, "password": password}, cookie, timeout=60)


@pytest.mark.chaos
def test_three_processes_look_at_exactly_five_guesses_and_let_the_owner_in():
    with running(workers=3, LIMITS="1", CLOCK=STILL) as site, ThreadPoolExecutor(AT_ONCE) as thieves:
        account(site)
        first = sign_in(site, PASSWORD)
        assert first.status == 302
        cookies = dict(line.split(";")[0].split("=", 1) for line in first.headers["set-cookie"].splitlines())
        known = cookies["known"]
        told = Counter(thieves.map(lambda n: sign_in(site, f"guess number {n}").status, range(GUESSES)))
        assert told == {200: WRONG_FOR_ACCOUNT, 429: GUESSES - WRONG_FOR_ACCOUNT}
        # The right password is checked only from the owner's known device.
        assert sign_in(site, PASSWORD).status == 429
        assert sign_in(site, PASSWORD, known=known).status == 302


@pytest.mark.chaos
@by_night
def test_a_flood_of_logins_does_not_hold_up_a_hand():
    """Check fifty simultaneous logins; each hash takes 19 MiB and about 25 ms (S10)."""
    with running(workers=3) as site, ThreadPoolExecutor(50) as flood:
        account(site)
        table = site.seed(tables=1, phones=1)[0]
        floods = time.perf_counter()
        ended: list[float] = []

        def login(n: int) -> int:
            status = sign_in(site, f"guess number {n}").status
            ended.append(time.perf_counter())
            return status

        logins = [flood.submit(login, n) for n in range(50)]
        took = []
        for n in range(1, 13):
            began = time.perf_counter()
            assert site.write(table, table.keys[0], hand(table, n, f"hand {n}"), timeout=60).status == 303
            took.append(time.perf_counter() - began)
        assert {one.result() for one in logins} == {200}
        p95 = quantiles(took, n=20)[-1]
        print(f"the flood took {max(ended) - floods:.1f} s; hands meanwhile: p95 {p95 * 1000:.0f} ms")
        # The goal is p95 < 300 ms on a dedicated machine; the time is printed above. On a shared machine,
        # only require that every hand was saved and every login answered.

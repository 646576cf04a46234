"""Rate limits across three processes: of concurrent requests exactly the allowed number pass."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.test import Client

from games import every_game
from scorekeeper.web import limits
from tests.reliability.site import MID_WINDOW, TOKEN, running
from tests.site.cast import start_form_data

pytestmark = pytest.mark.chaos

AT_ONCE = 8
START = limits.limits_of("start")[0]
CHECKED_GUESSES = limits.limits_of("wrong")[0].count  # five wrong passwords for an account
GUESSES = 40
EMAIL, PASSWORD = "mia@example.org", "a password that is long enough"
CREATE_USER = f"""
from scorekeeper.accounts.models import User
User.objects.create_user({EMAIL!r}, {PASSWORD!r}, name="Mia")
"""


@pytest.fixture(scope="module")
def site():
    with running(workers=3, LIMITS="1", CLOCK=MID_WINDOW) as site:
        yield site


def test_exactly_the_allowed_tables_are_started(site):
    game = next(iter(every_game().values()))
    form = start_form_data(Client(), game)

    def start(_n):
        answer = site.ask("POST", f"/play/{game.slug}/", fields=form)
        if answer.status == 429:
            assert 0 < int(answer.headers["retry-after"]) <= START.seconds
        return answer.status

    with ThreadPoolExecutor(AT_ONCE) as phones:
        statuses = Counter(phones.map(start, range(START.count + 30)))
    assert statuses == {302: START.count, 429: 30}
    assert site.ask("GET", "/").status == 200


def test_exactly_five_guesses_are_checked_and_the_owner_gets_in(site):
    site.manage("shell", "-c", CREATE_USER)

    def sign_in(password, known=""):
        cookie = {"Cookie": f"csrf={TOKEN}; known={known}"}
        form = {"login": EMAIL, "password": password}
        return site.ask("POST", "/account/login/", fields=form, headers=cookie, timeout=60)

    first = sign_in(PASSWORD)
    assert first.status == 302
    cookies = dict(line.split(";")[0].split("=", 1) for line in first.headers["set-cookie"].splitlines())
    with ThreadPoolExecutor(AT_ONCE) as thieves:
        statuses = Counter(thieves.map(lambda n: sign_in(f"guess number {n}").status, range(GUESSES)))
    assert statuses == {200: CHECKED_GUESSES, 429: GUESSES - CHECKED_GUESSES}
    # Even the right password is checked only on a device that the owner has signed in on.
    assert sign_in(PASSWORD).status == 429
    assert sign_in(PASSWORD, known=cookies["known"]).status == 302

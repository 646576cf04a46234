"""The server's clock set back or ahead: hands are saved, and backups are kept."""

import time
from datetime import datetime, timedelta
from functools import partial

import pytest
from django.utils import timezone

from scorekeeper.accounts import sessions
from scorekeeper.matches import models, permissions
from scorekeeper.ops import backups
from scorekeeper.web import counters, limits
from tests.log_chain import broken_link
from tests.site.club_cast import ClubCast

HOUR, YEAR = timedelta(hours=1), timedelta(days=365)
LEAPS = [-YEAR, -HOUR, HOUR, YEAR]
pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch, settings, tmp_path):
    class Clock(datetime):
        """The server's wall clock, which a test sets ahead; monotonic clocks stay as they are."""

        ahead = timedelta()

        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) + cls.ahead

    seconds = time.time
    monkeypatch.setattr(time, "time", lambda: seconds() + Clock.ahead.total_seconds())
    # Model fields hold a reference to timezone.now, so replace the datetime class that it uses.
    monkeypatch.setattr(timezone, "datetime", Clock)
    monkeypatch.setattr(backups, "datetime", Clock)
    settings.VAR = tmp_path
    yield Clock
    counters.close()


@pytest.mark.parametrize("leap", LEAPS, ids=str)
def test_hands_keep_the_order_in_which_they_came(clock, cast, leap):
    for number, ahead in enumerate((timedelta(), leap, timedelta(), leap / 2), start=1):
        clock.ahead = ahead
        hand = cast.adjustment(number, f"no. {number}")
        assert cast.enter("Ann" if number % 2 else "Bo", hand).status_code == 303
    # An old hand can be edited too, by anyone who saw it before the clock was set.
    first = cast.form(cast.adjustment(9, "no. 1"), number=1, rev=1, reason="miscounted")
    assert cast.post("Bo", "amend", 1, data=first).status_code == 303
    entries = models.Entry.objects.filter(match=cast.match).order_by("place")
    assert [*entries.values_list("number", flat=True)] == [1, 2, 3, 4, 1]
    assert broken_link(cast.match) is None
    assert [row.hand.why for row in cast.state.sheet.rows] == [f"no. {number}" for number in range(1, 5)]
    assert cast.get("Cy", "match").status_code == 200


@pytest.mark.parametrize("leap", LEAPS, ids=str)
def test_throttled_phone_waits_no_longer_than_its_limit(clock, cast, settings, leap):
    settings.LIMITS = 0.01  # three hands a minute
    longest = max(limit.seconds for limit in limits.limits_of("write"))
    hand = cast.form(cast.adjustment(1))
    for ahead in (timedelta(), leap, timedelta()):
        clock.ahead = ahead
        while (answer := cast.post("Ann", "hand", data=hand)).status_code == 303:
            pass
        assert answer.status_code == 429
        assert 0 < int(answer["Retry-After"]) <= longest
        clock.ahead += timedelta(seconds=int(answer["Retry-After"]))
        assert cast.post("Ann", "hand", data=hand).status_code == 303


def test_denied_phone_may_ask_again_after_the_clock_was_set_back(clock, cast):
    ask = partial(permissions.ask, cast.table, "a phone that belongs to Di", "Di")
    ask()
    cast.table.phones.filter(asking=models.Asking.ASKS).update(asking=models.Asking.DENIED)
    with pytest.raises(permissions.RequestRefused):
        ask()
    clock.ahead = -YEAR
    assert ask().asking == models.Asking.ASKS


def test_sessions_last_longer_by_at_most_the_leap(clock):
    club = ClubCast()
    for ahead in (HOUR, timedelta(), -HOUR, -YEAR):
        clock.ahead = ahead
        assert club.get("Mia", "club").status_code == 200
    clock.ahead = timedelta(seconds=sessions.LONGEST + sessions.DAY) + HOUR
    assert club.get("Mia", "club").status_code != 200


def test_newest_ten_backups_survive_a_clock_set_ahead(clock):
    now = timezone.now()
    copies = [backups.folder() / f"scorekeeper-{now - n * HOUR:{backups.STAMP}}.dump" for n in range(20)]
    for copy in copies:
        copy.touch()
    clock.ahead = YEAR
    backups.delete_old()
    assert [copy.exists() for copy in copies] == [True] * 10 + [False] * 10

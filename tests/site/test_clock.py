"""The server's clock set back or ahead: hands are saved, and backups are kept."""

from __future__ import annotations

import datetime as real
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from scorekeeper.accounts import sessions
from scorekeeper.matches import hash_chain, models, permissions
from scorekeeper.ops import backups
from scorekeeper.web import counters, limits
from tests.site.cast import Cast, agreed
from tests.site.club_cast import ClubCast

HOUR, YEAR = timedelta(hours=1), timedelta(days=365)
LEAPS = [-YEAR, -HOUR, HOUR, YEAR]
pytestmark = pytest.mark.django_db


class Clock:
    """The server's wall clock, which a test sets; monotonic clocks run on."""

    ahead = timedelta()

    def put(self, monkeypatch: pytest.MonkeyPatch) -> None:
        clock, now = self, time.time

        class Shown(real.datetime):
            @classmethod
            def now(cls, tz: real.tzinfo | None = None) -> real.datetime:
                return real.datetime.now(tz) + clock.ahead

        monkeypatch.setattr(time, "time", lambda: now() + clock.ahead.total_seconds())
        # Model fields hold a reference to the function, so replace what it calls.
        monkeypatch.setattr(timezone, "datetime", Shown)
        monkeypatch.setattr(backups, "datetime", Shown)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> Iterator[Clock]:
    settings.VAR = tmp_path
    made = Clock()
    made.put(monkeypatch)
    yield made
    counters.forget()


@pytest.mark.parametrize("leap", LEAPS, ids=str)
def test_hands_stand_in_the_order_in_which_they_came(clock: Clock, cast: Cast, leap: timedelta) -> None:
    for number, ahead in enumerate((timedelta(), leap, timedelta(), leap / 2), start=1):
        clock.ahead = ahead
        answer = cast.enter(
            "Ann" if number % 2 else "Bo", agreed(number, cast.example.seating.sides, f"no. {number}")
        )
        assert answer.status_code == 303
    # An old hand can be edited too, by anyone who saw it before the clock was set.
    first = cast.form(agreed(9, cast.example.seating.sides, "no. 1"), number=1, rev=1, reason="miscounted")
    assert cast.post("Bo", "amend", 1, data=first).status_code == 303
    entries = models.Entry.objects.filter(match=cast.match).order_by("place")
    assert [entry.number for entry in entries] == [1, 2, 3, 4, 1]
    assert hash_chain.broken_link(cast.match) is None
    assert [row.hand.why for row in cast.state.sheet.rows] == [f"no. {number}" for number in range(1, 5)]
    assert cast.get("Cy", "match").status_code == 200


@pytest.mark.parametrize("leap", LEAPS, ids=str)
def test_who_was_refused_for_sending_too_much_waits_no_longer_than_a_limit_lasts(
    clock: Clock, cast: Cast, settings: Any, leap: timedelta
) -> None:
    settings.LIMITS = 0.01  # three hands a minute
    longest = max(limit.seconds for limit in limits.named("write"))
    hand = cast.form(agreed(1, cast.example.seating.sides))
    for ahead in (timedelta(), leap, timedelta()):
        clock.ahead = ahead
        # The same hand again, as often as allowed.
        while (told := cast.post("Ann", "hand", data=hand)).status_code == 303:
            pass
        assert told.status_code == 429
        assert 0 < int(told["Retry-After"]) <= longest
        clock.ahead += timedelta(seconds=int(told["Retry-After"]))
        assert cast.post("Ann", "hand", data=hand).status_code == 303


def test_who_was_denied_may_ask_again_after_the_clock_was_put_back(clock: Clock, cast: Cast) -> None:
    permissions.ask(cast.table, "a phone that belongs to Di", "Di")
    cast.table.phones.filter(asking=models.Asking.ASKS).update(asking=models.Asking.DENIED)
    with pytest.raises(permissions.NotNow):
        permissions.ask(cast.table, "a phone that belongs to Di", "Di")
    clock.ahead = -YEAR
    assert permissions.ask(cast.table, "a phone that belongs to Di", "Di").asking == models.Asking.ASKS


def test_no_session_lasts_longer_than_by_the_leap_and_none_ends_by_a_clock_put_back(clock: Clock) -> None:
    club = ClubCast()
    for ahead in (HOUR, timedelta(), -HOUR, -YEAR):
        clock.ahead = ahead
        assert club.get("Mia", "club").status_code == 200
    clock.ahead = timedelta(seconds=sessions.LONGEST + sessions.DAY) + HOUR
    assert club.get("Mia", "club").status_code != 200


def test_a_clock_put_ahead_deletes_none_of_the_newest_ten_copies(clock: Clock) -> None:
    now = timezone.now()
    copies = [backups.folder() / f"scorekeeper-{now - n * HOUR:{backups.STAMP}}.dump" for n in range(20)]
    for copy in copies:
        copy.touch()
    clock.ahead = YEAR
    backups.clear()
    assert [copy.exists() for copy in copies] == [True] * 10 + [False] * 10

"""The clock of the server is put back or ahead: no hand waits for it, and nothing is erased by it at once."""

from __future__ import annotations

import datetime as real
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from scorekeeper import backups, counting, leaps, limits
from scorekeeper.accounts import sessions
from scorekeeper.clubs.models import Club, Player
from scorekeeper.matches import cleanup, hash_chain, models, permissions
from tests.site.cast import Cast, agreed, text
from tests.site.club_cast import ClubCast

HOUR, YEAR = timedelta(hours=1), timedelta(days=365)
LEAPS = [-YEAR, -HOUR, HOUR, YEAR]
pytestmark = pytest.mark.django_db


class Clock:
    """The server's clock, which a test puts back and ahead; what only measures goes on as it does."""

    ahead = timedelta()

    def put(self, monkeypatch: pytest.MonkeyPatch) -> None:
        clock, now = self, time.time

        class Shown(real.datetime):
            @classmethod
            def now(cls, tz: real.tzinfo | None = None) -> real.datetime:
                return real.datetime.now(tz) + clock.ahead

        monkeypatch.setattr(time, "time", lambda: now() + clock.ahead.total_seconds())
        # Fields have kept the function itself: so what it asks is replaced.
        monkeypatch.setattr(timezone, "datetime", Shown)
        monkeypatch.setattr(backups, "datetime", Shown)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> Iterator[Clock]:
    settings.VAR = tmp_path
    made = Clock()
    made.put(monkeypatch)
    yield made
    counting.forget()


@pytest.mark.parametrize("leap", LEAPS, ids=str)
def test_hands_stand_in_the_order_in_which_they_came(clock: Clock, cast: Cast, leap: timedelta) -> None:
    for number, ahead in enumerate((timedelta(), leap, timedelta(), leap / 2), start=1):
        clock.ahead = ahead
        answer = cast.enter(
            "Ann" if number % 2 else "Bo", agreed(number, cast.example.seating.sides, f"no. {number}")
        )
        assert answer.status_code == 303
    # An old one is put right too, by whoever saw it before the clock was put.
    first = cast.form(agreed(9, cast.example.seating.sides, "no. 1"), number=1, rev=1, reason="miscounted")
    assert cast.post("Bo", "amend", 1, data=first).status_code == 303
    entries = models.Entry.objects.filter(match=cast.match).order_by("place")
    assert [entry.number for entry in entries] == [1, 2, 3, 4, 1]
    assert hash_chain.broken_link(cast.match) is None
    assert [row.hand.why for row in cast.story.sheet.rows] == [f"no. {number}" for number in range(1, 5)]
    assert cast.get("Cy", "match").status_code == 200


@pytest.mark.parametrize("leap", LEAPS, ids=str)
def test_who_was_refused_for_sending_too_much_waits_no_longer_than_a_limit_lasts(
    clock: Clock, cast: Cast, settings: Any, leap: timedelta
) -> None:
    settings.LIMITS = 0.01  # three hands a minute
    longest = max(limit.seconds for limit in limits.WRITING)
    hand = cast.form(agreed(1, cast.example.seating.sides))
    for ahead in (timedelta(), leap, timedelta()):
        clock.ahead = ahead
        # The same hand again, as often as may be.
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


def test_what_is_erased_by_the_clock_waits_a_day_when_it_was_put_ahead(clock: Clock, cast: Cast) -> None:
    club = ClubCast()
    mia = Player.objects.get(club=club.club, name="Mia")
    call_command("sweep", verbosity=0)
    cast.enter("Ann", agreed(1, cast.example.seating.sides))
    club.post("Olga", "delete_club", data={})
    Player.objects.filter(pk=mia.pk).update(forgotten=timezone.now())
    copies = [
        backups.folder() / f"scorekeeper-{timezone.now() - n * HOUR:{backups.STAMP}}.dump" for n in range(3)
    ]
    for copy in copies:
        copy.touch()

    def there() -> list[bool]:
        call_command("sweep", verbosity=0)
        backups.clear()
        mia.refresh_from_db()
        return [
            "Ann" in text(cast.get("Ann", "match")),
            Club.objects.filter(pk=club.club.pk).exists() and mia.gone is None,
            all(copy.exists() for copy in copies),
        ]

    for ahead in (YEAR, YEAR + HOUR, YEAR + 23 * HOUR):
        clock.ahead = ahead
        assert there() == [True, True, True]
        assert leaps.in_doubt() is not None
    # Put right: nothing has happened.
    clock.ahead = HOUR
    assert there() == [True, True, True]
    assert leaps.in_doubt() is None
    # It was right, and the site was off: a day later what is due is done.
    clock.ahead = YEAR
    assert there() == [True, True, True]
    clock.ahead = YEAR + 25 * HOUR
    assert cleanup.sweep()[1] == 1
    backups.clear()
    call_command("sweep_clubs", verbosity=0)
    assert not Club.objects.filter(pk=club.club.pk).exists()
    assert not any(copy.exists() for copy in copies)


def test_what_cannot_be_remembered_is_no_reason_to_erase(clock: Clock, settings: Any, tmp_path: Path) -> None:
    assert not leaps.has_leapt()
    settings.VAR = tmp_path / "not there"
    assert leaps.has_leapt()


def test_a_site_that_is_on_once_a_month_erases_every_second_time(clock: Clock) -> None:
    told = []
    for month in range(6):
        clock.ahead = timedelta(days=30 * month)
        told.append(leaps.has_leapt())
    assert told == [False, True, False, True, False, True]

"""A phone held up, or whose server cannot save just now: nothing is lost, and it goes off by itself."""

from __future__ import annotations

import pytest
from django.db import OperationalError
from playwright.sync_api import expect

from scorekeeper import limits
from scorekeeper.matches import commands
from tests.conftest import until

from .sitting import Sitting, nothing_waits
from .test_waiting import fill, forgive, kept

pytestmark = pytest.mark.browser


def test_a_hand_that_is_too_much_just_now_is_kept_and_goes_off_by_itself(
    new_phone, settings, monkeypatch
) -> None:
    sitting = Sitting("five_hundred")
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    thumb = fill(page)
    monkeypatch.setattr(limits, "WRITING", (limits.Limit("test", 0, 60),))
    settings.LIMITS = 1
    thumb.on(page.locator("#go"))
    kept(page)
    expect(page.locator("#trouble")).to_contain_text("Nothing you sent is lost")
    expect(page.locator("#hand-form input[name=number]")).to_have_value("2")
    assert sitting.match.length == 0
    settings.LIMITS = 0
    until(sitting.settled(1), 20)
    nothing_waits(page)
    assert sitting.match.length == 1
    forgive(phone)


def test_a_hand_that_a_full_disk_refused_is_kept_and_goes_off_by_itself(new_phone, monkeypatch) -> None:
    sitting = Sitting("five_hundred")
    phone = new_phone()
    page = sitting.open(phone, "Bo")
    thumb = fill(page)

    def full(*_args):
        raise OperationalError("database or disk is full")

    with monkeypatch.context() as full_disk:
        full_disk.setattr(commands, "append", full)
        thumb.on(page.locator("#go"))
        kept(page)
        expect(page.locator("#trouble")).to_contain_text("Nothing was saved")
        expect(page.locator("#hand-form input[name=number]")).to_have_value("2")
    until(sitting.settled(1), 20)
    nothing_waits(page)
    forgive(phone)

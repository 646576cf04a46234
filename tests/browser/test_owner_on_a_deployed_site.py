"""A site that others can reach, without a mail server: its first owner gets in."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from allauth.mfa.totp.internal.auth import yield_hotp_counters_from_time as counters
from playwright.sync_api import Page, expect

from tests.conftest import Phone, until

from . import https
from .test_club_people import sign_up, title

pytestmark = pytest.mark.browser


@pytest.fixture
def deployed(new_phone: Callable[..., Phone], tmp_path: Path) -> Iterator[Phone]:
    """A phone at a deployed site of its own, where nothing can be mailed."""
    with https.deployed(tmp_path) as url:
        phone = new_phone(**https.PHONE)
        phone.url = url
        yield phone
    https.forgive(phone)


def recognizing_its_owner(phone: Phone) -> None:
    """From now on the phone makes passkeys, and its owner is always holding it."""
    cdp = phone.context.new_cdp_session(phone.page)
    cdp.send("WebAuthn.enable")
    own = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    more = {"isUserVerified": True, "automaticPresenceSimulation": True}
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": {**own, **more}})


def led_to_a_second_step(phone: Phone) -> Page:
    """Somebody wants to found a club, makes an account for it, and is told what else it takes."""
    page = phone.open("/")
    page.get_by_role("link", name="Start a club").tap()
    page.get_by_role("link", name="Create account").tap()
    sign_up(page, "Olga")
    title(page).to_have_text("Owners need two-step sign-in")
    return page


def founds_a_club(page: Page) -> None:
    """On from the recovery codes, which come with the first second step."""
    title(page).to_have_text("Recovery codes")
    page.get_by_role("link", name="Continue where you were").tap()
    title(page).to_have_text("Start a club")
    page.get_by_label("Club name").fill("The Misère Club")
    page.get_by_role("button", name="Start club").tap()
    title(page).to_have_text("The Misère Club")
    page.get_by_role("link", name="Settings").tap()
    title(page).to_have_text("Settings")


@pytest.mark.timeout(180)
def test_an_owner_adds_an_authenticator_app(deployed: Phone) -> None:
    page = led_to_a_second_step(deployed)
    page.get_by_role("link", name="Use an authenticator app").tap()
    secret = page.get_by_label("Or enter this in the app").input_value()
    until(lambda: time.time() % 30 < 20)  # a code of the app holds until the half minute is over
    code = format_hotp_value(hotp_value(secret, next(iter(counters()))))
    page.get_by_label("Code", exact=True).fill(code)
    page.get_by_role("button", name="Turn on").tap()
    founds_a_club(page)
    expect(page).to_have_url(re.compile("/settings$"))

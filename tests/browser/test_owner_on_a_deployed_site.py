"""The first owner's sign-up on a public site without a mail server."""

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
    """Provide a phone at a deployed site that cannot send mail."""
    with https.deployed(tmp_path) as url:
        phone = new_phone(**https.PHONE)
        phone.url = url
        yield phone
    https.forgive(phone)


def recognizing_its_owner(phone: Phone) -> None:
    """Give the phone a virtual authenticator, whose user is always present."""
    cdp = phone.context.new_cdp_session(phone.page)
    cdp.send("WebAuthn.enable")
    own = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    more = {"isUserVerified": True, "automaticPresenceSimulation": True}
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": {**own, **more}})


def led_to_a_second_step(phone: Phone) -> Page:
    """Sign up to found a club, up to the page that asks for a second factor."""
    page = phone.open("/")
    page.get_by_role("link", name="Start a club").tap()
    page.get_by_role("link", name="sign up").tap()
    sign_up(page, "Olga")
    title(page).to_have_text("Owners need two-step sign-in")
    return page


def founds_a_club(page: Page) -> None:
    """Found a club, starting at the recovery codes of the first second factor."""
    title(page).to_have_text("Recovery Codes")
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
    secret = page.locator("#authenticator_secret").input_value()
    until(lambda: time.time() % 30 < 20)  # a code of the app is valid until the half minute is over
    code = format_hotp_value(hotp_value(secret, next(iter(counters()))))
    page.get_by_label("Authenticator code").fill(code)
    page.get_by_role("button", name="Activate").tap()
    founds_a_club(page)
    expect(page).to_have_url(re.compile("/settings$"))

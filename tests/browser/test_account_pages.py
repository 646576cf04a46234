"""The pages that only an account with a second step has; `test_every_page.py` opens all others."""

from __future__ import annotations

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.conftest import Phone
from tests.site.club_cast import PASSWORD, user

from .test_club_night import judged

pytestmark = pytest.mark.browser

WITH_A_CODE = (
    "account_reauthenticate",
    "mfa_reauthenticate",
    "mfa_view_recovery_codes",
    "mfa_generate_recovery_codes",
    "mfa_deactivate_totp",
)


def looked_at(phone: Phone, name: str) -> Page:
    page = phone.open(reverse(name))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360, name
    expect(page.locator("h1")).to_have_count(1)
    judged(page)
    return page


@pytest.mark.timeout(300)
def test_an_account_with_a_second_step_is_entered_and_read_on_a_phone(phone: Phone) -> None:
    mia = user("Mia")
    mia.set_password(PASSWORD)
    mia.save()
    page = phone.open(reverse("account_login"))
    page.get_by_label("Email").fill(mia.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).tap()
    page.wait_for_url(phone.url + reverse("home"))
    TOTP.activate(mia, "JBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(mia)
    for name in WITH_A_CODE:
        page = looked_at(phone, name)
        assert page.url.split("?")[0] == phone.url + reverse(name)
    # The way in with a second step.
    phone.context.clear_cookies()
    page = phone.open(reverse("account_login"))
    page.get_by_label("Email").fill(mia.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).tap()
    expect(page.get_by_role("heading", name="Second step")).to_be_visible()
    judged(page)
    page.get_by_label("Code").fill("000000")
    page.get_by_role("button", name="Sign in", exact=True).tap()
    expect(page.get_by_text("Wrong code. There may be a newer one.")).to_be_visible()
    page.get_by_label("Code").fill(
        RecoveryCodes(mia.authenticator_set.get(type="recovery_codes")).get_unused_codes()[0]
    )
    page.get_by_role("button", name="Sign in", exact=True).tap()
    page.wait_for_url(phone.url + reverse("home"))

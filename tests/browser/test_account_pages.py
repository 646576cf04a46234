"""Every page of an account on a small phone, in both themes: readable, within its width, in our look."""

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

STRANGERS = (
    "account_login",
    "account_signup",
    "account_reset_password",
    "account_reset_password_done",
    "account_email_verification_sent",
    "account_inactive",
    "account_reset_password_from_key_done",
)
MINE = (
    "account",
    "account_name",
    "account_email",
    "account_change_password",
    "usersessions_list",
    "delete_account",
    "account_logout",
    "mfa_index",
    "mfa_list_webauthn",
    "mfa_add_webauthn",
    "mfa_activate_totp",
)
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
def test_every_page_of_an_account_can_be_read_on_a_phone(phone: Phone) -> None:
    mia = user("Mia")
    mia.set_password(PASSWORD)
    mia.save()
    for name in STRANGERS:
        looked_at(phone, name)
    page = phone.open(reverse("account_login"))
    page.get_by_label("Email").fill(mia.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).tap()
    page.wait_for_url(phone.url + reverse("home"))
    for name in MINE:
        looked_at(phone, name)
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

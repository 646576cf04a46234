"""Pages of accounts with two-step sign-in; `test_every_page.py` opens all others."""

import time

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.urls import reverse
from playwright.sync_api import expect

from tests.site.club_cast import PASSWORD, user

from .axe import violations
from .sitting import expect_heading, expect_title, scroll_width, tap_button
from .test_club_people import sign_in

pytestmark = pytest.mark.sqlite_only


def check_page(page):
    assert scroll_width(page) <= 360, page.url
    expect(page.locator("h1")).to_have_count(1)
    assert violations(page) == []


def test_account_with_two_step_sign_in_works_on_a_phone(phone, settings):
    mia = user("Mia")
    mia.set_password(PASSWORD)
    mia.save()
    page = phone.open(reverse("account_login"))
    sign_in(page, "Mia")
    page.wait_for_url(phone.url + reverse("home"))
    # Set up an authenticator app; the site accepts its code for some minutes, in case the test is slow.
    settings.MFA_TOTP_TOLERANCE = 9
    phone.open(reverse("mfa_activate_totp"))
    secret = page.locator("#authenticator_secret").input_value()
    code = format_hotp_value(hotp_value(secret, int(time.time()) // 30))
    page.get_by_label("Authenticator code").fill(code)
    tap_button(page, "Activate")
    expect_title(page, "Recovery Codes")
    recovery_codes = ("mfa_view_recovery_codes", "mfa_generate_recovery_codes")
    for name in ("account_reauthenticate", "mfa_reauthenticate", *recovery_codes, "mfa_deactivate_totp"):
        phone.open(reverse(name))
        check_page(page)
        assert page.url.split("?")[0] == phone.url + reverse(name)
    phone.context.clear_cookies()
    phone.open(reverse("account_login"))
    sign_in(page, "Mia")
    expect_heading(page, "Two-Factor Authentication")
    check_page(page)
    code = RecoveryCodes(mia.authenticator_set.get(type="recovery_codes")).get_unused_codes()[0]
    for typed in "000000", code:
        page.get_by_label("Code").fill(typed)
        tap_button(page, "Sign In", exact=True)
        if typed != code:
            expect(page.get_by_text("Incorrect code.")).to_be_visible()
    page.wait_for_url(phone.url + reverse("home"))

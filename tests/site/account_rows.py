"""The authorization matrix of the account pages: strangers, and users who have just signed in."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.utils.http import int_to_base36

from scorekeeper.accounts.models import User

from .club_cast import PASSWORD

NOT_SO = 405
LED_ON = 302


@dataclass(frozen=True)
class Row:
    """The answers to a stranger and to a user; ``writes`` says whose request stores something."""

    get: tuple[int, int]
    post: tuple[int, int] = (NOT_SO, NOT_SO)
    sent: dict[str, Any] | None = None
    values: Callable[[User], dict[str, Any]] = lambda user: {}
    writes: tuple[str, ...] = ()
    notes: bool = False  # allauth stores that recovery codes were viewed


def session(user):
    made = UserSession.objects.create(user=user, ip="0.0.0.0", session_key="elsewhere", user_agent="There")
    return {"session": made.pk}


def codes(user):
    TOTP.activate(user, "JBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(user)
    return {}


def key(user):
    made = Authenticator.objects.create(
        user=user, type=Authenticator.Type.WEBAUTHN, data={"name": "My phone", "credential": {}}
    )
    return {"pk": made.pk}


def confirmation(user):
    address, _new = EmailAddress.objects.get_or_create(user=user, email=user.email)
    return {"key": EmailConfirmationHMAC(address).key}


MINE = ("signed in",)
ALL = ("stranger", "signed in")
NEW = {"name": "Una", "email": "una@example.org", "password1": PASSWORD}

# Addresses that do not redirect a stranger to the sign-in page.
LED_ELSEWHERE = ("account_logout", "account_confirm_email", "mfa_login_webauthn")

# By URL name. 302 for a stranger: a redirect to the sign-in page.
ROWS = {
    "account": Row((LED_ON, 200)),
    "account_name": Row((LED_ON, 200), (LED_ON, 303), {"name": "Mia M."}, writes=MINE),
    "delete_account": Row((LED_ON, 200), (LED_ON, 303), writes=MINE),
    "account_email": Row((LED_ON, 200), (LED_ON, 303), {"email": "new@example.org"}, writes=MINE),
    "usersessions_list": Row((LED_ON, 200)),
    "end_session": Row((NOT_SO, NOT_SO), (LED_ON, 303), values=session, writes=MINE),
    "account_reset_password": Row((200, 200), (422, 422)),
    # A signed-in user is redirected from the pages for strangers.
    "account_login": Row((200, LED_ON), (200, LED_ON), {"login": "mia@example.org", "password": "wrong"}),
    "account_signup": Row((200, LED_ON), (LED_ON, LED_ON), NEW, writes=("stranger",)),
    "account_logout": Row((LED_ON, 200), (LED_ON, LED_ON), writes=MINE),
    "account_inactive": Row((200, 200)),
    "account_reauthenticate": Row((LED_ON, 200), (LED_ON, LED_ON), {"password": PASSWORD}),
    "account_email_verification_sent": Row((200, 200)),
    "account_confirm_email": Row((200, 200), (LED_ON, LED_ON), values=confirmation, writes=ALL),
    "account_change_password": Row(
        (LED_ON, 200),
        (LED_ON, LED_ON),
        {"oldpassword": PASSWORD, "password1": "another long one", "password2": "another long one"},
        writes=MINE,
    ),
    "account_reset_password_from_key": Row(
        (200, 200), (200, 200), values=lambda user: {"uidb36": int_to_base36(user.pk), "key": "wrong-key"}
    ),
    "account_reset_password_from_key_done": Row((200, 200)),
    "account_reset_password_done": Row((200, 200)),
    "mfa_index": Row((LED_ON, 200)),
    # Only during sign-in, between the password and the code.
    "mfa_authenticate": Row((LED_ON, LED_ON), (LED_ON, LED_ON), {"code": "123456"}),
    "mfa_reauthenticate": Row((LED_ON, 200), (LED_ON, 200), {"code": "123456"}, values=codes),
    "mfa_activate_totp": Row((LED_ON, 200), (LED_ON, 200), {"code": "123456"}),
    "mfa_deactivate_totp": Row((LED_ON, 200), (LED_ON, LED_ON), values=codes, writes=MINE),
    "mfa_view_recovery_codes": Row((LED_ON, 200), values=codes, notes=True),
    "mfa_generate_recovery_codes": Row((LED_ON, 200), (LED_ON, LED_ON), values=codes, writes=MINE),
    "mfa_download_recovery_codes": Row((LED_ON, 200), values=codes, notes=True),
    "mfa_list_webauthn": Row((LED_ON, 200)),
    "mfa_add_webauthn": Row((LED_ON, 200), (LED_ON, 200), {"credential": "{}"}),
    # Without a passkey there is no challenge; with one: tests/browser/test_first_evening.py.
    "mfa_reauthenticate_webauthn": Row((LED_ON, LED_ON), (LED_ON, LED_ON), {"credential": "{}"}),
    "mfa_remove_webauthn": Row((LED_ON, 200), (LED_ON, LED_ON), values=key, writes=MINE),
    "mfa_edit_webauthn": Row((LED_ON, 200), (LED_ON, LED_ON), {"name": "Mine"}, values=key, writes=MINE),
    "mfa_login_webauthn": Row((LED_ON, LED_ON), (LED_ON, LED_ON), {"credential": "{}"}),
}

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


@dataclass(frozen=True)
class Row:
    """The expected status codes for a stranger and a user; ``writes`` says whose POST stores something."""

    get: tuple[int, int]
    post: tuple[int, int] = (405, 405)
    sent: dict[str, Any] | None = None  # the fields of the POST
    values: Callable[[User], dict[str, Any]] = lambda user: {}  # the arguments of the URL
    writes: tuple[str, ...] = ()
    logs_view: bool = False  # allauth stores that recovery codes were viewed


def session(user):
    row = UserSession.objects.create(user=user, ip="0.0.0.0", session_key="elsewhere", user_agent="There")
    return {"session": row.pk}


def recovery_codes(user):
    TOTP.activate(user, "JBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(user)
    return {}


def passkey(user):
    row = Authenticator.objects.create(
        user=user, type=Authenticator.Type.WEBAUTHN, data={"name": "My phone", "credential": {}}
    )
    return {"pk": row.pk}


def confirmation(user):
    address, _new = EmailAddress.objects.get_or_create(user=user, email=user.email)
    return {"key": EmailConfirmationHMAC(address).key}


USER = ("signed in",)
ALL = ("stranger", "signed in")
NEW = {"name": "Una", "email": "una@example.org", "password1": PASSWORD}

# Names of URLs that do not redirect a stranger to the sign-in page.
NO_SIGN_IN = ("account_logout", "account_confirm_email", "mfa_login_webauthn")

# Rows keyed by URL name. A 302 leads a stranger to the sign-in page, except from NO_SIGN_IN.
ROWS = {
    "account": Row((302, 200)),
    "account_name": Row((302, 200), (302, 303), {"name": "Mia M."}, writes=USER),
    "delete_account": Row((302, 200), (302, 303), writes=USER),
    "account_email": Row((302, 200), (302, 303), {"email": "new@example.org"}, writes=USER),
    "usersessions_list": Row((302, 200)),
    "end_session": Row((405, 405), (302, 303), values=session, writes=USER),
    "account_reset_password": Row((200, 200), (422, 422)),
    "account_login": Row((200, 302), (200, 302), {"login": "mia@example.org", "password": "wrong"}),
    "account_signup": Row((200, 302), (302, 302), NEW, writes=("stranger",)),
    "account_logout": Row((302, 200), (302, 302), writes=USER),
    "account_inactive": Row((200, 200)),
    "account_reauthenticate": Row((302, 200), (302, 302), {"password": PASSWORD}),
    "account_email_verification_sent": Row((200, 200)),
    "account_confirm_email": Row((200, 200), (302, 302), values=confirmation, writes=ALL),
    "account_change_password": Row(
        (302, 200),
        (302, 302),
        {"oldpassword": PASSWORD, "password1": "another long one", "password2": "another long one"},
        writes=USER,
    ),
    "account_reset_password_from_key": Row(
        (200, 200), (200, 200), values=lambda user: {"uidb36": int_to_base36(user.pk), "key": "wrong-key"}
    ),
    "account_reset_password_from_key_done": Row((200, 200)),
    "account_reset_password_done": Row((200, 200)),
    "mfa_index": Row((302, 200)),
    # Shown only during sign-in, between the password and the code.
    "mfa_authenticate": Row((302, 302), (302, 302), {"code": "123456"}),
    "mfa_reauthenticate": Row((302, 200), (302, 200), {"code": "123456"}, values=recovery_codes),
    "mfa_activate_totp": Row((302, 200), (302, 200), {"code": "123456"}),
    "mfa_deactivate_totp": Row((302, 200), (302, 302), values=recovery_codes, writes=USER),
    "mfa_view_recovery_codes": Row((302, 200), values=recovery_codes, logs_view=True),
    "mfa_generate_recovery_codes": Row((302, 200), (302, 302), values=recovery_codes, writes=USER),
    "mfa_download_recovery_codes": Row((302, 200), values=recovery_codes, logs_view=True),
    "mfa_list_webauthn": Row((302, 200)),
    "mfa_add_webauthn": Row((302, 200), (302, 200), {"credential": "{}"}),
    # Without a passkey there is no challenge; tests/browser/test_first_evening.py uses a passkey.
    "mfa_reauthenticate_webauthn": Row((302, 302), (302, 302), {"credential": "{}"}),
    "mfa_remove_webauthn": Row((302, 200), (302, 302), values=passkey, writes=USER),
    "mfa_edit_webauthn": Row((302, 200), (302, 302), {"name": "Mine"}, values=passkey, writes=USER),
    "mfa_login_webauthn": Row((302, 302), (302, 302), {"credential": "{}"}),
}

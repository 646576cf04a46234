"""Log of sign-ins and changes of credentials, which names an account only by its id."""

import logging
from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as second_step
from django.contrib.auth import signals as sessions
from django.http import HttpRequest

log = logging.getLogger("scorekeeper.accounts")

# The log message of each signal.
EVENTS = (
    (sessions.user_logged_in, "signed in"),
    (sessions.user_logged_out, "signed out"),
    (account.password_changed, "password changed"),
    (account.password_reset, "password reset"),
    (account.email_changed, "address changed"),
    (second_step.authenticator_added, "second step added"),
    (second_step.authenticator_removed, "second step removed"),
    (second_step.authentication_failed, "second step failed"),
)


def connect() -> None:
    for signal, message in EVENTS:
        signal.connect(_receiver(message), weak=False, dispatch_uid=f"log {message}")
    sessions.user_login_failed.connect(_log_failure, dispatch_uid="log failed")


def _receiver(message: str) -> Any:
    def log_event(user: Any = None, **_kwargs: Any) -> None:
        if user is not None:
            log.info(message, extra={"account": user.pk})

    return log_event


def _log_failure(request: HttpRequest | None = None, **_kwargs: Any) -> None:
    """Log a failure without the email address, which may be a password typed into the wrong field."""
    log.info("sign-in failed")

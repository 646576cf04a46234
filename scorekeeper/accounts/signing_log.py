"""Who signed in, failed to, or changed how they sign in: by the number of the account alone."""

import logging
from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as second_step
from django.contrib.auth import signals as sessions
from django.http import HttpRequest

log = logging.getLogger("scorekeeper.accounts")

# What is said of each signal that names an account.
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
    """Write a line at each of these, once Django starts."""
    for signal, said in EVENTS:
        signal.connect(_writer(said), weak=False, dispatch_uid=f"log {said}")
    sessions.user_login_failed.connect(_failed, dispatch_uid="log failed")


def _writer(said: str) -> Any:
    def write(user: Any = None, **_more: Any) -> None:
        if user is not None:
            log.info(said, extra={"account": user.pk})

    return write


def _failed(request: HttpRequest | None = None, **_more: Any) -> None:
    """Nobody knows who was meant, and the address may be a password in the wrong box."""
    log.info("sign-in failed")

"""What django-allauth asks of a site, as this one answers it."""

import time
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import get_authentication_records
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from . import attempts, sessions
from .models import User


class Adapter(DefaultAccountAdapter):
    """Attempts are counted by us, no address of a machine is kept, nobody is led off the site."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("You already sign in with this address."),
        "email_password_mismatch": _("The address or the password is wrong."),
        "email_taken": _("This address cannot be used."),
        "enter_current_password": _("That is not your current password."),
        "incorrect_code": _("Wrong code. There may be a newer one."),
        "incorrect_password": _("Wrong password."),
        "invalid_or_expired_key": _("This link no longer works."),
        "invalid_login": _("Signing in failed."),
        "invalid_password_reset": _("This link no longer works."),
        "too_many_login_attempts": _("Too many attempts. Try again later."),
        "rate_limited": _("Too many attempts. Try again later."),
        "same_as_current": _("You already sign in with this address."),
        "unverified_primary_email": _("Confirm the address first with the link we emailed."),
    }

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Nothing: allauth would count in Django's cache, which every process has for itself."""

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        attempt = attempts.begin(request, "password", str(credentials.get("email", "")))
        user = super().authenticate(request, **credentials)
        if user is not None:
            attempt.was_right()
        return user

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        super().login(request, user)
        sessions.begin(request)

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **more: Any) -> HttpResponse:
        assert isinstance(user, User)
        response = super().post_login(request, user, **more)
        request.session.pop("signed_up", None)
        attempts.remember(request, response, user.email)
        return response

    def is_safe_url(self, url: str) -> bool:
        here = context.request.get_host()
        secure = context.request.is_secure()
        return url_has_allowed_host_and_scheme(url, allowed_hosts={here}, require_https=secure)

    def get_client_ip(self, request: HttpRequest) -> str:
        """No address of a machine is kept: a session is told by its browser and its day."""
        return "0.0.0.0"

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        """Who has signed in within these minutes has just said who they are."""
        records = get_authentication_records(context.request, context.request.user)
        if records and time.time() - records[-1]["at"] < app_settings.REAUTHENTICATION_TIMEOUT:
            return False
        return bool(super().is_reauthentication_required(app=app, **more))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return f"{reverse('account')}?done=password"

    def get_logout_redirect_url(self, request: HttpRequest) -> str:
        return reverse("home")


class SecondSteps(DefaultMFAAdapter):
    """What goes wrong with a second step, in our words."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "add_email_blocked": _("You cannot add an address while two-step sign-in is on."),
        "cannot_delete_authenticator": _("This cannot be turned off."),
        "cannot_generate_recovery_codes": _("Recovery codes need two-step sign-in. Turn it on first."),
        "incorrect_code": _("Wrong code. There may be a newer one."),
        "unverified_email": _("Confirm your address first with the link we emailed."),
    }

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        """What a passkey is called until somebody renames it."""
        n = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return gettext("Passkey %(n)d") % {"n": n + 1} if n else gettext("This phone")

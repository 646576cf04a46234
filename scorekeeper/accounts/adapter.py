"""Adapters of django-allauth."""

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

from scorekeeper.web import limits

from . import attempts, sessions
from .models import User


class Adapter(DefaultAccountAdapter):
    """An adapter with our own rate limits, no stored IP addresses and no external redirects."""

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Do nothing: ``authenticate`` counts attempts. allauth would count them in a per-process cache."""

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        attempt = attempts.begin(request, "password", str(credentials.get("email", "")))
        user = super().authenticate(request, **credentials)
        if user is not None:
            limits.decrement(attempt)
        return user

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        super().login(request, user)
        sessions.begin(request)

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **kwargs: Any) -> HttpResponse:
        assert isinstance(user, User)
        response = super().post_login(request, user, **kwargs)
        request.session.pop("signed_up", None)
        attempts.remember(request, response, user.email)
        return response

    def is_safe_url(self, url: str) -> bool:
        host = context.request.get_host()
        secure = context.request.is_secure()
        return url_has_allowed_host_and_scheme(url, allowed_hosts={host}, require_https=secure)

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return a placeholder, because IP addresses are not stored."""
        return "0.0.0.0"

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Return False shortly after a sign-in."""
        records = get_authentication_records(context.request, context.request.user)
        if records and time.time() - records[-1]["at"] < app_settings.REAUTHENTICATION_TIMEOUT:
            return False
        return bool(super().is_reauthentication_required(app=app, **kwargs))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return f"{reverse('account')}?done=password"

    def get_logout_redirect_url(self, request: HttpRequest) -> str:
        return reverse("home")


class MFAAdapter(DefaultMFAAdapter):
    """An adapter with our own default names of passkeys."""

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        count = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return gettext("Passkey %(n)d") % {"n": count + 1} if count else gettext("This phone")

"""What we take of django-allauth's addresses: all that has no page of ours, asked for as pages are."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from allauth.account import urls as account
from allauth.account.views import ConfirmEmailView
from allauth.mfa import urls as mfa
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from . import confirming

OURS = {"account_email", "account_reset_password"}
# Sign-in codes by mail are not offered, and a password is never missing.
UNUSED = {"account_confirm_login_code", "account_set_password"}
FOR_THE_CONFIRMED = {"mfa_add_webauthn", "mfa_activate_totp"}


class Confirmation(ConfirmEmailView):
    """The page behind a link in a mail. To open it changes nothing, whoever is signed in."""

    def logout_other_user(self, confirmation: Any) -> None:
        if self.request.method == "POST":
            super().logout_other_user(confirmation)


INSTEAD = {"account_confirm_email": Confirmation.as_view()}


def asked_for(view: Callable[..., Any]) -> Callable[..., Any]:
    """The view, for the methods that it has: Django's forms would take a PUT for a POST."""
    methods = ["GET", "HEAD", *(["POST"] if hasattr(getattr(view, "view_class", None), "post") else [])]
    # Whose page it is stands on it: nobody keeps it, and the key for going back shows it to no one else.
    return never_cache(require_http_methods(methods)(view))


def pages(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[URLPattern | URLResolver]:
    for one in patterns:
        if isinstance(one, URLResolver):
            yield URLResolver(one.pattern, list(pages(one.url_patterns)))
        elif one.name not in OURS | UNUSED:
            view = INSTEAD.get(one.name or "", one.callback)
            view = confirming.first(view) if one.name in FOR_THE_CONFIRMED else view
            yield URLPattern(one.pattern, asked_for(view), one.default_args, one.name)


urlpatterns = [*pages(account.urlpatterns), path("2fa/", include(list(pages(mfa.urlpatterns))))]

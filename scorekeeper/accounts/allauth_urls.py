"""URLs of django-allauth, without the pages that we replace or do not offer."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from allauth.account import urls as account
from allauth.account.views import ConfirmEmailView, LogoutView
from allauth.mfa import urls as mfa
from django.http import HttpRequest
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper.matches import phones

from .confirmation import requires_confirmed_email

REPLACED_URLS = {"account_email", "account_reset_password"}
# Sign-in codes by mail are not offered, and every account has a password.
UNUSED_URLS = {"account_confirm_login_code", "account_set_password"}
CONFIRMED_EMAIL_URLS = {"mfa_add_webauthn", "mfa_activate_totp"}


class Confirmation(ConfirmEmailView):
    """The page of a confirmation link. A GET request changes nothing."""

    def logout_other_user(self, confirmation: Any) -> None:
        if self.request.method == "POST":
            super().logout_other_user(confirmation)


class SignOut(LogoutView):
    """The confirmation page of signing out, with the matches that this browser can then no longer score."""

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.extra_context = {"matches": phones.matches_of_session(request)}


REPLACED_VIEWS = {"account_confirm_email": Confirmation.as_view(), "account_logout": SignOut.as_view()}


def restrict_methods(view: Callable[..., Any]) -> Callable[..., Any]:
    """Return the view restricted to GET, HEAD and, if it has a ``post`` method, POST.

    Otherwise Django's form views treat PUT as POST.
    """
    methods = ["GET", "HEAD", *(["POST"] if hasattr(getattr(view, "view_class", None), "post") else [])]
    # The pages show the account, so they must not be cached.
    return never_cache(require_http_methods(methods)(view))


def offered_patterns(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[URLPattern | URLResolver]:
    """Yield the patterns that we use, with our views and restrictions."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield URLResolver(pattern.pattern, list(offered_patterns(pattern.url_patterns)))
        elif pattern.name not in REPLACED_URLS | UNUSED_URLS:
            view = REPLACED_VIEWS.get(pattern.name or "", pattern.callback)
            view = requires_confirmed_email(view) if pattern.name in CONFIRMED_EMAIL_URLS else view
            yield URLPattern(pattern.pattern, restrict_methods(view), pattern.default_args, pattern.name)


urlpatterns = [
    *offered_patterns(account.urlpatterns),
    path("2fa/", include(list(offered_patterns(mfa.urlpatterns)))),
]

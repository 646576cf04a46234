"""Account pages that django-allauth lacks or that we replace."""

from collections.abc import Callable

from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.account.views import email as email_by_mail
from allauth.account.views import password_reset
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.web.redirects import redirect_see_other

from . import sessions as user_sessions
from .forms import AddressForm, NameForm
from .hooks import account_hooks
from .models import User

View = Callable[[HttpRequest], HttpResponse]
# allauth's decorator has no types.
reauthenticated: Callable[[View], View] = reauthentication_required(app="allauth.account")

DONE_VALUES = ("name", "email", "password", "session")


@never_cache
@require_safe
@login_required
def account(request: HttpRequest) -> HttpResponse:
    done = request.GET.get("done", "")
    context = {
        "done": done if done in DONE_VALUES else "",
        "clubs": account_hooks.memberships(request.user),
        "second_step": is_mfa_enabled(_user(request)),
    }
    return render(request, "account/account.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def name(request: HttpRequest) -> HttpResponse:
    """Edit the user's name on club pages. Player records keep their own names."""
    user = _user(request)
    form = NameForm(request.POST if request.method == "POST" else None, initial={"name": user.name})
    if not form.is_valid():
        return render(request, "account/name.html", {"form": form}, status=422 if form.is_bound else 200)
    user.name = form.cleaned_data["name"]
    user.save(update_fields=["name"])
    return _redirect_to_account("name")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def address(request: HttpRequest) -> HttpResponseBase:
    """Edit the email address; if mail is configured, the new one must be confirmed."""
    if settings.EMAIL_URL:
        return email_by_mail(request)
    return _address(request)


@reauthenticated
def _address(request: HttpRequest) -> HttpResponse:
    user = _user(request)
    form = AddressForm(request.POST if request.method == "POST" else None, user=user)
    if not form.is_valid():
        return render(request, "account/address.html", {"form": form}, status=422 if form.is_bound else 200)
    with transaction.atomic():
        user.email = form.cleaned_data["email"]
        user.save(update_fields=["email"])
        EmailAddress.objects.filter(user=user).delete()
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=False)
    return _redirect_to_account("email")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def reset(request: HttpRequest) -> HttpResponseBase:
    """Reset the password by mail; if mail is not configured, show who can help."""
    if settings.EMAIL_URL:
        return password_reset(request)
    return render(request, "account/reset_by_people.html", status=422 if request.method == "POST" else 200)


@never_cache
@require_safe
@login_required
def sessions(request: HttpRequest) -> HttpResponse:
    return render(request, "account/sessions.html", {"sessions": user_sessions.devices(request)})


@never_cache
@require_POST
@login_required
def end_session(request: HttpRequest, session: int) -> HttpResponse:
    """Sign out another device."""
    if not user_sessions.end(request, session):
        raise Http404
    return redirect_see_other("usersessions_list")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthenticated
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account, unless that would leave a club without an owner."""
    user = _user(request)
    with transaction.atomic():
        lock_clubs = request.method == "POST"
        owned_clubs = account_hooks.owned_alone(user, lock_clubs)
        if request.method == "POST" and not owned_clubs:
            account_hooks.before_delete(user)
            user_sessions.end_all(user.pk)
            logout(request)
            User.objects.filter(pk=user.pk).delete()
            return redirect_see_other("home")
    status = 409 if request.method == "POST" else 200
    return render(request, "account/delete.html", {"owned_clubs": owned_clubs}, status=status)


def _redirect_to_account(done: str) -> HttpResponse:
    return redirect_see_other("account", query=f"done={done}")


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user

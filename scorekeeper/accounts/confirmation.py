"""Confirmation of the email address before adding a second sign-in step, if mail is configured."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.mfa.internal.flows.add import validate_can_add_authenticator
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache


def requires_confirmed_email(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return the view; accounts with an unconfirmed email address get a page that says so.

    allauth would redirect without a message.
    """

    @wraps(view)
    @never_cache
    def confirmed_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            try:
                validate_can_add_authenticator(request.user)
            except ValidationError as error:
                context = {"error": error.messages[0]}
                return render(request, "mfa/unconfirmed.html", context, status=409)
        return view(request, *args, **kwargs)

    return confirmed_view

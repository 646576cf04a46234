"""A second step is for whoever has confirmed their address, where a mail server can ask for it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.mfa.internal.flows.add import validate_can_add_authenticator
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache


def first(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The view, after a page that says what is to be confirmed: allauth would lead back without a word."""

    @wraps(view)
    @never_cache
    def confirmed(request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        if request.user.is_authenticated:
            try:
                validate_can_add_authenticator(request.user)
            except ValidationError as problem:
                shown = {"wrong": problem.messages[0]}
                return render(request, "mfa/unconfirmed.html", shown, status=409)
        return view(request, *args, **more)

    return confirmed

"""The page of a game that was started offline; static/offline/alone.js runs it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe


@ensure_csrf_cookie
@require_safe
def alone(request: HttpRequest) -> HttpResponse:
    """Show the page of a game started offline. It is the same for all: the phone fills it in."""
    return render(request, "tables/alone.html")

"""How long somebody stays signed in: ninety days at most, and not when a month went by without a visit.

An owner of a club has a week. What counts is the server's clock, kept in the session itself.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from .hooks import account_hooks

View = Callable[[HttpRequest], HttpResponse]

DAY = 24 * 3600
LONGEST = 90 * DAY
IDLE = 30 * DAY
IDLE_OWNER = 7 * DAY
NOTED = 3600  # a visit is noted once an hour: no page writes for nothing
BEGAN, SEEN = "began", "seen"


def begin(request: HttpRequest) -> None:
    """Somebody has signed in."""
    request.session[BEGAN] = request.session[SEEN] = int(time.time())


def ages(view: View) -> View:
    """Who has been away too long is signed out."""

    def middleware(request: HttpRequest) -> HttpResponse:
        # Who has no session is not looked up: keeping score asks for none.
        if settings.SESSION_COOKIE_NAME in request.COOKIES and (user := request.user).is_authenticated:
            now = int(time.time())
            began, seen = request.session.get(BEGAN), request.session.get(SEEN)
            if began is None or seen is None:
                request.session[BEGAN], request.session[SEEN] = began or now, now
            elif _is_over(user.pk, now - began, now - seen):
                logout(request)
            elif now - seen > NOTED or now < seen:
                request.session[SEEN] = now
        return view(request)

    return middleware


def _is_over(user: int, age: int, away: int) -> bool:
    if age > LONGEST or away > IDLE:
        return True
    return away > IDLE_OWNER and account_hooks.owns_club(user)


# What a browser says of itself, by the words that tell it from those which pretend to be it.
BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS", "Mac"),
    ("CrOS", "Chromebook"), ("Linux", "Linux"),
)  # fmt: skip


@dataclass(frozen=True)
class Device:
    """A session as its owner reads it."""

    pk: int
    name: str
    since: datetime
    is_this: bool


def devices(request: HttpRequest) -> list[Device]:
    """Where one is signed in, the newest first."""
    listed = UserSession.objects.filter(user_id=request.user.pk).order_by("-created_at", "-pk")
    here = request.session.session_key
    return [
        Device(one.pk, called(one.user_agent), one.created_at, one.session_key == here)
        for one in listed
        if one.exists()
    ]


def called(agent: str) -> str:
    """A browser in few words: "Firefox, Android"."""
    said = [next((name for mark, name in marks if mark in agent), "") for marks in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, said)) or agent[:40] or gettext("Unknown device")


def end(request: HttpRequest, which: int) -> bool:
    """End one of one's own sessions on another device. False if it is none of them."""
    found = UserSession.objects.filter(user_id=request.user.pk, pk=which).first()
    if found is None or found.session_key == request.session.session_key:
        return False
    found.end()
    return True


def end_all(user: int) -> None:
    """Sign a user out everywhere."""
    for found in UserSession.objects.filter(user_id=user):
        found.end()

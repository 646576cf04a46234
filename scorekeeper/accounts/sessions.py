"""Session lifetimes: 90 days at most, or a month without a visit; a week for club owners.

Times are from the server's clock and stored in the session.
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
NOTED = 3600  # seconds between updates of the last visit, to avoid a write per page
BEGAN, SEEN = "began", "seen"


def begin(request: HttpRequest) -> None:
    """Store the time of a sign-in in the session."""
    request.session[BEGAN] = request.session[SEEN] = int(time.time())


def expire_sessions(view: View) -> View:
    """Sign out users whose session has expired."""

    def middleware(request: HttpRequest) -> HttpResponse:
        # Without a session cookie nothing is looked up: scoring needs no session.
        if settings.SESSION_COOKIE_NAME in request.COOKIES and (user := request.user).is_authenticated:
            now = int(time.time())
            began, seen = request.session.get(BEGAN), request.session.get(SEEN)
            if began is None or seen is None:
                request.session[BEGAN], request.session[SEEN] = began or now, now
            elif (
                now - began > LONGEST
                or now - seen > IDLE
                or (now - seen > IDLE_OWNER and account_hooks.owns_club(user.pk))
            ):
                logout(request)
            elif now - seen > NOTED or now < seen:
                request.session[SEEN] = now
        return view(request)

    return middleware


# Marks in user agents, most specific first.
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
    """A session as its owner sees it."""

    pk: int
    name: str
    since: datetime
    is_this: bool


def devices(request: HttpRequest) -> list[Device]:
    """Return the user's sessions, newest first."""
    listed = UserSession.objects.filter(user_id=request.user.pk).order_by("-created_at", "-pk")
    own_key = request.session.session_key
    return [
        Device(
            session.pk, browser_name(session.user_agent), session.created_at, session.session_key == own_key
        )
        for session in listed
        if session.exists()
    ]


def browser_name(agent: str) -> str:
    """Return a short name of a browser: "Firefox, Android"."""
    parts = [next((name for mark, name in marks if mark in agent), "") for marks in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, parts)) or agent[:40] or gettext("Unknown device")


def end(request: HttpRequest, session_pk: int) -> bool:
    """End one of the user's own sessions on another device. Return False if it is none of them."""
    found = UserSession.objects.filter(user_id=request.user.pk, pk=session_pk).first()
    if found is None or found.session_key == request.session.session_key:
        return False
    found.end()
    return True


def end_all(user: int) -> None:
    for found in UserSession.objects.filter(user_id=user):
        found.end()

"""Session lifetimes: 90 days at most, and a month without a visit (a week for club owners).

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
LONGEST_IDLE = 30 * DAY
LONGEST_IDLE_OWNER = 7 * DAY
UPDATE_SECONDS = 3600  # between updates of the last visit, to avoid a write per page
SIGNED_IN, LAST_VISIT = "began", "seen"  # session keys


def begin(request: HttpRequest) -> None:
    """Store the time of a sign-in in the session."""
    request.session[SIGNED_IN] = request.session[LAST_VISIT] = int(time.time())


def expire_sessions(view: View) -> View:
    """Sign out users whose session has expired."""

    def middleware(request: HttpRequest) -> HttpResponse:
        # Without a session cookie nothing is looked up: scoring needs no session.
        if settings.SESSION_COOKIE_NAME in request.COOKIES and (user := request.user).is_authenticated:
            now = int(time.time())
            signed_in = request.session.get(SIGNED_IN)
            last_visit = request.session.get(LAST_VISIT)
            if signed_in is None or last_visit is None:
                request.session[SIGNED_IN], request.session[LAST_VISIT] = signed_in or now, now
            elif (
                now - signed_in > LONGEST
                or now - last_visit > LONGEST_IDLE
                or (now - last_visit > LONGEST_IDLE_OWNER and account_hooks.owns_club(user.pk))
            ):
                logout(request)
            elif now - last_visit > UPDATE_SECONDS or now < last_visit:
                request.session[LAST_VISIT] = now
        return view(request)

    return middleware


# Texts in user agents, most specific first.
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
    is_current: bool


def devices(request: HttpRequest) -> list[Device]:
    """Return the user's sessions, newest first."""
    rows = UserSession.objects.filter(user_id=request.user.pk).order_by("-created_at", "-pk")
    own_key = request.session.session_key
    return [
        Device(
            session.pk, browser_name(session.user_agent), session.created_at, session.session_key == own_key
        )
        for session in rows
        if session.exists()
    ]


def browser_name(agent: str) -> str:
    """Return a short name of a browser: "Firefox, Android"."""
    parts = [next((name for text, name in texts if text in agent), "") for texts in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, parts)) or agent[:40] or gettext("Unknown device")


def end(request: HttpRequest, session_pk: int) -> bool:
    """End the user's session on another device. Return False if there is no such session."""
    session = UserSession.objects.filter(user_id=request.user.pk, pk=session_pk).first()
    if session is None or session.session_key == request.session.session_key:
        return False
    session.end()
    return True


def end_all(user_pk: int) -> None:
    for session in UserSession.objects.filter(user_id=user_pk):
        session.end()

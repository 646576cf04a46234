"""The calendar of a club's nights, at a personal URL for each member.

Calendar programs cannot sign in, so the URL has a signed key. The key is valid until the membership
ends or the member renews the URL.
"""

from datetime import datetime

from django.core.signing import BadSignature, Signer
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import every_game
from scorekeeper.clubs.membership import clubs
from scorekeeper.clubs.models import Club, Member
from scorekeeper.nights.calendar import Event, calendar
from scorekeeper.nights.models import Night
from scorekeeper.web import limits, numbers

MOST_NIGHTS = 200
_SIGNER = Signer(salt="scorekeeper.night.subscription")


def key_of(member: Member) -> str:
    # URLs of earlier releases have no version, and stay valid.
    version = f".{member.calendar_version}" if member.calendar_version else ""
    return _SIGNER.sign(f"{member.pk}{version}")


def renew(member: Member) -> None:
    """Give a member a new calendar URL; the old URL returns 404."""
    Member.objects.filter(pk=member.pk).update(calendar_version=F("calendar_version") + 1)


def require_subscriber(request: HttpRequest, key: str) -> Club:
    """Return the club of a key's member; raise 404 for old or invalid keys."""
    try:
        pk, _dot, version = _SIGNER.unsign(key).partition(".")
    except BadSignature:
        pk = version = ""
    members = Member.objects.filter(
        pk=numbers.parse_whole(pk) or 0, calendar_version=numbers.parse_whole(version, 9) or 0, ended=None
    )
    member = members.select_related("club").first()
    if member is None or clubs.is_deleted(member.club):
        limits.count_wrong_guess(request, key[:64])
        raise Http404
    timezone.activate(member.club.zone)
    return member.club


@never_cache
@require_safe
def nights_calendar(request: HttpRequest, key: str) -> HttpResponse:
    club = require_subscriber(request, key)
    nights = Night.objects.filter(club=club).select_related("season")[:MOST_NIGHTS]
    host = request.get_host()
    events = [
        Event(
            f"{night.created:%Y%m%dT%H%M%S%f}-{night.pk}@{host}",
            datetime.combine(night.date, night.begins, club.zone) if night.begins else night.date,
            f"{club.name}: {_title(night)}",
            night.place,
            request.build_absolute_uri(reverse("guest_night", args=[night.code])),
            night.created,
        )
        for night in nights
    ]
    response = HttpResponse(calendar(club.name, events), content_type="text/calendar; charset=utf-8")
    response.headers["Content-Disposition"] = 'inline; filename="nights.ics"'
    return response


def _title(night: Night) -> str:
    game = every_game().get(night.game_slug)
    game_name = _(game.name) if game else night.game_slug
    return f"{night.name} ({game_name})" if night.name else game_name

"""What a calendar and a reader of feeds fetch by themselves: a club's nights, and their results.

Neither can sign in, so a member's address carries who it is for. It ends with the membership.
"""

from datetime import datetime
from typing import Any

from django.contrib.syndication.views import Feed
from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import every_game
from scorekeeper import limits, numbers
from scorekeeper.clubs.membership import clubs
from scorekeeper.clubs.models import Club, Member, Night
from scorekeeper.clubs.nights import prizes
from scorekeeper.clubs.nights.calendar import Event, calendar
from scorekeeper.clubs.templatetags.nights import night_name

NIGHTS, RESULTS = 200, 30
_SIGNER = Signer(salt="scorekeeper.night.subscription")


def key_of(member: Member) -> str:
    """What stands in the addresses of a member."""
    return _SIGNER.sign(str(member.pk))


def require_subscriber(request: HttpRequest, key: str) -> Club:
    """The club of the member whose key this is. 404 for any other, and for who has left."""
    try:
        pk = numbers.whole(_SIGNER.unsign(key)) or 0
    except BadSignature:
        pk = 0
    member = Member.objects.filter(pk=pk, ended=None).select_related("club").first()
    if member is None or clubs.is_deleted(member.club):
        limits.missed(request, key[:64])
        raise Http404
    timezone.activate(member.club.zone)
    return member.club


@never_cache
@require_safe
def nights_calendar(request: HttpRequest, key: str) -> HttpResponse:
    """The nights that were and that will be, for a calendar."""
    club = require_subscriber(request, key)
    nights = Night.objects.filter(club=club).select_related("season")[:NIGHTS]
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
    answer = HttpResponse(calendar(club.name, events), content_type="text/calendar; charset=utf-8")
    answer.headers["Content-Disposition"] = 'inline; filename="nights.ics"'
    return answer


def _title(night: Night) -> str:
    game = every_game().get(night.game_slug)
    played = _(game.name) if game else night.game_slug
    return f"{night.name} ({played})" if night.name else played


class ResultsFeed(Feed):  # type: ignore[type-arg]
    """The nights that are over, each with its prizes as they were read out."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Club:
        return require_subscriber(request, kwargs["key"])

    def title(self, club: Club) -> str:
        return _("%(club)s: results") % {"club": club.name}

    def link(self, club: Club) -> str:
        return reverse("nights", args=[club.code])

    def items(self, club: Club) -> list[Night]:
        return list(Night.objects.filter(club=club).exclude(ended=None).order_by("-ended", "-pk")[:RESULTS])

    def item_title(self, item: Any) -> str:
        return f"{night_name(item)} · {_title(item)}"

    def item_description(self, item: Any) -> str:
        read_out = prizes.last_read_out(item)
        given = read_out.prizes if read_out else []
        return "; ".join(f"{prize.name}: {', '.join(names)} ({prize.why})" for prize, names in given)

    def item_link(self, item: Any) -> str:
        return reverse("guest_night", args=[item.code])

    def item_guid(self, item: Any) -> str:
        return f"{item.created:%Y%m%dT%H%M%S%f}-{item.pk}"

    item_guid_is_permalink = False

    def item_pubdate(self, item: Night) -> datetime | None:
        return item.ended

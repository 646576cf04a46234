"""Request allowances of known phones, separate from those of their IP address."""

from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone

from scorekeeper.web import phone_cookie
from scorekeeper.web.limits import Limit

from . import models, phones

SCORING = (models.Role.HOST, models.Role.SCORER)
MOST_LOOKED_AT = 10  # tables checked per phone


def allowance_of(request: HttpRequest, limit: Limit) -> str:
    """Return the name of the allowance of a phone that may score; "" for an unknown phone.

    At its own table every phone that may score counts. Elsewhere only a phone that scores at a table older
    than the limit's period counts, so that new tables bring no new allowances. The phones of a table share
    one.
    """
    if (key := phone_cookie.key_of(request)) is None:
        return ""
    known = models.Phone.objects.filter(key_hash=phones.hashed(key), role__in=SCORING).select_related(
        "member"
    )
    match = request.resolver_match
    if match is not None and match.route.startswith("t/"):
        phone = known.filter(table__code=match.kwargs.get("code")).first()
        if phone is not None and phone.may_score:
            return f"table {phone.table_id}"
    before = timezone.now() - timedelta(seconds=limit.seconds)
    older = known.filter(table__created__lt=before).order_by("table_id")[:MOST_LOOKED_AT]
    return next((f"table {phone.table_id}" for phone in older if phone.may_score), "")


def may_score_at(code: str, key: str) -> bool:
    """Return whether the phone with this key may score at the table, or at a table of the night."""
    known = models.Phone.objects.filter(key_hash=phones.hashed(key), role__in=SCORING).select_related(
        "member"
    )
    at_table = known.filter(table__code=code)
    at_night = known.filter(table__night__code=code)
    return any(phone.may_score for some in (at_table, at_night) for phone in some[:MOST_LOOKED_AT])

"""A bare Django view with the reads and writes of saving a hand, for comparison.

It has no middleware, no game and no page.
"""

from __future__ import annotations

import hashlib
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path

from scorekeeper.config import urls as site

from .in_process import KEY


def save(request: HttpRequest, code: str) -> HttpResponse:
    """Append an entry to the newest match of a table, then read the rows of the sheet."""
    from scorekeeper.matches import models

    key_hash = hashlib.sha256(KEY.encode()).hexdigest()
    # The table and the phone are read before the lock, as in any view.
    table = models.Table.objects.get(code=code)
    match = models.Match.objects.filter(table=table).order_by("-number")[0]
    phone = models.Phone.objects.get(table=table, key_hash=key_hash)
    with transaction.atomic():
        table = models.Table.objects.select_for_update().get(pk=table.pk)
        phone = models.Phone.objects.get(table=table, pk=phone.pk)
        if models.Entry.objects.filter(match=match, key=request.POST["key"]).exists():
            return HttpResponse("again")
        match = models.Match.objects.get(pk=match.pk)
        hand: dict[str, Any] = {"why": request.POST["why"]}
        entry = models.Entry(
            match=match,
            place=match.length + 1,
            number=match.length + 1,
            hand=hand,
            key=request.POST["key"],
            fingerprint=key_hash,
            by=phone,
            by_name=phone.name,
            prev=match.head,
            hash=hashlib.sha256(f"{match.head} {hand}".encode()).hexdigest(),
        )
        entry.save()
        match.length, match.head = entry.place, entry.hash
        match.save(update_fields=["length", "head"])
        table.version += 1
        table.save(update_fields=["version"])
    rows = list(models.Entry.objects.filter(match=match).order_by("place"))
    names = list(models.Seat.objects.filter(match=match).values_list("position", "since", "name"))
    return HttpResponse(f"{len(rows)} {names}")


# The site's patterns are included, because changing the URLconf between requests clears Django's caches.
urlpatterns = [path("bare/<str:code>", save), *site.urlpatterns]

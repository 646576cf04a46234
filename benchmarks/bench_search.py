"""Benchmark of finding a match by two names in a club of 5,000 matches.

    DATABASE_URL=postgresql://… python -m benchmarks search      the size: MATCHES=5000

Names are typed in full, and abbreviated so that they may mean two hundred people. The slowest of many pairs
counts, each by the shortest of several rounds, because other processes only make it longer.
"""

from __future__ import annotations

import os
import time
from typing import Any

from .bench_club import club_of, set_up

MATCHES = int(os.environ.get("MATCHES") or 5_000)
ROUNDS, PAIRS = 5, 40
LIMIT = 100  # ms


def main() -> None:
    set_up()
    from django.db import connection
    from django.test import Client
    from django.urls import reverse

    from scorekeeper.clubs.models import Member, Role
    from scorekeeper.history.models import Appearance, Played

    club = club_of(MATCHES)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    owner = Member.objects.filter(club=club, role=Role.OWNER).select_related("user")[0].user
    client = Client(HTTP_HOST="localhost")
    client.force_login(owner, backend="allauth.account.auth_backends.AuthenticationBackend")
    path = reverse("history", args=[club.code])
    # Players of the same match, over all years, searched as partner and as opponent.
    played = Played.objects.filter(club=club)
    some = list(played.order_by("at").values_list("match", flat=True)[:: max(1, played.count() // PAIRS)])
    took: list[tuple[float, str]] = []
    for match in some[:PAIRS]:
        rows = Appearance.objects.filter(match=match).select_related("player").order_by("seat")
        one, other, *_more = (row.player.name for row in rows)
        for how in ("partner", "opponent"):
            for typed in ((one, other), (one.upper()[1:8], other[1:-1])):
                query = {"player": typed[0], how: typed[1]}
                took.append((shortest(client, path, query), f"{how}: {typed[0]} & {typed[1]}"))
    took.sort()
    slowest, which = took[-1]
    print(f"  {played.count()} matches on {connection.vendor}, {len(took)} searches by two names")
    print(f"  the middle one {took[len(took) // 2][0]:.1f} ms, the slowest {slowest:.1f} ms ({which})")
    print(f"  of the limit of {LIMIT} ms: {slowest / LIMIT:.2f}")


def shortest(client: Any, path: str, query: dict[str, str]) -> float:
    """Return the shortest time of the page in milliseconds."""
    found = []
    for _round in range(ROUNDS):
        began = time.perf_counter()
        response = client.get(path, query)
        found.append((time.perf_counter() - began) * 1000)
        assert response.status_code == 200, response
    return min(found)


if __name__ == "__main__":
    main()

"""Benchmark of finding a match by two names in a club of 5,000 matches.

    DATABASE_URL=postgresql://… MATCHES=5000 python -m benchmarks search

Each pair of names is searched in full, and by fragments that may match more than a hundred people. Each
search is timed in several rounds, of which the shortest counts, because other processes only make it longer.
The slowest search is compared with the limit.
"""

from __future__ import annotations

import os
import time
from typing import Any

from .bench_club import get_or_import_club, set_up

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

    club = get_or_import_club(MATCHES)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    owner = Member.objects.filter(club=club, role=Role.OWNER).select_related("user")[0].user
    client = Client(HTTP_HOST="localhost")
    client.force_login(owner, backend="allauth.account.auth_backends.AuthenticationBackend")
    path = reverse("history", args=[club.code])
    # Two players of one match are searched as partners and as opponents; the matches are from all years.
    played = Played.objects.filter(club=club)
    matches = list(played.order_by("at").values_list("match", flat=True)[:: max(1, played.count() // PAIRS)])
    timings: list[tuple[float, str]] = []  # milliseconds, search
    for match in matches[:PAIRS]:
        rows = Appearance.objects.filter(match=match).select_related("player").order_by("seat")
        one, other, *_more = (row.player.name for row in rows)
        for relation in ("partner", "opponent"):
            for typed in ((one, other), (one.upper()[1:8], other[1:-1])):
                query = {"player": typed[0], relation: typed[1]}
                timings.append((shortest(client, path, query), f"{relation}: {typed[0]} & {typed[1]}"))
    timings.sort()
    slowest, search = timings[-1]
    print(f"  {played.count()} matches on {connection.vendor}, {len(timings)} searches by two names")
    print(f"  the median {timings[len(timings) // 2][0]:.1f} ms, the slowest {slowest:.1f} ms ({search})")
    print(f"  the slowest is {slowest / LIMIT:.2f} times the limit of {LIMIT} ms")


def shortest(client: Any, path: str, query: dict[str, str]) -> float:
    """Return the shortest response time of several rounds, in milliseconds."""
    times = []
    for _round in range(ROUNDS):
        start = time.perf_counter()
        response = client.get(path, query)
        times.append((time.perf_counter() - start) * 1000)
        assert response.status_code == 200, response
    return min(times)


if __name__ == "__main__":
    main()

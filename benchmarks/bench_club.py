"""Benchmark of every page of a club with 5,000 matches: queries and time.

    DATABASE_URL=postgresql://… MATCHES=5000 python -m benchmarks club

The pages are found from the URL patterns below /c/, with arguments taken from the club.
"""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from . import bench_import

ROUNDS = 15
MOST_QUERIES, MOST_MS = 12, 200
MATCHES = int(os.environ.get("MATCHES") or 5_000)


def set_up() -> None:
    """Set up Django on the database of DATABASE_URL, or on an empty one."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.config.settings")
    os.environ.setdefault("VAR_DIR", tempfile.mkdtemp(prefix="scorekeeper-bench-"))
    os.environ["LIMITS"] = "1000000"
    import django
    from django.conf import settings

    django.setup()
    settings.DEBUG = False  # otherwise Django records every query
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)


def get_or_import_club(matches: int) -> Any:
    """Return the club with this number of matches; import it if there is none."""
    from scorekeeper.accounts.models import User
    from scorekeeper.clubs.membership import clubs
    from scorekeeper.clubs.models import Club

    name = f"The club of {matches} matches"
    club = Club.objects.filter(name=name).first()
    if club is None:
        user, _created = User.objects.get_or_create(email=f"owner-{matches}@example.org")
        club = clubs.create_club(user, name, "green", [])
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "matches.jsonl")
            bench_import.write_records(file, matches)
            print(f"  {matches} matches imported in {bench_import.time_import(club.code, file):.0f} s")
    return club


def pages(club: Any) -> Iterator[tuple[str, str]]:
    """Yield the name and the path of every page that can be opened with the club's data."""
    from django.urls import NoReverseMatch, URLPattern, URLResolver, reverse

    from scorekeeper.config import club_urls

    known = values(club)

    def names(patterns: list[Any], prefix: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
        for pattern in patterns:
            route = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from names(pattern.url_patterns, route)
            elif isinstance(pattern, URLPattern) and pattern.name:
                yield pattern.name, tuple(re.findall(r"<(?:\w+:)?(\w+)>", route))

    for name, arguments in names(club_urls.urlpatterns):
        if all(argument in known for argument in arguments):
            try:
                yield name, reverse(name, kwargs={argument: known[argument] for argument in arguments})
            except NoReverseMatch:
                continue
    game = known.get("game", "")
    if game:
        for query in ({"who": "away"}, {"who": "new"}):
            path = reverse("figures_ratings", kwargs={"club": club.code, "game": game})
            yield f"figures_ratings {urlencode(query)}", f"{path}?{urlencode(query)}"
        season = known.get("season")
        if season:
            yield (
                "figures_game, a season",
                reverse("figures_game", args=[club.code, game]) + f"?season={season}",
            )


def values(club: Any) -> dict[str, Any]:
    """Return values for the URL arguments: the busiest player, the newest match, a season and others."""
    from scorekeeper.clubs.models import Member, Season
    from scorekeeper.figures.models import PairStats, Rating
    from scorekeeper.history.models import Note, Played
    from scorekeeper.nights.models import Night

    rating = Rating.objects.filter(club=club).order_by("-matches").first()
    pair = (
        PairStats.objects.filter(club=club, player=rating.player_id).order_by("-matches").first()
        if rating
        else None
    )
    played = Played.objects.filter(club=club).order_by("-at").first()
    arguments = {
        "club": club.code,
        "player": rating and rating.player_id,
        "game": rating and rating.game_slug,
        "other": pair and pair.other_id,
        "match": played and played.match_id,
        "member": Member.objects.filter(club=club).values_list("pk", flat=True).last(),
        "season": Season.objects.filter(club=club).values_list("pk", flat=True).first(),
        "night": Night.objects.filter(club=club).values_list("code", flat=True).first(),
        "note": Note.objects.filter(club=club).values_list("pk", flat=True).first(),
    }
    return {name: value for name, value in arguments.items() if value is not None}


class PageMeasurements:
    """The pages of a club as its owner opens them: queries, and the shortest time of several rounds.

    The shortest time is kept, because other processes can only slow a request down.
    """

    def __init__(self, club: Any) -> None:
        from django.test import Client

        from scorekeeper.clubs.models import Member, Role

        self.client = Client(HTTP_HOST="localhost")
        owner = Member.objects.filter(club=club, role=Role.OWNER).select_related("user")[0].user
        self.client.force_login(owner, backend="allauth.account.auth_backends.AuthenticationBackend")
        self.paths = dict(pages(club))
        self.queries: dict[str, int] = {}
        self.seconds: dict[str, float] = {}

    def count(self) -> None:
        """Count the queries of each page; leave out downloads, and pages that are not answered with 200."""
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        for name, path in self.paths.items():
            if "Content-Disposition" in self.client.get(path):
                continue  # the time of a download depends on its size
            with CaptureQueriesContext(connection) as captured:
                response = self.client.get(path)
            if response.status_code == 200:
                self.queries[name] = len(captured)

    def measure(self, name: str) -> None:
        """Measure a page once."""
        started = time.perf_counter()
        self.client.get(self.paths[name])
        took = time.perf_counter() - started
        self.seconds[name] = min(took, self.seconds.get(name, took))


def main() -> None:
    set_up()
    club = get_or_import_club(MATCHES)
    from django.db import connection

    from scorekeeper.history.models import Played

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")  # ANALYZE takes longer than a page may
            cursor.execute("ANALYZE")
            cursor.execute("RESET statement_timeout")
    measurements = PageMeasurements(club)
    measurements.count()
    for _round in range(ROUNDS):
        for name in measurements.queries:
            measurements.measure(name)
    print(f"  {Played.objects.filter(club=club).count():,} matches")
    print(f"  {'page':34} queries")
    for name, queries in measurements.queries.items():
        took = measurements.seconds[name] * 1000
        warning = "" if queries <= MOST_QUERIES and took <= MOST_MS else "  !"
        print(f"  {name:34} {queries:7}  {took:12.1f} ms{warning}")
    worst = max(measurements.seconds.values()) * 1000
    print(f"  the worst: {worst:.0f} ms (limit {MOST_MS} ms); at most {MOST_QUERIES} queries a page")


if __name__ == "__main__":
    main()

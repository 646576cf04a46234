"""Every page of a club of a million hands, beside the same at ten thousand: queries, and how much longer.

    DATABASE_URL=postgresql://… python -m benchmarks club      the sizes: HANDS=10000,1000000

The pages are found from the addresses below /c/, with what each address needs taken from the club.
"""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

ROUNDS = 15
MOST_QUERIES, MOST_TIMES = 12, 1.5


def set_up() -> None:
    """Django on the database that DATABASE_URL names, else on an empty one."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    os.environ.setdefault("VAR_DIR", tempfile.mkdtemp(prefix="scorekeeper-bench-"))
    os.environ["LIMITS"] = "1000000"
    import django
    from django.conf import settings

    django.setup()
    settings.DEBUG = False  # else every statement is written down
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)


def club_of(hands: int) -> Any:
    """The club of so many hands, made if there is none."""
    from django.core.management import call_command

    from scorekeeper.clubs.models import Club

    found = Club.objects.filter(name=f"The club of {hands} hands").first()
    if found is None:
        began = time.monotonic()
        call_command("seed_club", hands=hands, ends="2026-11-20")
        print(f"  {hands} hands made in {time.monotonic() - began:.0f} s")
        found = Club.objects.get(name=f"The club of {hands} hands")
    return found


def pages(club: Any) -> Iterator[tuple[str, str]]:
    """The name and the path of every page of a club that can be opened with what the club has."""
    from django.urls import NoReverseMatch, URLPattern, URLResolver, reverse

    from scorekeeper.clubs import urls

    known = values(club)

    def names(patterns: list[Any], below: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
        for one in patterns:
            route = below + str(one.pattern)
            if isinstance(one, URLResolver):
                yield from names(one.url_patterns, route)
            elif isinstance(one, URLPattern) and one.name:
                yield one.name, tuple(re.findall(r"<(?:\w+:)?(\w+)>", route))

    for name, wanted in names(urls.urlpatterns):
        if all(one in known for one in wanted):
            try:
                yield name, reverse(name, kwargs={one: known[one] for one in wanted})
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
    """What addresses may need: the busiest player, a partner, the newest match, a season …"""
    from scorekeeper.clubs.models import Member, Night, Note, PairStats, Played, Rating, Season

    rating = Rating.objects.filter(club=club).order_by("-matches").first()
    two = (
        PairStats.objects.filter(club=club, player=rating.player_id).order_by("-matches").first()
        if rating
        else None
    )
    played = Played.objects.filter(club=club).order_by("-at").first()
    found = {
        "club": club.code,
        "player": rating and rating.player_id,
        "game": rating and rating.game_slug,
        "other": two and two.other_id,
        "match": played and played.match_id,
        "member": Member.objects.filter(club=club).values_list("pk", flat=True).last(),
        "season": Season.objects.filter(club=club).values_list("pk", flat=True).first(),
        "night": Night.objects.filter(club=club).values_list("code", flat=True).first(),
        "note": Note.objects.filter(club=club).values_list("pk", flat=True).first(),
    }
    return {name: value for name, value in found.items() if value is not None}


class Measured:
    """The pages of a club as its owner opens them: queries, and the shortest time of several rounds.

    The shortest, for what else the machine does only makes it longer.
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
        """How many queries each page asks; files, and pages that do not open, are left out."""
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        for name, path in self.paths.items():
            if "Content-Disposition" in self.client.get(path):
                continue  # a file to be taken away is as long as what is in it
            with CaptureQueriesContext(connection) as asked:
                answer = self.client.get(path)
            if answer.status_code == 200:
                self.queries[name] = len(asked)

    def take(self, name: str) -> None:
        began = time.perf_counter()
        self.client.get(self.paths[name])
        took = time.perf_counter() - began
        self.seconds[name] = min(took, self.seconds.get(name, took))


def main() -> None:
    set_up()
    small, large = (int(n) for n in os.environ.get("HANDS", "10000,1000000").split(","))
    clubs = club_of(small), club_of(large)
    from django.db import connection

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")  # a page's patience is not enough for this
            cursor.execute("ANALYZE")
            cursor.execute("RESET statement_timeout")
    few, many = (Measured(club) for club in clubs)
    for one in (few, many):
        one.count()
    names = [name for name in many.queries if name in few.queries]
    for _round in range(ROUNDS):
        for name in names:
            few.take(name)  # by turns, so that both have the machine alike
            many.take(name)
    worst = 0.0
    print(f"  {'page':34} queries  {small:>9} hands  {large:>9} hands  times")
    for name in names:
        took, queries = many.seconds[name], many.queries[name]
        times = took / few.seconds[name]
        worst = max(worst, times)
        late = "" if queries <= MOST_QUERIES and times <= MOST_TIMES else "  !"
        milliseconds = f"{few.seconds[name] * 1000:12.1f} ms  {took * 1000:12.1f} ms"
        print(f"  {name:34} {queries:7}  {milliseconds}  {times:5.2f}{late}")
    print(f"  the worst: {worst:.2f} times (mark: {MOST_TIMES}); at most {MOST_QUERIES} queries a page")


if __name__ == "__main__":
    main()

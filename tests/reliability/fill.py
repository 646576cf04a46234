"""A club of the newest release, written into the database of the environment.

For a new file of a release: `upgrade load` the newest one, `migrate`, this, `upgrade write`.
"""

import django

django.setup()

from datetime import date, time  # noqa: E402 (only once Django is set up)

from django.test.utils import setup_test_environment  # noqa: E402

from scorekeeper.clubs.membership import invitations  # noqa: E402
from scorekeeper.clubs.models import (  # noqa: E402
    Club,
    Role,
    Season,
)
from scorekeeper.nights import attendance, confirmations, prizes, rounds, seasons  # noqa: E402
from tests.site.club_cast import ClubCast, user  # noqa: E402
from tests.site.night_cast import NAMES, NightCast  # noqa: E402


def main():
    setup_test_environment()
    cast = ClubCast("A club with nights")
    Club.objects.filter(pk=cast.club.pk).update(time_zone="Europe/Berlin")
    season = Season.objects.create(club=cast.club, name="Autumn", begins=date(2026, 9, 1))
    seasons.share(season, "Olga", withdraw=False)
    invitations.create_invitation(cast.club, user("Olga"), "Olga", role=Role.MEMBER, uses=5, days=3)
    invitations.invite_players(cast.club, user("Olga"), "Olga", {cast.player("Bo").pk: "bo@example.org"})
    said = {"season": season, "confirm": True, "begins": time(19, 30), "minutes": 20}
    over = NightCast(cast, NAMES[:8], more={**said, "name": "The first", "place": "Upstairs"})
    over.draw()
    first, second = over.tables()
    for table in (first, second):
        over.finish(table, 5, 1)
    confirmations.confirm(over.match(first), over.match(first).head, (0, 1))
    over.play((), (), stand=(2,))
    over.end()
    prizes.record_announcement(over.night, "Sven", [], [["1", "Ann", "5"]])
    on = NightCast(cast, NAMES[:8], more={**said, "drawing": "fixed", "mixed": False})
    there = list(on.night.present.all())
    attendance.pair(on.night, there[0], there[1])
    on.draw()
    on.write(on.tables()[0], 5, 1)
    rounds.call_referee(on.night, 2, calls=True)
    NightCast(cast, NAMES[:4], more={"date": date(2026, 12, 24), "season": season})


if __name__ == "__main__":
    main()

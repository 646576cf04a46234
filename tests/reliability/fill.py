"""A command that adds a club with nights to the configured database.

To make the file of a new release for ``releases/``, run `upgrade.py load` with the newest file there,
`migrate`, this command, and `upgrade.py write`.
"""

import django

# ruff: noqa: E402
# The models can be imported only once Django is set up.
django.setup()

from datetime import date, time

from django.test.utils import setup_test_environment

from scorekeeper.clubs.membership import invitations
from scorekeeper.clubs.models import Club, Role, Season
from scorekeeper.nights import attendance, confirmations, prizes, rounds, seasons
from tests.site.club_cast import ClubCast, user
from tests.site.night_cast import NAMES, NightCast


def main():
    setup_test_environment()
    cast = ClubCast("A club with nights")
    Club.objects.filter(pk=cast.club.pk).update(time_zone="Europe/Berlin")
    season = Season.objects.create(club=cast.club, name="Autumn", begins=date(2026, 9, 1))
    seasons.share(season, "Olga", withdraw=False)
    invitations.create_invitation(cast.club, user("Olga"), "Olga", role=Role.MEMBER, uses=5, days=3)
    invitations.invite_players(cast.club, user("Olga"), "Olga", {cast.player("Bo").pk: "bo@example.org"})
    fields = {"season": season, "confirm": True, "begins": time(19, 30), "minutes": 20}
    ended = NightCast(cast, NAMES[:8], fields={**fields, "name": "The first", "place": "Upstairs"})
    ended.draw()
    first, second = ended.tables()
    for table in (first, second):
        ended.finish(table, 5, 1)
    confirmations.confirm(ended.match(first), ended.match(first).head, (0, 1))
    # Both matches have ended, so add no points; accept the result of table 2, which is not confirmed.
    ended.play((), (), accepted=(2,))
    ended.end()
    prizes.record_announcement(ended.night, "Sven", [], [["1", "Ann", "5"]])
    running = NightCast(cast, NAMES[:8], fields={**fields, "drawing": "fixed", "mixed": False})
    present = list(running.night.present.all())
    attendance.pair(running.night, present[0], present[1])
    running.draw()
    running.write(running.tables()[0], 5, 1)
    rounds.set_referee_called(running.night, 2, called=True)
    NightCast(cast, NAMES[:4], fields={"date": date(2026, 12, 24), "season": season})


if __name__ == "__main__":
    main()

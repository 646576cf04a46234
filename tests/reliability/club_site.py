"""A command that makes and checks a club with a table of Two Hundred on a site under test; it prints JSON.

``begin`` makes the club, seats four players and makes a backup. ``report`` scores the log again with the
engine, and compares the stored derived data with the data that ``manage.py rebuild`` derives.
"""

import io
import json
import sys


def begin():
    from django.core.management import call_command

    from scorekeeper.matches import phones
    from scorekeeper.matches.models import Role
    from tests.site.club_cast import ClubCast

    cast = ClubCast()
    table = cast.sit_down("two_hundred", ("Ann", "Bo", "Cy", "Di")).table
    for name in ("Bo", "Cy"):
        phones.let_in(table, f"a phone that belongs to {name}", Role.SCORER, name)
    call_command("backup", quiet=True)
    return {
        "code": table.code,
        "club": cast.club.code,
        # Session ids of a member and of a scorekeeper.
        "session": cast.clients["Mia"].cookies["sid"].value,
        "keeper": cast.clients["Sven"].cookies["sid"].value,
    }


def report():
    from django.core.management import call_command

    from scorekeeper.history.models import Appearance, Played
    from scorekeeper.matches import models, replay
    from scorekeeper.sheet.state import sheet_of
    from tests.log_chain import broken_link
    from tests.site.clubs.figures.test_ratings import derived_data

    def derived_rows():
        results = models.Result.objects.order_by("side").values_list("side", "total", "place", "won")
        appearances = Appearance.objects.order_by("seat").values_list("seat", "side", "total", "won")
        return [*results, *appearances, *Played.objects.values_list("match", "rule", "hands"), derived_data()]

    match = models.Match.objects.get()
    state = replay.load_match_state(match)
    sheet = sheet_of(state.game, state.first_heading, [line.entry for line in state.log])
    before, output = derived_rows(), io.StringIO()
    call_command("rebuild", stdout=output)
    return {
        "log": [[line.entry.number, line.rev, str(line.key)] for line in state.log],
        "broken": broken_link(match),
        "totals": [str(total) for total in sheet.totals],
        "winners": list(sheet.outcome.winners) if sheet.outcome else [],
        "as_rebuilt": before == derived_rows(),
        "rebuilt": output.getvalue().strip(),
    }


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps({"begin": begin, "report": report}[sys.argv[1]](), default=str))

"""Limits of the form fields for lists: too many lines or numbers are refused quickly, with a message."""

import re
import time

from scorekeeper.clubs.models import Player
from scorekeeper.nights import attendance
from scorekeeper.nights.models import Present
from tests.site.cast import markup
from tests.site.clubs.test_who_may import ROUTES, route_path, row_of
from tests.site.fuzzing import form_fields
from tests.site.night_cast import NightCast
from tests.site.routes import try_route

MANY = 5_000
# Fields for a list of numbers in one line.
NUMBERS = {"points", "placing"}


def test_too_long_list_is_refused(club, subtests):
    tried = set()
    for route in (route for route in ROUTES if row_of(route).get and row_of(route).post):
        with try_route(subtests, route, club.clients):
            tried |= check_lists(club, route)
    assert tried >= {"placing", "points", "guests", "text"}


def check_lists(club, route):
    """Send each list of a page with too many lines or numbers; return the names of the lists."""
    path, client = route_path(club, route), club.clients["Olga"]
    page = client.get(path, follow=True)
    if page.streaming:
        return set()  # a file
    boxes, data = form_fields(markup(page)), row_of(route).sent(club)
    lists = {*re.findall(r'<textarea[^>]* name="(\w+)"', markup(page)), *NUMBERS & boxes.keys()}
    # A pasted file has the limits of an import, and a job reads it later.
    for name in lists - {"pasted"}:
        too_long = "5 " * MANY if name in NUMBERS else "\n".join(f"Guest {n}" for n in range(MANY))
        before = time.process_time()
        answer = client.post(path, {**data, name: too_long})
        assert time.process_time() - before < 2, name
        assert 400 <= answer.status_code < 500, (name, answer.status_code)
        shown = markup(answer)
        assert 'class="error"' in shown or 'role="alert"' in shown, name
    return lists


def test_night_has_a_limit_of_people(club):
    night = NightCast(club, names=("Ann",))
    names = [f"Guest {n}" for n in range(attendance.MOST_PRESENT - 1)]
    players = Player.objects.count()
    answer = night.post("Sven", "present", guests="\n".join([*names, "Zoe", "Zac"]))
    assert answer.status_code == 422
    assert "Zac" in markup(answer)
    assert Player.objects.count() == players
    assert night.post("Sven", "present", guests="\n".join(names)).status_code == 303
    assert night.post("Sven", "present", guests="Zoe").status_code == 422
    assert not Player.objects.filter(name="Zoe").exists()
    assert night.post("Mia", "check_in").status_code == 422
    assert Present.objects.filter(night=night.night).count() == attendance.MOST_PRESENT

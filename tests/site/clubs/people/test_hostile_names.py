"""Names that look like markup: shown as text on every page of a club and of an account."""

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.urls import reverse
from django.utils import timezone

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, ClubEvent, Player
from tests.site import account_rows, hostile
from tests.site.club_cast import ClubCast, user
from tests.site.clubs.test_who_may import route_path
from tests.site.night_cast import NAMES, NightCast, partners_game
from tests.site.routes import every_route
from tests.site.test_hostile_names import MARKUP, check_page

pytestmark = pytest.mark.django_db

ROUTES = [route for route in every_route() if route.pattern.startswith(("c/", "account/"))]
# Pages that must show hostile text; the other pages need not show any.
MUST_SHOW = {"club", "members", "member", "member_reset", "invitations", "invitation"}
MUST_SHOW |= {"club_settings", "club_log", "account"}


@pytest.fixture
def cast(db):
    """Return a club whose texts are all hostile, stored without any form."""
    cast = ClubCast()
    match = cast.play_match(partners_game(), NAMES[:4], (3, 1))
    match.sitting.update(name=MARKUP[4][:40])
    Club.objects.update(name=MARKUP[0])
    Player.objects.update(name=MARKUP[1])
    User.objects.update(name=MARKUP[2])
    NightCast(cast, (), fields={"name": MARKUP[3], "place": MARKUP[1], "date": timezone.localdate()})
    about = {"who": MARKUP[4], "role": MARKUP[5]}
    ClubEvent.objects.create(club=cast.club, what="joined", about=about, by_name=MARKUP[3])
    return cast


def pages(cast):
    for route in ROUTES:
        if route.name in account_rows.ROWS:
            # Delete the rows that the previous iteration created.
            Authenticator.objects.all().delete()
            UserSession.objects.filter(session_key="elsewhere").delete()
            path = reverse(route.name, kwargs=account_rows.ROWS[route.name].values(user("Olga")))
        else:
            path = route_path(cast, route)
        answer = cast.clients["Olga"].get(path)
        if answer.status_code == 405 and route.name == "member_reset":
            answer = cast.clients["Olga"].post(path)
        if "html" in answer.headers.get("Content-Type", "") and answer.status_code == 200:
            yield route, answer.content.decode()


@pytest.mark.sqlite_only
def test_no_page_shows_typed_text_as_markup(cast):
    shown = set()
    for route, page in pages(cast):
        if "evil" in page:
            shown.add(route.name)
        check_page(page, route.name)
    assert shown >= MUST_SHOW


def test_hostile_name_is_text_or_refused(db):
    client = ClubCast().clients["Mia"]
    for typed in (*hostile.TEXTS, *MARKUP):
        for path in (reverse("account_name"), reverse("found_club")):
            answer = client.post(path, {"name": typed, "colour": "green"})
            if "\0" in typed:  # no keyboard can type NUL
                assert answer.status_code == 400
            elif answer.status_code == 422:
                assert b'role="alert"' in answer.content, ascii(typed)
            else:
                assert answer.status_code == 303, ascii(typed)
        for (name,) in User.objects.values_list("name").union(Club.objects.values_list("name")):
            # Emoji and some scripts need these zero-width joiners.
            assert name.isprintable() or "\u200d" in name or "\u200c" in name
            assert name

"""Names that look like markup: shown as text on every page of a club and of an account."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import every_game
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, ClubEvent, Player
from scorekeeper.history.models import Appearance
from scorekeeper.nights.models import Night
from tests.site import account_rows, hostile
from tests.site.club_cast import ClubCast, user
from tests.site.clubs.test_who_may import ROWS
from tests.site.routes import every_route
from tests.site.test_hostile_names import MARKUP, check_page

pytestmark = pytest.mark.django_db

ROUTES = [route for route in every_route() if route.pattern.startswith(("c/", "account/"))]
# Pages that must show typed text; the others are checked in tests of their own.
CHECKED = (
    "club",
    "members",
    "member",
    "member_reset",
    "invitations",
    "invitation",
    "club_settings",
    "club_log",
    "account",
)


@pytest.fixture
def cast(db: None) -> ClubCast:
    """Return a club whose texts are all hostile, written past every form."""
    cast = ClubCast()
    game = next(iter(every_game().values()))
    names = ("Ann", "Bo", "Cy", "Di", "Olga", "Sven")[: next(iter(game.shapes(game.presets[0])))[0]]
    match = cast.sit_down(game, names)
    for seat, name in enumerate(names):
        Appearance.objects.create(
            club=cast.club, match=match, player=cast.player(name), game_slug=game.slug, at=timezone.now(),
            seat=seat, side=seat, total=0, place=1, won=True,
        )  # fmt: skip
    match.sitting.update(name=MARKUP[4][:40])
    Club.objects.update(name=MARKUP[0])
    Player.objects.update(name=MARKUP[1])
    User.objects.update(name=MARKUP[2])
    Night.objects.create(
        club=cast.club, name=MARKUP[3], place=MARKUP[1], date=timezone.localdate(), game_slug=game.slug,
        preset="", house={}, seats=4, sides=2,
    )  # fmt: skip
    ClubEvent.objects.create(
        club=cast.club, what="joined", about={"who": MARKUP[4], "role": MARKUP[5]}, by_name=MARKUP[3]
    )
    return cast


def pages(cast: ClubCast) -> Any:
    for route in ROUTES:
        if route.name in account_rows.ROWS:
            # Delete the rows that the previous iteration created.
            Authenticator.objects.all().delete()
            UserSession.objects.filter(session_key="elsewhere").delete()
            values: dict[str, Any] = account_rows.ROWS[route.name].values(user("Olga"))
        else:
            values = ROWS[route.name].values(cast)
            values |= {"club": cast.club.code} if "club" in route.parameters else {}
        path = reverse(route.name, kwargs=values)
        answer = cast.clients["Olga"].get(path)
        if answer.status_code == 405 and route.name == "member_reset":
            answer = cast.clients["Olga"].post(path)
        if "html" in answer.headers.get("Content-Type", "") and answer.status_code == 200:
            yield route, answer.content.decode()


@pytest.mark.looks
def test_no_page_takes_what_was_typed_for_markup_or_has_script_of_its_own(cast: ClubCast) -> None:
    shown = set()
    for route, page in pages(cast):
        if "evil" in page:
            shown.add(route.name)
        check_page(page, route.name)
    assert shown >= set(CHECKED)


def test_a_name_is_taken_as_text_or_refused_with_a_reason(db: None) -> None:
    client = Client()
    client.force_login(user("Mia"), backend="allauth.account.auth_backends.AuthenticationBackend")
    for typed in (*hostile.TEXTS, *MARKUP):
        for path in (reverse("account_name"), reverse("found_club")):
            answer = client.post(path, {"name": typed, "colour": "green"})
            if "\0" in typed:  # no keyboard can type it
                assert answer.status_code == 400
            elif answer.status_code == 422:
                assert b'role="alert"' in answer.content, ascii(typed)
            else:
                assert answer.status_code == 303, ascii(typed)
        kept = [*User.objects.values_list("name", flat=True), *Club.objects.values_list("name", flat=True)]
        for name in kept:
            assert name.isprintable() or "\u200d" in name or "\u200c" in name
            assert name

"""Accounts: sign-up, sign-in, protection and deletion, without revealing who has one."""

from __future__ import annotations

import json
import logging
import re
import statistics
import time
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.accounts import attempts, resetting, sessions
from scorekeeper.accounts.hashing import Argon2
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Member, Role
from scorekeeper.config.logs import JSONLines
from scorekeeper.web import counters

from . import account_rows, hostile
from .cast import text
from .club_cast import PASSWORD, ClubCast, user
from .routes import every_route

pytestmark = pytest.mark.django_db

LOGIN, SIGNUP, RESET = "/account/login/", "/account/signup/", "/account/password/reset/"
NEW = {"name": "Una", "email": "una@example.org", "password1": PASSWORD}


@pytest.fixture
def mia(db: None) -> User:
    """Return an account with a password."""
    found = user("Mia")
    found.set_password(PASSWORD)
    found.save()
    return found


def sign_in(client: Client, email: str = "mia@example.org", password: str = PASSWORD, **more: Any) -> Any:
    return client.post(LOGIN, {"login": email, "password": password, **more})


def who_is(client: Client) -> str:
    """Return the name on the account's page, or "" for a stranger."""
    answer = client.get(reverse("account"))
    return str(answer.context["user"].name) if answer.status_code == 200 else ""


def made_alike(page: bytes, *addresses: str) -> str:
    """Return a page without what varies: its token, and the address that was typed."""
    said = re.sub(r'value="[\w]{64}"', 'value=""', page.decode())
    for address in addresses:
        said = said.replace(address, "…")
    return said


def test_who_signs_up_says_a_name_an_address_and_a_password_and_signs_in_with_them(client: Client) -> None:
    page = client.get(SIGNUP)
    assert list(page.context["form"].fields) == ["name", "email", "password1"]
    made = client.post(SIGNUP + "?next=/c/new", {**NEW, "next": "/c/new"})
    assert (made.status_code, made["Location"]) == (302, "/account/login/?next=%2Fc%2Fnew")
    assert 'value="una@example.org"' in client.get(made["Location"]).content.decode()
    inside = sign_in(client, NEW["email"], next="/c/new")
    assert (inside.status_code, inside["Location"]) == (302, "/c/new")
    una = User.objects.get(email=NEW["email"])
    assert (una.name, who_is(client)) == ("Una", "Una")
    assert una.password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")


def test_what_is_wrong_is_said_by_its_box_and_no_account_is_made(client: Client) -> None:
    for wrong, typed in (
        ("name", " "),
        ("name", "A" * 41),
        ("name", "a\u202eb"),
        ("email", "nobody"),
        ("password1", "short"),
        ("password1", "1234567890"),
        ("password1", "qwertyuiop"),
    ):
        answer = client.post(SIGNUP, NEW | {wrong: typed})
        assert wrong in answer.context["form"].errors, typed
        assert PASSWORD not in answer.content.decode(), typed
    assert not User.objects.exists()


def test_login_answers_alike_for_a_known_and_an_unknown_address(mia: User) -> None:
    """Check that the pages are equal byte for byte, except for the typed address (S9)."""
    known = sign_in(Client(), "mia@example.org", "a wrong password")
    unknown = sign_in(Client(), "mio@example.org", "a wrong password")
    assert known.status_code == unknown.status_code
    assert made_alike(known.content, "mia@example.org") == made_alike(unknown.content, "mio@example.org")


def test_sign_up_answers_alike_for_a_known_and_an_unknown_address(mia: User) -> None:
    pages = []
    for email in ("mia@example.org", "mio@example.org"):
        client = Client()
        answer = client.post(SIGNUP, NEW | {"email": email})
        assert (answer.status_code, answer["Location"]) == (302, LOGIN)
        pages.append(made_alike(client.get(LOGIN).content, email))
    assert pages[0] == pages[1]
    mia.refresh_from_db()
    assert (mia.name, mia.check_password(PASSWORD)) == ("Mia", True)
    assert User.objects.filter(email="mia@example.org").count() == 1


def test_a_reset_answers_alike_and_says_who_can_help(mia: User) -> None:
    pages = {
        made_alike(Client().post(RESET, {"email": email}).content, email)
        for email in ("mia@example.org", "mio@example.org")
    }
    assert len(pages) == 1
    assert "An owner of your club can make a link" in text(Client().get(RESET))


def test_with_a_mail_server_sign_up_and_reset_answer_alike_and_the_rest_is_in_the_mail(
    mia: User, settings: Any
) -> None:
    settings.EMAIL_URL, settings.ACCOUNT_EMAIL_VERIFICATION = "smtp://mail.example.org", "mandatory"
    for path, more in ((SIGNUP, {"name": "Una", "password1": PASSWORD}), (RESET, {})):
        told = []
        for email in ("mia@example.org", "mio@example.org"):
            client = Client()
            answer = client.post(path, {"email": email, **more})
            told.append(
                (answer.status_code, answer["Location"], made_alike(client.get(answer["Location"]).content))
            )
        assert told[0] == told[1]
        User.objects.filter(email="mio@example.org").delete()
    assert [one.to for one in mail.outbox] == [["mia@example.org"], ["mio@example.org"]] * 2
    assert "/account/password/reset/key/" in mail.outbox[2].body
    assert "key" not in mail.outbox[3].body


def test_login_takes_as_long_for_an_unknown_address(mia: User) -> None:
    """Check the ratio of median CPU times; a missing hash makes a factor of five."""
    taken: dict[str, list[float]] = {"mia@example.org": [], "mio@example.org": []}
    client = Client()
    for _round in range(15):
        for email, times in taken.items():
            began = time.process_time()
            sign_in(client, email, "a wrong password")
            times.append(time.process_time() - began)
    known, unknown = (statistics.median(times) for times in taken.values())
    assert 0.5 < known / unknown < 2


def test_next_never_leads_off_the_site(mia: User) -> None:
    """Check signing in, signing up and signing out (S8)."""
    elsewhere = ("https://evil.example/", "http:evil.example", "/\\evil.example", "https:///evil.example")
    for where in (*hostile.TEXTS, *elsewhere):
        for answer in (
            sign_in(Client(), next=where),
            Client().post(SIGNUP, NEW | {"next": where}),
            Client().post("/account/logout/", {"next": where}),
        ):
            assert answer.status_code == (400 if "\0" in where else 302), ascii(where)
            assert not hostile.leaves(answer.get("Location", "/")), ascii(where)


def test_signing_in_makes_a_new_session_and_another_person_finds_nothing_of_the_last(mia: User) -> None:
    """Check that the old session key is invalid, and the next person starts afresh (S11)."""
    una = User.objects.create_user("una@example.org", PASSWORD, name="Una")
    client = Client()
    client.post(SIGNUP, NEW)  # creates a session before anybody signs in
    before = client.cookies["sid"].value
    sign_in(client)
    mine = client.cookies["sid"].value
    assert mine != before
    assert not Session.objects.filter(session_key=before).exists()
    session = client.session
    session["mine"] = "a secret"
    session.save()
    client.force_login(una, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert "mine" not in client.session
    assert not Session.objects.filter(session_key=mine).exists()


def test_sessions_are_listed_without_addresses_and_one_can_be_ended(mia: User) -> None:
    here, there = Client(HTTP_USER_AGENT="Here"), Client(HTTP_USER_AGENT="There")
    sign_in(here, REMOTE_ADDR="192.0.2.7")
    sign_in(there)
    page = here.get("/account/sessions/")
    assert {"Here", "There"} <= set(text(page).split())
    assert set(UserSession.objects.values_list("ip", flat=True)) == {"0.0.0.0"}
    other = UserSession.objects.get(user_agent="There")
    assert here.post(f"/account/sessions/{other.pk}/end").status_code == 303
    assert (who_is(there), who_is(here)) == ("", "Mia")
    mine = UserSession.objects.get(user_agent="Here")
    assert here.post(f"/account/sessions/{mine.pk}/end").status_code == 404


def test_nobody_ends_another_persons_session(mia: User) -> None:
    client, stranger = Client(), Client()
    sign_in(client)
    stranger.force_login(user("Ned"))
    session = UserSession.objects.get(user=mia)
    assert stranger.post(f"/account/sessions/{session.pk}/end").status_code == 404
    assert who_is(client) == "Mia"


@pytest.mark.parametrize(
    ("owner", "days", "away", "inside"),
    [
        (False, 29, 29, True),
        (False, 31, 31, False),
        (False, 91, 1, False),
        (True, 6, 6, True),
        (True, 8, 8, False),
    ],
)
def test_who_has_been_away_too_long_is_signed_out(
    mia: User, monkeypatch: pytest.MonkeyPatch, owner: bool, days: int, away: int, inside: bool
) -> None:
    if owner:
        Member.objects.create(club=Club.objects.create(name="Club"), user=mia, role=Role.OWNER)
    client = Client()
    sign_in(client)
    now = time.time()
    session = client.session
    session[sessions.BEGAN], session[sessions.SEEN] = int(now), int(now + (days - away) * sessions.DAY)
    session.save()
    monkeypatch.setattr(sessions.time, "time", lambda: now + days * sessions.DAY)
    assert who_is(client) == ("Mia" if inside else "")


def test_a_new_password_signs_out_every_other_device(mia: User) -> None:
    here, there = Client(), Client()
    sign_in(here)
    sign_in(there)
    new = {"oldpassword": PASSWORD, "password1": "quite another one", "password2": "quite another one"}
    assert here.post("/account/password/change/", new)["Location"] == "/account/?done=password"
    assert (who_is(here), who_is(there)) == ("Mia", "")


def test_name_and_address_are_changed(mia: User) -> None:
    client = Client()
    sign_in(client)
    assert client.post("/account/name/", {"name": "  Mia  M. "}).status_code == 303
    assert client.post("/account/name/", {"name": "x" * 41}).status_code == 422
    user("Ned")
    taken = client.post("/account/email/", {"email": "Ned@example.org"})
    assert taken.status_code == 422
    assert client.post("/account/email/", {"email": "Mia@Example.com"}).status_code == 303
    mia.refresh_from_db()
    assert (mia.name, mia.email) == ("Mia M.", "mia@example.com")
    assert sign_in(Client(), "mia@example.com").status_code == 302


def test_an_account_is_deleted_with_all_its_sessions_but_not_under_a_club(mia: User) -> None:
    club = Club.objects.create(name="Club")
    member = Member.objects.create(club=club, user=mia, role=Role.OWNER)
    here, there = Client(), Client()
    sign_in(here)
    sign_in(there)
    assert here.post("/account/delete/").status_code == 409
    Member.objects.create(club=club, user=user("Olga"), role=Role.OWNER)
    assert here.post("/account/delete/").status_code == 303
    assert not User.objects.filter(pk=mia.pk).exists()
    assert not Member.objects.filter(pk=member.pk).exists()
    assert (who_is(here), who_is(there)) == ("", "")
    assert club.events.get().about == {"who": "Mia"}


def test_grave_steps_ask_for_the_password_again(mia: User, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    sign_in(client)
    later = time.time() + 3600  # five minutes are enough
    monkeypatch.setattr("scorekeeper.accounts.adapter.time.time", lambda: later)
    for path in ("/account/delete/", "/account/email/", "/account/2fa/webauthn/add/"):
        answer = client.post(path, {"email": "other@example.org"})
        assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/account/reauthenticate/")
    mia.refresh_from_db()
    assert mia.email == "mia@example.org"


# Brute force (S10) --------------------------------------------------------------------------------------


def test_five_wrong_passwords_and_nobody_new_can_try_but_the_owners_phone_can(
    limited: None, mia: User
) -> None:
    own = Client()
    assert sign_in(own).status_code == 302
    own.post("/account/logout/")
    thief = Client(REMOTE_ADDR="192.0.2.66")
    told = [sign_in(thief, password=f"guess number {n}").status_code for n in range(7)]
    assert told == [200] * 5 + [429] * 2
    refused = sign_in(Client(REMOTE_ADDR="192.0.2.67"))
    assert refused.status_code == 429  # right, but from an unknown device
    assert PASSWORD not in refused.content.decode()
    assert 0 < int(refused["Retry-After"]) <= 1800
    assert sign_in(own).status_code == 302


def test_a_known_device_has_a_budget_of_its_own_and_no_more(limited: None, mia: User) -> None:
    own = Client()
    sign_in(own)
    own.post("/account/logout/")
    assert [sign_in(own, password="wrong again!").status_code for _ in range(6)] == [200] * 5 + [429]
    # For another account, the device is unknown.
    user("Ned")
    assert sign_in(own, "ned@example.org", "wrong").status_code == 200


def test_fifty_failures_of_one_address_and_right_ones_cost_nothing(limited: None, mia: User) -> None:
    client = Client()
    for _time in range(8):
        fresh = Client()
        assert sign_in(fresh).status_code == 302
    told = [sign_in(Client(), f"a{n}@example.org", "wrong password").status_code for n in range(52)]
    assert told == [200] * 50 + [429] * 2
    assert sign_in(client).status_code == 429
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert sign_in(elsewhere).status_code == 302


def test_without_a_counter_nobody_signs_in_and_everybody_plays(
    limited: None, mia: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(_happened: Any) -> Any:
        raise counters.Uncounted

    monkeypatch.setattr(attempts.limits, "count", down)
    assert sign_in(Client()).status_code == 429
    assert Client().get("/").status_code == 200


def test_codes_after_the_password_are_counted_too(limited: None, mia: User) -> None:
    secret = "JBSWY3DPEHPK3PXP"
    TOTP.activate(mia, secret)
    client = Client()
    asked = sign_in(client)
    assert asked["Location"] == "/account/2fa/authenticate/"
    assert who_is(client) == ""
    told = [client.post(asked["Location"], {"code": f"{n:06d}"}).status_code for n in range(7)]
    assert told == [200] * 5 + [429] * 2
    assert Authenticator.objects.filter(user=mia).count() == 1


# Links to a new password --------------------------------------------------------------------------------


def asks_for_password(link: str) -> bool:
    return b'name="password1"' in Client().get(link, follow=True).content


def test_the_operator_makes_a_link_that_works_once(mia: User, capsys: Any) -> None:
    call_command("reset_link", " MIA@example.org ")
    path = capsys.readouterr().out.strip()
    client = Client()
    page = client.get(path, follow=True)
    new = {"password1": "a new and long one", "password2": "a new and long one"}
    assert client.post(page.request["PATH_INFO"], new).status_code == 302
    mia.refresh_from_db()
    assert mia.check_password(new["password1"])
    assert not asks_for_password(path)
    with pytest.raises(CommandError):
        call_command("reset_link", "nobody@example.org")


def test_an_owner_makes_a_link_for_a_member_of_this_club_alone_and_all_can_read_it(db: None) -> None:
    cast = ClubCast()
    made = cast.post("Olga", "member_reset", cast.member("Mia").pk, data={})
    assert made.status_code == 200
    path = resetting.link_for(user("Mia")).rsplit("-", 2)[0] + "-"  # without the second it was made in
    assert path in made.content.decode()
    assert "A password reset link was created for Mia." in text(cast.get("Mia", "club_log"))
    # Not for an owner, and not for an account that is a member of another club too.
    Member.objects.create(club=cast.other, user=user("Sven"), role=Role.MEMBER)
    for who in ("Olga", "Sven"):
        assert cast.post("Olga", "member_reset", cast.member(who).pk, data={}).status_code == 409


def test_a_link_dies_when_its_person_joins_another_club(db: None) -> None:
    cast = ClubCast()
    link = resetting.link_for(user("Mia"))
    assert asks_for_password(link)
    Member.objects.create(club=cast.other, user=user("Mia"))
    assert not asks_for_password(link)


# A second factor ------------------------------------------------------------------------------------------

SECOND_STEPS = ("mfa_add_webauthn", "mfa_activate_totp")


@pytest.mark.parametrize("name", SECOND_STEPS)
def test_without_a_mail_server_whoever_has_signed_up_adds_a_second_step(name: str) -> None:
    client = Client()
    client.post(SIGNUP, NEW)
    sign_in(client, NEW["email"])
    assert not EmailAddress.objects.get(email=NEW["email"]).verified
    assert client.get(reverse(name)).status_code == 200


@pytest.mark.parametrize("name", SECOND_STEPS)
def test_with_a_mail_server_the_page_says_that_the_address_is_to_be_confirmed(
    name: str, mia: User, settings: Any
) -> None:
    """Check that our page says so, since allauth redirects back without a message."""
    settings.EMAIL_URL, settings.MFA_ALLOW_UNVERIFIED_EMAIL = "smtp://localhost", False
    client = Client()
    sign_in(client)
    EmailAddress.objects.create(user=mia, email="another@example.org", verified=False)
    for answer in client.get(reverse(name)), client.post(reverse(name), {}):
        assert answer.status_code == 409
        assert reverse("account_email") in answer.content.decode()


@pytest.mark.parametrize("server", ["", "smtp://mail.example.org"], ids=["sends no email", "mail"])
def test_sign_up_does_the_same_work_for_a_known_address(
    mia: User, settings: Any, monkeypatch: pytest.MonkeyPatch, server: str
) -> None:
    """Check that all writes for a new address are made for a known one too, and rolled back."""
    settings.EMAIL_URL = server
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory" if server else "none"
    hashed: list[str] = []
    real = Argon2.encode
    monkeypatch.setattr(Argon2, "encode", lambda self, *said: hashed.append("") or real(self, *said))
    work = []
    for email in ("mia@example.org", "new@example.org"):
        hashed.clear()
        with CaptureQueriesContext(connection) as asked:
            assert Client().post(SIGNUP, NEW | {"email": email}).status_code == 302
        inserted = [sql["sql"].split()[2] for sql in asked if sql["sql"].startswith("INSERT")]
        work.append((len(hashed), sorted(name for name in inserted if "session" not in name)))
    assert work[0] == work[1]
    assert work[0][0] == 1
    assert sorted(User.objects.values_list("email", flat=True)) == ["mia@example.org", "new@example.org"]


def test_opening_a_confirmation_of_another_account_signs_nobody_out(mia: User) -> None:
    una = User.objects.create_user("una@example.org", PASSWORD, name="Una")
    link = reverse("account_confirm_email", kwargs=account_rows.confirmation(una))
    client = Client()
    client.force_login(mia, backend="allauth.account.auth_backends.AuthenticationBackend")
    assert client.get(link).status_code == 200
    assert client.get("/account/").status_code == 200


def test_nobody_keeps_a_page_of_an_account(mia: User) -> None:
    client = Client()
    client.force_login(mia, backend="allauth.account.auth_backends.AuthenticationBackend")
    for route in (one for one in every_route() if one.pattern.startswith("account/")):
        point = transaction.savepoint()
        path = reverse(route.name, kwargs=account_rows.ROWS[route.name].values(mia))
        for told in (client.get(path), Client().get(path)):
            # Only a page says who is signed in.
            assert told.status_code != 200 or "no-store" in told["Cache-Control"], route.name
        transaction.savepoint_rollback(point)


def test_strangers_shut_nobody_out_who_signs_in_with_a_passkey(db: None) -> None:
    """Check with many requests, since allauth's own limit would count everybody as one address."""
    told = [
        Client().post("/account/2fa/webauthn/login/", {"credential": "{}"}).status_code for _ in range(15)
    ]
    assert told == [302] * 15


def test_signing_in_and_failing_to_are_logged_without_the_address(caplog: pytest.LogCaptureFixture) -> None:
    una = User.objects.create_user(email="una@example.org", name="Una", password=PASSWORD)
    caplog.set_level(logging.INFO, "scorekeeper.accounts")
    client = Client()
    form = {"login": "una@example.org", "password": PASSWORD}
    client.post("/account/login/", form | {"password": "una@example.org"})
    client.post("/account/login/", form)
    client.post("/account/logout/")
    lines = [
        json.loads(JSONLines().format(one)) for one in caplog.records if one.name == "scorekeeper.accounts"
    ]
    assert [(line["message"], line.get("account")) for line in lines] == [
        ("sign-in failed", None),
        ("signed in", una.pk),
        ("signed out", una.pk),
    ]
    assert "example.org" not in json.dumps(lines)

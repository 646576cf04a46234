"""Accounts: sign-up, sign-in, protection and deletion, without revealing who has one."""

import json
import logging
import re
import time

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
from .cast import markup, text
from .club_cast import PASSWORD, ClubCast, user
from .routes import every_route

pytestmark = pytest.mark.django_db

LOGIN, SIGNUP, RESET = "/account/login/", "/account/signup/", "/account/password/reset/"
NEW = {"name": "Una", "email": "una@example.org", "password1": PASSWORD}
MAIL_SERVER = "smtp://mail.example.org"


@pytest.fixture
def mia(db):
    found = user("Mia")
    found.set_password(PASSWORD)
    found.save()
    return found


def sign_in(client, email="mia@example.org", password=PASSWORD, **more):
    return client.post(LOGIN, {"login": email, "password": password, **more})


def signed_in(**agent) -> Client:
    client = Client(**agent)
    assert sign_in(client).status_code == 302
    return client


def signed_out() -> Client:
    client = signed_in()
    client.post("/account/logout/")
    return client


def guess(client, times) -> list[int]:
    return [sign_in(client, password=f"guess number {n}").status_code for n in range(times)]


def una() -> User:
    return User.objects.create_user(email=NEW["email"], password=PASSWORD, name="Una")


def who_is(client) -> str:
    """Return the name on the account's page, or "" for a stranger."""
    answer = client.get(reverse("account"))
    return str(answer.context["user"].name) if answer.status_code == 200 else ""


def test_sign_up_and_sign_in(client):
    page = client.get(SIGNUP)
    assert list(page.context["form"].fields) == ["name", "email", "password1"]
    made = client.post(SIGNUP + "?next=/c/new", {**NEW, "next": "/c/new"})
    assert (made.status_code, made["Location"]) == (302, "/account/login/?next=%2Fc%2Fnew")
    assert 'value="una@example.org"' in markup(client.get(made["Location"]))
    inside = sign_in(client, NEW["email"], next="/c/new")
    assert (inside.status_code, inside["Location"]) == (302, "/c/new")
    made = User.objects.get(email=NEW["email"])
    assert (made.name, who_is(client)) == ("Una", "Una")
    assert made.password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")


def test_errors_stand_by_their_fields_and_create_no_account(client):
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
        assert PASSWORD not in markup(answer), typed
    assert not User.objects.exists()


def told(path, email) -> tuple[int, str, str]:
    """Return the answer to a form with this address, and its page without the address and the token."""
    client = Client()
    answer = client.post(path, NEW | {"email": email, "login": email, "password": "a wrong password"})
    where = answer.get("Location", "")
    page = markup(client.get(where) if where else answer).replace(email, "…")
    return answer.status_code, where, re.sub(r'value="\w{64}"', "", page)


@pytest.mark.parametrize("server", ["", MAIL_SERVER], ids=["sends no email", "mail"])
def test_forms_answer_alike_for_known_and_unknown_addresses(mia, settings, server):
    """Check that the pages are equal byte for byte; with a mail server the rest is in the mail (S9)."""
    settings.EMAIL_URL = server
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory" if server else "none"
    for path in (LOGIN, SIGNUP, RESET):
        known, unknown = told(path, "mia@example.org"), told(path, "mio@example.org")
        assert known == unknown
        User.objects.filter(email="mio@example.org").delete()
    only = User.objects.get()
    assert (only.name, only.check_password(PASSWORD)) == ("Mia", True)
    if server:
        assert [one.to for one in mail.outbox] == [["mia@example.org"], ["mio@example.org"]] * 2
        assert "/account/password/reset/key/" in mail.outbox[2].body
        assert "key" not in mail.outbox[3].body


def test_login_hashes_a_password_for_an_unknown_address_too(mia, monkeypatch):
    hashed = []
    for way in "encode", "verify":
        real = getattr(Argon2, way)
        monkeypatch.setattr(
            Argon2, way, lambda self, *typed, real=real: hashed.append(1) or real(self, *typed)
        )
    for email in ("mia@example.org", "mio@example.org"):
        hashed.clear()
        sign_in(Client(), email, "a wrong password")
        assert hashed, email


def test_next_never_leads_off_the_site(mia):
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


def test_signing_in_starts_an_empty_session(mia, client):
    """Check that the old session key is invalid, and the next person starts afresh (S11)."""
    client.post(SIGNUP, NEW)  # creates a session before anybody signs in
    before = client.cookies["sid"].value
    sign_in(client)
    mine = client.cookies["sid"].value
    session = client.session
    session["mine"] = "a secret"
    session.save()
    client.force_login(user("Ned"))
    assert "mine" not in client.session
    assert mine != before
    assert not Session.objects.filter(session_key__in=[before, mine]).exists()


def test_own_sessions_are_listed_without_addresses_and_can_be_ended(mia):
    here = signed_in(HTTP_USER_AGENT="Here", REMOTE_ADDR="192.0.2.7")
    there = signed_in(HTTP_USER_AGENT="There")
    stranger = Client()
    stranger.force_login(user("Ned"))
    assert {"Here", "There"} <= set(text(here.get("/account/sessions/")).split())
    assert set(UserSession.objects.values_list("ip", flat=True)) == {"0.0.0.0"}

    def end(client, agent) -> int:
        session = UserSession.objects.get(user_agent=agent)
        return client.post(f"/account/sessions/{session.pk}/end").status_code

    assert end(stranger, "There") == 404
    assert who_is(there) == "Mia"
    assert end(here, "There") == 303
    assert (who_is(there), who_is(here)) == ("", "Mia")
    assert end(here, "Here") == 404


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
def test_long_absence_signs_out(mia, monkeypatch, owner, days, away, inside):
    if owner:
        Member.objects.create(club=Club.objects.create(name="Club"), user=mia, role=Role.OWNER)
    client, now = signed_in(), time.time()
    session = client.session
    session[sessions.SIGNED_IN], session[sessions.LAST_VISIT] = (
        int(now),
        int(now + (days - away) * sessions.DAY),
    )
    session.save()
    monkeypatch.setattr(sessions.time, "time", lambda: now + days * sessions.DAY)
    assert who_is(client) == ("Mia" if inside else "")


def test_new_password_signs_out_other_devices(mia):
    here, there = signed_in(), signed_in()
    new = {"oldpassword": PASSWORD, "password1": "quite another one", "password2": "quite another one"}
    assert here.post("/account/password/change/", new)["Location"] == "/account/?done=password"
    assert (who_is(here), who_is(there)) == ("Mia", "")


def test_name_and_address_can_be_changed(mia):
    client = signed_in()
    user("Ned")
    for path, sent, status in (
        ("name", {"name": "  Mia  M. "}, 303),
        ("name", {"name": "x" * 41}, 422),
        ("email", {"email": "Ned@example.org"}, 422),
        ("email", {"email": "Mia@Example.com"}, 303),
    ):
        assert client.post(f"/account/{path}/", sent).status_code == status, sent
    mia.refresh_from_db()
    assert (mia.name, mia.email) == ("Mia M.", "mia@example.com")
    assert sign_in(Client(), "mia@example.com").status_code == 302


def test_deletion_ends_all_sessions_and_needs_another_owner(mia):
    club = Club.objects.create(name="Club")
    member = Member.objects.create(club=club, user=mia, role=Role.OWNER)
    here, there = signed_in(), signed_in()
    assert here.post("/account/delete/").status_code == 409
    Member.objects.create(club=club, user=user("Olga"), role=Role.OWNER)
    assert here.post("/account/delete/").status_code == 303
    assert not User.objects.filter(pk=mia.pk).exists()
    assert not Member.objects.filter(pk=member.pk).exists()
    assert (who_is(here), who_is(there)) == ("", "")
    assert club.events.get().about == {"who": "Mia"}


def test_sensitive_steps_ask_for_the_password_again(mia, monkeypatch):
    client = signed_in()
    later = time.time() + 3600  # five minutes are enough
    monkeypatch.setattr("scorekeeper.accounts.adapter.time.time", lambda: later)
    for path in ("/account/delete/", "/account/email/", "/account/2fa/webauthn/add/"):
        answer = client.post(path, {"email": "other@example.org"})
        assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/account/reauthenticate/")
    mia.refresh_from_db()
    assert mia.email == "mia@example.org"


# Brute force (S10) --------------------------------------------------------------------------------------


def test_five_wrong_passwords_lock_out_all_but_a_known_device_which_has_its_own_budget(limited, mia):
    own, other = signed_out(), signed_out()
    assert guess(Client(REMOTE_ADDR="192.0.2.66"), 7) == [200] * 5 + [429] * 2
    refused = sign_in(Client(REMOTE_ADDR="192.0.2.67"))
    assert refused.status_code == 429  # right, but from an unknown device
    assert PASSWORD not in markup(refused)
    assert 0 < int(refused["Retry-After"]) <= 1800
    assert sign_in(other).status_code == 302
    assert guess(own, 6) == [200] * 5 + [429]
    # For another account, the device is unknown.
    user("Ned")
    assert sign_in(own, "ned@example.org", "wrong").status_code == 200


def test_address_has_fifty_failures_and_free_successes(limited, mia):
    for _time in range(8):
        signed_in()
    told = [sign_in(Client(), f"a{n}@example.org", "wrong password").status_code for n in range(52)]
    assert told == [200] * 50 + [429] * 2
    assert sign_in(Client()).status_code == 429
    assert sign_in(Client(REMOTE_ADDR="192.0.2.7")).status_code == 302


def test_broken_counter_stops_sign_in_alone(limited, mia, monkeypatch):
    def down(_happened):
        raise counters.CounterError

    monkeypatch.setattr(attempts.limits, "count", down)
    assert sign_in(Client()).status_code == 429
    assert Client().get("/").status_code == 200


def test_second_factor_codes_are_counted(limited, mia, client):
    TOTP.activate(mia, "JBSWY3DPEHPK3PXP")
    asked = sign_in(client)
    assert asked["Location"] == "/account/2fa/authenticate/"
    assert who_is(client) == ""
    told = [client.post(asked["Location"], {"code": f"{n:06d}"}).status_code for n in range(7)]
    assert told == [200] * 5 + [429] * 2
    assert Authenticator.objects.filter(user=mia).count() == 1


# Links to a new password --------------------------------------------------------------------------------


def asks_for_password(link) -> bool:
    return b'name="password1"' in Client().get(link, follow=True).content


def test_reset_link_of_the_operator_works_once(mia, client, capsys):
    call_command("reset_link", " MIA@example.org ")
    path = capsys.readouterr().out.strip()
    page = client.get(path, follow=True)
    new = {"password1": "a new and long one", "password2": "a new and long one"}
    assert client.post(page.request["PATH_INFO"], new).status_code == 302
    mia.refresh_from_db()
    assert mia.check_password(new["password1"])
    assert not asks_for_password(path)
    with pytest.raises(CommandError):
        call_command("reset_link", "nobody@example.org")


def test_owner_makes_logged_reset_links_for_members_of_this_club_only():
    cast = ClubCast()
    made = cast.post("Olga", "member_reset", cast.member("Mia").pk, data={})
    assert made.status_code == 200
    path = resetting.link_for(user("Mia")).rsplit("-", 2)[0] + "-"  # without the second it was made in
    assert path in markup(made)
    assert "A password reset link was created for Mia." in text(cast.get("Mia", "club_log"))
    # Not for an owner, and not for an account that is a member of another club too.
    Member.objects.create(club=cast.other, user=user("Sven"), role=Role.MEMBER)
    for who in ("Olga", "Sven"):
        assert cast.post("Olga", "member_reset", cast.member(who).pk, data={}).status_code == 409


def test_reset_link_dies_when_its_member_joins_another_club():
    cast = ClubCast()
    link = resetting.link_for(user("Mia"))
    assert asks_for_password(link)
    Member.objects.create(club=cast.other, user=user("Mia"))
    assert not asks_for_password(link)


# A second factor ------------------------------------------------------------------------------------------

SECOND_STEPS = [reverse(name) for name in ("mfa_add_webauthn", "mfa_activate_totp")]


def test_second_factor_needs_no_mail_server(client):
    client.post(SIGNUP, NEW)
    sign_in(client, NEW["email"])
    assert not EmailAddress.objects.get(email=NEW["email"]).verified
    for step in SECOND_STEPS:
        assert client.get(step).status_code == 200, step


def test_second_factor_needs_a_confirmed_address_with_a_mail_server(mia, settings):
    settings.EMAIL_URL, settings.MFA_ALLOW_UNVERIFIED_EMAIL = MAIL_SERVER, False
    client = signed_in()
    EmailAddress.objects.create(user=mia, email="another@example.org", verified=False)
    for step in SECOND_STEPS:
        for answer in client.get(step), client.post(step):
            assert answer.status_code == 409, step
            assert reverse("account_email") in markup(answer)


@pytest.mark.parametrize("server", ["", MAIL_SERVER], ids=["sends no email", "mail"])
def test_sign_up_does_the_same_work_for_a_known_address(mia, settings, monkeypatch, server):
    """Check that all writes for a new address are made for a known one too, and rolled back."""
    settings.EMAIL_URL = server
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory" if server else "none"
    hashed = []
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


def test_confirmation_of_another_account_keeps_the_session(mia):
    client = signed_in()
    link = reverse("account_confirm_email", kwargs=account_rows.confirmation(una()))
    assert client.get(link).status_code == 200
    assert who_is(client) == "Mia"


def test_account_pages_are_not_stored(mia):
    client = signed_in()
    for route in (one for one in every_route() if one.pattern.startswith("account/")):
        point = transaction.savepoint()
        path = reverse(route.name, kwargs=account_rows.ROWS[route.name].values(mia))
        for told in (client.get(path), Client().get(path)):
            # Only a page says who is signed in.
            assert told.status_code != 200 or "no-store" in told["Cache-Control"], route.name
        transaction.savepoint_rollback(point)


def test_strangers_cannot_block_passkeys():
    """Check with many requests, since allauth's own limit would count everybody as one address."""
    sent = {"credential": "{}"}
    told = [Client().post("/account/2fa/webauthn/login/", sent).status_code for _ in range(15)]
    assert told == [302] * 15


def test_sign_ins_are_logged_without_the_address(caplog, client):
    account = una()
    caplog.set_level(logging.INFO, "scorekeeper.accounts")
    sign_in(client, account.email, account.email)
    sign_in(client, account.email)
    client.post("/account/logout/")
    lines = [
        json.loads(JSONLines().format(one)) for one in caplog.records if one.name == "scorekeeper.accounts"
    ]
    assert [(line["message"], line.get("account")) for line in lines] == [
        ("sign-in failed", None),
        ("signed in", account.pk),
        ("signed out", account.pk),
    ]
    assert "example.org" not in json.dumps(lines)

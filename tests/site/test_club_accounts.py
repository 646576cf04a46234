"""Accounts: sign-up, sign-in, protection and deletion, without revealing who has an account."""

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

from scorekeeper.accounts import attempts, reset_links, sessions
from scorekeeper.accounts.hashing import Argon2
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Member, Role
from scorekeeper.config.logs import JSONLines
from scorekeeper.web import counters

from . import account_rows, hostile
from .cast import markup, text
from .club_cast import PASSWORD, ClubCast, user

pytestmark = pytest.mark.django_db

LOGIN, SIGNUP, RESET = "/account/login/", "/account/signup/", "/account/password/reset/"
NEW = {"name": "Una", "email": "una@example.org", "password1": PASSWORD}
MAIL_SERVER = "smtp://mail.example.org"


@pytest.fixture
def mia(db):
    mia = user("Mia")
    mia.set_password(PASSWORD)
    mia.save()
    return mia


@pytest.fixture
def hash_calls(monkeypatch):
    """Return a list that grows with each password that is hashed or verified."""
    calls = []
    for method in "encode", "verify":
        real = getattr(Argon2, method)
        monkeypatch.setattr(Argon2, method, lambda *args, real=real: calls.append(1) or real(*args))
    return calls


@pytest.fixture(params=["", MAIL_SERVER], ids=["no mail server", "mail server"])
def mail_server(request, settings):
    settings.EMAIL_URL = request.param
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory" if request.param else "none"
    return request.param


def sign_in(client, email="mia@example.org", password=PASSWORD, **fields):
    return client.post(LOGIN, {"login": email, "password": password, **fields})


def signed_in(**headers):
    client = Client(**headers)
    assert sign_in(client).status_code == 302
    return client


def signed_out():
    client = signed_in()
    client.post("/account/logout/")
    return client


def guess(client, times):
    return [sign_in(client, password=f"guess number {n}").status_code for n in range(times)]


def account_name(client):
    """Return the name on the account's page, or "" if nobody is signed in."""
    response = client.get(reverse("account"))
    return response.context["user"].name if response.status_code == 200 else ""


def test_new_account_can_sign_in(client):
    page = client.get(SIGNUP)
    assert list(page.context["form"].fields) == ["name", "email", "password1"]
    signed_up = client.post(SIGNUP + "?next=/c/new", {**NEW, "next": "/c/new"})
    assert (signed_up.status_code, signed_up["Location"]) == (302, "/account/login/?next=%2Fc%2Fnew")
    assert 'value="una@example.org"' in markup(client.get(signed_up["Location"]))
    assert sign_in(client, NEW["email"], next="/c/new")["Location"] == "/c/new"
    account = User.objects.get(email=NEW["email"])
    assert (account.name, account_name(client)) == ("Una", "Una")
    assert account.password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")


def test_invalid_sign_ups_show_errors_by_field(client):
    for field, value in (
        ("name", " "),
        ("name", "A" * 41),
        ("name", "a\u202eb"),
        ("email", "nobody"),
        ("password1", "short"),
        ("password1", "1234567890"),
        ("password1", "qwertyuiop"),
    ):
        response = client.post(SIGNUP, NEW | {field: value})
        assert field in response.context["form"].errors, value
        assert PASSWORD not in markup(response), value
    assert not User.objects.exists()


def post_form(path, email):
    """Post a form with this email; return status, redirect and page, with email and token removed."""
    client = Client()
    response = client.post(path, NEW | {"email": email, "login": email, "password": "a wrong password"})
    target = response.get("Location", "")
    page = markup(client.get(target) if target else response).replace(email, "…")
    return response.status_code, target, re.sub(r'value="\w{64}"', "", page)


def test_forms_answer_alike_for_known_and_unknown_emails(mia, mail_server):
    """Check that the pages are equal byte for byte; with a mail server, only the mails differ."""
    for path in (LOGIN, SIGNUP, RESET):
        known, unknown = post_form(path, "mia@example.org"), post_form(path, "mio@example.org")
        assert known == unknown
        User.objects.filter(email="mio@example.org").delete()
    account = User.objects.get()
    assert (account.name, account.check_password(PASSWORD)) == ("Mia", True)
    if mail_server:
        assert [message.to for message in mail.outbox] == [["mia@example.org"], ["mio@example.org"]] * 2
        reset_known, reset_unknown = mail.outbox[2:]
        assert "/account/password/reset/key/" in reset_known.body
        assert "key" not in reset_unknown.body


def test_login_hashes_the_password_for_an_unknown_email_too(mia, hash_calls):
    for email in ("mia@example.org", "mio@example.org"):
        hash_calls.clear()
        sign_in(Client(), email, "a wrong password")
        assert hash_calls, email


def test_next_url_never_leads_off_the_site(mia):
    other_sites = ("https://evil.example/", "http:evil.example", "/\\evil.example", "https:///evil.example")
    for target in (*hostile.TEXTS, *other_sites):
        for response in (
            sign_in(Client(), next=target),
            Client().post(SIGNUP, NEW | {"next": target}),
            Client().post("/account/logout/", {"next": target}),
        ):
            assert response.status_code == (400 if "\0" in target else 302), ascii(target)
            assert not hostile.leaves_site(response.get("Location", "/")), ascii(target)


def test_signing_in_starts_an_empty_session(mia, client):
    client.post(SIGNUP, NEW)  # creates a session before anybody signs in
    key_before = client.cookies["sid"].value
    sign_in(client)
    key_after = client.cookies["sid"].value
    assert key_after != key_before
    session = client.session
    session["mine"] = "a secret"
    session.save()
    client.force_login(user("Ned"))
    assert "mine" not in client.session
    assert not Session.objects.filter(session_key__in=[key_before, key_after]).exists()


def test_own_sessions_are_listed_and_ended(mia):
    this_device = signed_in(HTTP_USER_AGENT="Here", REMOTE_ADDR="192.0.2.7")
    other_device = signed_in(HTTP_USER_AGENT="There")
    stranger = Client()
    stranger.force_login(user("Ned"))
    assert {"Here", "There"} <= set(text(this_device.get("/account/sessions/")).split())
    assert set(UserSession.objects.values_list("ip", flat=True)) == {"0.0.0.0"}

    def end(client, agent):
        session = UserSession.objects.get(user_agent=agent)
        return client.post(f"/account/sessions/{session.pk}/end").status_code

    assert end(stranger, "There") == 404
    assert account_name(other_device) == "Mia"
    assert end(this_device, "There") == 303
    assert (account_name(other_device), account_name(this_device)) == ("", "Mia")
    assert end(this_device, "Here") == 404


@pytest.mark.parametrize(
    ("role", "days_signed_in", "days_away", "name"),
    [
        (Role.MEMBER, 29, 29, "Mia"),
        (Role.MEMBER, 31, 31, ""),
        (Role.MEMBER, 91, 1, ""),
        (Role.OWNER, 6, 6, "Mia"),
        (Role.OWNER, 8, 8, ""),
    ],
)
def test_long_absence_signs_out(mia, monkeypatch, role, days_signed_in, days_away, name):
    Member.objects.create(club=Club.objects.create(name="Club"), user=mia, role=role)
    client, now = signed_in(), time.time()
    session = client.session
    session[sessions.SIGNED_IN] = int(now)
    session[sessions.LAST_VISIT] = int(now + (days_signed_in - days_away) * sessions.DAY)
    session.save()
    monkeypatch.setattr(sessions.time, "time", lambda: now + days_signed_in * sessions.DAY)
    assert account_name(client) == name


def test_new_password_signs_out_other_devices(mia):
    this_device, other_device = signed_in(), signed_in()
    new = {"oldpassword": PASSWORD, "password1": "quite another one", "password2": "quite another one"}
    assert this_device.post("/account/password/change/", new)["Location"] == "/account/?done=password"
    assert (account_name(this_device), account_name(other_device)) == ("Mia", "")


def test_name_and_email_can_be_changed(mia):
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
    this_device, other_device = signed_in(), signed_in()
    assert this_device.post("/account/delete/").status_code == 409
    Member.objects.create(club=club, user=user("Olga"), role=Role.OWNER)
    assert this_device.post("/account/delete/").status_code == 303
    assert not User.objects.filter(pk=mia.pk).exists()
    assert not Member.objects.filter(pk=member.pk).exists()
    assert (account_name(this_device), account_name(other_device)) == ("", "")
    assert club.events.get().about == {"who": "Mia"}


def test_sensitive_steps_ask_for_the_password_again(mia, monkeypatch):
    client = signed_in()
    later = time.time() + 3600  # the password is asked for again after five minutes
    monkeypatch.setattr("scorekeeper.accounts.adapter.time.time", lambda: later)
    for path in ("/account/delete/", "/account/email/", "/account/2fa/webauthn/add/"):
        answer = client.post(path, {"email": "other@example.org"})
        assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/account/reauthenticate/")
    mia.refresh_from_db()
    assert mia.email == "mia@example.org"


# Brute force


def test_lockout_counts_known_devices_separately(limited, mia):
    own_device, other_device = signed_out(), signed_out()
    assert guess(Client(REMOTE_ADDR="192.0.2.66"), 7) == [200] * 5 + [429] * 2
    refused = sign_in(Client(REMOTE_ADDR="192.0.2.67"))
    assert refused.status_code == 429  # the password is right, but the device is unknown
    assert PASSWORD not in markup(refused)
    assert 0 < int(refused["Retry-After"]) <= 1800
    assert sign_in(other_device).status_code == 302
    assert guess(own_device, 6) == [200] * 5 + [429]
    # A device known for one account is unknown for another.
    user("Ned")
    assert sign_in(own_device, "ned@example.org", "wrong").status_code == 200


def test_fifty_failed_sign_ins_block_an_ip_address(limited, mia):
    for _time in range(8):  # correct sign-ins do not count
        signed_in()
    statuses = [sign_in(Client(), f"a{n}@example.org", "wrong password").status_code for n in range(52)]
    assert statuses == [200] * 50 + [429] * 2
    assert sign_in(Client()).status_code == 429
    assert sign_in(Client(REMOTE_ADDR="192.0.2.7")).status_code == 302


def test_broken_counter_stops_only_sign_in(limited, mia, monkeypatch):
    def fail(_event):
        raise counters.CounterError

    monkeypatch.setattr(attempts.limits, "count", fail)
    assert sign_in(Client()).status_code == 429
    assert Client().get("/").status_code == 200


def test_second_factor_codes_are_counted(limited, mia, client):
    TOTP.activate(mia, "JBSWY3DPEHPK3PXP")
    page = sign_in(client)["Location"]
    assert page == "/account/2fa/authenticate/"
    assert account_name(client) == ""
    statuses = [client.post(page, {"code": f"{n:06d}"}).status_code for n in range(7)]
    assert statuses == [200] * 5 + [429] * 2
    assert Authenticator.objects.filter(user=mia).count() == 1


# Password reset links


def asks_for_password(link):
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


def test_owner_gets_reset_links_only_for_members_of_no_other_club():
    cast = ClubCast()
    response = cast.post("Olga", "member_reset", cast.member("Mia").pk, data={})
    assert response.status_code == 200
    link_start = reset_links.link_for(user("Mia")).rsplit("-", 2)[0] + "-"  # without the timestamp and hash
    assert link_start in markup(response)
    assert "A password reset link was created for Mia." in text(cast.get("Mia", "club_log"))
    # No link for an owner, nor for somebody who is a member of another club too.
    Member.objects.create(club=cast.other, user=user("Sven"), role=Role.MEMBER)
    for who in ("Olga", "Sven"):
        assert cast.post("Olga", "member_reset", cast.member(who).pk, data={}).status_code == 409


def test_joining_another_club_ends_the_reset_link():
    cast = ClubCast()
    link = reset_links.link_for(user("Mia"))
    assert asks_for_password(link)
    Member.objects.create(club=cast.other, user=user("Mia"))
    assert not asks_for_password(link)


# A second factor

SECOND_FACTOR_PAGES = [reverse(name) for name in ("mfa_add_webauthn", "mfa_activate_totp")]


def test_second_factor_needs_no_mail_server(client):
    client.post(SIGNUP, NEW)
    sign_in(client, NEW["email"])
    assert not EmailAddress.objects.get(email=NEW["email"]).verified
    for step in SECOND_FACTOR_PAGES:
        assert client.get(step).status_code == 200, step


def test_second_factor_with_a_mail_server_needs_a_confirmed_email(mia, settings):
    settings.EMAIL_URL, settings.MFA_ALLOW_UNVERIFIED_EMAIL = MAIL_SERVER, False
    client = signed_in()
    EmailAddress.objects.create(user=mia, email="another@example.org", verified=False)
    for step in SECOND_FACTOR_PAGES:
        for answer in client.get(step), client.post(step):
            assert answer.status_code == 409, step
            assert reverse("account_email") in markup(answer)


def test_sign_up_does_the_same_work_for_a_known_email(mia, mail_server, hash_calls):
    """Check that all writes for a new email are made for a known email too, and rolled back."""
    work = []
    for email in ("mia@example.org", "new@example.org"):
        hash_calls.clear()
        with CaptureQueriesContext(connection) as queries:
            assert Client().post(SIGNUP, NEW | {"email": email}).status_code == 302
        inserted = [sql["sql"].split()[2] for sql in queries if sql["sql"].startswith("INSERT")]
        work.append((len(hash_calls), sorted(name for name in inserted if "session" not in name)))
    assert work[0] == work[1]
    assert work[0][0] == 1
    assert sorted(User.objects.values_list("email", flat=True)) == ["mia@example.org", "new@example.org"]


def test_confirmation_of_another_account_keeps_the_session(mia):
    client = signed_in()
    link = reverse("account_confirm_email", kwargs=account_rows.confirmation(user("Una")))
    assert client.get(link).status_code == 200
    assert account_name(client) == "Mia"


def test_account_pages_are_not_cached(mia):
    client = signed_in()
    for name, row in account_rows.ROWS.items():
        point = transaction.savepoint()
        path = reverse(name, kwargs=row.values(mia))
        for response in (client.get(path), Client().get(path)):
            # Redirects and errors do not show who is signed in.
            assert response.status_code != 200 or "no-store" in response["Cache-Control"], name
        transaction.savepoint_rollback(point)


def test_strangers_cannot_block_passkeys():
    """Check with many requests, since allauth's own limit would count everybody as one IP address."""
    for _ in range(15):
        assert Client().post("/account/2fa/webauthn/login/", {"credential": "{}"}).status_code == 302


def test_sign_ins_are_logged_without_the_email(caplog, client, mia):
    caplog.set_level(logging.INFO, "scorekeeper.accounts")
    sign_in(client, password=mia.email)
    sign_in(client)
    client.post("/account/logout/")
    records = [record for record in caplog.records if record.name == "scorekeeper.accounts"]
    lines = [json.loads(JSONLines().format(record)) for record in records]
    assert [(line["message"], line.get("account")) for line in lines] == [
        ("sign-in failed", None),
        ("signed in", mia.pk),
        ("signed out", mia.pk),
    ]
    assert "example.org" not in json.dumps(lines)

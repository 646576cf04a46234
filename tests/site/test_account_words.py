"""Accounts speak as the rest of the site does: no page, mail or mistake has django-allauth's own wording."""

from __future__ import annotations

import gettext
import html
import re
from functools import cache
from pathlib import Path
from typing import Any

import allauth
import pytest
from allauth.account import app_settings
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.core import mail
from django.template.loader import get_template
from django.test import Client
from django.urls import reverse

from scorekeeper.accounts.adapter import Adapter, SecondSteps
from scorekeeper.accounts.models import User

from . import account_rows
from .club_cast import PASSWORD, user
from .test_club_accounts import sign_in

pytestmark = pytest.mark.looks

ROOT = Path(__file__).resolve().parents[2]
THEIRS = Path(allauth.__file__).parent
# Codes by mail are not offered, and a password is never missing; these mails go to nobody.
NEVER_SENT = ("login_code", "password_reset_code")


@cache
def their_words() -> frozenset[str]:
    """Every sentence of allauth's: words that stand in its catalogue, and in no text of ours."""
    with (THEIRS / "locale/de/LC_MESSAGES/django.mo").open("rb") as file:
        known = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    ours = "".join(
        path.read_text("utf-8")
        for folder in ("templates", "scorekeeper")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".html", ".txt", ".py")
    )
    sentences = {key for key in known if isinstance(key, str) and len(key.split()) > 1 and "%" not in key}
    return frozenset(one for one in sentences if one not in ours)


def said(page: bytes | str) -> str:
    """The words of a page."""
    text = page.decode() if isinstance(page, bytes) else page
    text = re.sub(r"<(script|style).*?</\1>", " ", text, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def theirs_in(text: str) -> list[str]:
    words = said(text)
    patterns = {one: re.escape(" ".join(one.split())) for one in their_words()}
    return [one for one, pattern in patterns.items() if re.search(rf"(?<!\w){pattern}(?!\w)", words)]


def test_we_know_their_words() -> None:
    assert {"Bad Token", "Confirm Access", "Two-Factor Authentication", "Current Password"} <= their_words()
    assert theirs_in("<h1>Confirm <b>Access</b></h1>") == ["Confirm Access"]


@pytest.fixture
def mia(db: None) -> User:
    found = user("Mia")
    found.set_password(PASSWORD)
    found.save()
    return found


@pytest.mark.parametrize("name", sorted(account_rows.ROWS))
def test_no_page_has_their_wording(name: str, mia: User, client: Client) -> None:
    row = account_rows.ROWS[name]
    path = reverse(name, kwargs=row.values(mia))
    for signed_in in (False, True):
        if signed_in:
            client.force_login(mia, backend="allauth.account.auth_backends.AuthenticationBackend")
        for sent in (None, {}, row.sent or {}):
            answer = client.get(path) if sent is None else client.post(path, sent)
            if answer.headers.get("Content-Type", "").startswith("text/html"):
                assert theirs_in(answer.content.decode()) == [], (name, signed_in, sent)


def test_between_the_password_and_the_code_too(mia: User, client: Client) -> None:
    TOTP.activate(mia, "JBSWY3DPEHPK3PXP")
    answer = sign_in(client)
    assert answer.url == reverse("mfa_authenticate")
    page = client.get(answer.url)
    assert "Second step" in page.content.decode()
    wrong = client.post(answer.url, {"code": "000000"})
    assert "Wrong code" in wrong.content.decode()
    assert theirs_in(page.content.decode() + wrong.content.decode()) == []


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"oldpassword": "wrong"}, "That is not your current password."),
        ({"password2": "quite another one"}, "The passwords do not match."),
    ],
)
def test_what_is_wrong_with_a_new_password_is_said_plainly(
    mia: User, client: Client, sent: dict[str, str], says: str
) -> None:
    sign_in(client)
    right = {"oldpassword": PASSWORD, "password1": "one that is long", "password2": "one that is long"}
    page = client.post(reverse("account_change_password"), right | sent).content.decode()
    assert says in said(page)
    assert theirs_in(page) == []


def test_a_wrong_password_is_said_plainly(mia: User, client: Client) -> None:
    page = sign_in(client, password="not this one").content.decode()
    assert "The address or the password is wrong." in said(page)


def test_an_address_is_confirmed_and_a_dead_link_says_so(mia: User, client: Client) -> None:
    address = EmailAddress.objects.create(user=mia, email="new@example.org")
    page = client.get(reverse("account_confirm_email", args=[EmailConfirmationHMAC(address).key]))
    assert "Confirm your email address" in page.content.decode()
    assert "new@example.org" in page.content.decode()
    dead = client.get(reverse("account_confirm_email", args=["no-such-key"]))
    assert "This link no longer works" in dead.content.decode()


def test_a_new_password_by_a_link(mia: User, client: Client) -> None:
    from django.core.management import call_command

    out = __import__("io").StringIO()
    call_command("reset_link", mia.email, stdout=out)
    link = re.search(r"/account/\S+", out.getvalue())
    assert link
    page = client.get(link[0], follow=True)
    assert "Repeat new password" in said(page.content)
    assert theirs_in(page.content.decode()) == []
    new = {"password1": "one that is long", "password2": "one that is long"}
    done = client.post(page.redirect_chain[-1][0], new, follow=True)
    assert theirs_in(done.content.decode()) == []
    assert sign_in(Client(), password="one that is long").status_code == 302


def their_mails() -> list[str]:
    found = (
        path.relative_to(THEIRS / "templates").as_posix()
        for app in ("account", "mfa")
        for path in (THEIRS / "templates" / app / "email").glob("*.txt")
    )
    return sorted(one for one in found if not any(name in one for name in NEVER_SENT))


@pytest.mark.parametrize("name", their_mails())
def test_every_mail_is_ours(name: str) -> None:
    template = get_template(name)
    assert Path(template.origin.name).is_relative_to(ROOT / "templates")  # type: ignore[attr-defined]
    values = {
        **{"email": "mia@example.org", "user": User(email="mia@example.org", name="Mia")},
        **{"password_reset_url": "https://x/1", "activate_url": "https://x/2", "signup_url": "https://x/3"},
        **{"from_email": "a@example.org", "to_email": "b@example.org", "deleted_email": "c@example.org"},
        **{"timestamp": "2026-11-20", "user_agent": "a browser", "ip": "0.0.0.0"},
    }
    words = template.render(values)
    assert theirs_in(words) == []
    assert "0.0.0.0" not in words
    assert "&" not in words
    if "subject" in name:
        assert len(words.strip().splitlines()) == 1


def test_a_mail_says_what_to_do_and_from_whom_it_is(mia: User, rf: Any, settings: Any) -> None:
    from allauth.account.adapter import get_adapter
    from allauth.core import context

    with context.request_context(rf.get("/")):
        get_adapter().send_mail(
            "account/email/password_reset_key",
            mia.email,
            {"password_reset_url": "https://club.example/reset"},
        )
    (sent,) = mail.outbox
    assert sent.subject == "New password"
    assert "https://club.example/reset" in sent.body
    assert theirs_in(sent.body) == []


@pytest.mark.parametrize("name", sorted(Adapter.error_messages))
def test_every_mistake_that_can_be_made_here_is_in_our_words(name: str) -> None:
    """Those of user names and telephones cannot be made: nobody has one."""
    never = {"cannot_remove_primary_email", "max_email_addresses", "select_only_one", "unknown_email"}
    if name in never or "phone" in name or "username" in name:
        assert {"email"} == app_settings.LOGIN_METHODS
    else:
        assert str(Adapter.error_messages[name]) not in their_words()


def test_so_are_those_of_the_second_step() -> None:
    assert not {str(one) for one in SecondSteps.error_messages.values()} & their_words()


@pytest.mark.django_db
def test_a_passkey_is_named_after_the_phone_and_a_second_one_by_its_number(mia: User) -> None:
    kind = Authenticator.Type.WEBAUTHN
    assert SecondSteps().generate_authenticator_name(mia, kind) == "This phone"
    Authenticator.objects.create(user=mia, type=kind, data={})
    assert SecondSteps().generate_authenticator_name(mia, kind) == "Passkey 2"

"""The EMAIL_URL setting."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from scorekeeper.config.mail import mail

from .test_settings import manage


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("smtp://mail.example.org", ("mail.example.org", 587, "", "", True, False)),
        ("smtps://ann:p%40ss@mail.example.org", ("mail.example.org", 465, "ann", "p@ss", False, True)),
        ("smtp+plain://localhost:1025", ("localhost", 1025, "", "", False, False)),
    ],
)
def test_the_address_of_a_mail_server_says_everything(url: str, says: tuple[object, ...]) -> None:
    made = mail(url, "cards.example.org")
    names = ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_TLS", "USE_SSL")
    assert tuple(made[f"EMAIL_{name}"] for name in names) == says
    assert made["DEFAULT_FROM_EMAIL"] == "scorekeeper@cards.example.org"
    assert mail(f"{url}/?from=club@example.org")["DEFAULT_FROM_EMAIL"] == "club@example.org"


def test_without_one_no_mail_goes_out() -> None:
    assert mail("") == {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}


@pytest.mark.parametrize(
    "url", ["mail.example.org", "http://mail.example.org", "smtp://", "smtp://mail:port"]
)
def test_one_that_cannot_be_stops_the_start_without_telling_its_password(url: str) -> None:
    with pytest.raises(ImproperlyConfigured):
        mail(url)


def test_with_a_mail_server_addresses_are_confirmed_and_without_one_not(tmp_path: Path) -> None:
    ask = (
        "shell",
        "--no-imports",
        "-c",
        "from django.conf import settings as s; print(s.ACCOUNT_EMAIL_VERIFICATION)",
    )
    for url, says in (("", "none"), ("smtp://mail.example.org", "mandatory")):
        assert manage(*ask, VAR_DIR=str(tmp_path), EMAIL_URL=url).stdout.split() == [says]

"""The EMAIL_URL setting."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from scorekeeper.config.mail import mail

from .test_settings import manage


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("smtp://mail.example.org", ("mail.example.org", 587, "", "", True, False)),
        ("smtps://ann:p%40ss@mail.example.org", ("mail.example.org", 465, "ann", "p@ss", False, True)),
        ("smtp+plain://localhost:1025", ("localhost", 1025, "", "", False, False)),
    ],
)
def test_mail_server_url_is_parsed(url, expected):
    config = mail(url, "cards.example.org")
    names = ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_TLS", "USE_SSL")
    assert tuple(config[f"EMAIL_{name}"] for name in names) == expected
    assert config["DEFAULT_FROM_EMAIL"] == "scorekeeper@cards.example.org"
    assert mail(f"{url}/?from=club@example.org")["DEFAULT_FROM_EMAIL"] == "club@example.org"


def test_without_a_mail_server_nothing_is_sent():
    assert mail("") == {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}


def test_site_does_not_start_with_an_invalid_mail_server_url():
    for url in "mail.example.org", "http://mail.example.org", "smtp://", "smtp://mail:port":
        with pytest.raises(ImproperlyConfigured):
            mail(url)


def test_email_addresses_are_confirmed_only_with_a_mail_server(tmp_path, settings):
    assert settings.ACCOUNT_EMAIL_VERIFICATION == "none"
    script = "from django.conf import settings; print(settings.ACCOUNT_EMAIL_VERIFICATION)"
    environment = {"VAR_DIR": str(tmp_path), "EMAIL_URL": "smtp://mail.example.org"}
    assert manage("shell", "--no-imports", "-c", script, **environment).stdout == "mandatory\n"

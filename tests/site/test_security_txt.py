"""/.well-known/security.txt: the operator's contact for vulnerabilities."""

import importlib
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import clear_url_caches
from django.utils import timezone

from scorekeeper.config import urls

PATH = "/.well-known/security.txt"


@pytest.fixture
def contact(settings) -> Iterator[str]:
    settings.SECURITY_CONTACT = "mailto:safe@example.org"
    importlib.reload(urls)
    clear_url_caches()
    yield settings.SECURITY_CONTACT
    settings.SECURITY_CONTACT = ""
    importlib.reload(urls)
    clear_url_caches()


def test_security_txt_is_404_without_a_contact(db):
    assert Client().get(PATH).status_code == 404


def test_security_txt_has_contact_and_expiry(contact):
    response = Client().get(PATH)
    fields = dict(line.split(": ", 1) for line in response.content.decode().splitlines())
    assert fields["Contact"] == contact
    valid_for = datetime.fromisoformat(fields["Expires"]) - timezone.now()
    assert timedelta(days=30) < valid_for < timedelta(days=365)

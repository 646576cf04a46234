"""/.well-known/security.txt: the operator's contact for vulnerabilities."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import clear_url_caches
from django.utils import timezone

from scorekeeper.config import urls

PATH = "/.well-known/security.txt"


@pytest.fixture
def contact(settings: Any) -> Iterator[str]:
    settings.SECURITY_CONTACT = "mailto:safe@example.org"
    importlib.reload(urls)
    clear_url_caches()
    yield settings.SECURITY_CONTACT
    settings.SECURITY_CONTACT = ""
    importlib.reload(urls)
    clear_url_caches()


def test_it_is_absent_where_nobody_is_named(db: None) -> None:
    assert Client().get(PATH).status_code == 404


def test_it_names_whom_to_tell_and_until_when_that_holds(contact: str) -> None:
    told = Client().get(PATH)
    assert told["Content-Type"].startswith("text/plain")
    said = dict(line.split(": ", 1) for line in told.content.decode().splitlines())
    assert said["Contact"] == contact
    left = datetime.fromisoformat(said["Expires"]) - timezone.now()
    assert timedelta(days=30) < left < timedelta(days=365)

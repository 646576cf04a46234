"""The probes: is the process alive, and could a hand be saved now."""

import shutil
from collections import namedtuple

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.test import Client

from scorekeeper.ops import views


@pytest.fixture(autouse=True)
def not_probed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "_probed", (float("-inf"), ""))


def test_healthz_answers_without_a_database(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"


@pytest.mark.django_db
def test_readyz_writes_a_row(client: Client) -> None:
    assert client.get("/readyz").status_code == 200
    assert Session.objects.filter(session_key="readyz").count() == 1


@pytest.mark.django_db
def test_readyz_says_no_when_the_disk_is_nearly_full(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**12, 10**12, 10**8))
    response = client.get("/readyz")
    assert (response.status_code, response.content) == (503, b"the disk is nearly full\n")


def test_readyz_says_no_when_the_database_refuses(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    class Refusing:
        def __enter__(self) -> None:
            raise DatabaseError

        def __exit__(self, *_: object) -> None: ...

    monkeypatch.setattr(views.transaction, "atomic", Refusing)
    assert client.get("/readyz").status_code == 503

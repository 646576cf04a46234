"""The health checks: /healthz (the process is alive) and /readyz (a hand could be saved now)."""

import shutil
from unittest.mock import Mock

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError

from scorekeeper.ops import views


@pytest.fixture(autouse=True)
def no_cached_result(monkeypatch):
    monkeypatch.setattr(views, "_last_test", (float("-inf"), ""))


def test_healthz_answers_without_a_database(client):
    assert client.get("/healthz").content == b"ok\n"


@pytest.mark.django_db
def test_readyz_writes_a_row(client):
    assert client.get("/readyz").status_code == 200
    assert Session.objects.filter(session_key="readyz").count() == 1


@pytest.mark.django_db
def test_readyz_fails_when_the_disk_is_nearly_full(client, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Mock(free=10**8))
    response = client.get("/readyz")
    assert (response.status_code, response.content) == (503, b"the disk is nearly full\n")


def test_readyz_fails_when_the_database_fails(client, monkeypatch):
    monkeypatch.setattr(views.transaction, "atomic", Mock(side_effect=DatabaseError))
    assert client.get("/readyz").status_code == 503

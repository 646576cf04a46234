"""The right to keep score: requested, given, passed on, withdrawn and given up."""

from datetime import timedelta

import pytest
from django.test import Client

from scorekeeper.matches import permissions, phones
from scorekeeper.matches.models import Role
from scorekeeper.web import phone_cookie

from .cast import markup, text


def roles(cast) -> dict[str, str]:
    return {phone.name: phone.role for phone in cast.table.phones.all()}


def ask(cast, client, **sent) -> int:
    """Ask to keep score, under a chosen name (``who``) or a typed one (``other``); return the status."""
    return client.post(cast.url("ask_to_score"), sent).status_code


def answer(cast, who, may="score") -> int:
    """Answer Cy's request from the phone of ``who``; return the status."""
    return cast.post(who, "answer", cast.phone("Cy").pk, data={"may": may}).status_code


def set_role(cast, who, may) -> int:
    """Set the role of Bo's phone from the phone of ``who``; return the status."""
    return cast.post(who, "role", cast.phone("Bo").pk, data={"may": may}).status_code


def page(cast, who) -> str:
    return text(cast.get(who, "table"))


@pytest.fixture
def pending_request(cast):
    """Let Cy ask to keep score."""
    assert ask(cast, cast.clients["Cy"], who="Cy") == 302


def test_scorers_see_a_request(cast, pending_request):
    version = cast.table.version
    for who in "Ann", "Bo":
        assert "Cy’s phone wants to keep score" in page(cast, who)
    assert "You asked to keep score" in page(cast, "Cy")
    assert "wants to keep score" not in page(cast, "Cy")
    cast.table.refresh_from_db()
    assert cast.table.version > version, "every phone is told"


def test_stranger_with_the_code_may_ask(cast):
    stranger = Client()
    assert ask(cast, stranger, other="Di") == 302
    assert roles(cast)["Di"] == Role.WATCHER
    assert stranger.cookies[phone_cookie.COOKIE]["httponly"]
    assert stranger.post(cast.url("hand"), {}).status_code == 403


@pytest.mark.parametrize("who", ["Ann", "Bo"])
def test_any_scorer_lets_in_a_phone_that_asks(cast, pending_request, who):
    assert answer(cast, who) == 302
    assert roles(cast)["Cy"] == Role.SCORER
    assert 'id="hand-form"' in markup(cast.get("Cy", "table"))


def test_phone_that_never_asked_is_not_let_in(cast):
    assert answer(cast, "Bo") == 302
    assert roles(cast)["Cy"] == Role.WATCHER


def test_denied_phone_may_ask_again_after_a_minute(cast, pending_request, monkeypatch):
    answer(cast, "Bo", may="watch")
    assert roles(cast)["Cy"] == Role.WATCHER
    assert "was declined" in page(cast, "Cy")
    assert ask(cast, cast.clients["Cy"], who="Cy") == 429
    monkeypatch.setattr(permissions, "ASK_AGAIN_AFTER", timedelta(0))
    assert ask(cast, cast.clients["Cy"], who="Cy") == 302


def test_pending_requests_are_limited(cast):
    statuses = [ask(cast, Client(), other=f"Guest {n}") for n in range(permissions.MOST_ASKING + 2)]
    assert statuses == [302] * permissions.MOST_ASKING + [429] * 2


def test_phones_of_a_table_are_limited(cast, monkeypatch):
    monkeypatch.setattr(phones, "MOST_PHONES", 3)
    assert ask(cast, Client(), other="Eve") == 429


def test_request_needs_a_readable_name(cast):
    for name in ("", "   ", "x" * 41, "\u202egninaem"):
        assert ask(cast, cast.clients["Cy"], other=name) == 422, ascii(name)
    assert not cast.table.phones.filter(asking="asks").exists()


def test_host_passes_the_role_on(cast):
    assert set_role(cast, "Ann", "host") == 302
    assert roles(cast) == {"Ann": Role.SCORER, "Bo": Role.HOST, "Cy": Role.WATCHER}
    assert set_role(cast, "Ann", "watch") == 403


def test_scorer_who_joined_first_inherits_the_host_role(cast):
    phones.let_in(cast.table, "a phone that belongs to Eve", Role.SCORER, "Eve")
    assert "Bo’s phone becomes the host" in text(cast.get("Ann", "leave"))
    assert cast.post("Ann", "leave").status_code == 302
    assert roles(cast) == {"Ann": Role.WATCHER, "Bo": Role.HOST, "Cy": Role.WATCHER, "Eve": Role.SCORER}
    assert cast.enter("Ann", cast.hands[0]).status_code == 403


def test_abandoned_table_makes_the_next_scorer_host(cast):
    for who in "Bo", "Ann":
        cast.post(who, "leave")
    assert set(roles(cast).values()) == {Role.WATCHER}
    cast.table.refresh_from_db()
    cast.post("Cy", "join", data={"secret": phones.score_secret(cast.table)})
    assert roles(cast)["Cy"] == Role.HOST


def test_watcher_sees_no_score_link(cast):
    shared = markup(cast.get("Cy", "share"))
    assert phones.score_secret(cast.table) not in shared
    assert "Ask to keep score" in shared

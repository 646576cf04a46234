"""The right to keep score: requested, given, passed on, withdrawn and given up."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from scorekeeper.matches import (
    models,
    permissions,
    phones,
)
from scorekeeper.matches.models import Role
from scorekeeper.web import phone_cookie

from .cast import Cast, text


def roles(cast: Cast) -> dict[str, str]:
    return {phone.name: phone.role for phone in cast.table.phones.all()}


def ask(cast: Cast, who: str = "Cy", **said: str):
    return cast.clients[who].post(f"/t/{cast.table.code}/ask", said or {"who": who})


def answer(cast: Cast, by: str, about: str, may: str = "score"):
    return cast.clients[by].post(f"/t/{cast.table.code}/phones/{cast.phone(about).pk}/answer", {"may": may})


def sheet(cast: Cast, who: str) -> str:
    return text(cast.clients[who].get(f"/t/{cast.table.code}/"))


def test_a_watcher_asks_and_those_who_keep_score_see_it(cast: Cast) -> None:
    version = cast.table.version
    assert ask(cast).status_code == 302
    for who in "Ann", "Bo":
        assert "Cy’s phone wants to keep score" in sheet(cast, who)
    assert "You asked to keep score" in sheet(cast, "Cy")
    assert "wants to keep score" not in sheet(cast, "Cy")
    cast.table.refresh_from_db()
    assert cast.table.version > version, "every phone hears of it"


def test_a_stranger_asks_by_the_spoken_code_alone(cast: Cast) -> None:
    stranger = Client()
    asked = stranger.post(f"/t/{cast.table.code}/ask", {"other": "Di"})
    assert asked.status_code == 302
    assert cast.table.phones.get(name="Di").role == Role.WATCHER
    assert stranger.cookies[phone_cookie.COOKIE]["httponly"]
    assert stranger.post(f"/t/{cast.table.code}/m/1/hand", {}).status_code == 403


@pytest.mark.parametrize("by", ["Ann", "Bo"])
def test_whoever_keeps_score_lets_it_in(cast: Cast, by: str) -> None:
    ask(cast)
    assert answer(cast, by, "Cy").status_code == 302
    assert roles(cast)["Cy"] == Role.SCORER
    assert 'id="hand-form"' in cast.clients["Cy"].get(f"/t/{cast.table.code}/").content.decode()


def test_a_phone_that_never_asked_is_not_let_in_by_a_scorer(cast: Cast) -> None:
    assert answer(cast, "Bo", "Cy").status_code == 302
    assert roles(cast)["Cy"] == Role.WATCHER


def test_a_phone_that_was_denied_may_ask_again_after_a_minute(cast: Cast, monkeypatch) -> None:
    ask(cast)
    answer(cast, "Bo", "Cy", may="watch")
    assert roles(cast)["Cy"] == Role.WATCHER
    assert "was declined" in sheet(cast, "Cy")
    assert ask(cast).status_code == 429
    monkeypatch.setattr(permissions, "AGAIN", timedelta(0))
    assert ask(cast).status_code == 302


def test_only_so_many_ask_at_a_time(cast: Cast) -> None:
    path = f"/t/{cast.table.code}/ask"
    said = [
        Client().post(path, {"other": f"Guest {n}"}).status_code for n in range(permissions.MOST_ASKING + 2)
    ]
    assert said == [302] * permissions.MOST_ASKING + [429] * 2


def test_a_table_knows_only_so_many_phones(cast: Cast, monkeypatch) -> None:
    monkeypatch.setattr(phones, "MOST_PHONES", 3)
    assert Client().post(f"/t/{cast.table.code}/ask", {"other": "Eve"}).status_code == 429


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "\u202egninaem"])
def test_whoever_asks_has_a_name_that_can_be_read(cast: Cast, name: str) -> None:
    assert ask(cast, other=name).status_code == 422
    assert not cast.table.phones.filter(asking="asks").exists()


def test_a_right_withdrawn_is_gone_at_the_next_request(cast: Cast) -> None:
    path = f"/t/{cast.table.code}/phones/{cast.phone('Bo').pk}"
    assert cast.clients["Bo"].post(path, {"may": "score"}).status_code == 403, "only the host"
    assert cast.clients["Ann"].post(path, {"may": "watch"}).status_code == 302
    assert cast.enter("Bo", cast.hands[0]).status_code == 403
    ask(cast)
    assert answer(cast, "Bo", "Cy").status_code == 403


def test_the_host_makes_somebody_else_the_host_and_goes_on_scoring(cast: Cast) -> None:
    path = f"/t/{cast.table.code}/phones/{cast.phone('Bo').pk}"
    assert cast.clients["Ann"].post(path, {"may": "host"}).status_code == 302
    assert (roles(cast)["Ann"], roles(cast)["Bo"]) == (Role.SCORER, Role.HOST)
    assert cast.clients["Ann"].post(path, {"may": "watch"}).status_code == 403


def test_when_the_host_leaves_whoever_kept_score_longest_is_host(cast: Cast) -> None:
    phones.let_in(cast.table, "a phone that belongs to Eve", Role.SCORER, "Eve")
    page = cast.clients["Ann"].get(f"/t/{cast.table.code}/leave")
    assert "Bo’s phone becomes the host" in text(page)
    assert cast.clients["Ann"].post(f"/t/{cast.table.code}/leave").status_code == 302
    assert (roles(cast)["Ann"], roles(cast)["Bo"], roles(cast)["Eve"]) == (
        Role.WATCHER,
        Role.HOST,
        Role.SCORER,
    )
    assert cast.enter("Ann", cast.hands[0]).status_code == 403


def test_a_table_left_by_everybody_takes_the_next_with_the_score_link_as_its_host(cast: Cast) -> None:
    cast.clients["Bo"].post(f"/t/{cast.table.code}/leave")
    assert "Nobody else can keep score" in text(cast.clients["Ann"].get(f"/t/{cast.table.code}/leave"))
    cast.clients["Ann"].post(f"/t/{cast.table.code}/leave")
    assert set(roles(cast).values()) == {Role.WATCHER}
    secret = phones.invitation(models.Table.objects.get(pk=cast.table.pk))
    cast.clients["Cy"].post(f"/t/{cast.table.code}/join", {"secret": secret})
    assert roles(cast)["Cy"] == Role.HOST


def test_a_watcher_sees_no_page_that_writes(cast: Cast) -> None:
    cast.play(2)
    for path in ("leave", "m/1/hand", "m/1/names", "m/1/adjust", "m/1/rematch", "m/1/hand/1/amend"):
        for who in "Cy", "Di":
            assert cast.clients[who].get(f"/t/{cast.table.code}/{path}").status_code == 403, path
    shared = cast.clients["Cy"].get(f"/t/{cast.table.code}/share").content.decode()
    assert phones.invitation(cast.table) not in shared
    assert "Ask to keep score" in shared

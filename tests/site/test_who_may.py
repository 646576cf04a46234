"""The authorization matrix: every URL of the URLconf, by method and person. A new URL needs a row."""

import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from games.engine import to_form_data
from scorekeeper.matches import commands, permissions, phones
from scorekeeper.sheet.form_fields import box_value
from scorekeeper.web import phone_cookie

from .cast import Cast, boxes, new_key, start_form_data
from .restoring import lose_last_entry, offer_form
from .routes import EVERYBODY, all_rows, cast_with_hands, own_routes, rich_example, route_path, try_route

pytestmark = pytest.mark.django_db

# Clubs, accounts and the guests of a night have their own matrix: clubs/test_who_may.py.
ROUTES = own_routes()

OPEN = EVERYBODY
SCORERS = ("Ann", "Bo")
HOST = ("Ann",)
NOBODY = ()  # 405 for everybody: the method is not supported


@dataclass(frozen=True)
class Row:
    """The people who may GET and POST a URL, the data sent, and the expected status."""

    get: tuple[str, ...] = OPEN
    post: tuple[str, ...] = NOBODY
    sent: Callable[[Cast], dict[str, Any]] = lambda cast: {}
    status: int = 303
    redirected: tuple[str, ...] = ()  # people who need no form and are redirected to the table


def form(post: tuple[str, ...], **more) -> Row:
    """Return the row of a URL that accepts only POST."""
    return Row(get=NOBODY, post=post, **more)


def page(who: tuple[str, ...], **more) -> Row:
    """Return the row of a page whose form is posted to the URL of the page."""
    return Row(get=who, post=who, **more)


def hand_form(cast: Cast) -> dict[str, Any]:
    return cast.form(cast.adjustment(5))


def amendment(cast: Cast) -> dict[str, Any]:
    filled = boxes(cast.game, cast.adjustment(7))
    return {"rev": 1, "key": new_key(), "reason": "miscounted", **filled}


def last_hand(cast: Cast) -> dict[str, Any]:
    return {"number": cast.state.next_number - 1, "rev": 1, "key": new_key()}


def restore_form(cast: Cast) -> dict[str, Any]:
    """Return the fields that restore the last hand, deleting it first."""
    number = cast.state.next_number - 1
    if cast.state.revisions(number)[-1].entry.hand is not None:
        command = commands.WriteCommand(uuid.uuid4(), number, 1, None, "undone")
        assert isinstance(commands.append_entry(cast.match, cast.phone("Ann"), command), commands.Saved)
    return last_hand(cast) | {"rev": cast.state.revs[number]}


def house_form(cast: Cast) -> dict[str, Any]:
    house = cast.state.heading.house
    filled = {f"house-{path}": box_value(answer) for path, answer in to_form_data(house).items()}
    return {"rev": 0, "key": new_key(), "reason": "agreed before", "first_dealer": 1, **filled}


def new_names(cast: Cast) -> dict[str, Any]:
    return {f"name.{seat}": f"New {seat}" for seat in range(cast.example.seating.seats)} | {"since": "all"}


def score_secret(cast: Cast) -> dict[str, Any]:
    return {"secret": phones.score_secret(cast.table)}


def watch_secret(cast: Cast) -> dict[str, Any]:
    phones.renew_watching(cast.table)
    cast.table.refresh_from_db()
    return {"secret": phones.watch_secret(cast.table)}


def compare_form(cast: Cast) -> dict[str, Any]:
    pairs = [[name, str(value)] for name, value in hand_form(cast).items()]
    # Each entry: the operation, the number of the changed hand (None: a new hand), the form fields.
    return {"entries": json.dumps([["hand", None, pairs]]), "do": "mine"}


# Pages that everybody may open; a table's code is enough to watch it.
PAGES = """
    home engine engine_zip manifest offline privacy alone service_worker healthz readyz metrics own_game
    earlier shelf rulebook house_sheet auction questions referee ruling
    table tv records share match sheet hands record result card paper log reasons account
    auction_at_table rulebook_at_table house_sheet_at_table other_rules
    irregularities irregularity questions_at_table
"""

ROWS = {
    **dict.fromkeys(PAGES.split(), Row()),
    "start": Row(post=OPEN, sent=lambda cast: start_form_data(Client(), cast.game), status=302),
    "join_table": Row(post=OPEN, sent=lambda cast: {"code": cast.table.code}, status=302),
    "ask": Row(post=OPEN, status=422),
    "set_language": form(OPEN, sent=lambda cast: {"language": "en"}, status=302),
    "forget_game": form(HOST, status=302),
    "precedent": form(SCORERS),
    "join": Row(post=OPEN, sent=score_secret, status=302),
    "who": page(SCORERS, sent=lambda cast: {"who": "Ann"}, status=302),
    "look": Row(post=OPEN, sent=watch_secret, status=302),
    "new_watch_link": form(HOST, status=302),
    "ask_to_score": Row(post=OPEN, sent=lambda cast: {"who": "Eve"}, status=302, redirected=SCORERS),
    "leave": page(SCORERS, status=302),
    # Sets after how many days names are erased.
    "fading": form(HOST, sent=lambda cast: {"days": "30"}, status=302),
    "new_link": form(HOST, status=302),
    "role": form(HOST, sent=lambda cast: {"may": "score"}, status=302),
    "answer": form(SCORERS, sent=lambda cast: {"may": "score"}, status=302),
    "undo_takeover": form(SCORERS, status=302),
    "hand": page(SCORERS, sent=hand_form),
    "preview": form(SCORERS, sent=hand_form, status=200),
    # Saves the draft of a hand.
    "begun": form(SCORERS, sent=lambda cast: cast.form(cast.hands[0]), status=204),
    "offer": form(OPEN, sent=lambda cast: offer_form(lose_last_entry(cast)), status=200),
    # Saves the number of conflicting hands that the phone keeps.
    "held": form(SCORERS, sent=lambda cast: {"hands": "2"}, status=204),
    "compare": form(SCORERS, sent=compare_form),
    "amend": page(SCORERS, sent=amendment),
    "strike": page(SCORERS, sent=amendment),
    "insert": page(SCORERS, sent=lambda cast: amendment(cast) | {"rev": 0}),
    "question": form(OPEN, sent=lambda cast: {"reason": "is that so?"}),
    "stands": form(SCORERS),
    "undo": form(SCORERS, sent=last_hand),
    "restore": form(SCORERS, sent=restore_form),
    "adjust": page(SCORERS, sent=hand_form),
    "rules": Row(post=SCORERS, sent=house_form),
    "names": page(SCORERS, sent=new_names),
    "settle": Row(post=SCORERS, sent=lambda cast: {"stake": "0.05", "currency": "€"}),
    "stop": page(SCORERS, sent=lambda cast: last_hand(cast) | {"number": cast.state.next_number}),
    "keep": page(SCORERS, sent=lambda cast: {"title": "As we play"}),
    "rematch": page(SCORERS, sent=lambda cast: {"start": "leave"}),
    "undo_start": form(SCORERS, status=409),  # the match already has hands
    "go_on": form(SCORERS),
    "another": Row(get=SCORERS),
    "another_game": page(
        SCORERS, sent=lambda cast: start_form_data(cast.clients["Ann"], cast.game, start="end")
    ),
    "ask_at_table": Row(post=OPEN, status=422),
}


@pytest.fixture
def cast(db, monkeypatch) -> Cast:
    # Otherwise a GET could store when its phone was last seen, which would count as a changed row.
    monkeypatch.setattr(phones, "SEEN_INTERVAL", timedelta(days=1))
    return cast_with_hands(*rich_example(), hands=2)


def test_every_route_has_a_row():
    assert {route.name for route in ROUTES} == set(ROWS)
    assert len(ROUTES) == len(ROWS)


@pytest.mark.parametrize("method", [pytest.param("GET", marks=pytest.mark.sqlite_only), "POST"])
def test_routes_admit_only_the_people_in_their_rows(method, cast, subtests):
    for route in ROUTES:
        with try_route(subtests, route, cast.clients):
            row = ROWS[route.name]
            people, status = (row.get, 200) if method == "GET" else (row.post, row.status)
            path, sent, before = route_path(cast, route), row.sent(cast), all_rows()
            for who, client in cast.clients.items():
                point = transaction.savepoint()
                answer = client.get(path) if method == "GET" else client.post(path, sent)
                if who in row.redirected:
                    assert answer.status_code == 302, who
                elif who in people:
                    assert answer.status_code == status, (who, answer.content[:2000])
                else:
                    assert answer.status_code == (403 if people else 405), who
                if method == "GET" or who not in people:
                    assert all_rows() == before, who
                transaction.savepoint_rollback(point)


@pytest.mark.sqlite_only
def test_wrong_methods_tokens_and_sites_are_refused(cast, subtests):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies[phone_cookie.COOKIE] = "a phone that belongs to Ann"
    ann = cast.clients["Ann"]
    for route in ROUTES:
        with try_route(subtests, route, cast.clients):
            row = ROWS[route.name]
            path, sent, before = route_path(cast, route), row.sent(cast), all_rows()
            for method in ("PUT", "PATCH", "DELETE", "TRACE"):
                answer = ann.generic(method, path, b"may=score", "application/x-www-form-urlencoded")
                assert answer.status_code == 405, method
                assert answer.content, "a refusal says something"
            assert ann.head(path).status_code == ann.get(path).status_code
            for token in ({}, {"csrfmiddlewaretoken": "x" * 64}):
                assert strict.post(path, sent | token).status_code == 403
            for site in ("cross-site", "same-site"):
                assert ann.post(path, sent, headers={"Sec-Fetch-Site": site}).status_code == 403
            assert all_rows() == before


def test_withdrawn_role_ends_with_the_next_request(cast):
    """Send the same form, which was already open, without the role and again when the role is back."""
    sent = hand_form(cast)
    for role, statuses in ("watcher", (403, 403)), ("scorer", (204, 303)):
        permissions.set_role(cast.table, cast.phone("Ann"), cast.phone("Bo").pk, role)
        assert tuple(cast.post("Bo", name, data=sent).status_code for name in ("begun", "hand")) == statuses


def test_renewed_score_link_replaces_the_old_one(cast):
    """Check also that the page of the link opens without a secret; only its form sends one."""
    old = score_secret(cast)
    assert cast.get("Di", "join").status_code == 200
    cast.post("Ann", "new_link")
    cast.table.refresh_from_db()
    assert cast.post("Di", "join", data=old).status_code == 403
    assert cast.post("Di", "join", data=score_secret(cast)).status_code == 302


def test_host_role_cannot_be_withdrawn(cast):
    cast.post("Ann", "role", cast.phone("Ann").pk)
    assert cast.phone("Ann").role == "host"

"""Security against strangers: redirects, guessed codes, response headers, and secrets in the log."""

import json
import logging

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.config.logs import JSONLines
from scorekeeper.library.models import CODE_LENGTH as RULING_CODE_LENGTH
from scorekeeper.library.models import Ruling
from scorekeeper.matches import models, phones
from scorekeeper.web import phone_cookie
from scorekeeper.web.middleware import RESOURCE_TYPES

from . import hostile
from .cast import Cast, markup, start_form_data
from .routes import cast_with_hands, own_routes, rich_example, route_path

OTHER_SITES = (
    "https://evil.example/", "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example",
    "http:evil.example", "https:///evil.example", "javascript:alert(1)", "data:text/html,x",
    " //evil.example",
    "\t//evil.example", "/\t/evil.example", "http://testserver.evil.example/", "http://testserver@evil.example/",
    "https://evil.example?testserver", "\x00//evil.example", "ftp://testserver/", "/%09/evil.example",
    "http://[::1]evil/",
)  # fmt: skip


@pytest.fixture
def cast(db) -> Cast:
    return cast_with_hands(*rich_example(), hands=1)


def redirect_leaves_site(headers: dict[str, str], **sent) -> bool:
    answer = Client().post(reverse("set_language"), {"language": "en", **sent}, headers=headers)
    return hostile.leaves_site(answer.headers.get("Location", "/"))


def test_redirects_stay_on_the_site():
    for target in OTHER_SITES:
        assert not redirect_leaves_site({}, next=target), ascii(target)
        assert not redirect_leaves_site({"referer": target.strip("\x00\t ")}), ascii(target)


@given(next_=st.text(max_size=30) | st.text(alphabet="/\\:.@?# \thpsevil%09", max_size=30))
def test_redirects_stay_on_the_site_for_any_text(next_):
    assert not redirect_leaves_site({}, next=next_)


def test_codes_and_secrets_are_beyond_guessing(cast):
    characters = set(models.CODE_CHARACTERS)
    # A thousand guesses a second for a year, against ten thousand tables.
    assert 1_000 * 365 * 24 * 3_600 * 10_000 / len(characters) ** models.CODE_LENGTH < 0.001
    assert len(characters) ** RULING_CODE_LENGTH > 2**49
    assert not set("01OIL") & characters
    assert len(phones.score_secret(cast.table)) == 32
    assert len({models.new_code() for _ in range(1_000)}) == 1_000
    assert len(phone_cookie.new_key()) == 32


def test_unknown_tables_look_alike(cast):
    stranger = Client()
    paths = [f"/t/{code}/" for code in ("A" * 12, "B" * 12, "<evil>", "a" * 41, f"{cast.table.code}/m/99")]
    missing = [stranger.get(path) for path in paths]
    assert {answer.status_code for answer in missing} == {404}
    assert len({answer.content for answer in missing}) == 1
    # No page without a code in its URL shows a stranger the code of a table.
    for route in own_routes():
        if not {"code", "n"} & set(route.parameters):
            assert cast.table.code.encode() not in stranger.get(route_path(cast, route)).content


def test_ruling_hides_its_table_from_strangers(cast):
    page = cast.clients["Di"].get(reverse("ruling", args=[Ruling.objects.get().code]))
    assert cast.table.code not in markup(page)


def test_every_response_has_security_headers(cast):
    pages = [(route.name, route_path(cast, route)) for route in own_routes()]
    for name, path in [*pages, ("missing", "/t/AAAAAAAAAAAA/"), ("nothing", "/nothing/here")]:
        for who in ("Ann", "Di"):
            answer = cast.clients[who].get(path)
            headers = answer.headers
            assert headers["X-Content-Type-Options"] == "nosniff", name
            assert headers["X-Frame-Options"] == "DENY", name
            # Styles, scripts and the manifest need no headers about windows, links and devices.
            is_resource = headers.get("Content-Type", "").startswith(RESOURCE_TYPES)
            for header in ("Referrer-Policy", "Cross-Origin-Opener-Policy"):
                assert headers.get(header) == (None if is_resource else "same-origin"), name
            policy = headers.get("Content-Security-Policy", "")
            assert policy.count("default-src 'none'") == (name != "manifest"), name
            assert ("Permissions-Policy" in headers) != is_resource, name
            assert not {"Server", "X-Powered-By"} & set(headers), name
            if answer.status_code == 200 and (path.startswith("/t/") or name == "home"):
                cache = headers.get("Cache-Control", "")
                assert "no-store" in cache or ("private" in cache and "no-cache" in cache), name


def test_every_page_sets_the_csrf_cookie(cast):
    """Check that pages fetched in the background do not each set a different cookie later.

    Every page that extends base.html contains ``data-module``.
    """
    for route in own_routes():
        page = Client().get(route_path(cast, route))
        assert "csrf" in page.cookies or b'data-module="' not in page.content, route.name


def test_log_has_one_line_per_event_and_no_secret(cast, caplog):
    caplog.set_level(logging.DEBUG)
    invitation, browser = phones.score_secret(cast.table), Client(raise_request_exception=False)
    started = browser.post(reverse("start", args=[cast.game.slug]), start_form_data(Client(), cast.game))
    new_code, new_key = started.url.strip("/").split("/")[-1], browser.cookies[phone_cookie.COOKIE].value
    for route in own_routes():
        path = route_path(cast, route)
        cast.clients["Ann"].get(path)
        browser.post(path, {"secret": invitation, "reason": "x\r\n{forged}"})
        browser.get(path + "?a=%0d%0aforged", headers={"host": "evil.example", "referer": path})
    browser.get("/t/AAAAAAAAAAAA/m/1/%0d%0aforged")
    browser.get("/", headers={"host": "localhost:forged"})
    Client(enforce_csrf_checks=True).post(f"/t/{cast.table.code}/join", {"secret": invitation})
    cast.enter("Ann", cast.adjustment(1))
    lines = [
        JSONLines().format(record)
        for record in caplog.records
        if not record.name.startswith(("asyncio", "django.db", "django.template"))
    ]
    assert len(lines) > 100
    secrets = [cast.table.code, new_code, new_key, invitation, "a phone that belongs to Ann", "127.0.0.1"]
    for line in lines:
        assert not {"\n", "\r"} & set(line)
        assert json.loads(line)["time"].endswith("+00:00")
        assert not [secret for secret in secrets if secret in line], line[:300]


def test_unknown_games_are_404(client):
    for slug in ("..", "__init__", "engine", "%2e%2e%2fengine", "os"):
        assert client.get(f"/games/{slug}/").status_code == 404
        assert client.get(f"/play/{slug}/").status_code == 404

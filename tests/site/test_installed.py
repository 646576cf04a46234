"""The site as an installed app: its manifest, its icons, and its service worker's release."""

from __future__ import annotations

import json
import re
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from scorekeeper.web import pwa

from .cast import Cast

PAGES = re.search(r"const PAGES = /(.*)/;", pwa.SCRIPT.read_text())


@pytest.mark.django_db
def test_a_phone_can_install_the_site() -> None:
    client = Client()
    page = client.get("/privacy").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    told = json.loads(answer.content)
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        drawn = Image.open(BytesIO(b"".join(client.get(icon["src"]).streaming_content)))
        assert "x".join(map(str, drawn.size)) == icon["sizes"]
        corner = drawn.convert("RGBA").getpixel((0, 0))
        assert (corner[3] == 255) is (icon["purpose"] == "maskable")


def test_a_release_of_styles_and_scripts_has_a_cache_of_its_own(monkeypatch: Any, tmp_path: Any) -> None:
    client = Client()
    text = client.get("/service-worker.js")
    assert text.headers["Content-Type"].startswith("text/javascript")
    assert "no-store" in text.headers["Cache-Control"]
    assert f'"scorekeeper {pwa.release()}"' in text.content.decode()
    assert 'RELEASE"' not in text.content.decode()
    before = pwa.release()
    (tmp_path / "app.js").write_text("changed")
    monkeypatch.setattr(pwa, "STATIC", tmp_path)
    pwa.release.cache_clear()
    assert pwa.release() != before
    pwa.release.cache_clear()


@pytest.mark.django_db
def test_what_is_kept_is_of_tables_and_of_nobodys_account(cast: Cast) -> None:
    assert PAGES is not None
    kept = re.compile(PAGES[1].replace("\\/", "/"))
    code = cast.table.code
    for path in (
        "/",
        f"/t/{code}/",
        f"/t/{code}/m/1/",
        f"/t/{code}/m/1/rulebook",
        f"/t/{code}/m/1/referee/",
    ):
        assert kept.search(path), path
    for path in (
        "/account/login/",
        "/c/",
        "/c/ABC/",
        f"/t/{code}/share",
        f"/t/{code}/join",
        f"/t/{code}/m/1/hand",
    ):
        assert not kept.search(path), path

"""The site as an installed app: its manifest, its icons, and its service worker's release."""

import json
import re
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from scorekeeper.web import pwa


@pytest.mark.django_db
def test_site_can_be_installed():
    client = Client()
    page = client.get("/privacy").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = json.loads(answer.content)
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        image = Image.open(BytesIO(b"".join(client.get(icon["src"]).streaming_content)))
        assert "x".join(map(str, image.size)) == icon["sizes"]
        *_colour, alpha = image.convert("RGBA").getpixel((0, 0))
        has_opaque_corner = alpha == 255
        assert has_opaque_corner is (icon["purpose"] == "maskable")


def test_each_release_has_its_own_cache(monkeypatch, tmp_path):
    client = Client()
    script = client.get("/service-worker.js")
    assert script["Content-Type"].startswith("text/javascript")
    assert "no-store" in script["Cache-Control"]
    assert f'"scorekeeper {pwa.release()}"' in script.content.decode()
    assert '"scorekeeper RELEASE"' not in script.content.decode()
    before = pwa.release()
    (tmp_path / "app.js").write_text("changed")
    monkeypatch.setattr(pwa, "STATIC", tmp_path)
    pwa.release.cache_clear()
    assert pwa.release() != before
    pwa.release.cache_clear()


def test_only_the_home_page_and_pages_of_a_match_are_cached(cast):
    pages = re.search(r"const PAGES = /(.*)/;", pwa.SCRIPT.read_text())[1]
    cached = re.compile(pages.replace("\\/", "/"))
    table = cast.url("table")
    for path in ("/", table, f"{table}m/1/", f"{table}m/1/rulebook", f"{table}m/1/referee/"):
        assert cached.search(path), path
    for path in ("/account/login/", "/c/", "/c/ABC/", f"{table}share", f"{table}join", f"{table}m/1/hand"):
        assert not cached.search(path), path

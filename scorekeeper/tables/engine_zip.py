"""Zips of the Python that a phone needs to score a game: engine, game, sheet, templates and libraries.

There is one zip per game, made on first request. Its URL contains the hash of its content, so a phone
may cache it for ever and never mixes two releases.
"""

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import get_script_prefix, reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games import every_game
from games.engine import Game
from scorekeeper.web.bundles import PYTHON

# Copied as installed here, without the modules that are compiled for this machine.
LIBRARIES = ("Jinja2", "MarkupSafe")
SUFFIXES = (".py", ".html")


class EngineZip(NamedTuple):
    """A zip, and the hash of its content."""

    content: bytes
    hash: str


@cache
def engine_zip(slug: str) -> EngineZip:
    """Return the zip of a game. The same files give the same bytes."""
    buffer, digest = io.BytesIO(), hashlib.sha256()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, file in sorted(files(slug)):
            data = file.read_bytes()
            digest.update(f"{name}\0{len(data)}\0".encode() + data)
            archive.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return EngineZip(buffer.getvalue(), digest.hexdigest()[:16])


def files(slug: str) -> Iterator[tuple[str, Path]]:
    """Yield the name of each file in the zip of a game, with its path on disk."""
    root = settings.BASE_DIR
    for name in ("games/__init__.py", "scorekeeper/__init__.py"):
        yield name, root / name
    for package in ("games/engine", f"games/{slug}", "scorekeeper/sheet"):
        for file in (root / package).rglob("*"):
            if file.suffix in SUFFIXES:
                yield file.relative_to(root).as_posix(), file
    for library in LIBRARIES:
        for packaged in distribution(library).files or ():
            if packaged.suffix == ".py" or packaged.name.startswith("LICENSE"):
                yield packaged.as_posix(), Path(str(packaged.locate()))


def zip_url(slug: str) -> str:
    return reverse("engine_zip", args=[slug, engine_zip(slug).hash])


def python_url() -> str:
    """Return the URL of Pyodide, the Python that runs in browsers."""
    return f"{settings.STATIC_URL}{PYTHON}"


@require_safe
def serve(_request: HttpRequest, slug: str, hash: str) -> HttpResponse:
    """Serve the zip of a game; 404 for a hash of another release."""
    if slug not in every_game() or engine_zip(slug).hash != hash:
        raise Http404
    response = HttpResponse(engine_zip(slug).content, content_type="application/zip")
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


def offline_config(game: Game[Any]) -> str:
    """Return the JSON that a phone needs to start this game offline; "" if the language is not English."""
    if get_language() != "en":
        return ""
    return json.dumps(
        {
            "game": game.slug,
            "root": get_script_prefix(),
            "page": reverse("alone"),
            "asked": reverse("healthz"),
            "start": {"python": python_url(), "zip": zip_url(game.slug)},
            "version": engine_zip(game.slug).hash,
        }
    )

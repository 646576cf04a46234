"""The Python that a phone needs to score one game alone: the engine, the game, the sheet and its templates.

A zip a game, made when it is first asked for. Its address has the hash of what is in it, so a phone keeps it
for ever and never mixes two releases.
"""

import hashlib
import io
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import every_game

from .bundles import PYTHON

# Jinja2 draws, MarkupSafe escapes: as they are installed here, but for what was compiled for this machine.
LIBRARIES = ("Jinja2", "MarkupSafe")
WANTED = (".py", ".html")


class EngineZip(NamedTuple):
    """A zip, and the hash of what is in it."""

    content: bytes
    hash: str


@cache
def engine_zip(slug: str) -> EngineZip:
    """The zip of one game; the same files make the same bytes."""
    packed, content = io.BytesIO(), hashlib.sha256()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, file in sorted(files(slug)):
            data = file.read_bytes()
            content.update(f"{name}\0{len(data)}\0".encode() + data)
            archive.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return EngineZip(packed.getvalue(), content.hexdigest()[:16])


def files(slug: str) -> Iterator[tuple[str, Path]]:
    """What the zip of a game holds: the name of each file in it, and where it is."""
    root = settings.BASE_DIR
    for name in ("games/__init__.py", "scorekeeper/__init__.py", "scorekeeper/on_phone.py"):
        yield name, root / name
    for package in ("games/engine", f"games/{slug}", "scorekeeper/sheet"):
        for file in (root / package).rglob("*"):
            if file.suffix in WANTED:
                yield file.relative_to(root).as_posix(), file
    for library in LIBRARIES:
        for each in distribution(library).files or ():
            if each.suffix == ".py" or each.name.startswith("LICENSE"):
                yield each.as_posix(), Path(str(each.locate()))


def zip_address(slug: str) -> str:
    """Where the zip of a game is, as it is now."""
    return reverse("engine_zip", args=[slug, engine_zip(slug).hash])


def python_address() -> str:
    """Where Python itself is, for a browser."""
    return f"{settings.STATIC_URL}{PYTHON}"


@require_safe
def serve(_request: HttpRequest, slug: str, hash: str) -> HttpResponse:
    """The zip of a game; 404 for one of another release."""
    if slug not in every_game() or engine_zip(slug).hash != hash:
        raise Http404
    answer = HttpResponse(engine_zip(slug).content, content_type="application/zip")
    answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return answer

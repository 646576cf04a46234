"""Bringing matches in by the page: a file chosen or pasted, its columns matched, looked at, and in."""

from __future__ import annotations

import hashlib
import io
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import every_game
from games.engine import Unfit
from scorekeeper.clubs import events, guards, listing
from scorekeeper.clubs.importing import bringing as bringing_in
from scorekeeper.clubs.importing import cells, columns, files, guessing, tables
from scorekeeper.clubs.importing.playing import Mistake, Play
from scorekeeper.clubs.models import Bringing, Club, ClubHouse, Role
from scorekeeper.onward import see
from scorekeeper.parts import in_parts
from scorekeeper.words import words_for

# Bytes of a file, which with its form goes through the shipped proxies; `manage.py import_club` takes more.
LARGEST = 1_900_000
MOST_MATCHES = 5_000
SHOWN = 5  # rows of the preview
MISTAKES_SHOWN = 20


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, club: str) -> HttpResponse:
    """Choose a file or paste one."""
    inside = guards.inside(request, club, Role.SCOREKEEPER)
    if request.method != "POST":
        return _start(request, inside)
    pasted = request.POST.get("pasted", "")
    file = request.FILES.get("file")
    name = (file.name or "")[-80:] if file else _("Pasted")
    name = "".join(letter for letter in name if letter.isprintable())
    if file is not None and file.size > LARGEST:
        wrong = _("That file is too large for this page: at most 2 MB.")
        return _start(request, inside, pasted, wrong, status=413)
    content = file.read() if file else pasted.encode("utf-8", "replace")
    if not content.strip():
        return _start(request, inside, pasted, _("Choose a file, or paste its text."), status=422)
    try:
        text, reading = _looked_at(content, inside.club)
    except Unfit as unfit:
        return _start(request, inside, pasted, _told(unfit), status=422)
    job = Bringing.objects.create(
        club=inside.club,
        name=name,
        text=text,
        columns=reading.get("columns", []),
        reading=reading,
        digest=hashlib.sha256(content).hexdigest(),
        by=inside.member,
        by_name=inside.name[:40],
    )
    # Files that were looked at and left lying hold names: they go after a day.
    yesterday = timezone.now() - timedelta(days=1)
    Bringing.objects.filter(club=inside.club, ended=None, at__lt=yesterday).exclude(text="").delete()
    return _to(inside, job)


def _start(
    request: HttpRequest, inside: guards.Inside, pasted: str = "", wrong: str = "", status: int = 200
) -> HttpResponse:
    done = Bringing.objects.filter(club=inside.club, ended__isnull=False).defer("text")[:10]
    shown = {"inside": inside, "part": "history", "pasted": pasted, "wrong": wrong, "done": done}
    return render(request, "clubs/import.html", shown, status=status)


def _looked_at(content: bytes, club: Club) -> tuple[str, dict[str, Any]]:
    """The text of a file and how it seems to be read. Raises ``Unfit``."""
    if files.is_json(content[:64]):
        text = tables.decoded(content).removeprefix("\ufeff")
        return text.replace("\x00", ""), {"json": True}
    text = tables.decoded(content)
    table = tables.read_table(text)
    return text, guessing.guessed(table, club).to_keep


def _told(unfit: Unfit) -> str:
    words = words_for().read(unfit.words)
    return f"{unfit.path}: {words}" if unfit.path else words


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def bringing(request: HttpRequest, club: str, bringing: int) -> HttpResponse:
    """A file before it is in: columns, the first rows, and what is wrong line by line; or what came of it."""
    inside = guards.inside(request, club, Role.SCOREKEEPER)
    job = Bringing.objects.filter(club=inside.club, pk=bringing).first()
    if job is None:
        raise Http404
    if job.ended or request.method != "POST":
        return _to(inside, job) if request.method == "POST" else _page(request, inside, job)
    if "forget" in request.POST:
        job.delete()
        return see("import", inside.club.code)
    if not job.reading.get("json"):
        _changed(job, request.POST)
        job.save(update_fields=["columns", "reading"])
    if "bring" not in request.POST:
        return _to(inside, job)
    mistakes = _bring(inside, job)
    return _page(request, inside, job, status=422) if mistakes else _to(inside, job)


def _to(inside: guards.Inside, job: Bringing) -> HttpResponse:
    return see("bringing", inside.club.code, job.pk)


def _changed(job: Bringing, data: Any) -> None:
    """Take over what was tapped on the page; what no page of ours sends is left out."""
    reading = columns.Reading.kept(job.reading)
    known = set(columns.roles(len(reading.columns)))
    chosen = [data.get(f"column.{n}", role) for n, role in enumerate(reading.columns)]
    chosen = [role if role in known else "" for role in chosen]
    game = data.get("game", reading.game)
    dates = data.get("dates", reading.dates)
    preset = data.get("preset", reading.preset) if game == reading.game else ""
    job.reading = replace(
        reading,
        columns=tuple(chosen),
        game=game if game in every_game() else "",
        preset=str(preset)[:60],
        dates=dates if dates in cells.ORDERS else "dmy",
    ).to_keep
    job.columns = chosen


class Look:
    """A file as it would be brought in: its matches, and what is wrong."""

    def __init__(self, job: Bringing, club: Club, whole: bool = False) -> None:
        self.plays: list[Play] = []
        self.mistakes: list[Mistake] = []
        self.before = files.Before()
        self.table: tables.Table | None = None
        try:
            if job.reading.get("json"):
                file = io.BytesIO(job.text.encode())
                self.before = files.before_matches(file)
                sources: list[Any] = list(files.json_lines(file))
                self.count = len(sources)
            else:
                self.table = tables.read_table(job.text)
                self.reading = columns.Reading.kept(job.reading)
                sources, self.mistakes = columns.papers(self.table, self.reading, club)
                self.count = len(self.table.rows)
            if self.count > MOST_MATCHES:
                words = _("These are %(n)d matches: this page takes at most %(most)d at once.")
                self.too_many = words % {"n": self.count, "most": MOST_MATCHES}
                return
            self.too_many = ""
            self.plays, mistakes = bringing_in.tried(sources)
            self.mistakes = sorted((*self.mistakes, *mistakes), key=lambda one: one.line)
        except Unfit as unfit:
            self.count, self.too_many = 0, _told(unfit)

    @property
    def is_right(self) -> bool:
        return bool(self.plays or self.before.heading) and not self.mistakes and not self.too_many


def _bring(inside: guards.Inside, job: Bringing) -> bool:
    """Everything, or nothing; whether something is wrong."""
    look = Look(job, inside.club)
    if not look.is_right:
        return True
    with transaction.atomic():
        # Two taps bring it in once: the second waits here, and finds it done.
        Club.objects.select_for_update().get(pk=inside.club.pk)
        job.refresh_from_db()
        if job.ended:
            return False
        players = look.before.take(inside.club)
        crate = bringing_in.Crate(inside.club, players)
        for some in in_parts(look.plays, bringing_in.AT_ONCE):
            crate.bring(some)
        crate.finish()
        look.before.finish(inside.club, players)
        job.added, job.known, job.lines = crate.added, crate.known, look.count
        job.text, job.ended = "", timezone.now()
        job.save()
        told = {"added": job.added, "name": job.name}
        events.record(inside.club.pk, "import", inside.name, **told)
    return False


def _page(request: HttpRequest, inside: guards.Inside, job: Bringing, status: int = 200) -> HttpResponse:
    shown: dict[str, Any] = {"inside": inside, "part": "history", "job": job}
    if job.ended:
        return render(request, "clubs/brought.html", shown)
    look = Look(job, inside.club)
    words = words_for()
    shown |= {
        "look": look,
        "mistakes": [
            (one.line, _place(look, one.path), words.read(one.words))
            for one in look.mistakes[:MISTAKES_SHOWN]
        ],
        "more": max(0, len(look.mistakes) - MISTAKES_SHOWN),
        "wrong_lines": len({one.line for one in look.mistakes}),
        "preview": [_shown(play) for play in look.plays[:SHOWN]],
    }
    if look.table is not None:
        shown |= _columns(look, inside.club)
    return render(request, "clubs/bringing.html", shown, status=status)


def _place(look: Look, path: str) -> str:
    """Which column a mistake is in, by its heading."""
    if look.table is None or not path:
        return path
    path = path.replace("totals.", "total.")
    role = path.removeprefix("person:")
    for n, known in enumerate(look.reading.columns):
        if known and (known == path or (known == "person" and look.table.heading(n) == role)):
            return look.table.heading(n) or _("column %(n)d") % {"n": n + 1}
    return columns.label(path) if path in columns.roles(12) else ""


def _columns(look: Look, club: Club) -> dict[str, Any]:
    table, reading = look.table, look.reading
    assert table is not None
    roles = [(role, columns.label(role)) for role in columns.roles(table.width)]
    game = every_game().get(reading.game)
    own = ClubHouse.objects.filter(club=club, until=None, game_slug=reading.game) if game else ()
    ways = [(f"club:{one.name}", one.name) for one in own]
    ways += [(preset.id, _(preset.name)) for preset in game.presets] if game else []
    days = any(role == "date" for role in reading.columns) and not reading.sure
    known = every_game()
    first = [slug for slug in club.games if slug in known]
    rest = sorted((slug for slug in known if slug not in first), key=lambda slug: _(known[slug].name))
    return {
        "columns": [
            {
                "n": n,
                "heading": table.heading(n) or _("column %(n)d") % {"n": n + 1},
                "cells": [cell for cell in table.cells(n)[:3] if cell.strip()],
                "role": role,
                "label": columns.label(role),
            }
            for n, role in enumerate(reading.columns)
        ],
        "roles": roles,
        "games": [] if "game" in reading.columns else [(slug, _(known[slug].name)) for slug in first + rest],
        "ways": ways,
        "way": reading.preset or (ways[0][0] if ways else ""),
        "reading": reading,
        "ask_dates": days,
    }


def _shown(play: Play) -> dict[str, Any]:
    """A match of the preview: day, game, and each side with its total."""
    names: dict[int, str] = {one.position: one.name for one in play.sitting}
    sides = [
        {
            "side": side,
            "names": " & ".join(names.get(seat, "") for seat in range(side, play.seats, play.sides)),
            "total": listing.points(total),
            "won": won,
        }
        for side, (total, _place, won, *_listed) in enumerate(play.results)
    ]
    game = every_game()[play.game]
    return {"at": play.started, "game": play.title or _(game.name), "sides": sides, "venue": play.venue}

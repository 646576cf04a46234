"""The whole club taken along: as lines of JSON that are read back identically, and as a table of results."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.clubs import exporting, guards, results


@never_cache
@require_safe
def page(request: HttpRequest, club: str) -> HttpResponse:
    """What can be taken along, and what for."""
    inside = guards.inside(request, club)
    return render(request, "clubs/take_out.html", {"inside": inside, "part": "history"})


@never_cache
@require_safe
def whole(request: HttpRequest, club: str) -> StreamingHttpResponse:
    """Everything, for a member to keep or to bring into another Scorekeeper."""
    inside = guards.inside(request, club)
    return _file(inside, exporting.lines(inside.club), "application/jsonl", "jsonl")


@never_cache
@require_safe
def results_file(request: HttpRequest, club: str) -> StreamingHttpResponse:
    """Every match on a line, for a spreadsheet."""
    inside = guards.inside(request, club)
    return _file(inside, results.lines(inside.club), "text/csv; charset=utf-8", "csv")


def _file(inside: guards.Inside, lines: Iterator[str], kind: str, end: str) -> StreamingHttpResponse:
    answer = StreamingHttpResponse((line.encode() for line in lines), content_type=kind)
    name = f"{slugify(inside.club.name) or 'club'}-{timezone.localdate():%Y-%m-%d}.{end}"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer

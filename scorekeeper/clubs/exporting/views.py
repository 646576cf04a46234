"""A club taken along: as lines of JSON that are read back identically, and as a table of results.

Little is answered at once; much is a job, whose page has the file when it is there.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs.exporting import downloads
from scorekeeper.clubs.jobs import runner
from scorekeeper.clubs.membership import guards
from scorekeeper.clubs.models import Job, Player
from scorekeeper.onward import redirect_see_other


@never_cache
@require_safe
def page(request: HttpRequest, club: str) -> HttpResponse:
    """What can be taken along, and what for."""
    inside = guards.require_member(request, club)
    return render(request, "clubs/exporting/take_out.html", {"inside": inside, "part": "history"})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def whole(request: HttpRequest, club: str) -> HttpResponseBase:
    """Everything, for a member to keep or to bring into another Scorekeeper."""
    return download(request, guards.require_member(request, club), Job.What.CLUB)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def results_file(request: HttpRequest, club: str) -> HttpResponseBase:
    """Every match on a line, for a spreadsheet: a workbook, or text parted by commas or semicolons."""
    kinds = {"xlsx": Job.What.WORKBOOK, "semicolon": Job.What.SEMICOLON}
    what = kinds.get(request.GET.get("as", ""), Job.What.RESULTS)
    return download(request, guards.require_member(request, club), what)


def download(
    request: HttpRequest, inside: guards.ClubContext, what: Job.What, player: Player | None = None
) -> HttpResponseBase:
    """A file, where it is little; else the page that says so, and, posted, the job that writes it."""
    if request.method == "POST":
        job = runner.start_job(inside.club, what, inside.member, inside.name, player=player)
        return redirect_see_other("job", inside.club.code, job.pk)
    if not downloads.is_small(inside.club, player):
        return render(
            request, "clubs/exporting/too_large.html", {"inside": inside, "part": "history", "what": what}
        )
    parts = downloads.file_parts(what, inside.club, player, inside.keeps_score)
    return as_attachment(StreamingHttpResponse(parts), what, inside)


def as_attachment(answer: HttpResponseBase, what: str, inside: guards.ClubContext) -> HttpResponseBase:
    """An answer as a file to be kept."""
    answer.headers["Content-Type"] = downloads.KINDS[Job.What(what)].type
    name = downloads.file_name(what, inside.club)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer

"""Pages of a club's exports, and of jobs."""

from django.core.exceptions import PermissionDenied
from django.http import (
    FileResponse,
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import get_object_or_404, render

from scorekeeper.clubs.membership import guards
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_members
from scorekeeper.clubs.models import Player, Role
from scorekeeper.clubs.people.access import for_erasable, may_forget
from scorekeeper.history.exporting import downloads
from scorekeeper.jobs import pending
from scorekeeper.jobs.models import Job
from scorekeeper.web.decorators import guard
from scorekeeper.web.htmx import asks_for_part, vary

BLOCK = 1 << 16  # bytes read at once


@for_members("GET")
def export_page(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    return ctx.page(request, "exporting/take_out.html", {})


@for_members("GET POST")
def club_file(request: HttpRequest, ctx: MemberContext) -> HttpResponseBase:
    return _download(request, ctx, Job.Kind.CLUB)


@for_members("GET POST")
def results_file(request: HttpRequest, ctx: MemberContext) -> HttpResponseBase:
    kinds = {"xlsx": Job.Kind.WORKBOOK, "semicolon": Job.Kind.SEMICOLON}
    what = kinds.get(request.GET.get("as", ""), Job.Kind.RESULTS)
    return _download(request, ctx, what)


@for_erasable
def person(request: HttpRequest, found: tuple[MemberContext, Player], what: Job.Kind) -> HttpResponseBase:
    ctx, player = found
    return _download(request, ctx, what, player)


def _download(
    request: HttpRequest, ctx: ClubContext, what: Job.Kind, player: Player | None = None
) -> HttpResponseBase:
    """Return a small file at once; else a page that offers to start a job."""
    if request.method == "POST":
        return ctx.start_job(what, player=player)
    if not downloads.is_small(ctx.club, player):
        return ctx.page(request, "exporting/too_large.html", {})
    parts = downloads.file_parts(what, ctx.club, player)
    return _as_attachment(StreamingHttpResponse(parts), what, ctx)


def _as_attachment(response: HttpResponseBase, what: str, ctx: ClubContext) -> HttpResponseBase:
    response.headers["Content-Type"] = downloads.KINDS[Job.Kind(what)].type
    name = downloads.file_name(what, ctx.club)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _job_or_404(request: HttpRequest, club: str, job: int) -> tuple[MemberContext, Job]:
    """Return a job the viewer may see: an import if they are a scorekeeper, others if they started them."""
    ctx = guards.require_member(request, club)
    jobs = Job.objects.filter(club=ctx.club).select_related("club", "bringing", "player")
    jobs = jobs.defer("bringing__text", "bringing__content", "bringing__looked")
    found = get_object_or_404(jobs, pk=job)
    if found.bringing is not None:
        guards.require_member(request, club, Role.SCOREKEEPER)
    elif found.by_id != ctx.member.pk:
        raise PermissionDenied
    if found.player is not None and not may_forget(ctx, found.player):
        raise PermissionDenied
    return ctx, found


@guard("GET POST", _job_or_404, "club", "job")
def job(request: HttpRequest, found: tuple[MemberContext, Job]) -> HttpResponse:
    """Show a job's progress, then its file or a redirect; a POST retries a failed job."""
    ctx, job = found
    if request.method == "POST":
        if not job.given_up:
            return ctx.redirect_to("job", job.pk)
        return ctx.start_job(Job.Kind(job.what), job.bringing, job.player)
    is_file = job.what in downloads.KINDS
    if job.ended is None:
        pending.wake()  # starts another process if the job's was killed
    elif job.bringing is not None and not job.given_up:
        return ctx.redirect_to("import_job", job.bringing.pk)
    elif job.what == Job.Kind.MAIL and not job.given_up:
        return ctx.redirect_to("invitation_sheet")
    context = {
        "ctx": ctx,
        "tab": "history",
        "job": job,
        "file": is_file and job.ended is not None and not job.given_up and downloads.path_of(job).exists(),
        "file_name": downloads.file_name(job.what, ctx.club) if is_file else "",
    }
    response = render(
        request, "clubs/jobs/_job.html" if asks_for_part(request) else "clubs/jobs/job.html", context
    )
    vary(response)
    return response


@guard("GET", _job_or_404, "club", "job")
def file(request: HttpRequest, found: tuple[MemberContext, Job]) -> HttpResponseBase:
    ctx, job = found
    if job.what not in downloads.KINDS or job.ended is None or job.given_up:
        raise Http404
    try:
        export = downloads.path_of(job).open("rb")
    except FileNotFoundError:
        raise Http404 from None
    response = FileResponse(export)
    response.block_size = BLOCK
    return _as_attachment(response, job.what, ctx)

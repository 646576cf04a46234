"""The page of a job: its progress and its result."""

from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render, resolve_url

from scorekeeper.clubs.membership import guards
from scorekeeper.clubs.membership.guards import MemberContext
from scorekeeper.clubs.models import Role
from scorekeeper.clubs.people.access import may_forget
from scorekeeper.history.exporting import downloads
from scorekeeper.history.exporting.views import as_attachment
from scorekeeper.jobs import pending
from scorekeeper.jobs.models import Job
from scorekeeper.web.decorators import guard
from scorekeeper.web.htmx import asks_for_part, vary
from scorekeeper.web.redirects import redirect_see_other

BLOCK = 1 << 16  # bytes read at once


def _one_or_404(request: HttpRequest, club: str, job: int) -> tuple[MemberContext, Job]:
    """Return a job the viewer may see: scorekeepers see imports, all others only their own jobs."""
    ctx = guards.require_member(request, club)
    of_club = Job.objects.filter(club=ctx.club).select_related("club", "bringing", "player")
    of_club = of_club.defer("bringing__text", "bringing__content", "bringing__looked")
    one = get_object_or_404(of_club, pk=job)
    if one.bringing is not None:
        guards.require_member(request, club, Role.SCOREKEEPER)
    elif one.by_id != ctx.member.pk:
        raise PermissionDenied
    if one.player is not None and not may_forget(ctx, one.player):
        raise PermissionDenied
    return ctx, one


@guard("GET POST", _one_or_404, "club", "job")
def job(request: HttpRequest, found: tuple[MemberContext, Job]) -> HttpResponse:
    """Show a job's progress, then its file or a redirect; a POST retries a failed job."""
    ctx, one = found
    if request.method == "POST":
        if not one.given_up:
            return ctx.to("job", one.pk)
        return ctx.start_job(Job.Kind(one.what), one.bringing, one.player)
    is_file = one.what in downloads.KINDS
    if one.ended is None:
        pending.wake()  # starts another process if the job's was killed
    elif one.bringing is not None and not one.given_up:
        return _redirect(request, resolve_url("bringing", ctx.club.code, one.bringing.pk))
    elif one.what == Job.Kind.MAIL and not one.given_up:
        return _redirect(request, resolve_url("invitation_sheet", ctx.club.code))
    context = {
        "ctx": ctx,
        "part": "history",
        "job": one,
        "file": is_file and one.ended is not None and not one.given_up and downloads.path_of(one).exists(),
        "called": downloads.file_name(one.what, ctx.club) if is_file else "",
    }
    response = render(
        request, "clubs/jobs/_job.html" if asks_for_part(request) else "clubs/jobs/job.html", context
    )
    vary(response)
    return response


def _redirect(request: HttpRequest, address: str) -> HttpResponse:
    """Redirect to another page, also from an htmx request."""
    if not asks_for_part(request):
        return redirect_see_other(address)
    response = HttpResponse(headers={"HX-Redirect": address})
    vary(response)
    return response


@guard("GET", _one_or_404, "club", "job")
def file(request: HttpRequest, found: tuple[MemberContext, Job]) -> HttpResponseBase:
    ctx, one = found
    if one.what not in downloads.KINDS or one.ended is None or one.given_up:
        raise Http404
    try:
        written = downloads.path_of(one).open("rb")
    except FileNotFoundError:
        raise Http404 from None
    response = FileResponse(written)
    response.block_size = BLOCK
    return as_attachment(response, one.what, ctx)

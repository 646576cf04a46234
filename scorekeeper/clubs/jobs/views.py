"""How far a job is, and what came of it."""

from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render, resolve_url

from scorekeeper.clubs.exporting import downloads
from scorekeeper.clubs.exporting.views import as_attachment
from scorekeeper.clubs.jobs import pending, runner
from scorekeeper.clubs.membership import guards
from scorekeeper.clubs.membership.guards import MemberContext
from scorekeeper.clubs.models import Job, Role
from scorekeeper.clubs.people.views import may_forget
from scorekeeper.guarded import guard
from scorekeeper.htmx import asks_for_part, vary
from scorekeeper.onward import redirect_see_other

BLOCK = 1 << 16  # bytes of a file that are read at once


def _one_or_404(request: HttpRequest, club: str, job: int) -> tuple[MemberContext, Job]:
    """A job and who asks for it: a file's is for those who keep score, another for whoever put it."""
    inside = guards.require_member(request, club)
    of_club = Job.objects.filter(club=inside.club).select_related("club", "bringing", "player")
    one = get_object_or_404(of_club, pk=job)
    if one.bringing is not None:
        guards.require_member(request, club, Role.SCOREKEEPER)
    elif one.by_id != inside.member.pk:
        raise PermissionDenied
    if one.player is not None and not may_forget(inside, one.player):
        raise PermissionDenied
    return inside, one


@guard("GET POST", _one_or_404, "club", "job")
def job(request: HttpRequest, found: tuple[MemberContext, Job]) -> HttpResponse:
    """How far it is; when it has ended, the file, or on to what it was for. Posted, it is tried again."""
    inside, one = found
    if request.method == "POST":
        if not one.given_up:
            return inside.to("job", one.pk)
        again = runner.start_job(
            inside.club, Job.What(one.what), inside.member, inside.name, one.bringing, one.player
        )
        return inside.to("job", again.pk)
    is_file = one.what in downloads.KINDS
    if one.ended is None:
        pending.wake()  # where its process was killed, this begins another
    elif one.bringing is not None and not one.given_up:
        return _on(request, resolve_url("bringing", inside.club.code, one.bringing.pk))
    elif one.what == Job.What.MAIL and not one.given_up:
        return _on(request, resolve_url("invitation_sheet", inside.club.code))
    shown = {
        "inside": inside,
        "part": "history",
        "job": one,
        "file": is_file and one.ended is not None and not one.given_up and downloads.path_of(one).exists(),
        "called": downloads.file_name(one.what, inside.club) if is_file else "",
    }
    answer = render(
        request, "clubs/jobs/_job.html" if asks_for_part(request) else "clubs/jobs/job.html", shown
    )
    vary(answer)
    return answer


def _on(request: HttpRequest, address: str) -> HttpResponse:
    """On to another page, for a part of this one too."""
    if not asks_for_part(request):
        return redirect_see_other(address)
    answer = HttpResponse(headers={"HX-Redirect": address})
    vary(answer)
    return answer


@guard("GET", _one_or_404, "club", "job")
def file(request: HttpRequest, found: tuple[MemberContext, Job]) -> HttpResponseBase:
    """The file that a job has written."""
    inside, one = found
    if one.what not in downloads.KINDS or one.ended is None or one.given_up:
        raise Http404
    try:
        written = downloads.path_of(one).open("rb")
    except FileNotFoundError:
        raise Http404 from None
    answer = FileResponse(written)
    answer.block_size = BLOCK
    return as_attachment(answer, one.what, inside)

"""Pages of a club's exports: JSON lines to import again, and a table of results.

Small exports are returned at once; large ones are jobs, whose page links the file.
"""

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_members
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.people.access import for_own
from scorekeeper.history.exporting import downloads
from scorekeeper.jobs.models import Job


@for_members("GET")
def page(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    return ctx.page(request, "exporting/take_out.html", {})


@for_members("GET POST")
def whole(request: HttpRequest, ctx: MemberContext) -> HttpResponseBase:
    """Export the whole club, as a backup or for another site."""
    return download(request, ctx, Job.Kind.CLUB)


@for_members("GET POST")
def results_file(request: HttpRequest, ctx: MemberContext) -> HttpResponseBase:
    """Export all matches as a table: a workbook, or CSV with commas or semicolons."""
    kinds = {"xlsx": Job.Kind.WORKBOOK, "semicolon": Job.Kind.SEMICOLON}
    what = kinds.get(request.GET.get("as", ""), Job.Kind.RESULTS)
    return download(request, ctx, what)


@for_own
def person_json(request: HttpRequest, own: tuple[MemberContext, Player]) -> HttpResponseBase:
    """Export all data about a person."""
    return download(request, own[0], Job.Kind.PERSON, own[1])


@for_own
def person_csv(request: HttpRequest, own: tuple[MemberContext, Player]) -> HttpResponseBase:
    """Export a person's matches for a spreadsheet."""
    return download(request, own[0], Job.Kind.MATCHES, own[1])


def download(
    request: HttpRequest, ctx: ClubContext, what: Job.Kind, player: Player | None = None
) -> HttpResponseBase:
    """Return a small file at once; else a page that offers to start a job."""
    if request.method == "POST":
        return ctx.start_job(what, player=player)
    if not downloads.is_small(ctx.club, player):
        return ctx.page(request, "exporting/too_large.html", {"what": what})
    parts = downloads.file_parts(what, ctx.club, player)
    return as_attachment(StreamingHttpResponse(parts), what, ctx)


def as_attachment(response: HttpResponseBase, what: str, ctx: ClubContext) -> HttpResponseBase:
    response.headers["Content-Type"] = downloads.KINDS[Job.Kind(what)].type
    name = downloads.file_name(what, ctx.club)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response

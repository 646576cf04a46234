"""A club taken along: as lines of JSON that are read back identically, and as a table of results.

Little is answered at once; much is a job, whose page has the file when it is there.
"""

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

from scorekeeper.clubs.exporting import downloads
from scorekeeper.clubs.jobs import runner
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_members
from scorekeeper.clubs.models import Job, Player


@for_members("GET")
def page(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """What can be taken along, and what for."""
    return inside.page(request, "exporting/take_out.html", {})


@for_members("GET POST")
def whole(request: HttpRequest, inside: MemberContext) -> HttpResponseBase:
    """Everything, for a member to keep or to bring into another Scorekeeper."""
    return download(request, inside, Job.What.CLUB)


@for_members("GET POST")
def results_file(request: HttpRequest, inside: MemberContext) -> HttpResponseBase:
    """Every match on a line, for a spreadsheet: a workbook, or text parted by commas or semicolons."""
    kinds = {"xlsx": Job.What.WORKBOOK, "semicolon": Job.What.SEMICOLON}
    what = kinds.get(request.GET.get("as", ""), Job.What.RESULTS)
    return download(request, inside, what)


def download(
    request: HttpRequest, inside: ClubContext, what: Job.What, player: Player | None = None
) -> HttpResponseBase:
    """A file, where it is little; else the page that says so, and, posted, the job that writes it."""
    if request.method == "POST":
        job = runner.start_job(inside.club, what, inside.member, inside.name, player=player)
        return inside.to("job", job.pk)
    if not downloads.is_small(inside.club, player):
        return inside.page(request, "exporting/too_large.html", {"what": what})
    parts = downloads.file_parts(what, inside.club, player, inside.keeps_score)
    return as_attachment(StreamingHttpResponse(parts), what, inside)


def as_attachment(answer: HttpResponseBase, what: str, inside: ClubContext) -> HttpResponseBase:
    """An answer as a file to be kept."""
    answer.headers["Content-Type"] = downloads.KINDS[Job.What(what)].type
    name = downloads.file_name(what, inside.club)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer

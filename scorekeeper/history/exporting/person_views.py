"""Downloads of one person's data."""

from django.http import HttpRequest, HttpResponseBase

from scorekeeper.clubs.membership.guards import MemberContext
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.people.access import for_own
from scorekeeper.history.exporting.views import download
from scorekeeper.jobs.models import Job


@for_own
def as_json(request: HttpRequest, own: tuple[MemberContext, Player]) -> HttpResponseBase:
    """Export all data about a person."""
    ctx, one = own
    return download(request, ctx, Job.Kind.PERSON, one)


@for_own
def as_csv(request: HttpRequest, own: tuple[MemberContext, Player]) -> HttpResponseBase:
    """Export a person's matches for a spreadsheet."""
    ctx, one = own
    return download(request, ctx, Job.Kind.MATCHES, one)

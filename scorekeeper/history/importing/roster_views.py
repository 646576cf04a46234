"""Pages to add people to a club from a list: paste or upload, review, create players."""

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from games.engine import DecodeError
from scorekeeper.clubs.membership import events, invitations
from scorekeeper.clubs.membership.clubs import locked_club
from scorekeeper.clubs.membership.guards import MemberContext, for_inviters
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.people import names
from scorekeeper.clubs.spreadsheets import spreadsheet, workbook
from scorekeeper.history.importing import import_jobs
from scorekeeper.history.importing.import_jobs import problem_text
from scorekeeper.history.importing.roster import ListedPerson, read_roster, too_many
from scorekeeper.history.models import ImportJob
from scorekeeper.jobs.models import Job
from scorekeeper.web import numbers

LARGEST = 100_000  # bytes of a list
MOST_ASKED = 40  # lines asked about on one page


@for_inviters("GET POST")
def add_people(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    """Show the form or the review of a list; "add" creates the players.

    A spreadsheet is read by a job, which redirects back here with ``?file=``.
    """
    if request.method != "POST":
        file_pk = numbers.parse_whole(request.GET.get("file", ""))
        return _form(request, ctx) if file_pk is None else _from_job(request, ctx, file_pk)
    text = request.POST.get("text", "")
    try:
        if (file := request.FILES.get("file")) is not None:
            if (file.size or 0) > LARGEST:
                raise too_many()
            content = file.read()
            if workbook.is_workbook(content):
                return _read_by_job(ctx, file.name or "", content)
            text = spreadsheet.decode(content)
        replaced = {
            n: line for n in _numbers(request, "mend") if (line := request.POST[f"mend.{n}"]) is not None
        }
        people = read_roster(text, names.known_names(ctx.club.pk), replaced)
    except ValidationError as error:
        return _form(request, ctx, text, error.messages[0], 422)
    except DecodeError as error:
        return _form(request, ctx, text, problem_text(error), 422)
    if not people:
        return _form(request, ctx, text, _("Choose a file, or paste its text."), 422)
    text = _with_replaced(text, replaced)
    choices = {n: request.POST[f"same.{n}"] for n in _numbers(request, "same")}
    undecided = [
        person for person in people if person.problem or (person.alike and person.line not in choices)
    ]
    if "add" not in request.POST or undecided:
        status = 422 if "add" in request.POST else 200
        return _review(request, ctx, text, people, choices, status)
    return _add(request, ctx, people, choices)


def _read_by_job(ctx: MemberContext, name: str, content: bytes) -> HttpResponse:
    file = import_jobs.store_upload(ctx.club, ctx.member, ctx.name, name, content)
    file.reading = {"is_people_list": True}
    file.save(update_fields=["reading"])
    return ctx.start_job(Job.Kind.LOOK, file)


def _from_job(request: HttpRequest, ctx: MemberContext, file_pk: int) -> HttpResponse:
    """Review a list that a job has read from a spreadsheet."""
    file = get_object_or_404(ImportJob, club=ctx.club, pk=file_pk, ended=None, reading__is_people_list=True)
    if file.content is not None:
        return _form(request, ctx, error=(file.looked or {}).get("unreadable", ""))
    try:
        if len(file.text) > LARGEST:
            raise too_many()
        people = read_roster(file.text, names.known_names(ctx.club.pk), {})
    except ValidationError as error:
        return _form(request, ctx, file.text[:LARGEST], error.messages[0])
    return _review(request, ctx, file.text, people, {}, 200)


def _numbers(request: HttpRequest, kind: str) -> list[int]:
    """Return the line numbers in the names of POST fields such as ``mend.3``."""
    keys = (name.removeprefix(f"{kind}.") for name in request.POST if name.startswith(f"{kind}."))
    return [number for text in keys if (number := numbers.parse_whole(text, 4)) is not None]


def _with_replaced(text: str, replaced: dict[int, str]) -> str:
    lines = text.splitlines()
    return "\n".join(" ".join(replaced.get(n, line).split("\n")) for n, line in enumerate(lines, start=1))


def _form(
    request: HttpRequest, ctx: MemberContext, text: str = "", error: str = "", status: int = 200
) -> HttpResponse:
    context = {"text": text, "error": error}
    return ctx.page(request, "people/add_people.html", context, status)


def _review(
    request: HttpRequest,
    ctx: MemberContext,
    text: str,
    people: list[ListedPerson],
    choices: dict[int, str],
    status: int,
) -> HttpResponse:
    players = Player.objects.in_bulk({pk for person in people for pk in person.alike})
    alike = [
        {
            "field": f"same.{person.line}",
            "name": person.name,
            "likely": [(str(pk), players[pk].name) for pk in person.alike if pk in players],
            "chosen": choices.get(person.line),
        }
        for person in people
        if person.alike
    ]
    context: dict[str, Any] = {
        "text": text,
        "new": [person for person in people if person.is_new],
        "known": [person for person in people if person.known and not person.repeated],
        "repeated": [person for person in people if person.repeated],
        "invalid_rows": [person for person in people if person.problem][:MOST_ASKED],
        "similar_names": alike[:MOST_ASKED],
        "unanswered": status == 422,
        "invite": "invite" in request.POST or "add" not in request.POST,
    }
    context["more"] = sum(1 for person in people if person.problem) > MOST_ASKED or len(alike) > MOST_ASKED
    return ctx.page(request, "people/review_people.html", context, status)


def _add(
    request: HttpRequest, ctx: MemberContext, people: list[ListedPerson], choices: dict[int, str]
) -> HttpResponse:
    with locked_club(ctx.club.pk):
        # The same list may have been added since the review; do not create its players again.
        known_pks = {
            player.folded_name: player.current_pk for player in reversed(names.known_names(ctx.club.pk))
        }
        emails: dict[int, str] = {}
        added = 0
        for person in people:
            chosen = choices.get(person.line, "")
            player_pk = next((pk for pk in person.alike if str(pk) == chosen), None) or known_pks.get(
                names.fold_name(person.name)
            )
            if player_pk is None:
                player_pk = Player.objects.create(club=ctx.club, name=person.name).pk
                known_pks[names.fold_name(person.name)] = player_pk
                added += 1
            emails[player_pk] = emails.get(player_pk) or person.email
        if added:
            events.record_event(ctx.club.pk, "people_added", ctx.name, n=added)
    if "invite" in request.POST:
        invitations.invite_players(ctx.club, ctx.user, ctx.name, emails)
        return ctx.redirect_to("invitation_sheet")
    return ctx.redirect_to("players")

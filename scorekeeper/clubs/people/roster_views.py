"""A list of people brought into a club: pasted or chosen, looked at, and then players with invitations."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.engine import DecodeError
from scorekeeper import numbers
from scorekeeper.clubs.importing import spreadsheet
from scorekeeper.clubs.importing.import_jobs import problem_text
from scorekeeper.clubs.membership import events, invitations
from scorekeeper.clubs.membership.guards import MemberContext, for_inviters
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.people import names
from scorekeeper.clubs.people.identity import lock_club
from scorekeeper.clubs.people.roster import MOST_LINES, ListedPerson, read_roster

LARGEST = 100_000  # bytes of a list
ASKED = 40  # lines that are asked about on one page


@for_inviters("GET POST")
def add_people(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """Paste a list; see who is new, who is there and who may be; then they are players."""
    if request.method != "POST":
        return _start(request, inside)
    text = request.POST.get("text", "")
    try:
        if (file := request.FILES.get("file")) is not None:
            if (file.size or 0) > LARGEST:
                raise ValidationError(_("At most %(n)d people at a time.") % {"n": MOST_LINES})
            text = spreadsheet.read_text(file.read())
        mended = {
            n: line for n in _numbers(request, "mend") if (line := request.POST[f"mend.{n}"]) is not None
        }
        people = read_roster(text, names.known_names(inside.club.pk), mended)
    except ValidationError as problem:
        return _start(request, inside, text, problem.messages[0], 422)
    except DecodeError as unfit:
        return _start(request, inside, text, problem_text(unfit), 422)
    if not people:
        return _start(request, inside, text, _("Choose a file, or paste its text."), 422)
    text = _with_mended(text, mended)
    same = {n: request.POST[f"same.{n}"] for n in _numbers(request, "same")}
    open_lines = [one for one in people if one.problem or (one.alike and one.line not in same)]
    if "add" not in request.POST or open_lines:
        status = 422 if "add" in request.POST else 200
        return _review(request, inside, text, people, same, status)
    return _add(request, inside, people, same)


def _numbers(request: HttpRequest, kind: str) -> list[int]:
    """The lines that something was said of."""
    told = (name.removeprefix(f"{kind}.") for name in request.POST if name.startswith(f"{kind}."))
    return [number for text in told if (number := numbers.whole(text, 4)) is not None]


def _with_mended(text: str, mended: dict[int, str]) -> str:
    lines = text.splitlines()
    return "\n".join(" ".join(mended.get(n, line).split("\n")) for n, line in enumerate(lines, start=1))


def _start(
    request: HttpRequest, inside: MemberContext, text: str = "", wrong: str = "", status: int = 200
) -> HttpResponse:
    shown = {"text": text, "wrong": wrong}
    return inside.page(request, "people/add_people.html", shown, status)


def _review(
    request: HttpRequest,
    inside: MemberContext,
    text: str,
    people: list[ListedPerson],
    same: dict[int, str],
    status: int,
) -> HttpResponse:
    players = Player.objects.in_bulk({pk for one in people for pk in one.alike})
    alike = [
        {
            "one": one,
            "players": [players[pk] for pk in one.alike if pk in players],
            "same": same.get(one.line),
        }
        for one in people
        if one.alike
    ]
    shown: dict[str, Any] = {
        "text": text,
        "new": [one for one in people if one.is_new],
        "known": [one for one in people if one.known and not one.twice],
        "twice": [one for one in people if one.twice],
        "wrong": [one for one in people if one.problem][:ASKED],
        "alike": alike[:ASKED],
        "told": same,
        "unanswered": status == 422,
        "invite": "invite" in request.POST or "add" not in request.POST,
    }
    shown["more"] = sum(1 for one in people if one.problem) > ASKED or len(alike) > ASKED
    return inside.page(request, "people/review_people.html", shown, status)


def _add(
    request: HttpRequest, inside: MemberContext, people: list[ListedPerson], same: dict[int, str]
) -> HttpResponse:
    with transaction.atomic():
        lock_club(inside.club.pk)
        # Somebody else may have added the same list since: whoever is there now is not made again.
        there = {one.folded: one.root for one in reversed(names.known_names(inside.club.pk))}
        listed: dict[int, str] = {}
        made = 0
        for one in people:
            chosen = same.get(one.line, "")
            number = next((pk for pk in one.alike if str(pk) == chosen), None) or there.get(
                names.folded(one.name)
            )
            if number is None:
                number = Player.objects.create(club=inside.club, name=one.name).pk
                there[names.folded(one.name)] = number
                made += 1
            listed[number] = listed.get(number) or one.email
        if made:
            events.record_event(inside.club.pk, "people_added", inside.name, n=made)
    if "invite" in request.POST:
        invitations.invite_players(inside.club, inside.user, inside.name, listed)
        return inside.to("invitation_sheet")
    return inside.to("players")

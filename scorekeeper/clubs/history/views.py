"""What was played: the list, a match with its notes, and both on paper; for members alone."""

from fractions import Fraction
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from scorekeeper import numbers, phone_cookie
from scorekeeper.clubs.history import match_list, match_search
from scorekeeper.clubs.membership import guards
from scorekeeper.clubs.membership.guards import MemberContext, for_members
from scorekeeper.clubs.models import Note, Role
from scorekeeper.matches import phones, replay
from scorekeeper.matches.models import Match, Seat
from scorekeeper.matches.models import Role as AtTable
from scorekeeper.onward import redirect_see_other
from scorekeeper.sheet.paging import Part
from scorekeeper.sheet.state import hands_played
from scorekeeper.tables import request_parsing
from scorekeeper.words import words_for

LONGEST_NOTE = 500
MOST_PRINTED = 200  # matches on one page
MOST_COUNTED = 5_000  # matches of which it is told on paper who won how many: a busy club's year


@for_members("GET")
def history(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """Every match of the club, the newest first, or those that are looked for."""
    search = match_search.Search(inside.club, request.GET)
    rows = search.found
    shown = {"search": search, "found": rows}
    return inside.page(request, "history/history.html", shown, 422 if search.errors else 200)


@for_members("GET")
def printed(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """The matches of a stretch of time or of a season as a list on paper, and who won how many of them."""
    search = match_search.Search(inside.club, request.GET)
    count = search.matches.order_by().count()
    part = Part(request_parsing.first_shown(request.GET), MOST_PRINTED, count)
    rows = search.matches.select_related("match", "season")[part.first : part.first + part.size]
    found = match_list.listed_matches(list(rows))
    too_many = count > MOST_COUNTED
    shown = {
        "search": search,
        "found": found[::-1],
        "part": part,
        "most": MOST_COUNTED,
        "too_many": too_many,
        "standing": [] if too_many else match_list.tallies(search.matches),
    }
    return inside.page(request, "history/print.html", shown)


@for_members("GET")
def match(request: HttpRequest, inside: MemberContext, match: int) -> HttpResponse:
    """A match: how it ended and by which rule, who, when and where, and what people wrote about it."""
    return _page(request, inside, _match_or_404(inside, match))


def _match_or_404(inside: guards.ClubContext, number: int) -> Match:
    return get_object_or_404(
        Match.objects.select_related("table__season"), table__club=inside.club, pk=number
    )


def _page(
    request: HttpRequest,
    inside: guards.ClubContext,
    one: Match,
    typed: str = "",
    wrong: str = "",
    status: int = 200,
) -> HttpResponse:
    story = replay.load_match_state(one)
    seats: dict[int, Seat] = {}
    for seat in one.sitting.select_related("player__same_as").order_by("position", "since"):
        seats[seat.position] = seat
    names = [match_list.seat_name(seats[n]) if n in seats else "" for n in range(one.seats)]
    words = words_for(story.heading.seating, names)
    sheet = story.sheet
    frozen = one.frozen["totals"] if one.frozen else None
    now = [words.read(total) for total in sheet.final]
    then = [words.read(_number(total)) for total in frozen] if frozen else now
    shown = {
        "match": one,
        "sides": [
            {
                "side": int(side),
                "names": words.name(side),
                "total": now[side],
                "then": then[side],
                "negative": sheet.final[side] < 0,
                "won": sheet.outcome is not None and side in sheet.outcome.winners,
            }
            for side in story.heading.seating.every_side
        ],
        "differs": frozen is not None and then != now,
        "outcome": sheet.outcome
        and {"text": words.read(sheet.outcome.because.words), "rule": sheet.outcome.because.rule.number},
        "hands": hands_played(sheet),
        "notes": one.notes.all(),
        "typed": typed,
        "wrong": wrong,
    }
    return inside.page(request, "history/match.html", shown, status)


def _number(stored: Any) -> Any:
    return Fraction(stored) if isinstance(stored, str) else stored


@for_members("POST")
def note(request: HttpRequest, inside: MemberContext, match: int) -> HttpResponse:
    """A member writes a note on a match, or takes one off: their own, or any for those who keep score."""
    one = _match_or_404(inside, match)
    if "remove" in request.POST:
        kept = Note.objects.filter(match=one, pk=numbers.whole(request.POST["remove"]) or 0)
        with transaction.atomic():
            for found in kept.select_for_update():
                if found.by_id != inside.member.pk and not inside.keeps_score:
                    raise PermissionDenied
                found.delete()
        return _back(inside, one)
    text = "".join(letter if letter.isprintable() else " " for letter in request.POST.get("text", ""))
    text = " ".join(text.split())
    if not text or len(text) > LONGEST_NOTE:
        wrong = _("At most %(n)d characters.") % {"n": LONGEST_NOTE} if text else _("Enter a note first.")
        return _page(request, inside, one, text, wrong, status=422)
    with transaction.atomic():
        # Sent twice by an impatient thumb, it is written once.
        Note.objects.get_or_create(
            match=one, club=inside.club, text=text, by=inside.member, defaults={"by_name": inside.name[:40]}
        )
    return _back(inside, one)


@for_members("POST", Role.SCOREKEEPER)
def correct(request: HttpRequest, inside: MemberContext, match: int) -> HttpResponse:
    """Let the phone of somebody who keeps the club's score write on this sheet, and open it."""
    one = _match_or_404(inside, match)
    to, _key = pen_for(request, inside, one)
    return to


def pen_for(request: HttpRequest, inside: guards.ClubContext, one: Match) -> tuple[HttpResponse, str]:
    """The way to a match's sheet for a phone that may now write on it, as long as its member keeps score."""
    key = phone_cookie.key_of(request) or phone_cookie.new_key()
    phones.let_in(one.table, key, AtTable.SCORER, inside.name[:40], inside.giving(Role.SCOREKEEPER))
    return phone_cookie.remember(redirect_see_other("match", one.table.code, one.number), key), key


def _back(inside: guards.ClubContext, one: Match) -> HttpResponse:
    return inside.to("club_match", one.pk)

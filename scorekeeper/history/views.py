"""Pages of the history, for members: the list, a match with its notes, and the printed list."""

from fractions import Fraction
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from scorekeeper.clubs.fields import on_one_line
from scorekeeper.clubs.membership import guards
from scorekeeper.clubs.membership.guards import MemberContext, for_members
from scorekeeper.clubs.models import Role
from scorekeeper.history import match_list, match_search
from scorekeeper.history.models import Note
from scorekeeper.matches import replay
from scorekeeper.matches.models import Match
from scorekeeper.sheet.paging import Part
from scorekeeper.sheet.state import hands_played
from scorekeeper.tables import request_parsing
from scorekeeper.web import numbers
from scorekeeper.web.i18n import words_for
from scorekeeper.web.redirects import redirect_see_other

LONGEST_NOTE = 500
MOST_PRINTED = 200  # matches on one page
MOST_COUNTED = 5_000  # most matches whose wins a printed list counts: about a busy club's year


@for_members("GET")
def history(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    search = match_search.Search(ctx.club, request.GET)
    context = {"search": search, "matches": search.listed}
    return ctx.page(request, "history/history.html", context, 422 if search.errors else 200)


@for_members("GET")
def print_list(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    search = match_search.Search(ctx.club, request.GET)
    count = search.matches.order_by().count()
    part = Part(request_parsing.first_item(request.GET), MOST_PRINTED, count)
    rows = search.matches.select_related("match", "season")[part.first : part.first + part.size]
    found = match_list.listed_matches(list(rows))
    too_many = count > MOST_COUNTED
    context = {
        "search": search,
        "matches": found[::-1],  # the oldest first
        "part": part,
        "most": MOST_COUNTED,
        "too_many": too_many,
        "standing": [] if too_many else match_list.win_counts(search.matches),
    }
    return ctx.page(request, "history/print.html", context)


@for_members("GET")
def match(request: HttpRequest, ctx: MemberContext, match: int) -> HttpResponse:
    return _page(request, ctx, _match_or_404(ctx, match))


def _match_or_404(ctx: guards.ClubContext, number: int) -> Match:
    return get_object_or_404(Match.objects.select_related("table__season"), table__club=ctx.club, pk=number)


def _page(
    request: HttpRequest,
    ctx: guards.ClubContext,
    played: Match,
    typed: str = "",
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    state = replay.load_match_state(played)
    shares = match_list.shares_of_matches([played.pk]).get(played.pk, {})
    counted = match_list.counted_names(shares)
    names = [counted.get(n, "") for n in range(played.seats)]
    words = words_for(state.heading.seating, names)
    sheet = state.sheet
    frozen = played.frozen["totals"] if played.frozen else None
    current = [words.read(total) for total in sheet.final]
    original = [words.read(_number(total)) for total in frozen] if frozen else current
    context = {
        "match": played,
        "sides": [
            {
                "side": int(side),
                "names": words.name(side),
                "total": current[side],
                "original": original[side],
                "negative": sheet.final[side] < 0,
                "won": sheet.outcome is not None and side in sheet.outcome.winners,
            }
            for side in state.heading.seating.every_side
        ],
        "differs": frozen is not None and original != current,
        "outcome": sheet.outcome
        and {"text": words.read(sheet.outcome.because.words), "rule": sheet.outcome.because.rule.number},
        "hands": hands_played(sheet),
        "also_played": [share for seat_shares in shares.values() for share in seat_shares[1:] if share.hands],
        "notes": played.notes.all(),
        "typed": typed,
        "error": error,
    }
    return ctx.page(request, "history/match.html", context, status)


def _number(stored: Any) -> Any:
    return Fraction(stored) if isinstance(stored, str) else stored


@for_members("POST")
def note(request: HttpRequest, ctx: MemberContext, match: int) -> HttpResponse:
    """Add a note to a match, or remove one; only scorekeepers may remove the notes of others."""
    played = _match_or_404(ctx, match)
    if "remove" in request.POST:
        notes = Note.objects.filter(match=played, pk=numbers.parse_whole(request.POST["remove"]) or 0)
        with transaction.atomic():
            for saved in notes.select_for_update():
                if saved.by_id != ctx.member.pk and not ctx.keeps_score:
                    raise PermissionDenied
                saved.delete()
        return ctx.redirect_to("club_match", match)
    text = on_one_line(request.POST.get("text", ""))
    if not text or len(text) > LONGEST_NOTE:
        error = _("At most %(n)d characters.") % {"n": LONGEST_NOTE} if text else _("Enter a note first.")
        return _page(request, ctx, played, text, error, status=422)
    with transaction.atomic():
        # A form sent twice saves one note.
        Note.objects.get_or_create(
            match=played, club=ctx.club, text=text, by=ctx.member, defaults={"by_name": ctx.name}
        )
    return ctx.redirect_to("club_match", match)


@for_members("POST", Role.SCOREKEEPER)
def correct(request: HttpRequest, ctx: MemberContext, match: int) -> HttpResponse:
    """Give a scorekeeper's phone the right to write on this sheet, and open it."""
    played = _match_or_404(ctx, match)
    redirect_to_sheet = redirect_see_other("match", played.table.code, played.number)
    return ctx.let_in(request, played.table, redirect_to_sheet, Role.SCOREKEEPER)

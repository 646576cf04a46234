"""Names of the players: corrections for the whole match, and substitutes from the next hand on."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from scorekeeper.matches import commands, typed_names
from scorekeeper.tables.access import for_scorers
from scorekeeper.tables.context import MatchContext
from scorekeeper.tables.respond import part_or_page, redirect_to_match
from scorekeeper.tables.starting import Person

ALL, NEXT = "all", "next"  # when the new names apply
SINCE = (ALL, NEXT)


@for_scorers("GET POST")
def names(request: HttpRequest, ctx: MatchContext) -> HttpResponse:
    """Show the names of a match; posted, save them for the whole match or from the next hand on.

    Once a hand has been entered, the form must say which of the two: a substitute does not change the names
    of earlier hands.
    """
    typed = list(ctx.names.current)
    if request.method != "POST":
        return _page(request, ctx, typed, [""] * len(typed))
    typed = [request.POST.get(f"name.{seat}", name) for seat, name in enumerate(typed)]
    if "down" in request.POST:  # swap seats
        swapped = typed_names.swap_seats(typed, request.POST["down"])
        return _page(request, ctx, swapped, [""] * len(swapped))
    cleaned, errors = typed_names.clean_names(typed, typed_names.usual_names(len(typed)))
    current_names = ctx.names.current
    changed_names = {seat: name for seat, name in enumerate(cleaned) if name != current_names[seat]}
    since = request.POST.get("since", "")
    lacks_since = bool(changed_names) and _has_hands(ctx) and since not in SINCE
    if any(errors) or lacks_since:
        return _page(request, ctx, typed, errors, lacks_since=lacks_since, status=422)
    if not commands.name_seats(ctx.match, ctx.phone, changed_names, since == NEXT):
        raise PermissionDenied
    return redirect_to_match(ctx)


def _page(
    request: HttpRequest,
    ctx: MatchContext,
    typed: list[str],
    errors: list[str],
    *,
    lacks_since: bool = False,
    status: int = 200,
) -> HttpResponse:
    usual = typed_names.usual_names(len(typed))
    sides = ctx.state.heading.seating.sides
    seats = [Person(seat, seat % sides, name, usual[seat], errors[seat]) for seat, name in enumerate(typed)]
    context = {
        "match_ctx": ctx,
        "seats": seats,
        "has_hands": _has_hands(ctx),
        "since": request.POST.get("since", ""),
        "lacks_since": lacks_since,
    }
    return part_or_page(request, "tables/_names.html", "tables/names.html", context, status)


def _has_hands(ctx: MatchContext) -> bool:
    return ctx.state.next_number > 1

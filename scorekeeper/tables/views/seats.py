"""Who sits where: names put right, and somebody else in a seat from a hand on."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from scorekeeper.matches import commands, typed_names
from scorekeeper.tables.access import MatchContext, for_scorers
from scorekeeper.tables.starting import Person

from .answers import home_of, part_or_page


@for_scorers("GET POST")
def names(request: HttpRequest, place: MatchContext) -> HttpResponse:
    """The names of a match; posted, they hold for the whole match or from the next hand on."""
    typed = list(place.names.now)
    if request.method != "POST":
        return _page(request, place, typed, [""] * len(typed))
    typed = [request.POST.get(f"name.{seat}", name) for seat, name in enumerate(typed)]
    if "down" in request.POST:
        moved = typed_names.reseated(typed, request.POST["down"])
        return _page(request, place, moved, [""] * len(moved))
    cleaned, errors = typed_names.clean_names(typed, typed_names.usual_names(len(typed)))
    if any(errors):
        return _page(request, place, typed, errors, status=422)
    before = place.names.now
    changed = {seat: after for seat, after in enumerate(cleaned) if after != before[seat]}
    if not commands.name_seats(place.match, place.phone, changed, request.POST.get("since") == "next"):
        raise PermissionDenied
    return home_of(place)


def _page(
    request: HttpRequest, place: MatchContext, typed: list[str], errors: list[str], status: int = 200
) -> HttpResponse:
    usual = typed_names.usual_names(len(typed))
    sides = place.story.heading.seating.sides
    seats = [Person(seat, seat % sides, name, usual[seat], errors[seat]) for seat, name in enumerate(typed)]
    has_hands = place.story.next_number > 1
    shown = {
        "place": place,
        "seats": seats,
        "has_hands": has_hands,
        "since": request.POST.get("since", "all"),
    }
    return part_or_page(request, "tables/_names.html", "tables/names.html", shown, status)

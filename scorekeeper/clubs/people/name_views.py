"""Names typed at the club's tables that stand for nobody yet: whose they are."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.core.paginator import Page, Paginator
from django.db.models import Count, Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper import numbers
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_members
from scorekeeper.clubs.models import Player, Role
from scorekeeper.clubs.people import identity, names
from scorekeeper.clubs.people.identity import CannotMerge
from scorekeeper.matches.models import Match
from scorekeeper.matches.typed_names import clean_name
from scorekeeper.onward import redirect_see_other

ON_A_PAGE = 20
GUESTS_COMPARED = 20


@dataclass
class Typed:
    """A name as it was typed: how often, when last and where, and whom it may stand for."""

    name: str
    n: int
    last: datetime
    seat: int  # one of its seats
    match: Match | None = None
    alike: list[Player] = field(default_factory=list)


@for_members("GET")
def unjoined(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """The names that stand for nobody, and guests who may be somebody whom the club has already."""
    return _page(request, inside)


def _page(request: HttpRequest, inside: ClubContext, status: int = 200, **more: Any) -> HttpResponse:
    known = names.known_names(inside.club.pk)
    found = identity.named_seats(inside.club.pk).values("name")
    found = found.annotate(n=Count("pk"), last=Max("match__started"), newest=Max("match"), seat=Max("pk"))
    page: Page[Any] = Paginator(found.order_by("-last", "name"), ON_A_PAGE).get_page(request.GET.get("page"))
    rows = list(page.object_list)
    guesses = {row["name"]: names.alike(row["name"], known) for row in rows}
    twice = _perhaps_the_same(inside, known) if inside.keeps_score and page.number == 1 else []
    wanted = {pk for pks in guesses.values() for pk in pks} | {pk for pair in twice for pk in pair}
    players = Player.objects.in_bulk(wanted)
    matches = (
        Match.objects.select_related("table").defer("house", "frozen", "begun").prefetch_related("sitting")
    )
    played = matches.in_bulk([row["newest"] for row in rows])
    typed = [
        Typed(
            row["name"],
            row["n"],
            row["last"],
            row["seat"],
            played.get(row["newest"]),
            [players[pk] for pk in guesses[row["name"]] if pk in players],
        )
        for row in rows
    ]
    context = {
        "page": page,
        "typed": typed,
        "twice": [(players[guest], players[other]) for guest, other in twice],
        **more,
    }
    return inside.page(request, "people/unjoined.html", context, status)


def _perhaps_the_same(inside: ClubContext, known: list[names.KnownName]) -> list[tuple[int, int]]:
    """The newest guests beside the likeliest whom the club has already; none is shown twice."""
    guests = Player.objects.filter(club=inside.club, user=None, same_as=None, forgotten=None)
    found: dict[int, int] = {}
    for pk, name in guests.order_by("-pk").values_list("pk", "name")[:GUESTS_COMPARED]:
        others = [one for one in known if one.root != pk]
        for other in names.alike(name, others, 1):
            if found.get(other) != pk:
                found[pk] = other
    return list(found.items())


@for_members("GET", Role.SCOREKEEPER)
def seats(request: HttpRequest, inside: MemberContext, seat: int) -> HttpResponse:
    """Every seat under the name of this one, to be joined one by one where two people were called so."""
    name = identity.unjoined_seats(inside.club.pk).filter(pk=seat).values_list("name", flat=True).first()
    if name is None:
        return redirect("unjoined", inside.club.code)
    return _seats(request, inside, name)


def _seats(
    request: HttpRequest, inside: ClubContext, name: str, status: int = 200, **more: Any
) -> HttpResponse:
    found = identity.unjoined_seats(inside.club.pk).filter(name=name).select_related("match__table")
    found = found.prefetch_related("match__sitting").order_by("-match__started", "-pk")
    page = Paginator(found, ON_A_PAGE).get_page(request.GET.get("page"))
    if not page.paginator.count:
        raise Http404
    context = {
        "name": name,
        "page": page,
        "alike": names.alike_players(name, names.known_names(inside.club.pk), 4),
        "players": names.recent_players(inside.club.pk, 200),
        **more,
    }
    return inside.page(request, "people/unjoined_name.html", context, status)


@for_members("POST", Role.SCOREKEEPER)
def join(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """Whose a name is: one seat's, or all of that spelling."""
    name = request.POST.get("name", "")
    seats = identity.unjoined_seats(inside.club.pk).filter(name=name)
    only = [pk for pk in map(numbers.whole, request.POST.getlist("seat")) if pk is not None]
    if only:
        seats = seats.filter(pk__in=only)
    try:
        player = _whom(inside, request, name)
    except ValidationError as problem:
        return _seats(request, inside, name, 422, who=request.POST.get("who", ""), wrong=problem.messages[0])
    identity.join_seats(player, seats, inside.name)
    address = reverse("unjoined", args=[inside.club.code])
    left = identity.unjoined_seats(inside.club.pk).filter(name=name).order_by("-pk").first() if only else None
    if left is not None:
        address = reverse("unjoined_name", args=[inside.club.code, left.pk])
    return redirect_see_other(address)


def _whom(inside: ClubContext, request: HttpRequest, name: str) -> Player:
    """The player of a key that was tapped or of a name that was typed. Raises ``ValidationError``."""
    ours = Player.objects.filter(club=inside.club, same_as=None, forgotten=None)
    if "new" in request.POST:
        return Player.objects.create(club=inside.club, name=clean_name(name))
    pk = numbers.whole(request.POST.get("player"))
    if pk is not None:
        player = ours.filter(pk=pk).first()
    else:
        found = names.player_called(
            clean_name(request.POST.get("who", "")), names.known_names(inside.club.pk)
        )
        known = Player.objects.filter(pk=found).select_related("same_as").first() if found else None
        player = (known.same_as or known) if known else None
    if player is None:
        raise ValidationError(_("No player in the club has that name."))
    return player


@for_members("POST")
def mine(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """ "This is me": a member asks for what was played under a name."""
    try:
        claim = identity.claim_by_name(inside.club, request.POST.get("name", ""), inside.user)
    except CannotMerge:
        return _page(request, inside, 422, wrong=_("Someone else has already linked this name."))
    return inside.to("player", claim.player_id)

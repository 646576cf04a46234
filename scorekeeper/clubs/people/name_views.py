"""Pages of unlinked names: names typed at tables, and linked to no player yet."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.paginator import Page, Paginator
from django.db.models import Count, Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_members
from scorekeeper.clubs.models import Player, Role
from scorekeeper.clubs.people import identity, names
from scorekeeper.clubs.people.identity import CannotMerge
from scorekeeper.matches.models import Match
from scorekeeper.matches.typed_names import clean_name
from scorekeeper.web import numbers

ON_A_PAGE = 20
GUESTS_COMPARED = 20


@for_members("GET")
def unlinked_names(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    return _page(request, ctx)


def _page(request: HttpRequest, ctx: ClubContext, status: int = 200, **more: Any) -> HttpResponse:
    known = names.known_names(ctx.club.pk)
    typed = identity.unlinked_named_seats(ctx.club.pk).values("name")
    typed = typed.annotate(n=Count("pk"), last=Max("match__started"), newest=Max("match"), seat=Max("pk"))
    page: Page[Any] = Paginator(typed.order_by("-last", "name"), ON_A_PAGE).get_page(request.GET.get("page"))
    rows = list(page.object_list)
    guesses = {row["name"]: names.similar_ids(row["name"], known) for row in rows}
    similar = _similar_players(ctx, known) if ctx.keeps_score and page.number == 1 else []
    player_ids = {pk for pks in guesses.values() for pk in pks} | {pk for pair in similar for pk in pair}
    players = Player.objects.in_bulk(player_ids)
    matches = (
        Match.objects.select_related("table").defer("house", "frozen", "begun").prefetch_related("sitting")
    )
    newest = matches.in_bulk([row["newest"] for row in rows])
    for row in rows:
        row["match"] = newest.get(row["newest"])
        row["similar"] = [players[pk] for pk in guesses[row["name"]] if pk in players]
    context = {
        "page": page,
        "typed": rows,
        "similar": [(players[guest], players[other]) for guest, other in similar],
        **more,
    }
    return ctx.page(request, "people/unlinked_names.html", context, status)


def _similar_players(ctx: ClubContext, known: list[names.KnownName]) -> list[tuple[int, int]]:
    """Return pairs of ids: each of the newest guests and the most similar player. No pair is repeated."""
    guests = ctx.club.players.current().filter(user=None)
    found: dict[int, int] = {}
    for pk, name in guests.order_by("-pk").values_list("pk", "name")[:GUESTS_COMPARED]:
        others = [player for player in known if player.current_pk != pk]
        for other in names.similar_ids(name, others, 1):
            if found.get(other) != pk:
                found[pk] = other
    return list(found.items())


@for_members("GET", Role.SCOREKEEPER)
def seats(request: HttpRequest, ctx: MemberContext, seat: int) -> HttpResponse:
    """Show all seats of a name, to link them one by one if two people used the name."""
    name = identity.unlinked_seats(ctx.club.pk).filter(pk=seat).values_list("name", flat=True).first()
    if name is None:
        return redirect("unlinked_names", ctx.club.code)
    return _seats(request, ctx, name)


def _seats(request: HttpRequest, ctx: ClubContext, name: str, status: int = 200, **more: Any) -> HttpResponse:
    seats = identity.unlinked_seats(ctx.club.pk).filter(name=name).select_related("match__table")
    seats = seats.prefetch_related("match__sitting").order_by("-match__started", "-pk")
    page = Paginator(seats, ON_A_PAGE).get_page(request.GET.get("page"))
    if not page.paginator.count:
        raise Http404
    context = {
        "name": name,
        "page": page,
        "similar": names.similar_players(name, names.known_names(ctx.club.pk), 4),
        "players": names.recent_players(ctx.club, 200),
        **more,
    }
    return ctx.page(request, "people/unlinked_name.html", context, status)


@for_members("POST", Role.SCOREKEEPER)
def link(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    name = request.POST.get("name", "")
    seats = identity.unlinked_seats(ctx.club.pk).filter(name=name)
    chosen = [pk for pk in map(numbers.parse_whole, request.POST.getlist("seat")) if pk is not None]
    if chosen:
        seats = seats.filter(pk__in=chosen)
    try:
        player = _chosen_player(ctx, request, name)
    except ValidationError as error:
        return _seats(request, ctx, name, 422, who=request.POST.get("who", ""), error=error.messages[0])
    identity.link_seats(player, seats, ctx.name)
    remaining = (
        identity.unlinked_seats(ctx.club.pk).filter(name=name).order_by("-pk").first() if chosen else None
    )
    if remaining is None:
        return ctx.redirect_to("unlinked_names")
    return ctx.redirect_to("unlinked_name", remaining.pk)


def _chosen_player(ctx: ClubContext, request: HttpRequest, name: str) -> Player:
    players = ctx.club.players.current()
    if "new" in request.POST:
        return Player.objects.create(club=ctx.club, name=clean_name(name))
    pk = numbers.parse_whole(request.POST.get("player"))
    if pk is not None:
        player = players.filter(pk=pk).first()
    else:
        typed = clean_name(request.POST.get("who", ""))
        pk = names.player_called(typed, names.known_names(ctx.club.pk))
        record = Player.objects.filter(pk=pk).select_related("same_as").first() if pk else None
        player = record and (record.same_as or record)
    if player is None:
        raise ValidationError(_("No player in the club has that name."))
    return player


@for_members("POST")
def claim(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    try:
        open_claim = identity.claim_by_name(ctx.club, request.POST.get("name", ""), ctx.user)
    except CannotMerge:
        return _page(request, ctx, 422, error=_("Someone else has already linked this name."))
    return ctx.redirect_to("player", open_claim.player_id)

"""Pages of the players: the list, a player, merging, and claims."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from scorekeeper.clubs.hooks import club_hooks
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_members
from scorekeeper.clubs.models import Claim, Player, Role
from scorekeeper.clubs.people import identity, names
from scorekeeper.clubs.people.access import (
    editable_player_or_403,
    is_own,
    may_forget,
    player_or_404,
    redirect_to_player,
)
from scorekeeper.clubs.people.forms import PlayerForm
from scorekeeper.clubs.people.identity import CannotMerge
from scorekeeper.clubs.people.names import KnownName
from scorekeeper.web import numbers

ON_A_PAGE = 40


@for_members("GET")
def players(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    return _list(request, ctx)


def _list(request: HttpRequest, ctx: MemberContext, status: int = 200, **more: Any) -> HttpResponse:
    query = " ".join(request.GET.get("q", "")[:40].split())
    players = ctx.club.players.current().recent_first().select_related("user")
    if query:
        folded_query = names.fold_name(query)
        ids = [
            known.current_pk for known in names.known_names(ctx.club.pk) if folded_query in known.folded_name
        ]
        players = players.filter(pk__in=ids)
    page = Paginator(players, ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "query": query,
        "page": page,
        "has_unlinked_names": identity.unlinked_named_seats(ctx.club.pk).exists(),
        "claims": identity.open_claims(ctx.club) if ctx.keeps_score else (),
        "form": PlayerForm([]),
        **more,
    }
    return ctx.page(request, "people/players.html", context, status)


@for_members("POST", Role.SCOREKEEPER)
def new(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    form = PlayerForm(names.known_names(ctx.club.pk), request.POST)
    if not form.is_valid():
        return _list(request, ctx, status=422, form=form)
    created = Player.objects.create(club=ctx.club, name=form.cleaned_data["name"])
    return redirect_to_player(ctx, created)


@for_members("GET")
def player(request: HttpRequest, ctx: MemberContext, player: int) -> HttpResponse:
    return player_page(request, ctx, player_or_404(ctx, player))


def player_page(
    request: HttpRequest, ctx: MemberContext, record: Player, status: int = 200, **more: Any
) -> HttpResponse:
    is_self = is_own(ctx, record)
    records = identity.records_of([record.pk])
    claims = Claim.objects.filter(player=record, user=ctx.member.user_id, granted=None)
    has_claimed = not record.user_id and claims.exists()
    may_edit = (is_self or ctx.keeps_score) and not record.forgotten
    context = {
        "player": record,
        "is_self": is_self,
        "may_forget": may_forget(ctx, record),
        "merged_players": [other for other in records if other.pk != record.pk],
        "matches": club_hooks.recent_matches(record, [other.pk for other in records]),
        "has_claimed": has_claimed,
        "may_claim": not record.user_id and not record.forgotten and not has_claimed,
        "spellings": identity.spellings(record) if may_edit else (),
        **more,
    }
    return ctx.page(request, "people/player.html", context, status)


@for_members("GET POST")
def name(request: HttpRequest, ctx: MemberContext, player: int) -> HttpResponse:
    record = editable_player_or_403(ctx, player)
    data = request.POST if request.method == "POST" else None
    form = PlayerForm(_other_names(ctx, record) if data else [], data, initial={"name": record.name})
    if not form.is_valid():
        context = {"player": record, "form": form, "is_self": is_own(ctx, record)}
        return ctx.page(request, "people/rename.html", context, 422 if form.is_bound else 200)
    identity.rename(record, form.cleaned_data["name"], ctx.name)
    return redirect_to_player(ctx, record)


@for_members("POST")
def spelling(request: HttpRequest, ctx: MemberContext, player: int) -> HttpResponse:
    """Correct a name on sheets: replace it, hide it, or detach its seats."""
    record = editable_player_or_403(ctx, player)
    old_name = request.POST.get("name", "")
    if "hide" in request.POST:
        identity.change_spelling(record, old_name, "")
    elif "not" in request.POST:  # the button "That was not me" or "That was someone else"
        identity.detach_seats(record, old_name, ctx.name)
    elif record.name:
        identity.change_spelling(record, old_name, record.name)
    return redirect_to_player(ctx, record)


@for_members("GET POST", Role.SCOREKEEPER)
def merge(request: HttpRequest, ctx: MemberContext, player: int) -> HttpResponse:
    record = player_or_404(ctx, player)
    if request.method != "POST":
        return _merge_page(request, ctx, record)
    other_id = numbers.parse_whole(request.POST.get("other"))
    if not other_id:
        other_id = names.player_called(request.POST.get("who", "").strip(), _other_names(ctx, record)) or 0
    other = Player.objects.filter(pk=other_id, club=ctx.club).select_related("same_as").first()
    if other is None:
        return _merge_page(request, ctx, record, 422, error=_("No player in the club has that name."))
    try:
        merged = identity.merge(other.same_as or other, record, ctx.name)
    except CannotMerge as error:
        return _merge_page(request, ctx, record, 422, error=str(error))
    return redirect_to_player(ctx, merged)


def _other_names(ctx: ClubContext, record: Player) -> list[KnownName]:
    return [name for name in names.known_names(ctx.club.pk) if name.current_pk != record.pk]


def _merge_page(
    request: HttpRequest, ctx: MemberContext, record: Player, status: int = 200, **more: Any
) -> HttpResponse:
    other_names = _other_names(ctx, record)
    context = {
        "player": record,
        "similar": names.similar_players(record.name, other_names, 6),
        "players": [other for other in names.recent_players(ctx.club, 500) if other.pk != record.pk],
        "who": request.POST.get("who", ""),
        **more,
    }
    return ctx.page(request, "people/merge.html", context, status)


@for_members("POST", Role.SCOREKEEPER)
def unmerge(request: HttpRequest, ctx: MemberContext, player: int) -> HttpResponse:
    other = get_object_or_404(Player, pk=player, club=ctx.club)
    try:
        identity.unmerge(other, ctx.name)
    except CannotMerge as error:
        return player_page(request, ctx, player_or_404(ctx, player), 422, error=str(error))
    return redirect_to_player(ctx, other)


@for_members("POST")
def claim(request: HttpRequest, ctx: MemberContext, player: int) -> HttpResponse:
    record = player_or_404(ctx, player)
    if "withdraw" in request.POST:
        Claim.objects.filter(player=record, user=ctx.user, granted=None).delete()
        return redirect_to_player(ctx, record)
    if is_own(ctx, record):
        raise PermissionDenied
    try:
        identity.claim(record, ctx.user)
    except CannotMerge as error:
        return player_page(request, ctx, record, 422, error=str(error))
    return redirect_to_player(ctx, record)


@for_members("POST", Role.SCOREKEEPER)
def answer(request: HttpRequest, ctx: MemberContext, claim: int) -> HttpResponse:
    open_claim = get_object_or_404(Claim.objects.select_related("player"), pk=claim, player__club=ctx.club)
    try:
        identity.answer_claim(open_claim, request.POST.get("granted") == "yes", ctx.name)
    except CannotMerge as error:
        return player_page(request, ctx, player_or_404(ctx, open_claim.player_id), 422, error=str(error))
    return ctx.redirect_to("players")

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
    is_mine,
    may_forget,
    player_or_404,
    to_player,
)
from scorekeeper.clubs.people.forms import PlayerForm
from scorekeeper.clubs.people.identity import CannotMerge
from scorekeeper.clubs.people.names import KnownName
from scorekeeper.web import numbers

ON_A_PAGE = 40


@for_members("GET")
def players(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    """Show the players, most recent first; ``q`` searches by name."""
    return _list(request, ctx)


def _list(request: HttpRequest, ctx: MemberContext, status: int = 200, **more: Any) -> HttpResponse:
    query = " ".join(request.GET.get("q", "")[:40].split())
    found = ctx.club.players.current().recent_first().select_related("user")
    if query:
        wanted = names.folded(query)
        ids = [one.root for one in names.known_names(ctx.club.pk) if wanted in one.folded]
        found = found.filter(pk__in=ids)
    page = Paginator(found, ON_A_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {"query": query, "page": page, **more}
    context["waiting"] = identity.named_seats(ctx.club.pk).exists()
    if ctx.keeps_score:
        context["claims"] = identity.open_claims(ctx.club)
        context.setdefault("form", PlayerForm([]))
    return ctx.page(request, "people/players.html", context, status)


@for_members("POST", Role.SCOREKEEPER)
def new(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    form = PlayerForm(names.known_names(ctx.club.pk), request.POST)
    if not form.is_valid():
        return _list(request, ctx, status=422, form=form)
    made = Player.objects.create(club=ctx.club, name=form.cleaned_data["name"])
    return to_player(ctx, made)


@for_members("GET")
def player(request: HttpRequest, ctx: MemberContext, player: int) -> HttpResponse:
    """Show a player: name, last matches, and actions."""
    return player_page(request, ctx, player_or_404(ctx, player))


def player_page(
    request: HttpRequest, ctx: MemberContext, one: Player, status: int = 200, **more: Any
) -> HttpResponse:
    is_own = is_mine(ctx, one)
    context: dict[str, Any] = {
        "player": one,
        "mine": is_own,
        "may_forget": may_forget(ctx, one),
        **more,
    }
    family = identity.records_of([one.pk])
    context["others"] = [other for other in family if other.pk != one.pk]
    context["matches"] = club_hooks.recent_matches(one, [each.pk for each in family])
    asked = Claim.objects.filter(player=one, user=ctx.member.user_id, granted=None)
    context["asks"] = not one.user_id and asked.exists()
    context["may_ask"] = not one.user_id and not one.forgotten and not context["asks"]
    if (is_own or ctx.keeps_score) and not one.forgotten:
        context["spellings"] = identity.spellings(one)
    return ctx.page(request, "people/player.html", context, status)


@for_members("GET POST")
def name(request: HttpRequest, ctx: MemberContext, player: int) -> HttpResponse:
    one = editable_player_or_403(ctx, player)
    data = request.POST if request.method == "POST" else None
    form = PlayerForm(_others(ctx, one) if data else [], data, initial={"name": one.name})
    if not form.is_valid():
        context = {"player": one, "form": form, "mine": is_mine(ctx, one)}
        return ctx.page(request, "people/rename.html", context, 422 if form.is_bound else 200)
    identity.rename(one, form.cleaned_data["name"], ctx.name)
    return to_player(ctx, one)


@for_members("POST")
def spelling(request: HttpRequest, ctx: MemberContext, player: int) -> HttpResponse:
    """Correct a name on sheets: replace it, hide it, or detach its seats."""
    one = editable_player_or_403(ctx, player)
    written = request.POST.get("name", "")
    if "hide" in request.POST:
        identity.change_spelling(one, written, "")
    elif "not" in request.POST:
        identity.detach_seats(one, identity.seats_of(one).filter(name=written), ctx.name)
    elif one.name:
        identity.change_spelling(one, written, one.name)
    return to_player(ctx, one)


def merge_problem(error: CannotMerge) -> str:
    return {
        "accounts": _("Both have an account, so they are two people."),
        "forgotten": _("A player who asked to be forgotten cannot be merged."),
    }.get(str(error), _("Someone else has changed this in the meantime. Check it and try again."))


@for_members("GET POST", Role.SCOREKEEPER)
def merge(request: HttpRequest, ctx: MemberContext, player: int) -> HttpResponse:
    """Merge a player with another one, chosen from similar names or all."""
    one = player_or_404(ctx, player)
    if request.method != "POST":
        return _merge_page(request, ctx, one)
    number = numbers.whole(request.POST.get("other"))
    if not number:
        number = names.player_called(request.POST.get("who", "").strip(), _others(ctx, one)) or 0
    other = Player.objects.filter(pk=number, club=ctx.club).select_related("same_as").first()
    if other is None:
        return _merge_page(request, ctx, one, 422, wrong=_("No player in the club has that name."))
    try:
        stays = identity.merge(other.same_as or other, one, ctx.name)
    except CannotMerge as error:
        return _merge_page(request, ctx, one, 422, wrong=merge_problem(error))
    return to_player(ctx, stays)


def _others(ctx: ClubContext, one: Player) -> list[KnownName]:
    return [each for each in names.known_names(ctx.club.pk) if each.root != one.pk]


def _merge_page(
    request: HttpRequest, ctx: MemberContext, one: Player, status: int = 200, **more: Any
) -> HttpResponse:
    others = _others(ctx, one)
    context = {
        "player": one,
        "alike": names.alike_players(one.name, others, 6),
        "players": [each for each in names.recent_players(ctx.club, 500) if each.pk != one.pk],
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
        return player_page(request, ctx, player_or_404(ctx, player), 422, wrong=merge_problem(error))
    return to_player(ctx, other)


@for_members("POST")
def claim(request: HttpRequest, ctx: MemberContext, player: int) -> HttpResponse:
    """Claim a guest's record, or withdraw the claim."""
    one = player_or_404(ctx, player)
    if "withdraw" in request.POST:
        Claim.objects.filter(player=one, user=ctx.user, granted=None).delete()
        return to_player(ctx, one)
    if is_mine(ctx, one):
        raise PermissionDenied
    try:
        identity.claim(one, ctx.user)
    except CannotMerge as error:
        return player_page(request, ctx, one, 422, wrong=merge_problem(error))
    return to_player(ctx, one)


@for_members("POST", Role.SCOREKEEPER)
def answer(request: HttpRequest, ctx: MemberContext, claim: int) -> HttpResponse:
    asked = get_object_or_404(Claim.objects.select_related("player"), pk=claim, player__club=ctx.club)
    try:
        identity.answer_claim(asked, request.POST.get("granted") == "yes", ctx.name)
    except CannotMerge as error:
        return player_page(request, ctx, player_or_404(ctx, asked.player_id), 422, wrong=merge_problem(error))
    return ctx.to("players")

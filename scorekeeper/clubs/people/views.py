"""The players of a club: the list, one player's page, records merged, and claims."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.db.models import F, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from scorekeeper import numbers
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_members, for_readers
from scorekeeper.clubs.models import Appearance, Claim, Player, Role
from scorekeeper.clubs.people import identity, names
from scorekeeper.clubs.people.identity import CannotMerge
from scorekeeper.clubs.people.names import KnownName
from scorekeeper.clubs.privacy import erasure
from scorekeeper.matches.models import Match, Seat
from scorekeeper.matches.typed_names import clean_name

ON_A_PAGE = 40
MATCHES_SHOWN = 6


@for_readers("GET")
def players(request: HttpRequest, inside: ClubContext) -> HttpResponse:
    """Everybody who plays here, those who played last first; ``q`` looks for a name."""
    return _list(request, inside)


def _list(request: HttpRequest, inside: ClubContext, status: int = 200, **more: Any) -> HttpResponse:
    query = " ".join(request.GET.get("q", "")[:40].split())
    found = _shown(inside)
    if query:
        wanted = names.folded(query)
        ids = [one.root for one in names.known_names(inside.club.pk) if wanted in one.folded]
        found = found.filter(pk__in=ids)
    page = Paginator(found, ON_A_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {"query": query, "page": page, **more}
    if inside.member is not None:
        context["waiting"] = identity.named_seats(inside.club.pk).exists()
    if inside.keeps_score:
        context["claims"] = identity.open_claims(inside.club)
    return inside.page(request, "people/players.html", context, status)


def _shown(inside: ClubContext) -> QuerySet[Player]:
    """The players whom whoever asks may read of."""
    found = Player.objects.filter(club=inside.club, same_as=None, gone=None)
    if inside.member is None:
        found = found.filter(shows_name=True, forgotten=None)
    return found.select_related("user").order_by(F("last_played").desc(nulls_last=True), "name", "pk")


@for_members("POST", Role.SCOREKEEPER)
def new(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """Somebody new: a guest, until they have an account."""
    typed = request.POST.get("name", "")
    try:
        name = _free_name(typed, names.known_names(inside.club.pk))
    except ValidationError as problem:
        return _list(request, inside, status=422, typed=typed, wrong=problem.messages[0])
    made = Player.objects.create(club=inside.club, name=name)
    return to_player(inside, made)


def _free_name(text: str, others: list[KnownName]) -> str:
    """The name that was typed, which none of these has. Raises ``ValidationError``."""
    name = clean_name(text)
    if not name:
        raise ValidationError(_("Give them a name."))
    if names.player_called(name, others) is not None:
        raise ValidationError(_("There is already a player with this name. Players need different names."))
    return name


@for_readers("GET")
def player(request: HttpRequest, inside: ClubContext, player: int) -> HttpResponse:
    """One player: who they are, what they played last, and what may be done about their name."""
    return player_page(request, inside, player_or_404(inside, player))


def player_page(
    request: HttpRequest, inside: ClubContext, one: Player, status: int = 200, **more: Any
) -> HttpResponse:
    """The page of a player, for whoever asks."""
    mine = is_mine(inside, one)
    context: dict[str, Any] = {
        "player": one,
        "mine": mine,
        "until": erasure.cancellable_until(one),
        "may_forget": may_forget(inside, one),
        **more,
    }
    if inside.member is not None:
        family = identity.records_of([one.pk])
        context["others"] = [other for other in family if other.pk != one.pk]
        context["matches"] = newest_of([each.pk for each in family])
        asked = Claim.objects.filter(player=one, user=inside.member.user_id, granted=None)
        context["asks"] = not one.user_id and asked.exists()
        context["may_ask"] = not one.user_id and not one.forgotten and not context["asks"]
    if inside.member is not None and (mine or inside.keeps_score) and not one.forgotten:
        context["spellings"] = identity.spellings(one)
    return inside.page(request, "people/player.html", context, status)


def newest_of(players: list[int]) -> list[Match]:
    """The last few matches of a player's records, those that are on among them."""
    ended = Appearance.objects.filter(player__in=players).order_by("-at").values_list("match", flat=True)
    # What is on was begun lately, and so has a high number; what was brought along is long over.
    begun = Seat.objects.filter(player__in=players).order_by("-match").values_list("match", flat=True)
    found = {*ended[:MATCHES_SHOWN], *begun[: 2 * MATCHES_SHOWN]}
    played = Match.objects.filter(pk__in=found).defer("house", "frozen", "begun")
    played = played.select_related("table").prefetch_related("sitting")
    return list(played.order_by("-started", "-pk")[:MATCHES_SHOWN])


@for_members("GET POST")
def name(request: HttpRequest, inside: MemberContext, player: int) -> HttpResponse:
    """What a player is called: by themselves, or by those who keep score."""
    one = theirs_or_403(inside, player)
    context: dict[str, Any] = {"player": one, "typed": one.name}
    context["mine"] = is_mine(inside, one)
    if request.method != "POST":
        return inside.page(request, "people/rename.html", context)
    context["typed"] = request.POST.get("name", "")
    try:
        wanted = _free_name(context["typed"], _others(inside, one))
    except ValidationError as problem:
        return inside.page(request, "people/rename.html", context | {"wrong": problem.messages[0]}, 422)
    identity.rename(one, wanted, inside.name)
    return to_player(inside, one)


@for_members("POST")
def spelling(request: HttpRequest, inside: MemberContext, player: int) -> HttpResponse:
    """A name under which a player stands on sheets is put right, hidden, or not theirs."""
    one = theirs_or_403(inside, player)
    written = request.POST.get("name", "")
    if "hide" in request.POST:
        identity.change_spelling(one, written, "")
    elif "not" in request.POST:
        identity.detach_seats(one, identity.seats_of(one).filter(name=written), inside.name)
    elif one.name:
        identity.change_spelling(one, written, one.name)
    return to_player(inside, one)


@for_members("POST")
def shows(request: HttpRequest, inside: MemberContext, player: int) -> HttpResponse:
    """Whether a published club may show a member's name: said by nobody but themselves."""
    one = player_or_404(inside, player)
    if not is_mine(inside, one) or one.forgotten:
        raise PermissionDenied
    Player.objects.filter(pk=one.pk).update(shows_name="yes" in request.POST)
    return to_player(inside, one)


def is_mine(inside: ClubContext, one: Player) -> bool:
    """Whether whoever asks is this player."""
    return inside.member is not None and one.user_id == inside.member.user_id


def may_forget(inside: ClubContext, one: Player) -> bool:
    """Themselves; for a guest, who cannot ask here, an owner."""
    if one.gone or one.same_as_id:
        return False
    return is_mine(inside, one) or (inside.is_owner and one.user_id is None)


def player_or_404(inside: ClubContext, player: int) -> Player:
    """A player of the club; a merged record leads to the person; a stranger is shown nobody unasked."""
    one = get_object_or_404(
        Player.objects.select_related("same_as", "user", "club"), pk=player, club=inside.club
    )
    one = one.same_as or one
    if inside.member is None and not _shown(inside).filter(Q(pk=one.pk)).exists():
        raise Http404
    return one


def theirs_or_403(inside: ClubContext, player: int) -> Player:
    """A player whose name whoever asks may put right: their own, or any for those who keep score."""
    one = player_or_404(inside, player)
    if not (is_mine(inside, one) or inside.keeps_score) or one.forgotten:
        raise PermissionDenied
    return one


def to_player(inside: ClubContext, one: Player) -> HttpResponse:
    """To a player's page."""
    return inside.to("player", one.pk)


def merge_problem(unfit: CannotMerge) -> str:
    """Why these cannot be one person."""
    return {
        "accounts": _("Both have an account, so they are two people."),
        "forgotten": _("A player who asked to be forgotten cannot be merged."),
    }.get(str(unfit), _("Someone else has changed this in the meantime. Check it and try again."))


@for_members("GET POST", Role.SCOREKEEPER)
def merge(request: HttpRequest, inside: MemberContext, player: int) -> HttpResponse:
    """Somebody else is the same person: chosen from those alike and from everybody."""
    one = player_or_404(inside, player)
    if request.method != "POST":
        return _merge_page(request, inside, one)
    number = numbers.whole(request.POST.get("other"))
    if not number:
        number = names.player_called(request.POST.get("who", "").strip(), _others(inside, one)) or 0
    other = Player.objects.filter(pk=number, club=inside.club).select_related("same_as").first()
    if other is None:
        return _merge_page(request, inside, one, 422, wrong=_("No player in the club has that name."))
    try:
        stays = identity.merge(other.same_as or other, one, inside.name)
    except CannotMerge as unfit:
        return _merge_page(request, inside, one, 422, wrong=merge_problem(unfit))
    return to_player(inside, stays)


def _others(inside: ClubContext, one: Player) -> list[KnownName]:
    """Everybody else of the club."""
    return [each for each in names.known_names(inside.club.pk) if each.root != one.pk]


def _merge_page(
    request: HttpRequest, inside: ClubContext, one: Player, status: int = 200, **more: Any
) -> HttpResponse:
    others = _others(inside, one)
    context = {
        "player": one,
        "alike": names.alike_players(one.name, others, 6),
        "players": [each for each in names.recent_players(inside.club.pk, 500) if each.pk != one.pk],
        "who": request.POST.get("who", ""),
        **more,
    }
    return inside.page(request, "people/merge.html", context, status)


@for_members("POST", Role.SCOREKEEPER)
def unmerge(request: HttpRequest, inside: MemberContext, player: int) -> HttpResponse:
    """A merged record is a person of its own again."""
    other = get_object_or_404(Player, pk=player, club=inside.club)
    try:
        identity.unmerge(other, inside.name)
    except CannotMerge as unfit:
        return player_page(request, inside, player_or_404(inside, player), 422, wrong=merge_problem(unfit))
    return to_player(inside, other)


@for_members("POST")
def claim(request: HttpRequest, inside: MemberContext, player: int) -> HttpResponse:
    """A member asks for a guest's past, or (``withdraw``) asks no longer."""
    one = player_or_404(inside, player)
    if "withdraw" in request.POST:
        Claim.objects.filter(player=one, user=inside.user, granted=None).delete()
        return to_player(inside, one)
    if is_mine(inside, one):
        raise PermissionDenied
    try:
        identity.claim(one, inside.user)
    except CannotMerge as unfit:
        return player_page(request, inside, one, 422, wrong=merge_problem(unfit))
    return to_player(inside, one)


@for_members("POST", Role.SCOREKEEPER)
def answer(request: HttpRequest, inside: MemberContext, claim: int) -> HttpResponse:
    """Somebody who keeps score says whether the member was that guest."""
    asked = get_object_or_404(Claim.objects.select_related("player"), pk=claim, player__club=inside.club)
    try:
        identity.answer_claim(asked, request.POST.get("granted") == "yes", inside.name)
    except CannotMerge as unfit:
        return player_page(
            request, inside, player_or_404(inside, asked.player_id), 422, wrong=merge_problem(unfit)
        )
    return inside.to("players")

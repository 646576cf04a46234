"""What those who keep score do at a night: who is here, rounds drawn, the clock, the end."""

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scorekeeper import numbers, phone_cookie
from scorekeeper.clubs.membership.guards import MemberContext
from scorekeeper.clubs.models import Night, Player, Role
from scorekeeper.clubs.nights import attendance, presenters, prizes, round_totals, rounds, tonight
from scorekeeper.clubs.nights.views import AtNight, for_night


@for_night("GET POST", Role.SCOREKEEPER)
def present(request: HttpRequest, at: AtNight) -> HttpResponse:
    """Ticking off who is here; guests are typed. Who goes home, sits out, or plays with whom."""
    if request.method != "POST":
        return _present(request, at)
    here = {str(one.pk): one for one in at.night.present.select_related("player")}
    for name in ("go", "rest", "play", "part"):
        if (one := here.get(request.POST.get(name, ""))) is not None:
            if name == "go":
                attendance.depart(at.night, one)
            elif name == "part":
                attendance.split_pair(at.night, one)
            else:
                attendance.set_resting(at.night, one, name == "rest")
            return _to(at, "present")
    if "pair" in request.POST:
        two = [here[one] for one in request.POST.getlist("two") if one in here]
        if len(two) != 2:
            return _present(request, at, pairs=_("Tick two people to make a pair."))
        attendance.pair(at.night, *two)
        return _to(at, "present")
    if "turn" in request.POST:
        lone, pair = (here.get(one) for one in f"{request.POST['turn']}+".split("+")[:2])
        if lone is not None and pair is not None:
            attendance.take_turns(at.night, lone, pair)
        return _to(at, "present")
    try:
        players = attendance.sent_players(
            at.inside.club, request.POST.getlist("player"), request.POST.get("guests", "")
        )
    except ValidationError as problem:
        return _present(request, at, guests=problem.messages[0])
    if "table" in request.POST:
        return _seat_at_own_table(request, at, players)
    attendance.arrive(at.night, players)
    return _to(at) if "next" in request.POST else _to(at, "present")


def _seat_at_own_table(request: HttpRequest, at: AtNight, players: list[Player]) -> HttpResponse:
    """Those who came together sit at a table of their own at once; chairs without a name are guests."""
    keeper = keeper_of(request, at.inside)
    free = at.night.seats - len(players)
    try:
        with transaction.atomic():
            players += attendance.unnamed_guests(at.night, free)
            rounds.add_table(at.night, players, keeper)
    except rounds.CannotDo as cannot:
        return _present(request, at, guests=str(cannot))
    return phone_cookie.remember(_to(at), keeper.key)


def _present(request: HttpRequest, at: AtNight, **wrong: str) -> HttpResponse:
    now = presenters.NightPresenter(at.inside, at.night)
    here = now.here
    shown = {
        "night": at.night,
        "here": here,
        "gone": [one for one in now.present.values() if one.to_round is not None],
        "absent": attendance.absent_players(at.night)[: attendance.MOST],
        "ticked": _ticked(request, at, bool(here)),
        "typed": request.POST.get("guests", ""),
        "wrong": wrong,
        "now": now,
        "has_pairs": rounds.has_pairs(at.night),
        "next_number": now.next_number,
        "fee": at.night.entry_fee if at.inside.club.keeps_cash else 0,
    }
    return at.inside.page(request, "nights/present.html", shown, 422 if wrong else 200)


def _ticked(request: HttpRequest, at: AtNight, begun: bool) -> list[str]:
    """Those whose boxes are ticked: as they were sent, or before anybody is here those of the last night."""
    if request.method == "POST" or begun:
        return request.POST.getlist("player")
    return [str(pk) for pk in tonight.people_of(tonight.last_night(at.inside.club, at.night.game_slug))]


@for_night("POST", Role.SCOREKEEPER)
def draw(request: HttpRequest, at: AtNight) -> HttpResponse:
    """The next round is drawn and its tables begin."""
    keeper = keeper_of(request, at.inside)
    try:
        rounds.draw_round(at.night, _number(request), keeper)
    except rounds.CannotDo as cannot:
        return cannot_page(request, at, cannot)
    return phone_cookie.remember(_to(at), keeper.key)


@for_night("POST", Role.SCOREKEEPER)
def take_back(request: HttpRequest, at: AtNight) -> HttpResponse:
    """A round in which nothing has been written yet is forgotten, to be drawn again."""
    try:
        rounds.undo_round(at.night, _number(request), at.inside.name)
    except rounds.CannotDo as cannot:
        return cannot_page(request, at, cannot)
    return _to(at)


@for_night("POST", Role.SCOREKEEPER)
def clock(request: HttpRequest, at: AtNight) -> HttpResponse:
    """The round's clock begins, is held, goes on, or gets more minutes."""
    rounds.change_clock(at.night, _number(request), request.POST.get("do", ""))
    return _to(at)


@for_night("GET POST", Role.SCOREKEEPER)
def end_round(request: HttpRequest, at: AtNight) -> HttpResponse:
    """Every table stops where it stands; ``again`` takes that back, and the round goes on."""
    if request.method != "POST":
        return _end_round(request, at)
    keeper = keeper_of(request, at.inside)
    try:
        if "again" in request.POST:
            rounds.reopen_round(at.night, _number(request), keeper)
        else:
            stand = {numbers.whole(one) or 0 for one in request.POST.getlist("stands")}
            rounds.end_round(at.night, _number(request), keeper, stand)
    except rounds.CannotDo as cannot:
        return cannot_page(request, at, cannot)
    except rounds.Unconfirmed:
        return _end_round(request, at, status=409)
    return phone_cookie.remember(_to(at), keeper.key)


def _end_round(request: HttpRequest, at: AtNight, status: int = 200) -> HttpResponse:
    """How every table stands, and which results would count without being confirmed."""
    now = presenters.NightPresenter(at.inside, at.night)
    shown = {"night": at.night, "now": now}
    return at.inside.page(request, "nights/end_round.html", shown, status)


@for_night("GET POST", Role.SCOREKEEPER)
def totals(request: HttpRequest, at: AtNight) -> HttpResponse:
    """The totals of all tables of the round on one page; a table left empty stays open."""
    sent = request.POST if request.method == "POST" else {}
    tables = [] if at.night.ended else round_totals.open_tables(at.night, sent)
    keeper = keeper_of(request, at.inside)
    if request.method == "POST":
        round_totals.save_totals(tables, keeper)
    wrong = any(one.errors for one in tables)
    if request.method == "POST" and not wrong:
        return phone_cookie.remember(_to(at), keeper.key)
    shown = {"night": at.night, "wrong": wrong}
    shown["saved"] = [one.number for one in tables if one.saved]
    shown["tables"] = [one for one in tables if not one.saved]
    answer = at.inside.page(request, "nights/totals.html", shown, 422 if wrong else 200)
    return phone_cookie.remember(answer, keeper.key) if shown["saved"] else answer


@for_night("POST", Role.SCOREKEEPER)
def answer_call(request: HttpRequest, at: AtNight) -> HttpResponse:
    """The referee has come to a table that called."""
    rounds.call_referee(at.night, numbers.whole(request.POST.get("table")) or 0, calls=False)
    return _to(at)


@for_night("POST")
def check_in(request: HttpRequest, at: AtNight) -> HttpResponse:
    """A member says on their own phone that they are here; ``go``: that they go home."""
    if at.inside.player is None or at.night.ended:
        raise PermissionDenied
    if "go" not in request.POST:
        attendance.arrive(at.night, [at.inside.player])
    elif (one := at.night.present.filter(player=at.inside.player, to_round=None).first()) is not None:
        attendance.depart(at.night, one)
    return _to(at)


@for_night("POST", Role.SCOREKEEPER)
def end(request: HttpRequest, at: AtNight) -> HttpResponse:
    """The night is over, and the prizes are given; ``again`` lets it go on."""
    over = "again" not in request.POST
    try:
        with transaction.atomic():
            if rounds.end_night(at.night, over, at.inside.name) and over:
                now = presenters.NightPresenter(at.inside, Night.objects.get(pk=at.night.pk))
                prizes.record_read_out(now.night, at.inside.name, now.prizes_now, now.standing_now)
    except rounds.CannotDo as cannot:
        return cannot_page(request, at, cannot)
    return _to(at, "night_prizes" if over else "night")


def cannot_page(request: HttpRequest, at: AtNight, cannot: rounds.CannotDo) -> HttpResponse:
    """The night as it is, and why what was asked for cannot be."""
    now = presenters.NightPresenter(at.inside, at.night)
    shown = {"night": at.night, "now": now, "cannot": str(cannot)}
    return at.inside.page(request, "nights/night.html", shown, 422)


def keeper_of(request: HttpRequest, inside: MemberContext) -> rounds.Keeper:
    """Whoever asks, as those who keep the club's score write on its sheets."""
    key = phone_cookie.key_of(request) or phone_cookie.new_key()
    return rounds.Keeper(key, inside.name[:40], inside.giving(Role.SCOREKEEPER))


def _number(request: HttpRequest) -> int:
    """The round that the page was about; 0, which there is none of, for what is no number."""
    return numbers.whole(request.POST.get("round")) or 0


def _to(at: AtNight, where: str = "night") -> HttpResponse:
    return at.inside.to(where, at.night.pk)

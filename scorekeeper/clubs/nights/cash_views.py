"""The cash list of nights, for those who run them, where the club keeps one."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scorekeeper import htmx, numbers
from scorekeeper.clubs.membership.guards import MemberContext, for_members
from scorekeeper.clubs.models import Night, Payout, Present, Role, Season
from scorekeeper.clubs.nights import cash
from scorekeeper.clubs.nights.views import AtNight, at_night
from scorekeeper.guarded import guard
from scorekeeper.matches import typed_names


def _at_night(request: HttpRequest, club: str, night: int) -> AtNight:
    at = at_night(request, club, night, Role.SCOREKEEPER)
    if not at.inside.club.keeps_cash:
        raise Http404
    return at


@guard("GET POST", _at_night, "club", "night")
def night(request: HttpRequest, at: AtNight) -> HttpResponse:
    """Who has paid, the prizes that were paid out, the balance; posted, a prize, or another entry fee."""
    if request.method != "POST":
        return _page(request, at)
    sent = request.POST
    if "add" in sent:
        return _add(request, at)
    if "delete" in sent:
        return _delete(request, at)
    fee = cash.parse_amount(sent.get("fee", "").strip() or "0")
    if fee is None:
        return _page(request, at, fee=_wrong_amount())
    Night.objects.filter(pk=at.night.pk).update(entry_fee=fee)
    return at.inside.to("night_cash", at.night.pk)


def _wrong_amount() -> str:
    return _("Enter an amount like this: 5 or 7.50.")


def _add(request: HttpRequest, at: AtNight) -> HttpResponse:
    sent = request.POST
    amount = cash.parse_amount(sent.get("amount", ""))
    if not amount:
        return _page(request, at, amount=_wrong_amount())
    known = numbers.whole(sent.get("known"))
    one = at.night.present.filter(player=numbers.whole(sent.get("to")) or 0).select_related("player").first()
    what = typed_names.clean_name(sent.get("what", ""), 60)
    player = one.player if one else None
    if not cash.add_payout(at.night, what, player, amount, -1 if known is None else known):
        return _page(request, at, changed="1")
    return at.inside.to("night_cash", at.night.pk)


def _delete(request: HttpRequest, at: AtNight) -> HttpResponse:
    """A prize is taken off the list, and stands in the boxes, to be added again."""
    one = Payout.objects.filter(night=at.night, pk=numbers.whole(request.POST.get("delete")) or 0).first()
    if one is None:
        return at.inside.to("night_cash", at.night.pk)
    one.delete()
    typed = {"what": one.what, "to": str(one.player_id or ""), "amount": cash.amount_text(one.amount)}
    return _page(request, at, typed=typed)


def _page(
    request: HttpRequest, at: AtNight, typed: dict[str, str] | None = None, **wrong: str
) -> HttpResponse:
    sent = {name: request.POST.get(name, "") for name in ("what", "to", "amount")} if wrong else {}
    fee = request.POST.get("fee", "") if "fee" in wrong else ""
    shown = _cash(at) | {
        "payouts": list(at.night.payouts.select_related("player")),
        "typed": {
            "fee": fee or (cash.amount_text(at.night.entry_fee) if at.night.entry_fee else ""),
            **(typed or sent),
        },
        "deleted": typed is not None,
        "wrong": wrong,
        "changed": "changed" in wrong,
    }
    status = 409 if "changed" in wrong else 422 if wrong else 200
    return render(request, "clubs/nights/cash.html", shown, status=status)


def _cash(at: AtNight) -> dict[str, Any]:
    """What the list shows of a night."""
    people = list(at.night.present.select_related("player"))
    return {
        "inside": at.inside,
        "part": "nights",
        "night": at.night,
        "people": people,
        "paid": [one for one in people if one.paid is not None],
        "line": cash.total(cash.of_nights([at.night])),
    }


@guard("POST", _at_night, "club", "night")
def pay(request: HttpRequest, at: AtNight) -> HttpResponse:
    """Somebody has paid (``paid``), or has not after all (``unpaid``): the part of the page that says so."""
    paid = "paid" in request.POST
    number = numbers.whole(request.POST.get("paid" if paid else "unpaid"))
    one: Present | None = cash.set_paid(at.night, number or 0, paid)
    listed = "listed" in request.POST
    if one is None or not htmx.asks_for_part(request):
        return at.inside.to("night_cash" if listed else "present", at.night.pk)
    shown = _cash(at) if listed else {"inside": at.inside, "night": at.night, "one": one}
    answer = render(request, f"clubs/nights/{'_cash' if listed else '_paid'}.html", shown)
    htmx.vary(answer)
    return answer


@for_members("GET", Role.SCOREKEEPER)
def every_night(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """What was taken and paid out at every night, of a season or of all, and the sums."""
    if not inside.club.keeps_cash:
        raise Http404
    every = list(Season.objects.filter(club=inside.club))
    season = next((one for one in every if str(one.pk) == request.GET.get("season")), None)
    nights = Night.objects.filter(club=inside.club)
    lines = cash.of_nights(list(nights.filter(season=season) if season else nights))
    shown = {"seasons": every, "season": season, "lines": lines, "total": cash.total(lines)}
    return inside.page(request, "nights/every_cash.html", shown)

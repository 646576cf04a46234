"""The referee's desk: finding a question, giving the facts, reading the ruling, keeping it."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import every_game
from games.engine import Preset, empty_sheet
from scorekeeper import htmx, numbers, phone_cookie
from scorekeeper.library import applying, asking, keeping, precedents, searching, telling
from scorekeeper.library.hooks import library_hooks
from scorekeeper.library.referee import Desk
from scorekeeper.matches import commands, phones
from scorekeeper.onward import redirect_see_other
from scorekeeper.sheet.presenters import row_of
from scorekeeper.sheet.record_form import Sent
from scorekeeper.sheet.referee import HAND, form_of
from scorekeeper.tables import access
from scorekeeper.tables.access import MatchContext
from scorekeeper.tables.hooks import page_hooks
from scorekeeper.tables.views import answers
from scorekeeper.tables.views.sheet import private

LONGEST_QUERY = 100


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """The referee of every game: search, and the games."""
    return found(request, "", games=list(every_game().values()))


@require_safe
def questions(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything the referee of one game is asked."""
    game = asking.game_or_404(slug)
    preset = asking.preset_of(game, request.GET)
    return found(request, slug, game=game, preset=preset)


@require_safe
def at_table(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """Everything the referee is asked at a table, whose rules hold; ``in-hand`` is the hand in question."""
    place = access.get_match(request, code, n)
    hand = _hand(request, place)
    row = row_of(place.localized, hand) if hand else None
    answer = found(request, place.game.slug, game=place.game, place=place, hand=hand, row=row)
    return private(answer, place)


def _hand(request: HttpRequest, place: MatchContext) -> int | None:
    number = numbers.whole(request.GET.get(HAND))
    return number if number in place.story.revs else None


def found(request: HttpRequest, slug: str, **context: Any) -> HttpResponse:
    """The page of a search, or its part for htmx."""
    query = request.GET.get("q", "")[:LONGEST_QUERY]
    key = phone_cookie.key_of(request)
    hits = searching.find(query, slug, phones.hashed(key) if key else "") if query.strip() else None
    place, preset = context.get("place"), context.get("preset")
    if hits and (house := place.sheet.house if place else preset and preset.house):
        hits = tuple(searching.by_house(hits, house))
    if hits:
        hits = tuple(with_facts(hit, query, place, preset) for hit in hits)
    context |= {"query": query, "found": hits}
    template = "library/_found.html" if htmx.asks_for_part(request) else "library/referee.html"
    answer = render(request, template, context)
    htmx.vary(answer)
    patch_vary_headers(answer, ("Cookie",))
    return answer


def with_facts(
    hit: searching.Hit, query: str, place: MatchContext | None, preset: Preset[Any] | None
) -> searching.Hit:
    """A question that was found, with what the search says of its facts."""
    if hit.kind != "question":
        return hit
    game = every_game()[hit.slug]
    if place is not None:
        sheet, words = place.sheet, place.localized.words
    else:
        chosen = preset or game.presets[0]
        seating = asking.seating_of(game, {"preset": chosen.id})
        sheet, words = empty_sheet(game, seating, chosen.house), asking.words_of(seating)
    facts = telling.told(query, game.questions[hit.key], form_of(game, hit.key, sheet, words))
    return replace(hit, told=urlencode(facts))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest, slug: str, question: str) -> HttpResponse:
    """A question by a preset's rules; posted, the ruling is kept at an address of its own."""
    game = asking.game_or_404(slug)
    data = request.POST if request.method == "POST" else request.GET
    desk = asking.at_home(game, question, data)
    if request.method == "POST":
        return keep(request, desk)
    more: dict[str, Any] = {
        "shapes": asking.shapes_of(game, desk.preset) if desk.preset else (),
        "shape": asking.shape_of(game, asking.preset_of(game, data), data),
    }
    return page(request, desk, **more)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask_at_table(request: HttpRequest, code: str, n: int, question: str) -> HttpResponse:
    """A question by a table's own rules, with its score and what is known of the hand."""
    place = access.get_match(request, code, n)
    data = request.POST if request.method == "POST" else request.GET
    desk = asking.at_table(place, question, data)
    if request.method != "POST":
        return page(request, desk)
    if "apply" in request.POST:
        return apply(request, place, desk)
    return keep(request, desk)


def apply(request: HttpRequest, place: MatchContext, desk: Desk) -> HttpResponse:
    """The ruling written on the sheet; 403 for a phone that may not."""
    if not place.is_closed_here:
        access.check_scorer(place)
    if desk.said is None:
        return page(request, desk, status=422)
    intent = applying.intent(desk, place, request.POST)
    match answer := answers.put(place, intent):
        case commands.Saved() | commands.Duplicate():
            keeping.keep(desk, place.phone.key_hash if place.phone else "")
            return answers.saved(place, answer)
        case commands.Conflict():
            place = answers.fresh(place)
            desk = asking.at_table(place, desk.id, request.POST)
            wrong, status = (
                _("Someone else has changed this sheet in the meantime. Check it, then try again."),
                409,
            )
        case commands.Refused(problems):
            wrong, status = " ".join(place.words.read(problem.words) for problem in problems), 422
        case _:
            wrong, status = answers.reused_words(), 422
    return page(request, desk, status=status, wrong=wrong)


def page(request: HttpRequest, desk: Desk, status: int = 200, **more: Any) -> HttpResponse:
    """The question with its form and ruling; for htmx the ruling alone."""
    said = desk.said
    earlier = precedents.earlier(desk, phone_cookie.key_of(request))
    context = {
        "desk": desk,
        "game": desk.game,
        "place": desk.place or desk,
        "table": desk.place,
        "said": said,
        "book": desk.book,
        "applying": applying.applying(desk, desk.place) if desk.place else None,
        "precedents": [one for one in earlier if one.precedent],
        "earlier": [one for one in earlier if not one.precedent],
        "sent": sent_again(desk.form.data if desk.form.is_bound else dict(request.GET.lists())),
        "auction": auction_address(desk),
        "other_way": other_way(request, desk),
        **applying.filled_in(desk),
        **more,
    }
    template = "library/question.html"
    if htmx.asks_for_part(request):
        template = "library/_ruling.html"
    else:
        context |= of_club(request, desk)
    answer = render(request, template, context, status=status)
    htmx.vary(answer)
    patch_vary_headers(answer, ("Cookie",))
    return answer


def of_club(request: HttpRequest, desk: Desk) -> dict[str, Any]:
    """What is settled at the club whose desk or table it is, on this question; and who asks, if a member."""
    inside = desk.inside
    club = inside.club.pk if inside else desk.place.table.club_id if desk.place else None
    if club is None:
        return {}
    if inside is None and desk.place is not None:
        inside = page_hooks.membership(request, desk.place.table)
    settled = [one for one in library_hooks.customs(club, desk.game.slug) if one.question == desk.id]
    return {"inside": inside, "house": desk.house, "customs": settled}


def sent_again(data: Sent) -> list[tuple[str, str]]:
    """What was sent, as the hidden boxes of the form that keeps it."""
    unwanted = ("csrfmiddlewaretoken", "apply", "key", "number", "rev", "reason")
    return [(name, value) for name, values in data.items() if name not in unwanted for value in values]


def other_way(request: HttpRequest, desk: Desk) -> str:
    """The address of these facts with the ruling in place of the hand, or below it; "" for none."""
    if desk.place is None or desk.hand is None or desk.facts is None:
        return ""
    data = QueryDict(mutable=True)
    for name, value in sent_again(desk.form.data):
        if name != "as":
            data.appendlist(name, value)
    if not desk.instead:
        data["as"] = "instead"
    other = asking.at_table(desk.place, desk.id, data)
    return data.urlencode() if other.facts is not None and other.ruling.lines else ""


def auction_address(desk: Desk) -> str:
    """Where the pad of calls asks what may be called next; "" where the game has no auction."""
    if desk.game.auction is None:
        return ""
    if desk.auction:
        return f"{desk.auction}?"
    if desk.place is not None:
        about = {HAND: desk.hand or "", "as": "instead" if desk.instead else ""}
        return f"{desk.place.links('auction_at_table')}?{urlencode(about)}"
    seating = desk.sheet.seating
    preset = desk.preset.id if desk.preset else ""
    return (
        reverse("auction", args=[desk.game.slug]) + f"?preset={preset}&shape={seating.seats}x{seating.sides}"
    )


def keep(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The ruling at its own address; the form again where something is still to be said."""
    if desk.said is None:
        return page(request, desk, status=422)
    key = phone_cookie.key_of(request) or phone_cookie.new_key()
    ruling = keeping.keep(desk, phones.hashed(key))
    return phone_cookie.remember(redirect_see_other("ruling", ruling.code), key)

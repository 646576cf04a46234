"""Responses of the library's views: a question with its ruling, the pad of calls, a rulebook."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers

from games.engine import Calls, Game, Preset, Seating, Sheet, Words
from scorekeeper.matches import phones
from scorekeeper.sheet import bidding
from scorekeeper.sheet.house import differing
from scorekeeper.sheet.record_form import Sent
from scorekeeper.sheet.referee import HAND
from scorekeeper.tables import load
from scorekeeper.tables.hooks import page_hooks
from scorekeeper.web import htmx, phone_cookie
from scorekeeper.web.i18n import words_for
from scorekeeper.web.redirects import redirect_see_other

from . import applying, asking, keeping, precedents
from . import rulebook as reading
from .hooks import library_hooks
from .referee import Desk

LONGEST = 200  # characters of a query with calls


def question_page(request: HttpRequest, desk: Desk, status: int = 200, **more: Any) -> HttpResponse:
    """Render the question with its form and ruling; for htmx only the ruling."""
    in_words = desk.in_words
    earlier = precedents.earlier(desk, phone_cookie.key_of(request))
    context = {
        "desk": desk,
        "game": desk.game,
        "match_ctx": desk.match_ctx,
        "in_words": in_words,
        "book": desk.book,
        "objections": load.objections(desk.match_ctx) if desk.match_ctx else {},
        "applying": applying.applying(desk, desk.match_ctx) if desk.match_ctx else None,
        "precedents": [ruling for ruling in earlier if ruling.precedent],
        "earlier": [ruling for ruling in earlier if not ruling.precedent],
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
    response = render(request, template, context, status=status)
    htmx.vary(response)
    patch_vary_headers(response, ("Cookie",))
    return response


def of_club(request: HttpRequest, desk: Desk) -> dict[str, Any]:
    """Return the club's customs on this question, and the user's membership."""
    membership = desk.club_ctx
    club = membership.club.pk if membership else desk.match_ctx.table.club_id if desk.match_ctx else None
    if club is None:
        return {}
    if membership is None and desk.match_ctx is not None:
        membership = page_hooks.membership(request, desk.match_ctx.table)
    settled = [custom for custom in library_hooks.customs(club, desk.game.slug) if custom.question == desk.id]
    return {"ctx": membership, "house": desk.house, "customs": settled}


def sent_again(data: Sent) -> list[tuple[str, str]]:
    """Return the sent values for the hidden fields of the form that stores the ruling."""
    unwanted = ("csrfmiddlewaretoken", "apply", "key", "number", "rev", "reason")
    return [(name, value) for name, values in data.items() if name not in unwanted for value in values]


def other_way(request: HttpRequest, desk: Desk) -> str:
    """Return the query with the ruling instead of the hand or below it, the other of the two; "" for none."""
    if desk.match_ctx is None or desk.hand is None or desk.facts is None:
        return ""
    data = QueryDict(mutable=True)
    for name, value in sent_again(desk.form.data):
        if name != "as":
            data.appendlist(name, value)
    if not desk.instead:
        data["as"] = "instead"
    other = asking.at_table(desk.match_ctx, desk.id, data)
    return data.urlencode() if other.facts is not None and other.ruling.lines else ""


def auction_address(desk: Desk) -> str:
    """Return the URL of the pad of calls; "" if the game has no auction."""
    if desk.game.auction is None:
        return ""
    if desk.auction:
        return f"{desk.auction}?"
    if desk.match_ctx is not None:
        about = {HAND: desk.hand or "", "as": "instead" if desk.instead else ""}
        return f"{desk.match_ctx.links('auction_at_table')}?{urlencode(about)}"
    seating = desk.sheet.seating
    preset = desk.preset.id if desk.preset else ""
    return (
        reverse("auction", args=[desk.game.slug]) + f"?preset={preset}&shape={seating.seats}x{seating.sides}"
    )


def kept_ruling(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Store the ruling and redirect to it; render the form again if facts are missing."""
    if desk.in_words is None:
        return question_page(request, desk, status=422)
    key = phone_cookie.key_or_new(request)
    ruling = keeping.keep(desk, phones.hashed(key))
    return phone_cookie.remember(redirect_see_other("ruling", ruling.code), key)


def auction_pad(
    request: HttpRequest, game: Game[Any], sheet: Sheet[Any], words: Words, hand: str = ""
) -> HttpResponse:
    """Render the pad of calls. Raise ``Http404`` if the game has no auction."""
    if game.auction is None:
        raise Http404
    calls = Calls.read(request.GET.get("calls", "")[:LONGEST])
    return HttpResponse(
        bidding.draw_pad(game, calls, sheet, words, is_single="one" in request.GET, hand_url=hand)
    )


def rulebook_context(
    request: HttpRequest,
    game: Game[Any],
    house: Any,
    preset: Preset[Any] | None,
    seating: Seating | None = None,
) -> dict[str, Any]:
    words = words_for()
    other = game.preset(request.GET.get("other", ""))
    shapes = game.shapes(preset) if preset else (seating.shape,) if seating else game.shapes(game.presets[0])
    return {
        "game": game,
        "preset": preset,
        "other": other,
        "sections": reading.sections(game, house, words, {seats for seats, _sides in shapes}),
        "options": list(reading.options(game, house, words, seating).items()),
        "examples": [reading.worked_example(game, example) for example in game.examples],
        "differing": differing(game, house, other.house, words) if other else (),
        "rules_that_differ": reading.rules_that_differ(game, house, other.house, words) if other else (),
    }

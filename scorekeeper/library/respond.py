"""Responses of the library's views: a question with its ruling, an auction's pad of calls, a rulebook."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers

from games.engine import Calls, Game, Preset, Seating, Sheet, Words
from scorekeeper.matches import phones
from scorekeeper.sheet import bidding
from scorekeeper.sheet.house import differing_options
from scorekeeper.sheet.record_form import FormData
from scorekeeper.sheet.referee import HAND
from scorekeeper.tables import load
from scorekeeper.tables.hooks import page_hooks
from scorekeeper.web import htmx, phone_cookie
from scorekeeper.web.i18n import words_for
from scorekeeper.web.redirects import redirect_see_other

from . import applying, desks, precedents, rulebook, stored_rulings
from .hooks import library_hooks
from .referee import Desk

LONGEST_CALLS = 200  # characters


def question_page(request: HttpRequest, desk: Desk, status: int = 200, **extra: Any) -> HttpResponse:
    """Render the question with its form and ruling; for htmx only the ruling."""
    ruling_text = desk.ruling_text
    earlier = precedents.earlier_rulings(desk, phone_cookie.key_of(request))
    context = {
        "question": desk,
        "game": desk.game,
        "match_ctx": desk.match_ctx,
        "ruling_text": ruling_text,
        "book": desk.book,
        "objections": load.objections(desk.match_ctx) if desk.match_ctx else {},
        "ruling_row": applying.ruling_row(desk, desk.match_ctx) if desk.match_ctx else None,
        "precedents": [ruling for ruling in earlier if ruling.precedent],
        "earlier": [ruling for ruling in earlier if not ruling.precedent],
        "hidden_fields": hidden_fields(desk.form.data if desk.form.is_bound else dict(request.GET.lists())),
        "auction": auction_url(desk),
        "other_place_query": other_place_query(request, desk),
        **applying.prefilled_queries(desk),
        **extra,
    }
    template = "library/question.html"
    if htmx.asks_for_part(request):
        template = "library/_ruling.html"
    else:
        context |= club_context(request, desk)
    response = render(request, template, context, status=status)
    htmx.vary(response)
    patch_vary_headers(response, ("Cookie",))
    return response


def club_context(request: HttpRequest, desk: Desk) -> dict[str, Any]:
    """Return the club's customs on this question, and the user's membership."""
    membership = desk.club_ctx
    table_club_id = desk.match_ctx.table.club_id if desk.match_ctx else None
    club_id = membership.club.pk if membership else table_club_id
    if club_id is None:
        return {}
    if membership is None and desk.match_ctx is not None:
        membership = page_hooks.membership(request, desk.match_ctx.table)
    customs = [
        custom for custom in library_hooks.customs(club_id, desk.game.slug) if custom.question == desk.id
    ]
    return {"ctx": membership, "house": desk.house, "customs": customs}


def hidden_fields(data: FormData) -> list[tuple[str, str]]:
    """Return the sent values for the hidden fields of the form that stores the ruling."""
    excluded = ("csrfmiddlewaretoken", "apply", "key", "number", "rev", "reason")
    return [(name, value) for name, values in data.items() if name not in excluded for value in values]


def other_place_query(request: HttpRequest, desk: Desk) -> str:
    """Return the query string that moves the ruling to its other place: instead of the hand, or below it."""
    if desk.match_ctx is None or desk.hand is None or desk.facts is None:
        return ""
    data = QueryDict(mutable=True)
    for name, value in hidden_fields(desk.form.data):
        if name != "as":
            data.appendlist(name, value)
    if not desk.replaces_hand:
        data["as"] = "instead"
    other_desk = desks.table_desk(desk.match_ctx, desk.id, data)
    return data.urlencode() if other_desk.facts is not None and other_desk.ruling.lines else ""


def auction_url(desk: Desk) -> str:
    """Return the URL of the pad of calls; "" if the game has no auction."""
    if desk.game.auction is None:
        return ""
    if desk.auction:
        return f"{desk.auction}?"
    if desk.match_ctx is not None:
        query = {HAND: desk.hand or "", "as": "instead" if desk.replaces_hand else ""}
        return f"{desk.match_ctx.links('auction_at_table')}?{urlencode(query)}"
    seating = desk.sheet.seating
    preset = desk.preset.id if desk.preset else ""
    return (
        reverse("auction", args=[desk.game.slug]) + f"?preset={preset}&shape={seating.seats}x{seating.sides}"
    )


def store_ruling(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Store the ruling and redirect to it; render the form again if facts are missing."""
    if desk.ruling_text is None:
        return question_page(request, desk, status=422)
    key = phone_cookie.key_or_new(request)
    ruling = stored_rulings.store(desk, phones.hash_key(key))
    return phone_cookie.remember(redirect_see_other("ruling", ruling.code), key)


def auction_pad(
    request: HttpRequest, game: Game[Any], sheet: Sheet[Any], words: Words, hand_url: str = ""
) -> HttpResponse:
    """Render the pad of calls. Raise ``Http404`` if the game has no auction."""
    if game.auction is None:
        raise Http404
    calls = Calls.read(request.GET.get("calls", "")[:LONGEST_CALLS])
    return HttpResponse(
        bidding.draw_pad(game, calls, sheet, words, is_single="one" in request.GET, hand_url=hand_url)
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
        "sections": rulebook.sections(game, house, words, {seats for seats, _sides in shapes}),
        "options": list(rulebook.options(game, house, words, seating).items()),
        "examples": [rulebook.worked_example(game, example) for example in game.examples],
        "differing": differing_options(game, house, other.house, words) if other else (),
        "rules_that_differ": rulebook.rules_that_differ(game, house, other.house, words) if other else (),
    }

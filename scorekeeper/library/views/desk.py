"""Views of questions to the referee: finding a question, giving facts, reading and storing the ruling."""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import every_game
from games.engine import Game, Preset, Question, Seat, Seating, Sheet, Words, empty_sheet
from scorekeeper.library import applying, desks, query_facts, searching, stored_rulings
from scorekeeper.library.referee import Desk
from scorekeeper.library.respond import question_page, store_ruling
from scorekeeper.matches import commands, phones
from scorekeeper.sheet.presenters import row_of
from scorekeeper.sheet.referee import (
    HAND,
    AskedQuestion,
    facts_form,
    form_of,
    hands_upto,
    sheet_of_hands,
    verdict_parts,
)
from scorekeeper.tables import access, load, respond
from scorekeeper.tables.context import MatchContext
from scorekeeper.tables.respond import Failure, private
from scorekeeper.web import htmx, numbers, phone_cookie

LONGEST_QUERY = 100


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """Render the referee's start page: search, and the games."""
    return search_page(request, "", games=list(every_game().values()))


@require_safe
def questions(request: HttpRequest, slug: str) -> HttpResponse:
    """List the questions of a game."""
    game = access.game_or_404(slug)
    preset = desks.preset_of(game, request.GET)
    return search_page(request, slug, game=game, preset=preset)


@require_safe
def at_table(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """List the questions at a table; ``in-hand`` is the number of the hand in question."""
    ctx = access.get_match(request, code, n)
    hand = _hand(request, ctx)
    row = row_of(ctx.localized, hand) if hand else None
    context = {"match_ctx": ctx, "hand": hand, "row": row, "objections": load.objections(ctx)}
    response = search_page(request, ctx.game.slug, game=ctx.game, **context)
    return private(response, ctx)


def _hand(request: HttpRequest, ctx: MatchContext) -> int | None:
    """Return the number of the hand in question, if it exists."""
    number = numbers.parse_whole(request.GET.get(HAND))
    return number if number in ctx.state.revs else None


def search_page(request: HttpRequest, slug: str, **context: Any) -> HttpResponse:
    """Render the search page, for htmx only its results. An empty ``slug`` searches all games."""
    query = request.GET.get("q", "")[:LONGEST_QUERY]
    key = phone_cookie.key_of(request)
    hits = searching.find(query, slug, phones.hash_key(key) if key else "") if query.strip() else None
    ctx, preset = context.get("match_ctx"), context.get("preset")
    if hits and (house := ctx.sheet.house if ctx else preset and preset.house):
        hits = tuple(searching.with_house_rules(hits, house))
    sheets = QuestionSheets(ctx, preset, context.get("hand"))
    game = context.get("game")
    if hits is not None:
        found_hits = (with_answer(hit, query, sheets) for hit in hits)
        # A query with a number may consist of facts, so every question is tried.
        other_questions = (
            searching.questions_of(game, excluded=hits) if game and re.search(r"\d", query) else ()
        )
        other_hits = (with_answer(hit, query, sheets) for hit in other_questions)
        hits = (
            *(hit for hit in found_hits if hit),
            *(hit for hit in other_hits if hit and hit.only_facts),
        )
        # Questions with the most facts from the query come first, and rules last.
        hits = tuple(sorted(hits, key=lambda hit: (-hit.facts.count("="), hit.kind == "rule")))
    if game is not None and not hits:
        context["questions"] = [
            (id, question.text, urlencode(question_sheet.query))
            for id, question in game.questions.items()
            if (question_sheet := sheets.sheet_for(game, question))
        ]
    context |= {"query": query, "hits": hits}
    template = "library/_search_results.html" if htmx.asks_for_part(request) else "library/referee.html"
    response = render(request, template, context)
    htmx.vary(response)
    patch_vary_headers(response, ("Cookie",))
    return response


@dataclass(frozen=True)
class QuestionSheet:
    """The sheet that a question is asked on, its ``Words``, and the query of the question's URL.

    ``preset`` is None at a table, which has its own house rules.
    """

    sheet: Sheet[Any]
    words: Words
    query: dict[str, str]
    preset: Preset[Any] | None = None


@dataclass(frozen=True)
class QuestionSheets:
    """The sheets that questions are asked on.

    At a table this is its sheet, up to ``hand`` if given; without a table, an empty sheet under a preset.
    """

    ctx: MatchContext | None
    preset: Preset[Any] | None
    hand: int | None

    @cached_property
    def at_table(self) -> QuestionSheet:
        ctx = self.ctx
        assert ctx is not None
        hands = hands_upto(ctx.state, self.hand, excludes_hand=False)
        sheet = sheet_of_hands(ctx.game, ctx.sheet, hands) if self.hand else ctx.sheet
        query = {HAND: str(self.hand)} if self.hand else {}
        return QuestionSheet(sheet, ctx.localized.words_at(self.hand), query)

    def sheet_for(self, game: Game[Any], question: Question[Any]) -> QuestionSheet | None:
        """Return the sheet of a question; None if the question cannot come up with this number of players."""
        if self.ctx is not None:
            return self.at_table if question.can_come_up(self.at_table.sheet.seating.seats) else None
        for preset in (self.preset,) if self.preset else game.presets:
            shapes = desks.shapes_of(game, preset)
            shape = next((shape for shape in shapes if question.can_come_up(shape.seats)), None)
            if shape is None:
                continue
            seating = Seating(shape.seats, shape.sides, Seat(0))
            query = {"preset": preset.id} if self.preset or preset is not game.presets[0] else {}
            if shape is not shapes[0]:
                query["shape"] = shape.value
            sheet = empty_sheet(game, seating, preset.house)
            return QuestionSheet(sheet, desks.words_for_seating(seating), query, preset)
        return None


def with_answer(hit: searching.Hit, query: str, sheets: QuestionSheets) -> searching.Hit | None:
    """Return a hit with the facts in the query, and with the verdict if they suffice.

    Return None for a question that cannot come up on its sheet.
    """
    if hit.kind != "question":
        return hit
    game = every_game()[hit.slug]
    question_sheet = sheets.sheet_for(game, game.questions[hit.key])
    if question_sheet is None:
        return None
    sheet, words = question_sheet.sheet, question_sheet.words
    facts, only_facts = query_facts.facts_in(
        query, game.questions[hit.key], form_of(game, hit.key, sheet, words)
    )
    form = facts_form(game, hit.key, sheet, words, {name: [value] for name, value in facts.items()}, {})
    asked_question = AskedQuestion(game, hit.key, sheet, words, form)
    verdict = (
        verdict_parts(words.read(asked_question.ruling.because[0].words))
        if asked_question.facts is not None
        else None
    )
    by = words.gettext(question_sheet.preset.name) if question_sheet.preset else ""
    query_string = urlencode({**question_sheet.query, **facts})
    return replace(
        hit, facts=urlencode(facts), only_facts=only_facts, query=query_string, verdict=verdict, by=by
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest, slug: str, question: str) -> HttpResponse:
    """Render a question under a preset's rules; a POST stores the ruling."""
    game = access.game_or_404(slug)
    data = request.POST if request.method == "POST" else request.GET
    desk = desks.preset_desk(game, question, data)
    if request.method == "POST":
        return store_ruling(request, desk)
    extra: dict[str, Any] = {
        "shapes": desks.shapes_of(game, desk.preset) if desk.preset else (),
        "shape": desks.shape_of(game, desks.preset_of(game, data), data),
    }
    return question_page(request, desk, **extra)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask_at_table(request: HttpRequest, code: str, n: int, question: str) -> HttpResponse:
    """Render a question at a table, with its score and the known facts; a POST stores the ruling."""
    ctx = access.get_match(request, code, n)
    data = request.POST if request.method == "POST" else request.GET
    desk = desks.table_desk(ctx, question, data)
    if request.method != "POST":
        return question_page(request, desk)
    if "apply" in request.POST:
        return apply(request, ctx, desk)
    return store_ruling(request, desk)


def apply(request: HttpRequest, ctx: MatchContext, desk: Desk) -> HttpResponse:
    """Write the ruling on the sheet. Raise ``PermissionDenied`` for a phone that may not write."""
    # A closed sheet is refused by ``append_entry``, and the page shows why.
    if not ctx.is_closed_here:
        access.check_scorer(ctx)
    if desk.ruling_text is None:
        return question_page(request, desk, status=422)
    command = applying.command(desk, ctx, request.POST)
    result = commands.append_entry(ctx.match, ctx.phone, command)
    if isinstance(result, commands.Saved | commands.Duplicate):
        stored_rulings.store(desk, ctx.phone.key_hash if ctx.phone else "")

    def show_failure(ctx: MatchContext, failure: Failure) -> HttpResponse:
        current = desks.table_desk(ctx, desk.id, request.POST) if failure.status == 409 else desk
        return question_page(request, current, status=failure.status, error=failure.words)

    conflict = _("Someone else has changed this sheet in the meantime. Check it, then try again.")
    return respond.write_response(request, ctx, result, show_failure, conflict=conflict, from_sheet=False)

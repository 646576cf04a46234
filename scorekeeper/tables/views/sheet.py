"""The table's page and its sheet: what everybody at the table looks at."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.http import require_safe

from games.engine.interchange import Record, write_record
from scorekeeper import htmx
from scorekeeper.matches import commands
from scorekeeper.sheet import hand_entry, keyboard, preview
from scorekeeper.sheet.hand_entry import HandEntry
from scorekeeper.sheet.memory import part_name
from scorekeeper.sheet.page import hands as draw_hands
from scorekeeper.sheet.page import sheet as draw_sheet
from scorekeeper.sheet.preview import Clash
from scorekeeper.tables import access, match_page, request_parsing
from scorekeeper.tables.access import MatchContext
from scorekeeper.tables.hooks import page_hooks
from scorekeeper.tables.link_preview import preview_tags

from . import answers


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The newest match of a table."""
    return page(request, access.get_match(request, code))


@require_safe
def match(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """One match of a table, older ones too."""
    return page(request, access.get_match(request, code, n))


@require_safe
def partial(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """The sheet alone, for a phone that heard of a change."""
    place = access.get_match(request, code, n)
    # What is left out of an answer makes it another one: a page that has other parts must not be shown it.
    etag = f'"{place.etag.strip(chr(34))}.{part_name(*sorted(htmx.parts(request)))}"'
    if (unchanged := get_conditional_response(request, etag=etag)) is not None:
        return private(unchanged, place)
    board, viewer = match_page.load_board(place), match_page.load_viewer(request, place)
    answer = private(HttpResponse(draw_sheet(board, viewer, night=night_text(request, place))), place)
    answer.headers["ETag"] = etag
    return answer


@require_safe
def hands(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """The hands before those that the sheet shows, a page at a time."""
    place = access.get_match(request, code, n)
    board = match_page.load_board(place, request_parsing.first_shown(request.GET))
    viewer = match_page.load_viewer(request, place)
    context = {"place": place, "text": draw_hands(board, viewer)}
    return private(render(request, "tables/hands.html", context), place)


@require_safe
def record(request: HttpRequest, code: str, n: int) -> HttpResponse:
    """The match in the record format, to be carried away."""
    place = access.get_match(request, code, n)
    story = place.story
    log = tuple(written.entry for written in story.log)
    carried = write_record(Record(place.game, story.first, place.names.now, log, place.match.title))
    answer = JsonResponse(carried, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer.headers["Content-Disposition"] = f'attachment; filename="{place.game.slug}-{n}.json"'
    return private(answer, place)


def respond(
    request: HttpRequest, place: MatchContext, asked: commands.WriteCommand, conflict: str
) -> HttpResponse:
    """Write what one tap asks for, a row without a form: on to the table, or the page with what is wrong.

    ``conflict`` says so where somebody else has written meanwhile.
    """
    answer = answers.put(place, asked)
    if isinstance(answer, commands.Saved | commands.Duplicate):
        return answers.saved(place, answer)
    trouble, status = answers.why_not(place, answer, conflict)
    return page(request, answers.fresh(place) if status == 409 else place, status=status, trouble=trouble)


def page(
    request: HttpRequest,
    place: MatchContext,
    entry: HandEntry | None = None,
    status: int = 200,
    note: str = "",
    trouble: str = "",
    clash: Clash | None = None,
    changed: bool = False,
) -> HttpResponse:
    """The whole page, or for htmx the part that changes.

    ``entry`` is a form that goes back, with the hand of another phone that it clashes with; ``changed``: it
    holds answers that nobody else has. ``trouble`` says why nothing was done.
    """
    if entry is None and place.may_score and place.is_newest and place.closed is None:
        entry = hand_entry.draft(place.localized, place.match.begun)
    board, viewer = match_page.load_board(place), match_page.load_viewer(request, place)
    would, form = None, ""
    if entry is not None:
        would = preview.preview_hand(entry)
        kept = request_parsing.kept(request.POST) if status >= 400 else ""
        changed = changed or status >= 400
        form = keyboard.entry_section(board, viewer, entry, would, changed=changed, clash=clash, kept=kept)
    text = draw_sheet(
        board,
        viewer,
        form=form,
        night=(night := night_text(request, place)),
        note=note or match_page.say_once(place, request.GET),
        drawn="drawn" in request.GET,
        trouble=trouble,
        problems=entry.form.non_field_errors if entry is not None and board.outcome and clash is None else (),
    )
    if htmx.asks_for_part(request):
        return private(HttpResponse(text, status=status), place)
    # Who only watches has no form yet. Two answers that come together later would bring a cookie each, and
    # the form of one would not fit the cookie of the other.
    get_token(request)
    shown = {"place": place, "board": board, "viewer": viewer, "text": text}
    shown |= {"entry": entry, "preview": would, "clash": clash}
    shown["at_night"] = bool(night)
    shown["around"] = page_hooks.membership(request, place.table)
    # The link to a table is what people send each other: it says how the game stands.
    tags = preview_tags(request, board, viewer, "table")
    return private(render(request, "tables/table.html", shown | tags, status=status), place)


def night_text(request: HttpRequest, place: MatchContext) -> str:
    """The round of the night that the table plays; "" where it plays none."""
    at_night = page_hooks.night_status(place.table)
    if at_night is None:
        return ""
    return render_to_string(
        "clubs/nights/_at_table.html", {"at_night": at_night, "may_score": place.may_score}, request
    )


def private(answer: HttpResponse, place: MatchContext) -> HttpResponse:
    """To be asked for again each time, kept by this phone only, and another page for htmx."""
    answer.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(answer, ("Cookie", "Accept-Language", "Parts"))
    htmx.vary(answer)
    return answer

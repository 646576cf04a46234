"""Pages of a club's house rules: their versions, and the form for scorekeepers."""

from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from games import every_game
from games.engine import Game, Heading, Preset
from scorekeeper.clubs.house_rules import customs, rulesets
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_members
from scorekeeper.clubs.models import ClubHouse, Role
from scorekeeper.clubs.tables import start_form
from scorekeeper.library import rulebook
from scorekeeper.library.respond import rulebook_context
from scorekeeper.matches import typed_names
from scorekeeper.sheet.house import differing
from scorekeeper.tables import request_parsing, starting
from scorekeeper.tables.access import game_or_404
from scorekeeper.tables.respond import part_or_page
from scorekeeper.tables.starting import Start
from scorekeeper.web.htmx import asks_for_part
from scorekeeper.web.i18n import words_for


@dataclass
class Editor:
    """The form of house rules: game, preset, options, name, and the reason for a change."""

    start: Start
    house: ClubHouse | None  # the version that was opened; None for new rules
    name: str = ""
    name_error: str = ""
    why: str = ""
    why_error: str = ""

    @property
    def title(self) -> str:
        return str(self.house.name) if self.house else _("New house rules")

    @property
    def heading(self) -> Heading | None:
        """Return the heading that the form describes; each table draws its own first dealer."""
        made = self.start.heading
        return (
            replace(made, seating=replace(made.seating, first_dealer=type(made.seating.first_dealer)(0)))
            if made
            else None
        )

    @property
    def has_errors(self) -> bool:
        return bool(self.start.has_errors or self.name_error or self.why_error)


@for_members("GET")
def houses(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    """Show the current house rules, the ended ones, and the games for new ones."""
    known = every_game()
    rows = list(ClubHouse.objects.filter(club=ctx.club).order_by("name", "-version"))
    holding = [(known.get(one.game_slug), one) for one in rows if one.until is None]
    names = {one.name for one in rows if one.until is None}
    ended: dict[str, ClubHouse] = {}
    for one in rows:
        if one.name not in names:
            ended.setdefault(one.name, one)
    context = {
        "holding": holding,
        "ended": list(ended.values()),
        "games": [known[slug] for slug in ctx.club.games if slug in known]
        + [game for game in known.values() if game.slug not in ctx.club.games],
        "customs": list(ctx.club.customs.filter(ended=None).order_by("-at", "-pk")[:6]),
    }
    return ctx.page(request, "house_rules/houses.html", context)


def house_or_404(ctx: ClubContext, house: int) -> tuple[ClubHouse, Game[Any]]:
    found = get_object_or_404(ClubHouse.objects.select_related("club"), pk=house, club=ctx.club)
    game = rulesets.game_of(found)
    if game is None:
        raise Http404
    return found, game


@for_members("GET")
def house(request: HttpRequest, ctx: MemberContext, house: int) -> HttpResponse:
    """Show a version of house rules: its options, author, reason, and the other versions."""
    found, game = house_or_404(ctx, house)
    rules = rulesets.heading_of(found).house
    holding = list(customs.current_customs(ctx.club.pk, game.slug))
    _sections, options = rulebook.with_customs(
        (), rulebook.options(game, rules, words_for()).items(), holding
    )
    preset = game.preset(found.preset) or game.presets[0]
    context = {
        "house": found,
        "game": game,
        "preset": preset,
        "shape": starting.Shape(found.seats, found.sides).label,
        "options": options,
        "differing": differing(game, preset.house, rules, words_for()),
        "versions": rulesets.history(found),
        "settled": {one.question for one in holding},
    }
    return ctx.page(request, "house_rules/house.html", context)


@for_members("GET")
def book(request: HttpRequest, ctx: MemberContext, house: int) -> HttpResponse:
    """Show the game's rulebook with the numbers of these house rules and the club's customs."""
    found, game = house_or_404(ctx, house)
    rules = rulesets.heading_of(found).house
    context = rulebook_context(request, game, rules, preset_of(found, game))
    holding = list(customs.current_customs(ctx.club.pk, game.slug))
    context["sections"], context["options"] = rulebook.with_customs(
        context["sections"], context["options"], holding
    )
    loose = [one for one in holding if not one.option]
    return render(request, "library/rulebook.html", context | {"house": found, "ctx": ctx, "customs": loose})


def preset_of(house: ClubHouse, game: Game[Any]) -> Preset[Any]:
    """Return house rules in the form of a preset."""
    preset = game.preset(house.preset) or game.presets[0]
    shape = ((house.seats, house.sides),)
    return replace(preset, name=house.name, house=rulesets.heading_of(house).house, shapes=shape)


@for_members("GET POST", Role.SCOREKEEPER)
def new(request: HttpRequest, ctx: MemberContext, slug: str) -> HttpResponse:
    """Create house rules from a preset, under a name."""
    game = game_or_404(slug)
    if request.method != "POST":
        editor = Editor(starting.offered(game, "", request.GET.get("preset") or game.presets[0].id), None)
        return _page(request, ctx, editor)
    return _save(request, ctx, Editor(starting.chosen(game, request.POST, ""), None))


@for_members("GET POST", Role.SCOREKEEPER)
def change(request: HttpRequest, ctx: MemberContext, house: int) -> HttpResponse:
    """Save a new version of house rules; it ends the previous one."""
    found, game = house_or_404(ctx, house)
    ways = [start_form.way(game, found)]
    if found.until is not None:
        now = ClubHouse.objects.filter(club=ctx.club, name=found.name, until=None).first()
        if request.method != "POST":
            return redirect("change_house" if now else "house", ctx.club.code, (now or found).pk)
        found = now or found
        ways.insert(0, start_form.way(game, found))
    if request.method != "POST":
        return _page(request, ctx, Editor(starting.by_way(game, ways[0], ways, ""), found, found.name))
    opened = request.POST.get("opened", "")
    start = starting.chosen(game, request.POST, "", ways)
    clash = opened != str(found.pk) and "save" in request.POST
    return _save(request, ctx, Editor(start, found, found.name), clash)


def _save(request: HttpRequest, ctx: ClubContext, editor: Editor, clash: bool = False) -> HttpResponse:
    """Show the posted form again, with another preset, or save it."""
    start = editor.start
    if asks_for_part(request) and "idle" in request.POST:
        return render(request, "tables/_idle.html", {"groups": start.groups, "form": "_house"})
    editor.why = request.POST.get("reason", "")
    if editor.house is None:
        editor.name = request.POST.get("name", "")
    if "save" not in request.POST:
        return _page(request, ctx, editor)
    editor.why = request_parsing.reason(request.POST)
    if not _validate(editor):
        return _page(request, ctx, editor, 422)
    if clash:
        return _page(request, ctx, editor, 409, clash=True)
    heading = editor.heading
    assert heading is not None
    try:
        if editor.house is None:
            made = rulesets.create_ruleset(ctx.club, start.game, heading, editor.name, ctx.name, editor.why)
        else:
            made = rulesets.change_ruleset(editor.house, heading, ctx.name, editor.why)
    except rulesets.NameTaken:
        editor.name_error = _(
            "The club already has house rules with this name. Edit those, or choose another name."
        )
        return _page(request, ctx, editor, 422)
    except rulesets.ChangedMeanwhile as error:
        editor.house = error.now or editor.house
        return _page(request, ctx, editor, 409, clash=True)
    return ctx.to("house", made.pk)


def _validate(editor: Editor) -> bool:
    start = editor.start
    start.typed, start.title, start.first_dealer = [""] * start.shape.seats, "", "0"
    starting.read(start)
    if editor.house is None:
        try:
            editor.name = typed_names.clean_name(editor.name)
            if not editor.name:
                editor.name_error = _("Give them a name.")
        except ValidationError as problem:
            editor.name_error = problem.messages[0]
    elif not editor.why.strip():
        editor.why_error = _("Say why it changed.")
    return not editor.has_errors and editor.heading is not None


def _page(
    request: HttpRequest, ctx: ClubContext, editor: Editor, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        "ctx": ctx,
        "part": "club",
        "editor": editor,
        "start": editor.start,
        "game": editor.start.game,
    }
    part, page = "clubs/house_rules/_house.html", "clubs/house_rules/house_form.html"
    return part_or_page(request, part, page, {**context, **more}, status)


@for_members("POST", Role.SCOREKEEPER)
def end(request: HttpRequest, ctx: MemberContext, house: int) -> HttpResponse:
    found = get_object_or_404(ClubHouse, pk=house, club=ctx.club)
    rulesets.end_ruleset(found, ctx.name)
    return ctx.to("houses")

"""Pages of a club's house rules: versions, the scorekeepers' form, rulebook and referee."""

from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games import every_game
from games.engine import Game, Heading, Preset, Seat, Sheet, Words, empty_sheet
from scorekeeper.clubs.house_rules import customs, rulesets
from scorekeeper.clubs.house_rules.forms import HouseForm
from scorekeeper.clubs.membership import clubs
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_members
from scorekeeper.clubs.models import ClubHouse, Role
from scorekeeper.clubs.tables import start_form
from scorekeeper.library import desks, rulebook
from scorekeeper.library.referee import Desk
from scorekeeper.library.respond import auction_pad, question_page, rulebook_context, store_ruling
from scorekeeper.sheet import referee
from scorekeeper.sheet.house import differing_options
from scorekeeper.tables import starting
from scorekeeper.tables.access import game_or_404
from scorekeeper.tables.respond import irrelevant_part, part_or_page
from scorekeeper.tables.starting import StartForm
from scorekeeper.web.i18n import words_for


@dataclass
class Editor:
    """The form of house rules: game, preset, options, name, and the reason for a change."""

    start: StartForm
    house: ClubHouse | None  # the version that was opened; None for new rules
    form: HouseForm

    @property
    def title(self) -> str:
        return str(self.house.name) if self.house else _("New house rules")

    @property
    def heading(self) -> Heading | None:
        """Return the form's heading. Seat 0 deals first, because the first dealer is not a house rule."""
        heading = self.start.heading
        return replace(heading, seating=replace(heading.seating, first_dealer=Seat(0))) if heading else None

    @property
    def has_errors(self) -> bool:
        return bool(self.start.has_errors or self.form.errors)


@for_members("GET")
def houses(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    by_slug, club_games = every_game(), clubs.games_of(ctx.club)
    rows = list(ClubHouse.objects.filter(club=ctx.club).order_by("name", "-version"))
    current = [house for house in rows if house.until is None]
    current_names = {house.name for house in current}
    # Reversed, so that the newest version of each name remains.
    ended = {house.name: house for house in reversed(rows) if house.name not in current_names}
    context = {
        "current": [(by_slug.get(house.game_slug), house) for house in current],
        "ended": list(ended.values())[::-1],
        "games": club_games + [game for game in by_slug.values() if game not in club_games],
        "customs": list(ctx.club.customs.filter(ended=None).order_by("-at", "-pk")[:6]),
    }
    return ctx.page(request, "house_rules/houses.html", context)


def _house_or_404(ctx: ClubContext, house: int) -> tuple[ClubHouse, Game[Any]]:
    ruleset = get_object_or_404(ClubHouse.objects.select_related("club"), pk=house, club=ctx.club)
    return ruleset, game_or_404(ruleset.game_slug)


@for_members("GET")
def house(request: HttpRequest, ctx: MemberContext, house: int) -> HttpResponse:
    ruleset, game = _house_or_404(ctx, house)
    rules = rulesets.heading_of(ruleset).house
    club_customs = list(customs.current_customs(ctx.club.pk, game.slug))
    _sections, options = rulebook.with_customs(
        (), rulebook.options(game, rules, words_for()).items(), club_customs
    )
    preset = game.preset(ruleset.preset) or game.presets[0]
    context = {
        "house": ruleset,
        "game": game,
        "preset": preset,
        "shape": starting.Shape(ruleset.seats, ruleset.sides).label,
        "options": options,
        "differing": differing_options(game, preset.house, rules, words_for()),
        "versions": rulesets.history(ruleset),
        "settled_questions": {custom.question for custom in club_customs},
    }
    return ctx.page(request, "house_rules/house.html", context)


@for_members("GET")
def house_rulebook(request: HttpRequest, ctx: MemberContext, house: int) -> HttpResponse:
    """Show the game's rulebook under these house rules, with the club's customs."""
    ruleset, game = _house_or_404(ctx, house)
    preset = _preset_of(ruleset, game)
    context = rulebook_context(request, game, preset.house, preset)
    club_customs = list(customs.current_customs(ctx.club.pk, game.slug))
    context["sections"], context["options"] = rulebook.with_customs(
        context["sections"], context["options"], club_customs
    )
    general = [custom for custom in club_customs if not custom.option]
    return render(
        request, "library/rulebook.html", context | {"house": ruleset, "ctx": ctx, "customs": general}
    )


def _preset_of(house: ClubHouse, game: Game[Any]) -> Preset[Any]:
    preset = game.preset(house.preset) or game.presets[0]
    shape = ((house.seats, house.sides),)
    return replace(preset, name=house.name, house=rulesets.heading_of(house).house, shapes=shape)


@for_members("GET POST", Role.SCOREKEEPER)
def new(request: HttpRequest, ctx: MemberContext, slug: str) -> HttpResponse:
    game = game_or_404(slug)
    if request.method != "POST":
        start = starting.new_form(
            game, key_hash="", preset_id=request.GET.get("preset") or game.presets[0].id
        )
        return _page(request, ctx, Editor(start, house=None, form=HouseForm(house=None)))
    return _save(request, ctx, starting.sent_form(game, request.POST, key_hash=""), house=None)


@for_members("GET POST", Role.SCOREKEEPER)
def change(request: HttpRequest, ctx: MemberContext, house: int) -> HttpResponse:
    ruleset, game = _house_or_404(ctx, house)
    club_presets = [start_form.club_preset(game, ruleset)]
    if ruleset.until is not None:  # an earlier version was opened: continue with the current one
        current = ClubHouse.objects.filter(club=ctx.club, name=ruleset.name, until=None).first()
        if request.method != "POST":
            return redirect("change_house" if current else "house", ctx.club.code, (current or ruleset).pk)
        ruleset = current or ruleset
        club_presets.insert(0, start_form.club_preset(game, ruleset))
    if request.method != "POST":
        start = starting.club_preset_form(game, club_presets[0], club_presets, key_hash="")
        return _page(request, ctx, Editor(start, ruleset, HouseForm(ruleset)))
    opened_id = request.POST.get("opened", "")
    start = starting.sent_form(game, request.POST, key_hash="", club_presets=club_presets)
    # Saving would replace a version that the user has not seen.
    clash = opened_id != str(ruleset.pk) and "save" in request.POST
    return _save(request, ctx, start, ruleset, clash)


def _save(
    request: HttpRequest, ctx: ClubContext, start: StartForm, house: ClubHouse | None, clash: bool = False
) -> HttpResponse:
    if (part := irrelevant_part(request, start, "_house")) is not None:
        return part
    if "save" not in request.POST:
        return _page(request, ctx, Editor(start, house, HouseForm(house, initial=request.POST)))
    editor = Editor(start, house, HouseForm(house, request.POST))
    # The start form's names, title and first dealer are not house rules.
    start.typed, start.title, start.first_dealer = [""] * start.shape.seats, "", "0"
    starting.validate(start)
    heading = editor.heading
    if editor.has_errors or heading is None:
        return _page(request, ctx, editor, 422)
    if clash:
        return _page(request, ctx, editor, 409, clash=True)
    why = editor.form.cleaned_data["reason"]
    try:
        if house is None:
            name = editor.form.cleaned_data["name"]
            saved = rulesets.create_ruleset(ctx.club, start.game, heading, name, ctx.name, why)
        else:
            saved = rulesets.change_ruleset(house, heading, ctx.name, why)
    except rulesets.NameTaken:
        message = _("The club already has house rules with this name. Edit those, or choose another name.")
        editor.form.add_error("name", message)
        return _page(request, ctx, editor, 422)
    except rulesets.ChangedMeanwhile as error:
        editor.house = error.current or house
        return _page(request, ctx, editor, 409, clash=True)
    return ctx.redirect_to("house", saved.pk)


def _page(
    request: HttpRequest, ctx: ClubContext, editor: Editor, status: int = 200, **more: Any
) -> HttpResponse:
    context = {"ctx": ctx, "editor": editor, "start": editor.start, "game": editor.start.game, **more}
    part, page = "clubs/house_rules/_house.html", "clubs/house_rules/house_form.html"
    return part_or_page(request, part, page, context, status)


@for_members("POST", Role.SCOREKEEPER)
def end(request: HttpRequest, ctx: MemberContext, house: int) -> HttpResponse:
    ruleset = get_object_or_404(ClubHouse, pk=house, club=ctx.club)
    rulesets.end_ruleset(ruleset, ctx.name)
    return ctx.redirect_to("houses")


@for_members("GET POST")
def ask(request: HttpRequest, ctx: MemberContext, house: int, question: str) -> HttpResponse:
    """Ask the referee under the club's rules; a POST stores the ruling and redirects to it."""
    ruleset, game = _house_or_404(ctx, house)
    desks.question_or_404(game, question)
    data = request.POST if request.method == "POST" else request.GET
    words, sheet = _words_and_sheet(ruleset, game)
    form = referee.facts_form(game, question, sheet, words, dict(data.lists()), {})
    desk = Desk(game, question, sheet, words, form, preset=_preset_of(ruleset, game))
    desk.auction = reverse("auction_by_house", args=[ctx.club.code, house])
    desk.club_ctx, desk.house = ctx, ruleset
    return store_ruling(request, desk) if request.method == "POST" else question_page(request, desk)


@for_members("GET")
def auction(request: HttpRequest, ctx: MemberContext, house: int) -> HttpResponse:
    ruleset, game = _house_or_404(ctx, house)
    words, sheet = _words_and_sheet(ruleset, game)
    return auction_pad(request, game, sheet, words)


def _words_and_sheet(house: ClubHouse, game: Game[Any]) -> tuple[Words, Sheet[Any]]:
    heading = rulesets.heading_of(house)
    return desks.words_for_seating(heading.seating), empty_sheet(game, heading.seating, heading.house)

"""The club's house rules: by name, with what each version changed; written by those who keep score."""

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
from scorekeeper.htmx import asks_for_part
from scorekeeper.library import rulebook
from scorekeeper.library.asking import game_or_404
from scorekeeper.library.views import books
from scorekeeper.matches import typed_names
from scorekeeper.tables import request_parsing, starting
from scorekeeper.tables.starting import Start
from scorekeeper.tables.views.answers import part_or_page
from scorekeeper.words import words_for


@dataclass
class Editor:
    """The form of house rules: which game in what way, each option, a name, and why they are changed."""

    start: Start
    house: ClubHouse | None  # as it was opened; None for new ones
    name: str = ""
    name_error: str = ""
    why: str = ""
    why_error: str = ""

    @property
    def heading(self) -> Heading | None:
        """What the form comes to; the first dealer is drawn at each table."""
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
def houses(request: HttpRequest, inside: MemberContext) -> HttpResponse:
    """The house rules that hold, those given up, and the games that new ones can be of."""
    known = every_game()
    rows = list(ClubHouse.objects.filter(club=inside.club).order_by("name", "-version"))
    holding = [(known.get(one.game_slug), one) for one in rows if one.until is None]
    names = {one.name for one in rows if one.until is None}
    ended: dict[str, ClubHouse] = {}
    for one in rows:
        if one.name not in names:
            ended.setdefault(one.name, one)
    context = {
        "holding": holding,
        "ended": list(ended.values()),
        "games": [known[slug] for slug in inside.club.games if slug in known]
        + [game for game in known.values() if game.slug not in inside.club.games],
        "customs": list(inside.club.customs.filter(ended=None).order_by("-at", "-pk")[:6]),
    }
    return inside.page(request, "house_rules/houses.html", context)


def house_or_404(inside: ClubContext, house: int) -> tuple[ClubHouse, Game[Any]]:
    """House rules of the club, and their game."""
    found = get_object_or_404(ClubHouse.objects.select_related("club"), pk=house, club=inside.club)
    game = rulesets.game_of(found)
    if game is None:
        raise Http404
    return found, game


@for_members("GET")
def house(request: HttpRequest, inside: MemberContext, house: int) -> HttpResponse:
    """One version of house rules: each option, who wrote it and why, and every version before and after."""
    found, game = house_or_404(inside, house)
    rules = rulesets.heading_of(found).house
    holding = list(customs.current_customs(inside.club.pk, game.slug))
    _sections, options = rulebook.beside_rules(
        (), rulebook.options(game, rules, words_for()).items(), holding
    )
    preset = game.preset(found.preset) or game.presets[0]
    context = {
        "house": found,
        "game": game,
        "preset": preset,
        "shape": starting.Shape(found.seats, found.sides).label,
        "options": options,
        "differing": rulebook.differing(game, preset.house, rules, words_for()),
        "versions": rulesets.history(found),
        "settled": {one.question for one in holding},
    }
    return inside.page(request, "house_rules/house.html", context)


@for_members("GET")
def book(request: HttpRequest, inside: MemberContext, house: int) -> HttpResponse:
    """The rulebook of the game with the numbers of these house rules, what holds at the club beside them."""
    found, game = house_or_404(inside, house)
    rules = rulesets.heading_of(found).house
    context = books.book(request, game, rules, preset_of(found, game))
    holding = list(customs.current_customs(inside.club.pk, game.slug))
    context["sections"], context["options"] = rulebook.beside_rules(
        context["sections"], context["options"], holding
    )
    loose = [one for one in holding if not one.option]
    return render(
        request, "library/rulebook.html", context | {"house": found, "inside": inside, "customs": loose}
    )


def preset_of(house: ClubHouse, game: Game[Any]) -> Preset[Any]:
    """The club's rules in the place of a published way of playing."""
    preset = game.preset(house.preset) or game.presets[0]
    shape = ((house.seats, house.sides),)
    return replace(preset, name=house.name, house=rulesets.heading_of(house).house, shapes=shape)


@for_members("GET POST", Role.SCOREKEEPER)
def new(request: HttpRequest, inside: MemberContext, slug: str) -> HttpResponse:
    """House rules that the club has not had yet: from a published way, with a name."""
    game = game_or_404(slug)
    if request.method != "POST":
        editor = Editor(starting.offered(game, "", request.GET.get("preset") or game.presets[0].id), None)
        return _page(request, inside, editor)
    return _sent(request, inside, Editor(starting.chosen(game, request.POST, ""), None))


@for_members("GET POST", Role.SCOREKEEPER)
def change(request: HttpRequest, inside: MemberContext, house: int) -> HttpResponse:
    """A new version of house rules; the one before it ends."""
    found, game = house_or_404(inside, house)
    ways = [start_form.way(game, found)]
    if found.until is not None:
        now = ClubHouse.objects.filter(club=inside.club, name=found.name, until=None).first()
        if request.method != "POST":
            return redirect("change_house" if now else "house", inside.club.code, (now or found).pk)
        found = now or found
        ways.insert(0, start_form.way(game, found))
    if request.method != "POST":
        return _page(request, inside, Editor(starting.by_way(game, ways[0], ways, ""), found, found.name))
    opened = request.POST.get("opened", "")
    start = starting.chosen(game, request.POST, "", ways)
    clash = opened != str(found.pk) and "save" in request.POST
    return _sent(request, inside, Editor(start, found, found.name), clash)


def _sent(request: HttpRequest, inside: ClubContext, editor: Editor, clash: bool = False) -> HttpResponse:
    """What was sent: shown with another way of playing, or saved."""
    start = editor.start
    if asks_for_part(request) and "idle" in request.POST:
        return render(request, "tables/_idle.html", {"groups": start.groups, "form": "_house"})
    editor.why = request.POST.get("reason", "")
    if editor.house is None:
        editor.name = request.POST.get("name", "")
    if "save" not in request.POST:
        return _page(request, inside, editor)
    editor.why = request_parsing.reason(request.POST)
    if not _read(editor):
        return _page(request, inside, editor, 422)
    if clash:
        return _page(request, inside, editor, 409, clash=True)
    heading = editor.heading
    assert heading is not None
    try:
        if editor.house is None:
            made = rulesets.create_ruleset(
                inside.club, start.game, heading, editor.name, inside.name, editor.why
            )
        else:
            made = rulesets.change_ruleset(editor.house, heading, inside.name, editor.why)
    except rulesets.NameTaken:
        editor.name_error = _(
            "The club already has house rules with this name. Edit those, or choose another name."
        )
        return _page(request, inside, editor, 422)
    except rulesets.ChangedMeanwhile as quicker:
        editor.house = quicker.now or editor.house
        return _page(request, inside, editor, 409, clash=True)
    return inside.to("house", made.pk)


def _read(editor: Editor) -> bool:
    """Finish the form. False if something is wrong."""
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
    request: HttpRequest, inside: ClubContext, editor: Editor, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        "inside": inside,
        "part": "club",
        "editor": editor,
        "start": editor.start,
        "game": editor.start.game,
    }
    part, page = "clubs/house_rules/_house.html", "clubs/house_rules/house_form.html"
    return part_or_page(request, part, page, {**context, **more}, status)


@for_members("POST", Role.SCOREKEEPER)
def end(request: HttpRequest, inside: MemberContext, house: int) -> HttpResponse:
    """The club plays by these no more."""
    found = get_object_or_404(ClubHouse, pk=house, club=inside.club)
    rulesets.end_ruleset(found, inside.name)
    return inside.to("houses")

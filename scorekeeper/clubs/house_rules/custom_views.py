"""Pages of a club's customs. Creating a custom may also change the club's house rules."""

from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from games import every_game
from games.engine import Game, Seating, Sheet, house_problems, record_fields, to_form_data
from scorekeeper.clubs.house_rules import customs as club_customs
from scorekeeper.clubs.house_rules import rulesets
from scorekeeper.clubs.membership.guards import ClubContext, MemberContext, for_members
from scorekeeper.clubs.models import AtOurClub, ClubHouse, Role
from scorekeeper.clubs.tables import start_form
from scorekeeper.library.desks import words_for_seating
from scorekeeper.library.models import Ruling
from scorekeeper.matches.typed_names import clean_name
from scorekeeper.sheet.boxes import Group
from scorekeeper.sheet.record_form import RecordForm
from scorekeeper.tables.access import game_or_404
from scorekeeper.tables.respond import part_or_page


@for_members("GET")
def customs(request: HttpRequest, ctx: MemberContext) -> HttpResponse:
    games_by_slug = every_game()
    # Of each game: its customs, each with its option in words and the text of its question.
    rows_by_game: dict[str, list[tuple[AtOurClub, Any, str]]] = {}
    rows = ctx.club.customs.select_related("ruling").order_by("-at", "-pk")
    for custom in rows.filter(ended=None)[:200]:
        game = games_by_slug.get(custom.game_slug)
        question = game.questions[custom.question].text if game and custom.question in game.questions else ""
        rows_by_game.setdefault(custom.game_slug, []).append(
            (custom, club_customs.option_text(game, custom) if game else None, question)
        )
    context = {
        "customs_by_game": [
            (games_by_slug.get(slug), slug, rows_of_game) for slug, rows_of_game in rows_by_game.items()
        ],
        "ended": list(rows.filter(ended__isnull=False)[:50]),
        "games": list(games_by_slug.values()),
    }
    return ctx.page(request, "house_rules/customs.html", context)


@dataclass
class CustomEditor:
    """The form of a custom: its words, question and option, and the house rules it changes."""

    game: Game[Any]
    houses: list[ClubHouse]
    ruling: Ruling | None = None
    question: str = ""
    words: str = ""
    words_error: str = ""
    option: str = ""
    changes: str = ""  # id of the house rules that are changed as well, "" for none
    form: RecordForm | None = None

    @property
    def chosen_house(self) -> ClubHouse | None:
        return next((house for house in self.houses if str(house.pk) == self.changes), None)

    @property
    def group(self) -> Group | None:
        if self.form is None:
            return None
        # The chosen option is shown even if other options make it irrelevant.
        groups = (group for group in self.form.groups if group.name == self.option)
        return next((replace(group, matters=True, seldom=False) for group in groups), None)

    @property
    def likely_options(self) -> list[tuple[str, str]]:
        """Return the options that the ruling depends on, and the chosen one."""
        names = club_customs.options_of_ruling(self.game, self.ruling)
        if self.option and self.option not in names:
            names = [*names, self.option]
        texts = {q.name: q.ask.text for q in record_fields(self.game.house)}
        return [(name, texts[name]) for name in names]

    @property
    def other_options(self) -> list[tuple[str, str]]:
        likely = {name for name, _text in self.likely_options}
        return [(q.name, q.ask.text) for q in record_fields(self.game.house) if q.name not in likely]


@for_members("GET POST", Role.SCOREKEEPER)
def new(request: HttpRequest, ctx: MemberContext, slug: str) -> HttpResponse:
    """Show the form, filled in from a given ruling or question; with ``save`` create the custom."""
    game = game_or_404(slug)
    data = request.POST if request.method == "POST" else request.GET
    # Anyone who knows the code of a ruling may read it.
    ruling = Ruling.objects.filter(code=data.get("ruling", ""), game_slug=slug).first()
    editor = CustomEditor(game, list(start_form.current_house_rules(ctx.club, slug)), ruling)
    question = data.get("question", "") or (editor.ruling.question if editor.ruling else "")
    editor.question = question if question in game.questions else ""
    option = data.get("option", "")
    editor.option = option if option in {q.name for q in record_fields(game.house)} else ""
    editor.changes = data.get("changes", str(editor.houses[0].pk) if editor.houses else "")
    editor.words = data.get("words", "")
    heading = rulesets.heading_of(editor.chosen_house) if editor.chosen_house else None
    house = heading.house if heading else game.presets[0].house
    seating = heading.seating if heading else Seating(*game.shapes(game.presets[0])[0])
    if editor.option:
        posted_data = dict(request.POST.lists())
        # Ignore answers to the option that was shown before another option was chosen.
        is_bound = request.method == "POST" and request.POST.get("was") == editor.option
        prefill = game.preset(data.get("like", ""))
        answers = to_form_data(prefill.house if prefill else house)
        editor.form = RecordForm(
            game.house,
            Sheet(seating, house),
            words_for_seating(seating),
            lambda rules: house_problems(game, rules, seating),
            data=club_customs.house_form_data(house, editor.option, posted_data) if is_bound else None,
            answers=None if is_bound else answers,
            prefix="house",
            keep_irrelevant=True,
        )
    if request.method != "POST" or "save" not in request.POST:
        return _page(request, ctx, editor)
    return _save(request, ctx, editor)


def _save(request: HttpRequest, ctx: ClubContext, editor: CustomEditor) -> HttpResponse:
    try:
        editor.words = clean_name(editor.words, club_customs.LONGEST_CUSTOM)
    except ValidationError as error:
        editor.words_error = error.messages[0]
    if not editor.words:
        editor.words_error = _("Enter the rule as a sentence.")
    record = editor.form.record if editor.form else None
    if editor.words_error or (editor.form and record is None):
        return _page(request, ctx, editor, 422)
    try:
        club_customs.create_custom(
            ctx.club,
            editor.game,
            editor.words,
            ctx.name,
            question=editor.question,
            ruling=editor.ruling,
            option=editor.option,
            value=getattr(record, editor.option) if record is not None else None,
            ruleset=editor.chosen_house if editor.option else None,
        )
    except rulesets.ChangedMeanwhile:
        return _page(request, ctx, editor, 409, clash=True)
    return ctx.redirect_to("customs")


def _page(
    request: HttpRequest, ctx: ClubContext, editor: CustomEditor, status: int = 200, **extra_context: Any
) -> HttpResponse:
    text = editor.game.questions[editor.question].text if editor.question else ""
    context = {
        "ctx": ctx,
        "editor": editor,
        "game": editor.game,
        "question": text,
        "questions": editor.game.questions,
        **extra_context,
    }
    part, page = "clubs/house_rules/_custom.html", "clubs/house_rules/custom_form.html"
    return part_or_page(request, part, page, context, status)


@for_members("POST", Role.SCOREKEEPER)
def end(request: HttpRequest, ctx: MemberContext, custom: int) -> HttpResponse:
    club_customs.end_custom(get_object_or_404(AtOurClub, pk=custom, club=ctx.club), ctx.name)
    return ctx.redirect_to("customs")

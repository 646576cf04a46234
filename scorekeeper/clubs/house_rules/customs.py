"""A club's customs ("at our club"), shown at the referee's desk and beside the rule."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from games.engine import Game, record_fields, to_form_data, to_json
from scorekeeper.clubs.house_rules import rulesets
from scorekeeper.clubs.membership import events
from scorekeeper.clubs.membership.clubs import locked_club
from scorekeeper.clubs.models import AtOurClub, Club, ClubHouse
from scorekeeper.library.models import Ruling
from scorekeeper.sheet.form_fields import box_value
from scorekeeper.sheet.house import answer_in_words
from scorekeeper.sheet.record_form import FormData
from scorekeeper.sheet.stored import load_house
from scorekeeper.web.i18n import words_for

LONGEST_CUSTOM = 300


def current_customs(club: int, slug: str) -> QuerySet[AtOurClub]:
    customs = AtOurClub.objects.filter(club=club, game_slug=slug, ended=None)
    return customs.select_related("ruling").order_by("-at", "-pk")


def create_custom(
    club: Club,
    game: Game[Any],
    words: str,
    by_name: str,
    question: str = "",
    ruling: Ruling | None = None,
    option: str = "",
    value: Any = None,
    ruleset: ClubHouse | None = None,
) -> None:
    """Create a custom; set its option in ``ruleset``, if given. Raise ``rulesets.ChangedMeanwhile``."""
    with locked_club(club.pk):
        if ruleset is not None and option:
            heading = rulesets.heading_of(ruleset)
            rulesets.change_ruleset(
                ruleset,
                replace(heading, house=replace(heading.house, **{option: value})),
                by_name,
                why=words[:200],
            )
        AtOurClub.objects.create(
            club=club,
            game_slug=game.slug,
            question=question,
            ruling=ruling,
            words=words,
            option=option,
            value=to_json(value) if option else None,
            by_name=by_name[:40],
        )
        events.record_event(club.pk, "custom_made", by_name, words=words, game=game.slug)


def end_custom(custom: AtOurClub, by_name: str) -> None:
    current = AtOurClub.objects.filter(pk=custom.pk, ended=None)
    if current.update(ended=timezone.now(), ended_by=by_name[:40]):
        events.record_event(
            custom.club_id, "custom_ended", by_name, words=custom.words, game=custom.game_slug
        )


def option_text(game: Game[Any], custom: AtOurClub) -> tuple[str, str] | None:
    """Return the option of a custom in words: the question and its answer."""
    for question in record_fields(game.house):
        if question.name == custom.option:
            rules = load_house(
                game, game.presets[0].id, {**to_json(game.presets[0].house), question.name: custom.value}
            )
            words = words_for()
            answer = answer_in_words(question, getattr(rules, question.name), words)
            return words.gettext(question.ask.text), answer
    return None


def options_of_ruling(game: Game[Any], ruling: Ruling | None) -> list[str]:
    """Return the names of the options that a ruling or one of its rules depends on."""
    if ruling is None:
        return []
    stored = ruling.said
    # "elsewhere" has the presets that rule differently, each group with the option that makes the difference.
    options = [group["option"]["name"] for group in stored.get("elsewhere", ()) if "option" in group]
    numbers = {reason.get("number") for reason in (stored.get("sentence", {}), *stored.get("reasons", ()))}
    fields = record_fields(game.house)
    options += [q.name for q in fields if q.ask.rule is not None and q.ask.rule.number in numbers]
    names = {q.name for q in fields}
    return [name for name in dict.fromkeys(options) if name in names]


def house_form_data(base: Any, option: str, data: FormData) -> FormData:
    """Return form data of the house rules ``base``, with one option taken from ``data``."""
    form_data: dict[str, Sequence[str]] = {}
    for path, answer in to_form_data(base).items():
        if path.split(".")[0] != option:
            value = box_value(answer)
            # A set has a hidden field with the value "", so that an empty set is sent too.
            form_data[f"house-{path}"] = ["", *value] if isinstance(value, list) else [value]
    for name, values in data.items():
        path = name.removeprefix("house-")
        if path != name and path.split(".")[0] == option:
            form_data[name] = values
    return form_data

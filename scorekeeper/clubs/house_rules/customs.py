"""At our club …: what is settled here, read first at the desk and beside the rule that says it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.engine import Game, record_fields, to_form_data, to_json
from scorekeeper.clubs.house_rules import rulesets
from scorekeeper.clubs.membership import events
from scorekeeper.clubs.models import AtOurClub, Club, ClubHouse
from scorekeeper.clubs.people.identity import lock_club
from scorekeeper.library.models import Ruling
from scorekeeper.library.rulebook import answer_in_words
from scorekeeper.sheet.form_fields import shown
from scorekeeper.sheet.record_form import Sent
from scorekeeper.sheet.stored import load_house
from scorekeeper.words import words_for

LONGEST = 300


def current_customs(club: int, slug: str) -> QuerySet[AtOurClub]:
    """What holds at a club in one game, the newest first."""
    found = AtOurClub.objects.filter(club=club, game_slug=slug, ended=None)
    return found.select_related("ruling").order_by("-at", "-pk")


def create_custom(
    club: Club,
    game: Game[Any],
    words: str,
    by: str,
    question: str = "",
    ruling: Ruling | None = None,
    option: str = "",
    value: Any = None,
    changes: ClubHouse | None = None,
) -> AtOurClub:
    """Write down what holds at the club; with ``changes`` these house rules get the option in the same step.

    Raises ``rulesets.ChangedMeanwhile``.
    """
    with transaction.atomic():
        lock_club(club.pk)
        if changes is not None and option:
            now = rulesets.heading_of(changes)
            rulesets.change_ruleset(
                changes, replace(now, house=replace(now.house, **{option: value})), by, words[:200]
            )
        made = AtOurClub.objects.create(
            club=club,
            game_slug=game.slug,
            question=question,
            ruling=ruling,
            words=words,
            option=option,
            value=to_json(value) if option else None,
            by_name=by[:40],
        )
        events.record_event(club.pk, "custom_made", by, words=words, game=game.slug)
    return made


def end_custom(custom: AtOurClub, by: str) -> bool:
    """It holds no longer, and stays to be read. False if it was ended before."""
    held = AtOurClub.objects.filter(pk=custom.pk, ended=None)
    ended = held.update(ended=timezone.now(), ended_by=by[:40])
    if ended:
        events.record_event(custom.club_id, "custom_ended", by, words=custom.words, game=custom.game_slug)
    return bool(ended)


def option_text(game: Game[Any], custom: AtOurClub) -> tuple[str, str] | None:
    """The house rule that makes it so, in words: the question and its answer."""
    for q in record_fields(game.house):
        if q.name == custom.option:
            rules = load_house(
                game, game.presets[0].id, {**to_json(game.presets[0].house), q.name: custom.value}
            )
            words = words_for()
            return words.gettext(q.ask.text), answer_in_words(q, getattr(rules, q.name), words)
    return None


def options_of_ruling(game: Game[Any], ruling: Ruling | None) -> list[str]:
    """The options that a ruling turns on, by name: where other rules differ, and of the rules it cites."""
    if ruling is None:
        return []
    said = ruling.said
    turns = [group["option"]["name"] for group in said.get("elsewhere", ()) if "option" in group]
    numbers = {one.get("number") for one in (said.get("sentence", {}), *said.get("reasons", ()))}
    rules = [
        q.name for q in record_fields(game.house) if q.ask.rule is not None and q.ask.rule.number in numbers
    ]
    known = {q.name for q in record_fields(game.house)}
    return [name for name in dict.fromkeys(turns + rules) if name in known]


def house_form_data(base: Any, option: str, data: Sent, prefix: str = "house") -> Sent:
    """A whole house as its form sends it: all as in ``base`` but one option, which ``data`` says."""
    sent: dict[str, Sequence[str]] = {}
    for path, answer in to_form_data(base).items():
        if path.split(".")[0] != option:
            value = shown(answer)
            sent[f"{prefix}-{path}"] = ["", *value] if isinstance(value, list) else [value]
    for name, values in data.items():
        path = name.removeprefix(f"{prefix}-")
        if path != name and path.split(".")[0] == option:
            sent[name] = values
    return sent

"""The referee's desk: a question, the ruling, and the rulings of other published rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.urls import reverse

from games.engine import (
    Cite,
    NoFacts,
    Preset,
    Ruling,
    Words,
    ask_referee,
    broadcast_answer,
    facts_problems,
    house_problems,
    in_force,
    normalise_hand,
    record_fields,
    ruling_without_facts,
)
from scorekeeper.sheet.house import answer_in_words
from scorekeeper.sheet.referee import AskedQuestion, cited, ruling_in_words, sheet_of_hands, verdict_of
from scorekeeper.tables.context import MatchContext


@dataclass
class Desk(AskedQuestion):
    """A question to the referee: at a table, or under the rules of a preset or a club.

    ``preset`` is None at a table, which has its own house rules.
    """

    preset: Preset[Any] | None = None
    match_ctx: MatchContext | None = None
    # Under a club's house rules: these rules, the club's context, and the URL of the pad of calls.
    house: Any = None
    club_ctx: Any = None
    auction: str = ""

    @property
    def book(self) -> str:
        """Return the URL of the rulebook under the house rules that the ruling uses."""
        if self.match_ctx is not None:
            return self.match_ctx.links("rulebook_at_table")
        if self.house is not None:
            return reverse("house_rulebook", args=[self.house.club.code, self.house.pk])
        query = f"?preset={self.preset.id}" if self.preset else ""
        return reverse("rulebook", args=[self.game.slug]) + query

    @cached_property
    def ruling_text(self) -> dict[str, Any] | None:
        """Return the ruling in words, with the presets compared; None while facts are missing."""
        if self.facts is None:
            return None
        same, elsewhere = compare_presets(self)
        return {**ruling_in_words(self), "same": same, "elsewhere": elsewhere}


def compare_presets(desk: Desk) -> tuple[list[str], list[dict[str, Any]]]:
    """Return the published presets that rule the same, and the different rulings with their presets.

    Rulings are the same if verdict, points, every reason and its rule are equal, and every fact means the
    same under the preset. A ruling that differs only by a missing reason is in neither list. A ruling by
    this site's own rules is not compared.
    """
    if not _is_published(desk.ruling):
        return [], []
    here = desk.sheet.house
    desk_ruling = whole_ruling(desk.ruling, here, desk.words)
    same: list[str] = []
    groups: dict[tuple[Any, ...], dict[str, Any]] = {}
    for preset in desk.game.presets:
        if desk.sheet.seating.shape not in desk.game.shapes(preset) or preset is desk.preset:
            continue
        if preset.source.ours:
            continue
        name = desk.words.gettext(preset.name)
        ruling = _ruling_under(desk, preset.house)
        if ruling is None or not _is_published(ruling):
            continue
        preset_ruling = whole_ruling(ruling, preset.house, desk.words)
        if preset_ruling == desk_ruling:
            if facts_mean_the_same(desk, preset):
                same.append(name)
            continue
        difference = _first_difference(desk, ruling)
        if difference is None:
            continue
        group = groups.setdefault(
            preset_ruling,
            {
                "verdict": verdict_of(ruling, desk.words),
                "sentence": cited(difference, desk.game, preset.house, desk.words),
                "presets": [],
            },
        )
        if "option" not in group and (option := decisive_option(desk, preset, ruling)):
            group["option"] = option
        group["presets"].append({"name": name, "id": preset.id, "source": preset.source.tag})
    return same, list(groups.values())


def _is_published(ruling: Ruling) -> bool:
    """Return whether the verdict is from published rules, not this site's own."""
    return ruling.because[0].rule.published


def whole_ruling(ruling: Ruling, house: Any, words: Words) -> tuple[Any, ...]:
    """Return everything that a ruling says, for comparison: verdict, reasons with rules, score lines."""

    def reasons(because: tuple[Cite, ...]) -> tuple[tuple[str, bool, str], ...]:
        return tuple(
            (cite.rule.number, in_force(cite.rule, house), words.read(cite.words)) for cite in because
        )

    lines = tuple((line.side, line.points, reasons(line.because)) for line in ruling.lines)
    return repr(verdict_of(ruling, words)), reasons(ruling.because), lines


def _core(ruling: Ruling, words: Words) -> tuple[Any, ...]:
    """Return the main part of a ruling: verdict, points, and the verdict in words."""
    points = tuple((line.side, line.points) for line in ruling.lines)
    return repr(verdict_of(ruling, words)), points, words.read(ruling.because[0].words)


def _first_difference(desk: Desk, ruling: Ruling) -> Cite | None:
    """Return the citation that distinguishes a ruling from the desk's: its verdict, or its first new reason.

    None if the ruling says nothing new.
    """
    if _core(ruling, desk.words) != _core(desk.ruling, desk.words):
        return ruling.because[0]
    reasons = {desk.words.read(cite.words) for cite in desk.ruling.because}
    return next((cite for cite in ruling.because if desk.words.read(cite.words) not in reasons), None)


def facts_mean_the_same(desk: Desk, preset: Preset[Any]) -> bool:
    """Return whether every fact of the question means the same under a preset's rules."""
    here = desk.sheet
    there = sheet_of_hands(desk.game, replace(here, house=preset.house), desk.hands)
    facts = normalise_hand(desk.facts, here)
    if facts != normalise_hand(desk.facts, there):
        return False
    # Unless a fact is left at its default, its rule must be in force in both places or in neither.
    return not any(
        fact.ask.rule is not None
        and in_force(fact.ask.rule, here.house) != in_force(fact.ask.rule, preset.house)
        and (fact.required or getattr(facts, fact.name) != broadcast_answer(fact, fact.default, here))
        for fact in record_fields(type(facts))
    )


MOST_REPLAYED = 400  # hands replayed to find the decisive option


def decisive_option(desk: Desk, preset: Preset[Any], preset_ruling: Ruling) -> dict[str, str] | None:
    """Return an option that alone makes the referee rule as under the preset; None if there is none.

    If the two rulings differ in verdict or points, only these must agree, not the further reasons.
    """
    here, words = desk.sheet.house, desk.words
    verdicts_differ = _core(preset_ruling, words) != _core(desk.ruling, words)
    different = [
        option
        for option in record_fields(desk.game.house)
        if getattr(here, option.name) != getattr(preset.house, option.name)
    ]
    for option in different[: max(1, MOST_REPLAYED // max(1, len(desk.hands)))]:
        house = replace(here, **{option.name: getattr(preset.house, option.name)})
        if house_problems(desk.game, house, desk.sheet.seating):
            continue
        ruling = _ruling_under(desk, house)
        if ruling is None:
            continue
        rules_as_preset = (
            _core(ruling, words) == _core(preset_ruling, words)
            if verdicts_differ
            else whole_ruling(ruling, house, words) == whole_ruling(preset_ruling, preset.house, words)
        )
        if rules_as_preset:
            return {
                "name": option.name,
                "question": desk.words.gettext(option.ask.text),
                "here": answer_in_words(option, getattr(here, option.name), desk.words),
                "there": answer_in_words(option, getattr(house, option.name), desk.words),
                "like": preset.id,
            }
    return None


def _ruling_under(desk: Desk, house: Any) -> Ruling | None:
    """Return the ruling under these house rules; None if the facts do not suffice or are impossible."""
    sheet = sheet_of_hands(desk.game, replace(desk.sheet, house=house), desk.hands)
    if isinstance(desk.facts, NoFacts):
        return ruling_without_facts(desk.game, desk.id, sheet)
    return None if facts_problems(desk.facts, sheet) else ask_referee(desk.game, desk.id, desk.facts, sheet)

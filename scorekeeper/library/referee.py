"""The referee's desk: a question, the ruling, and what other published rules would say."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.urls import reverse

from games.engine import Preset, Ruling, Words, ask_referee, facts_problems, house_problems, record_fields
from scorekeeper.sheet.referee import Asked, cited, sheet_under, told, verdict_of
from scorekeeper.tables.access import MatchContext

from .rulebook import answer_in_words


@dataclass
class Desk(Asked):
    """A question at the desk. ``preset`` is None at a table, whose own house rules hold."""

    preset: Preset[Any] | None = None
    place: MatchContext | None = None
    # A club's own desk: by which of its house rules, who asks, and where its pad of calls is.
    house: Any = None
    inside: Any = None
    auction: str = ""

    @property
    def book(self) -> str:
        """The address of the rulebook with the numbers that the ruling is made by."""
        if self.place is not None:
            return self.place.links("rulebook_at_table")
        if self.house is not None:
            return reverse("house_rulebook", args=[self.house.club.code, self.house.pk])
        query = f"?preset={self.preset.id}" if self.preset else ""
        return reverse("rulebook", args=[self.game.slug]) + query

    @cached_property
    def said(self) -> dict[str, Any] | None:
        """The ruling in words and what other rules say, or None while something is still to be said."""
        if self.facts is None:
            return None
        same, elsewhere = differing(self)
        return {**told(self), "same": same, "elsewhere": elsewhere}


def differing(desk: Desk) -> tuple[list[str], list[dict[str, Any]]]:
    """The published presets that say the same, and what the others say, grouped by what they say.

    A ruling that only this site makes is compared with nobody's.
    """
    if not _is_published(desk.ruling):
        return [], []
    mine = what_it_says(desk.ruling, desk.words)
    same: list[str] = []
    groups: dict[str, dict[str, Any]] = {}
    for preset in desk.game.presets:
        if desk.sheet.seating.shape not in desk.game.shapes(preset) or preset is desk.preset:
            continue
        if preset.source.ours:
            continue
        name = desk.words.gettext(preset.name)
        ruling = _under(desk, preset)
        if ruling is None or not _is_published(ruling):
            continue
        theirs = what_it_says(ruling, desk.words)
        if theirs == mine:
            same.append(name)
            continue
        found = groups.setdefault(
            repr(theirs),
            {
                "verdict": verdict_of(ruling, desk.words),
                "sentence": cited(ruling.because[0], desk.game, preset.house, desk.words),
                "presets": [],
            },
        )
        if "option" not in found and (decides := deciding(desk, preset, theirs)):
            found["option"] = decides
        found["presets"].append({"name": name, "id": preset.id, "source": preset.source.tag})
    return same, list(groups.values())


def _is_published(ruling: Ruling) -> bool:
    """Whether the verdict stands in anybody's rules but those of this site."""
    return ruling.because[0].rule.published


def what_it_says(ruling: Ruling, words: Words) -> tuple[Any, ...]:
    """What rulings that say the same have in common: verdict, points, and each number of the sentence."""
    points = tuple((line.side, line.points) for line in ruling.lines)
    return verdict_of(ruling, words), points, tuple(re.findall(r"\d+", words.read(ruling.because[0].words)))


TRIED = 400  # hands replayed, at most, to find the option that makes the difference


def deciding(desk: Desk, preset: Preset[Any], theirs: Any) -> dict[str, str] | None:
    """The one house rule that, played as there, makes the referee say the same: which, here and there."""
    here = desk.sheet.house
    differ = [
        q for q in record_fields(desk.game.house) if getattr(here, q.name) != getattr(preset.house, q.name)
    ]
    for q in differ[: max(1, TRIED // max(1, len(desk.hands)))]:
        house = replace(here, **{q.name: getattr(preset.house, q.name)})
        if any(True for _wrong in house_problems(desk.game, house, desk.sheet.seating)):
            continue
        ruling = _by(desk, house)
        if ruling is not None and what_it_says(ruling, desk.words) == theirs:
            return {
                "name": q.name,
                "question": desk.words.gettext(q.ask.text),
                "here": answer_in_words(q, getattr(here, q.name), desk.words),
                "there": answer_in_words(q, getattr(house, q.name), desk.words),
                "like": preset.id,
            }
    return None


def _under(desk: Desk, preset: Preset[Any]) -> Ruling | None:
    """The ruling by a preset's rules; None where by them these facts cannot be."""
    return _by(desk, preset.house)


def _by(desk: Desk, house: Any) -> Ruling | None:
    sheet = sheet_under(desk.game, replace(desk.sheet, house=house), desk.hands)
    return None if facts_problems(desk.facts, sheet) else ask_referee(desk.game, desk.id, desk.facts, sheet)

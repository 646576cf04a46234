"""The referee's desk: a question with its facts, the ruling, and what other published rules would say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from games.engine import (
    Calls,
    Cards,
    Cite,
    DecodeError,
    Game,
    Message,
    Preset,
    Question,
    Ruling,
    Seat,
    Sheet,
    Words,
    ask_referee,
    broadcast_defaults,
    empty_sheet,
    facts_problems,
    form_fields,
    from_json,
    house_problems,
    irrelevant_paths,
    optional,
    record_fields,
    replay,
    rule_at_table,
    run_auction,
    to_form_data,
    to_json,
)
from scorekeeper.sheet.boxes import Group, belongs, idle_of
from scorekeeper.sheet.keyboard import usual_of
from scorekeeper.sheet.points import reasons
from scorekeeper.sheet.record_form import Sent
from scorekeeper.sheet.step_form import StepForm
from scorekeeper.tables.access import MatchContext

from .rulebook import answer_in_words, sources_of

Hands = tuple[tuple[int, Any], ...]


@dataclass
class Desk:
    """A question at the desk: the sheet it is asked on, by which rules, and the form of its facts.

    ``preset`` is None at a table, whose own house rules hold; ``hands`` are those the sheet is made of.
    """

    game: Game[Any]
    id: str
    sheet: Sheet[Any]
    words: Words
    form: StepForm
    preset: Preset[Any] | None = None
    place: MatchContext | None = None
    hands: Hands = ()
    hand: int | None = None  # the hand of the table that is in question
    instead: bool = False  # the ruling stands in for that hand, and is not written below it
    # A club's own desk: by which of its house rules, who asks, and where its pad of calls is.
    house: Any = None
    inside: Any = None
    auction: str = ""

    @property
    def question(self) -> Question[Any]:
        return self.game.questions[self.id]

    @property
    def text(self) -> str:
        return self.words.gettext(self.question.text)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        return self.form.groups

    @property
    def usual(self) -> str:
        """What stands in the boxes that nobody is asked about (JSON)."""
        return usual_of(self.form)

    @property
    def idle(self) -> tuple[str, ...]:
        """The questions that the answers so far make idle."""
        return idle_of(self.groups)

    @property
    def facts(self) -> Any:
        """The facts as far as they are all said and right; else None."""
        return self.form.record

    @cached_property
    def said(self) -> dict[str, Any] | None:
        """The ruling in words, or None while something is still to be said."""
        return None if self.facts is None else told(self)

    @cached_property
    def ruling(self) -> Ruling:
        return ask_referee(self.game, self.id, self.facts, self.sheet)

    @property
    def facts_json(self) -> Any:
        return to_json(self.facts)


def form_of(
    game: Game[Any],
    id: str,
    sheet: Sheet[Any],
    words: Words,
    data: Sent | None = None,
    answers: Mapping[str, Any] | None = None,
) -> StepForm:
    """The form of a question's facts."""
    return StepForm(game.questions[id].facts, sheet, words, data=data, answers=answers)


def fitting(game: Game[Any], id: str, sheet: Sheet[Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """Of what is known of a hand, by path, that which the facts of a question ask as well."""
    return {
        box.path: known[box.path]
        for box in form_fields(game.questions[id].facts, sheet)
        if box.path in known and _fits(box.type, known[box.path])
    }


def _fits(shape: Any, answer: Any) -> bool:
    try:
        return bool(from_json(shape, to_json(answer)) == answer)
    except DecodeError:
        return False


# The ruling in words ----------------------------------------------------------


def told(desk: Desk) -> dict[str, Any]:
    """A ruling as the page shows it and as it is kept: plain JSON in the reader's words."""
    words, ruling = desk.words, desk.ruling
    first, *others = ruling.because
    same, elsewhere = differing(desk)
    return {
        "question": desk.text,
        "facts": [_fact(desk, box) for box in _asked(desk)],
        "verdict": verdict_of(ruling, words),
        "sentence": cited(first, desk.game, desk.sheet.house, words),
        "reasons": [cited(cite, desk.game, desk.sheet.house, words) for cite in others],
        "lines": [
            {
                "side": reason.side,
                "name": reason.name,
                "points": reason.points.text,
                "negative": reason.points.negative,
                "because": [said.text for said in reason.because],
            }
            for reason in reasons(words, ruling.lines)
        ],
        "same": same,
        "elsewhere": elsewhere,
    }


def verdict_of(ruling: Ruling, words: Words) -> Any:
    """A ruling's verdict as plain JSON."""
    verdict = ruling.verdict
    return words.read(verdict) if isinstance(verdict, Message) else to_json(verdict)


def cited(cite: Cite, game: Game[Any], house: Any, words: Words) -> dict[str, Any]:
    """Words, and the rule that says so with this house's own numbers, its sources and what they say."""
    rule = cite.rule
    rule_here = rule_at_table(game, rule, house, words)
    return {
        "text": words.read(cite.words),
        "number": rule.number,
        "rule": rule_here.text,
        "played": rule_here.played,
        "sources": list(sources_of(rule, game, words)),
    }


def _asked(desk: Desk) -> Iterator[Any]:
    """The boxes of the facts that matter."""
    facts = desk.facts
    off = set(irrelevant_paths(facts, desk.sheet))
    return (box for box in form_fields(desk.question.facts, desk.sheet) if not belongs(box.path, off))


def _fact(desk: Desk, box: Any) -> dict[str, Any]:
    words, answer = desk.words, to_form_data(broadcast_defaults(desk.facts, desk.sheet)).get(box.path)
    shape = optional(box.type) or box.type
    fact: dict[str, Any] = {"label": words.gettext(box.ask.text)}
    if box.place is not None:
        fact["who"] = words.read(box.place)
    if shape is Cards and answer is not None:
        fact["cards"] = [str(card) for card in answer]
        if desk.ruling.verdict in fact["cards"] and len(answer) > 1:
            fact["marked"] = desk.ruling.verdict
    elif shape is Calls and answer is not None:
        fact["calls"] = made(desk.game, answer, desk.sheet, words)
    elif answer is None and box.ask.none:
        fact["text"] = words.gettext(box.ask.none)
    else:
        fact["text"] = words.read(answer) or "—"
    return fact


def made(game: Game[Any], calls: Calls, sheet: Sheet[Any], words: Words) -> list[dict[str, str]]:
    """An auction call by call: who said what, as long as that can be told."""
    if game.auction is None:
        return [{"who": "", "call": call} for call in calls]
    turn, wrong = run_auction(game.auction, calls, sheet)
    said: list[tuple[Seat | None, str]] = [*turn.made]
    if wrong is not None:
        said += [(wrong.speaker, wrong.call)]
    said += [(None, call) for call in calls[len(said) :]]
    return [
        {
            "who": "" if seat is None else words.read(seat),
            "call": call_label(game, calls, place, sheet, words),
        }
        for place, (seat, call) in enumerate(said)
    ]


def call_label(game: Game[Any], calls: Calls, place: int, sheet: Sheet[Any], words: Words) -> str:
    """What stands on the pad for the call made at a place of an auction; the word itself where none does."""
    assert game.auction is not None
    turn, wrong = run_auction(game.auction, Calls(calls[:place]), sheet)
    offer = None if wrong else turn.offer(calls[place])
    return words.read(offer.label) if offer else calls[place]


# Under other rules -------------------------------------------------------------


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


def sheet_under(game: Game[Any], sheet: Sheet[Any], hands: Hands) -> Sheet[Any]:
    """A sheet of these hands with the seating and the house rules of another."""
    if not hands:
        return empty_sheet(game, sheet.seating, sheet.house)
    return replay(game, sheet.seating, sheet.house, hands)

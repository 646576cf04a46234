"""The referee, asked: a question with its facts, and the ruling in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.engine import (
    Calls,
    Cards,
    Cite,
    DecodeError,
    Game,
    Message,
    Question,
    Rule,
    Ruling,
    Seat,
    Sheet,
    Words,
    ask_referee,
    broadcast_defaults,
    empty_sheet,
    form_fields,
    from_json,
    irrelevant_paths,
    optional,
    replay,
    rule_at_table,
    run_auction,
    source_name,
    source_quotations,
    to_form_data,
    to_json,
)

from . import hand_entry
from .boxes import Group, belongs, idle_of
from .keyboard import usual_of
from .localized import LocalizedMatch
from .points import reasons
from .record_form import Sent
from .state import MatchState
from .step_form import StepForm

# What the forms of a question say besides its facts. No fact may have such a name; "hand" is a fact of many.
SENT = "put"  # tells a form that was sent from a page that was opened
HAND = "in-hand"  # the hand of the table that is in question
RESERVED = frozenset((SENT, HAND, "as", "preset", "shape", "apply", "key", "number", "rev", "reason"))

Hands = tuple[tuple[int, Any], ...]


@dataclass
class Asked:
    """A question: the sheet it is asked on, and the form of its facts; ``hands`` make the sheet."""

    game: Game[Any]
    id: str
    sheet: Sheet[Any]
    words: Words
    form: StepForm
    hands: Hands = ()
    hand: int | None = None  # the hand of the table that is in question
    instead: bool = False  # the ruling stands in for that hand, and is not written below it

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


def at_table(
    match: LocalizedMatch,
    id: str,
    sent: Sent,
    number: int | None = None,
    instead: bool = False,
    begun: Mapping[str, Any] | None = None,
) -> Asked:
    """A question at a table: what is known of the hand in question is filled in.

    The ruling is asked on the sheet up to that hand; where it stands ``instead``, on the sheet before it.
    ``begun`` is the next hand as somebody has begun it.
    """
    game = match.game
    hands = hands_upto(match.state, number, instead)
    sheet = match.sheet if number is None else sheet_under(game, match.sheet, hands)
    known = known_of(match, number, begun)
    if tell := game.questions[id].known:
        known = {**known, **tell(sheet)}
    words = match.words_at(number)
    form = opened(game, id, sheet, words, sent, fitting(game, id, sheet, known))
    return Asked(game, id, sheet, words, form, hands, number, instead)


def opened(
    game: Game[Any], id: str, sheet: Sheet[Any], words: Words, sent: Sent, known: Mapping[str, Any]
) -> StepForm:
    """The form of a question's facts: as it was sent, or as a page shows it that was just opened.

    It begins with what is known, and with what its address says. Where nothing is left to be asked the form
    counts as sent.
    """
    told = form_of(game, id, sheet, words, sent)
    if SENT in sent:
        return told
    answers = {**known, **{path: answer for path, answer in told.answers.items() if path in sent}}
    form = form_of(game, id, sheet, words, answers=answers)
    shows = {**sent, SENT: ["1"], **form.as_sent(answers)}
    whole = form_of(game, id, sheet, words, shows, answers)
    idle = idle_of(whole.groups)
    open_ = (path for path, box in form.blanks.items() if form.must_be_said(box) and path not in answers)
    return whole if all(belongs(path, idle) for path in open_) else form


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


def hands_upto(state: MatchState, number: int | None, instead: bool) -> Hands:
    """The hands that stand, up to one (or before it, where a ruling comes instead)."""
    if number is None:
        return state.standing
    last = state.order.index(number) - (1 if instead else 0)
    among = set(state.order[: last + 1])
    return tuple(hand for hand in state.standing if hand[0] in among)


def known_of(match: LocalizedMatch, number: int | None, begun: Mapping[str, Any] | None) -> dict[str, Any]:
    """What the table knows, by the boxes that ask for it.

    The hand as it was written or has begun, who deals it, where everybody stands, whether it is written.
    """
    game, sheet, state = match.game, match.sheet, match.state
    known: dict[str, Any] = {f"totals.{side}": total for side, total in enumerate(sheet.totals)}
    before = sheet if number is None else state.before(number)
    if before.outcome is None and (dealer := game.dealer(before)) is not None:
        known["dealer"] = dealer
    if number is None:
        return {**known, **(hand_entry.draft(match, begun).form.known if begun else {})}
    hand = state.last_said(number)
    said = to_form_data(hand) if type(hand) in game.hands.values() else {}
    return {**known, "recorded": True, **said}


def sheet_under(game: Game[Any], sheet: Sheet[Any], hands: Hands) -> Sheet[Any]:
    """A sheet of these hands with the seating and the house rules of another."""
    if not hands:
        return empty_sheet(game, sheet.seating, sheet.house)
    return replay(game, sheet.seating, sheet.house, hands)


# The ruling in words ----------------------------------------------------------


def told(asked: Asked) -> dict[str, Any]:
    """A ruling as the page shows it and as it is kept: plain JSON in the reader's words."""
    words, ruling = asked.words, asked.ruling
    first, *others = ruling.because
    return {
        "question": asked.text,
        "facts": [_fact(asked, box) for box in _boxes(asked)],
        "verdict": verdict_of(ruling, words),
        "sentence": cited(first, asked.game, asked.sheet.house, words),
        "reasons": [cited(cite, asked.game, asked.sheet.house, words) for cite in others],
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


def _boxes(asked: Asked) -> Iterator[Any]:
    """The boxes of the facts that matter."""
    facts = asked.facts
    off = set(irrelevant_paths(facts, asked.sheet))
    return (box for box in form_fields(asked.question.facts, asked.sheet) if not belongs(box.path, off))


def _fact(asked: Asked, box: Any) -> dict[str, Any]:
    words, answer = asked.words, to_form_data(broadcast_defaults(asked.facts, asked.sheet)).get(box.path)
    shape = optional(box.type) or box.type
    fact: dict[str, Any] = {"label": words.gettext(box.ask.text)}
    if box.place is not None:
        fact["who"] = words.read(box.place)
    if shape is Cards and answer is not None:
        fact["cards"] = [str(card) for card in answer]
        if asked.ruling.verdict in fact["cards"] and len(answer) > 1:
            fact["marked"] = asked.ruling.verdict
    elif shape is Calls and answer is not None:
        fact["calls"] = made(asked.game, answer, asked.sheet, words)
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


def sources_of(rule: Rule, game: Game[Any], words: Words) -> tuple[dict[str, Any], ...]:
    """The sources of a rule as plain JSON, for a page or a ruling that is kept, with what each says for it.

    ``words`` is the quotation, empty where the source is ours; ``reported``: not in the source's own words.
    """
    return tuple(
        {
            "tag": said.source.tag,
            "name": source_name(said.source, words),
            "title": words.gettext(said.source.title),
            "link": said.source.link,
            "words": words.gettext(said.words) if said.reported else said.words,
            "reported": said.reported,
        }
        for said in source_quotations(rule, game.quotations)
    )

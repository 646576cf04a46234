"""Questions to the referee: their facts, and the ruling in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
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
    NoFacts,
    Question,
    Rule,
    Ruling,
    Seat,
    Sheet,
    Words,
    _,
    ask_referee,
    broadcast_defaults,
    empty_sheet,
    form_fields,
    from_json,
    irrelevant_paths,
    optional,
    replay,
    rule_at_table,
    ruling_without_facts,
    run_auction,
    say,
    sheet_upto,
    source_name,
    source_quotations,
    to_form_data,
    to_json,
)

from . import hand_entry
from .boxes import Group, belongs_to_any, irrelevant_in
from .keyboard import default_values
from .localized import LocalizedMatch
from .points import reasons
from .record_form import FormData
from .state import MatchState
from .step_form import StepForm

# Form fields besides the facts. No fact may have one of these names.
SENT = "put"  # marks a form that was sent
HAND = "in-hand"  # the number of the hand in question; "hand" is the name of a fact in many questions
RESERVED = frozenset((SENT, HAND, "as", "preset", "shape", "apply", "key", "number", "rev", "reason"))

Hands = tuple[tuple[int, Any], ...]


@dataclass
class AskedQuestion:
    """A question to the referee: its sheet, the ``hands`` that make the sheet, and the form of its facts."""

    game: Game[Any]
    id: str
    sheet: Sheet[Any]
    words: Words
    form: StepForm
    hands: Hands = ()
    hand: int | None = None  # the number of the hand in question
    replaces_hand: bool = False  # the ruling replaces that hand

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
        """Return the default values of the boxes that need no answer, as JSON."""
        return default_values(self.form)

    @property
    def irrelevant(self) -> tuple[str, ...]:
        return irrelevant_in(self.groups)

    @property
    def facts(self) -> Any:
        """Return the facts; None while they are incomplete or wrong."""
        return self.form.record

    @cached_property
    def ruling_text(self) -> dict[str, Any] | None:
        """Return the ruling in words; None while facts are missing."""
        return None if self.facts is None else ruling_in_words(self)

    @cached_property
    def ruling(self) -> Ruling:
        return ask_referee(self.game, self.id, self.facts, self.sheet)

    @property
    def facts_json(self) -> Any:
        return to_json(self.facts)


def at_table(
    match: LocalizedMatch,
    id: str,
    sent: FormData,
    number: int | None = None,
    replaces_hand: bool = False,
    draft: Mapping[str, Any] | None = None,
) -> AskedQuestion:
    """Return a question at a table, with the known facts of the hand in question filled in.

    The ruling is asked on the sheet up to that hand, or before it if the ruling ``replaces_hand``.
    ``draft`` is the stored draft of the next hand.
    """
    game = match.game
    hands = hands_upto(match.state, number, replaces_hand)
    sheet = match.sheet if number is None else sheet_of_hands(game, match.sheet, hands)
    known = known_facts(match, id, sheet, number, replaces_hand, draft)
    words = match.words_at(number)
    fitting = fitting_answers(game, id, sheet, {path: fact.answer for path, fact in known.items()})
    form = facts_form(game, id, sheet, words, sent, fitting)
    irrelevant = irrelevant_in(form.groups)
    form.notes = {
        path: words.read(known[path].source)
        for path, answer in fitting.items()
        if form.answers.get(path) == answer and not belongs_to_any(path, irrelevant)
    }
    return AskedQuestion(game, id, sheet, words, form, hands, number, replaces_hand)


def facts_form(
    game: Game[Any], id: str, sheet: Sheet[Any], words: Words, sent: FormData, known: Mapping[str, Any]
) -> StepForm:
    """Return the form of a question's facts: as sent, or with the known facts and the query string's facts.

    If these facts answer every relevant question, the form is treated as sent.
    """
    query_form = form_of(game, id, sheet, words, sent)
    if SENT in sent:
        return query_form
    answers = {**known, **{path: answer for path, answer in query_form.answers.items() if path in sent}}
    form = form_of(game, id, sheet, words, answers=answers)
    data = {**sent, SENT: ["1"], **form.as_sent(answers)}
    complete = form_of(game, id, sheet, words, data, answers)
    irrelevant = irrelevant_in(complete.groups)
    unanswered = (
        path for path, box in form.fields.items() if form.requires_answer(box) and path not in answers
    )
    return complete if all(belongs_to_any(path, irrelevant) for path in unanswered) else form


def form_of(
    game: Game[Any],
    id: str,
    sheet: Sheet[Any],
    words: Words,
    data: FormData | None = None,
    answers: Mapping[str, Any] | None = None,
) -> StepForm:
    """Return the form of the facts that a question asks for at this table."""
    return StepForm(facts_asked(game, id, sheet), sheet, words, data=data, answers=answers)


def facts_asked(game: Game[Any], id: str, sheet: Sheet[Any]) -> type:
    """Return the record type of a question's facts; ``NoFacts`` if the table's rules settle the question."""
    needs_no_facts = ruling_without_facts(game, id, sheet) is not None
    return NoFacts if needs_no_facts else game.questions[id].facts


def fitting_answers(game: Game[Any], id: str, sheet: Sheet[Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """Return the known answers, by path, that the facts of a question ask for too."""
    return {
        box.path: known[box.path]
        for box in form_fields(facts_asked(game, id, sheet), sheet)
        if box.path in known and _fits(box.type, known[box.path])
    }


def _fits(answer_type: Any, answer: Any) -> bool:
    try:
        return bool(from_json(answer_type, to_json(answer)) == answer)
    except DecodeError:
        return False


def hands_upto(state: MatchState, number: int | None, excludes_hand: bool) -> Hands:
    """Return the hands that are not deleted, up to hand ``number``, or before it if ``excludes_hand``."""
    if number is None:
        return state.standing
    last = state.order.index(number) - (1 if excludes_hand else 0)
    numbers = set(state.order[: last + 1])
    return tuple(hand for hand in state.standing if hand[0] in numbers)


@dataclass(frozen=True)
class KnownFact:
    """A fact known from the table, and the text that says from which hand it is known."""

    answer: Any
    source: Message


def known_facts(
    match: LocalizedMatch,
    id: str,
    sheet: Sheet[Any],
    number: int | None,
    replaces_hand: bool,
    draft: Mapping[str, Any] | None,
) -> dict[str, KnownFact]:
    """Return the facts of a question that the table knows, by path.

    They come from the hand in question, or else from the hand being entered, and from the sheet that the
    question is asked on: the dealer, the totals, and what the question's ``known_facts`` reads from the
    sheet.
    """
    game, question = match.game, match.game.questions[id]
    before = sheet if number is None else match.state.before(number)
    known: dict[str, KnownFact] = {}
    if sheet.rows and not replaces_hand:
        totals_source = say(_("From the sheet, after {hand}"), hand=game.hand_label(len(sheet.rows)))
        known |= {f"totals.{side}": KnownFact(n, totals_source) for side, n in enumerate(sheet.totals)}
    source = say(_("From the sheet, the next hand")) if number is None else _source(match, number)
    if before.outcome is None and (dealer := game.dealer(before)) is not None:
        known["dealer"] = KnownFact(dealer, source)
    if number is not None:
        is_recorded = bool(sheet.rows) and sheet.rows[-1].number == number
        known["recorded"] = KnownFact(is_recorded, source)
        hand = match.state.last_content(number)
        if type(hand) in game.hands.values():
            known |= _facts_of(type(hand), to_form_data(hand), source, question, before)
    elif draft:
        entry = hand_entry.entry_from_draft(match, draft)
        source = say(_("From the hand being entered"))
        known |= _facts_of(entry.form.kind_of_record, entry.form.known, source, question, before)
    known = {path: fact for path, fact in known.items() if not belongs_to_any(path, question.not_from_hand)}
    if question.known_facts:
        known |= _facts_from_sheet(match, question.known_facts, sheet, number, replaces_hand)
    return known


def _source(match: LocalizedMatch, number: int) -> Message:
    """Return the text that names the hand that a fact is known from."""
    return say(_("From the sheet, {hand}"), hand=match.game.hand_label(match.state.display_number(number)))


def _facts_of(
    kind: type, answers: Mapping[str, Any], source: Message, question: Question[Any], sheet: Sheet[Any]
) -> dict[str, KnownFact]:
    """Return the answers of a hand as known facts.

    Answers per player are left out where the question asks per side, and vice versa.
    """
    known = {path: KnownFact(answer, source) for path, answer in answers.items()}
    if sheet.seating.seats == sheet.seating.sides:
        return known
    owners = {box.path: type(box.owner) for box in form_fields(kind, sheet)}
    asked_owners = {box.path: type(box.owner) for box in form_fields(question.facts, sheet)}
    return {
        path: fact
        for path, fact in known.items()
        if path not in owners or path not in asked_owners or owners[path] is asked_owners[path]
    }


def _facts_from_sheet(
    match: LocalizedMatch,
    read_facts: Callable[[Sheet[Any]], Mapping[str, Any]],
    sheet: Sheet[Any],
    number: int | None,
    replaces_hand: bool,
) -> dict[str, KnownFact]:
    """Return the facts that a question reads from the sheet up to the hand; none if the hand is deleted."""
    if number is not None:
        row = match.state.row_at(number)
        if row is None:
            return {}
        if replaces_hand:
            sheet = sheet_upto(match.sheet, row + 1)
    hands = tuple(match.game.hands.values())
    last = next(
        (row for row in reversed(sheet.rows) if isinstance(row.hand, hands) and not row.problems), None
    )
    if last is None:
        return {}
    source = _source(match, last.number)
    return {path: KnownFact(answer, source) for path, answer in read_facts(sheet).items()}


def sheet_of_hands(game: Game[Any], sheet: Sheet[Any], hands: Hands) -> Sheet[Any]:
    """Return a sheet of these hands with the seating and house rules of another sheet."""
    if not hands:
        return empty_sheet(game, sheet.seating, sheet.house)
    return replay(game, sheet.seating, sheet.house, hands)


# The ruling in words ----------------------------------------------------------


def ruling_in_words(asked: AskedQuestion) -> dict[str, Any]:
    """Return a ruling as JSON in the reader's words, as it is shown and stored."""
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
                "because": [sentence.text for sentence in reason.because],
            }
            for reason in reasons(words, ruling.lines)
        ],
    }


_ANSWER = re.compile(r"(.{1,20}?)\s?([:：])\s*(\S.*)", re.DOTALL)


@dataclass(frozen=True)
class Verdict:
    """A verdict to print: the short answer, if the sentence begins with one, and the explanation."""

    answer: str
    explanation: str


def verdict_parts(sentence: str) -> Verdict:
    """Split "No: you stood at 110." into the answer "No." and the explanation "You stood at 110."."""
    match = _ANSWER.fullmatch(sentence)
    if match is None:
        return Verdict("", sentence)
    answer, colon, explanation = match.groups()
    return Verdict(f"{answer}{'。' if colon == '：' else '.'}", explanation[0].upper() + explanation[1:])


def sources_once(ruling: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of the sources that a ruling cites, each once."""
    cited = (ruling["sentence"], *ruling.get("reasons", ()))
    sources = (source for citation in cited for source in citation.get("sources", ()))
    return tuple(dict.fromkeys(source.get("name", source["tag"]) for source in sources))


def ruling_page(ruling: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that the templates of a ruling print."""
    verdict = verdict_parts(ruling["sentence"]["text"])
    return {"ruling_text": ruling, "verdict": verdict, "sources": sources_once(ruling)}


def verdict_of(ruling: Ruling, words: Words) -> Any:
    verdict = ruling.verdict
    return words.read(verdict) if isinstance(verdict, Message) else to_json(verdict)


def cited(cite: Cite, game: Game[Any], house: Any, words: Words) -> dict[str, Any]:
    """Return a citation as JSON: its text, the rule with this house's numbers, and its sources."""
    rule = cite.rule
    rule_here = rule_at_table(game, rule, house, words)
    return {
        "text": words.read(cite.words),
        "number": rule.number,
        "rule": rule_here.text,
        "played": rule_here.played,
        "sources": list(sources_of(rule, game, house, words)),
    }


def _boxes(asked: AskedQuestion) -> Iterator[Any]:
    """Return the boxes of the relevant facts."""
    facts = asked.facts
    irrelevant = set(irrelevant_paths(facts, asked.sheet))
    return (box for box in form_fields(type(facts), asked.sheet) if not belongs_to_any(box.path, irrelevant))


def _fact(asked: AskedQuestion, box: Any) -> dict[str, Any]:
    words, answer = asked.words, to_form_data(broadcast_defaults(asked.facts, asked.sheet)).get(box.path)
    answer_type = optional(box.type) or box.type
    fact: dict[str, Any] = {"label": words.gettext(box.ask.text)}
    if box.owner is not None:
        fact["who"] = words.read(box.owner)
    if answer_type is Cards and answer is not None:
        fact["cards"] = [str(card) for card in answer]
        if asked.ruling.verdict in fact["cards"] and len(answer) > 1:
            fact["marked"] = asked.ruling.verdict
    elif answer_type is Calls and answer is not None:
        fact["calls"] = calls_in_words(asked.game, answer, asked.sheet, words)
    elif answer is None and box.ask.none:
        fact["text"] = words.gettext(box.ask.none)
    else:
        fact["text"] = words.read(answer) or "—"
    return fact


def calls_in_words(game: Game[Any], calls: Calls, sheet: Sheet[Any], words: Words) -> list[dict[str, str]]:
    """Return the calls of an auction with their speakers, who are unknown after an illegal call."""
    if game.auction is None:
        return [{"who": "", "call": call} for call in calls]
    turn, illegal = run_auction(game.auction, calls, sheet)
    spoken: list[tuple[Seat | None, str]] = [*turn.calls_made]
    if illegal is not None:
        spoken += [(illegal.speaker, illegal.call)]
    spoken += [(None, call) for call in calls[len(spoken) :]]
    return [
        {
            "who": "" if seat is None else words.read(seat),
            "call": call_label(game, calls, index, sheet, words),
        }
        for index, (seat, call) in enumerate(spoken)
    ]


def call_label(game: Game[Any], calls: Calls, index: int, sheet: Sheet[Any], words: Words) -> str:
    """Return the label that the auction's keypad gives to a call; the call itself if it has none."""
    assert game.auction is not None
    turn, illegal = run_auction(game.auction, Calls(calls[:index]), sheet)
    offer = None if illegal else turn.offer(calls[index])
    return words.read(offer.label) if offer else calls[index]


def sources_of(rule: Rule, game: Game[Any], house: Any, words: Words) -> tuple[dict[str, Any], ...]:
    """Return the sources of a rule under these house rules as JSON, each with its quotation.

    ``words`` is the quotation, empty for our own rules; ``reported`` means that it is not verbatim.
    """
    return tuple(
        {
            "tag": quotation.source.tag,
            "name": source_name(quotation.source, words),
            "title": words.gettext(quotation.source.title),
            "link": quotation.source.link,
            "words": words.gettext(quotation.words) if quotation.reported else quotation.words,
            "reported": quotation.reported,
        }
        for quotation in source_quotations(game, rule, house)
    )

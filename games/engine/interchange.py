"""The record format ``scorekeeper/1``: strict reading and writing of matches as JSON, and their score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from .bounds import LONGEST, broadcast_defaults
from .forms import to_form_data
from .game import (
    AcceptedRuling,
    Game,
    NoFacts,
    Preset,
    Question,
    Ruling,
    ask_referee,
    facts_problems,
    hand_from_json,
    hand_to_json,
    house_problems,
    kind_of,
    normalise_hand,
    replay,
    ruling_without_facts,
)
from .json_codec import from_json, to_json
from .log import HEADING, Entry, Heading, effective_hands, effective_heading
from .records import DecodeError, within
from .rulebook import Cite, Problem
from .seating import Seat, Seating, Side
from .sheet import ScoreLine, Sheet
from .text import Message, Words, _, ngettext, say

FORMAT = "scorekeeper/1"
MOST_ENTRIES = 5_000
LONGEST_TITLE = 40  # characters
KEYS = ("format", "game", "preset", "house", "seats", "sides", "first_dealer", "title", "names", "entries")
ENTRY_KEYS = ("number", "hand", "why", "before")

Games = Mapping[str, Game[Any]]


@dataclass(frozen=True)
class Record:
    """A match in the record format: its game, heading, names (one per seat, or none) and log.

    ``title`` is the table's own name for the game, if it differs from the game's name.
    """

    game: Game[Any]
    heading: Heading
    names: tuple[str, ...]
    entries: tuple[Entry, ...]
    title: str = ""

    @property
    def current_heading(self) -> Heading:
        """Return the heading in force."""
        return effective_heading(self.heading, self.entries)

    @property
    def sheet(self) -> Sheet[Any]:
        """Return the score sheet of the log."""
        heading = self.current_heading
        return replay(self.game, heading.seating, heading.house, effective_hands(self.entries))

    def words(self, words: Words = Words()) -> Words:  # noqa: B008 (frozen)
        """Return these ``Words`` with the names in the record."""
        if not self.names:
            return words
        seating = self.current_heading.seating

        def name(position: Side | Seat) -> str:
            if isinstance(position, Seat):
                return (position < len(self.names) and self.names[position]) or words.name(position)
            return " & ".join(name(seat) for seat in seating.seats_of(position))

        def people(position: Side | Seat) -> int:
            return len(seating.seats_of(position)) if isinstance(position, Side) else 1

        return replace(words, name=name, people=people)


def read_record(data: Any, games: Games) -> Record:
    """Return the match in a record. Raise ``DecodeError`` with the path of the first error."""
    reject_unknown_keys(KEYS, data)
    if data.get("format", FORMAT) != FORMAT:
        raise DecodeError("format", say(_("Only {format} can be read"), format=FORMAT))
    game = read_game(data.get("game"), games)
    heading = read_heading(data, game)
    names = _read_names(data.get("names", []), heading.seating)
    title = within("title", _read_short_text, data.get("title", ""), LONGEST_TITLE)
    return Record(game, heading, names, _read_log(data.get("entries", []), game, heading), title)


def read_game(slug: Any, games: Games) -> Game[Any]:
    """Return the game of this slug. Raise ``DecodeError``."""
    if not isinstance(slug, str) or slug not in games:
        words = say(_("There is no such game; there are: {known}"), known=", ".join(games))
        raise DecodeError("game", words)
    return games[slug]


def read_preset(data: Any, game: Game[Any]) -> Preset[Any]:
    """Return the preset of this id, or the first preset if ``data`` is None. Raise ``DecodeError``."""
    if data is None:
        return game.presets[0]
    preset = game.preset(data) if isinstance(data, str) else None
    if preset is None:
        known = ", ".join(preset.id for preset in game.presets)
        raise DecodeError("preset", say(_("There is no such preset; there are: {known}"), known=known))
    return preset


def read_house(data: Any, game: Game[Any], preset: Preset[Any]) -> Any:
    """Return the preset's house rules with these changes. Raise ``DecodeError``."""
    if not isinstance(data, Mapping):
        raise DecodeError("house", say(_("An object is needed here")))
    changes = within("house", from_json, game.house, data)
    return replace(preset.house, **{name: getattr(changes, name) for name in data})


def read_heading(data: Mapping[str, Any], game: Game[Any], current: Heading | None = None) -> Heading:
    """Return the seating and house rules in a record. Raise ``DecodeError``.

    Missing keys take the game's defaults, or the values of ``current`` if the heading replaces another.
    """
    preset_id = data.get("preset")
    if current and preset_id is None:
        preset = replace(read_preset(current.preset or None, game), house=current.house)
    else:
        preset = read_preset(preset_id, game)
    answers = data.get("house", {})
    # The number of seats may stand among the house rules too.
    seats = answers.get("seats") if isinstance(answers, Mapping) else None
    if seats is not None:
        answers = {name: value for name, value in answers.items() if name != "seats"}
        if data.get("seats", seats) != seats:
            raise DecodeError("house.seats", say(_("The number of seats is written twice, and differs")))
        data = {**data, "seats": seats}
    house = read_house(answers, game, preset)
    seating = _read_seating(data, game, preset, current)
    for problem in house_problems(game, house, seating):
        path = problem.field if problem.field == "seats" else f"house.{problem.field}".rstrip(".")
        raise DecodeError(path, problem.words)
    return Heading(seating, house, preset.id)


def _read_seating(
    data: Mapping[str, Any], game: Game[Any], preset: Preset[Any], current: Heading | None
) -> Seating:
    numbers = {name: data.get(name) for name in ("seats", "sides", "first_dealer")}
    for name, value in numbers.items():
        if value is not None and type(value) is not int:
            raise DecodeError(name, say(_("A whole number is needed here")))
    seats, sides, first_dealer = numbers.values()
    if first_dealer is None:
        first_dealer = current.seating.first_dealer if current else 0
    if seats is None and sides is None and current:
        shapes: tuple[tuple[int, int], ...] = (current.seating.shape,)
    else:
        shapes = (*game.shapes(preset), *(seating.shape for seating in game.seatings))
        shapes = tuple(shape for shape in shapes if seats in (None, shape[0]) and sides in (None, shape[1]))
    if not shapes:
        known = ", ".join(f"{seating.seats}/{seating.sides}" for seating in game.seatings)
        raise DecodeError("seats", say(_("This game is played with seats/sides {known}"), known=known))
    # Prefer a shape with as many seats as there are names.
    names = data.get("names")
    shape = next(
        (candidate for candidate in shapes if isinstance(names, list) and candidate[0] == len(names)),
        shapes[0],
    )
    if not 0 <= first_dealer < shape[0]:
        raise DecodeError("first_dealer", say(_("Nobody sits there")))
    return Seating(*shape, Seat(first_dealer))


def _read_names(data: Any, seating: Seating) -> tuple[str, ...]:
    if not isinstance(data, list):
        raise DecodeError("names", say(_("A list is needed here")))
    if data and len(data) != seating.seats:
        raise DecodeError("names", say(_("One name a seat, please: {n}"), n=seating.seats))
    return tuple(within(f"names.{n}", _read_short_text, name) for n, name in enumerate(data))


def _read_log(data: Any, game: Game[Any], current: Heading) -> tuple[Entry, ...]:
    if not isinstance(data, list):
        raise DecodeError("entries", say(_("A list is needed here")))
    if len(data) > MOST_ENTRIES:
        raise DecodeError("entries", say(_("That is too long: at most {n} entries"), n=MOST_ENTRIES))
    log: list[Entry] = []
    numbers: set[int] = set()
    for index, part in enumerate(data):
        entry = within(f"entries.{index}", _read_entry, part, game, current, numbers)
        log.append(entry)
        if isinstance(entry.hand, Heading):
            current = entry.hand
        else:
            numbers.add(entry.number)
    return tuple(log)


def _read_entry(data: Any, game: Game[Any], current: Heading, numbers: set[int]) -> Entry:
    reject_unknown_keys(ENTRY_KEYS, data)
    number, before = data.get("number"), data.get("before")
    if type(number) is not int or not HEADING <= number <= 100_000:
        raise DecodeError("number", say(_("The number of the hand is needed here")))
    if before is not None and (type(before) is not int or before not in numbers):
        raise DecodeError("before", say(_("There is no such hand to put it before")))
    if "hand" not in data:
        raise DecodeError("hand", say(_("This is missing")))
    hand = within("hand", read_entry_content, game, number, data["hand"], current)
    if hand is None and number not in numbers:
        raise DecodeError("hand", say(_("There is no such hand to delete")))
    return Entry(number, hand, within("why", _read_short_text, data.get("why", "")), before)


def _read_short_text(data: Any, most: int = LONGEST) -> str:
    """Return a text of at most ``most`` characters. Raise ``DecodeError``."""
    text = str(from_json(str, data))
    if len(text) > most:
        raise DecodeError("", ngettext("At most {n} character", "At most {n} characters", most))
    return text


def reject_unknown_keys(known: tuple[str, ...], data: Any) -> None:
    """Raise ``DecodeError`` unless this is an object with only these keys."""
    if not isinstance(data, Mapping):
        raise DecodeError("", say(_("An object is needed here")))
    for name in data:
        if name not in known:
            words = say(_("There is no such key; there are: {known}"), known=", ".join(known))
            raise DecodeError(str(name)[:40], words)


def read_entry_content(game: Game[Any], number: int, data: Any, current: Heading | None = None) -> Any:
    """Return the content of an entry: a heading for number 0, else a hand, or None if struck out.

    Raise ``DecodeError``. ``current`` is the heading that a new one replaces.
    """
    if number != HEADING:
        return None if data is None else hand_from_json(game, data)
    reject_unknown_keys(("kind", "preset", "house", "seats", "sides", "first_dealer"), data)
    if data.get("kind", "heading") != "heading":
        raise DecodeError("kind", say(_("Number 0 is the heading")))
    return read_heading(data, game, current)


def write_heading(game: Game[Any], current: Heading) -> dict[str, Any]:
    """Return a heading as part of a record, with all house rules spelled out."""
    return {
        "preset": current.preset
        or next((preset.id for preset in game.presets if preset.house == current.house), game.presets[0].id),
        "house": to_json(current.house),
        "seats": current.seating.seats,
        "sides": current.seating.sides,
        "first_dealer": int(current.seating.first_dealer),
    }


def write_hand(game: Game[Any], hand: Any) -> dict[str, Any] | None:
    """Return the entry content for a hand, a heading or None."""
    if hand is None:
        return None
    return (
        {"kind": "heading", **write_heading(game, hand)}
        if isinstance(hand, Heading)
        else hand_to_json(game, hand)
    )


def write_record(record: Record) -> dict[str, Any]:
    """Return a match as plain JSON, which ``read_record`` reads back."""
    entries = []
    for entry in record.entries:
        content: dict[str, Any] = {"number": entry.number, "hand": write_hand(record.game, entry.hand)}
        if entry.why:
            content["why"] = entry.why
        if entry.before is not None:
            content["before"] = entry.before
        entries.append(content)
    data = {"format": FORMAT, "game": record.game.slug, **write_heading(record.game, record.heading)}
    if record.title:
        data["title"] = record.title
    return {**data, "names": list(record.names), "entries": entries}


def score_json(record: Record, words: Words | None = None) -> dict[str, Any]:
    """Return the score of a record as in docs/records.md: rows, lines with reasons, totals, outcome.

    A row whose hand has irrelevant answers lists them under ``ignored``.
    """
    words, sheet = words or record.words(), record.sheet
    score = sheet_json(record.game, sheet, words)
    for row, (index, (_number, hand)) in zip(
        score["rows"], enumerate(effective_hands(record.entries)), strict=True
    ):
        if ignored := ignored_in_row(hand, sheet, index):
            row["ignored"] = [_problem_json(problem, words) for problem in ignored]
    return score


def ignored_in_row(hand: Any, sheet: Sheet[Any], index: int) -> tuple[Problem, ...]:
    """Return a problem for each answer of the written hand that the row at this index ignores."""
    row = sheet.rows[index]
    if row.problems:
        return ()
    if not isinstance(hand, AcceptedRuling):
        return _ignored_answers(hand, row.hand, sheet)
    sheet_before = replace(sheet, rows=sheet.rows[:index], outcome=None)
    return tuple(
        replace(problem, field=f"facts.{problem.field}")
        for problem in ignored_answers(hand.facts, sheet_before)
    )


def ignored_answers(answers: Any, sheet: Sheet[Any]) -> tuple[Problem, ...]:
    """Return a problem for each given answer that is irrelevant at this table."""
    return _ignored_answers(answers, normalise_hand(answers, sheet), sheet)


def _ignored_answers(record: Any, scored_record: Any, sheet: Sheet[Any]) -> tuple[Problem, ...]:
    scored_fields = to_form_data(scored_record)
    words = say(_("This does not matter here and is left out of account"))
    return tuple(
        Problem(path, words)
        for path, answer in to_form_data(broadcast_defaults(record, sheet)).items()
        if path not in scored_fields or scored_fields[path] != answer
    )


def sheet_json(game: Game[Any], sheet: Sheet[Any], words: Words) -> dict[str, Any]:
    """Return the score of a sheet as JSON; it is stored beside the log of a finished match."""
    outcome = sheet.outcome and {
        "winners": [int(side) for side in sheet.outcome.winners],
        "because": _citation_json(sheet.outcome.because, words),
        "lines": [_line_json(line, words) for line in sheet.outcome.lines],
    }
    rows = [
        {
            "number": row.number,
            "kind": kind_of(game, row.hand),
            "lines": [_line_json(line, words) for line in row.lines],
            "totals": [to_json(total) for total in row.totals],
            "problems": [_problem_json(problem, words) for problem in row.problems],
            **({"notes": [_citation_json(note, words) for note in row.notes]} if row.notes else {}),
        }
        for row in sheet.rows
    ]
    return {"rows": rows, "totals": [to_json(total) for total in sheet.final], "outcome": outcome}


def _citation_json(citation: Cite, words: Words) -> dict[str, str]:
    return {"rule": citation.rule.number, "text": words.read(citation.words)}


def _line_json(line: ScoreLine, words: Words) -> dict[str, Any]:
    because = [_citation_json(citation, words) for citation in line.because]
    return {"side": int(line.side), "points": to_json(line.points), "because": because}


def _problem_json(problem: Problem, words: Words) -> dict[str, Any]:
    rule = problem.rule.number if problem.rule else None
    return {"field": problem.field, "text": words.read(problem.words), "rule": rule}


def read_question(name: str, game: Game[Any]) -> Question[Any]:
    """Return the referee's question of this name. Raise ``DecodeError``."""
    if name not in game.questions:
        known = ", ".join(game.questions) or "—"
        raise DecodeError("question", say(_("There is no such question; there are: {known}"), known=known))
    return game.questions[name]


def ruling_on(game: Game[Any], question: str, facts: Any, sheet: Sheet[Any]) -> Ruling:
    """Return the ruling on a question with facts as plain JSON. Raise ``DecodeError``."""
    return ask_referee(game, question, read_facts(game, question, facts, sheet), sheet)


def read_facts(game: Game[Any], question: str, data: Any, sheet: Sheet[Any]) -> Any:
    """Return the facts of a question from plain JSON. Raise ``DecodeError``, also for facts out of bounds.

    No facts are needed where this table's rules settle the question.
    """
    facts_type = read_question(question, game).facts
    if data == {} and ruling_without_facts(game, question, sheet):
        return NoFacts()
    facts = within("facts", from_json, facts_type, data)
    for problem in facts_problems(facts, sheet):
        raise DecodeError(f"facts.{problem.field}", problem.words)
    return facts


def ruling_json(
    game: Game[Any], question: str, facts: Any, sheet: Sheet[Any], words: Words | None = None
) -> dict[str, Any]:
    """Return the ruling on a question as JSON, as in docs/records.md. Raise ``DecodeError``."""
    words = words or Words()
    facts_read = read_facts(game, question, facts, sheet)
    ruling = ask_referee(game, question, facts_read, sheet)
    verdict = ruling.verdict
    if isinstance(verdict, Message):
        verdict = _machine_word(verdict, words)
    ignored = [_problem_json(problem, words) for problem in ignored_answers(facts_read, sheet)]
    return {
        "verdict": to_json(verdict),
        "because": [_citation_json(citation, words) for citation in ruling.because],
        "lines": [_line_json(line, words) for line in ruling.lines],
        **({"ignored": ignored} if ignored else {}),
    }


def _machine_word(verdict: Message, words: Words) -> str:
    """Return a verdict for programs: names other than its subject are joined as "Ann, Bo", without "and"."""
    values: dict[str, object] = dict(verdict.values)
    for name, value in verdict.values.items():
        if isinstance(value, tuple) and name != verdict.plural_by:
            values[name] = ", ".join(map(words.read, value))
    return words.read(replace(verdict, values=values))

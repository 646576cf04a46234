"""The engine on a phone: JSON requests of a page, answered from the log that the phone stores.

It runs in the worker `static/offline/engine-worker.js`, with one match open. The same functions draw the
pages on the site, so the answers are equal.
"""

import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup

from games import every_game
from games.engine import Calls, Entry, Game, Seat, Seating, Stopped, house_problems, to_json

from . import bidding, hand_entry, history, keyboard, page, referee, signs
from .environment import draw
from .hand_entry import HandEntry
from .house import fields_of, house_form
from .links import Links
from .localized import LocalizedMatch
from .names import PlayerNames, with_names
from .presenters import MatchPresenter, row_of
from .preview import consequences, preview_hand
from .reader import ENGLISH_READER
from .record_form import FormData, last_sent
from .state import LoggedEntry, MatchState, rematch_dealer
from .stored import extend_state, first_heading, read_entry, state_of
from .viewer import Stake, Viewer

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

# An entry of the log as phones keep it: see ``scorekeeper.matches.sealing``.
Line = Sequence[Any]
# The kinds of entry that add a hand, as in offline/keeping.js.
NEW_HANDS = ("hand", "before", "adjust", "stop")

# The fields of a form: names with values, in order.
Boxes = Sequence[tuple[str, str]]


def _in_local_time(write: Callable[[datetime], str]) -> Callable[[datetime], str]:
    """Return the function with times converted to the phone's zone."""
    return lambda at: write(at.astimezone())


# English, in the phone's time zone.
READER = replace(
    ENGLISH_READER,
    zone="",
    date_time=_in_local_time(ENGLISH_READER.date_time),
    day=_in_local_time(ENGLISH_READER.day),
    time=_in_local_time(ENGLISH_READER.time),
    iso=_in_local_time(ENGLISH_READER.iso),
)


class LogRow(NamedTuple):
    """An entry of the log, as ``stored.read_entry`` reads it."""

    place: int
    number: int
    rev: int
    hand: Any
    before: int | None
    why: str
    key: uuid.UUID
    by_name: str
    at: datetime


@dataclass
class MatchStart:
    """The start of a match, with the fields of the protocol ``stored.StoredMatch``."""

    preset: str
    house: dict[str, Any]
    seats: int
    sides: int
    first_dealer: int


class InvalidHouse(Exception):
    """House rules that a match cannot start with; the arguments are the reasons, as text."""


@dataclass(frozen=True)
class OpenMatch:
    """The match that the phone's page shows; ``about`` is its description without the log."""

    about: Mapping[str, Any]
    lines: Sequence[Line]
    localized: LocalizedMatch

    @property
    def watcher(self) -> Viewer:
        """Return a viewer without rights, for the parts of the page without actions."""
        about = self.about
        worth, currency, agreed = about["stake"]
        return Viewer(
            links=Links(about["code"], about["match"], about["root"]),
            match_name=about["called"],
            is_current=about["is_newest"],
            stake=Stake(Fraction(worth), currency, agreed),
        )


class Engine:
    """The answers to the requests of a page."""

    def __init__(self) -> None:
        self._open: OpenMatch | None = None
        self._last: LocalizedMatch | None = None  # with the entries that only this phone has

    def answer(self, request: str) -> str:
        """Return the JSON answer to a JSON request: ``{"do": "preview", …}``."""
        answer: Markup | dict[str, Any]
        match json.loads(request):
            case {"do": "open", "about": about, "lines": lines, "entries": entries}:
                answer = self._open_match(about, lines, entries)
            case {"do": "preview", "boxes": boxes}:
                answer = self._preview(boxes)
            case {"do": "sheet", "viewer": viewer}:
                answer = self._sheet(viewer)
            case {"do": "hand", "number": number, "first": first, "viewer": viewer}:
                answer = self._reasons(number, first, viewer)
            case {"do": "side", "number": side, "first": first}:
                answer = self._side_account(side, first)
            case {"do": "again"}:
                answer = self._rematch()
            case {"do": "rulebook"}:
                answer = page.rulebook(self.last)
            case {
                "do": "correct",
                "way": operation,
                "number": number,
                "kind": kind,
                "kept": kept_entry,
                "viewer": viewer,
            }:
                answer = self._correction(operation, number, kind, kept_entry, viewer)
            case {"do": "changes", "before": before, "boxes": boxes, "to": url}:
                answer = self._changes(before, boxes, url)
            case {"do": "referee", "question": question, "boxes": boxes}:
                answer = self._rule(question, boxes)
            case {"do": "calls", "boxes": boxes}:
                answer = self._calls(boxes)
            case unknown:
                raise ValueError(unknown)
        return json.dumps({"html": answer} if isinstance(answer, str) else answer, ensure_ascii=False)

    @property
    def match(self) -> OpenMatch:
        assert self._open is not None, "a page opens its match first"
        return self._open

    @property
    def last(self) -> LocalizedMatch:
        """Return the open match with the phone's unsent entries."""
        assert self._last is not None, "a page opens its match first"
        return self._last

    def _open_match(
        self, about: dict[str, Any], lines: list[Line], entries: list[dict[str, Any]]
    ) -> dict[str, Any]:
        """Open a match, or extend the open one if its log continues.

        ``entries`` are this phone's unsent entries. They are applied in order, up to the first that is not
        valid on the sheet so far. The answer has the number of applied entries, and ``waiting``: the hands
        that are not in the log, each with the key of its entry.
        """
        # Line 0 is the start of the match, which ``about`` contains.
        try:
            self._open = _open_match(about, [line for line in lines if line[0]], self._open)
        except InvalidHouse as error:
            return {"problems": error.args}
        match, applied = self._open.localized, 0
        waiting: dict[int, str] = {}
        for entry in entries:
            try:
                logged = logged_entry(match, entry)
            except hand_entry.UnknownKind:
                logged = None  # from a newer release
            if logged is None:
                break
            match = replace(match, state=extend_state(match.state, [logged]))
            applied += 1
            if entry["way"] in NEW_HANDS:
                waiting[logged.entry.number] = entry["key"]
        self._last = match
        has_ended = match.sheet.outcome is not None
        return {"next": match.state.next_number, "applied": applied, "over": has_ended, "waiting": waiting}

    def _preview(self, boxes: Boxes) -> Markup:
        entry = _sent_entry(self.last, boxes)
        return keyboard.draw_preview(self.last, self.match.watcher, entry, preview_hand(entry))

    def _sheet(self, viewer_values: dict[str, Any]) -> Markup:
        """Draw the sheet with the unsent entries, and the form of the next hand.

        ``viewer_values`` is what the page knows of its phone: whether it may score, its CSRF token, and the
        newest line that the site has sent.
        """
        viewer = self._viewer(viewer_values)
        presenter, form = MatchPresenter(self.last), Markup()
        if viewer.writes and self.last.sheet.outcome is None:
            entry = hand_entry.new_entry(self.last)
            form = keyboard.entry_section(presenter, viewer, entry, preview_hand(entry))
        return page.sheet(presenter, viewer, form=form)

    def _viewer(self, values: dict[str, Any]) -> Viewer:
        return replace(self.match.watcher, **values, key=hand_entry.new_key())

    def _reasons(self, number: int, first: int, viewer_values: dict[str, Any]) -> Markup:
        """Draw the explanation of a hand, without disputes and rulings, which only the site knows."""
        match = self.last
        revisions = history.history(match, number, first)
        return page.reasons(match, self._viewer(viewer_values), row_of(match, number), revisions)

    def _side_account(self, side: int, first: int) -> Markup:
        account = history.side_account(self.last, side, first)
        return page.side_account(self.last, self.match.watcher, account)

    def _rematch(self) -> dict[str, Any]:
        """Return the form that starts the game again with the same rules and players, and the next dealer."""
        match, match_name = self.last, self.match.about["called"]
        game, heading, names = match.game, match.state.heading, match.names.current
        preset, (seats, sides) = game.preset(heading.preset) or game.presets[0], heading.seating.shape
        form = house_form(game, preset, heading.seating, match.words)
        fields = [("preset", preset.id), ("shape", f"{seats}x{sides}"), *fields_of(form, heading.house)]
        if match_name != match.words.gettext(game.name):
            fields.append(("title", match_name))
        fields += [(f"name.{position}", name) for position, name in enumerate(names)]
        fields.append(("first_dealer", str(int(rematch_dealer(game, match.sheet)))))
        return {"game": game.slug, "called": match_name, "names": names, "fields": fields}

    def _correction(
        self,
        operation: str,
        number: int | None,
        kind: str | None,
        kept_entry: Mapping[str, Any] | None,
        viewer_values: dict[str, Any],
    ) -> Markup:
        """Draw the form that edits a hand ("amend"), deletes it ("strike"), or inserts one "before" it.

        "adjust" and "stop" (the end of the game) concern no single hand. ``kept_entry`` is the unsent entry
        of a hand, which is edited without a reason.
        """
        match, viewer, key = self.last, self._viewer(viewer_values), kept_entry["key"] if kept_entry else ""
        reason_needed = self.match.about.get("reason_needed", True) and not kept_entry
        if operation == "stop":
            return keyboard.ending(MatchPresenter(match), viewer)
        if operation == "adjust":
            entry = hand_entry.new_entry(match, "adjustment")
            preview, url = consequences(entry), viewer.links("adjust")
            return keyboard.correction(match, viewer, entry, operation, preview, url, on_sheet=True)
        assert number is not None, "a correction is about a hand"
        if operation == "strike":
            row = row_of(match, number)
            return keyboard.deletion(match, viewer, row, kept_key=key, reason_needed=reason_needed)
        if operation == "before":
            entry = hand_entry.new_entry(match, kind, before=number)
            operation, url = "insert", viewer.links("insert", number)
        else:
            entry, url = hand_entry.edit_entry(match, number, kind), viewer.links("amend", number)
            if kept_entry:
                entry, url = replace(entry, rev=0), kept_entry["url"]
        preview = consequences(entry)
        return keyboard.correction(
            match,
            viewer,
            entry,
            operation,
            preview,
            url,
            kept_key=key,
            reason_needed=reason_needed,
            on_sheet=True,
        )

    def _changes(self, before: int | None, boxes: Boxes, url: str) -> Markup:
        entry = _sent_entry(self.last, boxes, before=before)
        return keyboard.changes(self.last, entry, consequences(entry), url)

    def _rule(self, question: str, boxes: Boxes) -> dict[str, Any]:
        """Draw a question to the referee: its form, and the ruling once all facts are given.

        ``boxes`` are those of the form, or of the query that opens it. Only the site shows rulings under
        other rule sets, and earlier rulings.
        """
        match, links = self.last, self.match.watcher.links
        if question not in match.game.questions:
            raise LookupError(question)
        sent = _by_name(boxes)
        number, replaces_hand = self._hand_in_question(sent)
        asked = referee.at_table(match, question, sent, number, replaces_hand)
        words, ruling_text = asked.words, asked.ruling_text
        ruling = ruling_text and draw(
            "referee/ruling_offline.html",
            words,
            **referee.ruling_page(ruling_text),
            book=links("rulebook_at_table"),
        )
        query = urlencode({referee.HAND: number or "", "as": "instead" if replaces_hand else ""})
        auction = f"{links('auction_at_table')}?{query}" if match.game.auction else ""
        return {
            "text": signs.suits(asked.text),
            "hand": None if number is None else match.state.display_number(number),
            "form": str(keyboard.facts_pad(asked.form, words, auction)),
            "usual": asked.usual,  # default values of the optional boxes
            "ruling": str(draw("referee/ruling.html", words, asked=asked, ruling=ruling)),
        }

    def _calls(self, boxes: Boxes) -> Markup:
        match, sent = self.last, _by_name(boxes)
        number, _instead = self._hand_in_question(sent)
        # An auction comes before its hand.
        hands = referee.hands_upto(match.state, number, excludes_hand=True)
        sheet, words = referee.sheet_of_hands(match.game, match.sheet, hands), match.words_at(number)
        calls = Calls.read(last_sent(sent, "calls") or "")
        return bidding.draw_pad(match.game, calls, sheet, words, is_single="one" in sent)

    def _hand_in_question(self, sent: FormData) -> tuple[int | None, bool]:
        """Return the number of the hand in question, and whether the ruling replaces it."""
        text = last_sent(sent, referee.HAND) or ""
        number = int(text) if text.isdecimal() and int(text) in self.last.state.revs else None
        return number, number is not None and last_sent(sent, "as") == "instead"


def logged_entry(match: LocalizedMatch, entry: Mapping[str, Any]) -> LoggedEntry | None:
    """Return the log entry that an entry stored on the phone would make; None if it is not valid here."""
    state, about_number, boxes = match.state, entry["about"], entry["fields"]
    fields, before = dict(boxes), None
    hand, why = None, fields.get("reason", "")
    number = state.next_number if about_number is None else about_number
    match entry["way"]:
        case "hand" | "adjust" | "amend":
            hand = _sent_entry(match, boxes, number).hand
        case "before":
            number, before = state.next_number, about_number
            hand = _sent_entry(match, boxes, number, before).hand
        case "stop":
            hand = Stopped()
        case "restore":
            number = int(fields["number"])
            hand = state.restorable(number, state.revs.get(number, 0))
        case "undo":
            number = int(fields["number"])
        case "strike":
            pass
        case _:
            return None
    if hand is None and entry["way"] not in ("strike", "undo"):
        return None
    at, rev = EPOCH + timedelta(milliseconds=int(entry["at"])), state.revs.get(number, 0) + 1
    content = Entry(number, hand, why, before)
    return LoggedEntry(content, len(state.log) + 1, rev, "", at, uuid.UUID(entry["key"]))


def _by_name(boxes: Boxes) -> dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    for name, value in boxes:
        values.setdefault(name, []).append(value)
    return values


def match_start(game: Game[Any], boxes: Boxes) -> MatchStart:
    """Return the start of a match from its form. Raise ``InvalidHouse``.

    The form contains the first dealer, even if the phone has drawn one at random.
    """
    values = _by_name(boxes)
    preset = game.preset(values["preset"][-1]) or game.presets[0]
    seats, sides = map(int, values["shape"][-1].split("x"))
    seating = Seating(seats, sides, Seat(int(values["first_dealer"][-1])))
    words = with_names(READER.words, seating, ())
    form = house_form(game, preset, seating, words, data=values)
    problems = [text for texts in form.errors.values() for text in texts]
    if form.record is not None:
        problems += [words.read(problem.words) for problem in house_problems(game, form.record, seating)]
    if problems or form.record is None:
        raise InvalidHouse(*problems)
    return MatchStart(preset.id, to_json(form.record), seats, sides, int(seating.first_dealer))


def _open_match(about: Mapping[str, Any], lines: Sequence[Line], previous: OpenMatch | None) -> OpenMatch:
    """Return the match, reusing the state of ``previous`` if ``lines`` continue its log."""
    game = every_game()[about["game"]]
    # A table that this phone started offline has only the form.
    start = match_start(game, about["form"]) if "form" in about else MatchStart(**about["begun"])
    names = PlayerNames(
        Seating(start.seats, start.sides, Seat(start.first_dealer)),
        tuple((position, since, name) for position, since, name in about["names"]),
    )
    old_lines = previous.lines if previous is not None and previous.about == about else []
    if previous is not None and old_lines and list(lines[: len(old_lines)]) == list(old_lines):
        state = previous.localized.state
        if new_entries := [_entry_of(state, about, line) for line in lines[len(old_lines) :]]:
            state = extend_state(state, new_entries)
    else:
        first = first_heading(game, start)
        empty = state_of(game, first, ())
        state = state_of(game, first, [_entry_of(empty, about, line) for line in lines])
    return OpenMatch(about, lines, LocalizedMatch(state, names, READER))


def _entry_of(state: MatchState, about: Mapping[str, Any], line: Line) -> LoggedEntry:
    place, number, rev, hand, before, why, key, phone, microseconds, *_seal = line
    written_at = EPOCH + timedelta(microseconds=int(microseconds))
    by_name = about["by"].get(str(phone), "")
    row = LogRow(place, number, rev, hand, before, why, uuid.UUID(key), by_name, written_at)
    return read_entry(state.game, row)


def _sent_entry(
    match: LocalizedMatch, boxes: Boxes, number: int | None = None, before: int | None = None
) -> HandEntry:
    values = _by_name(boxes)

    def last(name: str) -> str:
        return values.get(name, [""])[-1]

    number = int(last("number") or match.state.next_number) if number is None else number
    return hand_entry.submitted_entry(
        match, last("kind"), number, int(last("rev") or 0), last("key"), values, before
    )


ENGINE = Engine()

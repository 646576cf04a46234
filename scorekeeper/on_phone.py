"""The engine on a phone: a page asks in JSON, and is answered in JSON from the log that the phone keeps.

It runs in the worker `static/offline/engine-worker.js`, with one match open. Every answer is what the site
would have drawn from the same log: the same functions draw it.
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

from .sheet import bidding, hand_entry, history, keyboard, page, referee, signs
from .sheet.environment import draw
from .sheet.hand_entry import HandEntry
from .sheet.house import house_form
from .sheet.links import Links
from .sheet.localized import LocalizedMatch
from .sheet.presenters import MatchPresenter, row_of
from .sheet.preview import consequences, preview_hand
from .sheet.reader import ENGLISH_READER
from .sheet.record_form import Sent, last_sent
from .sheet.state import LoggedEntry, MatchState, PlayerNames
from .sheet.stored import carried_on, first_heading, read_entry, state_of
from .sheet.viewer import Stake, Viewer
from .sheet.words import with_names

BEGUN = datetime(1970, 1, 1, tzinfo=UTC)

# An entry of the log as phones keep it: see ``scorekeeper.matches.sealing``.
Line = Sequence[Any]
# The ways in which an entry makes a hand of its own, as offline/keeping.js has them.
NEW = ("hand", "before", "adjust", "stop")

# What a form sends: names and values, in order.
Boxes = Sequence[tuple[str, str]]


def _local(tell: Callable[[datetime], str]) -> Callable[[datetime], str]:
    return lambda at: tell(at.astimezone())


# English, by the phone's own clock.
READER = replace(
    ENGLISH_READER,
    zone="",
    moment=_local(ENGLISH_READER.moment),
    day=_local(ENGLISH_READER.day),
    time=_local(ENGLISH_READER.time),
    iso=_local(ENGLISH_READER.iso),
)


class Row(NamedTuple):
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
class Begun:
    """How a match was begun: a ``stored.StoredMatch``."""

    preset: str
    house: dict[str, Any]
    seats: int
    sides: int
    first_dealer: int


class UnfitHouse(Exception):
    """House rules that a match cannot be begun with; the arguments are why, in words."""


@dataclass(frozen=True)
class OpenMatch:
    """The match that a page of the phone shows; ``about`` is all of it but its log."""

    about: Mapping[str, Any]
    lines: Sequence[Line]
    localized: LocalizedMatch

    @property
    def onlooker(self) -> Viewer:
        """Whoever looks at a part of the page on which nothing can be done."""
        about = self.about
        worth, currency, agreed = about["stake"]
        return Viewer(
            links=Links(about["code"], about["match"], about["root"]),
            called=about["called"],
            is_newest=about["is_newest"],
            stake=Stake(Fraction(worth), currency, agreed),
        )


class Engine:
    """What a page may ask."""

    def __init__(self) -> None:
        self._open: OpenMatch | None = None
        self._last: LocalizedMatch | None = None  # with what this phone alone keeps

    def answer(self, asked: str) -> str:
        """The answer to a question of the page: ``{"do": "preview", …}``."""
        match json.loads(asked):
            case {"do": "open", "about": about, "lines": lines, "entries": entries}:
                answer = self._open_match(about, lines, entries)
            case {"do": "preview", "boxes": boxes}:
                answer = self._preview(boxes)
            case {"do": "sheet", "viewer": viewer}:
                answer = self._sheet(viewer)
            case {"do": "hand", "number": number, "first": first, "viewer": viewer}:
                answer = self._reasons(number, first, viewer)
            case {"do": "side", "number": side, "first": first}:
                answer = self._account(side, first)
            case {"do": "rulebook"}:
                answer = {"html": str(page.rulebook(self.last))}
            case {
                "do": "correct",
                "way": way,
                "number": number,
                "kind": kind,
                "kept": kept,
                "viewer": viewer,
            }:
                answer = self._correction(way, number, kind, kept, viewer)
            case {"do": "changes", "before": before, "boxes": boxes, "to": to}:
                answer = self._changes(before, boxes, to)
            case {"do": "referee", "question": question, "boxes": boxes}:
                answer = self._rule(question, boxes)
            case {"do": "calls", "boxes": boxes}:
                answer = self._calls(boxes)
            case unknown:
                raise ValueError(unknown)
        return json.dumps(answer, ensure_ascii=False)

    @property
    def match(self) -> OpenMatch:
        assert self._open is not None, "a page opens its match first"
        return self._open

    @property
    def last(self) -> LocalizedMatch:
        assert self._last is not None, "a page opens its match first"
        return self._last

    def _open_match(
        self, about: dict[str, Any], lines: list[Line], entries: list[dict[str, Any]]
    ) -> dict[str, Any]:
        """Open a match, or go on with the one that is open where its log goes on.

        ``entries`` are those that this phone has not handed in, in their order: each is applied to the sheet
        so far. ``applied`` says how many; one that does not fit yet keeps those after it waiting.
        ``waiting`` are the hands that no log has yet, each with the key of its entry.
        """
        # How the match was begun is said of it already.
        try:
            self._open = _opened(about, [line for line in lines if line[0]], self._open)
        except UnfitHouse as unfit:
            return {"problems": unfit.args}
        now, applied = self._open.localized, 0
        waiting: dict[int, str] = {}
        for entry in entries:
            try:
                written = written_by(now, entry)
            except hand_entry.UnknownKind:
                written = None  # of a release that this one does not know
            if written is None:
                break
            now = replace(now, state=carried_on(now.state, [written]))
            applied += 1
            if entry["way"] in NEW:
                waiting[written.entry.number] = entry["key"]
        self._last = now
        over = now.sheet.outcome is not None
        return {"next": now.state.next_number, "applied": applied, "over": over, "waiting": waiting}

    def _preview(self, boxes: Boxes) -> dict[str, Any]:
        """What a form so far would do: the same text as the site's own."""
        entry = _sent(self.last, boxes)
        html = keyboard.previewed(self.last, self.match.onlooker, entry, preview_hand(entry))
        return {"html": str(html)}

    def _sheet(self, viewer: dict[str, Any]) -> dict[str, Any]:
        """The sheet with all that is kept, and the form of the hand after it.

        ``viewer`` is what the page knows of its phone: whether it may score, the token of its forms, and the
        newest line that the site has sent.
        """
        sees = self._viewer(viewer)
        board, form = MatchPresenter(self.last), Markup()
        if sees.writes and self.last.sheet.outcome is None:
            entry = hand_entry.entering(self.last)
            form = keyboard.entry_section(board, sees, entry, preview_hand(entry))
        return {"html": str(page.sheet(board, sees, form=form))}

    def _viewer(self, viewer: dict[str, Any]) -> Viewer:
        return replace(self.match.onlooker, **viewer, key=hand_entry.new_key())

    def _reasons(self, number: int, first: int, viewer: dict[str, Any]) -> dict[str, Any]:
        """Why a hand counts what it counts. Of disputes and rulings the site alone knows."""
        match = self.last
        versions = history.history(match, number, first)
        return {"html": str(page.reasons(match, self._viewer(viewer), row_of(match, number), versions))}

    def _account(self, side: int, first: int) -> dict[str, Any]:
        """How a total came about."""
        of_side = history.account(self.last, side, first)
        return {"html": str(page.account(self.last, self.match.onlooker, of_side))}

    def _correction(
        self,
        way: str,
        number: int | None,
        kind: str | None,
        kept: Mapping[str, Any] | None,
        viewer: dict[str, Any],
    ) -> dict[str, Any]:
        """The form that writes a hand again ("amend"), strikes it out, or puts one in before it.

        So are points agreed on ("adjust") and the end of the game ("stop"), which are about no hand.
        ``kept`` is the entry of a hand that this phone has not handed in: it is said anew, without a reason.
        """
        match, sees, key = self.last, self._viewer(viewer), kept["key"] if kept else ""
        needed = self.match.about.get("reason_needed", True) and not kept
        if way == "stop":
            return {"html": str(keyboard.ending(MatchPresenter(match), sees, here=True))}
        if way == "adjust":
            entry = hand_entry.entering(match, "adjustment")
            would, to = consequences(entry), sees.links("adjust")
            return {"html": str(keyboard.correction(match, sees, entry, way, would, to, here=True))}
        assert number is not None, "a correction is about a hand"
        if way == "strike":
            row = row_of(match, number)
            html = keyboard.deletion(match, sees, row, kept=key, reason_needed=needed, here=True)
            return {"html": str(html)}
        if way == "before":
            entry = hand_entry.entering(match, kind, before=number)
            way, to = "insert", sees.links("insert", number)
        else:
            entry, to = hand_entry.amending(match, number, kind), sees.links("amend", number)
            if kept:
                entry, to = replace(entry, rev=0), kept["url"]
        would = consequences(entry)
        html = keyboard.correction(
            match, sees, entry, way, would, to, kept=key, reason_needed=needed, here=True
        )
        return {"html": str(html)}

    def _changes(self, before: int | None, boxes: Boxes, to: str) -> dict[str, Any]:
        """What a correction so far would change: the same text as the site's own."""
        entry = _sent(self.last, boxes, before=before)
        return {"html": str(keyboard.changes(self.last, entry, consequences(entry), to))}

    def _rule(self, question: str, boxes: Boxes) -> dict[str, Any]:
        """A question to the referee: its form, and the ruling once all the facts are said.

        ``boxes`` are those of the form, or of the address that opens it. What other rules say, and what was
        ruled before, the site alone knows.
        """
        match, links = self.last, self.match.onlooker.links
        if question not in match.game.questions:
            raise LookupError(question)
        sent = _by_name(boxes)
        number, instead = self._in_question(sent)
        asked = referee.at_table(match, question, sent, number, instead)
        words, said = asked.words, asked.said
        ruling = said and draw("referee/said.html", words, said=said, book=links("rulebook_at_table"))
        about = urlencode({referee.HAND: number or "", "as": "instead" if instead else ""})
        auction = f"{links('auction_at_table')}?{about}" if match.game.auction else ""
        return {
            "text": signs.suits(asked.text),
            "hand": None if number is None else match.state.shown(number),
            "form": str(keyboard.facts_pad(asked.form, words, auction)),
            "usual": asked.usual,
            "ruling": str(draw("referee/ruling.html", words, asked=asked, ruling=ruling)),
        }

    def _calls(self, boxes: Boxes) -> dict[str, Any]:
        """The pad of calls, as its address asks for it."""
        match, sent = self.last, _by_name(boxes)
        number, _instead = self._in_question(sent)
        # An auction is heard before its hand is written.
        hands = referee.hands_upto(match.state, number, instead=True)
        sheet, words = referee.sheet_under(match.game, match.sheet, hands), match.words_at(number)
        calls = Calls.read(last_sent(sent, "calls") or "")
        return {"html": str(bidding.draw_pad(match.game, calls, sheet, words, last="one" in sent))}

    def _in_question(self, sent: Sent) -> tuple[int | None, bool]:
        """The number of the hand that is in question, and whether the ruling stands in its place."""
        told = last_sent(sent, referee.HAND) or ""
        number = int(told) if told.isdecimal() and int(told) in self.last.state.revs else None
        return number, number is not None and last_sent(sent, "as") == "instead"


def written_by(match: LocalizedMatch, entry: Mapping[str, Any]) -> LoggedEntry | None:
    """What an entry that a phone keeps would write next; None where that cannot be told yet."""
    state, about, boxes = match.state, entry["about"], entry["fields"]
    fields, before = dict(boxes), None
    hand, why = None, fields.get("reason", "")
    number = state.next_number if about is None else about
    match entry["way"]:
        case "hand" | "adjust" | "amend":
            hand = _sent(match, boxes, number).hand
        case "before":
            number, before = state.next_number, about
            hand = _sent(match, boxes, number, before).hand
        case "stop":
            hand = Stopped()
        case "restore":
            number = int(fields["number"])
            hand = state.last_said(number)
        case "undo":
            number = int(fields["number"])
        case "strike":
            pass
        case _:
            return None
    if hand is None and entry["way"] not in ("strike", "undo"):
        return None
    at, rev = BEGUN + timedelta(milliseconds=int(entry["at"])), state.revs.get(number, 0) + 1
    said = Entry(number, hand, why, before)
    return LoggedEntry(said, len(state.log) + 1, rev, "", at, uuid.UUID(entry["key"]))


def _by_name(boxes: Boxes) -> dict[str, list[str]]:
    """What a form sends, as a site reads it: all the values of a name together."""
    sent: dict[str, list[str]] = {}
    for name, value in boxes:
        sent.setdefault(name, []).append(value)
    return sent


def begun_by(game: Game[Any], boxes: Boxes) -> Begun:
    """How a match is begun by the form that starts it, as the site reads that form. Raises ``UnfitHouse``.

    The form says who deals first: where it was left to chance, the phone has drawn already.
    """
    sent = _by_name(boxes)
    preset = game.preset(sent["preset"][-1]) or game.presets[0]
    seats, sides = map(int, sent["shape"][-1].split("x"))
    seating = Seating(seats, sides, Seat(int(sent["first_dealer"][-1])))
    words = with_names(READER.words, seating, ())
    form = house_form(game, preset, seating, words, data=sent)
    wrong = [text for texts in form.errors.values() for text in texts]
    if form.record is not None:
        wrong += [words.read(problem.words) for problem in house_problems(game, form.record, seating)]
    if wrong or form.record is None:
        raise UnfitHouse(*wrong)
    return Begun(preset.id, to_json(form.record), seats, sides, int(seating.first_dealer))


def _opened(about: Mapping[str, Any], lines: Sequence[Line], before: OpenMatch | None) -> OpenMatch:
    game = every_game()[about["game"]]
    # A table that this phone began by itself, and the site does not know, has but the form.
    begun = begun_by(game, about["form"]) if "form" in about else Begun(**about["begun"])
    names = PlayerNames(
        Seating(begun.seats, begun.sides, Seat(begun.first_dealer)),
        tuple((position, since, name) for position, since, name in about["names"]),
    )
    known = before.lines if before is not None and before.about == about else []
    if before is not None and known and list(lines[: len(known)]) == list(known):
        state = before.localized.state
        if more := [_entry_of(state, about, line) for line in lines[len(known) :]]:
            state = carried_on(state, more)
    else:
        first = first_heading(game, begun)
        empty = state_of(game, first, ())
        state = state_of(game, first, [_entry_of(empty, about, line) for line in lines])
    return OpenMatch(about, lines, LocalizedMatch(state, names, READER))


def _entry_of(state: MatchState, about: Mapping[str, Any], line: Line) -> LoggedEntry:
    place, number, rev, hand, before, why, key, by, at, *_seal = line
    written = BEGUN + timedelta(microseconds=int(at))
    row = Row(place, number, rev, hand, before, why, uuid.UUID(key), about["by"].get(str(by), ""), written)
    return read_entry(state.game, row)


def _sent(
    match: LocalizedMatch, boxes: Boxes, number: int | None = None, before: int | None = None
) -> HandEntry:
    """A hand as a form of the page says it."""
    sent = _by_name(boxes)

    def last(name: str) -> str:
        return sent.get(name, [""])[-1]

    number = int(last("number") or match.state.next_number) if number is None else number
    return hand_entry.sent(match, last("kind"), number, int(last("rev") or 0), last("key"), sent, before)


ENGINE = Engine()

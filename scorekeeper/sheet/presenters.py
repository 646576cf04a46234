"""A match as its page shows it: words and numbers ready for the templates, which compute nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from games.engine import (
    HEADING,
    AcceptedRuling,
    Adjustment,
    Calls,
    Cards,
    PartialHand,
    Row,
    Seat,
    Sheet,
    Side,
    Stopped,
    Unreadable,
    Words,
    form_fields,
    last_moments,
    optional,
    upto,
)
from games.engine.game import COMMON_HANDS

from . import paging, race
from .house import describe_house
from .localized import LocalizedMatch
from .paging import Part
from .points import Figure, Reason, Said, figures, reasons, said, total
from .signs import SIGNS
from .state import biggest_gain, next_dealer
from .viewer import BegunHand


@dataclass(frozen=True)
class Sitter:
    """Someone at the table, and whether they deal the next hand."""

    name: str
    deals: bool
    seat: int


@dataclass(frozen=True)
class Party:
    """A side at the head of its column."""

    side: int
    name: str
    total: Figure
    won: bool
    leads: bool
    sign: int
    seats: tuple[Sitter, ...]
    moment: str = ""  # what its last hand had in it: "won", "slam" or "set"


@dataclass(frozen=True)
class HandRow:
    """A row of the sheet. ``struck`` rows are crossed through; ``writings`` is how often it was written.

    ``number`` is the log's, as in addresses; ``shown`` is what people see: it counts the hands that stand.
    """

    number: int
    shown: int
    called: str  # "Hand 4", "Hole 4", as the game says
    short: str
    writings: int
    by: str
    at: datetime | None
    why: str
    struck: bool = False
    gains: tuple[Figure, ...] = ()
    totals: tuple[Figure, ...] = ()
    reasons: tuple[Reason, ...] = ()
    problems: tuple[Said, ...] = ()
    amended: bool = False  # written again, and otherwise
    agreed: bool = False
    ends: bool = False  # the game, and has no answers of its own
    notes: tuple[Said, ...] = ()  # why the game goes on


@dataclass(frozen=True)
class LastWrite:
    """What was written last, as its line says it; ``rev`` is how often the hand was written."""

    number: int
    rev: int
    text: str
    taken_back: bool  # then one tap puts it back, else one tap takes it back


@dataclass(frozen=True)
class Moment:
    """What a table talks about in the hand that was written last; ``sides`` did it."""

    kind: str  # "won", "slam" or "set"
    text: str
    sides: frozenset[int]


@dataclass(frozen=True)
class BestHand:
    """The hand of a match that brought a side most."""

    row: HandRow
    who: str
    gain: Figure


def in_short(match: LocalizedMatch, hand: Any, sheet: Sheet[Any], words: Words | None = None) -> str:
    """A hand in a few words, on the sheet as it was before it."""
    words = words or match.words
    match hand:
        case Adjustment(_points, why):
            return why or words.gettext(Adjustment.title)
        case AcceptedRuling(question, _facts) if question in match.game.questions:
            return f"{words.gettext(hand.title)}: {words.gettext(match.game.questions[question].text)}"
        case AcceptedRuling() | Unreadable():
            return words.gettext(hand.title)
        case Stopped() if Stopped not in match.game.hands.values():
            return words.gettext(hand.title)
    return words.read(match.game.summary(hand, sheet))


@dataclass(frozen=True)
class MatchPresenter:
    """The whole sheet of a match."""

    match: LocalizedMatch
    first: int = 0  # hands, from the newest on, that came on the pages before this one
    begun: BegunHand | None = None

    @property
    def words(self) -> Words:
        return self.match.words

    @property
    def sheet(self) -> Sheet[Any]:
        return self.match.sheet

    @cached_property
    def preset(self) -> str:
        """What the way of playing is called, as the house rules are now."""
        game = self.match.game
        preset = game.preset(self.match.state.heading.preset)
        return describe_house(game, preset, self.sheet.house, self.words).name if preset else ""

    @cached_property
    def dealer(self) -> str:
        """Who deals the next hand; "" once the game is over, or where nobody does."""
        seat = None if self.sheet.outcome else self.match.game.dealer(self.sheet)
        return "" if seat is None else self.words.name(seat)

    @cached_property
    def parties(self) -> tuple[Party, ...]:
        sheet, totals = self.sheet, self.sheet.final
        won = set(sheet.outcome.winners) if sheet.outcome else set()
        moment = self.moment
        best = (min if self.match.game.lowest_first(sheet.house) else max)(totals)
        seat = None if sheet.outcome else self.match.game.dealer(sheet)
        return tuple(
            Party(
                side=int(side),
                name=self.words.name(side),
                total=total(self.words, side, totals[side], self.match.covered),
                won=side in won,
                leads=bool(sheet.rows)
                and not self.match.covered
                and totals[side] == best
                and totals.count(best) < len(totals),
                sign=int(side) % SIGNS + 1,
                seats=tuple(
                    Sitter(self.words.name(one), one == seat, int(one))
                    for one in sheet.seating.seats_of(side)
                ),
                moment=moment.kind if moment and side in moment.sides else "",
            )
            for side in sheet.seating.every_side
        )

    @property
    def asks_cards(self) -> bool:
        """Whether a hand of this game is told with cards or calls, so that their pads are needed."""
        kinds = (*self.match.game.hands.values(), *COMMON_HANDS.values())
        asked = (blank.type for kind in kinds for blank in form_fields(kind, self.sheet))
        return any((optional(shape) or shape) in (Cards, Calls) for shape in asked)

    @property
    def many(self) -> bool:
        """More than two columns: the words of a hand get a line of their own."""
        return self.sheet.seating.sides > 2

    @cached_property
    def briefing(self) -> tuple[Said, ...]:
        """What the table must know now, with what has been said of the hand begun."""
        if self.sheet.outcome:
            return ()
        return briefing(self.match, self.sheet, self.begun.so_far if self.begun else None)

    @property
    def stands(self) -> str:
        """Names what a form of the next hand was made for: this log, and what was said of the hand begun."""
        log = self.match.state.log
        return f"{log[-1].key if log else ''}.{self.begun.fingerprint if self.begun else ''}"

    @property
    def begun_in_short(self) -> str:
        return self.begun.in_short if self.begun else ""

    @cached_property
    def part(self) -> Part:
        """Which of the hands this page shows, the newest first."""
        return Part(self.first, paging.HANDS, len(self.match.state.order))

    @property
    def numbers(self) -> Sequence[int]:
        """The hands of this page, struck ones too, the newest first."""
        return self.part.cut(self.match.state.order[::-1])

    @cached_property
    def rows(self) -> tuple[HandRow, ...]:
        """What is told of each of these hands."""
        return tuple(row_of(self.match, number) for number in self.numbers)

    @cached_property
    def last(self) -> HandRow | None:
        """The last hand that stands: what undo would strike out."""
        rows = self.sheet.rows
        return hand_row(self.match, rows[-1], len(rows) - 1) if rows else None

    @property
    def next_shown(self) -> int:
        """The number people see of the hand that comes next."""
        return self.match.state.shown(self.match.state.next_number)

    @property
    def next_called(self) -> str:
        """What the hand that comes next is called: "Hand 4", "Hole 4"."""
        return self.words.read(self.match.game.hand_called(self.next_shown))

    @cached_property
    def last_write(self) -> LastWrite | None:
        """The hand that was written last, where one tap undoes that; None where it was no such thing."""
        state, gettext = self.match.state, self.words.gettext
        if not state.log or (number := state.log[-1].entry.number) == HEADING:
            return None
        versions = state.versions(number)
        stopped = isinstance(state.last_said(number), Stopped)
        taken_back = versions[-1].entry.hand is None
        restored = not taken_back and len(versions) > 1 and versions[-2].entry.hand is None
        if taken_back:
            text = gettext("The game goes on") if stopped else gettext("{hand} deleted")
        elif self.sheet.rows[-1].number != number or not (restored or len(versions) == 1):
            return None
        elif stopped:
            text = gettext("Game ended")
        else:
            text = gettext("{hand} restored") if restored else gettext("{hand} saved")
        called = self.words.read(self.match.game.hand_called(state.shown(number)))
        return LastWrite(number, len(versions), text.format(hand=called), taken_back)

    @cached_property
    def outcome(self) -> dict[str, Any] | None:
        outcome = self.sheet.outcome
        if outcome is None:
            return None
        return {
            "winners": [self.words.name(side) for side in outcome.winners],
            "names": self.words.read(outcome.winners),
            "because": said(self.words, outcome.because),
            "reasons": reasons(self.words, outcome.lines),
        }

    @property
    def margin(self) -> str:
        """By how much the match was won; "" where nobody won alone, or not by points."""
        won = self.sheet.outcome.winners if self.sheet.outcome else ()
        others = [total for side, total in enumerate(self.sheet.final) if side not in won]
        if len(won) != 1 or not others:
            return ""
        low = self.match.game.lowest_first(self.sheet.house)
        own = self.sheet.final[won[0]]
        margin = min(others) - own if low else own - max(others)
        return self.words.read(margin) if margin > 0 else ""

    @cached_property
    def best_hand(self) -> BestHand | None:
        """The hand that brought a side most at once; None where few points are what is wanted."""
        if self.match.game.lowest_first(self.sheet.house):
            return None
        rows = self.sheet.rows
        index = max(range(len(rows)), key=lambda index: biggest_gain(rows[index])[1], default=0)
        if not rows or (best := biggest_gain(rows[index]))[1] <= 0:
            return None
        row = hand_row(self.match, rows[index], index)
        who = self.match.words_at(row.number).name(self.sheet.seating.every_side[best[0]])
        return BestHand(row, who, row.gains[best[0]])

    @cached_property
    def moment(self) -> Moment | None:
        """What the last hand had in it: the game won, a slam, a contract that was set; the first of these."""
        log = self.match.state.log
        if not log or not self.sheet.rows or log[-1].entry.number != self.sheet.rows[-1].number:
            return None  # it was spoken of when it was news
        if self.sheet.outcome and self.sheet.outcome.winners:
            return Moment("won", "", frozenset(int(side) for side in self.sheet.outcome.winners))
        events = last_moments(self.match.game, self.sheet)
        if not events:
            return None
        chosen = next((event for event in events if event.stat.badge), events[0])
        alike = [event for event in events if event.stat is chosen.stat]
        sides = frozenset(int(self._side(event.who)) for event in alike)
        words = chosen.stat.moment
        assert words is not None
        return Moment("slam" if chosen.stat.badge else "set", self.words.read(words), sides)

    def _side(self, who: Seat | Side) -> Side:
        return self.sheet.seating.side(who) if isinstance(who, Seat) else who

    @property
    def next_dealer(self) -> str:
        """Who deals first when the same is played again; "" where nobody deals."""
        if self.match.game.dealer(replace(self.sheet, outcome=None)) is None:
            return ""
        return self.words.name(next_dealer(self.match.game, self.sheet))

    @cached_property
    def race(self) -> race.Race | None:
        if self.match.covered:
            return None
        state = self.match.state
        amended = {number for number, times in state.revs.items() if times > 1 and state.amended(number)}
        return race.of(self.sheet, self.words, amended, self.match.game.target(self.sheet))

    @cached_property
    def news(self) -> str:
        """The last thing written, for those who hear the page: "Hand 9: Ann +80. Bo leads 412 to 380." """
        if (write := self.last_write) and write.taken_back:
            return f"{write.text}. {self.standing}"
        if not (row := self.last):
            return ""
        gains = [figure for figure in row.gains if not figure.zero]
        parts = [f"{self.words.name(Side(one.side))} {one.text}" for one in gains] or [row.short]
        told = f"{row.called}: {', '.join(parts)}."
        if self.moment and self.moment.text:
            told = f"{told} {self.moment.text}."
        if self.outcome:
            return f"{told} {self.outcome['because'].text}"
        return f"{told} {self.standing}"

    @property
    def standing(self) -> str:
        """The totals in a sentence."""
        return ", ".join(f"{party.name} {party.total.text}" for party in self.parties) + "."


def briefing(match: LocalizedMatch, sheet: Sheet[Any], so_far: PartialHand | None) -> tuple[Said, ...]:
    """What the table must know; a game is told of its own hands only, not of rows that any sheet may have."""
    if so_far is not None and so_far.kind not in match.game.hands:
        so_far = None
    return tuple(said(match.words, cite) for cite in match.game.briefing(sheet, so_far))


def hand_row(match: LocalizedMatch, row: Row, index: int) -> HandRow:
    """A row that stands."""
    words = match.words_at(row.number)
    versions = match.state.versions(row.number)
    last = versions[-1]
    problems = tuple(Said(words.read(problem.words), problem.rule) for problem in row.problems)
    return HandRow(
        number=row.number,
        shown=index + 1,
        called=words.read(match.game.hand_called(index + 1)),
        short=in_short(match, row.hand, upto(match.sheet, index), words),
        gains=figures(words, row.gains),
        totals=tuple(total(words, side, points, match.covered) for side, points in enumerate(row.totals)),
        reasons=reasons(words, row.lines),
        notes=tuple(said(words, note) for note in row.notes),
        problems=problems,
        writings=len(versions),
        by=last.by,
        at=last.at,
        why=last.entry.why,
        amended=len(versions) > 1 and match.state.amended(row.number),
        agreed=isinstance(row.hand, Adjustment | AcceptedRuling),
        ends=isinstance(row.hand, Stopped),
    )


def struck_row(match: LocalizedMatch, number: int) -> HandRow:
    """A hand that was struck out: what it said stays to be read."""
    words = match.words_at(number)
    versions = match.state.versions(number)
    last, hand = versions[-1], match.state.last_said(number)
    short = in_short(match, hand, match.state.before(number), words)
    return HandRow(
        number=number,
        shown=match.state.shown(number),
        called=words.read(match.game.hand_called(match.state.shown(number))),
        short=short,
        struck=True,
        writings=len(versions),
        by=last.by,
        at=last.at,
        why=last.entry.why,
    )


def row_of(match: LocalizedMatch, number: int) -> HandRow:
    """The row of a hand, standing or struck out."""
    if (index := match.state.row_at(number)) is None:
        return struck_row(match, number)
    return hand_row(match, match.sheet.rows[index], index)

"""Presenters: words and numbers of a match, ready for the templates."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import takewhile
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
    answer_words,
    form_fields,
    irrelevant_paths,
    last_highlights,
    optional,
    sheet_upto,
    to_form_data,
)
from games.engine.game import COMMON_HANDS, kind_of

from . import paging, race
from .boxes import belongs_to_any
from .house import describe_house
from .localized import LocalizedMatch
from .names import HEAD_LETTERS, HEAD_LETTERS_NARROW, HEAD_LETTERS_OF_FOUR, line_width, shorten
from .paging import Part
from .points import Figure, Reason, Sentence, figures, reasons, sentence, total
from .signs import SIGNS
from .state import biggest_gain, rematch_dealer
from .viewer import Draft

# Widths in letters from which the names in the strip (the totals at the top) are set in smaller type.
SMALL_FROM, SMALLEST_FROM = 9, 12
# After a save, the notice shows the points of all sides if they fit on two lines of the smallest phone.
GAINS_WIDTH = 24  # in characters
SIGN_WIDTH = 3  # a side's sign and the space after it, in characters


@dataclass(frozen=True)
class SeatName:
    """A player at the table, and whether they deal the next hand."""

    name: str
    deals: bool
    seat: int


@dataclass(frozen=True)
class SideColumn:
    """A side at the head of its column."""

    side: int
    name: str
    total: Figure
    won: bool
    leads: bool
    sign: int
    seats: tuple[SeatName, ...]
    highlight: str = ""  # the side's event in the last hand: "won", "slam" or "set"

    @property
    def size(self) -> str:
        """Return the CSS class for the names in the strip, chosen by the widest name."""
        widest = max(line_width(seat.name) for seat in self.seats)
        return "" if widest < SMALL_FROM else "small" if widest < SMALLEST_FROM else "smallest"


@dataclass(frozen=True)
class HandRow:
    """A row of the sheet.

    ``number`` is the number in the log and in URLs; ``display_number`` is the number shown, which counts only
    hands that are not deleted.
    """

    number: int
    display_number: int
    label: str  # "Hand 4", "Hole 4", as the game says
    short: str
    revision_count: int
    by: str
    at: datetime | None
    why: str
    is_deleted: bool = False
    gains: tuple[Figure, ...] = ()
    totals: tuple[Figure, ...] = ()
    reasons: tuple[Reason, ...] = ()
    problems: tuple[Sentence, ...] = ()
    amended: bool = False  # an edit has changed its content
    ends: bool = False  # the row is the end of the game
    notes: tuple[Sentence, ...] = ()  # why the game goes on


@dataclass(frozen=True)
class LastWrite:
    """The last hand written, with a button for undo or restore; ``rev`` is its revision."""

    number: int
    rev: int
    label: str  # "Hand 4"
    text: str
    is_undone: bool  # the label of the button is "Restore", else "Undo"
    restores: bool  # the button, with either label, brings back earlier content; else it deletes the hand
    gains: tuple[Figure, ...] = ()  # the hand's gains, shown only for the last hand of the sheet


@dataclass(frozen=True)
class Highlight:
    """An event of the last hand that players talk about; ``sides`` are the sides that it belongs to."""

    kind: str  # "won", "slam" or "set"
    text: str
    sides: frozenset[int]


@dataclass(frozen=True)
class BestHand:
    """The hand of a match with the highest gain."""

    row: HandRow
    who: str
    gain: Figure


def hand_summary(match: LocalizedMatch, hand: Any, sheet: Sheet[Any], words: Words | None = None) -> str:
    """Return a short text of a hand; ``sheet`` is the sheet before that hand."""
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
    first: int = 0  # number of newer hands on the pages before this one
    draft: Draft | None = None

    @property
    def words(self) -> Words:
        return self.match.words

    @property
    def sheet(self) -> Sheet[Any]:
        return self.match.sheet

    @cached_property
    def preset(self) -> str:
        """Return the name of the current house rules."""
        game = self.match.game
        preset = game.preset(self.match.state.heading.preset)
        return describe_house(game, preset, self.sheet.house, self.words).name if preset else ""

    @cached_property
    def dealer(self) -> str:
        """Return the dealer of the next hand; "" if the game is over or has no dealer."""
        seat = None if self.sheet.outcome else self.match.game.dealer(self.sheet)
        return "" if seat is None else self.words.name(seat)

    @cached_property
    def columns(self) -> tuple[SideColumn, ...]:
        sheet, totals = self.sheet, self.sheet.final
        won = set(sheet.outcome.winners) if sheet.outcome else set()
        highlight = self.highlight
        best = (min if self.match.game.lowest_first(sheet.house) else max)(totals)
        has_leaders = bool(sheet.rows) and not self.match.hides_totals and totals.count(best) < len(totals)
        dealer = None if sheet.outcome else self.match.game.dealer(sheet)
        return tuple(
            SideColumn(
                side=int(side),
                name=self.words.name(side),
                total=total(self.words, side, totals[side], self.match.hides_totals),
                won=side in won,
                leads=has_leaders and totals[side] == best,
                sign=int(side) % SIGNS + 1,
                seats=tuple(
                    SeatName(self.words.name(seat), seat == dealer, int(seat))
                    for seat in sheet.seating.seats_of(side)
                ),
                highlight=highlight.kind if highlight and side in highlight.sides else "",
            )
            for side in sheet.seating.every_side
        )

    @cached_property
    def heads(self) -> tuple[tuple[str, ...], ...]:
        """Return the lines at the head of each side's column: its players, in one or two lines."""
        seats = [seat.name for column in self.columns for seat in column.seats]
        partners = max(len(column.seats) for column in self.columns)
        if len(self.columns) > 4 or partners > 2:
            short = iter(shorten(seats, HEAD_LETTERS_NARROW, mark=""))
            return tuple((" · ".join(next(short) for _seat in column.seats),) for column in self.columns)
        short = iter(shorten(seats, HEAD_LETTERS_OF_FOUR if len(self.columns) == 4 else HEAD_LETTERS))
        return tuple(tuple(next(short) for _seat in column.seats) for column in self.columns)

    @property
    def asks_cards(self) -> bool:
        """Return whether any kind of hand asks for cards or calls, which need keypads."""
        kinds = (*self.match.game.hands.values(), *COMMON_HANDS.values())
        answer_types = (field.type for kind in kinds for field in form_fields(kind, self.sheet))
        return any((optional(each) or each) in (Cards, Calls) for each in answer_types)

    @property
    def has_many_sides(self) -> bool:
        """Return whether there are more than two columns, so that a hand's text has its own line."""
        return self.sheet.seating.sides > 2

    @cached_property
    def briefing(self) -> tuple[Sentence, ...]:
        """Return what players must know for the next hand, given its draft."""
        if self.sheet.outcome:
            return ()
        return briefing(self.match, self.sheet, self.draft.so_far if self.draft else None)

    @property
    def form_version(self) -> str:
        """Return an id of the log and the draft. A form made for another id is out of date."""
        log = self.match.state.log
        return f"{log[-1].key if log else ''}.{self.draft.fingerprint if self.draft else ''}"

    @property
    def draft_summary(self) -> str:
        return self.draft.summary if self.draft else ""

    @property
    def entering_phone(self) -> str:
        """Return the name of another phone that enters the next hand."""
        return self.draft.by if self.draft else ""

    @cached_property
    def part(self) -> Part:
        """Return the page of hands to show, newest first."""
        return Part(self.first, paging.HANDS, len(self.match.state.order))

    @property
    def numbers(self) -> Sequence[int]:
        """Return the numbers of the hands on this page, newest first, deleted hands too."""
        return self.part.cut(self.match.state.order[::-1])

    @cached_property
    def rows(self) -> tuple[HandRow, ...]:
        return tuple(row_of(self.match, number) for number in self.numbers)

    @cached_property
    def last(self) -> HandRow | None:
        """Return the last row of the sheet: the hand that undo would delete."""
        rows = self.sheet.rows
        return hand_row(self.match, rows[-1], len(rows) - 1) if rows else None

    @property
    def next_display_number(self) -> int:
        """Return the displayed number of the next hand."""
        return self.match.state.display_number(self.match.state.next_number)

    @property
    def next_label(self) -> str:
        """Return the title of the next hand: "Hand 4", "Hole 4"."""
        return self.words.read(self.match.game.hand_label(self.next_display_number))

    @cached_property
    def last_write(self) -> LastWrite | None:
        """Return the last hand written, if undo or restore applies to it."""
        state, gettext = self.match.state, self.words.gettext
        if not state.log or (number := state.log[-1].entry.number) == HEADING:
            return None
        hands = [logged.entry.hand for logged in state.revisions(number)]
        is_stop = isinstance(state.last_content(number), Stopped)
        is_last = bool(self.sheet.rows) and self.sheet.rows[-1].number == number
        is_deleted = is_undone = hands[-1] is None
        is_restored = not is_deleted and hands[-2:-1] == [None]
        is_edited = len(hands) > 1 and not is_deleted and not is_restored
        if is_deleted:
            text = gettext("The game goes on") if is_stop else gettext("{hand} deleted")
        elif is_edited:
            # An undo and a restore each write the content of two revisions ago once more: an edit (A, B) is
            # undone (A, B, A) and restored (A, B, A, B). After an odd number of such repeats it is undone.
            repeats = takewhile(lambda back: hands[-back] == hands[-back - 2], range(1, len(hands) - 1))
            is_undone = len(list(repeats)) % 2 == 1
            text = gettext("{hand} is as before") if is_undone else gettext("{hand} corrected")
        elif is_restored:
            if not is_last:
                return None
            text = gettext("{hand} restored")
        elif is_stop:
            text = gettext("Game ended")
        else:
            text = gettext("{hand} saved") if is_last else gettext("{hand} added")
        title = self.words.read(self.match.game.hand_label(state.display_number(number)))
        restores = is_edited or is_deleted
        is_new = is_last and not is_edited and not is_undone and not self.match.hides_totals
        gains = self.last.gains if is_new and self.last else ()
        width = sum(len(gain.text) + SIGN_WIDTH for gain in gains)
        if width > GAINS_WIDTH or all(gain.zero for gain in gains):
            gains = ()
        return LastWrite(number, len(hands), title, text.format(hand=title), is_undone, restores, gains)

    @cached_property
    def outcome(self) -> dict[str, Any] | None:
        """Return the winners and the reason, for the template."""
        outcome = self.sheet.outcome
        if outcome is None:
            return None
        return {
            "winners": [self.words.name(side) for side in outcome.winners],
            "names": self.words.read(outcome.winners),
            "because": sentence(self.words, outcome.because),
            "reasons": reasons(self.words, outcome.lines),
        }

    @property
    def margin(self) -> str:
        """Return the winner's margin; "" unless one side won by points."""
        winners = self.sheet.outcome.winners if self.sheet.outcome else ()
        other_totals = [total for side, total in enumerate(self.sheet.final) if side not in winners]
        if len(winners) != 1 or not other_totals:
            return ""
        lowest_first = self.match.game.lowest_first(self.sheet.house)
        winning_total = self.sheet.final[winners[0]]
        margin = min(other_totals) - winning_total if lowest_first else winning_total - max(other_totals)
        return self.words.read(margin) if margin > 0 else ""

    @cached_property
    def best_hand(self) -> BestHand | None:
        """Return the hand with the highest gain; None in games where the lowest total wins."""
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
    def highlight(self) -> Highlight | None:
        """Return the event of the last hand: the match won, else a slam, else a contract set."""
        log = self.match.state.log
        if not log or not self.sheet.rows or log[-1].entry.number != self.sheet.rows[-1].number:
            return None  # the hand is not the newest entry
        if self.sheet.outcome and self.sheet.outcome.winners:
            return Highlight("won", "", frozenset(int(side) for side in self.sheet.outcome.winners))
        events = last_highlights(self.match.game, self.sheet)
        if not events:
            return None
        chosen = next((event for event in events if event.stat.badge), events[0])
        same_stat = [event for event in events if event.stat is chosen.stat]
        sides = frozenset(int(self._side(event.who)) for event in same_stat)
        words = chosen.stat.highlight
        assert words is not None
        if chosen.stat.badge:
            return Highlight("slam", self.words.read(words), sides)
        # The event belongs to the sides that set the contract. The highlight belongs to the side that was
        # set: the other side with the lowest gain.
        gains = self.sheet.rows[-1].gains
        other_sides = [side for side in range(len(gains)) if side not in sides]
        lowest = min((gains[side] for side in other_sides), default=0)
        return Highlight(
            "set", self.words.read(words), frozenset(side for side in other_sides if gains[side] == lowest)
        )

    def _side(self, who: Seat | Side) -> Side:
        return self.sheet.seating.side(who) if isinstance(who, Seat) else who

    @property
    def rematch_dealer(self) -> str:
        """Return the first dealer of a rematch; "" if nobody deals."""
        if self.match.game.dealer(replace(self.sheet, outcome=None)) is None:
            return ""
        return self.words.name(rematch_dealer(self.match.game, self.sheet))

    @cached_property
    def race(self) -> race.Race | None:
        """Return the race diagram; None while totals are hidden."""
        if self.match.hides_totals:
            return None
        state = self.match.state
        amended = {number for number, times in state.revs.items() if times > 1 and state.amended(number)}
        return race.make_race(self.sheet, self.words, amended, self.match.game.target(self.sheet))

    @cached_property
    def news(self) -> str:
        """Return the last change for screen readers: "Hand 9: Ann +80. Bo leads 412 to 380"."""
        if (write := self.last_write) and write.restores:
            return f"{write.text}. {self.standing}"
        if not (row := self.last):
            return ""
        gains = [figure for figure in row.gains if not figure.zero]
        parts = [f"{self.words.name(Side(gain.side))} {gain.text}" for gain in gains] or [row.short]
        text = f"{row.label}: {', '.join(parts)}."
        if self.highlight and self.highlight.text:
            text = f"{text} {self.highlight.text}."
        if self.outcome:
            return f"{text} {self.outcome['because'].text}"
        return f"{text} {self.standing}"

    @property
    def score(self) -> str:
        """Return the totals as "30 : 20"; "" while they are hidden."""
        return "" if self.match.hides_totals else " : ".join(column.total.text for column in self.columns)

    @property
    def standing(self) -> str:
        return ", ".join(f"{column.name} {column.total.text}" for column in self.columns) + "."


def briefing(match: LocalizedMatch, sheet: Sheet[Any], so_far: PartialHand | None) -> tuple[Sentence, ...]:
    """Return what players must know; ``so_far`` is ignored unless it is a hand of the game."""
    if so_far is not None and so_far.kind not in match.game.hands:
        so_far = None
    return tuple(sentence(match.words, cite) for cite in match.game.briefing(sheet, so_far))


def hand_row(match: LocalizedMatch, row: Row, index: int) -> HandRow:
    words = match.words_at(row.number)
    revisions = match.state.revisions(row.number)
    last = revisions[-1]
    problems = tuple(Sentence(words.read(problem.words), problem.rule) for problem in row.problems)
    return HandRow(
        number=row.number,
        display_number=index + 1,
        label=words.gettext("End of the game")
        if isinstance(row.hand, Stopped)
        else words.read(match.game.hand_label(index + 1)),
        short=hand_summary(match, row.hand, sheet_upto(match.sheet, index), words),
        gains=figures(words, row.gains),
        totals=tuple(
            total(words, side, points, match.hides_totals) for side, points in enumerate(row.totals)
        ),
        reasons=reasons(words, row.lines),
        notes=tuple(sentence(words, note) for note in row.notes),
        problems=problems,
        revision_count=len(revisions),
        by=last.by,
        at=last.at,
        why=last.entry.why,
        amended=len(revisions) > 1 and match.state.amended(row.number),
        ends=isinstance(row.hand, Stopped),
    )


def deleted_row(match: LocalizedMatch, number: int) -> HandRow:
    words = match.words_at(number)
    revisions = match.state.revisions(number)
    last, hand = revisions[-1], match.state.last_content(number)
    short = hand_summary(match, hand, match.state.before(number), words)
    return HandRow(
        number=number,
        display_number=match.state.display_number(number),
        label=words.read(match.game.hand_label(match.state.display_number(number))),
        short=short,
        is_deleted=True,
        revision_count=len(revisions),
        by=last.by,
        at=last.at,
        why=last.entry.why,
    )


@dataclass(frozen=True)
class Answer:
    """An answer of a hand: its box, the question, the seat or side asked (if any), and the words."""

    path: str
    question: str
    who: str
    text: str


def answers_of(match: LocalizedMatch, number: int) -> tuple[Answer, ...]:
    """Return the answers that the form of a hand requires, in the form's order.

    Answers that one button of a keypad gives together are joined into one.
    """
    hand, sheet, words = match.state.last_content(number), match.state.before(number), match.words_at(number)
    if type(hand) not in {*match.game.hands.values(), *COMMON_HANDS.values()}:
        return ()
    data, irrelevant = to_form_data(hand), set(irrelevant_paths(hand, sheet))
    # Pairs such as ("level", ("trumps",)): the keypad of the first question answers the others too.
    pairs = match.game.template_context(kind_of(match.game, hand), sheet).get("together", ())
    first_of = {other: path for path, others in pairs for other in others}
    answers: dict[str, Answer] = {}
    for field in form_fields(type(hand), sheet):
        if (
            not field.needs_answer
            or belongs_to_any(field.path, irrelevant)
            or (answer := data.get(field.path)) is None
        ):
            continue
        text = words.read(answer_words(field.ask, answer))
        if first := answers.get(first_of.get(field.path, "")):
            answers[first.path] = replace(first, text=f"{first.text} {text}")
        else:
            who = "" if field.owner is None else words.read(field.owner)
            answers[field.path] = Answer(field.path, words.gettext(field.ask.text), who, text)
    return tuple(answers.values())


def row_of(match: LocalizedMatch, number: int) -> HandRow:
    """Return the row of a hand, deleted or not."""
    if (index := match.state.row_at(number)) is None:
        return deleted_row(match, number)
    return hand_row(match, match.sheet.rows[index], index)

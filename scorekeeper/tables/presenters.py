"""A match as its page shows it: words and numbers ready for the templates, which compute nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine import (
    AcceptedRuling,
    Adjustment,
    Calls,
    Cards,
    PartialHand,
    Row,
    Sheet,
    Side,
    Stopped,
    Unreadable,
    Words,
    form_fields,
    optional,
    upto,
)
from games.engine.game import COMMON_HANDS
from scorekeeper import numbers
from scorekeeper.matches.hash_chain import fingerprint
from scorekeeper.matches.house_rules import describe_house
from scorekeeper.sheet.signs import SIGNS

from . import (
    hand_entry,
    paging,
    race,
    request_parsing,
    settling_up,
)
from .access import MatchContext
from .paging import Part
from .points import (
    Figure,
    Reason,
    Said,
    figure,
    reasons,
    said,
    total,
)


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


@dataclass(frozen=True)
class HandRow:
    """A row of the sheet. ``struck`` rows are crossed through; ``writings`` is how often it was written."""

    number: int
    short: str
    gains: tuple[Figure, ...]
    totals: tuple[Figure, ...]
    reasons: tuple[Reason, ...]
    problems: tuple[Said, ...]
    struck: bool
    writings: int
    by: str
    at: datetime | None
    why: str
    agreed: bool = False
    notes: tuple[Said, ...] = ()  # why the game goes on

    @property
    def amended(self) -> bool:
        return self.writings > 1 and not self.struck


def in_short(place: MatchContext, hand: Any, sheet: Sheet[Any], words: Words | None = None) -> str:
    """A hand in a few words, on the sheet as it was before it."""
    words = words or place.words
    match hand:
        case Adjustment(_points, why):
            return why or words.gettext(Adjustment.title)
        case AcceptedRuling(question, _facts) if question in place.game.questions:
            return f"{words.gettext(hand.title)}: {words.gettext(place.game.questions[question].text)}"
        case AcceptedRuling() | Unreadable():
            return words.gettext(hand.title)
        case Stopped() if Stopped not in place.game.hands.values():
            return words.gettext(hand.title)
    return words.read(place.game.summary(hand, sheet))


@dataclass(frozen=True)
class MatchPresenter:
    """The whole sheet of a match."""

    place: MatchContext
    first: int = 0  # hands, from the newest on, that came on the pages before this one

    @property
    def words(self) -> Words:
        return self.place.words

    @property
    def sheet(self) -> Sheet[Any]:
        return self.place.sheet

    @cached_property
    def preset(self) -> str:
        """What the way of playing is called, as the house rules are now."""
        game = self.place.game
        preset = game.preset(self.place.story.heading.preset)
        return describe_house(game, preset, self.sheet.house).name if preset else ""

    @cached_property
    def dealer(self) -> str:
        """Who deals the next hand; "" once the game is over, or where nobody does."""
        seat = None if self.sheet.outcome else self.place.game.dealer(self.sheet)
        return "" if seat is None else self.words.name(seat)

    @cached_property
    def parties(self) -> tuple[Party, ...]:
        sheet, totals = self.sheet, self.sheet.final
        won = set(sheet.outcome.winners) if sheet.outcome else set()
        best = (min if self.place.game.lowest_first(sheet.house) else max)(totals)
        seat = None if sheet.outcome else self.place.game.dealer(sheet)
        return tuple(
            Party(
                side=int(side),
                name=self.words.name(side),
                total=total(self.words, side, totals[side], self.place.covered),
                won=side in won,
                leads=bool(sheet.rows)
                and not self.place.covered
                and totals[side] == best
                and totals.count(best) < len(totals),
                sign=int(side) % SIGNS + 1,
                seats=tuple(
                    Sitter(self.words.name(one), one == seat, int(one))
                    for one in sheet.seating.seats_of(side)
                ),
            )
            for side in sheet.seating.every_side
        )

    @property
    def asks_cards(self) -> bool:
        """Whether a hand of this game is told with cards or calls, so that their pads are needed."""
        kinds = (*self.place.game.hands.values(), *COMMON_HANDS.values())
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
        kept = self.begun
        so_far = PartialHand(kept.kind, kept.form.known) if kept else None
        return briefing(self.place, self.sheet, so_far)

    @cached_property
    def begun(self) -> hand_entry.HandEntry | None:
        """The hand begun, if there is one."""
        kept = self.place.match.begun
        if not kept or self.sheet.outcome or kept.get("number") != self.place.story.next_number:
            return None
        return hand_entry.draft(self.place)

    @property
    def stands(self) -> str:
        """Names what a form of the next hand was made for: another number, or another hand begun."""
        kept = self.place.match.begun
        return f"{self.place.story.next_number}.{fingerprint(kept)[:12] if self.begun else ''}"

    @cached_property
    def begun_in_short(self) -> str:
        return chosen_so_far(self.begun) if self.begun else ""

    @cached_property
    def part(self) -> Part:
        """Which of the hands this page shows, the newest first."""
        return Part(self.first, paging.HANDS, len(self.place.story.order))

    @cached_property
    def rows(self) -> tuple[HandRow, ...]:
        """The hands of this page, struck ones too, the newest first."""
        if self.first:
            return self._rows()
        shown: tuple[HandRow, ...] = pictured(self.place, "rows", self._rows)
        return shown

    def _rows(self) -> tuple[HandRow, ...]:
        return tuple(row_of(self.place, number) for number in self.part.cut(self.place.story.order[::-1]))

    @property
    def drawn(self) -> SafeString:
        """The race and the newest hands, as they stand below the form."""
        template, context = get_template("tables/_rows.html"), {"board": self, "place": self.place}
        shown: SafeString = pictured(self.place, "sheet", lambda: template.render(context))
        return shown

    @property
    def bodies(self) -> SafeString:
        """The hands of this page as they stand in the sheet; most are drawn already."""
        template = get_template("tables/_row.html")

        def body(shown: HandRow) -> str:
            def draw() -> str:
                return template.render({"board": self, "place": self.place, "row": shown})

            if (index := self.place.story.row_at(shown.number)) is None:
                return draw()
            what = "questioned" if shown.number in self.place.objections else "body"
            what = f"earlier {what}" if self.first else what
            known: str = drawn(self.place, what, self.sheet.rows[index], draw)
            return known

        return SafeString("".join(map(body, self.rows)))

    @cached_property
    def last(self) -> HandRow | None:
        """The last hand that stands: what undo would strike out."""
        rows = self.sheet.rows
        return hand_row(self.place, rows[-1], len(rows) - 1) if rows else None

    @property
    def undo_key(self) -> str:
        return request_parsing.new_key()

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

    @cached_property
    def settled(self) -> settling_up.SettledUp | None:
        """Who pays whom now that it is over, where the game is played for something."""
        return settling_up.settled_up(self.place) if self.sheet.outcome else None

    @cached_property
    def race(self) -> race.Race | None:
        if self.place.covered:
            return None
        amended = {number for number, times in self.place.story.revs.items() if times > 1}
        return race.of(self.sheet, self.words, amended)

    @cached_property
    def news(self) -> str:
        """The last thing written, for those who hear the page: "Hand 9: Ann +80. Bo leads 412 to 380." """
        if not (row := self.last):
            return ""
        gains = [figure for figure in row.gains if not figure.zero]
        parts = [f"{self.words.name(Side(one.side))} {one.text}" for one in gains] or [row.short]
        told = _("Hand {n}: {points}.").format(n=row.number, points=", ".join(parts))
        if self.outcome:
            return f"{told} {self.outcome['because'].text}"
        return f"{told} {self.standing}"

    @property
    def standing(self) -> str:
        """The totals in a sentence."""
        return ", ".join(f"{party.name} {party.total.text}" for party in self.parties) + "."


def board(place: MatchContext, first: int = 0) -> MatchPresenter:
    return MatchPresenter(place, first)


def briefing(place: MatchContext, sheet: Sheet[Any], so_far: PartialHand | None) -> tuple[Said, ...]:
    """What the table must know; a game is told of its own hands only, not of rows that any sheet may have."""
    if so_far is not None and so_far.kind not in place.game.hands:
        so_far = None
    return tuple(said(place.words, cite) for cite in place.game.briefing(sheet, so_far))


def chosen_so_far(entry: hand_entry.HandEntry) -> str:
    """What has been said of a hand, as the keys that were tapped: "Ann: 8 ♥"."""
    said_ = [
        (option.label, box.shape == "who")
        for group in entry.groups
        if group.is_auction and group.matters
        for box in group.boxes
        for option in box.options
        if option.chosen and option.value
    ]
    title = next((kind.title for kind in entry.kinds if kind.chosen), "")
    who = [label for label, is_who in said_ if is_who]
    what = [label for label, is_who in said_ if not is_who]
    if not entry.usual:
        what.insert(0, title)
    return ": ".join(filter(None, (", ".join(who), " ".join(what))))


# Pictures of rows that one story keeps: of a long sheet in two languages, before and after a name changed.
MOST_DRAWN = 1_000


# The same sheet in a few languages, with and without hands that are questioned.
MOST_PICTURED = 12


def pictured(place: MatchContext, what: str, make: Callable[[], Any]) -> Any:
    """What is made of a whole sheet, kept while its log, its names and its reader's language are the same."""
    kept = place.story.pictures
    key = what, place.language, place.names.sitting, frozenset(place.objections) if what == "sheet" else ()
    if (known := kept.get(key)) is None:
        if len(kept) >= MOST_PICTURED:
            kept.clear()
        known = kept[key] = make()
    return known


def drawn(place: MatchContext, what: str, row: Row, make: Callable[[], Any]) -> Any:
    """Made of a row, kept while the row, its names and the reader's language and time zone are the same."""
    kept, number = place.story.drawn, row.number
    reader = place.language, place.zone
    key = (what, number, *reader, place.names.at(number), len(place.story.versions(number)))
    if (known := kept.get(key)) is not None and known[0] is row:
        return known[1]
    if len(kept) >= MOST_DRAWN:
        kept.clear()
    made = make()
    kept[key] = row, made
    return made


def hand_row(place: MatchContext, row: Row, index: int) -> HandRow:
    """A row that stands."""
    made: HandRow = drawn(place, "row", row, lambda: _hand_row(place, row, index))
    return made


def _hand_row(place: MatchContext, row: Row, index: int) -> HandRow:
    words = place.names.words(place.words, row.number)
    versions = place.story.versions(row.number)
    last = versions[-1]
    problems = tuple(Said(words.read(problem.words), problem.rule) for problem in row.problems)
    return HandRow(
        number=row.number,
        short=in_short(place, row.hand, upto(place.sheet, index), words),
        gains=tuple(figure(words, side, points, signed=True) for side, points in enumerate(row.gains)),
        totals=tuple(total(words, side, points, place.covered) for side, points in enumerate(row.totals)),
        reasons=reasons(words, row.lines),
        notes=tuple(said(words, note) for note in row.notes),
        problems=problems,
        struck=False,
        writings=len(versions),
        by=last.by,
        at=last.at,
        why=last.entry.why,
        agreed=isinstance(row.hand, Adjustment | AcceptedRuling),
    )


def struck_row(place: MatchContext, number: int) -> HandRow:
    """A hand that was struck out: what it said stays to be read."""
    words = place.names.words(place.words, number)
    versions = place.story.versions(number)
    last, hand = versions[-1], hand_entry.last_said(place, number)
    short = in_short(place, hand, place.story.before(number), words)
    return HandRow(number, short, (), (), (), (), True, len(versions), last.by, last.at, last.entry.why)


def row_of(place: MatchContext, number: int) -> HandRow:
    """The row of a hand, standing or struck out."""
    if (index := place.story.row_at(number)) is None:
        return struck_row(place, number)
    return hand_row(place, place.sheet.rows[index], index)


def note(place: MatchContext, asked: Mapping[str, str]) -> str:
    """What the page says once: who was drawn to deal, or who had entered the hand that was sent."""
    if "drawn" in asked and not place.story.log and (dealer := MatchPresenter(place).dealer):
        return _("The lot fell on {who}: {who} deals first.").format(who=dealer)
    same = numbers.whole(asked.get("same"))
    written = next((one for one in place.story.log if one.place == same), None)
    if written is None:
        return ""
    by = written.by or _("someone else")
    return _("Hand {n} had already been entered by {who}, the same as yours.").format(
        n=written.entry.number, who=by
    )

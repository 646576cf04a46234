"""The consequences of a hand before it is saved: points, totals, the winner, changed rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine import (
    Entry,
    PartialHand,
    Row,
    Sheet,
    Side,
    Stopped,
    Words,
    agree,
    append_hand,
    changed_hands,
    upto,
)

from . import paging
from .hand_entry import HandEntry, is_unchanged
from .localized import LocalizedMatch
from .points import Figure, Reason, Said, figure, figures, reasons, said, total
from .presenters import HandRow, briefing, in_short, row_of


@dataclass(frozen=True)
class Change:
    """A side before and after."""

    side: int
    name: str
    gain: Figure
    before: Figure
    after: Figure


@dataclass(frozen=True)
class Preview:
    """The consequences of a hand. ``save`` is the button's label; "" while answers are missing."""

    changes: tuple[Change, ...] = ()
    reasons: tuple[Reason, ...] = ()
    save: str = ""
    wins: str = ""
    because: Said | None = None
    briefing: tuple[Said, ...] = ()
    problems: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()  # problems due only to boxes that are still empty
    asks: tuple[str, ...] = ()  # the open boxes
    hands: tuple[Moved, ...] = ()  # the first changed hands
    moved: int = 0  # the number of changed hands
    verdict: str = ""  # what an edit does to the end of the game
    is_unchanged: bool = False  # an edit that says the same as before
    others_change: bool = False  # hands besides the edited one

    @property
    def more(self) -> int:
        """Return how many changed hands are not listed."""
        return self.moved - len(self.hands)

    @property
    def numbers(self) -> str:
        """Return the displayed numbers of the changed hands: "3, 4, 5"."""
        return ", ".join(str(hand.shown) for hand in self.hands) + (" …" if self.more else "")


@dataclass(frozen=True)
class Moved:
    """A row that a correction changes: its points before and after; ``shown`` is the displayed number."""

    number: int
    shown: int
    short: str
    before: tuple[Figure, ...]
    after: tuple[Figure, ...]
    problems: tuple[Said, ...]
    gone: bool = False
    new: bool = False


def preview_hand(entry: HandEntry) -> Preview:
    """Return the consequences of a new hand, or the briefing while answers are missing."""
    match, words = entry.match, entry.match.words
    sheet = entry.form.sheet
    if entry.hand is None:
        so_far = PartialHand(entry.kind, entry.form.known)
        problems, unsaid = wrong_or_unsaid(entry)
        asks = entry.form.asks
        return Preview(briefing=briefing(match, sheet, so_far), problems=problems, unsaid=unsaid, asks=asks)
    after = append_hand(match.game, sheet, entry.hand, entry.number)
    row = after.rows[-1]
    changes = tuple(
        Change(
            int(side),
            words.name(side),
            figure(words, side, row.gains[side], signed=True),
            total(words, side, sheet.totals[side], match.covered),
            total(words, side, after.final[side], match.covered and after.outcome is None),
        )
        for side in sheet.seating.every_side
    )
    wins, because = won(match, after)
    return Preview(
        changes=changes,
        reasons=reasons(words, row.lines),
        save=save_label(changes, after.outcome.winners if after.outcome else (), words),
        wins=wins,
        because=because,
        problems=tuple(words.read(problem.words) for problem in row.problems),
    )


def wrong_or_unsaid(entry: HandEntry) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the problems of a form: those of given answers, and those of missing ones.

    Once the save button was pressed, all of them are errors.
    """
    form, read = entry.form, entry.match.words.read
    problems = [(read(problem.words), form.waits(problem, entry.idle)) for problem in form.problems]
    if entry.pressed:
        return tuple(words for words, _waits in problems), ()
    return tuple(words for words, waits in problems if not waits), tuple(
        words for words, waits in problems if waits
    )


def won(match: LocalizedMatch, sheet: Sheet[Any]) -> tuple[str, Said | None]:
    """Return the winners on this sheet and the rule."""
    if sheet.outcome is None:
        return "", None
    return match.words.read(sheet.outcome.winners), said(match.words, sheet.outcome.because)


def save_label(changes: Iterable[Change], winners: tuple[Side, ...], words: Words) -> str:
    """Return the label of the save button: "Ann & Cy +300, Bo & Di +20; Ann & Cy win"."""
    moved = [change for change in changes if not change.gain.zero]
    text = ", ".join(f"{change.name} {change.gain.text}" for change in moved) or words.gettext(
        "nobody scores"
    )
    if not winners:
        return text
    wins = agree("{points}; {winner} wins", "{points}; {winner} win", winner=winners, points=text)
    return words.read(wins)


def consequences(entry: HandEntry) -> Preview | None:
    """Return the changes that a correction makes, or its problems; None while answers are missing."""
    if is_unchanged(entry):
        return Preview(is_unchanged=True)
    if entry.hand is not None:
        return changes(entry.match, Entry(entry.number, entry.hand, "—", entry.before))
    problems, unsaid = wrong_or_unsaid(entry)
    return Preview(problems=problems, unsaid=unsaid, asks=entry.form.asks) if problems or unsaid else None


def changes(match: LocalizedMatch, entry: Entry) -> Preview:
    """Return the totals before and after an entry, and every row it changes."""
    words, before = match.words, match.sheet
    after = match.state.with_entry(entry)
    sides = tuple(
        Change(
            int(side),
            words.name(side),
            figure(words, side, after.final[side] - before.final[side], signed=True),
            total(words, side, before.final[side], match.covered),
            total(words, side, after.final[side], match.covered and after.outcome is None),
        )
        for side in before.seating.every_side
    )
    wins, because = won(match, after)
    own = next((row for row in after.rows if row.number == entry.number), None)
    changed = differing(before, after)
    return Preview(
        changes=sides,
        reasons=reasons(words, own.lines) if own else (),
        save=save_label(sides, (), words),
        wins=wins,
        because=because,
        problems=tuple(words.read(problem.words) for problem in own.problems) if own else (),
        hands=moved(match, before, after, changed[: paging.MOVED]),
        moved=len(changed),
        verdict=verdict(words, before, after),
        others_change=any(number != entry.number for number in changed),
    )


def verdict(words: Words, before: Sheet[Any], after: Sheet[Any]) -> str:
    """Return what an edit does to the end of the game: "The game ends with hand 6"; "" for nothing."""
    if after.outcome is None:
        return words.gettext("The game is not over yet") if before.outcome else ""
    last = _last_row(after)
    is_stopped = isinstance(after.rows[last].hand, Stopped)
    if not is_stopped and (before.outcome is None or _last_row(before) != last):
        return words.gettext("The game ends with hand {n}").format(n=last + 1)
    if before.outcome is None or before.outcome.winners != after.outcome.winners:
        winners = after.outcome.winners
        return words.read(agree("{winner} wins", "{winner} win", winner=winners)) if winners else ""
    return ""


def _last_row(sheet: Sheet[Any]) -> int:
    """Return the index of the row that ended the game; those after it have a problem."""
    return max(index for index, row in enumerate(sheet.rows) if not row.problems)


def differing(before: Sheet[Any], after: Sheet[Any]) -> tuple[int, ...]:
    """Return the numbers of hands whose points or problems differ; a total alone does not count."""
    old, new = ({row.number: row for row in sheet.rows} for sheet in (before, after))

    def as_before(was: Row | None, now: Row | None) -> bool:
        if was is None or now is None:
            return False
        return (was.gains, was.problems, was.hand) == (now.gains, now.problems, now.hand)

    return tuple(
        number for number in changed_hands(before, after) if not as_before(old.get(number), new.get(number))
    )


def moved(
    match: LocalizedMatch, before: Sheet[Any], after: Sheet[Any], numbers: Sequence[int]
) -> tuple[Moved, ...]:
    """Return these hands on two sheets."""
    old = {row.number: (index, row) for index, row in enumerate(before.rows)}
    new = {row.number: (index, row) for index, row in enumerate(after.rows)}
    rows = []
    for number in numbers:
        words = match.words_at(number)
        (index, was), (new_index, now) = old.get(number, (0, None)), new.get(number, (0, None))
        sheet, index = (after, new_index) if now else (before, index)
        standing = now or was
        assert standing is not None, "a hand that moved stands on one of the sheets"
        rows.append(
            Moved(
                number,
                (new_index if now else index) + 1,
                in_short(match, standing.hand, upto(sheet, index), words),
                figures(words, was.gains) if was else (),
                figures(words, now.gains) if now else (),
                tuple(Said(words.read(p.words), p.rule) for p in now.problems) if now else (),
                gone=now is None,
                new=was is None,
            )
        )
    return tuple(rows)


@dataclass(frozen=True)
class Clash:
    """Two versions of a hand by two phones, side by side."""

    theirs: HandRow | None
    by: str
    mine: str
    gains: tuple[Figure, ...]


def clash(match: LocalizedMatch, mine: HandEntry, theirs: int | None) -> Clash:
    """Return their hand as it stands, and the score that ours would have had."""
    words = match.words
    row = row_of(match, theirs) if theirs is not None else None
    hand = mine.hand
    sheet = mine.form.sheet
    after = append_hand(match.game, sheet, hand, mine.number)
    gains = figures(words, after.rows[-1].gains)
    return Clash(row, row.by if row else "", in_short(match, hand, sheet), gains)

"""The consequences of a hand before it is saved: points, totals, the winner, changed rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.engine import (
    Entry,
    PartialHand,
    Points,
    Row,
    Sheet,
    Side,
    Stopped,
    Words,
    agree,
    append_hand,
    sheet_upto,
)
from games.engine import (
    changed_hands as engine_changed_hands,
)

from . import paging
from .faults import Fault
from .hand_entry import HandEntry, is_unchanged
from .localized import LocalizedMatch
from .points import (
    Figure,
    Sentence,
    SharedSentence,
    figure,
    figures,
    sentence,
    shared_sentences,
    total,
    with_rule,
)
from .presenters import HandRow, briefing, hand_summary, row_of


@dataclass(frozen=True)
class Change:
    """A side's gain, and its total before and after."""

    side: int
    name: str
    gain: Figure
    before: Figure
    after: Figure


@dataclass(frozen=True)
class Preview:
    """The consequences of a hand.

    ``verdict`` is a short text: who wins, or that nobody scores; for an edit, how it changes the game's end.
    """

    changes: tuple[Change, ...] = ()
    reasons: tuple[SharedSentence, ...] = ()
    verdict: str = ""
    reason_of_end: Sentence | None = None  # None while the game goes on
    briefing: tuple[Sentence, ...] = ()
    problems: tuple[Fault, ...] = ()
    provisional: tuple[Fault, ...] = ()  # problems due only to boxes that are still empty
    unanswered_boxes: tuple[str, ...] = ()
    hands: tuple[ChangedHand, ...] = ()  # the first changed hands
    changed_count: int = 0
    is_unchanged: bool = False  # an edit with the same content
    others_change: bool = False  # hands besides the edited one change

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """Return every sentence of the reasons."""
        end = (self.reason_of_end,) if self.reason_of_end else ()
        return (*(reason.sentence for reason in self.reasons), *end)

    @property
    def unlisted_count(self) -> int:
        """Return how many changed hands are not listed."""
        return self.changed_count - len(self.hands)

    @property
    def numbers(self) -> str:
        """Return the displayed numbers of the changed hands: "3, 4, 5"."""
        return ", ".join(str(hand.display_number) for hand in self.hands) + (
            " …" if self.unlisted_count else ""
        )


@dataclass(frozen=True)
class ChangedHand:
    """A row that a correction changes, with its points before and after."""

    number: int
    display_number: int
    short: str
    before: tuple[Figure, ...]
    after: tuple[Figure, ...]
    problems: tuple[Sentence, ...]
    gone: bool = False
    new: bool = False


def preview_hand(entry: HandEntry) -> Preview:
    """Return the consequences of a new hand, or the briefing while answers are missing."""
    match, words = entry.match, entry.match.words
    sheet = entry.form.sheet
    if entry.hand is None:
        so_far = PartialHand(entry.kind, entry.form.known)
        problems, provisional = problems_of(entry)
        sentences = tuple(with_rule(match, sentence) for sentence in briefing(match, sheet, so_far))
        return Preview(
            briefing=sentences,
            problems=problems,
            provisional=provisional,
            unanswered_boxes=entry.form.unanswered_boxes,
        )
    after = append_hand(match.game, sheet, entry.hand, entry.number)
    row = after.rows[-1]
    changes = _changes(match, row.gains, sheet.totals, after)
    because = reason_of_end(match, after)
    return Preview(
        changes=changes,
        reasons=_with_rules(match, shared_sentences(words, row.lines)),
        verdict=verdict(changes, after.outcome.winners if after.outcome else (), words),
        reason_of_end=with_rule(match, because) if because else None,
        problems=_row_faults(words, row),
    )


def _changes(
    match: LocalizedMatch, gains: Sequence[Points], before: Sequence[Points], after: Sheet[Any]
) -> tuple[Change, ...]:
    words, hides_totals = match.words, match.hides_totals
    return tuple(
        Change(
            int(side),
            words.name(side),
            figure(words, side, gains[side], signed=True),
            total(words, side, before[side], hides_totals),
            total(words, side, after.final[side], hides_totals and after.outcome is None),
        )
        for side in after.seating.every_side
    )


def _with_rules(match: LocalizedMatch, reasons: Iterable[SharedSentence]) -> tuple[SharedSentence, ...]:
    return tuple(replace(reason, sentence=with_rule(match, reason.sentence)) for reason in reasons)


def _row_faults(words: Words, row: Row) -> tuple[Fault, ...]:
    return tuple(Fault(Sentence(words.read(problem.words), problem.rule)) for problem in row.problems)


def problems_of(entry: HandEntry) -> tuple[tuple[Fault, ...], tuple[Fault, ...]]:
    """Return the problems of a form: those of given answers, and those about boxes that are still empty.

    Once the save button was pressed, all problems are in the first part.
    """
    if entry.is_submitted:
        return entry.faults, ()
    form = entry.form
    are_provisional = [form.is_about_empty_box(problem, entry.irrelevant) for problem in form.problems]
    faults = tuple(zip(entry.faults, are_provisional, strict=True))
    given = tuple(fault for fault, is_provisional in faults if not is_provisional)
    return given, tuple(fault for fault, is_provisional in faults if is_provisional)


def reason_of_end(match: LocalizedMatch, sheet: Sheet[Any]) -> Sentence | None:
    """Return why the match is over; None while it is not."""
    return sentence(match.words, sheet.outcome.because) if sheet.outcome else None


def verdict(changes: Iterable[Change], winners: tuple[Side, ...], words: Words) -> str:
    """Return the text of a win ("Ann & Cy win") or of a hand in which nobody scores; else ""."""
    if winners:
        return words.read(agree("{winner} wins", "{winner} win", winner=winners))
    return words.gettext("Nobody scores") if all(change.gain.zero for change in changes) else ""


def consequences(entry: HandEntry) -> Preview | None:
    """Return the changes that a correction makes, or its problems; None while answers are missing."""
    if is_unchanged(entry):
        return Preview(is_unchanged=True)
    if entry.hand is not None:
        # A correction needs a reason, which has not been typed yet.
        return changes(entry.match, Entry(entry.number, entry.hand, why="—", before=entry.before))
    problems, provisional = problems_of(entry)
    if not problems and not provisional:
        return None
    return Preview(problems=problems, provisional=provisional, unanswered_boxes=entry.form.unanswered_boxes)


def changes(match: LocalizedMatch, entry: Entry) -> Preview:
    """Return the totals before and after an entry, and every row it changes."""
    words, before = match.words, match.sheet
    after = match.state.with_entry(entry)
    gains = [new - old for new, old in zip(after.final, before.final, strict=True)]
    own_row = next((row for row in after.rows if row.number == entry.number), None)
    changed = changed_hand_numbers(before, after)
    return Preview(
        changes=_changes(match, gains, before.final, after),
        reason_of_end=reason_of_end(match, after),
        problems=_row_faults(words, own_row) if own_row else (),
        hands=changed_hands(match, before, after, changed[: paging.CHANGED_HANDS]),
        changed_count=len(changed),
        verdict=end_change(words, before, after),
        others_change=any(number != entry.number for number in changed),
    )


def end_change(words: Words, before: Sheet[Any], after: Sheet[Any]) -> str:
    """Return how an edit changes the end of the game: "The game ends with hand 6"; "" if it does not."""
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
    """Return the index of the row that ended the game; all rows after it have a problem."""
    return max(index for index, row in enumerate(sheet.rows) if not row.problems)


def changed_hand_numbers(before: Sheet[Any], after: Sheet[Any]) -> tuple[int, ...]:
    """Return the numbers of hands whose points or problems differ; a changed total alone does not count."""
    old, new = ({row.number: row for row in sheet.rows} for sheet in (before, after))

    def is_same(old_row: Row | None, new_row: Row | None) -> bool:
        if old_row is None or new_row is None:
            return False
        return (old_row.gains, old_row.problems, old_row.hand) == (
            new_row.gains,
            new_row.problems,
            new_row.hand,
        )

    return tuple(
        number
        for number in engine_changed_hands(before, after)
        if not is_same(old.get(number), new.get(number))
    )


def changed_hands(
    match: LocalizedMatch, before: Sheet[Any], after: Sheet[Any], numbers: Sequence[int]
) -> tuple[ChangedHand, ...]:
    """Return the hands with these numbers, with their points on both sheets."""
    old = {row.number: (index, row) for index, row in enumerate(before.rows)}
    new = {row.number: (index, row) for index, row in enumerate(after.rows)}
    rows = []
    for number in numbers:
        words = match.words_at(number)
        old_index, old_row = old.get(number, (0, None))
        new_index, new_row = new.get(number, (0, None))
        sheet, index = (after, new_index) if new_row else (before, old_index)
        shown_row = new_row or old_row
        assert shown_row is not None, "a changed hand is on one of the sheets"
        rows.append(
            ChangedHand(
                number,
                index + 1,
                hand_summary(match, shown_row.hand, sheet_upto(sheet, index), words),
                figures(words, old_row.gains) if old_row else (),
                figures(words, new_row.gains) if new_row else (),
                tuple(fault.sentence for fault in _row_faults(words, new_row)) if new_row else (),
                gone=new_row is None,
                new=old_row is None,
            )
        )
    return tuple(rows)


@dataclass(frozen=True)
class Clash:
    """A hand as two phones wrote it: ``theirs`` is in the log, ``mine`` comes from this phone.

    ``by`` is the author of ``theirs``; ``gains`` are the gains of ``mine``.
    """

    theirs: HandRow | None
    by: str
    mine: str
    gains: tuple[Figure, ...]


def clash(match: LocalizedMatch, mine: HandEntry, theirs: int | None) -> Clash:
    """Return both hands, and the gains that this phone's hand would have.

    ``theirs`` is the number of the hand in the log; None if there is none.
    """
    words = match.words
    row = row_of(match, theirs) if theirs is not None else None
    hand = mine.hand
    sheet = mine.form.sheet
    after = append_hand(match.game, sheet, hand, mine.number)
    gains = figures(words, after.rows[-1].gains)
    return Clash(row, row.by if row else "", hand_summary(match, hand, sheet), gains)

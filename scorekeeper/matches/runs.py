"""Conflicting runs of hands: the hands that an offline phone kept, and those that others wrote meanwhile.

Hands that fit the log are written as they arrive. From the first hand that does not fit, the two runs are
compared, and a person chooses for each hand: "theirs" is already in the log, "mine" comes from the phone.
Nothing is written before the choice. Entries that a restored backup lacks are compared in the same way if
another phone has written since the restore.
"""

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop as _

from games.engine import HEADING, Entry, Problem, Sheet, say
from scorekeeper.sheet.state import LoggedEntry, MatchState
from scorekeeper.sheet.stored import extend_state
from scorekeeper.web import limits

from . import commands, models, replay
from .commands import Refused, Saved, WriteCommand, WriteResult
from .hash_chain import fingerprint
from .hooks import hooks

THEIRS, MINE, BOTH = "theirs", "mine", "both"
CHOICES = (THEIRS, MINE, BOTH)
# Work is measured in scored hands: reading ``ENTRIES_PER_HAND`` entries again counts as one hand, writing an
# entry as ``HANDS_PER_WRITE`` hands.
ENTRIES_PER_HAND = 16
HANDS_PER_WRITE = 20
TOO_MANY = _("Too many hands change at once. Choose hand by hand and take theirs for some of them.")


@dataclass(frozen=True)
class Pair:
    """Two versions of a hand: their numbers in the log and in the phone's run, None where it is missing.

    ``before`` is the next hand that both runs share, None if there is none.
    """

    theirs: int | None
    mine: int | None
    same: bool = False
    before: int | None = None


class Branch:
    """The log (``base``) as a phone continued it offline (``state``), from the phone's first own hand on.

    A branch takes a bounded number of entries and scores a bounded number of hands. ``is_cut``: the phone has
    sent more entries; it keeps them, and they are compared after this branch is settled.
    """

    def __init__(self, state: MatchState) -> None:
        self.state = self.base = state
        self.own: list[WriteCommand] = []
        self.first: int | None = None  # number of the phone's first own hand
        self.scored = 0  # the work so far, in scored hands
        self.is_cut = False

    @property
    def is_full(self) -> bool:
        return len(self.own) >= limits.MOST_COMPARED or self.scored >= limits.MOST_RESCORED

    def add(self, command: WriteCommand, phone: models.Phone) -> None:
        if self.first is None and command.rev == 0 and command.number != HEADING:
            self.drop_from(command.number)
            self.first = command.number
        rev = self.state.revs.get(command.number, 0) + 1
        content = Entry(command.number, command.hand, command.why or "—", command.before)
        last = self.state.log[-1] if self.state.log else None
        place = last.place + 1 if last else 1
        at = last.at if last else phone.joined
        logged = LoggedEntry(content, place, rev, phone.name, at, command.key)
        is_hand = command.number != HEADING and command.hand is not None
        is_added_last = rev == 1 and command.before is None
        if is_hand and is_added_last:
            self._set_state(extend_state(self.state, [logged]))
        else:
            self._set_state(self.state.with_log((*self.state.log, logged)))
            self.scored += len(self.state.log) // ENTRIES_PER_HAND
        self.own.append(command)

    def drop_from(self, first: int) -> None:
        """Drop the log from this hand on."""
        if any(logged.entry.number >= first for logged in self.state.log):
            log = tuple(logged for logged in self.state.log if logged.entry.number < first)
            self._set_state(self.state.with_log(log))

    def _set_state(self, state: MatchState) -> None:
        """Set the state, and count the hands that were scored again."""
        self.scored += count_rescored(self.state.sheet, state.sheet)
        self.state = state

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Return the hands of both runs side by side, in the order of play."""
        if self.first is None:
            return ()
        theirs, mine = self._hands_between(self.base), self._hands_between(self.state)
        pairs = []
        # Each hand is a number and a content; (None, None) if the run has no hand there.
        for before, their_run in theirs.items():
            for their_hand, my_hand in zip_longest(their_run, mine[before], fillvalue=(None, None)):
                same = their_hand[0] is not None and my_hand[0] is not None and their_hand[1] == my_hand[1]
                pairs.append(Pair(their_hand[0], my_hand[0], same, before))
        return tuple(pairs)

    def _hands_between(self, state: MatchState) -> dict[int | None, list[tuple[int, Any]]]:
        """Return the hands of one run without deleted ones, keyed by the next shared hand (None: the end)."""
        assert self.first is not None
        runs: dict[int | None, list[tuple[int, Any]]] = {}
        standing = dict(state.standing)
        run: list[tuple[int, Any]] = []
        for number in state.order:
            if number < self.first:
                runs[number], run = run, []
            elif number in standing:
                run.append((number, standing[number]))
        return {**runs, None: run}

    @property
    def corrections(self) -> tuple[WriteCommand, ...]:
        """Return the phone's edits of shared hands that another phone has edited too."""
        revs, first = self.base.revs, self.first
        shared = [command for command in self.own if first is None or command.number < first]
        return tuple(command for command in shared if revs.get(command.number, 0) != command.rev)


def count_rescored(before: Sheet[Any], after: Sheet[Any]) -> int:
    """Return how many hands of a sheet were not reused from the sheet before."""
    return sum(row is not other for row, other in zip_longest(after.rows, before.rows[: len(after.rows)]))


def settle(
    match: models.Match, phone: models.Phone | None, branch: Branch, choices: Mapping[str, str], why: str
) -> WriteResult | None:
    """Write the chosen hands, all or none. Return what went wrong, or None.

    ``choices`` has ``THEIRS``, ``MINE`` or ``BOTH``, keyed by the index of a pair or the key of a correction.
    Each hand keeps the key that its phone gave it, so that a hand sent twice is written once.
    """
    changed = (
        choices.get(str(index), THEIRS) != THEIRS for index, pair in enumerate(branch.pairs) if not pair.same
    )
    if sum(changed) > limits.MOST_COMPARED:
        return Refused((Problem("", say(TOO_MANY)),))
    scored, sheet = 0, branch.base.sheet
    with models.locked_table(match.table_id) as table:
        for make_command in _commands(match, branch, choices, why):
            if scored >= limits.MOST_SETTLED:
                transaction.set_rollback(True)
                return Refused((Problem("", say(TOO_MANY)),))
            command = make_command()
            request_hash = fingerprint(match.pk, "settled", str(command.key))
            result = commands.append_entry(
                match, phone, replace(command, fingerprint=request_hash), may_reopen=True
            )
            if not isinstance(result, Saved):
                transaction.set_rollback(True)
                return result
            before, sheet = sheet, _state(match).sheet
            scored += count_rescored(before, sheet) + HANDS_PER_WRITE
        closed = hooks.closed(table, models.Match.objects.get(pk=match.pk))
        if closed is not None and closed.stays_ended:
            commands.end_match(match, phone)
    return None


def _state(match: models.Match) -> MatchState:
    return replay.load_match_state(models.Match.objects.get(pk=match.pk))


def _commands(
    match: models.Match, branch: Branch, choices: Mapping[str, str], why: str
) -> Iterator[Callable[[], WriteCommand]]:
    """Yield functions that make the commands. Write each command before calling the next function."""

    def current_state() -> MatchState:
        return _state(match)

    def revision_of(number: int, command: WriteCommand) -> WriteCommand:
        return replace(
            command,
            number=number,
            rev=current_state().revs.get(number, 0),
            before=None,
            why=command.why or why,
        )

    pairs = branch.pairs
    new_numbers: dict[int, int | None] = {}  # phone's number: number in the log (None: not written)
    pair_of = {pair.mine: (index, pair) for index, pair in enumerate(pairs) if pair.mine is not None}
    # Delete the last hand first, so that no later hand is scored again.
    for index, pair in reversed(list(enumerate(pairs))):
        if pair.mine is None and pair.theirs is not None and choices.get(str(index)) == MINE:
            key = uuid.uuid5(branch.own[0].key, f"without {pair.theirs}")
            deletion = WriteCommand(key, pair.theirs, 0, None, why)
            yield partial(revision_of, deletion.number, deletion)
    numbers = {logged.key: logged.entry.number for logged in branch.base.log}
    for command in branch.own:
        if command.key in numbers:
            new_numbers[command.number] = numbers[command.key]
            continue
        if command.rev == 0 and command.number != HEADING:
            index, pair = pair_of.get(command.number, (-1, Pair(None, command.number)))
            chosen = choices.get(str(index), BOTH if pair.theirs is None else THEIRS)
            new_numbers[command.number] = None
            # Index -1: the phone itself has deleted the hand again, so that it is in no pair.
            if pair.same or chosen == THEIRS or index < 0:
                continue
            if chosen == MINE and pair.theirs is not None:
                new_numbers[command.number] = pair.theirs
                yield partial(revision_of, pair.theirs, command)
                continue

            def new_hand(
                command: WriteCommand = command, index: int = index, pair: Pair = pair
            ) -> WriteCommand:
                before = _following(pairs[index + 1 :], new_numbers, pair.before)
                number = new_numbers[command.number] = current_state().next_number
                reason = command.why or (why if before is not None else "")
                return replace(command, number=number, rev=0, before=before, why=reason)

            yield new_hand
        elif command.number in new_numbers:
            if (number := new_numbers[command.number]) is not None:
                yield partial(revision_of, number, command)
        elif choices.get(str(command.key), MINE) == MINE:
            yield partial(revision_of, command.number, command)


def _following(
    later_pairs: Sequence[Pair], new_numbers: Mapping[int, int | None], before: int | None
) -> int | None:
    """Return the number in the log of the hand that follows an inserted hand; None at the end."""
    for pair in later_pairs:
        if pair.before != before:
            break
        number = pair.theirs if pair.theirs is not None else new_numbers.get(pair.mine or 0)
        if number is not None:
            return number
    return before

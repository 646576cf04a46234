"""Two runs of hands: what a phone wrote apart from the log, beside what was written on it meanwhile.

A phone without a network goes on writing; so does the table. Hands that fit are written as they come. From
the first that does not, the two runs stand side by side, and people say of each hand whose is right: theirs
is on the log already, mine comes from the phone. Nothing is written before they have said so. What phones
kept of a log that a copy has lost is such a run too, once somebody has written since.
"""

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from typing import Any

from django.db import transaction

from games.engine import HEADING, Entry
from scorekeeper.sheet.state import LoggedEntry, MatchState, sheet_of

from . import commands, models, replay
from .commands import Saved, WriteCommand, WriteResult
from .hash_chain import fingerprint

THEIRS, MINE, BOTH = "theirs", "mine", "both"
CHOICES = (THEIRS, MINE, BOTH)


@dataclass(frozen=True)
class Pair:
    """What was written as the same hand, by its number in the log and in mine; None where one is missing.

    ``before`` is the hand of both runs that it was played before, None where none comes after it.
    """

    theirs: int | None
    mine: int | None
    same: bool = False
    before: int | None = None


class Branch:
    """A log as a phone goes on from it: up to the first hand that it wrote itself, and then its own."""

    def __init__(self, story: MatchState) -> None:
        self.story = self.base = story
        self.own: list[WriteCommand] = []

    @property
    def first(self) -> int | None:
        """The number of the first hand that is its own."""
        return next((one.number for one in self.own if one.rev == 0 and one.number != HEADING), None)

    def add(self, intent: WriteCommand, by: models.Phone) -> None:
        """One writing more."""
        if self.first is None and intent.rev == 0 and intent.number != HEADING:
            self.cut(intent.number)
        rev = self.story.revs.get(intent.number, 0) + 1
        read = Entry(intent.number, intent.hand, intent.why or "—", intent.before)
        last = self.story.log[-1] if self.story.log else None
        place = last.place + 1 if last else 1
        written = LoggedEntry(read, place, rev, by.name, last.at if last else by.joined, intent.key)
        self._become((*self.story.log, written))
        self.own.append(intent)

    def cut(self, first: int) -> None:
        """Go on from the log as it was before this hand."""
        self._become(tuple(one for one in self.story.log if one.entry.number < first))

    def _become(self, log: tuple[LoggedEntry, ...]) -> None:
        sheet = sheet_of(self.base.game, self.base.first, [one.entry for one in log])
        self.story = MatchState(self.base.game, self.base.first, log, sheet)

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The hands of both runs side by side, in the order of play."""
        if self.first is None:
            return ()
        theirs, mine = self._between(self.base), self._between(self.story)
        found = []
        for before, there in theirs.items():
            for one, other in zip_longest(there, mine[before], fillvalue=(None, None)):
                same = one[0] is not None and other[0] is not None and one[1] == other[1]
                found.append(Pair(one[0], other[0], same, before))
        return tuple(found)

    def _between(self, story: MatchState) -> dict[int | None, list[tuple[int, Any]]]:
        """The hands of one run that stand, by the hand of both runs that they were played before."""
        assert self.first is not None
        found: dict[int | None, list[tuple[int, Any]]] = {}
        standing = dict(story.standing)
        run: list[tuple[int, Any]] = []
        for number in story.order:
            if number < self.first:
                found[number], run = run, []
            elif number in standing:
                run.append((number, standing[number]))
        return {**found, None: run}

    @property
    def corrections(self) -> tuple[WriteCommand, ...]:
        """What mine says otherwise of hands that both runs go on from, where somebody else has too."""
        revs, first = self.base.revs, self.first
        old = [one for one in self.own if first is None or one.number < first]
        return tuple(one for one in old if revs.get(one.number, 0) != one.rev)


def settle(
    match: models.Match, phone: models.Phone | None, branch: Branch, choices: Mapping[str, str], why: str
) -> WriteResult | None:
    """Write what people have chosen, all of it or nothing; what went wrong, or None.

    ``choices`` says by the place of a pair, and by the key of a correction, whose is right. Of what is chosen
    each writing keeps the key under which its phone knows it, so that it counts once whoever offers it again.
    """
    with transaction.atomic():
        models.Table.objects.select_for_update().get(pk=match.table_id)
        for intent in _writings(match, branch, choices, why):
            written = intent()
            told = fingerprint(match.pk, "settled", str(written.key))
            answer = commands.append_entry(match, phone, replace(written, fingerprint=told))
            if not isinstance(answer, Saved):
                transaction.set_rollback(True)
                return answer
    return None


def _writings(
    match: models.Match, branch: Branch, choices: Mapping[str, str], why: str
) -> Iterator[Callable[[], WriteCommand]]:
    """What is to be written, one after another; each is made when all before it stand."""

    def story() -> MatchState:
        return replay.load_match_state(models.Match.objects.get(pk=match.pk))

    def written_again(number: int, intent: WriteCommand) -> WriteCommand:
        return replace(
            intent, number=number, rev=story().revs.get(number, 0), before=None, why=intent.why or why
        )

    pairs = branch.pairs
    where: dict[int, int | None] = {}  # my numbers, and what they have become
    pair_of = {pair.mine: (at, pair) for at, pair in enumerate(pairs) if pair.mine is not None}
    for at, pair in enumerate(pairs):
        if pair.mine is None and pair.theirs is not None and choices.get(str(at)) == MINE:
            key = uuid.uuid5(branch.own[0].key, f"without {pair.theirs}")
            gone = WriteCommand(key, pair.theirs, 0, None, why)
            yield partial(written_again, gone.number, gone)
    standing = {one.key for one in branch.base.log}
    for intent in branch.own:
        if intent.key in standing:
            there = next(one.entry.number for one in branch.base.log if one.key == intent.key)
            where[intent.number] = there
            continue
        if intent.rev == 0 and intent.number != HEADING:
            at, pair = pair_of.get(intent.number, (-1, Pair(None, intent.number)))
            chosen = choices.get(str(at), BOTH if pair.theirs is None else THEIRS)
            where[intent.number] = None
            if pair.same or chosen == THEIRS or at < 0:
                continue
            if chosen == MINE and pair.theirs is not None:
                where[intent.number] = pair.theirs
                yield partial(written_again, pair.theirs, intent)
                continue

            def new(intent: WriteCommand = intent, at: int = at, pair: Pair = pair) -> WriteCommand:
                before = _after(pairs[at + 1 :], where, pair.before)
                number = where[intent.number] = story().next_number
                said = intent.why or (why if before is not None else "")
                return replace(intent, number=number, rev=0, before=before, why=said)

            yield new
        elif intent.number in where:
            if (number := where[intent.number]) is not None:
                yield partial(written_again, number, intent)
        elif choices.get(str(intent.key), MINE) == MINE:
            yield partial(written_again, intent.number, intent)


def _after(later: Sequence[Pair], where: Mapping[int, int | None], before: int | None) -> int | None:
    """The number on the log of what comes next after a hand that is put in; None at the end."""
    for pair in later:
        if pair.before != before:
            break
        there = pair.theirs if pair.theirs is not None else where.get(pair.mine or 0)
        if there is not None:
            return there
    return before

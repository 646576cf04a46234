"""Two diverged runs of hands: the chosen ones stand, in the order of play."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from games import every_game
from games.engine import Adjustment, PerSide, Seat
from games.two_hundred.hands import Deal
from scorekeeper.matches import commands, hash_chain, models
from scorekeeper.matches.commands import Refused, WriteCommand
from scorekeeper.matches.runs import BOTH, MINE, THEIRS, Branch, settle

from .cast import Cast, longest_example, text

pytestmark = pytest.mark.django_db

SHARED = 2  # hands before the runs diverge
ADDED = ("new", "new", "before", "amend", "undo")
STEPS = st.lists(st.tuples(st.sampled_from(ADDED), st.integers(0, 7)), max_size=6)


class Table:
    """A table whose hands are told apart by their texts; "theirs" are on the log, "mine" are a branch."""

    def __init__(self, cast: Cast | None = None) -> None:
        self.cast = cast or Cast(*longest_example())
        self.texts = 0

    def hand(self, who: str) -> Adjustment:
        self.texts += 1
        return Adjustment(self.cast.example.seating.per_side(lambda side: 0), f"{who} {self.texts}")

    def branch(self) -> Branch:
        return Branch(self.cast.state)

    def command(self, state: Any, what: str, which: int, hand: Any, least: int = 1) -> WriteCommand | None:
        """Return the command that a form would send; ``least`` is the first hand that may be edited."""
        numbers = [number for number, _hand in state.standing if number >= least]
        key = uuid.uuid4()
        if what == "new":
            return WriteCommand(key, state.next_number, 0, hand)
        if what == "before" and state.standing:
            every = [number for number, _hand in state.standing]
            return WriteCommand(key, state.next_number, 0, hand, "missed", every[which % len(every)])
        if what == "before" or not numbers:
            return None
        number = numbers[which % len(numbers)]
        return WriteCommand(key, number, state.revs[number], hand if what == "amend" else None, "a slip")

    def write(self, intent: WriteCommand) -> None:
        answer = commands.append_entry(self.cast.match, self.cast.phone("Ann"), intent)
        assert isinstance(answer, commands.Saved), answer

    def play(self, who: str, steps: Any, mine: Branch | None = None, least: int = SHARED + 1) -> None:
        for what, which in steps:
            state = self.cast.state if mine is None else mine.state
            intent = self.command(state, what, which, self.hand(who), least)
            if intent is None:
                continue
            if mine is None:
                self.write(intent)
            else:
                mine.add(intent, self.cast.phone("Bo"))

    def settle(self, mine: Branch, choices: dict[str, str]) -> Any:
        return settle(self.cast.match, self.cast.phone("Bo"), mine, choices, "two phones")

    @property
    def standing(self) -> list[Any]:
        return [hand for _number, hand in self.cast.state.standing]


def begun(theirs: Any, mine: Any) -> tuple[Table, Branch]:
    """Return a table with two shared hands and others' hands, and the branch of my phone."""
    table = Table()
    table.play("shared", [("new", 0)] * SHARED)
    own = table.branch()
    table.play("mine", mine, own)
    table.play("theirs", theirs)
    branch = table.branch()
    for intent in own.own:
        branch.add(intent, table.cast.phone("Bo"))
    return table, branch


def chosen(branch: Branch, choices: list[str]) -> list[Any]:
    """Return the expected hands: those of both runs, and the chosen one of each pair."""
    theirs, mine = dict(branch.base.standing), dict(branch.state.standing)
    found: dict[int | None, list[Any]] = {}
    for pair, choice in zip(branch.pairs, choices, strict=True):
        here = found.setdefault(pair.before, [])
        if pair.theirs is not None and (pair.same or choice != MINE):
            here.append(theirs[pair.theirs])
        if pair.mine is not None and not pair.same and choice != THEIRS:
            here.append(mine[pair.mine])
    shared = [number for number in branch.base.order if number < (branch.first or 0)]
    expected = []
    for number in (*shared, None):
        expected += found.get(number, [])
        if number in theirs:
            expected.append(theirs[number])
    return expected


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(STEPS, STEPS, st.lists(st.sampled_from([THEIRS, MINE, BOTH]), min_size=14, max_size=14))
def test_what_was_chosen_stands_in_the_order_of_play(
    db: None, theirs: Any, mine: Any, choices: list[str]
) -> None:
    with transaction.atomic():
        table, branch = begun(theirs, mine)
        pairs = branch.pairs
        choices = choices[: len(pairs)]
        if branch.first is not None:
            expected = chosen(branch, choices)
            assert table.settle(branch, {str(at): choice for at, choice in enumerate(choices)}) is None
            assert table.standing == expected
            assert hash_chain.broken_link(table.cast.match) is None
        transaction.set_rollback(True)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(STEPS, STEPS)
@example([("new", 0)], [("before", 0)])  # a missed hand, inserted before one of both runs
@example([("new", 0)], [("new", 0), ("amend", 0), ("before", 0), ("undo", 7)])
def test_mine_are_right_makes_the_sheet_that_my_phone_had(db: None, theirs: Any, mine: Any) -> None:
    with transaction.atomic():
        table, branch = begun(theirs, mine)
        if branch.first is not None:
            choices = {str(at): MINE for at, _pair in enumerate(branch.pairs)}
            assert table.settle(branch, choices) is None
            assert table.standing == [hand for _number, hand in branch.state.standing]
        # The same phone, or another with the same run, sends it again: all of it stands.
        length = table.cast.match.length
        for intent in branch.own:
            if models.Entry.objects.filter(match=table.cast.match, key=intent.key).exists():
                answer = commands.append_entry(table.cast.match, table.cast.phone("Bo"), intent)
                assert not isinstance(answer, commands.Forbidden)
        assert table.cast.match.length == length
        transaction.set_rollback(True)


@pytest.mark.parametrize("whose", [THEIRS, MINE])
def test_of_an_older_hand_that_both_corrected_people_choose(db: None, whose: str) -> None:
    table = Table()
    table.play("shared", [("new", 0)] * SHARED)
    own = table.branch()
    for who, mine in ("mine", own), ("theirs", None):
        table.play(who, [("amend", 0), ("new", 0)], mine, least=1)
    branch = table.branch()
    for intent in own.own:
        branch.add(intent, table.cast.phone("Bo"))
    (correction,) = branch.corrections
    assert table.settle(branch, {str(correction.key): whose, "0": whose}) is None
    said = [hand.why.split()[0] for hand in table.standing]
    assert said == [whose, "shared", whose]


def two_hundred() -> Table:
    game = every_game()["two_hundred"]
    example = next(one for one in game.examples if (one.seating.seats, one.seating.sides) == (4, 2))
    return Table(Cast(game, example))


def deal(bidder: int, bid: int, took: int) -> Deal:
    return Deal(Seat(bidder), bid, PerSide((100 - took, took) if bidder % 2 else (took, 100 - took)))


OURS, THEIR_WIN = [deal(1, 60, 60), deal(0, 60, 70)], [deal(0, 60, 70), deal(0, 65, 70)]


def with_hands(table: Table, theirs: list[Deal], mine: list[Deal]) -> Branch:
    table.write(WriteCommand(uuid.uuid4(), 1, 0, deal(0, 60, 70)))
    own = table.branch()
    for hand in mine:
        own.add(WriteCommand(uuid.uuid4(), own.state.next_number, 0, hand), table.cast.phone("Bo"))
    for hand in theirs:
        table.write(WriteCommand(uuid.uuid4(), table.cast.state.next_number, 0, hand))
    branch = table.branch()
    for intent in own.own:
        branch.add(intent, table.cast.phone("Bo"))
    return branch


def test_a_winner_in_my_run_wins_once_it_is_chosen() -> None:
    table = two_hundred()
    branch = with_hands(table, OURS, THEIR_WIN)
    assert table.cast.state.sheet.outcome is None
    assert table.settle(branch, {"0": MINE, "1": MINE}) is None
    outcome = table.cast.state.sheet.outcome
    assert outcome is not None
    assert outcome.winners == (0,)
    assert table.cast.match.results.filter(won=True).count() == 1


def test_a_winner_in_their_run_wins_no_more_once_mine_is_chosen() -> None:
    table = two_hundred()
    branch = with_hands(table, THEIR_WIN, OURS)
    assert table.cast.state.sheet.outcome is not None
    assert table.settle(branch, {"0": MINE, "1": MINE}) is None
    assert table.cast.state.sheet.outcome is None
    assert not table.cast.match.results.exists()


def test_what_would_come_after_the_end_is_refused_and_nothing_is_written() -> None:
    table = two_hundred()
    branch = with_hands(table, THEIR_WIN, [*OURS, deal(1, 60, 60)])
    length = table.cast.match.length
    answer = table.settle(branch, {"0": THEIRS, "1": THEIRS, "2": BOTH})
    assert isinstance(answer, Refused)
    assert table.cast.match.length == length


def test_everybody_but_the_phone_itself_is_told_for_a_day_who_keeps_hands_to_choose_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cast = Cast(*longest_example())
    told = "2 hands on Bo’s phone differ from this sheet"
    assert cast.post("Bo", "held", data={"hands": "2"}).status_code == 204
    assert told not in text(cast.get("Bo", "table"))
    version = models.Table.objects.get(pk=cast.table.pk).version
    for who in ("Ann", "Cy"):
        assert told in text(cast.get(who, "table")), who
    assert cast.post("Bo", "held", data={"hands": "2"}).status_code == 204
    assert models.Table.objects.get(pk=cast.table.pk).version == version, "it is known already"
    assert cast.post("Ann", "held", data={"hands": "1"}).status_code == 204
    assert cast.post("Bo", "held", data={"hands": "0"}).status_code == 204
    assert "1 hand on Ann’s phone differs" in text(cast.get("Cy", "table"))
    assert "on Bo’s phone" not in text(cast.get("Cy", "table"))
    monkeypatch.setattr(commands, "HELD_FOR", timedelta(seconds=-1))
    assert "on Ann’s phone" not in text(cast.get("Cy", "table"))
    assert cast.post("Ann", "held", data={"hands": "0"}).status_code == 204
    assert cast.match.held is None

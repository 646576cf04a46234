"""Two diverged runs of hands: the chosen ones stand, in the order of play."""

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
from scorekeeper.matches import commands, models
from scorekeeper.matches.commands import Refused, WriteCommand
from scorekeeper.matches.runs import BOTH, MINE, THEIRS, Branch, settle
from tests.log_chain import broken_link

from .cast import Cast, longest_example, text

pytestmark = pytest.mark.django_db

SHARED = 2  # hands before the runs diverge
ADDED = ("new", "new", "before", "amend", "undo")
STEPS = st.lists(st.tuples(st.sampled_from(ADDED), st.integers(0, 7)), max_size=6)


class Table:
    """A table whose hands are told apart by their texts; "theirs" are in the log, "mine" are a branch."""

    def __init__(self, cast: Cast | None = None):
        self.cast = cast or Cast(*longest_example())
        self.texts = 0

    @property
    def state(self):
        return self.cast.state

    def hand(self, who: str) -> Adjustment:
        self.texts += 1
        return Adjustment(self.cast.example.seating.per_side(lambda side: 0), f"{who} {self.texts}")

    def branch(self, *commands: WriteCommand) -> Branch:
        branch = Branch(self.state)
        for command in commands:
            branch.add(command, self.cast.phone("Bo"))
        return branch

    def command(self, state, kind: str, index: int, hand, least: int = 1) -> WriteCommand | None:
        """Return the command that a form would send; ``least`` is the first hand that may be edited."""
        key = uuid.uuid4()
        if kind == "new":
            return WriteCommand(key, state.next_number, 0, hand)
        first = 1 if kind == "before" else least
        numbers = [number for number, _hand in state.standing if number >= first]
        if not numbers:
            return None
        number = numbers[index % len(numbers)]
        if kind == "before":
            return WriteCommand(key, state.next_number, 0, hand, "missed", number)
        return WriteCommand(key, number, state.revs[number], hand if kind == "amend" else None, "a slip")

    def write(self, command: WriteCommand):
        answer = commands.append_entry(self.cast.match, self.cast.phone("Ann"), command)
        assert isinstance(answer, commands.Saved), answer

    def play(self, who: str, steps, branch: Branch | None = None, least: int = SHARED + 1):
        for kind, index in steps:
            state = self.state if branch is None else branch.state
            command = self.command(state, kind, index, self.hand(who), least)
            if command is None:
                continue
            if branch is None:
                self.write(command)
            else:
                branch.add(command, self.cast.phone("Bo"))

    def settle(self, branch: Branch, *choices: str, **corrections: str):
        """Settle by these choices, one for each pair."""
        choice_of = {str(index): choice for index, choice in enumerate(choices)} | corrections
        return settle(self.cast.match, self.cast.phone("Bo"), branch, choice_of, "two phones")

    @property
    def standing(self) -> list[Any]:
        return [hand for _number, hand in self.state.standing]


def diverged_table(theirs, mine) -> tuple[Table, Branch]:
    """Return a table with two shared hands and others' hands, and the branch of my phone."""
    table = Table()
    table.play("shared", [("new", 0)] * SHARED)
    own = table.branch()
    table.play("mine", mine, own)
    table.play("theirs", theirs)
    return table, table.branch(*own.own)


def expected_hands(branch: Branch, choices: list[str]) -> list[Any]:
    """Return the expected hands: those of both runs, and the chosen one of each pair."""
    theirs, mine = dict(branch.base.standing), dict(branch.state.standing)
    by_place: dict[int | None, list[Any]] = {}
    for pair, choice in zip(branch.pairs, choices, strict=True):
        hands = by_place.setdefault(pair.before, [])
        if pair.theirs is not None and (pair.same or choice != MINE):
            hands.append(theirs[pair.theirs])
        if pair.mine is not None and not pair.same and choice != THEIRS:
            hands.append(mine[pair.mine])
    shared = [number for number in branch.base.order if number < (branch.first or 0)]
    expected = []
    for number in (*shared, None):
        expected += by_place.get(number, [])
        if number in theirs:
            expected.append(theirs[number])
    return expected


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(STEPS, STEPS, st.lists(st.sampled_from([THEIRS, MINE, BOTH]), min_size=14, max_size=14))
def test_chosen_hands_stand_in_order_of_play(db, theirs, mine, choices):
    with transaction.atomic():
        table, branch = diverged_table(theirs, mine)
        choices = choices[: len(branch.pairs)]
        if branch.first is not None:
            expected = expected_hands(branch, choices)
            assert table.settle(branch, *choices) is None
            assert table.standing == expected
            assert broken_link(table.cast.match) is None
        transaction.set_rollback(True)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(STEPS, STEPS)
@example([("new", 0)], [("before", 0)])  # a missed hand, inserted before one of both runs
@example([("new", 0)], [("new", 0), ("amend", 0), ("before", 0), ("undo", 7)])
def test_choosing_mine_gives_my_phones_sheet(db, theirs, mine):
    with transaction.atomic():
        table, branch = diverged_table(theirs, mine)
        if branch.first is not None:
            assert table.settle(branch, *[MINE] * len(branch.pairs)) is None
            assert table.standing == [hand for _number, hand in branch.state.standing]
        # The same phone, or another with the same run, sends it again: all of it stands.
        length = table.cast.match.length
        for command in branch.own:
            if models.Entry.objects.filter(match=table.cast.match, key=command.key).exists():
                answer = commands.append_entry(table.cast.match, table.cast.phone("Bo"), command)
                assert not isinstance(answer, commands.Forbidden)
        assert table.cast.match.length == length
        transaction.set_rollback(True)


@pytest.mark.parametrize("choice", [THEIRS, MINE])
def test_both_corrections_of_a_hand_are_choices(db, choice):
    table = Table()
    table.play("shared", [("new", 0)] * SHARED)
    own = table.branch()
    for who, target in ("mine", own), ("theirs", None):
        table.play(who, [("amend", 0), ("new", 0)], target, least=1)
    branch = table.branch(*own.own)
    (correction,) = branch.corrections
    assert table.settle(branch, choice, **{str(correction.key): choice}) is None
    authors = [hand.why.split()[0] for hand in table.standing]
    assert authors == [choice, "shared", choice]


def deal(bidder: int, bid: int, took: int) -> Deal:
    return Deal(Seat(bidder), bid, PerSide((100 - took, took) if bidder % 2 else (took, 100 - took)))


NO_WIN, WIN = [deal(1, 60, 60), deal(0, 60, 70)], [deal(0, 60, 70), deal(0, 65, 70)]


def two_hundred(theirs: list[Deal], mine: list[Deal]) -> tuple[Table, Branch]:
    """Return a table of four with one shared hand, then theirs, and the branch of my phone."""
    game = every_game()["two_hundred"]
    table = Table(Cast(game, next(example for example in game.examples if example.seating.shape == (4, 2))))
    table.write(WriteCommand(uuid.uuid4(), 1, 0, deal(0, 60, 70)))
    mine = [WriteCommand(uuid.uuid4(), number, 0, hand) for number, hand in enumerate(mine, start=2)]
    for number, hand in enumerate(theirs, start=2):
        table.write(WriteCommand(uuid.uuid4(), number, 0, hand))
    return table, table.branch(*mine)


def test_choosing_my_run_makes_its_winner():
    table, branch = two_hundred(NO_WIN, WIN)
    assert table.state.sheet.outcome is None
    assert table.settle(branch, MINE, MINE) is None
    assert table.state.sheet.outcome.winners == (0,)
    assert table.cast.match.results.filter(won=True).count() == 1


def test_choosing_my_run_unmakes_their_winner():
    table, branch = two_hundred(WIN, NO_WIN)
    assert table.state.sheet.outcome is not None
    assert table.settle(branch, MINE, MINE) is None
    assert table.state.sheet.outcome is None
    assert not table.cast.match.results.exists()


def test_hand_after_the_end_is_refused():
    table, branch = two_hundred(WIN, [*NO_WIN, deal(1, 60, 60)])
    length = table.cast.match.length
    assert isinstance(table.settle(branch, THEIRS, THEIRS, BOTH), Refused)
    assert table.cast.match.length == length


def test_other_phones_see_held_hands_for_a_day(monkeypatch):
    cast = Cast(*longest_example())

    def hold(who: str, hands: int) -> int:
        """Return the version of the table after a phone has reported how many hands it keeps."""
        assert cast.post(who, "held", data={"hands": hands}).status_code == 204
        return models.Table.objects.get(pk=cast.table.pk).version

    notice = "2 hands on Bo’s phone differ from this sheet"
    version = hold("Bo", 2)
    assert [notice in text(cast.get(who, "table")) for who in ("Bo", "Ann", "Cy")] == [False, True, True]
    assert hold("Bo", 2) == version, "it is known already"
    hold("Ann", 1)
    hold("Bo", 0)
    page = text(cast.get("Cy", "table"))
    assert "1 hand on Ann’s phone differs" in page
    assert "on Bo’s phone" not in page
    monkeypatch.setattr(commands, "HELD_FOR", timedelta(seconds=-1))
    assert "on Ann’s phone" not in text(cast.get("Cy", "table"))
    hold("Ann", 0)
    assert cast.match.held is None

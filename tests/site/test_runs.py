"""Two diverged runs of hands, the log's and a phone's: the sheet has the chosen hands, in order of play."""

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
# Each step is a kind of change, and an index that selects the hand concerned.
STEPS = st.lists(st.tuples(st.sampled_from(ADDED), st.integers(0, 7)), max_size=6)
MOST_PAIRS = 14  # at least as many as two runs of six steps can have
allow_slow_fixture = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


def command_for(state, kind: str, index: int, hand, first_editable: int) -> WriteCommand | None:
    """Return the command of a form; hands before ``first_editable`` are neither edited nor deleted."""
    key, number = uuid.uuid4(), state.next_number
    if kind == "new":
        return WriteCommand(key, number, 0, hand)
    numbers = [known for known, _hand in state.standing if kind == "before" or known >= first_editable]
    if not numbers:
        return None
    chosen = numbers[index % len(numbers)]
    if kind == "before":
        return WriteCommand(key, number, 0, hand, "missed", chosen)
    return WriteCommand(key, chosen, state.revs[chosen], hand if kind == "amend" else None, "a slip")


class Table:
    """A table whose hands differ in their texts.

    "Theirs" are hands that others wrote to the log. "Mine" are hands in a branch, kept by one phone offline.
    """

    def __init__(self, cast: Cast | None = None):
        self.cast = cast or Cast(*longest_example())
        self.texts = 0

    def hand(self, who: str) -> Adjustment:
        self.texts += 1
        return self.cast.adjustment(0, f"{who} {self.texts}")

    def branch(self, *commands: WriteCommand) -> Branch:
        branch = Branch(self.cast.state)
        for command in commands:
            branch.add(command, self.cast.phone("Bo"))
        return branch

    def write(self, command: WriteCommand):
        answer = commands.append_entry(self.cast.match, self.cast.phone("Ann"), command)
        assert isinstance(answer, commands.Saved), answer

    def play(self, who: str, steps, branch: Branch | None = None, first_editable: int = SHARED + 1):
        """Play these steps on the branch or in the log; see ``command_for``."""
        for kind, index in steps:
            state = self.cast.state if branch is None else branch.state
            command = command_for(state, kind, index, self.hand(who), first_editable)
            if command and branch is None:
                self.write(command)
            elif command:
                branch.add(command, self.cast.phone("Bo"))

    def settle(self, branch: Branch, *choices: str, **corrections: str):
        """Settle by these choices, one for each pair."""
        choice_of = {str(index): choice for index, choice in enumerate(choices)} | corrections
        return settle(self.cast.match, self.cast.phone("Bo"), branch, choice_of, "two phones")

    @property
    def standing(self) -> list[Any]:
        return [hand for _number, hand in self.cast.state.standing]


def diverged_table(theirs, mine) -> tuple[Table, Branch]:
    """Return a table whose log has two shared hands and "theirs", and the branch with "mine"."""
    table = Table()
    table.play("shared", [("new", 0)] * SHARED)
    offline = table.branch()
    table.play("mine", mine, offline)
    table.play("theirs", theirs)
    return table, table.branch(*offline.own)


def expected_hands(branch: Branch, choices: list[str]) -> list[Any]:
    """Return the expected hands: those that both runs share, and the chosen ones of each pair."""
    theirs, mine = dict(branch.base.standing), dict(branch.state.standing)
    hands_before: dict[int | None, list[Any]] = {}
    for pair, choice in zip(branch.pairs, choices, strict=True):
        hands = hands_before.setdefault(pair.before, [])
        if pair.theirs is not None and (pair.same or choice != MINE):
            hands.append(theirs[pair.theirs])
        if pair.mine is not None and not pair.same and choice != THEIRS:
            hands.append(mine[pair.mine])
    expected = []
    for number in branch.base.order:
        if number < (branch.first or 0):  # a shared hand
            expected += hands_before.get(number, [])
            expected += [theirs[number]] if number in theirs else []
    return expected + hands_before.get(None, [])


@allow_slow_fixture
@given(
    STEPS, STEPS, st.lists(st.sampled_from([THEIRS, MINE, BOTH]), min_size=MOST_PAIRS, max_size=MOST_PAIRS)
)
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


@allow_slow_fixture
@given(STEPS, STEPS)
@example([("new", 0)], [("before", 0)])  # a missed hand, inserted before a shared one
@example([("new", 0)], [("new", 0), ("amend", 0), ("before", 0), ("undo", 7)])
def test_choosing_mine_gives_my_phones_sheet(db, theirs, mine):
    with transaction.atomic():
        table, branch = diverged_table(theirs, mine)
        if branch.first is not None:
            assert table.settle(branch, *[MINE] * len(branch.pairs)) is None
            assert table.standing == [hand for _number, hand in branch.state.standing]
        # If this phone, or another with the same run, sends the run again, nothing changes.
        match, phone = table.cast.match, table.cast.phone("Bo")
        for command in branch.own:
            if models.Entry.objects.filter(match=match, key=command.key).exists():
                assert not isinstance(commands.append_entry(match, phone, command), commands.Forbidden)
        assert table.cast.match.length == match.length
        transaction.set_rollback(True)


@pytest.mark.parametrize("choice", [THEIRS, MINE])
def test_one_of_two_corrections_of_a_hand_is_chosen(db, choice):
    table = Table()
    table.play("shared", [("new", 0)] * SHARED)
    offline = table.branch()
    for who, target in ("mine", offline), ("theirs", None):
        table.play(who, [("amend", 0), ("new", 0)], target, first_editable=1)
    branch = table.branch(*offline.own)
    (correction,) = branch.corrections
    assert table.settle(branch, choice, **{str(correction.key): choice}) is None
    authors = [hand.why.split()[0] for hand in table.standing]
    assert authors == [choice, "shared", choice]


def deal(bidder: int, bid: int, points: int) -> Deal:
    """Return a deal in which the bidder's side takes these points, of 100."""
    return Deal(Seat(bidder), bid, PerSide((100 - points, points) if bidder % 2 else (points, 100 - points)))


NO_WIN, WIN = [deal(1, 60, 60), deal(0, 60, 70)], [deal(0, 60, 70), deal(0, 65, 70)]


def two_hundred(theirs: list[Deal], mine: list[Deal]) -> tuple[Table, Branch]:
    """Return a table of four whose log has one shared hand and "theirs", and the branch with "mine"."""
    game = every_game()["two_hundred"]
    table = Table(Cast(game, next(example for example in game.examples if example.seating.shape == (4, 2))))
    for hand in deal(0, 60, 70), *theirs:
        table.cast.write(hand)
    commands = [WriteCommand(uuid.uuid4(), number, 0, hand) for number, hand in enumerate(mine, start=2)]
    return table, table.branch(*commands)


@pytest.mark.parametrize(
    ("theirs", "mine", "winners_before", "winners_after"), [(NO_WIN, WIN, (), (0,)), (WIN, NO_WIN, (0,), ())]
)
def test_choosing_my_run_makes_or_unmakes_the_winner(theirs, mine, winners_before, winners_after):
    table, branch = two_hundred(theirs, mine)

    def winners() -> tuple[int, ...]:
        outcome, results = table.cast.state.sheet.outcome, table.cast.match.results
        assert results.exists() is (outcome is not None)
        assert results.filter(won=True).count() == len(outcome.winners if outcome else ())
        return outcome.winners if outcome else ()

    assert winners() == winners_before
    assert table.settle(branch, MINE, MINE) is None
    assert winners() == winners_after


def test_hand_after_the_end_is_refused():
    table, branch = two_hundred(WIN, [*NO_WIN, deal(1, 60, 60)])
    length = table.cast.match.length
    assert isinstance(table.settle(branch, THEIRS, THEIRS, BOTH), Refused)
    assert table.cast.match.length == length


def test_other_phones_are_told_of_conflicting_hands_for_a_day(cast, monkeypatch):
    def hold(who: str, hands: int) -> int:
        """Return the version of the table after a phone has reported how many hands it keeps."""
        assert cast.post(who, "held", data={"hands": hands}).status_code == 204
        return models.Table.objects.get(pk=cast.table.pk).version

    notice = "2 hands on Bo’s phone differ from this sheet"
    version = hold("Bo", 2)
    assert [notice in text(cast.get(who, "table")) for who in ("Bo", "Ann", "Cy")] == [False, True, True]
    assert hold("Bo", 2) == version, "the number is known already"
    hold("Ann", 1)
    hold("Bo", 0)
    page = text(cast.get("Cy", "table"))
    assert "1 hand on Ann’s phone differs" in page
    assert "on Bo’s phone" not in page
    monkeypatch.setattr(commands, "HELD_FOR", timedelta(seconds=-1))
    assert "on Ann’s phone" not in text(cast.get("Cy", "table"))
    hold("Ann", 0)
    assert cast.match.held is None

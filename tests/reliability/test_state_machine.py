"""Random operations of phones on one match: the log must agree with a model of the log."""

import uuid
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from games import every_game
from games.engine import effective_hands, replay
from scorekeeper.matches import commands, hash_chain, models
from scorekeeper.matches.phones import let_in
from scorekeeper.sheet import cache
from tests.log_chain import broken_link
from tests.site.cast import Cast

pytestmark = pytest.mark.django_db


def new_cast():
    game = next(iter(every_game().values()))
    return Cast(game, game.examples[0])


def command_for(cast, number, rev, value, why="", before=None):
    """Return a phone's command: a value of None deletes the hand, ``before`` inserts it before that hand."""
    hand = None if value is None else cast.adjustment(0, value)
    fingerprint = hash_chain.fingerprint(number, rev, value, why, before)
    return commands.WriteCommand(uuid.uuid4(), number, rev, hand, why, before, fingerprint)


@dataclass
class Model:
    """The expected log: the order of the hands, the versions of each, the number of entries."""

    order: list[int]
    versions: dict[int, list[str | None]]
    length: int = 0


PHONES = st.integers(0, 2)
VALUES = st.sampled_from("abc")


class Phones(RuleBasedStateMachine):
    sent = Bundle("sent")

    @initialize()
    def begin(self):
        self.cast = new_cast()
        let_in(self.cast.table, "a phone that belongs to Eve", models.Role.SCORER)
        self.phones = [self.cast.phone(name) for name in ("Ann", "Bo", "Eve")]
        self.match = self.cast.match
        self.model = Model([], {})
        self.places: dict[uuid.UUID, int] = {}  # in the log, keyed by the write's key
        self.version = 0

    def append(self, phone, command):
        # self.match may be stale, as in a request: other phones may have written since it was read.
        return commands.append_entry(self.match, self.phones[phone], command)

    def check_saved(self, command, answer):
        assert isinstance(answer, commands.Saved), answer
        assert not answer.is_repeat
        self.model.length += 1
        assert answer.entry.place == self.model.length
        self.places[command.key] = answer.entry.place
        if command.number not in self.model.versions:
            order = self.model.order
            order.insert(order.index(command.before) if command.before else len(order), command.number)
        value = command.hand.why if command.hand else None
        self.model.versions.setdefault(command.number, []).append(value)

    def write(self, phone, number, rev, value, why="", before=None):
        """Send a write and check the answer against the model."""
        command = command_for(self.cast, number, rev, value, why, before)
        answer = self.append(phone, command)
        known = self.model.versions.get(number, [])
        next_number = max(self.model.versions, default=0) + 1
        if not self.phones[phone].may_score:
            assert isinstance(answer, commands.Forbidden)
        elif len(known) == rev + 1 and known[-1] == value and self.stored_before(number, rev) == before:
            assert isinstance(answer, commands.Duplicate)
        elif len(known) != rev or (rev == 0 and number != next_number):
            assert isinstance(answer, commands.Conflict)
        else:
            self.check_saved(command, answer)
        return phone, command

    def stored_before(self, number, rev):
        return models.Entry.objects.get(match=self.match, number=number, rev=rev + 1).before

    @rule(target=sent, phone=PHONES, hands_behind=st.integers(0, 2), value=VALUES)
    def enter(self, phone, hands_behind, value):
        number = max(1, max(self.model.versions, default=0) + 1 - hands_behind)
        return self.write(phone, number, 0, value)

    @rule(target=sent, phone=PHONES, number=st.integers(1, 4), rev=st.integers(1, 3), value=VALUES)
    def amend(self, phone, number, rev, value):
        return self.write(phone, number, rev, value, why="miscounted")

    @rule(target=sent, phone=PHONES, number=st.integers(1, 4))
    def strike(self, phone, number):
        rev = len(self.model.versions.get(number, [])) or 1
        return self.write(phone, number, rev, None, why="struck out")

    @rule(target=sent, phone=PHONES, place=st.integers(0, 3), value=VALUES)
    def insert(self, phone, place, value):
        if not self.model.order:
            return self.write(phone, 1, 0, value)
        before = self.model.order[min(place, len(self.model.order) - 1)]
        return self.write(phone, max(self.model.versions) + 1, 0, value, why="forgotten", before=before)

    @rule(earlier=sent)
    def send_again(self, earlier):
        phone, command = earlier
        answer = self.append(phone, command)
        if command.key in self.places:
            assert isinstance(answer, commands.Saved)
            assert answer.is_repeat
            assert answer.entry.place == self.places[command.key]
        elif isinstance(answer, commands.Saved):
            self.check_saved(command, answer)

    @rule(earlier=sent)
    def use_the_key_for_something_else(self, earlier):
        phone, command = earlier
        if command.key in self.places:
            other = replace(command, fingerprint=hash_chain.fingerprint("something else"))
            assert isinstance(self.append(phone, other), commands.KeyReused)

    @rule(phone=st.integers(1, 2), may_score=st.booleans())
    def give_or_take_the_right(self, phone, may_score):
        scorer = self.phones[phone]
        scorer.role = models.Role.SCORER if may_score else models.Role.WATCHER
        scorer.save()

    @invariant()
    def the_log_agrees(self):
        match, state = self.cast.match, self.cast.state
        hands = effective_hands(logged.entry for logged in state.log)
        last = {n: values[-1] for n, values in self.model.versions.items()}
        assert [(n, hand.why) for n, hand in hands] == [
            (n, last[n]) for n in self.model.order if last[n] is not None
        ]
        assert match.length == self.model.length
        assert broken_link(match) is None
        # The cached state equals that of a full replay.
        assert state.sheet == replay(state.game, state.heading.seating, state.heading.house, hands)
        self.cast.table.refresh_from_db()
        assert self.cast.table.version >= self.version
        self.version = self.cast.table.version


class TestPhones(TestCase):
    def test_any_operations_agree_with_the_model(self):
        run_state_machine_as_test(
            Phones,
            settings=settings(stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)),
        )


@pytest.fixture
def cast():
    return new_cast()


def write(cast, number, rev, value, why=""):
    return commands.append_entry(cast.match, cast.phone("Ann"), command_for(cast, number, rev, value, why))


def test_entry_cannot_be_changed_or_doubled(cast):
    entry = write(cast, 1, 0, "a").entry
    # The database refuses a repeated key, revision or place.
    fields = {name: getattr(entry, name) for name in ("match_id", "rev", "hand", "fingerprint", "hash")}
    for place, number, key in ((2, 2, entry.key), (2, 1, uuid.uuid4()), (1, 3, uuid.uuid4())):
        twin = models.Entry(**fields, place=place, number=number, key=key)
        with pytest.raises(IntegrityError), transaction.atomic():
            twin.save(force_insert=True)
    entry.why = "something else"
    with pytest.raises(TypeError):
        entry.save()


def test_order_does_not_depend_on_the_clock(cast, monkeypatch):
    """Check with the server's clock set back an hour, then ahead by years."""
    now = timezone.now()
    # (hours by which the clock is wrong, (number, rev, value, reason of the write))
    writes = ((0, (1, 0, "a")), (-1, (2, 0, "b")), (87_600, (1, 1, "c", "miscounted")))
    for hours, values in writes:
        shifted = now + timedelta(hours=hours)
        monkeypatch.setattr("django.utils.timezone.now", lambda shifted=shifted: shifted)
        write(cast, *values)
    cache.clear()
    assert [logged.place for logged in cast.state.log] == [1, 2, 3]
    assert [(row.number, row.hand.why) for row in cast.state.sheet.rows] == [(1, "c"), (2, "b")]


def test_late_draft_does_not_replace_a_saved_hand(cast):
    begun = {"number": 1, "kind": "adjustment", "answers": {}}
    stale, phone = cast.match, cast.phone("Ann")
    assert commands.save_draft(stale, phone, begun)
    assert cast.match.begun == begun
    write(cast, 1, 0, "a")
    assert cast.match.begun is None
    assert not commands.save_draft(stale, phone, begun)
    assert cast.match.begun is None

"""Random operations of phones on one match: the log must agree with a model of it."""

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
from games.engine import Adjustment, Heading, effective_hands, replay
from scorekeeper.matches import commands, hash_chain, models
from scorekeeper.matches import replay as match_replay
from scorekeeper.matches.phones import hash_key, let_in
from scorekeeper.sheet import cache
from tests.log_chain import broken_link

pytestmark = pytest.mark.django_db


def adjustment(value, sheet):
    return Adjustment(sheet.seating.per_side(lambda side: 0), value)


def start():
    """Return a table and its three phones that may score; the first is the host's."""
    game = next(iter(every_game().values()))
    heading = Heading(game.seatings[0], game.presets[0].house, game.presets[0].id)
    names = [f"Player {n}" for n in range(game.seatings[0].seats)]
    table = commands.start_table(game, heading, names, hash_key("host"), "Ann")
    others = [let_in(table, f"phone {n}", models.Role.SCORER, "Bo") for n in range(2)]
    return table, [table.phones.get(name="Ann"), *others]


def command_for(match, number, rev, value, key=None, why="", before=None):
    """Return a phone's command; a value of None deletes the hand."""
    sheet = match_replay.load_match_state(match).sheet
    hand = None if value is None else adjustment(value, sheet)
    fingerprint = hash_chain.fingerprint(number, rev, value, why, before)
    return commands.WriteCommand(key or uuid.uuid4(), number, rev, hand, why, before, fingerprint)


@dataclass
class Model:
    """The expected log: the order of the hands, the versions of each, the number of entries."""

    order: list[int]
    written: dict[int, list[str | None]]
    length: int = 0


class Phones(RuleBasedStateMachine):
    sent = Bundle("sent")

    @initialize()
    def begin(self):
        self.table, self.phones = start()
        self.match = self.table.matches.get()
        self.model = Model([], {})
        self.places: dict[uuid.UUID, int] = {}  # by key
        self.version = 0

    def append(self, phone, command):
        return commands.append_entry(models.Match.objects.get(pk=self.match.pk), self.phones[phone], command)

    def check_saved(self, command, answer, value, before=None):
        assert isinstance(answer, commands.Saved), answer
        assert not answer.is_repeat
        self.model.length += 1
        assert answer.entry.place == self.model.length
        self.places[command.key] = answer.entry.place
        if command.number not in self.model.written:
            index = self.model.order.index(before) if before else len(self.model.order)
            self.model.order.insert(index, command.number)
        self.model.written.setdefault(command.number, []).append(value)

    def write(self, phone, number, rev, value, why="", before=None):
        """Send a write and check the answer against the model."""
        command = command_for(self.match, number, rev, value, why=why, before=before)
        answer = self.append(phone, command)
        known = self.model.written.get(number, [])
        following = max(self.model.written, default=0) + 1
        if not self.phones[phone].may_score:
            assert isinstance(answer, commands.Forbidden)
        elif len(known) == rev + 1 and known[-1] == value and self.was_before(number, rev) == before:
            assert isinstance(answer, commands.Duplicate)
        elif len(known) != rev or (rev == 0 and number != following):
            assert isinstance(answer, commands.Conflict)
        else:
            self.check_saved(command, answer, value, before)
        return phone, command

    def was_before(self, number, rev):
        row = models.Entry.objects.get(match=self.match, number=number, rev=rev + 1)
        return row.before

    @rule(target=sent, phone=st.integers(0, 2), ahead=st.integers(0, 2), value=st.sampled_from("abc"))
    def enter(self, phone, ahead, value):
        number = max(1, max(self.model.written, default=0) + 1 - ahead)
        return self.write(phone, number, 0, value)

    @rule(
        target=sent,
        phone=st.integers(0, 2),
        number=st.integers(1, 4),
        rev=st.integers(1, 3),
        value=st.sampled_from("abc"),
    )
    def amend(self, phone, number, rev, value):
        return self.write(phone, number, rev, value, why="miscounted")

    @rule(target=sent, phone=st.integers(0, 2), number=st.integers(1, 4))
    def strike(self, phone, number):
        rev = len(self.model.written.get(number, [])) or 1
        return self.write(phone, number, rev, None, why="struck out")

    @rule(target=sent, phone=st.integers(0, 2), place=st.integers(0, 3), value=st.sampled_from("abc"))
    def insert(self, phone, place, value):
        if not self.model.order:
            return self.write(phone, 1, 0, value)
        before = self.model.order[min(place, len(self.model.order) - 1)]
        return self.write(phone, max(self.model.written) + 1, 0, value, why="forgotten", before=before)

    @rule(earlier=sent)
    def send_again(self, earlier):
        phone, command = earlier
        answer = self.append(phone, command)
        if command.key in self.places:
            assert isinstance(answer, commands.Saved)
            assert answer.is_repeat
            assert answer.entry.place == self.places[command.key]
        elif isinstance(answer, commands.Saved):
            value = command.hand.why if command.hand else None
            self.check_saved(command, answer, value, command.before)

    @rule(earlier=sent)
    def use_the_key_for_something_else(self, earlier):
        phone, command = earlier
        if command.key in self.places:
            answer = self.append(
                phone, replace(command, fingerprint=hash_chain.fingerprint("something else"))
            )
            assert isinstance(answer, commands.KeyReused)

    @rule(phone=st.integers(1, 2), may=st.booleans())
    def give_or_take_the_right(self, phone, may):
        scorer = self.phones[phone]
        scorer.role = models.Role.SCORER if may else models.Role.WATCHER
        scorer.save()

    @invariant()
    def the_log_agrees(self):
        if not hasattr(self, "match"):
            return
        match = models.Match.objects.get(pk=self.match.pk)
        state = match_replay.load_match_state(match)
        hands = effective_hands(written.entry for written in state.log)
        last = {n: values[-1] for n, values in self.model.written.items()}
        assert [(n, hand.why) for n, hand in hands] == [
            (n, last[n]) for n in self.model.order if last[n] is not None
        ]
        assert match.length == self.model.length
        assert broken_link(match) is None
        # The cached state equals that of a full replay.
        assert state.sheet == replay(state.game, state.heading.seating, state.heading.house, hands)
        version = models.Table.objects.get(pk=self.table.pk).version
        assert version >= self.version
        self.version = version


class TestPhones(TestCase):
    def test_any_operations_agree_with_the_model(self):
        suppressed = list(HealthCheck)
        run_state_machine_as_test(
            Phones,
            settings=settings(stateful_step_count=25, deadline=None, suppress_health_check=suppressed),
        )


@pytest.fixture
def host():
    return start()[1][0]


def match():
    return models.Match.objects.get()


def write(phone, number, rev, value, **more):
    return commands.append_entry(match(), phone, command_for(match(), number, rev, value, **more))


def test_database_refuses_a_repeated_key_revision_or_place(host):
    entry = write(host, 1, 0, "a").entry
    fields = {name: getattr(entry, name) for name in ("match_id", "rev", "hand", "fingerprint", "hash")}
    for place, number, key in ((2, 2, entry.key), (2, 1, uuid.uuid4()), (1, 3, uuid.uuid4())):
        twin = models.Entry(**fields, place=place, number=number, key=key)
        with pytest.raises(IntegrityError), transaction.atomic():
            twin.save(force_insert=True)


def test_entry_cannot_be_changed(host):
    entry = write(host, 1, 0, "a").entry
    entry.why = "something else"
    with pytest.raises(TypeError):
        entry.save()


def test_tampered_log_is_detected(host):
    for number in 1, 2, 3:
        write(host, number, 0, "a")
    assert broken_link(match()) is None
    models.Entry.objects.filter(place=2).update(why="never said")
    assert broken_link(match()) == 2
    models.Entry.objects.filter(place=2).update(why="")
    models.Entry.objects.filter(place=3).delete()
    assert broken_link(match()) == 3


def test_order_does_not_depend_on_the_clock(host, monkeypatch):
    """Check with the server's clock set back an hour midway."""
    write(host, 1, 0, "a")
    now = timezone.now()
    monkeypatch.setattr("django.utils.timezone.now", lambda: now - timedelta(hours=1))
    write(host, 2, 0, "b")
    monkeypatch.setattr("django.utils.timezone.now", lambda: now + timedelta(days=3650))
    write(host, 1, 1, "c", why="miscounted")
    cache.clear()
    state = match_replay.load_match_state(match())
    assert [written.place for written in state.log] == [1, 2, 3]
    assert [(row.number, row.hand.why) for row in state.sheet.rows] == [(1, "c"), (2, "b")]


def test_late_draft_does_not_replace_a_saved_hand(host):
    begun = {"number": 1, "kind": "adjustment", "answers": {}}
    stale = match()
    assert commands.save_draft(stale, host, begun)
    assert match().begun == begun
    write(host, 1, 0, "a")
    assert match().begun is None
    assert not commands.save_draft(stale, host, begun)
    assert match().begun is None


def test_amending_an_old_hand_does_not_stop_a_new_one(host):
    for number in 1, 2:
        write(host, number, 0, "a")
    stale = match()
    new, old = command_for(stale, 3, 0, "c"), command_for(stale, 1, 1, "b", why="miscounted")
    other = models.Phone.objects.exclude(pk=host.pk).first()
    assert isinstance(commands.append_entry(stale, other, old), commands.Saved)
    assert isinstance(commands.append_entry(stale, host, new), commands.Saved)

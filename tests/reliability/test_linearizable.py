"""Every hand is a linearizable register while workers are killed; two mutants (faults.py) must be caught."""

import math
import os
import random
import signal
import threading
import time
import uuid
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.nightly import NIGHTLY, by_night
from tests.reliability.checker import BLANK, Operation, is_linearizable
from tests.reliability.site import NO_ANSWER, hand, running

SECONDS = float(os.environ.get("LINEARIZABLE_SECONDS", "8" if NIGHTLY else "5"))
CLIENTS = 8
ENOUGH = 60  # minimum number of operations to judge by
PATIENCE = 60.0  # extra seconds that a busy machine may take to reach that number
LONGEST = 26  # operations on one hand; the search is exponential in the worst case


class Histories:
    """The operations on each hand of each table, and the hand that a table plays now."""

    def __init__(self):
        self.lock = threading.Lock()
        self.by_hand: dict[tuple[str, int], list[Operation]] = defaultdict(list)
        self.current_hands: dict[str, int] = defaultdict(lambda: 1)

    def current_hand(self, table):
        with self.lock:
            if len(self.by_hand[table, self.current_hands[table]]) >= LONGEST:
                self.current_hands[table] += 1
            return self.current_hands[table]

    def add(self, table, number, op):
        with self.lock:
            self.by_hand[table, number].append(op)

    def __len__(self):
        with self.lock:
            return sum(map(len, self.by_hand.values()))


def send(site, table, phone, fields, chance):
    """Send a write, retried in seven cases of ten; return None if no answer came."""
    for _try in range(4 if chance.random() < 0.7 else 1):
        try:
            status = site.write(table, fields, phone, headers={"X-Fault": "slow"}, timeout=5).status
        except NO_ANSWER:
            time.sleep(0.1)
            continue
        if status in (303, 409):
            return "saved" if status == 303 else "taken"
        assert status in (502, 503), status
    return None


def read(site, table, phone, number):
    """Return the state of a hand as a phone reads it; None if no answer came."""
    try:
        return site.registers(table, phone).get(number, BLANK)
    except (*NO_ANSWER, AssertionError):
        return None


def play(site, tables, histories, client, end):
    """Run a phone that reads, enters and edits hands, always based on what it has last seen."""
    chance = random.Random(client)
    table = tables[client % len(tables)]
    phone = client // len(tables) % len(table.phone_keys)
    known = {}
    while time.monotonic() < end or (len(histories) < ENOUGH and time.monotonic() < end + PATIENCE):
        number = histories.current_hand(table.code)
        sent = time.monotonic()
        if chance.random() < 0.3:
            if (seen := read(site, table, phone, number)) is not None:
                known[number] = seen[0]
                histories.add(table.code, number, Operation(sent, time.monotonic(), write=None, answer=seen))
            continue
        rev = known.get(number, 0)
        value = uuid.uuid4().hex[:8]
        answer = send(site, table, phone, hand(table, number, value, rev), chance)
        answered = time.monotonic() if answer else math.inf
        histories.add(table.code, number, Operation(sent, answered, write=value, seen=rev, answer=answer))
        if answer == "saved":
            known[number] = rev + 1
        elif answer == "taken":
            known[number] = (read(site, table, phone, number) or BLANK)[0]


def play_for(seconds, kill, **environment):
    """Play for ``seconds``, killing a worker now and then; return the histories."""
    histories, chance = Histories(), random.Random(7)
    with running(workers=2, **environment) as site:
        tables = site.seed(2, 4)
        end = time.monotonic() + seconds
        with ThreadPoolExecutor(CLIENTS) as phones:
            playing = [phones.submit(play, site, tables, histories, n, end) for n in range(CLIENTS)]
            length_at_kill = 0
            while kill and not all(phone.done() for phone in playing):
                time.sleep(0.4 + chance.random())
                # A worker restarts slowly on a busy machine: leave time for operations between two kills.
                if len(histories) >= length_at_kill + 6 and (workers := site.workers()):
                    os.kill(chance.choice(workers), signal.SIGKILL)
                    length_at_kill = len(histories)
            for phone in playing:
                phone.result()
    return histories


@pytest.mark.chaos
def test_every_hand_is_linearizable_while_workers_are_killed():
    histories = play_for(SECONDS, kill=True).by_hand
    assert sum(map(len, histories.values())) >= ENOUGH, "too few operations to judge by"
    assert {register: is_linearizable(ops) for register, ops in histories.items()} == dict.fromkeys(
        histories, True
    )


@pytest.mark.chaos
@pytest.mark.sqlite_only
@pytest.mark.timeout(300)
@pytest.mark.parametrize("mutant", ["last_write_wins", pytest.param("stale_reads", marks=by_night)])
def test_mutant_is_caught(mutant):
    # A few seconds of play may show no conflict between two phones, so play up to five times.
    runs = (play_for(SECONDS / 2, kill=False, MUTANT=mutant).by_hand for _run in range(5))
    caught = (not all(map(is_linearizable, histories.values())) for histories in runs)
    assert any(caught), f"{mutant} went unnoticed"

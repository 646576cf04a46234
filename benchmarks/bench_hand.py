"""Benchmark of saving a hand, against a bare Django view with the same queries, and of a long sheet."""

from __future__ import annotations

import statistics
import uuid
from typing import Any

from .in_process import KEY, Answer, ask, set_up

HANDS = 20  # hands on the sheet before the first save
LONG = 50  # hands of the long sheet
TIMES = 200  # measured saves
HTMX = {"hx_request": "true", "hx_request_type": "partial"}


def main() -> None:
    application = set_up()
    from django.conf import settings
    from django.core.handlers.wsgi import WSGIHandler
    from django.test import override_settings

    settings.ROOT_URLCONF = "benchmarks.bare"
    with override_settings(MIDDLEWARE=[]):
        bare = WSGIHandler()
    saves, bare_answers = [], []
    for n in range(TIMES // 10 + 1):
        # At each table, ten saves by the site alternate with ten by the bare view.
        table = create_table(HANDS)
        show(application, table, cold=False)  # the scorer has the table open
        for _ in range(10):
            saves.append(save(application, table))
            bare_answers.append(ask(bare, f"/bare/{table.code}", {"key": uuid.uuid4(), "why": "agreed"}))
            assert bare_answers[-1].status == 200, bare_answers[-1].body[-500:]
        if n == 0:
            saves.clear(), bare_answers.clear()  # the first requests compile templates
    save_seconds = [sum(step.seconds for step in steps) for steps in saves]
    bare_seconds = [answer.seconds for answer in bare_answers]
    save_cpu = p50_ms([sum(step.cpu for step in steps) for steps in saves])
    bare_cpu = p50_ms([answer.cpu for answer in bare_answers])
    print(
        f"  save a hand on a sheet of at least {HANDS} hands: p50 {p50_ms(save_seconds):.2f} ms, CPU "
        f"{save_cpu:.2f} ms, in {len(saves[0])} requests"
    )
    print(f"  a bare view, same reads and writes: p50 {p50_ms(bare_seconds):.2f} ms, CPU {bare_cpu:.2f} ms")
    print(f"  the response: {statistics.median(len(steps[-1].body) for steps in saves):,.0f} bytes")
    print(
        f"  ratio {statistics.median(save_seconds) / statistics.median(bare_seconds):.2f}, of CPU time alone "
        f"{save_cpu / bare_cpu:.2f}"
    )
    table = create_table(LONG)
    for cold in (False, True):
        shown = [show(application, table, cold) for _ in range(60)][5:]
        print(
            f"  show {LONG} hands{', uncached' if cold else ''}: p50 "
            f"{p50_ms([answer.seconds for answer, _ in shown]):.2f} ms, CPU "
            f"{p50_ms([answer.cpu for answer, _ in shown]):.2f} ms, "
            f"{shown[-1][1]} queries, {len(shown[-1][0].body):,} bytes"
        )


def p50_ms(seconds: list[float]) -> float:
    return statistics.median(seconds) * 1000


def create_table(hands: int) -> Any:
    """Create a table with an unfinished match of ``hands`` hands, in a game with an auction."""
    from games import every_game
    from games.engine import Heading
    from scorekeeper.matches import (
        commands,
        models,
        phones,
    )

    example, game = max(
        ((example, game) for game in every_game().values() if game.auction for example in game.examples),
        key=lambda pair: len(pair[0].hands),
    )
    heading = Heading(example.seating, example.house, game.presets[0].id)
    names = [f"Player {n}" for n in range(1, example.seating.seats + 1)]
    table = commands.start_table(game, heading, names, phones.hash_key(KEY), "Ann")
    phone, match = models.Phone.objects.get(table=table), table.matches.get()
    for n in range(1, hands + 1):
        command = commands.WriteCommand(uuid.uuid4(), n, 0, next_hand(match, example.hands))
        assert isinstance(commands.append_entry(match, phone, command), commands.Saved)
    return table


def next_hand(match: Any, hands: Any) -> Any:
    """Return a hand that can be played now without ending the match, or an adjustment back to zero."""
    from games.engine import Adjustment, PerSide, append_hand
    from scorekeeper.matches import (
        models,
        replay,
    )

    state = replay.load_match_state(models.Match.objects.get(pk=match.pk))
    first = len(state.log) % len(hands)
    for hand in (*hands[first:], *hands[:first]):
        after = append_hand(state.game, state.sheet, hand)
        if not after.rows[-1].problems and after.outcome is None:
            return hand
    return Adjustment(PerSide(-int(total) for total in state.sheet.totals), "back to zero")


def save(application: Any, table: Any) -> list[Answer]:
    """Save a hand with the form, as a phone does, and follow the redirects."""
    from games.engine import kind_of, to_form_data
    from scorekeeper.matches import (
        models,
        replay,
    )
    from scorekeeper.sheet.form_fields import box_value

    match = models.Match.objects.get(table=table)
    state = replay.load_match_state(match)
    hand = next_hand(match, [written.entry.hand for written in state.log])
    boxes = {path: box_value(answer) for path, answer in to_form_data(hand).items()}
    form = {
        "kind": kind_of(state.game, hand),
        "number": state.next_number,
        "rev": 0,
        "key": uuid.uuid4(),
        **boxes,
    }
    steps = [ask(application, f"/t/{table.code}/m/1/hand", form, **HTMX)]
    while "Location" in steps[-1].headers:
        steps.append(ask(application, steps[-1].headers["Location"], **HTMX))
    assert steps[-1].status == 200, steps[-1].body[-2000:]
    return steps


def show(application: Any, table: Any, cold: bool) -> tuple[Answer, int]:
    """Return the response of the table's page and the number of queries."""
    from django.db import connection

    from scorekeeper.sheet import cache

    queries = []

    def count(execute: Any, *query: Any) -> Any:
        queries.append(query[0])
        return execute(*query)

    if cold:
        cache.clear()
    with connection.execute_wrapper(count):
        return ask(application, f"/t/{table.code}/"), len(queries)

"""Rate limits across processes: of many simultaneous requests exactly the allowed number pass."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.test import Client

from games import every_game
from scorekeeper.web import limits
from tests.reliability.site import STILL, running
from tests.site.cast import fields

PHONES = 8
TOO_MANY = 30
START = limits.named("start")[0]
MOST = START.count


@pytest.mark.chaos
def test_three_processes_let_exactly_so_many_tables_begin():
    game = next(iter(every_game().values()))
    sent = fields(Client(), game)
    with running(workers=3, LIMITS="1", CLOCK=STILL) as site, ThreadPoolExecutor(PHONES) as phones:

        def start(_n: int) -> int:
            answer = site.ask("POST", f"/play/{game.slug}/", "", sent)
            if answer.status == 429:
                assert 0 < int(answer.headers["retry-after"]) <= START.seconds
            return answer.status

        told = Counter(phones.map(start, range(MOST + TOO_MANY)))
        assert told == {302: MOST, 429: TOO_MANY}
        assert site.ask("GET", "/", "").status == 200

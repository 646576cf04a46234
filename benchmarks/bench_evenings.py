"""Count lost and duplicated hands in random evenings with phones that go offline.

``BENCH_ROUNDS`` evenings, 200 by default; 10,000 took 38 minutes on two cores. Nothing is stored.
"""

from __future__ import annotations

import os
import time

from .in_process import set_up

EVENINGS = int(os.environ.get("BENCH_ROUNDS", "200"))


def main() -> None:
    set_up()
    from django.db import transaction
    from django.test.utils import override_settings

    from tests.reliability.evenings import Evening, random_evening

    began, written, lost, doubled, diverged = time.monotonic(), 0, 0, 0, 0
    with override_settings(ALLOWED_HOSTS=["testserver"]):
        for seed in range(EVENINGS):
            steps, choice = random_evening(seed)
            with transaction.atomic():
                evening = Evening()
                evening.play(steps)
                evening.end(choice)
                written += len(evening.written)
                lost += len(evening.lost_texts) + len(evening.undelivered_texts)
                doubled += len(evening.doubled_texts)
                diverged += bool(evening.differing_phones or evening.broken_place)
                failures = evening.lost_texts, evening.undelivered_texts, evening.doubled_texts
                if any(failures):
                    print(f"  evening {seed}:", *failures)
                transaction.set_rollback(True)
    print(
        f"  {EVENINGS:,} evenings, {written:,} hands and corrections in {time.monotonic() - began:.0f} s: "
        f"lost {lost}, doubled {doubled}, evenings that end with more than one sheet {diverged}"
    )

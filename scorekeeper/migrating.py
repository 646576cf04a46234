"""Changing tables while people play: give up at once where somebody reads, and try again.

On PostgreSQL a change of a table waits for whoever reads it, and everybody else waits behind it. So it waits
200 ms at most; what it had begun is undone, those behind it go on, and it comes again.
"""

import random
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.db.utils import OperationalError

T = TypeVar("T")

LOCK_TIMEOUT = 200  # ms
TRIES = 150
PAUSE = 0.3  # seconds, about


def patiently(change: Callable[[], T], connection: Any, say: Callable[[str], Any] = lambda text: None) -> T:
    """Make a change of the schema, again and again while it is held up. Raises what is not about waiting."""
    for n in range(1, TRIES + 1):
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {LOCK_TIMEOUT}")
            cursor.execute("SET statement_timeout = 0")
        try:
            return change()
        except OperationalError as error:
            if not held_up(error) or n == TRIES:
                raise
            if n == 1:
                say("Somebody is reading what is to be changed; trying again.")
            time.sleep(PAUSE * (0.5 + random.random()))
        finally:
            if connection.connection is not None and not connection.in_atomic_block:
                with connection.cursor() as cursor:
                    cursor.execute("RESET lock_timeout")
                    cursor.execute("RESET statement_timeout")
    raise AssertionError


def held_up(error: BaseException) -> bool:
    """Whether a statement gave up because it would have had to wait for a lock."""
    return getattr(error.__cause__, "sqlstate", "") == "55P03"

"""Schema changes while people play: give up quickly while a database table is locked, and retry.

On PostgreSQL a schema change waits for readers of the table, and everyone else queues behind it. Therefore
a change waits at most 200 ms; then it is rolled back, the queue proceeds, and the change is tried again.
"""

import random
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.db.utils import OperationalError

T = TypeVar("T")

LOCK_TIMEOUT = 200  # ms
TRIES = 150
PAUSE = 0.3  # average seconds between two tries


def with_retries(
    change: Callable[[], T], connection: Any, log: Callable[[str], Any] = lambda text: None
) -> T:
    """Run a schema change, and retry it while it is blocked. Other errors are raised."""
    for attempt in range(1, TRIES + 1):
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {LOCK_TIMEOUT}")
            cursor.execute("SET statement_timeout = 0")
        try:
            return change()
        except OperationalError as error:
            if not is_lock_timeout(error) or attempt == TRIES:
                raise
            if attempt == 1:
                log("A table to be changed is in use; trying again.")
            time.sleep(PAUSE * (0.5 + random.random()))
        finally:
            if connection.connection is not None and not connection.in_atomic_block:
                with connection.cursor() as cursor:
                    cursor.execute("RESET lock_timeout")
                    cursor.execute("RESET statement_timeout")
    raise AssertionError


def is_lock_timeout(error: BaseException) -> bool:
    return getattr(error.__cause__, "sqlstate", "") == "55P03"

"""A clock that was set wrong: nothing is erased because time has passed that has not.

Whoever erases by the clock asks here first. Where the clock is more than a week ahead of when they last
asked, they wait a day: by then somebody has seen it, or it was right and the site was off for long.
"""

import json
import os
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

LEAP = 8 * 24 * 3600  # seconds; once a day somebody asks where the site is kept as docs/deploying.md says
WAIT = 24 * 3600


class Seen(NamedTuple):
    """What the clock said when it was last looked at, and at a leap that is still in doubt; in seconds."""

    at: int
    leapt: int = 0


def has_leapt() -> bool:
    """Whether to wait with what is erased for good."""
    now, last = int(time.time()), _last()
    leapt = last.leapt if last else 0
    if leapt and not leapt <= now < leapt + WAIT:
        leapt = 0  # it stayed for a day, or it was put right
    elif last and not leapt and now - last.at > LEAP:
        leapt = now
    try:
        half = _file().with_suffix(f".{os.getpid()}~")
        half.write_text(json.dumps(Seen(now, leapt)))
        half.replace(_file())
    except OSError:
        return True  # what cannot be remembered is not to be erased either
    return bool(leapt)


def in_doubt() -> datetime | None:
    """When the clock leapt, by itself, if that is still in doubt."""
    last = _last()
    return datetime.fromtimestamp(last.leapt, UTC) if last and last.leapt else None


def _file() -> Path:
    return Path(settings.VAR) / "clock.json"


def _last() -> Seen | None:
    try:
        return Seen(*json.loads(_file().read_text()))
    except (OSError, ValueError, TypeError):
        return None

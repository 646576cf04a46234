"""Rate limits, counted across processes by counters.py.

Only wrong guesses at a code are counted, because many phones of a club may enter the right code from one IP
address. Once an address's allowance is used up, known phones and accounts have allowances of their own. While
the counters are unavailable, only sign-in attempts are refused.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple, TypeVar

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest
from django.utils.crypto import salted_hmac

from . import counters, phone_cookie
from .error_responses import TooManyRequests

M = TypeVar("M", bound=Model)

ADDRESS, PHONE, ACCOUNT = "address", "phone", "account"
MINUTE, DAY = 60, 24 * 3600


@dataclass(frozen=True)
class Limit:
    """At most ``count`` requests in ``seconds`` by one address, phone or account."""

    name: str
    count: int
    seconds: int
    sender_kind: str


ALL_LIMITS = (
    # Different wrong codes and secrets; a repeated one is not a new guess.
    Limit("miss", 30, 10 * MINUTE, ADDRESS),
    # A big club starts 25 tables at once.
    Limit("start", 40, 10 * MINUTE, ADDRESS),
    Limit("start", 200, DAY, ADDRESS),
    # Rulings, and questions about a hand.
    Limit("ask", 40, 10 * MINUTE, PHONE),
    Limit("ask", 400, 10 * MINUTE, ADDRESS),
    Limit("ask", 1_000, DAY, ADDRESS),
    # Every other POST. While a hand is entered, the phone sends about ten POSTs for previews.
    Limit("write", 300, MINUTE, PHONE),
    Limit("write", 1_500, MINUTE, ADDRESS),
    # After the site is restored from a backup, each phone sends its copy of the log once
    # (tables/views/offline.py). All phones of a club may do this at the same time.
    Limit("offer", 60, 10 * MINUTE, PHONE),
    Limit("offer", 1_000, 10 * MINUTE, ADDRESS),
    # Comparing hands with the log: a table's most expensive request.
    Limit("compare", 40, 10 * MINUTE, PHONE),
    Limit("compare", 100, 10 * MINUTE, ADDRESS),
    # Wrong passwords and codes (accounts/attempts.py).
    Limit("wrong", 5, 30 * MINUTE, ACCOUNT),
    Limit("wrong", 50, 30 * MINUTE, ADDRESS),
    # Passwords and codes, right or wrong.
    Limit("sign in", 60, MINUTE, PHONE),
    Limit("sign in", 300, MINUTE, ADDRESS),
    # On a club's first evening forty people may sign up.
    Limit("sign up", 40, 10 * MINUTE, ADDRESS),
    Limit("sign up", 100, DAY, ADDRESS),
    Limit("mail", 10, 10 * MINUTE, ADDRESS),
    Limit("mail", 40, DAY, ADDRESS),
    # New clubs.
    Limit("found", 5, 10 * MINUTE, ADDRESS),
    Limit("found", 20, DAY, ADDRESS),
    # The response reveals whether an account has the new e-mail address.
    Limit("change address", 5, DAY, ADDRESS),
    # Expensive pages, which must not delay saving hands.
    Limit("read", 40, MINUTE, PHONE),
    Limit("read", 200, MINUTE, ADDRESS),
)

# The limits of POSTs by URL name; every other POST is limited as "write".
BY_URL_NAME = {
    "account_signup": "sign up",
    "account_login": "sign in",
    "mfa_authenticate": "sign in",
    "mfa_login_webauthn": "sign in",
    "account_reset_password": "mail",
    "account_email": "change address",
    "found_club": "found",
    "ask": "ask",
    "ask_at_table": "ask",
    "question": "ask",
    "ask_to_score": "ask",
    "offer": "offer",
    "compare": "compare",
}
EXPENSIVE = frozenset(
    (
        *("irregularities", "irregularity", "other_rules", "paper", "card", "strike", "result", "records"),
        *("history", "history_print", "club_whole", "club_results", "job_file"),
        *("data_of_player", "csv_of_player", "figures_game", "figures_ratings"),
    )
)

# Bounds of a table. The longest evenings of real tables have about 150 hands.
MOST_ENTRIES = 1_000  # entries of a match; an uncached page replays them all
MOST_MATCHES = 500  # matches of a table
MOST_COMPARED = 60  # entries of a phone compared with the log at once; the phone keeps the rest for later
MOST_RESCORED = 1_000  # hands scored again per comparison
MOST_SETTLED = 2_000  # hands scored again while a choice is saved

# Wrong guesses from one address are counted by their hash modulo this number, so that a flood of guesses does
# not fill the disk with counters.
GUESS_BUCKETS = 65_536
OWN_SHARE = 0.4  # share of an address's allowance that each known phone or account has

# Functions that return the name of the sender's own allowance, "" for an unknown sender. Apps add
# theirs in ready().
allowance_functions: list[Callable[[HttpRequest, Limit], str]] = []


class Count(NamedTuple):
    """A limit's counter after a request: its stored key, the end of its period, and its total."""

    limit: Limit
    key: str
    ends: int
    total: int
    seconds_left: int

    @property
    def is_over(self) -> bool:
        return self.total > self.limit.count * settings.LIMITS


def limits_of(name: str) -> list[Limit]:
    return [limit for limit in ALL_LIMITS if limit.name == name]


def spend(request: HttpRequest, name: str) -> None:
    """Count a request under the limits of this name. Raise ``TooManyRequests``."""
    if not settings.LIMITS:
        return
    try:
        counts = count([(limit, _sender(request, limit)) for limit in limits_of(name)])
    except counters.CounterError:
        return
    exceeded = [
        counted
        for counted in counts
        if counted.is_over
        and not (counted.limit.sender_kind == ADDRESS and _has_own_allowance(request, counted.limit))
    ]
    if exceeded:
        raise TooManyRequests(max(counted.seconds_left for counted in exceeded))


def count_wrong_guess(request: HttpRequest, guess: str) -> None:
    """Count a wrong guess; a repeated one counts once. Raise ``TooManyRequests``."""
    count_wrong_guess_from(request.META.get("REMOTE_ADDR", ""), guess)


def count_wrong_guess_from(ip: str, guess: str) -> None:
    """Count a wrong guess from this IP address. Raise ``TooManyRequests``."""
    if not settings.LIMITS:
        return
    [limit] = limits_of("miss")
    sender = address(ip)
    bucket = int(_hashed(f"{sender}:{guess}"), 16) % GUESS_BUCKETS
    try:
        guesses, same_guess = count([(limit, sender), (limit, f"{sender}:{bucket}")])
    except counters.CounterError:
        return
    if same_guess.total > 1:
        decrement([guesses])
    elif guesses.is_over:
        raise TooManyRequests(guesses.seconds_left)


def found_or_404(request: HttpRequest, rows: QuerySet[M], code: str) -> M:
    """Return the row with this code. Raise ``Http404``, or ``TooManyRequests`` after too many guesses."""
    if (row := rows.filter(code=code).first()) is None:
        count_wrong_guess(request, code)
        raise Http404
    return row


def count(senders: Sequence[tuple[Limit, str]]) -> list[Count]:
    """Count once for each limit and sender. Raise ``counters.CounterError``."""
    now = int(time.time())
    keys = []
    for limit, sender in senders:
        ends = (now // limit.seconds + 1) * limit.seconds
        # Keys change daily, so that stored senders cannot be tracked across days.
        keys.append((_hashed(f"{ends // DAY}:{limit.name}:{limit.seconds}:{sender}"), ends))
    counted = zip(senders, keys, counters.count(keys) if keys else [], strict=True)
    return [Count(limit, key, ends, total, ends - now) for (limit, _), (key, ends), total in counted]


def decrement(counts: Sequence[Count]) -> None:
    counters.decrement([(counted.key, counted.ends) for counted in counts])


def address(ip: str) -> str:
    """Return the sender that an IP address stands for: for IPv6 its /64 network."""
    try:
        parsed = ip_address(ip)
    except ValueError:
        return ip
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed)


def _has_own_allowance(request: HttpRequest, limit: Limit) -> bool:
    """Count the request in the sender's own allowances. Return whether one of these is not used up."""
    own_limit = replace(limit, name=f"{limit.name}, known")
    try:
        names = [name for allowance_of in allowance_functions if (name := allowance_of(request, limit))]
        counts = count([(own_limit, name) for name in names])
    except (counters.CounterError, DatabaseError):
        return False
    # At least one request however small the factor LIMITS is, unless the limit itself is 0.
    allowance = max(limit.count * OWN_SHARE * settings.LIMITS, min(limit.count, 1))
    return any(counted.total <= allowance for counted in counts)


def _sender(request: HttpRequest, limit: Limit) -> str:
    key = phone_cookie.key_of(request) if limit.sender_kind == PHONE else None
    return f"{limit.sender_kind}:{key or address(request.META.get('REMOTE_ADDR', ''))}"


def _hashed(text: str) -> str:
    return salted_hmac("scorekeeper.limits", text, algorithm="sha256").hexdigest()[:24]

"""How much one phone, one address or everybody may ask of the site. Every limit stands here.

A limit never holds up a right code or a right link, for a whole club may have one address: of guesses only
the misses count. Where the counter is down nothing is limited: a hand is worth more than a flood.
"""

import time
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import TypeVar

from django.conf import settings
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest
from django.utils.crypto import salted_hmac

from . import counting, phone_cookie

M = TypeVar("M", bound=Model)

ADDRESS, PHONE, ACCOUNT = "address", "phone", "account"


@dataclass(frozen=True)
class Limit:
    """At most so many in so many seconds, by the same phone or from the same address."""

    what: str
    most: int
    seconds: int
    whose: str = ADDRESS


MINUTE, DAY = 60, 24 * 3600

# Different wrong codes of tables, clubs and rulings, and wrong secrets of links: a hall of guests has
# one address, and mistypes a few. The same one again is no new guess.
MISSES = (Limit("miss", 30, 10 * MINUTE),)
DIFFERENT = (
    65_536  # kinds of guesses that are told apart at an address, so that a flood of them fills no disk
)
# New tables, counted when one begins: a big club's evening starts twenty-five at once, from one address.
STARTING = (Limit("start", 40, 10 * MINUTE), Limit("start a day", 200, DAY))
# Rulings kept, and hands questioned.
ASKING = (Limit("ask", 40, 10 * MINUTE, PHONE), Limit("ask a day", 1_000, DAY))
# Everything else that is sent: a tap on a form sends what it would do, a hand takes ten of them.
WRITING = (Limit("write", 300, MINUTE, PHONE), Limit("write here", 1_500, MINUTE))

# What phones kept, offered to a site that was restored: a phone offers each log once, a club's come together.
OFFERING = (Limit("offer", 60, 10 * MINUTE, PHONE), Limit("offer here", 1_000, 10 * MINUTE))

# Passwords and codes that were wrong (accounts/attempts.py): of one account, and from one address.
HALF_AN_HOUR = 30 * MINUTE
WRONG_FOR_ACCOUNT = Limit("wrong", 5, HALF_AN_HOUR, ACCOUNT)
WRONG_HERE = Limit("wrong here", 50, HALF_AN_HOUR)
# New accounts, and mails asked for by somebody who is not signed in: a club's first evening is forty people.
SIGNING_UP = (Limit("sign up", 40, 10 * MINUTE), Limit("sign up a day", 100, DAY))
MAILING = (Limit("mail", 10, 10 * MINUTE), Limit("mail a day", 40, DAY))
# New clubs, and addresses that an account would change to: whether one is taken can be told from it.
FOUNDING = (Limit("found", 5, 10 * MINUTE), Limit("found a day", 20, DAY))
CHANGING_ADDRESS = (Limit("change address", 5, DAY),)

# Pages that cost more than a look at the sheet: a loop over one of them must not keep hands waiting. A phone
# opens a few of them an evening.
READING = (Limit("read", 40, MINUTE, PHONE), Limit("read here", 200, MINUTE))
COSTLY = frozenset(
    (
        *("mishaps", "mishap", "under", "paper", "card", "strike", "result", "records"),
        *("history", "history_print", "club_whole", "club_results", "job_file"),
        *("data_of_player", "csv_of_player", "figures_game", "figures_ratings"),
    )
)

# By the names of the addresses in urls.py; what is not named here is WRITING.
BY_NAME = {
    "account_signup": SIGNING_UP,
    "account_reset_password": MAILING,
    "account_email": CHANGING_ADDRESS,
    "found_club": FOUNDING,
    "ask": ASKING,
    "ask_at_table": ASKING,
    "question": ASKING,
    "ask_to_score": ASKING,
    "offer": OFFERING,
}

# What a table may hold, however slowly it comes.
# Of one match; the longest evening of real tables has some 150. A page that nobody has read for a while plays
# the whole log again: it has to stay cheap whatever a stranger has made.
MOST_ENTRIES = 1_000
MOST_MATCHES = 500  # of one table


class TooMuch(Exception):
    """Somebody has asked too much; ``seconds`` until they may ask again."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds


def spend(request: HttpRequest, limits: tuple[Limit, ...]) -> None:
    """Count what is asked. Raises ``TooMuch``."""
    if not limits or not settings.LIMITS:
        return
    now = int(time.time())
    keys = [(who(request, limit, ends), ends) for limit in limits if (ends := ends_of(limit, now))]
    try:
        counts = counting.count(keys)
    except counting.Uncounted:
        return
    waits = [
        ends - now
        for limit, (_key, ends), n in zip(limits, keys, counts, strict=True)
        if n > limit.most * settings.LIMITS
    ]
    if waits:
        raise TooMuch(max(waits))


def missed(request: HttpRequest, guess: str) -> None:
    """Count a guess that was wrong, the same one of an address once. Raises ``TooMuch``.

    Ten guests with the same old picture are one guess, and none of them is held up; whoever guesses in
    earnest has to guess something else each time.
    """
    missed_from(request.META.get("REMOTE_ADDR", ""), guess)


def missed_from(machine: str, guess: str) -> None:
    """Count a guess that was wrong by the machine at this address. Raises ``TooMuch``."""
    if not settings.LIMITS:
        return
    [limit] = MISSES
    now = int(time.time())
    ends, here = ends_of(limit, now), address(machine)
    kind = int(stored(limit, f"{here}:{guess}", ends), 16) % DIFFERENT
    every, same = (stored(limit, here, ends), ends), (stored(limit, f"{here}:{kind}", ends), ends)
    try:
        guesses, often = counting.count([every, same])
    except counting.Uncounted:
        return
    if often > 1:
        counting.take_back([every])
    elif guesses > limit.most * settings.LIMITS:
        raise TooMuch(ends - now)


def found_or_404(request: HttpRequest, among: QuerySet[M], code: str) -> M:
    """What a code names; 404 where there is none, and the guess is counted. Raises ``TooMuch``."""
    if (found := among.filter(code=code).first()) is None:
        missed(request, code)
        raise Http404
    return found


def ends_of(limit: Limit, now: int) -> int:
    """When the present stretch of time ends, in seconds."""
    return (now // limit.seconds + 1) * limit.seconds


def who(request: HttpRequest, limit: Limit, ends: int) -> str:
    """Who asks, as it is stored: with a key of that day, so that it cannot be told from it afterwards."""
    name = address(request.META.get("REMOTE_ADDR", ""))
    if limit.whose == PHONE:
        name = phone_cookie.key_of(request) or name
    return stored(limit, name, ends)


def stored(limit: Limit, name: str, ends: int) -> str:
    """A name under which something is counted, so that it cannot be read from it."""
    said = f"{ends // DAY}:{limit.what}:{name}"
    return salted_hmac("scorekeeper.limits", said, algorithm="sha256").hexdigest()[:24]


def address(text: str) -> str:
    """The address that counts as one: of IPv6 the network that one household has."""
    try:
        found = ip_address(text)
    except ValueError:
        return text
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(IPv6Address(int(found) >> 64 << 64))
    return str(found)

"""Who looks at a match, what they may do, and what the site tells them beside its log."""

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from markupsafe import Markup

from games.engine import PartialHand

from .links import Links


class AskingPhone(NamedTuple):
    """A phone that asks to keep score."""

    pk: int
    name: str
    asked: int  # when, in seconds


class HeldHands(NamedTuple):
    """Hands on somebody's phone that do not fit the log; people choose there."""

    name: str
    hands: int


class Dispute(NamedTuple):
    """A question about a hand; ``settled`` says how it was settled, "" while it is open."""

    by: str
    why: str
    at: datetime
    settled: str
    settled_by: str


class RulingLink(NamedTuple):
    """What a referee ruled about a hand, and where it stands."""

    address: str
    text: str


class Stake(NamedTuple):
    """What a point is worth, and of what; ``agreed`` is False where points are all they play for."""

    worth: Fraction = Fraction(1)
    currency: str = ""
    agreed: bool = False


NO_STAKE = Stake()


class BegunHand(NamedTuple):
    """What has been said of the hand that is being played."""

    so_far: PartialHand
    in_short: str
    fingerprint: str


@dataclass(frozen=True)
class Viewer:
    """A phone at a match, in plain values: all that its page shows and the log does not say."""

    links: Links
    called: str  # what the game is called at this table
    version: int = 0  # of the table
    kept: str = ""  # the newest line of the log, as every phone keeps it
    kept_after: str = ""  # the seal of the line before it
    csrf: str = ""  # the token of forms; "" for a phone that is shown none
    key: str = ""  # of the request that a form would send
    is_newest: bool = True
    may_score: bool = False
    may_play_again: bool = False
    new_table: str = ""  # where a phone without a network begins another game
    closed: str = ""  # why only those who keep the club's score may write here
    is_closed_here: bool = False
    objections: frozenset[int] = frozenset()  # the hands that are questioned
    asking: tuple[AskingPhone, ...] = ()
    held: tuple[HeldHands, ...] = ()  # on other phones
    request: str = ""  # "asks" or "denied": what became of this phone's own request to keep score
    requested: int = 0  # when, in seconds
    stake: Stake = NO_STAKE
    parts: frozenset[str] = frozenset()  # of the page that this phone has, by name: they are left out

    @property
    def writes(self) -> bool:
        """Whether this phone may write the next hand."""
        return self.may_score and self.is_newest

    @property
    def csrf_field(self) -> Markup:
        """The hidden field by which the site knows a form as its own."""
        return Markup('<input type="hidden" name="csrfmiddlewaretoken" value="{}">').format(self.csrf)

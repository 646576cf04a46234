"""The viewer of a match: their rights, and values that the log does not contain."""

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from markupsafe import Markup

from games.engine import PartialHand

from .links import Links


class AskingPhone(NamedTuple):
    """A phone that asks for the right to score."""

    pk: int
    name: str
    asked: int  # when, in Unix time


class Takeover(NamedTuple):
    """A phone that took over scoring from phones that no longer answered."""

    pk: int
    name: str
    at: datetime
    may_undo: bool


class HeldHands(NamedTuple):
    """Hands on another phone that conflict with the log; the user of that phone chooses which to keep."""

    name: str
    hands: int


class Dispute(NamedTuple):
    """A dispute about a hand; ``settled`` is how it was settled, "" while it is open."""

    by: str
    why: str
    at: datetime
    settled: str
    settled_by: str


class RulingLink(NamedTuple):
    """A ruling about a hand, and its URL."""

    url: str
    text: str


class Stake(NamedTuple):
    """The value of a point and its currency; ``agreed`` is False at a table that plays for points only."""

    worth: Fraction = Fraction(1)
    currency: str = ""
    agreed: bool = False


NO_STAKE = Stake()


class Draft(NamedTuple):
    """The draft of the hand being played."""

    so_far: PartialHand
    summary: str  # its answers in a short text
    fingerprint: str
    by: str = ""  # the phone that enters it; "" if it is the viewer's own, or unknown


class Invitation(NamedTuple):
    """An invitation to a table that has no hand yet: its code, and the QR code of its watch link."""

    code: str
    qr_code: Markup


@dataclass(frozen=True)
class Viewer:
    """A phone at a match, in plain values: everything on its page that the log does not contain."""

    links: Links
    match_name: str  # the table's name for the game
    version: int = 0  # of the table
    kept: str = ""  # the newest line of the log, for the phone to store
    kept_after: str = ""  # the seal (the site's signature) of the line before it
    csrf: str = ""  # the CSRF token; "" for a page without forms
    key: str = ""  # a new random id for the next write, so that sending it twice writes once
    is_current: bool = True
    may_score: bool = False
    may_play_again: bool = False
    undo_start: str = ""  # name and score of the match before; "" if the start of this one cannot be undone
    new_table: str = ""  # the URL for starting another game offline
    closed: str = ""  # why only the club's scorekeepers may write here; "" while the sheet is open
    is_closed_here: bool = False  # this phone may score at the table, but not on this closed sheet
    objections: frozenset[int] = frozenset()  # numbers of the disputed hands
    asking: tuple[AskingPhone, ...] = ()
    held: tuple[HeldHands, ...] = ()  # conflicting hands on other phones
    request: str = ""  # the state of this phone's request to score: a value of models.Asking
    requested: int = 0  # time of that request, in Unix time
    may_take_over: bool = False  # this phone may take over scoring, because no scorer is active
    takeovers: tuple[Takeover, ...] = ()
    sign_in: str = ""  # the URL where this phone signs in to score again
    stake: Stake = NO_STAKE
    invitation: Invitation | None = None  # until the first hand is saved

    @property
    def writes(self) -> bool:
        """Return whether this phone may write the next hand."""
        return self.may_score and self.is_current

    @property
    def csrf_field(self) -> Markup:
        """Return the hidden form field with the CSRF token."""
        return Markup('<input type="hidden" name="csrfmiddlewaretoken" value="{}">').format(self.csrf)

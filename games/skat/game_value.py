"""The value of a game: the steps, the base, and an overbid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine import Message, _, say

from .hands import STEP, Announced, NullGame, Tricks, TrumpGame, Trumps
from .house import FailedAnnouncement, House, NullOverbid

BASE = {Trumps.DIAMONDS: 9, Trumps.HEARTS: 10, Trumps.SPADES: 11, Trumps.CLUBS: 12}  # grand: a house rule
NULL_VALUE = {
    NullGame.NULL: 23,
    NullGame.NULL_HAND: 35,
    NullGame.NULL_OUVERT: 46,
    NullGame.NULL_OUVERT_HAND: 59,
}
MOST_MATADORS = {Trumps.GRAND: 4}  # else the eleven trumps of a suit game
TRUMPS_IN_SUIT_GAME = 11
GAME_STEP = 1
STEPS_BESIDE = 7  # hand, schneider, schwarz, both announced, ouvert, and the game itself
NEEDED, SCHNEIDER_NEEDED, SCHNEIDER_SUFFERED = 61, 90, 30
PLAIN_STEPS = 2  # schneider and schwarz, which every game may still reach
BID_MAY_MATTER_BELOW = 60  # a digest's rule of thumb: games worth more are rarely overbid


def base_value(trumps: Trumps, house: House) -> int:
    """Return the base value of a suit, or of grand at this table."""
    return house.grand_base if trumps is Trumps.GRAND else BASE[trumps]


def most_matadors(trumps: Trumps) -> int:
    return MOST_MATADORS.get(trumps, TRUMPS_IN_SUIT_GAME)


def ladder(house: House) -> tuple[int, ...]:
    """Return every possible value of a game in ascending order: the legal bids."""
    values = set(NULL_VALUE.values())
    for trumps in Trumps:
        most_steps = most_matadors(trumps) + STEPS_BESIDE
        values |= {base_value(trumps, house) * level for level in range(1 + GAME_STEP, most_steps + 1)}
    return tuple(sorted(values))


@dataclass(frozen=True)
class GameValue:
    """The steps of a game in words, their base, and the points charged after the bid."""

    steps: tuple[Message, ...]
    level: int
    base: int
    bid: int | None

    @property
    def value(self) -> int:
        return self.level * self.base

    @property
    def overbid(self) -> bool:
        return self.bid is not None and self.value < self.bid

    @property
    def charged(self) -> int:
        """Return the value, or the smallest multiple of the base that reaches an overbid."""
        return covering_multiple(self.bid, self.base) if self.bid is not None and self.overbid else self.value

    @property
    def words(self) -> Message:
        """Return the value as players say it: "with 2, game 3, hand 4, schneider 5 × 12 = 60"."""
        return say(_("{steps} × {base} = {value}"), steps=self.steps, base=self.base, value=self.value)


def covering_multiple(bid: int, base: int) -> int:
    """Return the smallest multiple of the base that is no less than the bid."""
    return -(-bid // base) * base


def took_enough(hand: TrumpGame) -> bool:
    """Return whether the declarer took enough, regardless of the bid."""
    if hand.points is None:
        return bool(hand.won)
    match hand.announced:
        case Announced.SCHWARZ | Announced.OUVERT:
            return hand.tricks is Tricks.ALL
        case Announced.SCHNEIDER:
            return hand.points >= SCHNEIDER_NEEDED
        case _:
            return hand.points >= NEEDED


def is_schneider(hand: TrumpGame) -> bool:
    """Return whether either side has thirty points or fewer."""
    if hand.points is None:
        return hand.schneider or hand.tricks is not Tricks.SOME
    return hand.points >= SCHNEIDER_NEEDED or hand.points <= SCHNEIDER_SUFFERED


def is_schwarz(hand: TrumpGame) -> bool:
    """Return whether either side is without a trick."""
    return hand.tricks is not Tricks.SOME


def kept_announcement(hand: TrumpGame, announced: Announced) -> bool:
    """Return whether the declarer reached this step of the announcement."""
    if hand.points is None and hand.won:
        return True
    if announced is Announced.SCHNEIDER:
        return hand.tricks is Tricks.ALL or (hand.points is not None and hand.points >= SCHNEIDER_NEEDED)
    return hand.tricks is Tricks.ALL


def announcement_missed(hand: TrumpGame) -> bool:
    """Return whether an announcement was missed."""
    steps = (Announced.SCHNEIDER, Announced.SCHWARZ, Announced.OUVERT)
    return any(hand.announced.includes(step) and not kept_announcement(hand, step) for step in steps)


def _step_is_charged(hand: TrumpGame, step: Announced, house: House) -> bool:
    if not hand.announced.includes(step):
        return False
    return kept_announcement(hand, step) or house.failed_announcement is FailedAnnouncement.CHARGE_ANNOUNCED


def _steps(hand: TrumpGame, house: House) -> Iterator[str]:
    yield _("game {n}")
    if hand.hand:
        yield _("hand {n}")
    if is_schneider(hand) or _step_is_charged(hand, Announced.SCHNEIDER, house):
        yield _("schneider {n}")
    if _step_is_charged(hand, Announced.SCHNEIDER, house):
        yield _("announced {n}")
    if is_schwarz(hand) or _step_is_charged(hand, Announced.SCHWARZ, house):
        yield _("schwarz {n}")
    if _step_is_charged(hand, Announced.SCHWARZ, house):
        yield _("announced {n}")
    if _step_is_charged(hand, Announced.OUVERT, house):
        yield _("ouvert {n}")


def game_value(hand: TrumpGame, house: House) -> GameValue:
    """Return the value of a suit game or a grand, step by step."""
    matadors = say(_("without {n}") if hand.without else _("with {n}"), n=hand.matadors)
    steps = [say(text, n=hand.matadors + n) for n, text in enumerate(_steps(hand, house), start=1)]
    return GameValue((matadors, *steps), hand.matadors + len(steps), base_value(hand.game, house), hand.bid)


def may_be_overbid(hand: TrumpGame, house: House) -> bool:
    """Return whether the game may be overbid, so that the bid is worth asking for."""
    return game_value(hand, house).value < BID_MAY_MATTER_BELOW


def highest_value(trumps: Trumps, matadors: int, hand: bool, announced: Announced, house: House) -> int:
    """Return the highest value that a game can still reach once it has been named."""
    return (matadors + GAME_STEP + hand + PLAIN_STEPS + STEP[announced]) * base_value(trumps, house)


def null_charged(game: NullGame, bid: int | None, house: House) -> int | None:
    """Return the cost of an overbid null game before doubling; None if no null game reaches the bid."""
    value = NULL_VALUE[game]
    if bid is None or bid <= value or house.null_overbid is NullOverbid.OWN_VALUE:
        return value
    if house.null_overbid is NullOverbid.MULTIPLE_OF_23:
        return covering_multiple(bid, NULL_VALUE[NullGame.NULL])
    if house.null_overbid is NullOverbid.NEXT_NULL:
        return next((higher for higher in NULL_VALUE.values() if higher >= bid), None)
    return None

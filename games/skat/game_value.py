"""The value of a game: the steps, the base, and an overbid."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import Choice, Message, _, say

from .house import House, NullOverbid


class Trumps(Choice):
    """The trumps: a suit and the jacks, or the jacks alone."""

    DIAMONDS = "diamonds", _("♦ Diamonds")
    HEARTS = "hearts", _("♥ Hearts")
    SPADES = "spades", _("♠ Spades")
    CLUBS = "clubs", _("♣ Clubs")
    GRAND = "grand", _("Grand")


class NullGame(Choice):
    NULL = "null", _("Null")
    NULL_HAND = "null_hand", _("Null hand")
    NULL_OUVERT = "null_ouvert", _("Null ouvert")
    NULL_OUVERT_HAND = "null_ouvert_hand", _("Null ouvert hand")


class Announced(Choice):
    """An announcement; each includes the announcements listed before it."""

    NOTHING = "nothing", _("Nothing")
    SCHNEIDER = "schneider", _("Schneider")
    SCHWARZ = "schwarz", _("Schwarz")
    OUVERT = "ouvert", _("Ouvert")

    def includes(self, other: Announced) -> bool:
        return STEP[self] >= STEP[other]


STEP = {announced: step for step, announced in enumerate(Announced)}

# The base of grand is a house rule.
BASE = {Trumps.DIAMONDS: 9, Trumps.HEARTS: 10, Trumps.SPADES: 11, Trumps.CLUBS: 12}
NULL_VALUE = {
    NullGame.NULL: 23,
    NullGame.NULL_HAND: 35,
    NullGame.NULL_OUVERT: 46,
    NullGame.NULL_OUVERT_HAND: 59,
}
MOST_MATADORS = {Trumps.GRAND: 4}  # a suit game: up to TRUMPS_IN_SUIT_GAME
TRUMPS_IN_SUIT_GAME = 11
GAME_STEP = 1
OTHER_STEPS = 7  # besides matadors: game, hand, schneider, schwarz, announcing each of the two, ouvert
NEEDED, SCHNEIDER_NEEDED, SCHNEIDER_SUFFERED = 61, 90, 30  # card points
PLAIN_STEPS = 2  # schneider and schwarz, which every game may still reach


def base_value(trumps: Trumps, house: House) -> int:
    """Return the base value of a suit, or of grand at this table."""
    return house.grand_base if trumps is Trumps.GRAND else BASE[trumps]


def most_matadors(trumps: Trumps) -> int:
    return MOST_MATADORS.get(trumps, TRUMPS_IN_SUIT_GAME)


def ladder(house: House) -> tuple[int, ...]:
    """Return every possible value of a game in ascending order: the legal bids."""
    values = set(NULL_VALUE.values())
    for trumps in Trumps:
        most_steps = most_matadors(trumps) + OTHER_STEPS
        values |= {base_value(trumps, house) * level for level in range(1 + GAME_STEP, most_steps + 1)}
    return tuple(sorted(values))


@dataclass(frozen=True)
class GameValue:
    """The steps of a game in words, the level they reach, the base that it multiplies, and the bid."""

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
        """Return the value, or if overbid the smallest multiple of the base that reaches the bid."""
        return covering_multiple(self.bid, self.base) if self.bid is not None and self.overbid else self.value

    @property
    def words(self) -> Message:
        """Return the value as players say it: "with 2, game 3, hand 4, schneider 5 × 12 = 60"."""
        return say(_("{steps} × {base} = {value}"), steps=self.steps, base=self.base, value=self.value)


def covering_multiple(bid: int, base: int) -> int:
    """Return the smallest multiple of the base that is no less than the bid."""
    return -(-bid // base) * base


def highest_value(trumps: Trumps, matadors: int, hand: bool, announced: Announced, house: House) -> int:
    """Return the highest value that a game can still reach once it has been named."""
    return (matadors + GAME_STEP + hand + PLAIN_STEPS + STEP[announced]) * base_value(trumps, house)


def null_charge(game: NullGame, bid: int | None, house: House) -> int | None:
    """Return the value that a null game is charged at; None if it cannot be played on this bid."""
    value = NULL_VALUE[game]
    if bid is None or bid <= value or house.null_overbid is NullOverbid.OWN_VALUE:
        return value
    if house.null_overbid is NullOverbid.MULTIPLE_OF_23:
        return covering_multiple(bid, NULL_VALUE[NullGame.NULL])
    if house.null_overbid is NullOverbid.NEXT_NULL:
        return next((higher for higher in NULL_VALUE.values() if higher >= bid), None)
    return None

"""The kinds of hand at the end of a deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from games.engine import Ask, Choice, PerSeat, PerSide, Seat, Sheet, Side, _

from . import choices
from . import rulebook as rule
from .house import House, hand_size, plays_for_places

MOST_POINTS_OF_A_CARD = 15  # however cards are counted (rule 6.2)


class LastPlay(Choice):
    """The winner's last play, as far as it matters."""

    PLAIN = "plain", _("Ordinary")
    TWO = "two", _("2")
    TWOS = "twos", _("Several, with 2s")
    QUADS = "quads", _("Four of a kind")
    STRAIGHT_FLUSH = "straight_flush", _("Straight flush")


# Nobody can be blamed for letting the winner out on such a play (rule 7.1).
MORE_THAN_ONE_CARD = (LastPlay.TWOS, LastPlay.QUADS, LastPlay.STRAIGHT_FLUSH)


def most_left(sheet: Sheet[House]) -> int:
    """Return the most cards a player can have left."""
    return sum(hand_size(sheet.house, sheet.seating.seats))


def highest_hand_points(sheet: Sheet[House]) -> int:
    """Return an upper bound of the points of the cards left."""
    return MOST_POINTS_OF_A_CARD * most_left(sheet)


def most_twos(sheet: Sheet[House]) -> int:
    """Return the number of 2s in the pack."""
    return 4 * sheet.house.decks


def doubling_kinds(sheet: Sheet[House]) -> tuple[choices.Held, ...]:
    """Return the holdings that double here; all of them if the table has chosen none."""
    return tuple(kind for kind in choices.Held if kind in sheet.house.unused_set) or tuple(choices.Held)


def held_matters(hand: object, sheet: Sheet[House]) -> bool:
    return sheet.house.unused_double is choices.Unused.ONCE and bool(sheet.house.unused_set)


def twos_matter(hand: object, sheet: Sheet[House]) -> bool:
    return sheet.house.unused_double is choices.Unused.PER_TWO


def worth_matters(hand: object, sheet: Sheet[House]) -> bool:
    return sheet.house.card_value is not choices.CardValue.COUNT


def ending_matters(hand: object, sheet: Sheet[House]) -> bool:
    return sheet.house.finish_double is choices.FinishDouble.ONCE


def assistance_matters(hand: object, sheet: Sheet[House]) -> bool:
    return sheet.house.assist_penalty is choices.Assist.PAYS_ALL


def calling_matters(hand: object, sheet: Sheet[House]) -> bool:
    return sheet.house.last_card_call is choices.LastCall.REQUIRED


def shootout_matters(hand: Pairs, sheet: Sheet[House]) -> bool:
    """Return whether the pairs hold equally many cards, so that a shoot-out decides.

    A shoot-out that contradicts the counts stays relevant: the check refuses it instead of dropping it.
    """
    # Partners sit opposite, so a pair holds every other seat.
    equal = any(hand.left) and sum(hand.left[0::2]) == sum(hand.left[1::2])
    return equal or hand.shootout is not None


LEFT = Ask(_("Cards left"), most=most_left, rule=rule.COUNT)
HELD = Ask(
    _("Left in hand"), available=doubling_kinds, relevant_if=held_matters, rule=rule.UNUSED, usual=True
)
TWOS = Ask(_("2s left in hand"), most=most_twos, relevant_if=twos_matter, rule=rule.UNUSED)
WORTH = Ask(
    _("Worth of the cards left"), most=highest_hand_points, relevant_if=worth_matters, rule=rule.VALUE
)
ENDING = Ask(_("The winner's last play"), relevant_if=ending_matters, rule=rule.FINISH, usual=True)


# The defaults, for each side or for each seat: nobody is left with anything.
NO_CARDS, NO_CARDS_SEATED = PerSide((0,)), PerSeat((0,))
NONE_HELD: PerSide[frozenset[choices.Held]] = PerSide((frozenset(),))
NONE_HELD_SEATED: PerSeat[frozenset[choices.Held]] = PerSeat((frozenset(),))


@dataclass(frozen=True)
class Deal:
    """A deal with a winner, everybody playing alone."""

    title: ClassVar[str] = _("Deal")
    sentence: ClassVar[str] = _("{winner} out; {left}; 2s: {twos}; worth: {worth}")

    winner: Annotated[Seat, Ask(_("Who went out?"), rule=rule.OUT)]
    left: Annotated[PerSide[int], LEFT] = NO_CARDS
    held: Annotated[PerSide[frozenset[choices.Held]], HELD] = NONE_HELD
    twos: Annotated[PerSide[int], TWOS] = NO_CARDS
    worth: Annotated[PerSide[int], WORTH] = NO_CARDS
    last_play: Annotated[LastPlay, ENDING] = LastPlay.PLAIN
    assist: Annotated[
        Seat | None,
        Ask(
            _("Who could have stopped it?"),
            relevant_if=assistance_matters,
            rule=rule.ASSISTANCE,
            none=_("Nobody"),
            usual=True,
        ),
    ] = None
    forgot: Annotated[
        bool,
        Ask(
            _("Forgot to call “last card”?"),
            relevant_if=calling_matters,
            rule=rule.LAST_CARD,
            usual=True,
        ),
    ] = False


@dataclass(frozen=True)
class Pairs:
    """A deal played in pairs."""

    title: ClassVar[str] = _("Deal in pairs")
    sentence: ClassVar[str] = _("{winner} out; {left}; 2s: {twos}; worth: {worth}; shoot-out: {shootout}")

    winner: Annotated[Seat, Ask(_("Who went out?"), rule=rule.OUT)]
    left: Annotated[PerSeat[int], LEFT] = NO_CARDS_SEATED
    held: Annotated[PerSeat[frozenset[choices.Held]], HELD] = NONE_HELD_SEATED
    twos: Annotated[PerSeat[int], TWOS] = NO_CARDS_SEATED
    worth: Annotated[PerSeat[int], WORTH] = NO_CARDS_SEATED
    last_play: Annotated[LastPlay, ENDING] = LastPlay.PLAIN
    shootout: Annotated[
        Side | None,
        Ask(
            _("Who won the shoot-out?"),
            relevant_if=shootout_matters,
            rule=rule.SHOOT_OUT,
            none=_("Not played yet"),
        ),
    ] = None


@dataclass(frozen=True)
class Placings:
    """A deal played to the last player, for the places."""

    title: ClassVar[str] = _("Places")
    sentence: ClassVar[str] = _("Places: {places}")

    places: Annotated[
        PerSide[int],
        Ask(
            _("In which place?"),
            least=1,
            most=lambda sheet: sheet.seating.sides,
            total=lambda sheet: sum(range(1, 1 + sheet.seating.sides)),
            rule=rule.PLACES,
        ),
    ]


@dataclass(frozen=True)
class DragonHand:
    """A dragon that won at once."""

    title: ClassVar[str] = _("Dragon")
    sentence: ClassVar[str] = _("{by} has a dragon")

    by: Annotated[Seat, Ask(_("Who has all thirteen ranks?"), rule=rule.DRAGON)]


@dataclass(frozen=True)
class MalteseDragon:
    """Six pairs as dealt."""

    title: ClassVar[str] = _("Maltese dragun")
    sentence: ClassVar[str] = _("{by} has a Maltese dragun, {threes}")

    by: Annotated[Seat, Ask(_("Who has six pairs?"), rule=rule.MALTESE)]
    threes: Annotated[
        bool, Ask(_("Is one of the pairs 3s?"), yes=_("with 3s"), no=_("without 3s"), rule=rule.MALTESE)
    ] = False


@dataclass(frozen=True)
class FourTwosHand:
    """All four 2s in one hand, at a table where that ends the deal at once."""

    title: ClassVar[str] = _("Four 2s")
    sentence: ClassVar[str] = _("{by} has all four 2s")

    by: Annotated[Seat, Ask(_("Who has all four 2s?"), rule=rule.FOUR_TWOS)]


@dataclass(frozen=True)
class Redeal:
    """A weak hand thrown in; the same dealer deals again."""

    title: ClassVar[str] = _("Redeal")
    sentence: ClassVar[str] = _("Dealt again for {by}")

    by: Annotated[Seat, Ask(_("Whose hand was too weak?"), rule=rule.REDEAL)]


KINDS: dict[str, type] = {
    "deal": Deal,
    "pairs": Pairs,
    "placings": Placings,
    "dragon": DragonHand,
    "maltese_dragon": MalteseDragon,
    "four_twos": FourTwosHand,
    "redeal": Redeal,
}
SpecialHand = DragonHand | MalteseDragon | FourTwosHand
Hand = Deal | Pairs | Placings | SpecialHand | Redeal


def ordinary_kind(sheet: Sheet[House]) -> type:
    """Return the kind of hand of an ordinary deal at this table."""
    if plays_for_places(sheet.house):
        return Placings
    return Pairs if sheet.seating.sides < sheet.seating.seats else Deal


def kinds(sheet: Sheet[House]) -> Iterator[str]:
    """Yield the kinds of hand at this table: the ordinary deal, and the special hands its rules allow."""
    house, for_points = sheet.house, not plays_for_places(sheet.house)
    may_redeal = house.four_twos is choices.FourTwos.REDEAL
    played = {
        ordinary_kind(sheet): True,
        DragonHand: house.dragon is choices.Dragon.WIN and for_points,
        MalteseDragon: house.maltese_dragon and for_points,
        FourTwosHand: house.four_twos is not choices.FourTwos.PLAY_ON and (for_points or may_redeal),
        Redeal: house.redeal_weak is not choices.WeakHand.OFF,
    }
    names = {record: name for name, record in KINDS.items()}
    return (names[record] for record, possible in played.items() if possible)

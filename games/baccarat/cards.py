"""The points of cards, and the rules of drawing a third card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine import Cards, Cite, Problem, _, cite

from . import rulebook as rule
from .house import House, PlayerFive

WORTH_NOTHING = "TJQK"
EIGHT = 8  # two cards with at least this many points are a natural
SEVEN, SIX = 7, 6  # totals for which Banco wins less where there is no commission
DRAWS, STANDS, CHOOSES = "draw", "stand", "choose"
MOST_TO_DRAW = 5  # Punto draws up to this total; in chemin de fer it may also stand with 5

# D: draw, S: stand; rows: points of Banco's two cards; columns: points of Punto's third card. fmt: off
BANCO_DRAWS = {
    #   0 1 2 3 4 5 6 7 8 9
    0: "D D D D D D D D D D",
    1: "D D D D D D D D D D",
    2: "D D D D D D D D D D",
    3: "D D D D D D D D S D",
    4: "S S D D D D D D S S",
    5: "S S S S D D D D S S",
    6: "S S S S S S D D S S",
    7: "S S S S S S S S S S",
}
# fmt: on


def value(rank: str) -> int:
    """Return the points of a card."""
    if rank == "A":
        return 1
    return 0 if rank in WORTH_NOTHING else int(rank)


def count(cards: Cards) -> int:
    """Return the last digit of the sum of the cards' points."""
    return sum(value(card.rank) for card in cards) % 10


def is_natural(punto: int, banco: int) -> bool:
    """Return whether two-card hands end the coup at once."""
    return max(punto, banco) >= EIGHT


@dataclass(frozen=True)
class Draw:
    """The decision to draw a third card or not, and the rule it follows from."""

    decision: str
    because: Cite


def natural_stands(punto: int, banco: int) -> Draw:
    words = _("{n} is a natural: nobody draws")
    return Draw(STANDS, cite(rule.NATURAL, words, n=max(punto, banco)))


def punto_draws(punto: int, banco: int, house: House) -> Draw:
    """Return Punto's decision on a third card, given both hands' points after two cards each."""
    if is_natural(punto, banco):
        return natural_stands(punto, banco)
    if punto == MOST_TO_DRAW and house.player_five is PlayerFive.FREE:
        return Draw(CHOOSES, cite(rule.FIVE, _("Punto has {n} and may draw or stand"), n=punto))
    if punto <= MOST_TO_DRAW:
        return Draw(DRAWS, cite(rule.PUNTO, _("Punto has {n} and draws"), n=punto))
    return Draw(STANDS, cite(rule.PUNTO, _("Punto has {n} and stands"), n=punto))


def banco_draws(banco: int, third: int | None, punto: int = 0) -> Draw:
    """Return Banco's decision on a third card, given both hands' points after two cards each.

    ``third`` is the value of Punto's third card, None if Punto stood.
    """
    if is_natural(punto, banco):
        return natural_stands(punto, banco)
    if third is None:
        if banco <= MOST_TO_DRAW:
            words = _("Punto stood: Banco has {n} and draws")
            return Draw(DRAWS, cite(rule.BANCO_ALONE, words, n=banco))
        return Draw(STANDS, cite(rule.BANCO_ALONE, _("Punto stood: Banco has {n} and stands"), n=banco))
    draws = BANCO_DRAWS[banco].split()[third] == "D"
    words = _("Banco has {n} and stands against {third}")
    if draws:
        words = _("Banco has {n} and draws against {third}")
    return Draw(DRAWS if draws else STANDS, cite(rule.BANCO, words, n=banco, third=third))


def third_value(punto: Cards) -> int | None:
    """Return the value of Punto's third card; None if Punto stood."""
    return value(punto[2].rank) if len(punto) > 2 else None


def wrong_draws(punto: Cards, banco: Cards, house: House) -> Iterator[Problem]:
    """Yield the violations of the drawing rules in hands of two or three cards."""
    punto_count, banco_count = count(Cards(punto[:2])), count(Cards(banco[:2]))
    punto_problems = tuple(_wrong_draw("punto", punto, punto_draws(punto_count, banco_count, house)))
    # Banco's draw depends on Punto's third card, so it is checked only if Punto followed the rules.
    yield from punto_problems or _wrong_draw(
        "banco", banco, banco_draws(banco_count, third_value(punto), punto_count)
    )


def _wrong_draw(field: str, hand: Cards, right_draw: Draw) -> Iterator[Problem]:
    has_drawn = len(hand) > 2
    if right_draw.decision != CHOOSES and has_drawn != (right_draw.decision == DRAWS):
        yield Problem(field, right_draw.because.words, right_draw.because.rule)


def next_step(punto: Cards, banco: Cards, house: House) -> Cite | None:
    """Cite the next step at the table, once both hands have two cards.

    Return None if the coup is over, or if a card was drawn against the rules.
    """
    punto_count, banco_count = count(Cards(punto[:2])), count(Cards(banco[:2]))
    punto_draw = punto_draws(punto_count, banco_count, house)
    if len(punto) > 2 and punto_draw.decision == STANDS:
        return None
    # A third card of Banco shows that Punto chose to stand.
    may_draw = punto_draw.decision == DRAWS or (punto_draw.decision == CHOOSES and len(banco) == 2)
    if len(punto) == 2 and may_draw:
        return punto_draw.because
    banco_draw = banco_draws(banco_count, third_value(punto), punto_count)
    if len(banco) == 2 and banco_draw.decision == DRAWS:
        return banco_draw.because
    return None

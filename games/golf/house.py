"""The house rules and presets of golf."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any

from games.engine import Ask, Choice, Preset, Problem, Seating, Sheet, _, say

from . import rulebook as rule

ROWS = {4: 2, 6: 2, 8: 2, 9: 3}  # rows of a layout, keyed by its number of cards
CARDS_IN_PACK = 52
JOKERS_IN_PACK = 2


class Peek(Choice):
    TWO_NEAR = "two_near", _("The two nearest to you")
    ANY_TWO = "any_two", _("Any two")
    ONE = "one", _("Any one")
    TWO_FACE_UP = "two_face_up", _("Two are turned face up for all")


class Pairs(Choice):
    NONE = "none", _("No pairs"), _("Every card counts")
    ANY = "any", _("Anywhere"), _("Cards of one rank cancel two by two")
    COLUMN = "column", _("In a column"), _("Cards of one rank one above the other count nothing")


class PairOfNegatives(Choice):
    ZERO = "zero", _("Counts nothing, like any pair")
    KEEP = "keep", _("Keeps its points")


class EndBy(Choice):
    KNOCK = "knock", _("Somebody knocks")
    ALL_FACE_UP = "all_face_up", _("Somebody's cards all lie face up")


class LastTurn(Choice):
    OTHERS_ONE = "others_one", _("The others have one more turn each")
    NONE = "none", _("The hole ends at once")


class KnockPenalty(Choice):
    NONE = "none", _("Nothing")
    DOUBLE_PLUS5 = "double_plus5", _("Twice the points plus five")
    PLUS10 = "plus10", _("Ten more")
    EQUALS_HIGHEST = "equals_highest", _("As much as the highest")


class KnockTie(Choice):
    SAFE = "safe", _("Safe")
    BEATEN = "beaten", _("Beaten")


class Tie(Choice):
    SHARED = "shared", _("The win is shared")
    EXTRA_HOLE = "extra_hole", _("Another hole decides")


DEALING, COUNTING, KNOCKING, ENDING = (
    _("The cards"),
    _("What cards count"),
    _("The end of a hole"),
    _("The end of the game"),
)


def _has_pairs(house: House, sheet: Sheet[Any]) -> bool:
    return house.pairs is not Pairs.NONE


def _may_be_beaten(house: House, sheet: Sheet[Any]) -> bool:
    return house.knock_penalty is not KnockPenalty.NONE


@dataclass(frozen=True)
class House:
    """The house rules of a table."""

    layout: Annotated[
        int,
        Ask(
            _("Cards for each"),
            least=min(ROWS),
            most=max(ROWS),
            offers=tuple(ROWS),
            rule=rule.LAYOUT,
            section=DEALING,
        ),
    ] = 4
    packs: Annotated[
        int,
        Ask(_("Packs of cards"), least=1, most=4, rule=rule.PACK, section=DEALING),
    ] = 1
    peek: Annotated[Peek, Ask(_("What do you see at the start?"), rule=rule.PEEK, section=DEALING)] = (
        Peek.TWO_NEAR
    )
    pairs: Annotated[Pairs, Ask(_("Pairs"), rule=rule.COLUMN, section=COUNTING)] = Pairs.NONE
    twos: Annotated[
        int,
        Ask(_("A two counts"), least=-2, most=2, step=4, rule=rule.TWOS, section=COUNTING),
    ] = 2
    jokers: Annotated[
        int | None,
        Ask(
            _("A joker counts"),
            least=-5,
            most=-2,
            offers=(-2, -3, -5),
            rule=rule.JOKERS,
            section=COUNTING,
            none=_("No jokers"),
        ),
    ] = None
    pair_of_negatives: Annotated[
        PairOfNegatives,
        Ask(
            _("A pair of twos or jokers that count less than zero"),
            rule=rule.NEGATIVE,
            section=COUNTING,
            relevant_if=_has_pairs,
        ),
    ] = PairOfNegatives.ZERO
    square_bonus: Annotated[
        int,
        Ask(
            _("Four alike in two columns"),
            least=-20,
            most=0,
            step=10,
            rule=rule.SQUARE,
            section=COUNTING,
        ),
    ] = 0
    end_by: Annotated[EndBy, Ask(_("When does a hole end?"), rule=rule.END_BY, section=KNOCKING)] = (
        EndBy.KNOCK
    )
    last_turn: Annotated[LastTurn, Ask(_("And then?"), rule=rule.LAST_TURN, section=KNOCKING)] = (
        LastTurn.OTHERS_ONE
    )
    knock_penalty: Annotated[
        KnockPenalty,
        Ask(_("A player who ends the hole and is not lowest pays"), rule=rule.PENALTY, section=KNOCKING),
    ] = KnockPenalty.NONE
    knock_tie: Annotated[
        KnockTie,
        Ask(_("Tied with the lowest"), rule=rule.KNOCK_TIE, section=KNOCKING, relevant_if=_may_be_beaten),
    ] = KnockTie.SAFE
    holes: Annotated[
        int,
        Ask(_("Holes in a game"), least=1, most=36, offers=(1, 9, 18), rule=rule.HOLES, section=ENDING),
    ] = 9
    tie: Annotated[Tie, Ask(_("Tied at the end"), rule=rule.TIE, section=ENDING)] = Tie.SHARED


def check_house(house: House, seating: Seating) -> Iterator[Problem]:
    """Yield the contradictions between these house rules."""
    if house.layout not in ROWS:
        yield Problem("layout", say(_("Four, six, eight or nine cards can be laid out")), rule.LAYOUT)
    available = house.packs * (CARDS_IN_PACK + (0 if house.jokers is None else JOKERS_IN_PACK))
    if house.layout * seating.seats >= available:
        words = say(_("There are not enough cards for so many players: take another pack"))
        yield Problem("packs", words, rule.PACK)


SIX_CARDS = House(
    layout=6,
    peek=Peek.TWO_FACE_UP,
    pairs=Pairs.COLUMN,
    twos=-2,
    end_by=EndBy.ALL_FACE_UP,
)

PRESETS = (
    Preset(
        "golf4-seed",
        _("Four cards"),
        House(),
        rule.ARTICLE,
        _("Every card counts, no pairs; the hole ends when somebody knocks"),
        shapes=tuple((seats, seats) for seats in (3, 2, 4, 5, 6, 7, 8)),
    ),
    Preset(
        "golf4-pairs",
        _("Four cards, pairs anywhere"),
        House(pairs=Pairs.ANY),
        rule.PAGAT,
        _("Cards of one rank cancel two by two wherever they lie"),
    ),
    Preset(
        "golf4-column",
        _("Four cards, pairs in a column"),
        House(pairs=Pairs.COLUMN),
        rule.PAGAT,
        _("Cards of one rank one above the other count nothing"),
    ),
    Preset(
        "golf4-knockpen",
        _("Four cards, a penalty for knocking"),
        House(knock_penalty=KnockPenalty.DOUBLE_PLUS5),
        rule.PAGAT,
        _("Whoever knocks and is not lowest takes twice their points plus five"),
    ),
    Preset(
        "golf6-standard",
        _("Six cards"),
        SIX_CARDS,
        rule.SIX,
        _(
            "A column of two alike counts 0, a two less than zero; the hole ends when somebody's cards "
            "all lie face up"
        ),
    ),
    Preset(
        "golf6-keepneg",
        _("Six cards, twos always count"),
        replace(SIX_CARDS, pair_of_negatives=PairOfNegatives.KEEP),
        rule.NEGATIVES,
        _("Two twos in a column keep their points, four below zero"),
    ),
    Preset(
        "golf6-jokers",
        _("Six cards with jokers"),
        replace(SIX_CARDS, twos=2, jokers=-2),
        rule.NEGATIVES,
        _("A joker counts two below zero, a two counts 2"),
    ),
    Preset(
        "golf6-jokers5",
        _("Six cards, jokers at minus five"),
        replace(SIX_CARDS, twos=2, jokers=-5),
        rule.SQUARE_BONUS,
        _("A joker counts five below zero, a two counts 2"),
    ),
    Preset(
        "golf6-square",
        _("Six cards, four alike"),
        replace(SIX_CARDS, twos=2, square_bonus=-10),
        rule.SQUARE_BONUS,
        _("Two columns of one rank count ten below zero"),
    ),
)

"""Rulings on the cards that may be laid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from games.engine import Ask, Cards, Choice, NoFacts, Ruling, Sheet, _, cite, illegal, legal, legal_if, ruling

from . import rulebook as rule
from .hands import is_special, packs_for, table_pack
from .house import EightOnTwo, FinalTwo, Finish, House, Two
from .turns import answers_two, matches


class Suit(Choice):
    SPADES = "spades", _("Spades")
    CLUBS = "clubs", _("Clubs")
    DIAMONDS = "diamonds", _("Diamonds")
    HEARTS = "hearts", _("Hearts")


SUIT_LETTERS = {Suit.SPADES: "S", Suit.CLUBS: "C", Suit.DIAMONDS: "D", Suit.HEARTS: "H"}
SUITS = {letter: suit for suit, letter in SUIT_LETTERS.items()}


def eight_on_pile(facts: CardOnCard, sheet: Sheet[House]) -> bool:
    return bool(facts.top) and facts.top[0].rank == "8"


def two_on_pile(facts: CardOnCard, sheet: Sheet[House]) -> bool:
    return bool(facts.top) and facts.top[0].rank == "2" and sheet.house.two is not Two.OFF


@dataclass(frozen=True)
class CardOnCard:
    """A card, and the top card of the pile that it is played on."""

    card: Annotated[Cards, Ask(_("The card to play"), least=1, most=1, available=table_pack)]
    top: Annotated[Cards, Ask(_("The card on the pile"), least=1, most=1, available=table_pack)]
    named: Annotated[
        Suit | None,
        Ask(
            _("Which suit did the 8 name?"),
            rule=rule.EIGHT,
            relevant_if=eight_on_pile,
            none=_("It was turned up"),
        ),
    ] = None
    unpaid: Annotated[
        bool, Ask(_("Has nobody drawn for that 2 yet?"), rule=rule.DEBT, relevant_if=two_on_pile)
    ] = False


def on_card(facts: CardOnCard, sheet: Sheet[House]) -> Ruling:
    house, (card,), (top,) = sheet.house, facts.card, facts.top
    if card == top and packs_for(sheet.seating.seats) == 1:
        return illegal(rule.PACK, _("There is only one {card} in the pack"), card=card)
    if facts.unpaid and two_on_pile(facts, sheet):
        return on_unpaid_two(facts, sheet)
    if card.rank == "8":
        return legal(rule.EIGHT, _("An 8 goes on any card, and names a suit"))
    if top.rank == "8":
        suit = facts.named or SUITS[top.suit]
        matches_suit = card.suit == SUIT_LETTERS[suit]
        yes, no = _("{card} is of the suit to follow: {suit}"), _("Only another 8, or this suit: {suit}")
        return legal_if(matches_suit, rule.EIGHT, yes, no, card=card, suit=suit)
    if matches(card, top):
        return legal(rule.MATCH, _("{card} goes on {top}"), card=card, top=top)
    cited = rule.SPECIALS if is_special(card, house) else rule.MATCH
    return illegal(cited, _("{card} matches {top} neither in suit nor in rank"), card=card, top=top)


def on_unpaid_two(facts: CardOnCard, sheet: Sheet[House]) -> Ruling:
    """Rule on the cards that may be laid on a 2 before the cards for it are drawn."""
    house, (card,) = sheet.house, facts.card
    if card.rank == "8":
        return on_eight_on_two(NoFacts(), sheet)
    if answers_two(card, house):
        return legal(rule.TWO, _("{card} passes the debt on, and the next player owes two more"), card=card)
    if house.two is Two.STACK:
        return illegal(rule.TWO, _("Play a 2, or draw what is owed"))
    return illegal(rule.TWO, _("Draw two cards: at this table a 2 is not passed on"))


def on_eight_on_two(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    if sheet.house.two is Two.OFF:
        return legal(rule.EIGHT, _("At this table a 2 is an ordinary card: an 8 goes on it"))
    return legal_if(
        sheet.house.eight_on_two is EightOnTwo.YES,
        rule.EIGHT_ON_TWO,
        _("At this table an 8 answers a 2, and nobody draws"),
        _("An 8 goes on a 2 only after somebody has drawn for that 2"),
    )


def on_eights_suit(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("Only the suit that was named counts, or another 8; not the 8's own suit")
    return illegal(rule.EIGHT, words)


def on_rank_named(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    return illegal(rule.EIGHT, _("An 8 names a suit, never a rank"))


def on_other_suit(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    return illegal(rule.SPECIALS, _("A queen of another suit goes only on another queen"))


# The last card of all --------------------------------------------------------


@dataclass(frozen=True)
class VeryLastCard:
    """The card that a player wants to go out with."""

    card: Annotated[Cards, Ask(_("The very last card"), least=1, most=1, available=table_pack)]


def on_finish(facts: VeryLastCard, sheet: Sheet[House]) -> Ruling:
    (card,) = facts.card
    if not is_special(card, sheet.house):
        return legal(rule.FINISH, _("Fine: {card} is an ordinary card"), card=card)
    return legal_if(
        sheet.house.finish_on_special is Finish.YES,
        rule.FINISH,
        _("Fine: the last card may be a special card"),
        _("At this table the last card may not be an 8 or another special card: draw instead"),
    )


def on_final_two(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    house = sheet.house
    if house.two is Two.OFF:
        return ruling("no", cite(rule.TWO, _("At this table nobody draws for a 2")))
    if house.finish_on_special is Finish.NO:
        return ruling("no", cite(rule.FINISH, _("At this table nobody can go out with a 2")))
    if house.final_two is FinalTwo.DRAW:
        words = _("The next player draws what is owed before the cards are counted")
        return ruling("yes", cite(rule.FINAL_TWO, words))
    return ruling("no", cite(rule.FINAL_TWO, _("The round was over the moment the 2 was laid")))

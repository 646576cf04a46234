"""Rulings on turns, and on the cards that must be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from games.engine import Ask, Cards, Cite, NoFacts, Ruling, Seat, Sheet, _, cite, ngettext, ruling, say

from . import rulebook as rule
from .hands import is_special, table_pack
from .house import AfterDraw, Draw, House, StarterSpecial, StockOut, Two
from .referee_cards import Suit
from .scoring import dealer
from .turns import (
    PRICE_OF_TWO,
    Turn,
    answers_two,
    cite_cards_owed,
    cite_next_player,
    matches,
    seat_after,
    turn_after,
    turn_after_drawing,
)

HEADS_UP = 2  # with two players the direction of play does not matter
MOST_CARDS_IN_A_ROW = 20


def ends_on_eight(facts: CardsInARow, sheet: Sheet[House]) -> bool:
    return bool(facts.cards) and facts.cards[-1].rank == "8"


@dataclass(frozen=True)
class CardsInARow:
    """The cards played in a row from one player's turn on, and the direction of play."""

    player: Annotated[Seat, Ask(_("Who played the first of these cards?"))]
    cards: Annotated[
        Cards,
        Ask(
            _("The cards in the order they were played"),
            least=1,
            most=MOST_CARDS_IN_A_ROW,
            available=table_pack,
            about=_("Begin after the last draw that was not for a 2"),
        ),
    ]
    clockwise: Annotated[bool, Ask(_("Did play go clockwise when the first was laid?"))] = True
    named: Annotated[
        Suit | None, Ask(_("Which suit does the last 8 name?"), rule=rule.EIGHT, relevant_if=ends_on_eight)
    ] = None


def on_cards_in_a_row(facts: CardsInARow, sheet: Sheet[House]) -> Ruling:
    turn, top = Turn(facts.player, facts.clockwise), facts.cards[0]
    turn_before, penalties = turn, list[Cite]()
    for index, card in enumerate(facts.cards):
        if turn.owed and not answers_two(card, sheet.house):
            words = ngettext("{who} drew {n} card", "{who} drew {n} cards", turn.owed, who=turn.seat)
            penalties.append(cite(rule.DEBT, words))
            turn = turn_after_drawing(turn, sheet)
        # The suit named for an 8 in between is unknown, so any card may have followed it.
        if index and top.rank != "8" and not matches(card, top):
            words = say(_("{card} by {who} does not go on {top}"), card=card, who=turn.seat, top=top)
            return ruling("illegal", cite(rule.MATCH, words))
        turn_before, turn, top = turn, turn_after(card, turn, sheet), card
    reasons = [cite_next_player(top, turn_before, turn, sheet), *cite_cards_owed(turn, sheet.house)]
    if ends_on_eight(facts, sheet):
        words = (
            say(_("The next card must be another 8, or of this suit: {suit}"), suit=facts.named)
            if facts.named
            else say(_("The next card must be of the suit named, or another 8"))
        )
        reasons.append(cite(rule.EIGHT, words))
    return ruling(turn.seat, *reasons, *penalties)


def direction_matters(facts: object, sheet: Sheet[House]) -> bool:
    return sheet.seating.seats > HEADS_UP


@dataclass(frozen=True)
class CardPlayed:
    """The player of a card, and the direction of play before it."""

    player: Annotated[Seat, Ask(_("Who played it?"))]
    clockwise: Annotated[bool, Ask(_("Did play go clockwise until then?"), relevant_if=direction_matters)] = (
        True
    )


def on_ace(facts: CardPlayed, sheet: Sheet[House]) -> Ruling:
    return on_cards_in_a_row(CardsInARow(facts.player, Cards.read("AS"), facts.clockwise), sheet)


def on_queen(facts: CardPlayed, sheet: Sheet[House]) -> Ruling:
    return on_cards_in_a_row(CardsInARow(facts.player, Cards.read("QS"), facts.clockwise), sheet)


def twos_in_pack(sheet: Sheet[House]) -> int:
    return sum(card.rank == "2" for card in table_pack(sheet))


@dataclass(frozen=True)
class TwosInARow:
    """The number of 2s in a row that nobody has drawn for yet."""

    twos: Annotated[
        int, Ask(_("How many 2s lie in a row, not yet drawn for?"), least=1, most=twos_in_pack, rule=rule.TWO)
    ]


def on_debt(facts: TwosInARow, sheet: Sheet[House]) -> Ruling:
    if sheet.house.two is Two.OFF:
        return ruling(0, cite(rule.TWO, _("None: at this table a 2 is an ordinary card")))
    if sheet.house.two is Two.DRAW2:
        words = _("{n}: at this table each 2 is paid by the next player, and none is passed on")
        return ruling(PRICE_OF_TWO, cite(rule.TWO, words, n=PRICE_OF_TWO))
    n = PRICE_OF_TWO * facts.twos
    words = _("{n}: the whole debt, once, unless you have a 2 to pass it on")
    return ruling(n, cite(rule.DEBT, words, n=n))


def on_paid_two(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("It was paid once: now the 2 is an ordinary card of its suit")
    return ruling("no", cite(rule.DEBT, words))


def on_after_draw(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    if sheet.house.two is Two.OFF:
        return ruling("no", cite(rule.TWO, _("At this table nobody draws for a 2")))
    if sheet.house.after_draw is AfterDraw.PLAYS:
        return ruling("yes", cite(rule.AFTER_DRAW, _("At this table you draw and then play")))
    return ruling("no", cite(rule.AFTER_DRAW, _("Drawing for a 2 was the turn")))


# Drawing ---------------------------------------------------------------------


def on_draw_anyway(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    reasons = [cite(rule.DRAW_ANYWAY, _("You may draw although you could play"))]
    if sheet.house.draw is Draw.ONE_AND_END:
        reasons.append(cite(rule.DRAW, _("At this table the turn is then over")))
    return ruling("legal", *reasons)


def on_cannot_play(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = {
        Draw.ONE_AND_END: _("Draw one card; the turn is over, even if it fits"),
        Draw.ONE_MAY_PLAY: _("Draw one card, and play it if it fits"),
        Draw.UNTIL_PLAYABLE: _("Draw until a card fits, or until the stock is gone"),
        Draw.UP_TO_THREE: _("Draw until a card fits, three at most; then the turn passes"),
    }[sheet.house.draw]
    return ruling(sheet.house.draw, cite(rule.DRAW, words))


def on_stock(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = {
        StockOut.RESHUFFLE: _("Leave the top card, shuffle the others and go on drawing"),
        StockOut.PASS: _("Nobody draws any more: whoever cannot play passes"),
    }[sheet.house.stock_out]
    return ruling(
        sheet.house.stock_out,
        cite(rule.STOCK_OUT, words),
        cite(rule.BLOCK, _("When nobody can play, the round is over")),
    )


@dataclass(frozen=True)
class TurnedUp:
    """The card turned up to start the pile."""

    card: Annotated[Cards, Ask(_("Which card was turned up?"), least=1, most=1, available=table_pack)]


def on_starter(facts: TurnedUp, sheet: Sheet[House]) -> Ruling:
    house, (card,) = sheet.house, facts.card
    first_turn = Turn(dealer(sheet))
    first_player = cite(rule.ORDER_OF_PLAY, _("{who} plays first"), who=seat_after(first_turn, sheet))
    if card.rank == "8" and house.starter_special is not StarterSpecial.IGNORE:
        return ruling("bury", cite(rule.STARTER, _("Bury the 8 in the stock and turn up the next card")))
    if is_special(card, house) and house.starter_special is StarterSpecial.APPLIES:
        next_turn = turn_after(card, first_turn, sheet)
        return ruling(
            "applies",
            cite(rule.STARTER, _("It acts as if {dealer} had played it"), dealer=first_turn.seat),
            cite_next_player(card, first_turn, next_turn, sheet),
            *cite_cards_owed(next_turn, house),
        )
    if card.rank == "8":
        return ruling(
            "ordinary", cite(rule.STARTER, _("It stays, and stands for its own suit")), first_player
        )
    return ruling("ordinary", cite(rule.STARTER, _("It stays, and does nothing else")), first_player)

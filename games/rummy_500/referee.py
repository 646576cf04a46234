"""The questions for the referee at a table of 500 rum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from games.engine import (
    ROUND_THE_CORNER,
    Ask,
    Cards,
    NoFacts,
    PerSide,
    Question,
    Ruling,
    Seat,
    Sheet,
    _,
    cite,
    illegal,
    is_run,
    legal,
    legal_if,
    ruling,
)

from . import rulebook as rule
from .hands import (
    counts_by_fives,
    dealt_each,
    held_points,
    is_meld,
    meld_points,
    needs_low_ace,
    packs_for,
    table_pack,
)
from .house import GoOut, House, Tie
from .scoring import leaders_of, must_go_out

MOST_POINTS = 100_000


# Cards -----------------------------------------------------------------------


@dataclass(frozen=True)
class SomeCards:
    """The cards to be judged."""

    cards: Annotated[Cards, Ask(_("Which cards?"), least=1, most=26, available=table_pack)]


@dataclass(frozen=True)
class Addition:
    """A card, and a meld on the table that it may be laid off on."""

    meld: Annotated[Cards, Ask(_("The meld on the table"), least=3, most=14, available=table_pack)]
    card: Annotated[Cards, Ask(_("The card to lay off"), least=1, most=1, available=table_pack)]


def on_meld(facts: SomeCards, sheet: Sheet[House]) -> Ruling:
    if is_meld(facts.cards):
        points = meld_points(facts.cards, sheet.house)
        return legal(rule.MELD, _("A meld, worth {n}"), n=points)
    if is_run(facts.cards, ROUND_THE_CORNER):
        return illegal(rule.ACE, _("No run: the ace is high or low, never both"))
    words = _(
        "No meld: it takes three or four of a rank in different suits, or three or more of a suit in order"
    )
    return illegal(rule.MELD, words)


def on_meld_points(facts: SomeCards, sheet: Sheet[House]) -> Ruling:
    if not is_meld(facts.cards):
        return illegal(rule.MELD, _("These cards are no meld"))
    points = meld_points(facts.cards, sheet.house)
    reasons = [cite(rule.VALUES, _("This meld counts {n}"), n=points)]
    if needs_low_ace(facts.cards) and not counts_by_fives(sheet.house):
        reasons.append(
            cite(rule.LOW_ACE, _("The ace is low here and counts {n}"), n=sheet.house.ace_low_meld)
        )
    return ruling(points, *reasons)


def on_held(facts: SomeCards, sheet: Sheet[House]) -> Ruling:
    points = held_points(facts.cards, sheet.house)
    reasons = [cite(rule.HELD, _("Held at the end these cards cost {n}"), n=points)]
    if is_meld(facts.cards):
        reasons.append(cite(rule.HELD, _("They match, and yet they cost: they were not laid down")))
    return ruling(points, *reasons)


def on_addition(facts: Addition, sheet: Sheet[House]) -> Ruling:
    if not is_meld(facts.meld):
        return illegal(rule.MELD, _("The cards on the table are not a meld"))
    duplicate = facts.card[0] in facts.meld and packs_for(sheet) == 1
    is_legal = not duplicate and is_meld((*facts.meld, *facts.card))
    yes = _("{card} can be laid off there, and counts for whoever lays it")
    return legal_if(is_legal, rule.LAY_OFF, yes, _("{card} does not fit that meld"), card=facts.card)


# The discards ----------------------------------------------------------------


@dataclass(frozen=True)
class Taking:
    """A discard that a player wants to take, and the cards above it."""

    above: Annotated[int, Ask(_("How many cards lie above it?"), most=107)]
    used: Annotated[bool, Ask(_("Is it melded or laid off at once?"))]
    all_above: Annotated[bool, Ask(_("Are all the cards above it taken too?"))] = True


def on_taking(facts: Taking, sheet: Sheet[House]) -> Ruling:
    if facts.above and not facts.all_above:
        return illegal(rule.BURIED, _("Everything above the card comes along"))
    if facts.above:
        yes, no = _("Fine: it is used at once"), _("A buried card must be used at once in a meld or lay-off")
        return legal_if(facts.used, rule.BURIED, yes, no)
    yes, no = (
        _("Fine: the top discard may be taken"),
        _("At this table the top discard must be melded at once"),
    )
    return legal_if(facts.used or sheet.house.take_top_free, rule.TOP, yes, no)


def on_one_card(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("No: everything above the card comes along")
    return ruling("illegal", cite(rule.BURIED, words))


def on_throw_back(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("The discard just taken may not be thrown straight back")
    return ruling("illegal", cite(rule.TOP, words))


def on_call(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    yes = _("Whoever calls first takes the card and plays it")
    return legal_if(sheet.house.call_rummy, rule.CALL, yes, _("At this table “Rummy!” is not called"))


# Melds on the table ----------------------------------------------------------


@dataclass(frozen=True)
class LayOff:
    """A card laid off on a meld, the player who laid it off, and the player who laid the meld."""

    player: Annotated[Seat, Ask(_("Who laid the card off?"))]
    # Never relevant, so never asked; but stored facts may have this field.
    melder: Annotated[Seat, Ask(_("Who laid the meld?"), relevant_if=lambda facts, sheet: False)] = Seat(0)


def on_whose_card(facts: LayOff, sheet: Sheet[House]) -> Ruling:
    words = _("{player} played it, and it counts for {player}")
    return ruling(facts.player, cite(rule.LAY_OFF, words, player=facts.player))


def on_matched_cards(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("They count against you: what is still held is taken off, matched or not")
    return ruling("yes", cite(rule.HELD, words))


def on_move_card(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    return ruling("illegal", cite(rule.STAYS, _("Once placed on a meld a card stays there")))


# The end ---------------------------------------------------------------------


def on_last_discard(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    yes = _("You can go out without a discard if all your cards are laid")
    is_legal = sheet.house.go_out is not GoOut.DISCARD_REQUIRED
    return legal_if(is_legal, rule.OUT, yes, _("At this table the last card must be a discard"))


@dataclass(frozen=True)
class StockGone:
    """The players' choice when the stock is used up."""

    wanted: Annotated[bool, Ask(_("Can and will somebody take a discard?"))]


def on_stock(facts: StockGone, sheet: Sheet[House]) -> Ruling:
    if facts.wanted:
        return ruling("play_on", cite(rule.STOCK_OUT, _("Play goes on with the discards")))
    return ruling("over", cite(rule.STOCK_OUT, _("The deal is over, and everybody counts")))


@dataclass(frozen=True)
class Totals:
    """The totals after a deal, and the player who went out."""

    totals: Annotated[PerSide[int], Ask(_("Totals after the deal"), least=-MOST_POINTS, most=MOST_POINTS)]
    out: Annotated[
        Seat | None,
        Ask(
            _("Who went out?"),
            none=_("Nobody"),
            relevant_if=lambda facts, sheet: must_go_out(sheet.house),
        ),
    ] = None


def on_winner(facts: Totals, sheet: Sheet[House]) -> Ruling:
    target, best = sheet.house.target, max(facts.totals)
    if must_go_out(sheet.house):
        if facts.out is not None and facts.totals[facts.out] >= target:
            words = _("{out} went out with {target} or more, and wins")
            return ruling(facts.out, cite(rule.MUST_GO_OUT, words, out=facts.out, target=target))
        words = _("Nobody yet: only whoever goes out with {target} or more wins")
        return ruling("nobody", cite(rule.MUST_GO_OUT, words, target=target))
    if best < target:
        return ruling("nobody", cite(rule.TARGET, _("Nobody has {target} yet"), target=target))
    winners = leaders_of(PerSide(facts.totals))
    if len(winners) == 1:
        words = _("{winner} wins: the highest of those with {target} or more")
        return ruling(winners[0], cite(rule.TARGET, words, winner=winners[0], target=target))
    if sheet.house.tie is Tie.SHARED:
        return ruling("shared", cite(rule.TIE, _("{winners} share the win"), winners=winners))
    return ruling("extra_hand", cite(rule.TIE, _("{winners} are tied: another deal"), winners=winners))


def on_deal(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    seats, cards_each = sheet.seating.seats, dealt_each(sheet)
    stock = len(table_pack(sheet)) - cards_each * seats
    words = _("{n} cards each for {seats} players; of the {rest} left one is turned up")
    return ruling(cards_each, cite(rule.DEAL, words, n=cards_each, seats=seats, rest=stock))


QUESTIONS = {
    "deal": Question(_("How many cards are dealt?"), on_deal, keywords=_("cards each hand size players")),
    "meld": Question(_("Is this a meld?"), on_meld, SomeCards, _("set run sequence ace joker")),
    "meld_points": Question(_("What does this meld count?"), on_meld_points, SomeCards, _("ace low value")),
    "held_points": Question(_("What do the cards still held cost?"), on_held, SomeCards, _("hand leftover")),
    "addition": Question(_("Does this card fit that meld?"), on_addition, Addition, _("lay off add")),
    "take": Question(_("May this discard be taken?"), on_taking, Taking, _("buried pile top fan")),
    "one_card": Question(
        _("May I take just the card I want from the middle?"), on_one_card, keywords=_("buried discard above")
    ),
    "throw_back": Question(_("May the discard just taken be thrown back?"), on_throw_back, keywords=_("top")),
    "call_rummy": Question(
        _("A card that fits was thrown: may I call “Rummy!”?"), on_call, keywords=_("claim")
    ),
    "whose_card": Question(
        _("Who scores a card laid on another's meld?"), on_whose_card, LayOff, _("lay off 7D run")
    ),
    "matched_cards": Question(
        _("I hold three sevens: do they count against me?"),
        on_matched_cards,
        keywords=_("meld in hand minus"),
    ),
    "move_card": Question(
        _("May a laid card be moved to another meld?"), on_move_card, keywords=_("rearrange")
    ),
    "last_discard": Question(
        _("May I go out without a discard?"), on_last_discard, keywords=_("final card no discard")
    ),
    "stock_gone": Question(
        _("The stock is gone: is the deal over?"), on_stock, StockGone, _("empty draw pile")
    ),
    "winner": Question(_("Has somebody won?"), on_winner, Totals, _("both crossed 500 tie")),
}

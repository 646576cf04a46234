"""Rulings on the deal, the kitty, calling a partner, and irregularities: rules 1, 4 and 7."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from games.engine import (
    Ask,
    Cards,
    Choice,
    ExchangeTerms,
    NoFacts,
    Rule,
    Ruling,
    Sheet,
    _,
    cite,
    judge_exchange,
    ruling,
)

from . import rulebook as rule
from .bids import Call
from .cards import HAND, kitty_size, table_pack
from .choices import FirstLead, FiveCall, OpenShown
from .dealing import dealer_and_redeals, next_player
from .house import House
from .referee_bidding import SpecialBid

HONOURS = "AKQJX"  # a hand with one of these ranks is not redealt under No Ace, No Face; X is a joker


@dataclass(frozen=True)
class PoorHand:
    """A hand that its player wants to have redealt."""

    hand: Annotated[Cards, Ask(_("The ten cards dealt"), least=HAND, most=HAND, available=table_pack)]
    agrees: Annotated[bool, Ask(_("Does the partner agree?"), rule=rule.NO_ACE_NO_FACE)]
    spoken: Annotated[bool, Ask(_("Has that player called or passed already?"), rule=rule.NO_ACE_NO_FACE)] = (
        False
    )


def on_poor_hand(facts: PoorHand, sheet: Sheet[House]) -> Ruling:
    cited = rule.NO_ACE_NO_FACE
    if not sheet.house.no_ace_no_face:
        return ruling("play_on", cite(cited, _("No: at this table every hand is played.")))
    if sheet.seating.sides == sheet.seating.seats:
        return ruling("play_on", cite(cited, _("No: there is no partner here who could agree.")))
    if honours := Cards(card for card in facts.hand if card.rank in HONOURS):
        return ruling("play_on", cite(cited, _("No: there is {held} in that hand."), held=honours))
    if facts.spoken:
        words = _("No: it must be asked before the player's own first call. (Our reading: no source says.)")
        return ruling("play_on", cite(cited, words))
    if not facts.agrees:
        return ruling("play_on", cite(cited, _("No: the partner does not agree, and play goes on.")))
    dealer, _redeals = dealer_and_redeals(sheet)
    words = _("Yes: the hand is dead, and {dealer} deals again.")
    return ruling("redeal", cite(cited, words, dealer=dealer))


def on_kitty(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("Yes: any card may go into the kitty, and nobody looks at it again.")
    return ruling("yes", cite(rule.KITTY, words))


def cards_with_kitty(sheet: Sheet[House]) -> int:
    """Return the number of cards that the bidder holds before discarding."""
    return HAND + kitty_size(sheet)


@dataclass(frozen=True)
class Discards:
    """The cards the bidder discards, and the hand with the kitty in it."""

    cards: Annotated[
        Cards,
        Ask(_("The cards put away"), least=1, most=cards_with_kitty, available=table_pack, rule=rule.KITTY),
    ]
    hand: Annotated[
        Cards,
        Ask(
            _("The hand with the kitty"),
            least=cards_with_kitty,
            most=cards_with_kitty,
            available=table_pack,
            rule=rule.KITTY,
        ),
    ]


def on_discards(facts: Discards, sheet: Sheet[House]) -> Ruling:
    size = kitty_size(sheet)
    return judge_exchange(facts.cards, facts.hand, ExchangeTerms(size, size, rule.KITTY))


def on_dealing(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("Ten each, from a pack of {n}; {kitty} are left for the kitty.")
    return ruling(HAND, cite(rule.DEAL, words, n=len(table_pack(sheet)), kitty=kitty_size(sheet)))


def on_first_lead(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    if sheet.house.first_lead is FirstLead.DECLARER:
        return ruling("bidder", cite(rule.FIRST_LEAD, _("The bidder leads to the first trick.")))
    dealer, _redeals = dealer_and_redeals(sheet)
    words = _("{who} leads, left of the dealer, whoever won the bidding.")
    return ruling("left_of_dealer", cite(rule.FIRST_LEAD, words, who=next_player(dealer, sheet)))


def on_open_hand(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    if sheet.house.open_misere_value is None:
        words = _("Never: open misère is not played at this table.")
        return ruling("not_played", cite(rule.OPEN_MISERE, words))
    words = {
        OpenShown.AFTER_FIRST_TRICK: _("After the first trick, face up on the table."),
        OpenShown.BEFORE_LEAD: _("Before the first lead, face up on the table."),
    }[sheet.house.open_misere_shown]
    return ruling(sheet.house.open_misere_shown, cite(rule.OPEN_SHOWN, words))


def on_partner_at_misere(facts: SpecialBid, sheet: Sheet[House]) -> Ruling:
    if sheet.seating.seats == sheet.seating.sides:
        words = _("Nobody has a partner at misère or nullo here: the bidder is alone.")
        return ruling("no_partner", cite(rule.SIT_OUT, words))
    if facts.call is Call.DOUBLE_NULLO:
        words = _("Yes: at double nullo both partners play, and neither may take a trick.")
        return ruling("plays", cite(rule.DOUBLE_NULLO, words))
    words = _("No: the bidder plays alone; every partner lays the cards face down and sits out.")
    return ruling("sits_out", cite(rule.SIT_OUT, words))


@dataclass(frozen=True)
class CalledCard:
    """The card that the bidder wants to call, with five players."""

    card: Annotated[Cards, Ask(_("Which card?"), least=1, most=1, available=table_pack)]


def on_called_card(facts: CalledCard, sheet: Sheet[House]) -> Ruling:
    cited, (card,) = rule.CALL_PARTNER, facts.card
    if sheet.seating.sides != 5:
        return ruling("not_played", cite(cited, _("No: a partner is called only with five players.")))
    choice = sheet.house.five_player_call
    if choice is FiveCall.PLAYER:
        return ruling("no", cite(cited, _("No: at this table the bidder names a player, not a card.")))
    if card.joker:
        return ruling("no", cite(cited, _("No: the joker may not be called.")))
    partner_words = {
        FiveCall.CARD_SECRET: _("Whoever holds it is the partner, and says nothing until it is played."),
        FiveCall.CARD_DECLARED: _("Whoever holds it is the partner, and says so at once."),
    }[choice]
    because = [cite(cited, _("Yes: {card} may be called."), card=card), cite(cited, partner_words)]
    if card.rank == "J":
        because.append(cite(cited, _("A bower is the usual call; some tables bar it.")))
    return ruling("yes", *because)


class FoundWhen(Choice):
    """The time when a fault in the deal was found."""

    BIDDING = "bidding", _("before the bidding was over")
    LATER = "later", _("later")


@dataclass(frozen=True)
class WrongNumber:
    """A player with too many cards, or too few."""

    found: Annotated[FoundWhen, Ask(_("When was it found?"), rule=rule.WRONG_NUMBER)]


def on_wrong_number(facts: WrongNumber, sheet: Sheet[House]) -> Ruling:
    if facts.found is FoundWhen.BIDDING:
        words = _("A misdeal: the cards are dealt again, without penalty.")
        return ruling("misdeal", cite(rule.WRONG_NUMBER, words))
    return _table_decides_ruling(rule.LATE_FAULT, _("No source has a penalty once the play has begun."))


def on_wrong_discard(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("Hoyle says that there are penalties, but not which ones.")
    return _table_decides_ruling(rule.LATE_FAULT, words)


def on_out_of_turn(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    words = _("We propose that the call or card goes back, and that the player whose turn it is goes on.")
    return _table_decides_ruling(rule.OUT_OF_TURN, words)


def on_exposed_card(facts: NoFacts, sheet: Sheet[House]) -> Ruling:
    return _table_decides_ruling(rule.OUT_OF_TURN, _("We propose that it goes back into the hand."))


def _table_decides_ruling(cited: Rule, advice: str) -> Ruling:
    words = _("The table decides: no source says what it costs.")
    return ruling("table_decides", cite(cited, words), cite(cited, advice))

"""The questions for the referee of Big Two."""

from __future__ import annotations

from games.engine import IrregularityKind, Question, _

from . import referee_cards as cards
from . import referee_deal as deal
from . import referee_gifts as gifts
from . import referee_pay as pay
from . import referee_play as play
from .hands import Deal
from .house import House

QUESTIONS: dict[str, Question[House]] = {
    "combination": Question(
        _("Is this a combination, and which?"),
        cards.on_combination,
        cards.SomeCards,
        _("straight flush full house JQKA2 A2345 butterfly sisters pairs triple valid"),
    ),
    "beats": Question(
        _("Does this beat that?"),
        cards.on_beats,
        cards.PlayOnTable,
        _("higher flush straight suit four of a kind bomb smack-down chop tiki lone 2 joker five alike"),
    ),
    "lowest_card": Question(
        _("Which card and which suit is lowest?"),
        cards.on_suits,
        keywords=_("3♦ 3♣ suit order diamonds clubs"),
    ),
    "lead": Question(
        _("Who leads?"), play.on_lead, play.LowestCardHolder, _("first deal opener winner begins")
    ),
    "opening": Question(
        _("Must the lowest card be played first?"),
        cards.on_opening,
        cards.FirstPlay,
        _("opener 3♦ 3♣ first play"),
    ),
    "turn": Question(_("Whose turn is next?"), play.on_turn, play.Turn, _("direction clockwise race")),
    "may_pass": Question(
        _("May I pass though I could play?"), play.on_passing, play.Trick, _("obliged three 3s three 2s")
    ),
    "come_back": Question(
        _("May I come back in after passing?"), play.on_coming_back, keywords=_("pass jump back locked")
    ),
    "trick_end": Question(_("Is the trick over?"), play.on_trick_end, play.Passes, _("passes in a row lead")),
    "big_two": Question(
        _("Does the highest 2 close the trick at once?"), cards.on_closing, cards.SomeCards, _("2♠ big deuce")
    ),
    "hand_count": Question(
        _("May I ask how many cards somebody has left?"),
        play.on_hand_count,
        keywords=_("count cards told"),
    ),
    "finish": Question(
        _("May I go out on this?"),
        cards.on_finish,
        cards.SomeCards,
        _("end last card 2 deuce"),
    ),
    "last_play": Question(
        _("Does this last play double?"),
        cards.on_last_play,
        cards.SomeCards,
        _("ended straight flush with a 2 twice times four"),
    ),
    "payment": Question(_("Who pays whom, and why?"), pay.on_payment, Deal, _("score doubled left unused")),
    "steps": Question(
        _("How much do the cards left in a hand count?"),
        pay.on_steps,
        pay.CardCount,
        _("ten eleven double triple thirteen"),
    ),
    "worth": Question(
        _("What are these cards worth?"), deal.on_worth, deal.DealtHand, _("points pips count")
    ),
    "assistance": Question(
        _("Somebody let the winner out: who pays?"),
        pay.on_assistance,
        pay.Blame,
        _("you let him out assistance stop passed could have stopped highest single last card"),
        irregularity=IrregularityKind.REVOKE,
    ),
    "last_card": Question(
        _("Somebody forgot to call “last card”"),
        pay.on_last_card,
        pay.LastCardCall,
        _("call announce warn one card"),
        irregularity=IrregularityKind.CLAIM,
    ),
    "redeal": Question(
        _("May this hand be thrown in?"),
        deal.on_redeal,
        deal.DealtHand,
        _("reshuffle weak points faces redeal"),
    ),
    "at_once": Question(
        _("Does this hand win or lose at once?"),
        deal.on_at_once,
        deal.DealtHand,
        _("dragon dragun four 2s instant"),
    ),
    "deal": Question(
        _("How many cards are dealt?"),
        deal.on_deal,
        keywords=_("cards each hand size players thirteen"),
    ),
    "leftover": Question(
        _("Who gets the cards left over?"),
        deal.on_leftover,
        deal.LeftoverCards,
        _("52nd card kitty three players"),
    ),
    "pairs": Question(
        _("Which partners have won?"),
        play.on_pairs,
        play.CardsLeftByPlayer,
        _("partner went out why did we lose team shoot-out"),
    ),
    "signals": Question(
        _("May partners tell each other anything?"),
        play.on_signals,
        keywords=_("talk team signal"),
        irregularity=IrregularityKind.EXPOSED,
    ),
    "gifts": Question(
        _("Who gives which cards to whom?"),
        play.on_gifts,
        keywords=_("president scum exchange highest lowest"),
    ),
    "gift": Question(
        _("Are these the right cards to give?"),
        gifts.on_gift,
        gifts.Gift,
        _("president scum vice exchange these cards two highest lowest kept back"),
        irregularity=IrregularityKind.CARDS,
    ),
}

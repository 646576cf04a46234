"""The questions for the referee at a 200 table."""

from __future__ import annotations

from games.engine import IrregularityKind, Question, _, auction_judge, trick_judge

from . import rulebook as rule
from .auction import AUCTION
from .hands import REVOKE, REVOKE_IN_LAST_HAND, Revoke
from .house import House
from .referee_bidding import NextCall, on_all_passed, on_bid_after_pass, on_bid_out_of_turn, on_call
from .referee_play import (
    BuriedCards,
    FirstCard,
    LookBack,
    Play,
    Trick,
    WholeTrick,
    on_buried,
    on_dealing,
    on_first_lead,
    on_look_back,
    on_must_trump,
    on_no_trump_named,
    on_play,
    on_trick,
    on_whole_trick,
)
from .referee_revoke import RevokeInLastHand, on_revoke, on_revoke_in_last_hand
from .referee_score import (
    Contract,
    Defence,
    InTheHole,
    Pile,
    Piles,
    Totals,
    known_hole,
    known_result,
    known_totals,
    on_both,
    on_contract,
    on_defence,
    on_deux_cents,
    on_hole,
    on_kitty,
    on_pile,
    on_piles,
)

QUESTIONS: dict[str, Question[House]] = {
    "defence_counts": Question(
        _("Do our points in defence count at 100?"),
        on_defence,
        Defence,
        _("hundred rule, barred, exactly 100, set them, did not bid, silent, no turn, outbid"),
    ),
    "bid_result": Question(
        _("What does the bid score?"),
        on_contract,
        Contract,
        _("overtricks, took more than the bid, fell short, lose the bid"),
        known_facts=known_result,
    ),
    "both_over": Question(
        _("Both sides are over the target: who wins?"),
        on_both,
        Totals,
        _("both over 200, cross, out together"),
        known_facts=known_totals,
    ),
    "minus_limit": Question(
        _("They are at −200: have they lost?"),
        on_hole,
        InTheHole,
        _("in the hole, in the box, negative, minus"),
        known_facts=known_hole,
    ),
    "bid_legal": Question(
        _("Is this bid legal?"),
        on_call,
        NextCall,
        _("75 over 75, higher, same bid, match, dealer takes it, barouche"),
    ),
    "bid_after_pass": Question(
        _("May I bid again after a pass?"),
        on_bid_after_pass,
        keywords=_("passed, pass is final, come back in, partner outbid"),
    ),
    "all_passed": Question(
        _("Everybody passed: what now?"),
        on_all_passed,
        keywords=_("same dealer, redeal, null hand, stuck dealer"),
    ),
    "bid_out_of_turn": Question(
        _("Somebody bid out of turn"),
        on_bid_out_of_turn,
        keywords=_("wrong turn, irregularity"),
        irregularity=IrregularityKind.TURN,
    ),
    "trump_not_named": Question(
        _("The bidder forgot to name trumps"),
        on_no_trump_named,
        FirstCard,
        _("forgot trump, no trump named, first card"),
        irregularity=IrregularityKind.TURN,
    ),
    "first_lead": Question(
        _("Must the bidder lead a trump first?"), on_first_lead, keywords=_("opening lead, compulsory trump")
    ),
    "must_trump": Question(
        _("I have none of that suit: must I trump?"), on_must_trump, keywords=_("void, ruff, overtrump")
    ),
    "may_play": Question(
        _("May this card be played?"), on_play, Play, _("follow suit, void, discard, legal card")
    ),
    "trick": Question(
        _("Which card takes the trick?"), on_trick, Trick, _("who wins the trick, highest, trump")
    ),
    "trick_judge": trick_judge(on_whole_trick, WholeTrick),
    "auction_judge": auction_judge(AUCTION, rule.BIDS),
    "look_back": Question(
        _("May I look at the last trick?"),
        on_look_back,
        LookBack,
        _("check, see again, turned"),
        IrregularityKind.EXPOSED,
    ),
    "count_pile": Question(
        _("Count this pile"), on_pile, Pile, _("points in cards, aces, tens, fives, counters")
    ),
    "piles": Question(
        _("The piles do not come to 100"),
        on_piles,
        Piles,
        _("95, missing five, recount, sum"),
        irregularity=IrregularityKind.SCORE,
    ),
    "deal": Question(
        _("How many cards are dealt?"), on_dealing, keywords=_("nine ten each pack kitty number of players")
    ),
    "discard": Question(
        _("May these cards be buried?"),
        on_buried,
        BuriedCards,
        _("kitty widow bury these cards how many trump"),
    ),
    "kitty_points": Question(
        _("Whose are the points that were buried?"), on_kitty, keywords=_("kitty, discard, bury, widow")
    ),
    REVOKE: Question(
        _("Somebody did not follow suit (the hand is not written yet)"),
        on_revoke,
        Revoke,
        _("revoke, renege"),
        irregularity=IrregularityKind.REVOKE,
    ),
    REVOKE_IN_LAST_HAND: Question(
        _("Somebody did not follow suit in the hand last written"),
        on_revoke_in_last_hand,
        RevokeInLastHand,
        _("revoke, renege"),
        irregularity=IrregularityKind.REVOKE,
    ),
    "deux_cents_hundred": Question(
        _("Do defenders at 100 ever score by the Deux Cents notes?"),
        on_deux_cents,
        keywords=_("DeuxCentsCardGame, contradiction"),
    ),
}

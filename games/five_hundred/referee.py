"""The questions for the referee at a 500 table."""

from __future__ import annotations

from games.engine import IrregularityKind, Question, _, trick_judge

from . import judging
from . import referee_bidding as bidding
from . import referee_deal as deal
from . import referee_lead as lead
from . import referee_play as play
from . import referee_revoke as revoke
from . import referee_score as score
from . import referee_trick as trick
from . import referee_win as win
from .hands import REVOKE, REVOKE_IN_LAST_HAND, Revoke, RevokeInLastHand
from .house import House

QUESTIONS: dict[str, Question[House]] = {
    "bid_higher": Question(
        _("Is this bid higher?"), bidding.on_higher, bidding.TwoBids,
        _("8 spades over misère, misère over six hearts, open misère, petite, grosse, nullo, beat, outbid"),
    ),
    "bid_legal": Question(
        _("Is this call legal?"), bidding.on_call, bidding.NextCall,
        _("auction, bidding, same bid, pass, raise, inkle, misère, turn"),
    ),
    "bid_worth": Question(
        _("What is misère or nullo worth here?"), bidding.on_worth, bidding.SpecialBid,
        _("open misère 350 or 500, 250, double nullo"),
    ),
    "bid_after_pass": Question(
        _("May I bid again after a pass?"), bidding.on_bid_after_pass,
        keywords=_("passed, pass is final, come back in, partner outbid"),
    ),
    "raise_own": Question(
        _("May I raise my own bid?"), bidding.on_raise, bidding.OwnBid,
        _("Newcastle, bid again, others passed, one round"),
    ),
    "inkle": Question(
        _("May I bid six?"), bidding.on_inkle, bidding.Speaker, _("inkle, third player, first two speakers")
    ),
    "six_signal": Question(
        _("Was that six only a signal?"), bidding.on_signal,
        keywords=_("inkle, contract, six hearts, stands"),
    ),
    "six_no": Question(
        _("“Six no” and “six no trumps”: is there a difference?"), bidding.on_six_no,
        keywords=_("table talk, aces, joker, wording"),
    ),
    "all_passed": Question(
        _("Everyone passed: what now?"), bidding.on_all_passed,
        keywords=_("same dealer, redeal, thrown in, no bid, dead hand, dealer must bid"),
    ),
    "no_ace_no_face": Question(
        _("No ace, no face: is it dealt again?"), deal.on_poor_hand, deal.PoorHand,
        _("ten high, kill the hand, redeal, dead hand, no honours"),
    ),
    "deal": Question(
        _("How many cards are dealt?"), deal.on_dealing,
        keywords=_("ten each pack kitty number of players"),
    ),
    "discard": Question(
        _("May these cards be put away?"), deal.on_discards, deal.Discards,
        _("kitty widow blind discard bury these cards how many trump"),
    ),
    "kitty_discard": Question(
        _("May any card be put in the kitty?"), deal.on_kitty,
        keywords=_("bury, discard, widow, blind, trump"),
    ),
    "call_partner": Question(
        _("Five players: may this card be called?"), deal.on_called_card, deal.CalledCard,
        _("partner, joker, bower, secret, ally"), seats=(5,),
    ),
    "first_lead": Question(
        _("Who leads first?"), deal.on_first_lead, keywords=_("opening lead, left of dealer, bidder")
    ),
    "misere_partner": Question(
        _("Does the partner play at misère or nullo?"), deal.on_partner_at_misere, bidding.SpecialBid,
        _("sit out, double nullo, alone"), seats=(4, 5, 6),
    ),
    "open_hand": Question(
        _("Open misère: when does the hand go down?"), deal.on_open_hand,
        keywords=_("shown, face up, first trick, exposed, lay down"),
    ),
    "card_suit": Question(
        _("Which suit does this card belong to?"), trick.on_suit, trick.OneCard,
        _("jack of clubs, left bower, joker, 4 of hearts, club or spade"),
    ),
    "trick": Question(
        _("Which card takes the trick?"), trick.on_trick, trick.Trick,
        _("who wins the trick, bower, joker, trump, highest, no trumps"),
    ),
    "trick_judge": trick_judge(judging.on_whole_trick, judging.WholeTrick),
    "auction_judge": judging.ON_AUCTION,
    "may_play": Question(
        _("May this card be played?"), play.on_play, play.Play,
        _("follow suit, void, discard, legal card, bower, joker"),
    ),
    "playable": Question(
        _("Which of these cards may be played?"), play.on_playable, play.Holding,
        _("follow suit, legal cards, hand, must I play"),
    ),
    "left_bower": Question(
        _("Must I follow with the left bower?"), trick.on_left_bower, trick.Bower,
        _("jack, same colour, trumps led, only trump"),
    ),
    "must_ruff": Question(
        _("I have none of that suit: must I trump?"), trick.on_must_ruff,
        keywords=_("void, ruff, overtrump, win"),
    ),
    "joker_play": Question(
        _("May I play the joker, or must I?"), play.on_joker, play.Joker,
        _("no trumps, have the suit, void, trumps led, only the joker, misère"),
    ),
    "joker_lead": Question(
        _("No trumps: may the joker be led for this suit?"), lead.on_joker_lead, lead.Lead,
        _("lead the joker, ask for diamonds, name a suit, renounced, last trick"),
    ),
    "joker_misere": Question(
        _("Misère: I am void and hold the joker. Must I play it?"), play.on_joker_at_misere,
        keywords=_("joker, forced, throw it in the kitty, name its suit, low"),
    ),
    "bid_result": Question(
        _("What does the bid score?"), score.on_result, score.Result,
        _("made, failed, set, overtricks, two short, all ten"), known_facts=score.known_result,
    ),
    "short": Question(
        _("We were two short: do we lose double?"), score.on_short,
        keywords=_("set, down, undertricks, minus"),
    ),
    "slam": Question(
        _("We took all ten tricks: what is that?"), score.on_slam, score.AllTen,
        _("slam, 250, bonus, every trick"), known_facts=score.known_result,
    ),
    "defence_scores": Question(
        _("Do our tricks count?"), score.on_defence, score.Defence,
        _("defenders, 10 a trick, they made it, set, 490, 400"), known_facts=score.known_result,
    ),
    "misere_defence": Question(
        _("Do defenders score at misère?"), score.on_misere_defence,
        keywords=_("100 to us, ten tricks, nullo"),
    ),
    "five_share": Question(
        _("Five players: do partners halve?"), score.on_five_share, score.PartnerFacts,
        _("half, full, alone, share"), seats=(5,),
    ),
    "won_on_tricks": Question(
        _("Have we won on tricks?"), win.on_tricks, win.TrickTotal,
        _("510 on tricks, defenders, out, over 500"),
    ),
    "won": Question(
        _("Have we won?"), win.on_won, win.ClaimedWin,
        _("exactly 500, over 500, at least, 1000, out, too many"), not_from_hand=("made",),
    ),
    "both_over": Question(
        _("Bidders and defenders both reached the target: who wins?"), win.on_both, win.BothTotals,
        _("both over 500, we have more, cross, out together"), known_facts=win.known_totals,
    ),
    "defenders_both": Question(
        _("Two defenders both reached the target: who wins?"), win.on_two_defenders, win.TwoDefenders,
        _("three-handed, both passed 500, first trick"), seats=(3, 5),
    ),
    "back_door": Question(
        _("They are at −500: have they lost?"), win.on_back_door, win.BackDoor,
        _("out the back door, backwards, minus, negative, in the hole, red"), known_facts=win.known_lowest,
    ),
    REVOKE: Question(
        _("Somebody did not follow suit (the hand is not written yet)"), revoke.on_revoke, Revoke,
        _("revoke, renege"),
        irregularity=IrregularityKind.REVOKE,
    ),
    REVOKE_IN_LAST_HAND: Question(
        _("Somebody did not follow suit in the hand last written"), revoke.on_revoke_in_last_hand,
        RevokeInLastHand, _("revoke, renege"),
        irregularity=IrregularityKind.REVOKE,
    ),
    "wrong_number": Question(
        _("Somebody has a wrong number of cards"), deal.on_wrong_number, deal.WrongNumber,
        _("misdeal, eleven, nine, too many, too few"),
        irregularity=IrregularityKind.CARDS,
    ),
    "wrong_discard": Question(
        _("The bidder put a wrong number of cards away"), deal.on_wrong_discard,
        keywords=_("kitty, discard, irregularity, widow"),
        irregularity=IrregularityKind.CARDS,
    ),
    "out_of_turn": Question(
        _("Somebody bid or led out of turn"), deal.on_out_of_turn,
        keywords=_("wrong turn, irregularity"),
        irregularity=IrregularityKind.TURN,
    ),
    "exposed_card": Question(
        _("Somebody showed a card"), deal.on_exposed_card,
        keywords=_("exposed, dropped, seen, irregularity"),
        irregularity=IrregularityKind.EXPOSED,
    ),
}  # fmt: skip

"""Quotations and paraphrases, keyed by rule and source; ``joker=no`` is a condition on house rules."""

from games.engine import Paraphrase, Quotations, _

from . import rulebook as rule
from .rulebook import CLASSIC, FOSDICK, HOYLE, PAGAT, PENGUIN, SHORT_RULES, WIKIPEDIA

QUOTATIONS: Quotations = {
    rule.PACK: {
        PENGUIN: {"joker=no": Paraphrase(_("The pack has 36 cards, ace to 6"))},
        CLASSIC: {"joker": Paraphrase(_("The pack has 36 cards and a joker"))},
        SHORT_RULES: "- Cards used: 36 cards - Cards rank (lowest-to-highest):6 7 8 9 10 J Q K A",
    },
    rule.DEALING: {
        PENGUIN: Paraphrase(_("Three players have 12 cards each; the player on the dealer's left leads")),
        PAGAT: Paraphrase(_("Three players have 12 cards each; deal and play pass to the left")),
    },
    rule.JOKER: {
        CLASSIC: Paraphrase(_("One card is turned up, and the joker copies it for bidding and play")),
        WIKIPEDIA: Paraphrase(
            _(
                "The classic version has a joker, treated as if it were the card turned "
                "up, in the bid and in tricks"
            )
        ),
    },
    rule.BID: {
        PENGUIN: Paraphrase(_("The suits of three bid cards stand for 3, 2, 1 and 0 tricks")),
        PAGAT: Paraphrase(
            _(
                "Three bid cards are laid aside, and nine cards are played; the suits of the bid "
                "cards stand for 3, 2, 1 and 0 tricks"
            )
        ),
        SHORT_RULES: (
            "The bids are placed in secret and are represented by the suits of the bid-cards "
            "as follows: - ♣ = 3 tricks - ♥ = 2 tricks - ♠ = 1 trick - ♦ = 0 tricks"
        ),
    },
    rule.RANKS: {
        FOSDICK: Paraphrase(_("Only the suit of a bid card matters; ranks are irrelevant")),
    },
    rule.HIDDEN: {
        PENGUIN: Paraphrase(_("Bid cards stay face down until exposed at the end to claim a win")),
        PAGAT: Paraphrase(_("Bid cards stay face down until exposed at the end to claim a win")),
    },
    rule.PREMIUMS: {
        PENGUIN: Paraphrase(
            _("To declare is to turn the bid cards up; to reveal is to play with an open hand as well")
        ),
        PAGAT: Paraphrase(
            _("To declare is to turn the bid cards up; to reveal is to play with an open hand as well")
        ),
    },
    rule.ONE_PREMIUM: {
        PENGUIN: {
            "premium_limit=one_player": Paraphrase(
                _(
                    "Only one player may declare or reveal: revealing goes before declaring from any "
                    "seat; otherwise the player nearest the dealer's left goes first"
                )
            )
        },
        WIKIPEDIA: {
            "premium_limit=one_player": Paraphrase(
                _(
                    "Only one player may declare or reveal: a revelation outbids a declaration; otherwise "
                    "the player nearest the dealer's left has priority"
                )
            )
        },
    },
    rule.TRUMPS: {
        CLASSIC: {"trump_rule=turn_up": Paraphrase(_("The suit of the card turned up is trumps"))},
        PENGUIN: {
            "trump_rule=previous_success": Paraphrase(
                _(
                    "Clubs are trumps if all three succeeded in the deal before, hearts if two did, "
                    "spades if one did, diamonds if nobody did"
                )
            )
        },
        FOSDICK: {
            "trump_rule=previous_success": Paraphrase(
                _("After the first deal trumps go by how many made their bid")
            )
        },
        WIKIPEDIA: {
            "trump_rule=previous_success": Paraphrase(
                _(
                    "Trumps go by the number of players who succeeded in the last round: diamonds for 0, "
                    "spades for 1, hearts for 2, clubs for 3"
                )
            )
        },
    },
    rule.FIRST_TRUMP: {
        PENGUIN: {"first_trump=none": Paraphrase(_("The first deal is played at no trumps"))},
        FOSDICK: {
            "first_trump=diamonds": Paraphrase(_("The trump suit of the first hand is always diamonds"))
        },
    },
    rule.TURNED_UP: {
        CLASSIC: Paraphrase(
            _("The suit of the card turned up is trumps; after a nine or the joker there are no trumps")
        ),
    },
    rule.FOLLOW: {
        PENGUIN: Paraphrase(_("Follow suit if possible, otherwise play any card")),
        PAGAT: Paraphrase(_("Follow suit if possible, otherwise play any card")),
        SHORT_RULES: "Players must follow suit if they can, otherwise, any card may be played.",
    },
    rule.REVOKE: {
        HOYLE: Paraphrase(
            _(
                "At whist the opponents choose what a revoke costs: three tricks of the offender's, "
                "three points off the offender's score, or three points added to their own"
            )
        ),
    },
    rule.TAKES: {
        PENGUIN: Paraphrase(
            _(
                "The highest trump takes the trick, or else the highest card of the suit led; the "
                "winner leads next"
            )
        ),
        PAGAT: Paraphrase(
            _(
                "The highest trump takes the trick, or else the highest card of the suit led; the "
                "winner leads next"
            )
        ),
        SHORT_RULES: (
            "The highest card of the suit led takes the trick. Whoever won the previous trick"
            " leads to the next."
        ),
    },
    rule.TRICKS: {
        PENGUIN: Paraphrase(_("Each trick scores 1, whether the bid was made or not")),
        SHORT_RULES: "When it comes to scoring, each trick won awards 1 point.",
    },
    rule.MADE: {
        PENGUIN: Paraphrase(
            _("A bid that was made scores 10 if all three succeeded, 20 if two did, 30 if only one did")
        ),
        PAGAT: Paraphrase(
            _("A bid that was made scores 10 if all three succeeded, 20 if two did, 30 if only one did")
        ),
        SHORT_RULES: (
            "- Three people succeeded – 10 bonus points - Two people succeeded – 20 bonus "
            "points - One player succeeded – 30 bonus points"
        ),
    },
    rule.PREMIUM: {
        PENGUIN: Paraphrase(_("A declaration earns 30, a revelation 60")),
        SHORT_RULES: ("- Declaring – 30 additional bonus points - Revealing – 60 additional bonus points"),
    },
    rule.FAILED: {
        PENGUIN: {
            "failed_premium=each_opponent": Paraphrase(
                _(
                    "If a premium bid fails, each opponent scores its 30 or 60, whether or not that "
                    "opponent succeeded"
                )
            )
        },
    },
    rule.LAST_DEAL: {
        SHORT_RULES: (
            "The game is usually played until nine deals are completed, afterward, the winner"
            " is declared – the player who has the highest score."
        ),
    },
    rule.HUNDRED: {
        PENGUIN: Paraphrase(
            _("A game is played to 100; the winner and any opponent at 100 or more each add 100")
        ),
    },
    rule.RUBBER: {
        PENGUIN: Paraphrase(
            _(
                "The first to win three games wins the rubber, and adds 100 for each game fewer than "
                "eight that was played: 500 for three straight wins"
            )
        ),
    },
}

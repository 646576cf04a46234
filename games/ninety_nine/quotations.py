"""Quotations from the sources, by rule."""

from games.engine import Paraphrase, Quotations, _

from . import rulebook as rule
from .rulebook import CLASSIC, FOSDICK, HOYLE, PAGAT, PENGUIN, SHORT_RULES, WIKIPEDIA

QUOTATIONS: Quotations = {
    rule.PACK: {
        PENGUIN: {"joker=no": Paraphrase(_("36 cards, ace to 6"))},
        CLASSIC: {"joker": Paraphrase(_("36 cards and a joker"))},
        SHORT_RULES: "- Cards used: 36 cards - Cards rank (lowest-to-highest):6 7 8 9 10 J Q K A",
    },
    rule.DEALING: {
        PENGUIN: Paraphrase(_("Three players, 12 cards each; the player on the dealer's left leads")),
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
            _("Three bid cards are laid aside, nine played; their suits stand for 3, 2, 1 and 0 tricks")
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
                _("One player only; reveal before declare from any seat, otherwise nearest the dealer's left")
            )
        },
        WIKIPEDIA: {
            "premium_limit=one_player": Paraphrase(
                _(
                    "One player only; a revelation outbids a declaration, otherwise the dealer's left "
                    "has priority"
                )
            )
        },
    },
    rule.TRUMPS: {
        CLASSIC: {"trump_rule=turn_up": Paraphrase(_("The suit of the card turned up is trumps"))},
        PENGUIN: {
            "trump_rule=previous_success": Paraphrase(
                _("Clubs if all three succeeded, hearts if two, spades if one, diamonds if none")
            )
        },
        FOSDICK: {
            "trump_rule=previous_success": Paraphrase(_("After the first deal by how many made their bid"))
        },
        WIKIPEDIA: {
            "trump_rule=previous_success": Paraphrase(
                _("By the number who won the last round: diamonds 0, spades 1, hearts 2, clubs 3")
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
        CLASSIC: Paraphrase(_("The suit of the card turned up is trumps; a nine or the joker means none")),
    },
    rule.FOLLOW: {
        PENGUIN: Paraphrase(_("Follow suit if possible, otherwise play any card")),
        PAGAT: Paraphrase(_("Follow suit if possible, otherwise play any card")),
        SHORT_RULES: "Players must follow suit if they can, otherwise, any card may be played.",
    },
    rule.REVOKE: {
        HOYLE: Paraphrase(
            _("At whist the others choose: three of the tricks, three points off, or three points on")
        ),
    },
    rule.TAKES: {
        PENGUIN: Paraphrase(_("The highest card of the suit led, or the highest trump; the winner leads")),
        PAGAT: Paraphrase(_("The highest card of the suit led, or the highest trump; the winner leads")),
        SHORT_RULES: (
            "The highest card of the suit led takes the trick. Whoever won the previous trick"
            " leads to the next."
        ),
    },
    rule.TRICKS: {
        PENGUIN: Paraphrase(_("One for each trick, made or not")),
        SHORT_RULES: "When it comes to scoring, each trick won awards 1 point.",
    },
    rule.MADE: {
        PENGUIN: Paraphrase(_("10 if all three succeeded, 20 if two, 30 if one")),
        PAGAT: Paraphrase(_("10 if all three succeeded, 20 if two, 30 if one")),
        SHORT_RULES: (
            "- Three people succeeded – 10 bonus points - Two people succeeded – 20 bonus "
            "points - One player succeeded – 30 bonus points"
        ),
    },
    rule.PREMIUM: {
        PENGUIN: Paraphrase(_("30 for a declaration, 60 for a revelation")),
        SHORT_RULES: ("- Declaring – 30 additional bonus points - Revealing – 60 additional bonus points"),
    },
    rule.FAILED: {
        PENGUIN: {
            "failed_premium=each_opponent": Paraphrase(
                _("If it fails, each opponent has the 30 or 60, whether they succeeded or not")
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
        PENGUIN: Paraphrase(_("Game is 100; the winner and any opponent at 100 or more add 100")),
    },
    rule.RUBBER: {
        PENGUIN: Paraphrase(
            _(
                "The first to three games, with 100 for each game fewer than eight "
                "played; three straight bring 500"
            )
        ),
    },
}

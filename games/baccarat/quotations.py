"""Quotations and paraphrases, keyed by rule and source; ``decks=1`` is a condition on house rules."""

from games.engine import SITE, Paraphrase, Quotations, _

from . import rulebook as rule
from .rulebook import (
    ARTICLE,
    ONTARIO,
    PAIRS,
    PENNSYLVANIA,
    RIVERS,
    SANREMO,
    SHORT_SQUEEZE,
    VEGAS,
    WIZARD,
)

QUOTATIONS: Quotations = {
    rule.PACK: {
        SITE: {"decks=1": ""},  # the single pack is our own rule, so there is nothing to quote
        PENNSYLVANIA: {"decks!=1": Paraphrase(_("Six or eight packs of 52 cards are used"))},
    },
    rule.VALUES: {
        ARTICLE: (
            "2 through 9 are worth face value (in points); 10 J Q K = 0 points; A = 1 point …"
            " - When two cards total greater than nine, e.g. 13, the first digit is dropped "
            "and the score becomes 3."
        ),
    },
    rule.DEAL: {
        ARTICLE: (
            "No matter how many players are present, only two hands are dealt – two cards for each hand."
        ),
        PENNSYLVANIA: Paraphrase(
            _(
                "627a.8: the cards go in turn to the player's hand, the banker's, the player's and "
                "the banker's"
            )
        ),
    },
    rule.CLOSEST: {
        ARTICLE: "- Whichever hand totals closest to nine wins",
    },
    rule.NATURAL: {
        ARTICLE: "- A total of 8 or 9 means that no more cards are drawn",
        PENNSYLVANIA: Paraphrase(_("627a.1: a natural is 8 or 9 with two cards")),
    },
    rule.PUNTO: {
        ARTICLE: "- If a player’s total is 5 or less, he must draw another card",
        PENNSYLVANIA: Paraphrase(_("631a.11: with 0 to 5 the player's hand draws, with 6 or 7 it stands")),
    },
    rule.FIVE: {
        SANREMO: Paraphrase(_("In chemin de fer one is free to draw or stand with 5")),
    },
    rule.BANCO_ALONE: {
        PENNSYLVANIA: Paraphrase(
            _("631a.11: if the player's hand stood, the banker's draws with 0 to 5 and stands with 6 or 7")
        ),
    },
    rule.BANCO: {
        PENNSYLVANIA: Paraphrase(
            _(
                "631a.11: a table says, by the value of the player's third card, whether the banker's "
                "hand draws"
            )
        ),
    },
    rule.ON_PUNTO: {
        RIVERS: Paraphrase(_("A bet on the player pays even money")),
        VEGAS: Paraphrase(_("A bet on the player pays even money")),
    },
    rule.ON_BANCO: {
        RIVERS: Paraphrase(_("A bet on the banker pays even money, less 5 per cent")),
        VEGAS: Paraphrase(_("A bet on the banker pays even money, less 5 per cent")),
    },
    rule.COMMISSION: {
        RIVERS: Paraphrase(_("The commission is 5 per cent")),
        VEGAS: {
            "commission_round=bracket_per_5": Paraphrase(
                _("The commission is 0.25 on every 5, or part of 5, of the stake")
            )
        },
        SHORT_SQUEEZE: Paraphrase(_("Some houses take 4 per cent")),
    },
    rule.TIE: {
        RIVERS: Paraphrase(_("On a tie, bets on player and banker are returned")),
        VEGAS: Paraphrase(_("On a tie, bets on player and banker are returned")),
    },
    rule.ON_TIE: {
        RIVERS: Paraphrase(_("A tie pays 8 to 1")),
        SHORT_SQUEEZE: Paraphrase(_("A tie pays 9 to 1 in some houses")),
    },
    rule.EZ: {
        PENNSYLVANIA: Paraphrase(
            _("627a.1: a bet on the banker is a push when the banker's hand wins with 7 in three cards")
        ),
        ONTARIO: Paraphrase(
            _(
                "Without commission, a bet on the banker is a push when the banker's hand wins with 7 "
                "in three cards"
            )
        ),
    },
    rule.HALF: {
        ONTARIO: Paraphrase(
            _("Without commission, a bet on the banker pays half when the banker's hand wins with 6")
        ),
    },
    rule.PAIR: {
        PENNSYLVANIA: Paraphrase(_("629b.1: a pair bet is on the first two cards having the same rank")),
        PAIRS: Paraphrase(_("A pair bet pays 11 to 1 if the first two cards have the same rank")),
    },
    rule.DRAGON_BONUS: {
        WIZARD: Paraphrase(
            _(
                "A win with a natural pays 1 to 1, and a tie of naturals is a push; otherwise a win "
                "by four pays 1 to 1, by five 2 to 1, by six 4 to 1, by seven 6 to 1, by eight 10 to "
                "1, by nine 30 to 1"
            )
        ),
        RIVERS: Paraphrase(
            _(
                "A win with a natural pays 1 to 1, and a tie of naturals is a push; otherwise a win "
                "by four pays 1 to 1, by five 2 to 1, by six 4 to 1, by seven 6 to 1, by eight 10 to "
                "1, by nine 30 to 1"
            )
        ),
    },
    rule.DRAGON_7: {
        PENNSYLVANIA: Paraphrase(
            _(
                "627a.1: the Dragon 7 is a banker's hand that wins with 7 in three cards; a bet on it "
                "pays 40 to 1"
            )
        ),
    },
    rule.PANDA_8: {
        PENNSYLVANIA: Paraphrase(
            _(
                "627a.1: the Panda 8 is a player's hand that wins with 8 in three cards; a bet on it "
                "pays 25 to 1"
            )
        ),
    },
    rule.BANK: {
        ARTICLE: {
            "bank!=house": (
                "In home conditions, the role of the banker is passed around with each round, so "
                "everyone can play from both sides."
            )
        },
    },
    rule.ROTATION: {
        ARTICLE: {
            "bank=rotate_round": (
                "In home conditions, the role of the banker is passed around with each round, so "
                "everyone can play from both sides."
            )
        },
        SANREMO: {"bank=rotate_on_loss": Paraphrase(_("In chemin de fer the bank passes on when it loses"))},
    },
}

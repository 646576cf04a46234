"""Quotations and paraphrases, keyed by rule and source; ``paytable=seed`` is a condition on house rules."""

from games.engine import Paraphrase, Quotations, _

from . import rulebook as rule
from .rulebook import ARTICLE, CASINO_PAGE, GUIDE, MATRIX, PAGAT, PENNSYLVANIA, TUNICA

QUOTATIONS: Quotations = {
    rule.STAKES: {
        PAGAT: Paraphrase(_("Each player puts down three equal stakes")),
    },
    rule.DEAL: {
        ARTICLE: (
            "The game begins with each player being dealt three cards, as well as two face "
            "down to the dealer."
        ),
        PAGAT: Paraphrase(_("Each player gets three cards, and two cards lie face down for all")),
    },
    rule.FIRST: {
        ARTICLE: (
            "The player could withdraw their stakes on two occasions. The first chance occurs"
            " when the player looks at his hand. The first community card is not yet revealed"
            " at this point."
        ),
        GUIDE: Paraphrase(_("Having seen three cards, a player takes the first stake back or lets it ride")),
    },
    rule.SECOND: {
        ARTICLE: (
            "The second chance occurs when the first community card is revealed. The second "
            "community card is not yet revealed."
        ),
        GUIDE: Paraphrase(_("The second stake may be taken back, whatever was done with the first")),
    },
    rule.THIRD: {
        ARTICLE: (
            "At this point the player could have one, two or all three of his stakes in play "
            "when the dealer’s two cards are revealed."
        ),
        PAGAT: Paraphrase(_("The third stake always stays")),
    },
    rule.PULLED: {
        CASINO_PAGE: Paraphrase(_("A stake that is pulled is returned to the player")),
    },
    rule.SECRET: {
        PAGAT: Paraphrase(_("Players must not show each other their cards")),
    },
    rule.FIVE: {
        PENNSYLVANIA: Paraphrase(_("643a.1: a hand is the player's three cards and the two community cards")),
    },
    rule.RANKING: {
        ARTICLE: (
            "- Royal Flush – 1000 to 1 - Straight Flush – 200 to 1 - 4 of a Kind – 50 to 1 - "
            "Full House – 11 to 1 - Flush – 8 to 1 - Straight – 5 to 1 - 3 of a Kind – 3 to 1"
            " - 2 Pairs – 2 to 1 - 10s or Better – 1 to 1"
        ),
        PENNSYLVANIA: Paraphrase(_("643a.1 defines the hands in the same order")),
    },
    rule.STRAIGHT: {
        PENNSYLVANIA: Paraphrase(
            _(
                "643a.1: an ace is high, or low with 2, 3, 4 and 5; a straight does not go round from "
                "king to ace to 2"
            )
        ),
    },
    rule.TENS: {
        ARTICLE: "- 10s or Better – 1 to 1",
        PAGAT: Paraphrase(_("A pair of tens is the least that pays")),
    },
    rule.PAYS: {
        ARTICLE: {
            "paytable=seed": (
                "- Royal Flush – 1000 to 1 - Straight Flush – 200 to 1 - 4 of a Kind – 50 to 1 - "
                "Full House – 11 to 1 - Flush – 8 to 1 - Straight – 5 to 1 - 3 of a Kind – 3 to 1"
                " - 2 Pairs – 2 to 1 - 10s or Better – 1 to 1"
            )
        },
        PAGAT: {
            "paytable=seed": Paraphrase(
                _(
                    "Each stake that rides is paid 1000, 200, 50, 11, 8, 5, 3, 2 or 1 to 1, from the "
                    "royal flush down"
                )
            )
        },
        MATRIX: {
            "paytable=alt500": Paraphrase(
                _("Another pay table has 500, 100, 25, 15, 10, 5, 3, 2 or 1 to 1, from the royal flush down")
            )
        },
    },
    rule.LOST: {
        ARTICLE: (
            "Then, the remaining stakes are collected by the dealer and the players are paid "
            "at the following fixed odds"
        ),
        PAGAT: Paraphrase(_("With less than a pair of tens all stakes that ride are lost")),
    },
    rule.MOST: {
        PENNSYLVANIA: Paraphrase(
            _("The rules limit what a round can pay, but leave the figure to the house")
        ),
    },
    rule.THREE_CARD: {
        TUNICA: {
            "three_card_bonus!=C_40_30_5_4_1": Paraphrase(
                _(
                    "The bet is on a player's own three cards and pays 50 for a mini royal, 40 for a "
                    "straight flush, 30 for three of a kind, 6 for a straight, 4 (or 3) for a flush and 1 "
                    "for a pair"
                )
            )
        },
        MATRIX: {
            "three_card_bonus=C_40_30_5_4_1": Paraphrase(
                _("The bet pays 40, 30, 5, 4 or 1, from the straight flush down to the pair")
            )
        },
    },
    rule.FIVE_CARD: {
        CASINO_PAGE: Paraphrase(
            _("A bet of one dollar pays 10000, 2000, 200, 75, 50 or 20, from the royal flush down")
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
    },
}

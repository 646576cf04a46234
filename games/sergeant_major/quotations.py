"""Quotations and paraphrases of the sources, keyed by rule; ``first_lead=left`` is a house-rule condition."""

from games.engine import SITE, Paraphrase, Quotations, _

from . import rulebook as rule
from .rulebook import (
    ARENA,
    BOARDGAMES,
    EVERYTHING2,
    GAMEDESIRE,
    GAMERULES,
    HOYLE,
    PAGAT,
    POLISH,
    SHORT_RULES,
    VIPGAMES,
    WIKIPEDIA,
)

QUOTATIONS: Quotations = {
    rule.PACK: {
        PAGAT: Paraphrase(_("Three players use 52 cards, with the ace high")),
        SHORT_RULES: (
            "- Type of play: Individual - Cards used: Standard 52 card deck - Cards rank "
            "(lowest-to-highest): 2 3 4 5 6 7 8 9 10 J Q K A Sergeant Major is a three-player"
            " trick-taking card game"
        ),
    },
    rule.DEALING: {
        PAGAT: Paraphrase(_("Each player gets 16 cards and the kitty four; the deal passes to the left")),
        SHORT_RULES: (
            "he deals all the cards except for 4, which are placed face-down on the side as a"
            " talon. This leaves all of the three players with 16 cards in their hand."
        ),
    },
    rule.TARGETS: {
        SITE: {"target_order=custom": ""},  # our own rule: there is nothing to quote
        PAGAT: {
            "target_order=8-5-3": Paraphrase(
                _("The targets are 8 for the dealer, 5 for the dealer's left and 3 for the dealer's right")
            )
        },
        EVERYTHING2: {
            "target_order=8-5-3": Paraphrase(
                _("The targets are 8 for the dealer, 5 for the dealer's left and 3 for the dealer's right")
            )
        },
        WIKIPEDIA: {
            "target_order=8-5-3": Paraphrase(
                _("The targets are 8 for the dealer, 5 for the dealer's left and 3 for the dealer's right")
            )
        },
        VIPGAMES: {
            "target_order=8-5-3": Paraphrase(
                _("The targets are 8 for the dealer, 5 for the dealer's left and 3 for the dealer's right")
            )
        },
        ARENA: {"target_order=9-5-2": Paraphrase(_("The targets are 9, 5 and 2"))},
        SHORT_RULES: {
            "target_order=8-3-5": (
                "The dealer who picks the trump has a target of 8 tricks, the one next to him has"
                " the target of 3, and the third player has a target of 5."
            )
        },
    },
    rule.THREE_ON_THE_LEFT: {
        SHORT_RULES: (
            "The dealer who picks the trump has a target of 8 tricks, the one next to him has"
            " the target of 3, and the third player has a target of 5."
        ),
        PAGAT: Paraphrase(_("The target is 5 on the dealer's left and 3 on the right")),
    },
    rule.EXCHANGE: {
        PAGAT: Paraphrase(
            _("Whoever was over target gives those who were short one card for each trick over")
        ),
        ARENA: Paraphrase(
            _("Whoever was over target gives those who were short one card for each trick over")
        ),
        SHORT_RULES: (
            "Whoever made tricks above his target in the last round can exchange as many "
            "unwanted cards as he made overtricks with the players who have gone under their "
            "trick target."
        ),
    },
    rule.GIVING_BACK: {
        ARENA: Paraphrase(
            _(
                "For each card the receiver gives back the highest card held of that suit, or the "
                "same card if none is higher"
            )
        ),
    },
    rule.EXCHANGE_ORDER: {
        ARENA: {
            "exchange_order=higher_target_first": Paraphrase(
                _("The player with the higher target in the coming hand exchanges first")
            )
        },
        GAMERULES: {
            "exchange_order=most_up_first": Paraphrase(
                _("Whoever was over target by the most tricks exchanges first")
            )
        },
    },
    rule.EXCHANGE_TRUMPS: {
        PAGAT: {"exchange_trumps=allowed": Paraphrase(_("The exchange comes before trumps are named"))},
        ARENA: {"exchange_trumps=allowed": Paraphrase(_("The exchange comes before trumps are named"))},
        SHORT_RULES: {"exchange_trumps=forbidden": "Only non-trump suits can be exchanged."},
    },
    rule.NAMING: {
        PAGAT: Paraphrase(_("The dealer, whose target is 8, names trumps and gets the kitty")),
        SHORT_RULES: "the player having a target of 8 choosing the trump.",
        POLISH: Paraphrase(
            _("The player whose target is 8 chooses the game and gets the four cards of the kitty")
        ),
    },
    rule.NO_TRUMP: {
        PAGAT: {"no_trump=allowed": Paraphrase(_("To play without trumps is a variation"))},
        SHORT_RULES: (
            "although a “no trump” announce is legal in some variations of the game, but not "
            "in the classic rules."
        ),
    },
    rule.KITTY: {
        PAGAT: {
            "kitty=discard_then_take": Paraphrase(
                _("The dealer discards four cards, then takes up the kitty")
            )
        },
        EVERYTHING2: {
            "kitty=take_then_discard": Paraphrase(
                _("The dealer takes up the kitty, then discards four cards")
            )
        },
        GAMERULES: {
            "kitty=take_then_discard": Paraphrase(
                _("The dealer takes up the kitty, then discards any four cards")
            )
        },
        WIKIPEDIA: {
            "kitty!=swap_up_to_4": Paraphrase(
                _("The dealer discards four cards, then takes up the kitty; some groups take it up first")
            )
        },
        BOARDGAMES: {"kitty=swap_up_to_4": Paraphrase(_("One to four cards may be swapped with the kitty"))},
        SHORT_RULES: {
            "kitty=take_then_discard": (
                "the talon is revealed to all the players and the trump announcer collects it. He"
                " then must pick 4 cards to discard, leaving him with 16 cards."
            )
        },
    },
    rule.KITTY_SHOWN: {
        GAMERULES: Paraphrase(
            _(
                "A dealer who was short and gave a card back must show a higher card of that suit "
                "found in the kitty"
            )
        ),
    },
    rule.SIX_GAMES: {
        GAMEDESIRE: Paraphrase(
            _(
                "There are 18 deals, six for each player: four with a trump suit, one without trumps, "
                "one for fewest tricks"
            )
        ),
        POLISH: Paraphrase(
            _(
                "Each player chooses each of the six games once: four suits, no trumps, "
                "fewest tricks; cards are exchanged only with trumps"
            )
        ),
    },
    rule.LEAD: {
        PAGAT: {
            "first_lead=left": Paraphrase(
                _("The player on the dealer's left, whose target is 5, leads first")
            )
        },
        SHORT_RULES: {
            "first_lead=dealer": (
                "After the discard pile is formed, the dealer starts with a card, followed by the"
                " person sitting on his left."
            )
        },
    },
    rule.FOLLOW: {
        PAGAT: Paraphrase(_("Follow suit if able, otherwise play any card")),
        SHORT_RULES: (
            "Players are obliged to answer a suit if possible, but playing the trump if a "
            "player can’t follow suit is optional."
        ),
    },
    rule.MUST_TRUMP: {
        BOARDGAMES: {"must_trump": Paraphrase(_("Whoever has no card of the suit is obliged to trump"))},
        SHORT_RULES: {"must_trump=no": "playing the trump if a player can’t follow suit is optional."},
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
        PAGAT: Paraphrase(
            _(
                "The highest trump takes the trick, or else the highest card of the suit led; the "
                "winner leads next"
            )
        ),
    },
    rule.DIFFERENCE: {
        PAGAT: Paraphrase(
            _(
                "Whoever takes more tricks than the target is up by the difference, and whoever takes "
                "fewer is down by it"
            )
        ),
        ARENA: Paraphrase(_("A running total is kept of the tricks over and short of the targets")),
        SHORT_RULES: (
            "If a player made more tricks than his target required, he scores bonus points. "
            "Winning fewer tricks than the player’s target leaves him with negative points."
        ),
    },
    rule.STAKE: {
        PAGAT: Paraphrase(
            _(
                "Whoever is short pays one stake for each trick short, and whoever is over collects "
                "one for each trick over"
            )
        ),
        WIKIPEDIA: Paraphrase(
            _("Whoever is over target receives a stake for each trick over, paid by whoever is short")
        ),
    },
    rule.FEWEST: {
        POLISH: Paraphrase(
            _(
                "In fewest tricks the targets are the other way round: each trick over the target "
                "counts minus, each trick under it counts plus"
            )
        ),
    },
    rule.TWELVE: {
        PAGAT: Paraphrase(_("Whoever takes 12 or more tricks in one hand wins at once")),
        WIKIPEDIA: Paraphrase(_("Whoever wins 12 or more tricks in one hand wins the game")),
        GAMERULES: Paraphrase(_("The object is to win 12 or more tricks in a single round")),
    },
    rule.POINTS: {
        SHORT_RULES: "The first player to reach a predefined number of points wins.",
        ARENA: Paraphrase(_("The help mentions a game to 12 points")),
    },
    rule.HANDS: {
        GAMEDESIRE: Paraphrase(_("A game has 18 deals")),
        POLISH: Paraphrase(_("A game has 18 deals")),
    },
}

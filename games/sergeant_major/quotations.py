"""Quotations from the sources, by rule."""

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
        PAGAT: Paraphrase(_("Three players, 52 cards, ace high")),
        SHORT_RULES: (
            "- Type of play: Individual - Cards used: Standard 52 card deck - Cards rank "
            "(lowest-to-highest): 2 3 4 5 6 7 8 9 10 J Q K A Sergeant Major is a three-player"
            " trick-taking card game"
        ),
    },
    rule.DEALING: {
        PAGAT: Paraphrase(_("16 each, four to the kitty; the deal passes to the left")),
        SHORT_RULES: (
            "he deals all the cards except for 4, which are placed face-down on the side as a"
            " talon. This leaves all of the three players with 16 cards in their hand."
        ),
    },
    rule.TARGETS: {
        SITE: {"target_order=custom": ""},  # our own rule
        PAGAT: {
            "target_order=8-5-3": Paraphrase(_("The dealer 8, the dealer's left 5, the dealer's right 3"))
        },
        EVERYTHING2: {
            "target_order=8-5-3": Paraphrase(_("The dealer 8, the player on the left 5, on the right 3"))
        },
        WIKIPEDIA: {
            "target_order=8-5-3": Paraphrase(_("The dealer 8, the dealer's left 5, the dealer's right 3"))
        },
        VIPGAMES: {
            "target_order=8-5-3": Paraphrase(_("The dealer 8, on the dealer's left 5, on the right 3"))
        },
        ARENA: {"target_order=9-5-2": Paraphrase(_("9, 5 and 2"))},
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
        PAGAT: Paraphrase(_("5 to the dealer's left, 3 to the right")),
    },
    rule.EXCHANGE: {
        PAGAT: Paraphrase(_("Whoever was up gives those who were down one card for each trick over")),
        ARENA: Paraphrase(_("Whoever was up gives those who were down one card for each trick over")),
        SHORT_RULES: (
            "Whoever made tricks above his target in the last round can exchange as many "
            "unwanted cards as he made overtricks with the players who have gone under their "
            "trick target."
        ),
    },
    rule.GIVING_BACK: {
        ARENA: Paraphrase(_("The highest card of that suit comes back, the same card if none is better")),
    },
    rule.EXCHANGE_ORDER: {
        ARENA: {
            "exchange_order=higher_target_first": Paraphrase(
                _("The higher target in the coming hand goes first")
            )
        },
        GAMERULES: {"exchange_order=most_up_first": Paraphrase(_("Whoever was up the most exchanges first"))},
    },
    rule.EXCHANGE_TRUMPS: {
        PAGAT: {"exchange_trumps=allowed": Paraphrase(_("The exchange comes before trumps are named"))},
        ARENA: {"exchange_trumps=allowed": Paraphrase(_("The exchange comes before trumps are named"))},
        SHORT_RULES: {"exchange_trumps=forbidden": "Only non-trump suits can be exchanged."},
    },
    rule.NAMING: {
        PAGAT: Paraphrase(_("The dealer, whose target is 8, names trumps and has the kitty")),
        SHORT_RULES: "the player having a target of 8 choosing the trump.",
        POLISH: Paraphrase(_("The player with target 8 chooses the game and has the four cards")),
    },
    rule.NO_TRUMP: {
        PAGAT: {"no_trump=allowed": Paraphrase(_("To play without trumps is a variation"))},
        SHORT_RULES: (
            "although a “no trump” announce is legal in some variations of the game, but not "
            "in the classic rules."
        ),
    },
    rule.KITTY: {
        PAGAT: {"kitty=discard_then_take": Paraphrase(_("The dealer discards four, then takes the four"))},
        EVERYTHING2: {
            "kitty=take_then_discard": Paraphrase(_("The dealer takes the four up, then discards four"))
        },
        GAMERULES: {
            "kitty=take_then_discard": Paraphrase(_("The dealer takes the four up, then discards any four"))
        },
        WIKIPEDIA: {
            "kitty!=swap_up_to_4": Paraphrase(
                _("Discard four, then take the kitty; some groups take it up first")
            )
        },
        BOARDGAMES: {"kitty=swap_up_to_4": Paraphrase(_("One to four cards may be swapped with the talon"))},
        SHORT_RULES: {
            "kitty=take_then_discard": (
                "the talon is revealed to all the players and the trump announcer collects it. He"
                " then must pick 4 cards to discard, leaving him with 16 cards."
            )
        },
    },
    rule.KITTY_SHOWN: {
        GAMERULES: Paraphrase(
            _("A dealer who was down must show any card of a higher rank than the one given")
        ),
    },
    rule.SIX_GAMES: {
        GAMEDESIRE: Paraphrase(_("18 deals, each player six times: four suits, no trumps, fewest tricks")),
        POLISH: Paraphrase(
            _(
                "Each player chooses each of the six games once: four suits, no trumps, "
                "fewest tricks; cards are exchanged only with trumps"
            )
        ),
    },
    rule.LEAD: {
        PAGAT: {"first_lead=left": Paraphrase(_("The player on the dealer's left, whose target is 5"))},
        SHORT_RULES: {
            "first_lead=dealer": (
                "After the discard pile is formed, the dealer starts with a card, followed by the"
                " person sitting on his left."
            )
        },
    },
    rule.FOLLOW: {
        PAGAT: Paraphrase(_("Follow suit if able, else any card")),
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
            _("At whist the others choose: three of the tricks, three points off, or three points on")
        ),
    },
    rule.TAKES: {
        PAGAT: Paraphrase(_("The highest trump, else the highest of the suit led; the winner leads")),
    },
    rule.DIFFERENCE: {
        PAGAT: Paraphrase(_("Whoever is over is up by so many tricks, whoever is short is down by as many")),
        ARENA: Paraphrase(_("A running total of tricks over and short")),
        SHORT_RULES: (
            "If a player made more tricks than his target required, he scores bonus points. "
            "Winning fewer tricks than the player’s target leaves him with negative points."
        ),
    },
    rule.STAKE: {
        PAGAT: Paraphrase(
            _("Whoever is down pays one for each trick short, whoever is up collects one for each trick over")
        ),
        WIKIPEDIA: Paraphrase(
            _("Whoever is up receives a stake for each trick over, paid by whoever is down")
        ),
    },
    rule.FEWEST: {
        POLISH: Paraphrase(
            _("The targets are the other way round; each trick more counts minus, each less counts plus")
        ),
    },
    rule.TWELVE: {
        PAGAT: Paraphrase(_("12 or more tricks in one hand win at once")),
        WIKIPEDIA: Paraphrase(_("Whoever wins 12 or more tricks in one hand wins the game")),
        GAMERULES: Paraphrase(_("The object is to win 12 or more tricks in a single round")),
    },
    rule.POINTS: {
        SHORT_RULES: "The first player to reach a predefined number of points wins.",
        ARENA: Paraphrase(_("It mentions 12 points")),
    },
    rule.HANDS: {
        GAMEDESIRE: Paraphrase(_("18 deals")),
        POLISH: Paraphrase(_("A game has 18 deals")),
    },
}

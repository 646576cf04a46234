"""Quotations and paraphrases, keyed by rule and source.

A text may depend on a condition on the house rules (``deal=five``). The first text whose condition holds is
shown; an empty condition always holds.
"""

from games.engine import SITE, Paraphrase, Quotations, _

from . import rulebook as rule
from .rulebook import ARTICLE, BGA, BICYCLE, BRITANNICA, THREE_DRAWN, VARIANTS, WEBCASTY

QUOTATIONS: Quotations = {
    rule.PACK: {
        ARTICLE: "A standard deck of 52 cards is used, no jokers.",
    },
    rule.DEAL: {
        ARTICLE: {"deal=five": "Each player is dealt 5 cards"},
        BICYCLE: {"deal=five": Paraphrase(_("Each player gets five cards"))},
        BGA: {"deal=by_seats": Paraphrase(_("Each player gets five cards, or seven when two play"))},
        BRITANNICA: {"deal=by_seats|seven": Paraphrase(_("When two play, each often gets seven cards"))},
    },
    rule.STARTER: {
        ARTICLE: (
            "Each player is dealt 5 initial cards and the rest form the discard pile, with "
            "the top card placed face up and placed beside the pile."
        ),
        BICYCLE: {
            "starter_special!=ignore": Paraphrase(
                _("An eight turned up is buried in the pack, and the next card is turned up")
            )
        },
    },
    rule.ORDER_OF_PLAY: {
        BICYCLE: Paraphrase(_("The player on the dealer's left begins")),
    },
    rule.MATCH: {
        ARTICLE: (
            "Each player can place a card over the pile if it matches the face-up card either"
            " by rank or suit."
        ),
        BICYCLE: Paraphrase(_("Each card must match the last in suit or rank")),
    },
    rule.DRAW: {
        ARTICLE: {
            "draw=one_and_end": (
                "If the player doesn’t have a suitable card to drop he takes the top face-down "
                "card from the discard pile and ends his turn."
            )
        },
        BICYCLE: {
            "draw=until_playable": Paraphrase(
                _("Whoever cannot play draws until a card fits or the stock is gone")
            )
        },
        THREE_DRAWN: {"draw=up_to_three": Paraphrase(_("At most three cards are drawn"))},
    },
    rule.DRAW_ANYWAY: {
        BICYCLE: Paraphrase(_("A player may draw even when able to play")),
    },
    rule.STOCK_OUT: {
        BGA: {
            "stock_out=reshuffle": Paraphrase(
                _(
                    "When the stock is gone, the played cards under the top one are shuffled to be the "
                    "new stock"
                )
            )
        },
        BICYCLE: {"stock_out=pass": Paraphrase(_("When the stock is gone, whoever cannot play passes"))},
    },
    rule.SPECIALS: {
        ARTICLE: (
            "Those cards, except the 8s, can only be played if they follow the rule of matching suit or rank."
        ),
    },
    rule.TWO: {
        ARTICLE: {
            "two=draw2": "- 2s – the next player has to draw 2 cards from the pile.",
            "": (
                "- 2s – the next player has to draw 2 cards from the pile. If the next player has a "
                "2, he can place it without drawing and end his turn. The draw-penalty is then "
                "accumulated to 4 cards."
            ),
        },
    },
    rule.DEBT: {
        ARTICLE: {
            "two=draw2_stack": "The accumulation can go as long as the next in turn has a 2 to add.",
            "": "- 2s – the next player has to draw 2 cards from the pile.",
        },
    },
    rule.EIGHT: {
        ARTICLE: (
            "A player can play an 8 anytime he wants unless a 2 was played before that. The "
            "player who puts the 8 down can choose what suit should be followed next."
        ),
        BICYCLE: Paraphrase(_("An eight may be played at any time and names a suit, never a rank")),
    },
    rule.EIGHT_ON_TWO: {
        ARTICLE: {
            "eight_on_two=no": "A player can play an 8 anytime he wants unless a 2 was played before that."
        },
    },
    rule.QUEEN: {
        ARTICLE: "- Qs – the next player skips his turn.",
    },
    rule.ACE: {
        ARTICLE: "- As – rotation is reversed.",
    },
    rule.CALL: {
        ARTICLE: (
            "When a player is about to put down his second to last card, he must announce it."
            " If he forgets to say ‘Last Card’ before placing it he is penalized by drawing 2"
            " cards."
        ),
    },
    rule.FINISH: {
        SITE: {"finish_on_special=no": ""},  # our own rule: there is nothing to quote
        ARTICLE: {
            "finish_on_special=yes": (
                "Contrary to popular belief, a player can play his last card even if it is a special card."
            )
        },
    },
    rule.FINAL_TWO: {
        ARTICLE: "The first player to get rid of all his cards wins the round.",
    },
    rule.OUT: {
        ARTICLE: "The first player to get rid of all his cards wins the round.",
        BICYCLE: Paraphrase(_("The first player without cards wins the hand")),
    },
    rule.VALUES: {
        BICYCLE: {
            "values=standard": Paraphrase(
                _("An eight counts 50, a king, queen, jack or ten 10, an ace 1, the others what they show")
            )
        },
        VARIANTS: {"values!=standard": Paraphrase(_("Special cards count 20 each, or an eight counts 25"))},
    },
    rule.COLLECT: {
        ARTICLE: (
            "Whoever wins the round scores points based on the number and rank of the cards "
            "his opponents still have."
        ),
        BICYCLE: Paraphrase(_("The winner collects the value of the cards in each other hand")),
    },
    rule.BLOCK: {
        BGA: Paraphrase(_("If nobody can play, the lowest hand scores its difference from each other hand")),
    },
    rule.TARGET: {
        ARTICLE: "The player that reaches a predefined score first wins the game.",
        WEBCASTY: Paraphrase(_("The game is played to 100")),
    },
}

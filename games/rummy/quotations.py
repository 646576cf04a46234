"""Quotations and paraphrases, keyed by rule and source; ``deal=seven`` is a condition on house rules."""

from games.engine import Paraphrase, Quotations, _

from . import rulebook as rule
from .rulebook import ACES, ARTICLE, BICYCLE, GUIDE, VARIATIONS

QUOTATIONS: Quotations = {
    rule.PACK: {
        ARTICLE: (
            "- Cards used: Standard 52 card deck - Cards rank (lowest-to-highest): A 2 3 4 5 6 7 8 9 10 J Q K"
        ),
    },
    rule.SEATS: {
        ARTICLE: (
            "The game can be played by 2 to 4 players, but 3 players are just the perfect "
            "amount for this card game."
        ),
        BICYCLE: Paraphrase(_("Two to six players can play")),
    },
    rule.DEAL: {
        ARTICLE: {"deal=seven": "Each player is dealt 7 cards"},
        BICYCLE: {
            "deal=by_seats": Paraphrase(
                _(
                    "Two players get 10 cards each, three or four get 7, five or six get 6; the next card "
                    "begins the discard pile"
                )
            )
        },
    },
    rule.DEALER: {
        BICYCLE: Paraphrase(_("The deal passes to the left; with two players the winner deals")),
    },
    rule.FIRST: {
        BICYCLE: Paraphrase(_("The player on the dealer's left begins")),
    },
    rule.TURN: {
        BICYCLE: Paraphrase(
            _(
                "Draw one card from the stock or the discard pile, meld and lay off if you wish, then "
                "discard one"
            )
        ),
    },
    rule.TAKE_BACK: {
        BICYCLE: {
            "take_back=forbidden": Paraphrase(
                _("A card just drawn from the discard pile cannot be that turn's discard")
            )
        },
        VARIATIONS: {
            "take_back=allowed": Paraphrase(
                _("As a variation, the card just drawn from the discard pile can be that turn's discard")
            )
        },
    },
    rule.STOCK_OUT: {
        BICYCLE: {
            "stock_out=turn_over": Paraphrase(
                _(
                    "When the stock is gone, the next player takes the top discard, or turns the discard "
                    "pile over unshuffled"
                )
            )
        },
        VARIATIONS: {
            "stock_out=reshuffle": Paraphrase(_("The discard pile is shuffled, except for its top card"))
        },
        GUIDE: {"stock_out=block": Paraphrase(_("When the stock is gone, the deal is blocked and ends"))},
    },
    rule.MELD: {
        ARTICLE: (
            "Cards can be laid off by grouping 3 or more cards of the same value or if they "
            "are in consecutive order and from the same suit."
        ),
        BICYCLE: Paraphrase(
            _("A meld is three or four cards of a rank, or three or more of a suit in sequence")
        ),
    },
    rule.ACE: {
        ARTICLE: {"ace_rank=low": "- Cards rank (lowest-to-highest): A 2 3 4 5 6 7 8 9 10 J Q K"},
        VARIATIONS: {
            "ace_rank!=low": Paraphrase(
                _("As variations, the ace is high or low, or runs go round the corner")
            )
        },
    },
    rule.LAY_OFF: {
        BICYCLE: {
            "layoff=any_time": Paraphrase(
                _("In your own turn you may lay off any number of cards on anybody's melds")
            )
        },
        VARIATIONS: {
            "layoff=after_own_meld": Paraphrase(
                _("As a variation, you may lay off only after a meld of your own")
            )
        },
    },
    rule.PER_TURN: {
        VARIATIONS: Paraphrase(_("As a variation, you may lay down only one meld a turn")),
    },
    rule.OUT: {
        ARTICLE: "the main goal is to be the first to get rid of all his cards.",
        BICYCLE: Paraphrase(_("Whoever gets rid of all cards goes out, and play ends at once")),
    },
    rule.LAST_DISCARD: {
        BICYCLE: {
            "go_out=discard_optional": Paraphrase(
                _("A last discard is not required if all the cards left fit melds")
            )
        },
        VARIATIONS: {"go_out=discard_required": Paraphrase(_("As a variation, a last discard is required"))},
    },
    rule.RUMMY: {
        BICYCLE: {
            "going_rummy=double": Paraphrase(
                _(
                    "If a player gets rid of all cards in one turn, with nothing melded or laid off "
                    "before, the others owe double"
                )
            )
        },
        VARIATIONS: {
            "going_rummy=plus10": Paraphrase(_("As a variation, going rummy earns ten points more instead"))
        },
    },
    rule.VALUES: {
        BICYCLE: Paraphrase(_("An ace counts 1, the 2 to the 9 what they show, tens and pictures 10")),
        VARIATIONS: Paraphrase(_("Where the ace may be high it counts 15")),
        ACES: Paraphrase(_("The guide has other points for the ace")),
    },
    rule.HELD: {
        BICYCLE: Paraphrase(_("Cards still held count, whether they match or not")),
    },
    rule.COLLECT: {
        ARTICLE: (
            "The first player to give all his cards each deal collects his opponents’ "
            "remaining hands and score points in accordance with their value."
        ),
        BICYCLE: Paraphrase(_("The winner is paid for the cards that are left in the others' hands")),
    },
    rule.PENALTY: {
        VARIATIONS: Paraphrase(
            _(
                "As a variation, all players write down the points of their own hands, and the lowest "
                "total wins"
            )
        ),
    },
    rule.BLOCK: {
        GUIDE: Paraphrase(_("One way is that in a block all players lose what they hold")),
    },
    rule.TARGET: {
        ARTICLE: "The first one to reach a pre-defined amount of points is the winner.",
        VARIATIONS: Paraphrase(_("The game is played to 100")),
    },
    rule.DEALS: {
        ARTICLE: (
            "Rummy can also be played a specific number of rounds and the player with the "
            "highest score after the last round wins."
        ),
    },
    rule.TWO_DRAWN: {
        GUIDE: Paraphrase(
            _(
                "If two cards are drawn by mistake, the lower one goes back, and the next player may "
                "choose to take it"
            )
        ),
    },
    rule.MISCOUNT: {
        BICYCLE: Paraphrase(_("A miscounted hand may be corrected only until it is mixed with other cards")),
    },
}

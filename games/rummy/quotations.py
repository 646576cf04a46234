"""Quotations from the sources, by rule."""

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
        BICYCLE: Paraphrase(_("Two to six players")),
    },
    rule.DEAL: {
        ARTICLE: {"deal=seven": "Each player is dealt 7 cards"},
        BICYCLE: {
            "deal=by_seats": Paraphrase(
                _(
                    "10 cards for two, 7 for three or four, 6 for five or six; the next card "
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
            _("Draw one from stock or discard pile, meld and lay off if you wish, discard one")
        ),
    },
    rule.TAKE_BACK: {
        BICYCLE: {
            "take_back=forbidden": Paraphrase(
                _("A card just drawn from the discard pile cannot be that turn's discard")
            )
        },
        VARIATIONS: {"take_back=allowed": Paraphrase(_("A variation allows it"))},
    },
    rule.STOCK_OUT: {
        BICYCLE: {
            "stock_out=turn_over": Paraphrase(
                _("The next player takes the top discard, or turns the pile over, unshuffled")
            )
        },
        VARIATIONS: {"stock_out=reshuffle": Paraphrase(_("The pile is shuffled, but for its top card"))},
        GUIDE: {"stock_out=block": Paraphrase(_("The deal ends, as a block"))},
    },
    rule.MELD: {
        ARTICLE: (
            "Cards can be laid off by grouping 3 or more cards of the same value or if they "
            "are in consecutive order and from the same suit."
        ),
        BICYCLE: Paraphrase(_("Three or four of a rank, or three or more in sequence of a suit")),
    },
    rule.ACE: {
        ARTICLE: {"ace_rank=low": "- Cards rank (lowest-to-highest): A 2 3 4 5 6 7 8 9 10 J Q K"},
        VARIATIONS: {
            "ace_rank!=low": Paraphrase(_("The ace high or low, or round the corner, as variations"))
        },
    },
    rule.LAY_OFF: {
        BICYCLE: {
            "layoff=any_time": Paraphrase(_("Any number of cards on anybody's melds, in your own turn"))
        },
        VARIATIONS: {"layoff=after_own_meld": Paraphrase(_("Only after a meld of your own, as a variation"))},
    },
    rule.PER_TURN: {
        VARIATIONS: Paraphrase(_("Only one meld a turn, as a variation")),
    },
    rule.OUT: {
        ARTICLE: "the main goal is to be the first to get rid of all his cards.",
        BICYCLE: Paraphrase(_("Whoever gets rid of all cards goes out, and play ends at once")),
    },
    rule.LAST_DISCARD: {
        BICYCLE: {
            "go_out=discard_optional": Paraphrase(
                _("A last discard is not required if all that is left fits melds")
            )
        },
        VARIATIONS: {"go_out=discard_required": Paraphrase(_("That there has to be one is a variation"))},
    },
    rule.RUMMY: {
        BICYCLE: {
            "going_rummy=double": Paraphrase(
                _("All in one turn, with nothing melded or laid off before: the others owe double")
            )
        },
        VARIATIONS: {"going_rummy=plus10": Paraphrase(_("Ten points more instead, as a variation"))},
    },
    rule.VALUES: {
        BICYCLE: Paraphrase(_("Ace 1, the 2 to the 9 as they show, tens and pictures 10")),
        VARIATIONS: Paraphrase(_("Where the ace may be high it counts 15")),
        ACES: Paraphrase(_("Other points for the ace")),
    },
    rule.HELD: {
        BICYCLE: Paraphrase(_("What is held counts, whether it matches or not")),
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
            _("All write down their own hands, and the lowest total wins, as a variation")
        ),
    },
    rule.BLOCK: {
        GUIDE: Paraphrase(_("One way: in a block all lose what they hold")),
    },
    rule.TARGET: {
        ARTICLE: "The first one to reach a pre-defined amount of points is the winner.",
        VARIATIONS: Paraphrase(_("It is played to 100")),
    },
    rule.DEALS: {
        ARTICLE: (
            "Rummy can also be played a specific number of rounds and the player with the "
            "highest score after the last round wins."
        ),
    },
    rule.TWO_DRAWN: {
        GUIDE: Paraphrase(_("The lower of the two goes back, and the next player may choose to take it")),
    },
    rule.MISCOUNT: {
        BICYCLE: Paraphrase(_("Only until that hand is mixed with other cards")),
    },
}

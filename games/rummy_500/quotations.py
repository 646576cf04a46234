"""Quotations and paraphrases of the sources, keyed by rule; ``jokers=0`` is a condition on house rules."""

from games.engine import Paraphrase, Quotations, _

from . import rulebook as rule
from .rulebook import BICYCLE, BOOK, FIVES, GUIDE, HOW, PAGAT

QUOTATIONS: Quotations = {
    rule.PACK: {
        PAGAT: {
            "jokers!=0": Paraphrase(
                _(
                    "Two to about eight play, with 52 cards and two jokers; from five players on, two "
                    "packs are used"
                )
            )
        },
        BICYCLE: {"jokers=0": Paraphrase(_("The pack of 52 is used"))},
    },
    rule.DEAL: {
        PAGAT: Paraphrase(_("Each player gets seven cards, or thirteen when two play")),
        BICYCLE: Paraphrase(
            _("Each player gets seven cards, or thirteen when two play; the next card is turned up")
        ),
        HOW: Paraphrase(_("Each player gets seven cards, or ten when two play")),
    },
    rule.DEALER: {
        BICYCLE: Paraphrase(_("Play begins with the player on the dealer's left")),
    },
    rule.TURN: {
        PAGAT: Paraphrase(_("Draw from the stock or the discards, meld and lay off, then discard")),
        BICYCLE: Paraphrase(_("Draw, meld and lay off, then discard")),
    },
    rule.BURIED: {
        PAGAT: Paraphrase(
            _(
                "A card lower down in the discards may be taken with all the cards above it, if it is "
                "used in a meld at once"
            )
        ),
        HOW: Paraphrase(
            _(
                "Any card of the discard pile may be taken, with all the cards above it, if it is "
                "used at once in a meld or lay-off"
            )
        ),
        BICYCLE: Paraphrase(_("The discards are spread, so that all can be seen and taken")),
    },
    rule.TOP: {
        PAGAT: {"take_top_free": Paraphrase(_("The top card may be kept, but not thrown straight back"))},
        GUIDE: {"take_top_free": Paraphrase(_("The top card may be taken and kept"))},
        FIVES: {
            "take_top_free=no": Paraphrase(_("The top card has to be melded right away; some let it be kept"))
        },
    },
    rule.CALL: {
        PAGAT: Paraphrase(_("As a variation, a player may call “Rummy!” on a discard that could be played")),
    },
    rule.MELD: {
        PAGAT: Paraphrase(
            _(
                "A meld is three or four cards of a rank, each of a different suit if there are two "
                "packs; or three or more of a suit in sequence"
            )
        ),
    },
    rule.ACE: {
        PAGAT: Paraphrase(_("An ace is low or high, but not both at once")),
        HOW: Paraphrase(_("Sequences cannot go round the corner")),
    },
    rule.JOKER: {
        PAGAT: Paraphrase(_("Jokers are wild")),
    },
    rule.LAY_OFF: {
        PAGAT: Paraphrase(_("Cards may be added to any meld on the table")),
        HOW: Paraphrase(_("Cards that you lay off, on anybody's melds, lie before you and count for you")),
    },
    rule.STAYS: {
        PAGAT: Paraphrase(_("Once a card is played it cannot be moved")),
    },
    rule.OUT: {
        PAGAT: Paraphrase(_("A hand ends when somebody goes out; a variation asks for a last discard")),
        BICYCLE: {
            "go_out=discard_optional": Paraphrase(_("Play ends at once when a player gets rid of all cards"))
        },
    },
    rule.LAID: {
        PAGAT: Paraphrase(_("Points are scored for cards that are melded")),
        BICYCLE: Paraphrase(_("Players are credited with the value of all their cards showing on the table")),
    },
    rule.HELD: {
        PAGAT: Paraphrase(_("Points are lost for cards left in the hand")),
        BICYCLE: Paraphrase(_("The value of all cards left in the hand is taken off")),
        BOOK: Paraphrase(_("Cards in the hand count against you, even three of a kind")),
    },
    rule.VALUES: {
        PAGAT: {
            "values=face": Paraphrase(
                _("The 2 to the 10 count their face value, pictures 10, an ace or a joker 15")
            )
        },
        FIVES: {"values=5_10_15": Paraphrase(_("The 2 to the 9 count 5, the ten to the king 10, aces 15"))},
    },
    rule.LOW_ACE: {
        PAGAT: {"values=face": Paraphrase(_("An ace melded with 2 and 3 scores 1"))},
        BOOK: Paraphrase(_("An ace that is held costs 15")),
        HOW: {"values=face": Paraphrase(_("Low aces count 1"))},
    },
    rule.TARGET: {
        PAGAT: Paraphrase(_("The first player to reach 500 or more wins")),
        BICYCLE: Paraphrase(
            _(
                "The first player to reach 500 wins; if two or more reach it in one hand, the highest "
                "of them wins"
            )
        ),
    },
    rule.MUST_GO_OUT: {
        PAGAT: Paraphrase(_("As a variation, a player must go out to win")),
    },
}

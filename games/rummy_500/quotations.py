"""Quotations from the sources, by rule."""

from games.engine import Paraphrase, Quotations, _

from . import rulebook as rule
from .rulebook import BICYCLE, BOOK, FIVES, GUIDE, HOW, PAGAT

QUOTATIONS: Quotations = {
    rule.PACK: {
        PAGAT: {
            "jokers!=0": Paraphrase(
                _("52 cards and two jokers; two to about eight players, and two packs from five on")
            )
        },
        BICYCLE: {"jokers=0": Paraphrase(_("The pack of 52"))},
    },
    rule.DEAL: {
        PAGAT: Paraphrase(_("Seven cards each, thirteen for two")),
        BICYCLE: Paraphrase(_("Seven cards each, thirteen for two; the next card is turned up")),
        HOW: Paraphrase(_("Seven cards each, ten for two")),
    },
    rule.DEALER: {
        BICYCLE: Paraphrase(_("Play begins with the player on the dealer's left")),
    },
    rule.TURN: {
        PAGAT: Paraphrase(_("Draw from the stock or the discards, meld and lay off, discard")),
        BICYCLE: Paraphrase(_("Draw, meld and lay off, discard")),
    },
    rule.BURIED: {
        PAGAT: Paraphrase(
            _("A card lower down may be taken with all above it, if it is used in a meld at once")
        ),
        HOW: Paraphrase(
            _("Any card of the discard pile, with all above it, if it is used at once in a meld or lay-off")
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
        PAGAT: Paraphrase(_("Calling “Rummy!” on a card that could be played is a variation")),
    },
    rule.MELD: {
        PAGAT: Paraphrase(
            _(
                "Three or four of a rank, with two packs each of another suit; or three "
                "or more in sequence of a suit"
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
        HOW: Paraphrase(_("Cards laid off, to melds of anybody, lie before you and count for you")),
    },
    rule.STAYS: {
        PAGAT: Paraphrase(_("Once it is played it cannot be moved")),
    },
    rule.OUT: {
        PAGAT: Paraphrase(_("A hand ends when somebody goes out; a variation asks for a last discard")),
        BICYCLE: {
            "go_out=discard_optional": Paraphrase(_("Play ends at once when a player gets rid of all cards"))
        },
    },
    rule.LAID: {
        PAGAT: Paraphrase(_("Points are scored for cards that are melded")),
        BICYCLE: Paraphrase(_("Credited with the value of all cards showing on the table")),
    },
    rule.HELD: {
        PAGAT: Paraphrase(_("Points are lost for cards left in the hand")),
        BICYCLE: Paraphrase(_("The value of all cards left in the hand is taken off")),
        BOOK: Paraphrase(_("Cards in the hand count against you, even three alike")),
    },
    rule.VALUES: {
        PAGAT: {"values=face": Paraphrase(_("2 to 10 face value, pictures 10, ace and joker 15"))},
        FIVES: {"values=5_10_15": Paraphrase(_("2 to 9 count 5, ten to king 10, aces 15"))},
    },
    rule.LOW_ACE: {
        PAGAT: {"values=face": Paraphrase(_("An ace melded with 2 and 3 scores 1"))},
        BOOK: Paraphrase(_("An ace that is held costs 15")),
        HOW: {"values=face": Paraphrase(_("Low aces count 1"))},
    },
    rule.TARGET: {
        PAGAT: Paraphrase(_("The first to reach 500 or more")),
        BICYCLE: Paraphrase(_("The first to 500; of two or more in one hand the highest")),
    },
    rule.MUST_GO_OUT: {
        PAGAT: Paraphrase(_("That one must go out to win is a variation")),
    },
}

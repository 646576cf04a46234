"""What each source says for the rules that name it."""

from games.engine import Quotations, Reported, _

from . import rulebook as rule
from .rulebook import BICYCLE, BOOK, FIVES, GUIDE, HOW, PAGAT

QUOTATIONS: Quotations = {
    rule.PACK: {
        PAGAT: Reported(_("52 cards and two jokers; two to about eight players, and two packs from five on")),
        BICYCLE: Reported(_("The pack of 52")),
    },
    rule.DEAL: {
        PAGAT: Reported(_("Seven cards each, thirteen for two")),
        BICYCLE: Reported(_("Seven cards each, thirteen for two; the next card is turned up")),
        HOW: Reported(_("Seven cards each, ten for two")),
    },
    rule.DEALER: {
        BICYCLE: Reported(_("Play begins with the player on the dealer's left")),
    },
    rule.TURN: {
        PAGAT: Reported(_("Draw from the stock or the discards, meld and lay off, discard")),
        BICYCLE: Reported(_("Draw, meld and lay off, discard")),
    },
    rule.BURIED: {
        PAGAT: Reported(
            _("A card lower down may be taken with all above it, if it is used in a meld at once")
        ),
        HOW: Reported(
            _("Any card of the discard pile, with all above it, if it is used at once in a meld or lay-off")
        ),
        BICYCLE: Reported(_("The discards are spread, so that all can be seen and taken")),
    },
    rule.TOP: {
        PAGAT: Reported(_("The top card may be kept, but not thrown straight back")),
        GUIDE: Reported(_("The top card may be taken and kept")),
        FIVES: Reported(_("The top card has to be melded right away; some let it be kept")),
    },
    rule.CALL: {
        PAGAT: Reported(_("Calling “Rummy!” on a card that could be played is a variation")),
    },
    rule.MELD: {
        PAGAT: Reported(
            _(
                "Three or four of a rank, with two packs each of another suit; or three "
                "or more in sequence of a suit"
            )
        ),
    },
    rule.ACE: {
        PAGAT: Reported(_("An ace is low or high, but not both at once")),
        HOW: Reported(_("Sequences cannot go round the corner")),
    },
    rule.JOKER: {
        PAGAT: Reported(_("Jokers are wild")),
    },
    rule.LAY_OFF: {
        PAGAT: Reported(_("Cards may be added to any meld on the table")),
        HOW: Reported(_("Cards laid off, to melds of anybody, lie before you and count for you")),
    },
    rule.STAYS: {
        PAGAT: Reported(_("Once it is played it cannot be moved")),
    },
    rule.OUT: {
        PAGAT: Reported(_("A hand ends when somebody goes out; a variation asks for a last discard")),
        BICYCLE: Reported(_("Play ends at once when a player gets rid of all cards")),
    },
    rule.LAID: {
        PAGAT: Reported(_("Points are scored for cards that are melded")),
        BICYCLE: Reported(_("Credited with the value of all cards showing on the table")),
    },
    rule.HELD: {
        PAGAT: Reported(_("Points are lost for cards left in the hand")),
        BICYCLE: Reported(_("The value of all cards left in the hand is taken off")),
        BOOK: Reported(_("Cards in the hand count against you, even three alike")),
    },
    rule.VALUES: {
        PAGAT: Reported(_("2 to 10 face value, pictures 10, ace and joker 15")),
        FIVES: Reported(_("2 to 9 count 5, ten to king 10, aces 15")),
    },
    rule.LOW_ACE: {
        PAGAT: Reported(_("An ace melded with 2 and 3 scores 1")),
        BOOK: Reported(_("An ace that is held costs 15")),
        HOW: Reported(_("Low aces count 1")),
    },
    rule.TARGET: {
        PAGAT: Reported(_("The first to reach 500 or more")),
        BICYCLE: Reported(_("The first to 500; of two or more in one hand the highest")),
    },
    rule.MUST_GO_OUT: {
        PAGAT: Reported(_("That one must go out to win is a variation")),
    },
}

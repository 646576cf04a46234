"""What each source says for the rules that name it."""

from games.engine import Quotations, Reported, _

from . import rulebook as rule
from .rulebook import CRATE, GINRUMMY, HOLLYWOOD_PAGE, NO_TIE, OKLAHOMA_PAGE, PAGAT, PARLETT, RUBL, WHITE

QUOTATIONS: Quotations = {
    rule.PACK: {
        CRATE: Reported(_("52 cards, the ace low only")),
    },
    rule.DEAL: {
        CRATE: Reported(
            _(
                "Ten cards each; the non-dealer may take the up-card, then the dealer; "
                "then the non-dealer draws from the stock"
            )
        ),
        WHITE: Reported(
            _(
                "The non-dealer takes the up-card or passes, then the dealer; if both "
                "pass the non-dealer draws from the stock"
            )
        ),
    },
    rule.DEALER: {
        CRATE: Reported(_("The winner of a hand deals the next")),
        PAGAT: Reported(_("The loser of a hand deals the next")),
    },
    rule.TURN: {
        CRATE: Reported(_("Draw from stock or discards, then discard")),
    },
    rule.MELD: {
        CRATE: Reported(
            _("Sets of three or four, runs of three or more in a suit; a card is in one meld only")
        ),
    },
    rule.DEADWOOD: {
        CRATE: Reported(_("Ace 1, pictures 10, the others as they show; the best arrangement counts")),
    },
    rule.DEAD: {
        RUBL: Reported(
            _("Two cards left in the stock and no knock: no score, and the same dealer deals again")
        ),
        PARLETT: Reported(_("The deal passes on")),
    },
    rule.FIFTY: {
        RUBL: Reported(_("The last discard may still be taken to knock")),
    },
    rule.KNOCK: {
        CRATE: Reported(_("Deadwood of 10 or less")),
    },
    rule.LAY_OFF: {
        GINRUMMY: Reported(_("The other lays off on the knocker's melds; the knocker never lays off")),
    },
    rule.NO_LAY_OFF: {
        GINRUMMY: Reported(_("No laying off against gin")),
    },
    rule.DIFFERENCE: {
        CRATE: Reported(_("The difference of the deadwood")),
        GINRUMMY: Reported(_("The difference of the deadwood")),
    },
    rule.GIN: {
        CRATE: Reported(_("The other's deadwood and 25, or 20 in the classic school")),
        GINRUMMY: Reported(_("The other's deadwood and a bonus")),
    },
    rule.BIG_GIN: {
        CRATE: Reported(_("31 in the modern school")),
    },
    rule.UNDERCUT: {
        CRATE: Reported(_("The difference and 25; 20 or 10 in other schools")),
        GINRUMMY: Reported(_("The difference and a bonus")),
    },
    rule.LEVEL: {
        CRATE: Reported(_("Equal deadwood is an undercut")),
        GINRUMMY: Reported(_("Equal deadwood is an undercut")),
        NO_TIE: Reported(_("Equal deadwood is no undercut")),
    },
    rule.TARGET: {
        CRATE: Reported(_("100 points")),
    },
    rule.BOXES: {
        CRATE: Reported(_("25, 20 or 10 for each hand won, at the end or at once")),
    },
    rule.GAME_BONUS: {
        CRATE: Reported(_("100, or nothing, by the school")),
        GINRUMMY: Reported(_("A game bonus is added after the boxes")),
    },
    rule.SHUTOUT: {
        GINRUMMY: Reported(_("The winner's hand points are doubled, before boxes and game bonus")),
        CRATE: Reported(_("Everything is doubled; or, in the classic school, 100 more")),
    },
    rule.OKLAHOMA: {
        OKLAHOMA_PAGE: Reported(
            _("The value of the first up-card is the limit to knock; an ace means gin only")
        ),
        CRATE: Reported(_("After Pagat an ace means 1")),
    },
    rule.SPADES: {
        OKLAHOMA_PAGE: Reported(_("A spade turned up doubles the score of the hand")),
        PAGAT: Reported(_("A spade turned up doubles the score of the hand")),
    },
    rule.EXTRA_BOXES: {
        PAGAT: Reported(_("An undercut may earn one box more, gin two")),
    },
    rule.HOLLYWOOD: {
        HOLLYWOOD_PAGE: Reported(
            _(
                "The first win is written in the first column, the second in two, every "
                "later one in all three; a finished column takes no more"
            )
        ),
    },
    rule.PARTNERS: {
        PAGAT: Reported(
            _(
                "If both partners win their points are added; if one wins on each side, "
                "the better side has the difference; to 125"
            )
        ),
        GINRUMMY: Reported(
            _("Four in two teams, two hands at once, and partners may change opponents from round to round")
        ),
    },
    rule.THREE: {
        GINRUMMY: Reported(
            _("The dealer deals to the two others and does not play; the loser of a hand deals the next")
        ),
    },
}

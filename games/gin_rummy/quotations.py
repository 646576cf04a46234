"""Quotations and paraphrases of the sources, by rule."""

from games.engine import Paraphrase, Quotations, _

from . import rulebook as rule
from .rulebook import CRATE, GINRUMMY, HOLLYWOOD_PAGE, NO_TIE, OKLAHOMA_PAGE, PAGAT, PARLETT, RUBL, WHITE

QUOTATIONS: Quotations = {
    rule.PACK: {
        CRATE: Paraphrase(_("52 cards, the ace low only")),
    },
    rule.DEAL: {
        CRATE: Paraphrase(
            _(
                "Ten cards each; the non-dealer may take the up-card, then the dealer; "
                "then the non-dealer draws from the stock"
            )
        ),
        WHITE: Paraphrase(
            _(
                "The non-dealer takes the up-card or passes, then the dealer; if both "
                "pass the non-dealer draws from the stock"
            )
        ),
    },
    rule.DEALER: {
        CRATE: Paraphrase(_("The winner of a hand deals the next")),
        PAGAT: Paraphrase(_("The loser of a hand deals the next")),
    },
    rule.TURN: {
        CRATE: Paraphrase(_("Draw from stock or discards, then discard")),
    },
    rule.MELD: {
        CRATE: Paraphrase(
            _("Sets of three or four, runs of three or more in a suit; a card is in one meld only")
        ),
    },
    rule.DEADWOOD: {
        CRATE: Paraphrase(_("Ace 1, pictures 10, the others as they show; the best arrangement counts")),
    },
    rule.DEAD: {
        RUBL: {
            "dead_hand_dealer=same": Paraphrase(
                _("Two cards left in the stock and no knock: no score, and the same dealer deals again")
            )
        },
        PARLETT: {"dead_hand_dealer=next": Paraphrase(_("The deal passes on"))},
    },
    rule.FIFTY: {
        RUBL: {
            "fifty_card": Paraphrase(_("The last discard may still be taken to knock")),
            "": Paraphrase(_("Two cards left in the stock and no knock: no score")),
        },
    },
    rule.KNOCK: {
        CRATE: Paraphrase(_("Deadwood of 10 or less")),
    },
    rule.LAY_OFF: {
        GINRUMMY: Paraphrase(_("The other lays off on the knocker's melds; the knocker never lays off")),
    },
    rule.NO_LAY_OFF: {
        GINRUMMY: Paraphrase(_("No laying off against gin")),
    },
    rule.DIFFERENCE: {
        CRATE: Paraphrase(_("The difference of the deadwood")),
        GINRUMMY: Paraphrase(_("The difference of the deadwood")),
    },
    rule.GIN: {
        CRATE: Paraphrase(_("The other's deadwood and 25, or 20 in the classic school")),
        GINRUMMY: Paraphrase(_("The other's deadwood and a bonus")),
    },
    rule.BIG_GIN: {
        CRATE: Paraphrase(_("31 in the modern school")),
    },
    rule.UNDERCUT: {
        CRATE: Paraphrase(_("The difference and 25; 20 or 10 in other schools")),
        GINRUMMY: Paraphrase(_("The difference and a bonus")),
    },
    rule.LEVEL: {
        CRATE: {"undercut_on_tie": Paraphrase(_("Equal deadwood is an undercut"))},
        GINRUMMY: {"undercut_on_tie": Paraphrase(_("Equal deadwood is an undercut"))},
        NO_TIE: {"undercut_on_tie=no": Paraphrase(_("Equal deadwood is no undercut"))},
    },
    rule.TARGET: {
        CRATE: Paraphrase(_("100 points")),
    },
    rule.BOXES: {
        CRATE: Paraphrase(_("25, 20 or 10 for each hand won, at the end or at once")),
    },
    rule.GAME_BONUS: {
        CRATE: Paraphrase(_("100, or nothing, by the school")),
        GINRUMMY: {"game_bonus": Paraphrase(_("A game bonus is added after the boxes"))},
    },
    rule.SHUTOUT: {
        GINRUMMY: {
            "shutout=double_points": Paraphrase(
                _("The winner's hand points are doubled, before boxes and game bonus")
            )
        },
        CRATE: Paraphrase(_("Everything is doubled; or, in the classic school, 100 more")),
    },
    rule.OKLAHOMA: {
        OKLAHOMA_PAGE: {
            "oklahoma_ace=gin_only": Paraphrase(
                _("The value of the first up-card is the limit to knock; an ace means gin only")
            )
        },
        CRATE: {"oklahoma_ace=one": Paraphrase(_("After Pagat an ace means 1"))},
    },
    rule.SPADES: {
        OKLAHOMA_PAGE: Paraphrase(_("A spade turned up doubles the score of the hand")),
        PAGAT: Paraphrase(_("A spade turned up doubles the score of the hand")),
    },
    rule.EXTRA_BOXES: {
        PAGAT: Paraphrase(_("An undercut may earn one box more, gin two")),
    },
    rule.HOLLYWOOD: {
        HOLLYWOOD_PAGE: Paraphrase(
            _(
                "The first win is written in the first column, the second in two, every "
                "later one in all three; a finished column takes no more"
            )
        ),
    },
    rule.PARTNERS: {
        PAGAT: Paraphrase(
            _(
                "If both partners win their points are added; if one wins on each side, "
                "the better side has the difference; to 125"
            )
        ),
        GINRUMMY: Paraphrase(
            _("Four in two teams, two hands at once, and partners may change opponents from round to round")
        ),
    },
    rule.THREE: {
        GINRUMMY: Paraphrase(
            _("The dealer deals to the two others and does not play; the loser of a hand deals the next")
        ),
    },
}

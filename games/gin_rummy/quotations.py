"""Paraphrases of the sources, keyed by rule and source.

A key such as ``oklahoma_ace=one`` is a condition on house rules; the key ``""`` always holds.
"""

from games.engine import Paraphrase, Quotations, _

from . import rulebook as rule
from .rulebook import CRATE, GINRUMMY, HOLLYWOOD_PAGE, NO_TIE, OKLAHOMA_PAGE, PAGAT, PARLETT, RUBL, WHITE

QUOTATIONS: Quotations = {
    rule.PACK: {
        CRATE: Paraphrase(_("The pack has 52 cards, and the ace is always low")),
    },
    rule.DEAL: {
        CRATE: Paraphrase(
            _(
                "Each player gets ten cards; the non-dealer may take the up-card, then the dealer "
                "may; if neither does, the non-dealer draws from the stock"
            )
        ),
        WHITE: Paraphrase(
            _(
                "The non-dealer takes the up-card or passes, then the dealer does the same; if both "
                "pass, the non-dealer draws from the stock"
            )
        ),
    },
    rule.DEALER: {
        CRATE: Paraphrase(_("The winner of a hand deals the next")),
        PAGAT: Paraphrase(_("The loser of a hand deals the next")),
    },
    rule.TURN: {
        CRATE: Paraphrase(_("Draw from the stock or the discards, then discard")),
    },
    rule.MELD: {
        CRATE: Paraphrase(
            _(
                "Melds are sets of three or four, or runs of three or more in a suit; a card is in "
                "one meld only"
            )
        ),
    },
    rule.DEADWOOD: {
        CRATE: Paraphrase(
            _("An ace counts 1, pictures 10, the others what they show; the best arrangement counts")
        ),
    },
    rule.DEAD: {
        RUBL: {
            "dead_hand_dealer=same": Paraphrase(
                _(
                    "When two cards are left in the stock and nobody has knocked, nobody scores, and the "
                    "same dealer deals again"
                )
            )
        },
        PARLETT: {"dead_hand_dealer=next": Paraphrase(_("After a dead hand the deal passes on"))},
    },
    rule.FIFTY: {
        RUBL: {
            "fifty_card": Paraphrase(_("The last discard may still be taken to knock")),
            "": Paraphrase(_("When two cards are left in the stock and nobody has knocked, nobody scores")),
        },
    },
    rule.KNOCK: {
        CRATE: Paraphrase(_("A player may knock with deadwood of 10 or less")),
    },
    rule.LAY_OFF: {
        GINRUMMY: Paraphrase(
            _("The other player lays off on the knocker's melds; the knocker never lays off")
        ),
    },
    rule.NO_LAY_OFF: {
        GINRUMMY: Paraphrase(_("Nothing is laid off against gin")),
    },
    rule.DIFFERENCE: {
        CRATE: Paraphrase(_("The knocker scores the difference in deadwood")),
        GINRUMMY: Paraphrase(_("The knocker scores the difference in deadwood")),
    },
    rule.GIN: {
        CRATE: Paraphrase(_("Gin scores the other player's deadwood and 25, or 20 in the classic school")),
        GINRUMMY: Paraphrase(_("Gin scores the other player's deadwood and a bonus")),
    },
    rule.BIG_GIN: {
        CRATE: Paraphrase(_("Big gin earns a bonus of 31 in the modern school")),
    },
    rule.UNDERCUT: {
        CRATE: Paraphrase(
            _("An undercut scores the difference and a bonus of 25, or of 20 or 10 in other schools")
        ),
        GINRUMMY: Paraphrase(_("An undercut scores the difference and a bonus")),
    },
    rule.LEVEL: {
        CRATE: {"undercut_on_tie": Paraphrase(_("Equal deadwood is an undercut"))},
        GINRUMMY: {"undercut_on_tie": Paraphrase(_("Equal deadwood is an undercut"))},
        NO_TIE: {"undercut_on_tie=no": Paraphrase(_("Equal deadwood is no undercut"))},
    },
    rule.TARGET: {
        CRATE: Paraphrase(_("The game is played to 100 points")),
    },
    rule.BOXES: {
        CRATE: Paraphrase(_("Each hand won earns 25, 20 or 10, at the end of the game or at once")),
    },
    rule.GAME_BONUS: {
        CRATE: Paraphrase(_("The game bonus is 100 or nothing, depending on the school")),
        GINRUMMY: {"game_bonus": Paraphrase(_("A game bonus is added after the boxes"))},
    },
    rule.SHUTOUT: {
        GINRUMMY: {
            "shutout=double_points": Paraphrase(
                _("The winner's hand points are doubled, before boxes and game bonus")
            )
        },
        CRATE: Paraphrase(_("Everything is doubled, or, in the classic school, 100 is added")),
    },
    rule.OKLAHOMA: {
        OKLAHOMA_PAGE: {
            "oklahoma_ace=gin_only": Paraphrase(
                _(
                    "The value of the first up-card is the limit for knocking; after an ace one may only "
                    "go gin"
                )
            )
        },
        CRATE: {"oklahoma_ace=one": Paraphrase(_("According to Pagat, an ace sets the limit at 1"))},
    },
    rule.SPADES: {
        OKLAHOMA_PAGE: Paraphrase(_("A spade turned up doubles the score of the hand")),
        PAGAT: Paraphrase(_("A spade turned up doubles the score of the hand")),
    },
    rule.EXTRA_BOXES: {
        PAGAT: Paraphrase(_("An undercut may earn one extra box, and gin two")),
    },
    rule.HOLLYWOOD: {
        HOLLYWOOD_PAGE: Paraphrase(
            _(
                "A player's first win is written in the first column, the second in the first two, "
                "every later one in all three; a finished column takes no more wins"
            )
        ),
    },
    rule.PARTNERS: {
        PAGAT: Paraphrase(
            _(
                "If both partners win, their points are added; if one player wins on each side, the "
                "better side has the difference; the game is played to 125"
            )
        ),
        GINRUMMY: Paraphrase(
            _(
                "Four play in two teams, with two hands going on at once, and partners may change "
                "opponents from round to round"
            )
        ),
    },
    rule.THREE: {
        GINRUMMY: Paraphrase(
            _("The dealer deals to the two others and does not play; the loser of a hand deals the next")
        ),
    },
}

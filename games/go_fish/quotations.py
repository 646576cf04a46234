"""Quotations and paraphrases, keyed by rule and source; ``collect=books`` is a condition on house rules."""

from games.engine import Paraphrase, Quotations, _

from . import rulebook as rule
from .rulebook import ARTICLE, BICYCLE, PAGAT, REFERENCE, TERRACE

QUOTATIONS: Quotations = {
    rule.PACK: {
        ARTICLE: (
            "- Cards used: Standard 52 card deck - Cards rank doesn’t matter Go Fish is "
            "another exciting pairing game that can be played by three people with quite easy"
            " rules."
        ),
        BICYCLE: Paraphrase(_("The pack of 52 is used; suits do not matter, only numbers")),
    },
    rule.DEAL: {
        ARTICLE: (
            "Each player is dealt 6 cards (in some versions it may be 5 or 7) initially. The "
            "rest of the cards are left face down in a pile in the middle."
        ),
        TERRACE: {
            "deal=by_seats|seven": Paraphrase(
                _("Two or three players get seven cards each, four or five players get five")
            )
        },
        PAGAT: {
            "deal=five|by_seats|seven": Paraphrase(_("Each player gets five cards, or seven when two play"))
        },
    },
    rule.FIRST: {
        ARTICLE: "The 1st player is picked by a random chance and then the turn moves clockwise.",
    },
    rule.ASK: {
        ARTICLE: (
            "The player who is at turn must pick an opponent and ask him if he has a card of "
            "specific rank, a 9 for example. … A player can ask only for ranks he already "
            "possesses in his hand."
        ),
        BICYCLE: Paraphrase(_("Whoever asks must hold at least one card of that rank")),
    },
    rule.GIVE: {
        ARTICLE: (
            "If the opponent has cards from that rank he must give all of them to the asking "
            "player. The player at turn is free to ask the same opponent or a different one "
            "about another rank."
        ),
        BICYCLE: Paraphrase(
            _(
                "All the cards asked for are handed over, and the asker may ask the same or another "
                "player again"
            )
        ),
    },
    rule.FISH: {
        ARTICLE: (
            "the opponent asked has no cards of the desired rank, in which case he says ‘Go "
            "Fish’ and the player at turn must take one card from the pile."
        ),
        BICYCLE: Paraphrase(
            _("A player who has none says “Go fish!”, and the asker draws the top card of the stock")
        ),
    },
    rule.AGAIN: {
        PAGAT: {
            "again_on_fish=asked_rank": Paraphrase(
                _("Whoever fishes the rank asked for shows the card and goes again")
            )
        },
        REFERENCE: {
            "again_on_fish=asked_rank": Paraphrase(_("Whoever draws the card asked for has another turn"))
        },
        TERRACE: {
            "again_on_fish=book_only": Paraphrase(_("Only a card that completes a book gives another turn"))
        },
        ARTICLE: (
            "This goes on until the opponent asked has no cards of the desired rank, in which"
            " case he says ‘Go Fish’ and the player at turn must take one card from the pile."
        ),
    },
    rule.NEXT: {
        ARTICLE: {"next_turn=left": "the turn moves clockwise."},
        BICYCLE: {
            "next_turn=left": Paraphrase(
                _("If the asker does not get a card asked for, the turn passes to the left")
            )
        },
        REFERENCE: {"next_turn=answerer": Paraphrase(_("The player who said “Go fish” has the next turn"))},
    },
    rule.EMPTY: {
        BICYCLE: {
            "empty_hand=draw_one": Paraphrase(
                _("A player without cards draws one and asks for its rank, or is out if the stock is gone")
            )
        },
        PAGAT: {
            "empty_hand=draw_new_hand": Paraphrase(
                _("As a variation, a player without cards draws a new hand")
            )
        },
    },
    rule.BOOK: {
        ARTICLE: {
            "collect=books": "A book is made when a player has four cards of the same value in his hand."
        },
        BICYCLE: {"collect=books": Paraphrase(_("Four of a kind are a book and are laid on the table"))},
        PAGAT: {"collect=pairs": Paraphrase(_("Pairs are collected, as a variation"))},
    },
    rule.END: {
        BICYCLE: {"end=all_books": Paraphrase(_("The game ends when all thirteen books have been won"))},
        PAGAT: {
            "end=first_out_or_stock_out": Paraphrase(
                _("The game ends as soon as somebody has no cards or the stock is empty")
            )
        },
    },
    rule.BOOKS: {
        ARTICLE: "The object of the game is to collect more ‘books’ than your opponents.",
        BICYCLE: Paraphrase(_("The most books win")),
    },
    rule.PAIRS: {
        PAGAT: Paraphrase(_("Pairs are collected, as a variation")),
    },
    rule.VALUES: {
        PAGAT: Paraphrase(_("Books count what their rank shows, as a variation")),
    },
    rule.NOT_HELD: {
        ARTICLE: "A player can ask only for ranks he already possesses in his hand.",
    },
}

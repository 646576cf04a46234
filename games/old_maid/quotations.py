"""Quotations and paraphrases, keyed by rule and source."""

from games.engine import Paraphrase, Quotations, _

from . import rulebook as rule
from .rulebook import ARTICLE, CONVO, ONE_MISTAKE, PAGAT, RECIPES

QUOTATIONS: Quotations = {
    rule.PACK: {
        ARTICLE: (
            "You just need a standard deck of 52 cards with one of the Queens removed from "
            "it. If you are against stereotypes you can change the discarded card to a Jack, "
            "a 2 or any other card"
        ),
        PAGAT: Paraphrase(_("One queen is removed, which leaves 51 cards")),
        CONVO: Paraphrase(_("A joker is added, or a card is taken out, normally the queen of clubs")),
    },
    rule.DEAL: {
        ARTICLE: (
            "All the cards are dealt between the three players. Some may have more cards in "
            "their hand than others, but it is irrelevant."
        ),
    },
    rule.PAIRS: {
        ARTICLE: (
            "After all the cards are dealt each player must take out of his hand any pairs he"
            " can make. A pair is two cards from the same rank."
        ),
        RECIPES: Paraphrase(_("All pairs are discarded, never three of a kind")),
    },
    rule.START: {
        ARTICLE: "The dealer is first and the turn goes clockwise.",
    },
    rule.OFFER: {
        ARTICLE: (
            "The player at turn must put his remaining cards face down in front of the player"
            " to his left in order to draw one. If the player to the left makes a pair with "
            "the drawn card he discards them."
        ),
        RECIPES: Paraphrase(
            _(
                "Each player in turn offers the hand face down to the left; the neighbour draws a "
                "card, and discards a pair if the card makes one"
            )
        ),
    },
    rule.NEIGHBOUR: {
        ARTICLE: "If a player gets to discard/be drawn of his last card, he is out of the game.",
        PAGAT: Paraphrase(_("Whoever has got rid of all cards takes no further part")),
    },
    rule.NEXT_OFFER: {
        PAGAT: Paraphrase(_("The turn passes to the next player to the left")),
    },
    rule.SHUFFLE: {
        RECIPES: Paraphrase(_("Each player shuffles the hand before offering it")),
    },
    rule.OUT: {
        ARTICLE: "If a player gets to discard/be drawn of his last card, he is out of the game.",
        PAGAT: Paraphrase(_("Whoever gets rid of all cards is safe")),
    },
    rule.MAID: {
        ARTICLE: "The last player who stays with the lonely queen is considered the loser.",
    },
    rule.NO_PAIR: {
        ONE_MISTAKE: Paraphrase(
            _("Whoever is found to have discarded two cards that are no pair loses, and is the old maid")
        ),
    },
}

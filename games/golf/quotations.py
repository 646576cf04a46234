"""Quotations and paraphrases, keyed by rule and source; ``packs=1`` is a condition on house rules."""

from games.engine import Paraphrase, Quotations, _

from . import rulebook as rule
from .rulebook import ARTICLE, GURU, HELP, HIGHEST, NEGATIVES, PAGAT, PEEKS, SIX, SQUARE_BONUS

QUOTATIONS: Quotations = {
    rule.PACK: {
        ARTICLE: {"packs=1": "- Cards used: Standard 52 card deck"},
        PAGAT: {"packs!=1": Paraphrase(_("Two packs are used when many play"))},
    },
    rule.LAYOUT: {
        ARTICLE: {
            "layout=4": (
                "Each player is dealt 4 cards, which are arranged in a square, face down. The "
                "rest of the cards are left in stock, with the top card turned face up and left "
                "beside the stock, forming a discard pile."
            )
        },
        SIX: {"layout=6": Paraphrase(_("Each player has six cards, in two rows of three"))},
    },
    rule.PEEK: {
        ARTICLE: {
            "peek=two_near": (
                "After the dealing, each player may secretly see for himself only the two cards "
                "that are closer to him."
            )
        },
        PEEKS: {"peek=any_two|one": Paraphrase(_("Other ways are to look at any two cards, or at one"))},
        SIX: {"peek=two_face_up": Paraphrase(_("Any two cards are turned face up"))},
    },
    rule.NO_LOOKING: {
        ARTICLE: ("each player may secretly see for himself only the two cards that are closer to him."),
        GURU: Paraphrase(_("Players may not look at their own cards again")),
    },
    rule.STOCK: {
        ARTICLE: (
            "- Take a card from the stock. After he sees it he may change it with one of his "
            "cards or discard it."
        ),
        SIX: Paraphrase(_("The card drawn is swapped or discarded; one that is swapped in stays face up")),
    },
    rule.DISCARD: {
        ARTICLE: (
            "- Take the top face-up card from the discard pile. If the player does this "
            "action he must swap it for one of his cards."
        ),
        SIX: Paraphrase(
            _(
                "Only a card drawn from the stock may be discarded; one taken from the discards must "
                "be swapped in"
            )
        ),
    },
    rule.FLIP: {
        SIX: Paraphrase(_("After discarding the card drawn, one may turn a card face up")),
    },
    rule.END_BY: {
        ARTICLE: {
            "end_by=knock": "The game finishes after a player knocks and the others take their last turn."
        },
        SIX: {"end_by=all_face_up": Paraphrase(_("The round ends when a player has six cards face up"))},
    },
    rule.LAST_TURN: {
        ARTICLE: {
            "last_turn=others_one": (
                "The game finishes after a player knocks and the others take their last turn."
            )
        },
        SIX: Paraphrase(_("Sometimes the others have one last turn")),
    },
    rule.COUNT: {
        ARTICLE: "The player with the lowest score is the winner.",
        SIX: Paraphrase(_("The lowest score wins")),
    },
    rule.VALUES: {
        ARTICLE: ("- number cards give their numeric value - J and Q give 10 points - K give 0 points"),
        SIX: Paraphrase(
            _("An ace counts 1, the 3 to the 10 what they show, a jack or queen 10, a king nothing")
        ),
    },
    rule.TWOS: {
        ARTICLE: "- number cards give their numeric value",
        SIX: Paraphrase(_("A two counts minus 2")),
    },
    rule.JOKERS: {
        NEGATIVES: Paraphrase(_("Jokers count less than nothing")),
        SQUARE_BONUS: Paraphrase(_("Jokers count minus 5")),
        PAGAT: Paraphrase(_("Jokers are added in some versions, and count less than nothing")),
    },
    rule.COLUMN: {
        SIX: Paraphrase(_("Two of a rank in a column count nothing")),
        HELP: Paraphrase(_("A jack with a queen is no pair")),
    },
    rule.ANY: {
        PAGAT: Paraphrase(
            _("Of three equal cards two are cancelled; if all four are equal the layout scores nothing")
        ),
    },
    rule.NEGATIVE: {
        SIX: {
            "pair_of_negatives=zero": Paraphrase(
                _("A column of two equal cards counts nothing, even if the cards are twos")
            )
        },
        NEGATIVES: {"pair_of_negatives=keep": Paraphrase(_("A pair of negative cards keeps its points"))},
    },
    rule.SQUARE: {
        SQUARE_BONUS: Paraphrase(_("Four equal cards in two columns take 10 off the score")),
    },
    rule.PENALTY: {
        PAGAT: {
            "knock_penalty=double_plus5": Paraphrase(
                _("A knocker who is not lowest has the score doubled, and 5 points added")
            )
        },
        HIGHEST: {
            "knock_penalty=equals_highest": Paraphrase(
                _("The knocker scores as much as the player with the highest score of that hand")
            )
        },
    },
    rule.HOLES: {
        SIX: Paraphrase(_("A game has nine deals, sometimes eighteen")),
    },
}

"""The rules of go fish, in reading order. Their numbers never change."""

from games.engine import SITE, Irregularity, IrregularityKind, Rule, Source, _

ARTICLE = Source(
    "top card games",
    _("The top card games for three players: Go Fish"),
    name=_("An article on games for three"),
)
BICYCLE = Source(
    "bicycle", _("Bicycle: Go Fish"), "https://bicyclecards.com/how-to-play/go-fish", name=_("Bicycle")
)
PAGAT = Source("pagat", _("Pagat: Go Fish"), "https://www.pagat.com/quartet/gofish.html", name=_("Pagat"))
TERRACE = Source(
    "webterrace", _("Go Fish with the deal by the number of players"), name=_("A page on Go Fish")
)
REFERENCE = Source("reference.com", _("A page on Go Fish: whose turn comes next"))

SECTIONS = {
    "1": _("The cards and the deal"),
    "2": _("Asking and fishing"),
    "3": _("Books"),
    "4": _("The end of a round"),
    "5": _("The score"),
    "6": _("Slips"),
}

PACK = Rule(
    "1.1",
    _("One pack of 52; the order of the cards does not matter. Two to six people play."),
    (ARTICLE, BICYCLE),
)
DEAL = Rule(
    "1.2",
    _("{deal} The rest lie face down in the middle."),
    (ARTICLE, TERRACE, PAGAT),
    wordings={
        "deal": {
            "six": _("Six cards are dealt to each."),
            "five": _("Seven cards are dealt to each of two players, five to each of three or more."),
            "seven": _("Seven cards are dealt to each."),
            "by_seats": _(
                "Seven cards are dealt to each of two or three players, five to each of four or more."
            ),
        },
    },
)
FIRST = Rule(
    "1.3",
    _("Chance picks the first player, and the turn moves clockwise."),
    (ARTICLE,),
)

ASK = Rule(
    "2.1",
    _("On your turn name an opponent and a rank. You may only ask for a rank that you hold."),
    (ARTICLE, BICYCLE),
)
GIVE = Rule(
    "2.2",
    _("Whoever has cards of that rank gives all of them, and you ask again: the same player or another."),
    (ARTICLE, BICYCLE),
)
FISH = Rule(
    "2.3",
    _("Whoever has none says “Go fish!”, and you take one card from the middle."),
    (ARTICLE, BICYCLE),
)
AGAIN = Rule(
    "2.4",
    "{again_on_fish}",
    (PAGAT, REFERENCE, TERRACE, ARTICLE),
    wordings={
        "again_on_fish": {
            "asked_rank": _("If you fish what you asked for, show it and go again."),
            "book_only": _(
                "If you fish what you asked for, show it. You go again only if it completes a book or pair."
            ),
            "never": _("Fishing what you asked for does not give you another turn."),
        },
    },
)
NEXT = Rule(
    "2.5",
    "{next_turn}",
    (ARTICLE, BICYCLE, REFERENCE),
    wordings={
        "next_turn": {
            "left": _("Otherwise the turn goes to the player on the left."),
            "answerer": _("Otherwise the turn goes to the player who was asked."),
        },
    },
)
EMPTY = Rule(
    "2.6",
    _("{empty_hand} With nothing left to draw you are out."),
    (BICYCLE, PAGAT),
    wordings={
        "empty_hand": {
            "draw_one": _("Without cards on your turn, draw one and ask for its rank."),
            "draw_new_hand": _("Without cards on your turn, draw a new hand."),
            "out": _("Without cards on your turn you are out."),
        },
    },
)

BOOK = Rule(
    "3.1",
    "{collect}",
    (ARTICLE, BICYCLE, PAGAT),
    wordings={
        "collect": {
            "books": _("Four cards of a rank are a book and are laid down at once."),
            "pairs": _("Two cards of a rank are a pair and are laid down at once."),
        },
    },
)

END = Rule(
    "4.1",
    "{end}",
    (BICYCLE, PAGAT),
    wordings={
        "end": {
            "all_books": _("The round ends when everything that can be collected lies on the table."),
            "first_out_or_stock_out": _("The round ends as soon as a hand or the stock is empty."),
        },
    },
)

BOOKS = Rule(
    "5.1",
    _("Each book counts one. There are thirteen."),
    (ARTICLE, BICYCLE),
    played_if="collect=books book_value=one",
    scoring=True,
)
PAIRS = Rule(
    "5.2",
    _("Each pair counts one. There are 26."),
    (PAGAT,),
    played_if="collect=pairs",
    scoring=True,
)
VALUES = Rule(
    "5.3",
    _("A book counts what its rank shows: 2 to 10, jack 11, queen 12, king 13, ace 15; together 105."),
    (PAGAT,),
    played_if="collect=books book_value=rank_value",
    scoring=True,
)
ROUND_WON = Rule(
    "5.4",
    _("The player who collected most wins the round; tied players all win it. Rounds won are counted."),
    (SITE,),
    played_if="match=rounds_won",
    scoring=True,
)
ROUNDS = Rule(
    "5.5",
    "{rounds}",
    (SITE,),
    scoring=True,
    wordings={
        "rounds": {
            "1": _("After one round the highest total wins."),
            "any": _("After {rounds} rounds the highest total wins."),
        },
    },
)
TIE = Rule(
    "5.6",
    "{tie}",
    (SITE,),
    scoring=True,
    wordings={
        "tie": {
            "shared": _("Those who are tied at the end share the win."),
            "extra_round": _("Where the highest totals are tied at the end, one more round is played."),
        },
    },
)

NOT_HELD = Rule(
    "6.1",
    _(
        "Asking for a rank that you do not hold is void. If it is corrected before the answer, the turn "
        "goes on; otherwise it is over."
    ),
    (ARTICLE, SITE),
)
FALSE = Rule(
    "6.2",
    _(
        "A player who said “Go fish!” holding the rank gives the cards, and the asker goes on. A second "
        "offence costs that player's next turn."
    ),
    (SITE,),
)

IRREGULARITIES = (
    Irregularity(
        IrregularityKind.CLAIM,
        _("Somebody asked for a rank without holding it, or said “Go fish!” holding it"),
        (NOT_HELD, FALSE),
    ),
)

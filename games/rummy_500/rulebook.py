"""The rules of 500 rum, in reading order. Their numbers never change."""

from games.engine import SITE, Rule, Source, _

PAGAT = Source("pagat", _("Pagat: 500 Rummy"), "https://www.pagat.com/rummy/500rum.html", name=_("Pagat"))
BICYCLE = Source(
    "bicycle", _("Bicycle: 500 Rum"), "https://bicyclecards.com/how-to-play/500-rum", name=_("Bicycle")
)
HOW = Source(
    "howstuffworks",
    _("HowStuffWorks: How to Play 500 Rum"),
    "https://entertainment.howstuffworks.com/how-to-play-500-rum.htm",
    name=_("HowStuffWorks"),
)
GUIDE = Source("boardgamestips", _("A guide to rummy 500: the top discard"), name=_("A board games guide"))
FIVES = Source("bellaonline", _("BellaOnline: Rummy 500 by fives"), name=_("BellaOnline"))
BOOK = Source(
    "card play", _("Card Play: The Rules to 30 Popular Card Games, chapter 25"), name=_("The book Card Play")
)

SECTIONS = {
    "1": _("The cards and the deal"),
    "2": _("The turn"),
    "3": _("Melds"),
    "4": _("The end of a deal"),
    "5": _("What a deal scores"),
    "6": _("The end of the game"),
}

PACK = Rule(
    "1.1",
    _("Two to eight play, best three to five. {jokers} Two packs from five players on."),
    (PAGAT, BICYCLE),
    wordings={
        "jokers": {
            "0": _("One pack of 52, without jokers."),
            "1": _("One pack of 52 and a joker."),
            "any": _("One pack of 52 and {jokers} jokers."),
        },
    },
)
DEAL = Rule(
    "1.2",
    _("Seven cards each; when two play {deal_two}. The next card is turned up and begins the discards."),
    (PAGAT, BICYCLE, HOW),
)
DEALER = Rule(
    "1.3",
    _("The deal passes to the left, and the player on the dealer's left begins."),
    (BICYCLE,),
)

TURN = Rule(
    "2.1",
    _("Take the top card of the stock, or from the discards; meld and lay off if you like; discard one."),
    (PAGAT, BICYCLE),
)
BURIED = Rule(
    "2.2",
    _(
        "The discards lie fanned. You may take a buried one, with everything above it, if you use it at "
        "once in a meld or a lay-off; the cards above it you may keep."
    ),
    (PAGAT, HOW, BICYCLE),
)
TOP = Rule(
    "2.3",
    "{take_top_free}",
    (PAGAT, GUIDE, FIVES),
    wordings={
        "take_top_free": {
            "yes": _("The top discard may be taken and simply kept, but not thrown straight back."),
            "no": _("The top discard may be taken only if it is melded at once."),
        },
    },
)
CALL = Rule(
    "2.4",
    _("Whoever sees a card thrown that fits a meld may call “Rummy!” and play it."),
    (PAGAT,),
    played_if="call_rummy",
)

MELD = Rule(
    "3.1",
    _("A meld is three or four of a rank, each of a different suit, or three or more of a suit in order."),
    (PAGAT,),
)
ACE = Rule(
    "3.2",
    _("The ace is high or low in a run, never both: king, ace, 2 is no run."),
    (PAGAT, HOW),
)
JOKER = Rule(
    "3.3",
    _("A joker stands for any card."),
    (PAGAT,),
    played_if="jokers",
)
LAY_OFF = Rule(
    "3.4",
    _("You may lay off on any meld. The card lies before you and counts for you, whoever laid the meld."),
    (PAGAT, HOW),
)
STAYS = Rule(
    "3.5",
    _("A card that has been placed on a meld does not move to another."),
    (PAGAT,),
)

OUT = Rule(
    "4.1",
    _("The deal ends as soon as somebody has no card left. {go_out}"),
    (PAGAT, BICYCLE),
    scoring=True,
    wordings={
        "go_out": {
            "discard_optional": _("A last discard is not needed."),
            "discard_required": _("The last card must be a discard."),
            "must_go_out_to_win": _("Only whoever goes out can win the game."),
        },
    },
)
STOCK_OUT = Rule(
    "4.2",
    _("The deal also ends when the stock is used up and nobody can or will take a discard."),
    (SITE,),
    scoring=True,
)

LAID = Rule(
    "5.1",
    _("The cards you have laid down count for you."),
    (PAGAT, BICYCLE),
    scoring=True,
)
HELD = Rule(
    "5.2",
    _("What you still hold is taken off, even cards that match. A total can be below zero."),
    (PAGAT, BICYCLE, BOOK),
    scoring=True,
)
VALUES = Rule(
    "5.3",
    "{values} {jokers}",
    (PAGAT, FIVES),
    wordings={
        "jokers": {"0": _("There are no jokers."), "any": _("A joker counts 15.")},
        "values": {
            "face": _("The 2 to the 10 count what they show, pictures 10, aces 15."),
            "5_10_15": _("The 2 to the 9 count 5, the 10 to the king 10, aces 15."),
        },
    },
)
LOW_ACE = Rule(
    "5.4",
    "{values}",
    (PAGAT, BOOK, HOW),
    wordings={
        "values": {
            "face": _(
                "An ace laid as the low card of a run counts {ace_low_meld}; an ace still held costs "
                "{ace_held}."
            ),
            "5_10_15": _("An ace is always 15."),
        },
    },
)

TARGET = Rule(
    "6.1",
    _(
        "Once somebody has {target} or more at the end of a deal the game is over, and the highest total "
        "wins."
    ),
    (PAGAT, BICYCLE),
    played_if="go_out!=must_go_out_to_win",
    scoring=True,
)
MUST_GO_OUT = Rule(
    "6.2",
    _("The game is over only when a player with {target} or more goes out, and that player wins."),
    (PAGAT, SITE),
    played_if="go_out=must_go_out_to_win",
    scoring=True,
)
TIE = Rule(
    "6.3",
    "{tie}",
    (SITE,),
    scoring=True,
    wordings={
        "tie": {
            "extra_hand": _("Where the highest totals are tied at the end, another deal decides."),
            "shared": _("Those who are tied at the end share the win."),
        },
    },
)

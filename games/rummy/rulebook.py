"""The rules of rummy, in reading order. Their numbers never change."""

from games.engine import SITE, Irregularity, IrregularityKind, Rule, Source, _

ARTICLE = Source(
    "top card games",
    _("The top card games for three players: Rummy"),
    name=_("An article on games for three"),
)
BICYCLE = Source(
    "bicycle", _("Bicycle: Rummy (Rum)"), "https://bicyclecards.com/how-to-play/rummy-rum", name=_("Bicycle")
)
VARIATIONS = Source(
    "rummy variations", _("A rummy rules page with numbered variations"), name=_("A page of rummy variations")
)
GUIDE = Source(
    "boardgamestips",
    _("A guide to rummy: blocked deals and cards drawn by mistake"),
    name=_("A board games guide"),
)
ACES = Source("adda52", _("A rummy guide: the points of aces"), name=_("A rummy guide"))

SECTIONS = {
    "1": _("The cards and the deal"),
    "2": _("The turn"),
    "3": _("Melds"),
    "4": _("Going out"),
    "5": _("What a deal scores"),
    "6": _("The end of the game"),
    "7": _("Slips"),
}

PACK = Rule(
    "1.1",
    _("One pack of 52. {ace_rank}"),
    (ARTICLE,),
    wordings={
        "ace_rank": {
            "low": _("The ace is low, under the two: ace, 2, 3 and so on up to the king."),
            "high_or_low": _("The order is 2, 3 and so on up to the king, with the ace at either end."),
            "corner": _("The order is 2, 3 and so on up to the king, and the ace joins the two ends."),
        },
    },
)
SEATS = Rule(
    "1.2",
    _("Two to four play, and three is best; up to six can."),
    (ARTICLE, BICYCLE),
)
DEAL = Rule(
    "1.3",
    _("{deal} The next card is turned up and begins the discard pile."),
    (ARTICLE, BICYCLE),
    wordings={
        "deal": {
            "seven": _("Seven cards are dealt to each."),
            "by_seats": _(
                "Ten cards are dealt to each of two players, seven to each of three or four, six to "
                "each of five or six."
            ),
            "ten": _("Ten cards are dealt to each."),
        },
    },
)
DEALER = Rule(
    "1.4",
    _("The deal passes to the left. When two play, the winner of a deal deals the next."),
    (BICYCLE,),
)
FIRST = Rule(
    "1.5",
    _("The player on the dealer's left plays first."),
    (BICYCLE,),
)
JOKERS = Rule(
    "1.6",
    _("{jokers} stands for any card in a meld, and counts 15 in the hand."),
    (SITE,),
    played_if="jokers",
    scoring=True,
    wordings={
        "jokers": {
            "1": _("There is one joker in the pack. It"),
            "any": _("There are {jokers} jokers in the pack. A joker"),
        },
    },
)

TURN = Rule(
    "2.1",
    _(
        "Draw one card, from the stock or the top of the discard pile; meld and lay off if you like; "
        "discard one."
    ),
    (BICYCLE,),
)
TAKE_BACK = Rule(
    "2.2",
    "{take_back}",
    (BICYCLE, VARIATIONS),
    wordings={
        "take_back": {
            "forbidden": _(
                "The card just taken from the discard pile may not be thrown back in the same turn."
            ),
            "allowed": _("The card just taken from the discard pile may be thrown back in the same turn."),
        },
    },
)
STOCK_OUT = Rule(
    "2.3",
    "{stock_out}",
    (BICYCLE, VARIATIONS, GUIDE),
    wordings={
        "stock_out": {
            "turn_over": _(
                "When the stock is used up, the next player takes the top discard, or the pile is "
                "turned over unshuffled to be the new stock."
            ),
            "reshuffle": _(
                "When the stock is used up, the discards under the top one are shuffled to be the new stock."
            ),
            "block": _("When the stock is used up, the deal is blocked and ends."),
        },
    },
)

MELD = Rule(
    "3.1",
    _(
        "A meld is three or four cards of a rank, or three or more in order of one suit. A card is part "
        "of one meld only."
    ),
    (ARTICLE, BICYCLE),
)
ACE = Rule(
    "3.2",
    "{ace_rank}",
    (ARTICLE, VARIATIONS),
    wordings={
        "ace_rank": {
            "low": _("Ace, 2, 3 is a run. Queen, king, ace and king, ace, 2 are not."),
            "high_or_low": _("Ace, 2, 3 and queen, king, ace are runs. King, ace, 2 is not."),
            "corner": _("Ace, 2, 3, queen, king, ace and king, ace, 2 are all runs."),
        },
    },
)
LAY_OFF = Rule(
    "3.3",
    "{layoff}",
    (BICYCLE, VARIATIONS),
    wordings={
        "layoff": {
            "any_time": _(
                "On your turn you may lay off any number of cards on any meld on the table, whoever laid it."
            ),
            "after_own_meld": _(
                "Once you have melded yourself you may lay off any number of cards on any meld on the "
                "table, whoever laid it."
            ),
            "never": _("Nothing is laid off on melds that lie on the table."),
        },
    },
)
PER_TURN = Rule(
    "3.4",
    "{melds_per_turn}",
    (VARIATIONS,),
    wordings={
        "melds_per_turn": {
            "any": _("You may lay down as many melds in a turn as you can."),
            "one": _("You may lay down only one meld in a turn."),
        },
    },
)

OUT = Rule(
    "4.1",
    _(
        "The first player with no cards left goes out. The deal stops at once, and nobody else may put "
        "anything down."
    ),
    (ARTICLE, BICYCLE),
)
LAST_DISCARD = Rule(
    "4.2",
    "{go_out}",
    (BICYCLE, VARIATIONS),
    wordings={
        "go_out": {
            "discard_optional": _("No last discard is needed if all your cards fit melds."),
            "discard_required": _("The last card must be a discard."),
        },
    },
)
RUMMY = Rule(
    "4.3",
    _(
        "To go rummy is to lay down the whole hand in one turn, with nothing melded or laid off before "
        "in that deal. {going_rummy}"
    ),
    (BICYCLE, VARIATIONS),
    played_if="going_rummy!=off",
    scoring=True,
    wordings={
        "going_rummy": {
            "any": _("It earns more."),
            "double": _("The deal then counts double."),
            "plus10": _("A winner who collects then gets 10 points more."),
        },
    },
)

VALUES = Rule(
    "5.1",
    _("An ace counts {ace_points}, the 2 to the 9 what they show, tens, jacks, queens and kings 10."),
    (BICYCLE, VARIATIONS, ACES),
)
HELD = Rule(
    "5.2",
    _("Every card still in the hand counts, whether it matches others or not."),
    (BICYCLE,),
)
COLLECT = Rule(
    "5.3",
    _("The one who went out collects what all the others still hold; the others score zero."),
    (ARTICLE, BICYCLE),
    played_if="scoring=winner_collects",
    scoring=True,
)
PENALTY = Rule(
    "5.4",
    _("All write down what they still hold, and the lowest total wins."),
    (VARIATIONS,),
    played_if="scoring=losers_penalty",
    scoring=True,
)
BLOCK = Rule(
    "5.5",
    "{block_scoring}",
    (GUIDE, SITE),
    scoring=True,
    wordings={
        "block_scoring": {
            "all_lose": _("When a deal is blocked, all lose what they hold."),
            "lowest_takes_difference": _("When a deal is blocked, {scoring}"),
            "no_score": _("When a deal is blocked, nobody scores."),
        },
        "scoring": {
            "winner_collects": _(
                "the lowest hand takes its difference from each of the other hands. Of two equally low "
                "hands neither scores."
            ),
            "losers_penalty": _("each of the other hands is charged its difference from the lowest."),
        },
    },
)

TARGET = Rule(
    "6.1",
    _("The game ends when somebody has reached {target} points. {scoring}"),
    (ARTICLE, VARIATIONS),
    played_if="end=target",
    scoring=True,
    wordings={
        "scoring": {
            "winner_collects": _("The highest total wins."),
            "losers_penalty": _("The lowest total wins."),
        },
    },
)
DEALS = Rule(
    "6.2",
    _("{hands} and the best total wins."),
    (ARTICLE,),
    played_if="end=hands",
    scoring=True,
    wordings={
        "hands": {
            "1": _("The game is one deal,"),
            "any": _("The game is {hands} deals,"),
        },
    },
)
TIE = Rule(
    "6.3",
    "{tie}",
    (SITE,),
    scoring=True,
    wordings={
        "tie": {
            "shared": _("Those who are tied at the end share the win."),
            "extra_hand": _(
                "Where the best are tied at the end, one more deal is played until one player is ahead."
            ),
        },
    },
)

TWO_DRAWN = Rule(
    "7.1",
    _(
        "If two cards are drawn from the stock by mistake and seen, the lower one goes back, and the next "
        "player may choose whether to take it."
    ),
    (GUIDE,),
)
MISCOUNT = Rule(
    "7.2",
    _("A miscounted hand can be corrected only until it is mixed with other cards."),
    (BICYCLE,),
)

IRREGULARITIES = (
    Irregularity(IrregularityKind.CARDS, _("Two cards were drawn by mistake"), (TWO_DRAWN,)),
    Irregularity(IrregularityKind.SCORE, _("A hand was counted or written wrong"), (MISCOUNT,)),
)

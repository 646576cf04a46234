"""The rules of crazy eights, in reading order. Their numbers never change."""

from games.engine import SITE, Irregularity, IrregularityKind, Rule, Source, _

ARTICLE = Source(
    "top card games",
    _("The top card games for three players: Crazy Eights"),
    name=_("An article on games for three"),
)
BICYCLE = Source(
    "bicycle",
    _("Bicycle: Crazy Eights"),
    "https://bicyclecards.com/how-to-play/crazy-eights",
    name=_("Bicycle"),
)
BGA = Source(
    "board game arena",
    _("Board Game Arena: help for Crazy Eights"),
    "https://en.doc.boardgamearena.com/Gamehelpcrazyeights",
    name=_("Board Game Arena"),
)
BRITANNICA = Source("britannica", _("Encyclopaedia Britannica: crazy eights"), name=_("Britannica"))
WEBCASTY = Source(
    "webcasty", _("How to play crazy eights, a game of 100 points"), name=_("A page on Crazy Eights")
)
THREE_DRAWN = Source("duetgames", _("Crazy Eights with at most three cards drawn"), name=_("A games page"))
VARIANTS = Source(
    "variants", _("Values of cards in published programs of the game"), name=_("Published programs")
)

SECTIONS = {
    "1": _("The cards and the deal"),
    "2": _("The turn"),
    "3": _("Twos, eights, queens and aces"),
    "4": _("The last card"),
    "5": _("What a round scores"),
    "6": _("The end of the game"),
}

PACK = Rule(
    "1.1",
    _(
        "Two to seven play, and three is best. One pack of 52 without jokers; six or seven players take two "
        "packs. Cards do not rank over each other."
    ),
    (ARTICLE, SITE),
)
DEAL = Rule(
    "1.2",
    "{deal}",
    (ARTICLE, BICYCLE, BGA, BRITANNICA),
    wordings={
        "deal": {
            "five": _("Five cards are dealt to each."),
            "by_seats": _("Two players are dealt seven cards each, more players five."),
            "seven": _("Seven cards are dealt to each."),
            "eight": _("Eight cards are dealt to each."),
        },
    },
)
STARTER = Rule(
    "1.3",
    _("The rest is the stock, face down, and its top card is turned up beside it. {starter_special}"),
    (ARTICLE, BICYCLE, SITE),
    wordings={
        "starter_special": {
            "bury_eight_only": _(
                "An 8 turned up is buried in the stock and the next card turned. A 2, queen or ace "
                "turned up does nothing."
            ),
            "ignore": _("A special card turned up does nothing; an 8 stands for its own suit."),
            "applies": _(
                "An 8 turned up is buried in the stock and the next card turned. A 2, queen or ace "
                "turned up acts as if the dealer had played it."
            ),
        },
    },
)
ORDER_OF_PLAY = Rule(
    "1.4",
    _("The player on the dealer's left plays first, and play goes clockwise. The deal passes to the left."),
    (BICYCLE, SITE),
)

MATCH = Rule(
    "2.1",
    _(
        "In your turn play one card that matches the top card in suit or in rank. On the 5 of hearts you may "
        "play any heart or any 5."
    ),
    (ARTICLE, BICYCLE),
)
DRAW = Rule(
    "2.2",
    "{draw}",
    (ARTICLE, BICYCLE, THREE_DRAWN),
    wordings={
        "draw": {
            "one_and_end": _("If you cannot play, draw one card, and the turn is over."),
            "one_may_play": _("If you cannot play, draw one card, and play it if it fits."),
            "until_playable": _("If you cannot play, draw until a card fits."),
            "up_to_three": _("If you cannot play, draw up to three cards, until one fits."),
        },
    },
)
DRAW_ANYWAY = Rule(
    "2.3",
    _("You may draw although you could play."),
    (BICYCLE,),
)
STOCK_OUT = Rule(
    "2.4",
    "{stock_out}",
    (BGA, BICYCLE),
    wordings={
        "stock_out": {
            "reshuffle": _(
                "When the stock is gone, the cards under the top one are shuffled to be the new stock."
            ),
            "pass": _("When the stock is gone, whoever cannot play passes."),
        },
    },
)

SPECIALS = Rule(
    "3.1",
    _("A 2, a queen or an ace must itself match suit or rank. A queen of another suit goes only on a queen."),
    (ARTICLE,),
)
TWO = Rule(
    "3.2",
    "{two}",
    (ARTICLE,),
    played_if="two!=off",
    wordings={
        "two": {
            "any": _("After a 2 the next player draws two cards."),
            "draw2": _("After a 2 the next player draws two cards."),
            "draw2_stack": _(
                "After a 2 the next player draws two cards, or passes the debt on with another 2: the debt "
                "grows to four cards, then six, then eight."
            ),
        },
    },
)
DEBT = Rule(
    "3.3",
    "{two}",
    (ARTICLE,),
    played_if="two!=off",
    wordings={
        "two": {
            "any": _("A 2 is paid for once: from then on it is an ordinary card of its suit."),
            "draw2_stack": _(
                "The first who plays no 2 draws the whole debt, and it is paid once: from then on the 2"
                " is an ordinary card of its suit."
            ),
        },
    },
)
AFTER_DRAW = Rule(
    "3.4",
    "{after_draw}",
    (SITE,),
    played_if="two!=off",
    wordings={
        "after_draw": {
            "turn_ends": _("Whoever has drawn for a 2 has had their turn."),
            "plays": _("Whoever has drawn for a 2 then plays as well."),
        },
    },
)
EIGHT = Rule(
    "3.5",
    _(
        "An 8 may be played at any time in turn and names a suit, never a rank. The next card must be of the "
        "suit named, or another 8; the 8's own suit does not count."
    ),
    (ARTICLE, BICYCLE),
)
EIGHT_ON_TWO = Rule(
    "3.6",
    "{eight_on_two}",
    (ARTICLE, SITE),
    played_if="two!=off",
    wordings={
        "eight_on_two": {
            "no": _("An 8 does not help against a 2 that is still to be paid."),
            "yes": _(
                "An 8 may be played on a 2 that is still to be paid: the debt is gone and nobody draws."
            ),
        },
    },
)
QUEEN = Rule(
    "3.7",
    _("After a queen the next player is skipped; when only two play, the same player goes again."),
    (ARTICLE,),
    played_if="queen=skip",
)
ACE = Rule(
    "3.8",
    _("An ace reverses the direction of play."),
    (ARTICLE,),
    played_if="ace=reverse",
)
ACE_BETWEEN_TWO = Rule(
    "3.9",
    "{ace_two_player}",
    (SITE,),
    played_if="ace=reverse",
    wordings={
        "ace_two_player": {
            "none": _("When only two play, an ace changes nothing."),
            "again": _("When only two play, whoever plays an ace goes again."),
        },
    },
)

CALL = Rule(
    "4.1",
    _(
        'Whoever is about to play the last card but one says "last card" before laying it down. '
        "{last_card_penalty}"
    ),
    (ARTICLE,),
    played_if="last_card_call!=off",
    wordings={
        "last_card_penalty": {
            "1": _("Whoever forgets, or says it afterwards, draws one card."),
            "any": _("Whoever forgets, or says it afterwards, draws {last_card_penalty} cards."),
        },
    },
)
CLAIM = Rule(
    "4.2",
    _("A forgotten call can be claimed until the next player has played or drawn."),
    (SITE,),
    played_if="last_card_call!=off",
)
FINISH = Rule(
    "4.3",
    "{finish_on_special}",
    (ARTICLE, SITE),
    wordings={
        "finish_on_special": {
            "yes": _("The last card of all may be any card, a special card too."),
            "no": _("The last card of all must not be a special card."),
        },
    },
)
FINAL_TWO = Rule(
    "4.4",
    "{final_two}",
    (ARTICLE, SITE),
    played_if="two!=off finish_on_special=yes",
    wordings={
        "final_two": {
            "no_draw": _("The round is over the moment the last card is laid, so nobody draws for a last 2."),
            "draw": _(
                "When the last card of all is a 2, the next player draws before the cards are counted."
            ),
        },
    },
)

OUT = Rule(
    "5.1",
    _("The first without a card wins the round."),
    (ARTICLE, BICYCLE),
)
VALUES = Rule(
    "5.2",
    "{values}",
    (BICYCLE, VARIANTS),
    scoring=True,
    wordings={
        "values": {
            "standard": _(
                "An 8 counts 50, kings, queens, jacks and tens 10, an ace 1, the others what they show."
            ),
            "specials20": _(
                "An 8 counts 50, a 2, a queen and an ace 20, kings, jacks and tens 10, the others what "
                "they show."
            ),
            "eight25": _(
                "An 8 counts 25, kings, queens, jacks and tens 10, an ace 1, the others what they show."
            ),
        },
    },
)
COLLECT = Rule(
    "5.3",
    _("The winner of the round collects what all the others still hold."),
    (ARTICLE, BICYCLE),
    played_if="scoring=winner_collects",
    scoring=True,
)
PENALTY = Rule(
    "5.4",
    _("Each loser writes down what they still hold, and the lowest total wins."),
    (SITE,),
    played_if="scoring=losers_penalty",
    scoring=True,
)
BLOCK = Rule(
    "5.5",
    "{blocked}",
    (BGA, SITE),
    scoring=True,
    wordings={
        "blocked": {
            "lowest_takes_difference": _("When nobody can play or draw any more, {scoring}"),
            "no_score": _("When nobody can play or draw any more, nobody scores."),
        },
        "scoring": {
            "winner_collects": _("the lowest hand scores its difference from each other hand."),
            "losers_penalty": _("each of the others is charged its difference from the lowest hand."),
        },
    },
)
BLOCK_TIE = Rule(
    "5.6",
    "{blocked_tie}",
    (SITE,),
    played_if="blocked=lowest_takes_difference scoring=winner_collects",
    scoring=True,
    wordings={
        "blocked_tie": {
            "split": _("Hands that are equally low share those points."),
            "no_score": _("Hands that are equally low get none of those points."),
        },
    },
)

TARGET = Rule(
    "6.1",
    "{target} {scoring}",
    (ARTICLE, WEBCASTY, SITE),
    scoring=True,
    wordings={
        "target": {
            "none": _(
                "The game ends when somebody has reached 50 points for each player: 150 when three play."
            ),
            "any": _("The game ends when somebody has reached {target} points."),
        },
        "scoring": {
            "winner_collects": _("The highest total wins."),
            "losers_penalty": _("The lowest total wins."),
        },
    },
)
TIE = Rule(
    "6.2",
    _("Those who are tied at the end share the win."),
    (SITE,),
    scoring=True,
)

IRREGULARITIES = (
    Irregularity(IrregularityKind.CLAIM, _("“Last card” was said late, or not at all"), (CALL, CLAIM)),
)

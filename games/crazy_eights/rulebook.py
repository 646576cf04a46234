"""The rules of crazy eights, in reading order. Numbers are forever."""

from games.engine import SITE, Rule, Source, _

SEED = Source("top card games", _("The top card games for three players: Crazy Eights"))
BICYCLE = Source("bicycle", _("Bicycle: Crazy Eights"), "https://bicyclecards.com/how-to-play/crazy-eights")
BGA = Source(
    "board game arena",
    _("Board Game Arena: help for Crazy Eights"),
    "https://en.doc.boardgamearena.com/Gamehelpcrazyeights",
)
BRITANNICA = Source("britannica", _("Encyclopaedia Britannica: crazy eights"))
WEBCASTY = Source("webcasty", _("How to play crazy eights, a game of 100 points"))
THREE_DRAWN = Source("duetgames", _("Crazy Eights with at most three cards drawn"))
VARIANTS = Source("variants", _("Values of cards in published programs of the game"))

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
    (SEED, SITE),
)
DEAL = Rule(
    "1.2",
    _("Five cards each; when only two play often seven. This table: {deal}."),
    (SEED, BICYCLE, BGA, BRITANNICA),
)
STARTER = Rule(
    "1.3",
    _(
        "The rest is the stock, face down, and its top card is turned up beside it. An 8 turned up is "
        "buried in the stock and the next card turned. A 2, queen or ace turned up does nothing, or acts as "
        "if the dealer had played it. This table: {starter_special}."
    ),
    (SEED, BICYCLE, SITE),
)
DEALER = Rule(
    "1.4",
    _("The player on the dealer's left plays first, and play goes clockwise. The deal passes to the left."),
    (BICYCLE, SITE),
)

MATCH = Rule(
    "2.1",
    _(
        "In your turn play one card that matches the top card in suit or in rank. On the 5 of hearts any "
        "heart goes and any 5."
    ),
    (SEED, BICYCLE),
)
DRAW = Rule(
    "2.2",
    _(
        "If you cannot play, draw: one card, and the turn is over; or one, and play it if it fits; or until "
        "a card fits; or up to three. This table: {draw}."
    ),
    (SEED, BICYCLE, THREE_DRAWN),
)
DRAW_ANYWAY = Rule(
    "2.3",
    _("You may draw although you could play."),
    (BICYCLE,),
)
STOCK_OUT = Rule(
    "2.4",
    _(
        "When the stock is gone the cards under the top one are shuffled to be the new stock, or whoever "
        "cannot play passes. This table: {stock_out}."
    ),
    (BGA, BICYCLE),
)

SPECIALS = Rule(
    "3.1",
    _("A 2, a queen or an ace must itself match suit or rank. On another suit a queen goes only on a queen."),
    (SEED,),
)
TWO = Rule(
    "3.2",
    _(
        "After a 2 the next player draws two cards. Where 2s are passed on, a player who has a 2 may play it "
        "instead, and the next faces four, then six, then eight. This table: {two}."
    ),
    (SEED,),
    only="two!=off",
)
DEBT = Rule(
    "3.3",
    _(
        "The first who plays no 2 draws the whole debt, and it is paid once: from then on the 2 is an "
        "ordinary card of its suit."
    ),
    (SEED,),
    only="two!=off",
)
AFTER_DRAW = Rule(
    "3.4",
    _("Whoever has drawn for a 2 has had the turn, or plays as well. This table: {after_draw}."),
    (SITE,),
    only="two!=off",
)
EIGHT = Rule(
    "3.5",
    _(
        "An 8 may be played at any time in turn and names a suit, never a rank. The next card must be of the "
        "suit named, or another 8; the 8's own suit does not count."
    ),
    (SEED, BICYCLE),
)
EIGHT_ON_TWO = Rule(
    "3.6",
    _(
        "An 8 does not help against a 2 that is still to be paid. Where it does, the debt is gone and "
        "nobody draws. This table: {eight_on_two}."
    ),
    (SEED, SITE),
)
QUEEN = Rule(
    "3.7",
    _("After a queen the next player is skipped; of two players the same one goes again. Here: {queen}."),
    (SEED,),
    only="queen=skip",
)
ACE = Rule(
    "3.8",
    _("An ace turns the direction of play round. This table: {ace}."),
    (SEED,),
    only="ace=reverse",
)
ACE_FOR_TWO = Rule(
    "3.9",
    _(
        "When only two play, an ace changes nothing, or lets whoever played it go again. This table: "
        "{ace_two_player}."
    ),
    (SITE,),
    only="ace=reverse",
)

CALL = Rule(
    "4.1",
    _(
        'Whoever is about to play the last card but one says "last card" before laying it down. Who '
        "forgets, or says it afterwards, draws cards: {last_card_penalty}. This table: {last_card_call}."
    ),
    (SEED,),
    only="last_card_call!=off",
)
CLAIM = Rule(
    "4.2",
    _("A forgotten call can be claimed until the next player has played or drawn."),
    (SITE,),
    only="last_card_call!=off",
)
FINISH = Rule(
    "4.3",
    _("The last card of all may be a special card. This table: {finish_on_special}."),
    (SEED,),
)
FINAL_TWO = Rule(
    "4.4",
    _(
        "The round is over the moment the last card lies, so nobody draws for a last 2; or the next player "
        "draws before the cards are counted. This table: {final_two}."
    ),
    (SEED, SITE),
    only="two!=off finish_on_special=yes",
)

OUT = Rule(
    "5.1",
    _("The first without a card wins the round."),
    (SEED, BICYCLE),
)
VALUES = Rule(
    "5.2",
    _(
        "An 8 counts 50, kings, queens, jacks and tens 10, an ace 1, the others what they show. With some a "
        "2, a queen and an ace count 20, or an 8 only 25. This table: {values}."
    ),
    (BICYCLE, VARIANTS),
    scoring=True,
)
COLLECT = Rule(
    "5.3",
    _("The winner of the round collects what all the others still hold. This table: {scoring}."),
    (SEED, BICYCLE),
    scoring=True,
)
PENALTY = Rule(
    "5.4",
    _(
        "Where losers are charged, each writes down what he still holds, and the lowest total wins. This "
        "table: {scoring}."
    ),
    (SITE,),
    scoring=True,
)
BLOCK = Rule(
    "5.5",
    _(
        "When nobody can play or draw any more, the lowest hand scores what each other hand holds more than "
        "it, or nobody scores. Where losers are charged, each is charged that difference. This table: "
        "{blocked}."
    ),
    (BGA, SITE),
    scoring=True,
)
BLOCK_TIE = Rule(
    "5.6",
    _("Hands that are equally low share those points, or get none. This table: {blocked_tie}."),
    (SITE,),
    scoring=True,
)

TARGET = Rule(
    "6.1",
    _(
        "The game ends when somebody has reached the points agreed on. This table: {target}. The highest "
        "total wins, or the lowest where losers are charged. 50 points for each player is usual, so 150 for "
        "three; some always play to 100."
    ),
    (SEED, WEBCASTY, SITE),
    scoring=True,
)
TIE = Rule(
    "6.2",
    _("Those who are level at the end share the win."),
    (SITE,),
    scoring=True,
)

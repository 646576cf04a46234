"""The questions for the referee at a table of crazy eights."""

from games.engine import IrregularityKind, Question, _

from .referee_cards import (
    CardOnCard,
    VeryLastCard,
    on_card,
    on_eight_on_two,
    on_eights_suit,
    on_final_two,
    on_finish,
    on_other_suit,
    on_rank_named,
)
from .referee_score import (
    BlockedRound,
    LastCard,
    PayFacts,
    SomeCards,
    on_blocked,
    on_count,
    on_deal,
    on_dealer,
    on_last_card,
    on_pay,
)
from .referee_turns import (
    CardPlayed,
    CardsInARow,
    TurnedUp,
    TwosInARow,
    on_ace,
    on_after_draw,
    on_cannot_play,
    on_cards_in_a_row,
    on_debt,
    on_draw_anyway,
    on_paid_two,
    on_queen,
    on_starter,
    on_stock,
)

QUESTIONS = {
    "may_play": Question(
        _("May this card go on that one?"), on_card, CardOnCard, _("match suit rank play legal")
    ),
    "next": Question(
        _("Who is next, and how many must they draw?"),
        on_cards_in_a_row,
        CardsInARow,
        _("turn order direction skip reverse"),
    ),
    "draw_for_twos": Question(
        _("Do I draw 4 or 2?"), on_debt, TwosInARow, _("how many must I draw stack debt twos")
    ),
    "eight_on_two": Question(
        _("May an 8 be played on a 2?"), on_eight_on_two, keywords=_("escape crazy wild")
    ),
    "paid_two": Question(
        _("Somebody drew for the 2: must I draw for it too?"), on_paid_two, keywords=_("again ordinary card")
    ),
    "play_after_drawing": Question(
        _("I drew for a 2: may I still play?"), on_after_draw, keywords=_("turn ends")
    ),
    "draw_anyway": Question(
        _("May I draw when I could play?"), on_draw_anyway, keywords=_("although playable card")
    ),
    "cannot_play": Question(_("I cannot play: what now?"), on_cannot_play, keywords=_("draw stock how many")),
    "stock_gone": Question(_("The stock is gone: what now?"), on_stock, keywords=_("empty reshuffle pass")),
    "starter": Question(
        _("A special card was turned up at the start"), on_starter, TurnedUp, _("starter first card bury 8")
    ),
    "eights_own_suit": Question(
        _("An 8 named spades: may I play the 8's own suit?"), on_eights_suit, keywords=_("wild suit named")
    ),
    "eight_names_rank": Question(_("May an 8 name a rank?"), on_rank_named, keywords=_("number wild")),
    "queen_on_other_suit": Question(
        _("May a queen go on a different suit?"), on_other_suit, keywords=_("ace two special match")
    ),
    "after_ace": Question(_("Who plays after an ace?"), on_ace, CardPlayed, _("reverse direction rotation")),
    "after_queen": Question(_("Who plays after a queen?"), on_queen, CardPlayed, _("skip")),
    "last_card": Question(
        _('"Last card" was said late, or not at all'),
        on_last_card,
        LastCard,
        _("forgot call penalty uno"),
        irregularity=IrregularityKind.CLAIM,
    ),
    "finish_on_special": Question(
        _("Can you finish on a queen?"), on_finish, VeryLastCard, _("last card special 8 2 ace go out")
    ),
    "final_two": Question(
        _("The very last card was a 2: does anybody draw?"), on_final_two, keywords=_("finish on two count")
    ),
    "count": Question(_("What do these cards count?"), on_count, SomeCards, _("value points hand left")),
    "pay": Question(_("What does going out pay?"), on_pay, PayFacts, _("collect score winner")),
    "blocked": Question(
        _("Nobody can play: who scores what?"), on_blocked, BlockedRound, _("stuck blocked lowest")
    ),
    "deal": Question(_("How many cards are dealt?"), on_deal, keywords=_("cards each hand size players")),
    "dealer": Question(_("Who deals, and who plays first?"), on_dealer, keywords=_("turn start cards each")),
}

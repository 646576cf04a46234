"""Crazy Eights: the deal, legal cards, the turn, and the disputes of the digest."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.crazy_eights.examples import FOUR, THREE, TWO, left
from games.crazy_eights.hands import Blocked, Out, dealt_each, the_pack
from games.crazy_eights.house import (
    Ace,
    AceForTwo,
    Deal,
    Draw,
    FinalTwo,
    Finish,
    House,
    Queen,
    StarterSpecial,
    StockOut,
    Two,
)
from games.crazy_eights.on_cards import Final, Suit
from games.crazy_eights.on_score import CallTime, LastCard
from games.crazy_eights.on_turns import Laid, Run, TurnedUp, TwosInARow
from games.engine import (
    Adjustment,
    Cards,
    PerSide,
    Seating,
    Sheet,
    out_of_bounds,
)
from tests.games.crazy_eights_table import (
    NO_STACK,
    PLAIN,
    SIX,
    A,
    B,
    ask,
    briefed,
    goes,
    preset,
    run,
    sheet_of,
    words,
)

# The deal --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "two", "three"),
    [(Deal.FIVE, 5, 5), (Deal.BY_SEATS, 7, 5), (Deal.SEVEN, 7, 7), (Deal.EIGHT, 8, 8)],
)
def test_hand_sizes_match_the_sources(deal, two, three):
    house = House(deal=deal)
    assert (dealt_each(house, 2), dealt_each(house, 3)) == (two, three)
    assert briefed(sheet_of(house=house))[0] == f"seat 1 deals {three} cards each; seat 2 plays first"


def test_six_and_seven_take_two_packs():
    packs = {seats: len(the_pack(Sheet(Seating(seats, seats), House()))) for seats in range(2, 8)}
    assert packs == {2: 52, 3: 52, 4: 52, 5: 52, 6: 104, 7: 104}


def test_the_deal_passes_to_the_left_after_every_round_blocked_or_not():
    assert ask("dealer") == (0, ["1.4", "1.2"])
    assert ask("dealer", hands=[Out(A, left(None, 5, 5)), Blocked(left(5, 6, 7))]) == (2, ["1.4", "1.2"])
    assert ask("dealer", hands=[Adjustment(PerSide((5, 0, 0)), "why")]) == (0, ["1.4", "1.2"])


def starter(card, house=None, seating=THREE):
    return ask("starter", TurnedUp(Cards.read(card)), house, seating)


def test_an_eight_turned_up_is_buried_and_other_special_cards_do_nothing():
    assert starter("8S") == ("bury", ["1.3"])
    assert starter("2S") == ("ordinary", ["1.3", "1.4"])
    assert starter("5S") == ("ordinary", ["1.3", "1.4"])


def test_an_eight_turned_up_may_stand_for_its_own_suit():
    house = House(starter_special=StarterSpecial.IGNORE)
    assert starter("8S", house) == ("ordinary", ["1.3", "1.4"])
    assert words("starter", TurnedUp(Cards.read("8S")), house)[0] == "It stays, and stands for its own suit"
    assert goes("5S", "8S") == ("legal", "3.5")
    assert goes("5H", "8S") == ("illegal", "3.5")


def test_special_cards_turned_up_may_act_as_if_the_dealer_played_them():
    house = House(starter_special=StarterSpecial.APPLIES)
    assert starter("8S", house) == ("bury", ["1.3"])
    assert starter("5S", house) == ("ordinary", ["1.3", "1.4"])
    assert starter("2S", house) == ("applies", ["1.3", "3.2", "3.3", "3.2"])
    assert words("starter", TurnedUp(Cards.read("QS")), house)[1] == "seat 3 is next: the queen skips seat 2"
    assert words("starter", TurnedUp(Cards.read("AS")), house, FOUR)[1] == (
        "seat 4 is next: play goes anticlockwise now"
    )
    assert "A 2, queen or ace turned up acts as if seat 1 had played it" in briefed(sheet_of(house=house))


# Legal cards -----------------------------------------------------------------


def test_the_pack_contains_each_card_once_per_pack():
    assert goes("5H", "5H") == ("illegal", "1.1")
    assert goes("5H", "5H", seating=SIX) == ("legal", "2.1")


def test_only_a_two_may_be_laid_on_an_unpaid_two():
    assert goes("2S", "2H", unpaid=True) == ("legal", "3.2")
    assert goes("5H", "2H", unpaid=True) == ("illegal", "3.2")
    assert goes("5H", "2H") == ("legal", "2.1")


def test_nothing_may_be_laid_on_an_unpaid_two_where_twos_do_not_stack():
    assert goes("2S", "2H", NO_STACK, unpaid=True) == ("illegal", "3.2")
    assert goes("2S", "2H", NO_STACK) == ("legal", "2.1")


def test_the_unpaid_question_is_irrelevant_for_other_cards():
    assert goes("KH", "5H", unpaid=True) == ("legal", "2.1")


def test_an_eight_may_cancel_a_two():
    escape = preset("c8-eight-escape")
    assert goes("8S", "2H", escape, unpaid=True) == ("legal", "3.6")
    assert run(A, "2S 2H 8D", escape) == (0, ["1.4", "3.5"])
    assert words("next", Run(A, Cards.read("2S")), escape)[-1] == "Or seat 2 plays an 8, and nobody draws"


# The turn, and cards to draw -------------------------------------------------


def test_three_twos_in_a_row_make_six():
    assert words("next", Run(A, Cards.read("2S 2H 2C"))) == [
        "seat 1 is next",
        "seat 1 must draw 6 cards",
        "Or seat 1 plays a 2, and passes it on",
    ]


def test_drawing_for_twos_ends_the_turn():
    # A and B lay 2s, C draws four, A plays the king: B is next.
    assert run(A, "2S 2H KH") == (1, ["1.4", "3.3"])
    assert words("next", Run(A, Cards.read("2S 2H KH"))) == ["seat 2 is next", "seat 3 drew 4 cards"]


def test_a_player_may_play_after_drawing_where_agreed():
    assert run(A, "2S 2H KH", preset("c8-draw-and-play")) == (0, ["1.4", "3.3"])


def test_each_two_is_paid_before_the_next_where_twos_do_not_stack():
    # A lays a 2, B draws two, C lays a 2, A is next and draws two.
    assert run(A, "2S 2H", NO_STACK) == (0, ["3.2", "3.3", "3.3"])
    assert words("next", Run(A, Cards.read("2S 2H")), NO_STACK) == [
        "seat 1 is next",
        "seat 1 must draw 2 cards",
        "seat 2 drew 2 cards",
    ]


def test_the_ruling_names_the_suit_named_for_an_eight():
    facts = Run(A, Cards.read("5H 8S"), named=Suit.CLUBS)
    assert run(A, "5H 8S", named=Suit.CLUBS) == (2, ["1.4", "3.5"])
    assert words("next", facts)[-1] == "The next card must be another 8, or of this suit: Clubs"
    assert words("next", Run(A, Cards.read("8S")))[-1] == (
        "The next card must be of the suit named, or another 8"
    )


def test_any_suit_may_have_been_named_by_an_eight_in_between():
    assert run(A, "5H 8S KD") == (0, ["1.4"])


def test_the_first_illegal_card_of_a_run_is_found():
    assert run(A, "5H 9S 9H") == ("illegal", ["2.1"])
    assert words("next", Run(A, Cards.read("5H 9S 9H"))) == ["9♠ by seat 2 does not go on 5♥"]


def test_the_direction_is_kept_until_another_ace():
    assert run(A, "AS KS", seating=FOUR) == (2, ["3.8"])
    assert run(A, "AS AH", seating=FOUR) == (0, ["3.8"])
    assert run(A, "KS", seating=FOUR, clockwise=False) == (3, ["3.8"])
    assert run(A, "QS", seating=FOUR, clockwise=False) == (2, ["3.7"])
    assert run(A, "2S", seating=FOUR, clockwise=False) == (3, ["3.2", "3.3", "3.2"])


def test_an_ace_reverses_the_direction():
    assert ask("after_ace", Laid(B), seating=FOUR) == (0, ["3.8"])
    assert ask("after_ace", Laid(B, clockwise=False), seating=FOUR) == (2, ["3.8"])
    assert words("after_ace", Laid(B, clockwise=False)) == ["seat 3 is next: play goes clockwise now"]
    assert ask("after_ace", Laid(B), House(ace=Ace.OFF), FOUR) == (2, ["1.4"])


def test_of_two_players_a_queen_gives_another_turn():
    assert ask("after_queen", Laid(A), seating=TWO) == (0, ["3.7"])
    assert ask("after_queen", Laid(A), House(queen=Queen.OFF), TWO) == (1, ["1.4"])


def test_of_two_players_an_ace_changes_nothing_or_gives_another_turn():
    again = House(ace_two_player=AceForTwo.AGAIN)
    assert ask("after_ace", Laid(A), seating=TWO) == (1, ["3.9"])
    assert ask("after_ace", Laid(A), again, TWO) == (0, ["3.9"])
    assert words("after_ace", Laid(A), again, TWO) == ["seat 1 goes again"]
    assert ask("after_ace", Laid(A), again) == (2, ["3.8"])


# The digest's disputes -------------------------------------------------------


def test_dispute_an_eight_on_a_two():
    assert ask("eight_on_two") == ("illegal", ["3.6"])
    assert ask("eight_on_two", house=preset("c8-eight-escape")) == ("legal", ["3.6"])
    assert ask("eight_on_two", house=preset("c8-classic")) == ("legal", ["3.5"])


def test_dispute_do_i_draw_four_or_two():
    assert ask("draw_for_twos", TwosInARow(2)) == (4, ["3.3"])
    assert ask("draw_for_twos", TwosInARow(4)) == (8, ["3.3"])
    assert ask("draw_for_twos", TwosInARow(2), NO_STACK) == (2, ["3.2"])
    assert ask("draw_for_twos", TwosInARow(2), PLAIN) == (0, ["3.2"])
    assert ask("paid_two") == ("no", ["3.3"])


def test_one_pack_has_four_twos_and_two_packs_eight():
    sheets = [Sheet(seating, House()) for seating in (THREE, SIX)]

    assert [bool(tuple(out_of_bounds(TwosInARow(5), sheet))) for sheet in sheets] == [True, False]


def test_dispute_may_i_draw_when_i_could_play():
    assert ask("draw_anyway") == ("legal", ["2.3", "2.2"])
    assert ask("draw_anyway", house=preset("c8-classic")) == ("legal", ["2.3"])


def test_dispute_can_you_finish_on_a_queen():
    queen, five = Final(Cards.read("QS")), Final(Cards.read("5S"))
    strict = preset("c8-no-special-finish")
    assert ask("finish_on_special", queen) == ("legal", ["4.3"])
    assert ask("finish_on_special", queen, strict) == ("illegal", ["4.3"])
    assert ask("finish_on_special", five, strict) == ("legal", ["4.3"])
    assert ask("finish_on_special", queen, replace(strict, queen=Queen.OFF)) == ("legal", ["4.3"])
    for card, off in ("8S", {}), ("2S", {"two": Two.OFF}), ("AS", {"ace": Ace.OFF}):
        assert ask("finish_on_special", Final(Cards.read(card)), strict)[0] == "illegal"
        plainer = ask("finish_on_special", Final(Cards.read(card)), replace(strict, **off))[0]
        assert plainer == ("legal" if off else "illegal")


def test_dispute_you_said_it_after_laying_the_card():
    assert ask("last_card", LastCard(CallTime.AFTER)) == (2, ["4.1"])
    assert words("last_card", LastCard(CallTime.AFTER), House(last_card_penalty=1)) == [
        "Said too late: draw 1 card"
    ]
    assert ask("last_card", LastCard(CallTime.NEVER, next_acted=True)) == (0, ["4.2"])
    assert ask("last_card", LastCard(CallTime.NEVER), House(last_card_penalty=5)) == (5, ["4.1"])


def test_dispute_eight_named_spades_may_i_play_the_eights_own_suit():
    assert ask("eights_own_suit") == ("illegal", ["3.5"])
    assert ask("eight_names_rank") == ("illegal", ["3.5"])


def test_dispute_a_queen_on_a_different_suit():
    assert ask("queen_on_other_suit") == ("illegal", ["3.1"])
    assert goes("QS", "QH") == ("legal", "2.1")


@pytest.mark.parametrize("draw", Draw)
def test_drawing_when_unable_to_play_depends_on_the_house_rule(draw):
    assert ask("cannot_play", house=House(draw=draw)) == (draw.value, ["2.2"])


@pytest.mark.parametrize("stock_out", StockOut)
def test_an_empty_stock_is_handled_by_house_rule(stock_out):
    assert ask("stock_gone", house=House(stock_out=stock_out)) == (stock_out.value, ["2.4", "5.5"])


def test_playing_after_drawing_for_a_two_depends_on_the_house_rule():
    assert ask("play_after_drawing") == ("no", ["3.4"])
    assert ask("play_after_drawing", house=preset("c8-draw-and-play")) == ("yes", ["3.4"])
    assert ask("play_after_drawing", house=PLAIN) == ("no", ["3.2"])


def test_drawing_for_a_last_two_depends_on_the_house_rule():
    drawn = House(final_two=FinalTwo.DRAW)
    assert ask("final_two") == ("no", ["4.4"])
    assert ask("final_two", house=drawn) == ("yes", ["4.4"])
    assert ask("final_two", house=replace(drawn, finish_on_special=Finish.NO)) == ("no", ["4.3"])
    assert ask("final_two", house=PLAIN) == ("no", ["3.2"])

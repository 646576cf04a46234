"""Big Two: invariants of the score, and the settlement of a match."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from games.big_two import GAME
from games.big_two.choices import (
    Assist,
    Direction,
    Dragon,
    FinishDouble,
    FourTwos,
    Held,
    Payment,
    Unused,
)
from games.big_two.examples import NONE
from games.big_two.hands import (
    Deal,
    DragonHand,
    FourTwosHand,
    LastPlay,
    MalteseDragon,
)
from games.engine import Adjustment, PerSide, Seating, Side
from tests.games.big_two_table import PLACES, rules, sheet_of


@st.composite
def deals(draw, payments):
    seats = draw(st.sampled_from([2, 3, 4]))
    house = rules(
        payment=draw(st.sampled_from(payments)),
        unused_double=draw(st.sampled_from(Unused)),
        finish_double=draw(st.sampled_from(FinishDouble)),
        assist_penalty=draw(st.sampled_from(Assist)),
        direction=draw(st.sampled_from(Direction)),
        dragon=Dragon.WIN,
        four_twos=draw(st.sampled_from([FourTwos.WIN, FourTwos.DRAW, FourTwos.REDEAL])),
        maltese_dragon=True,
        penalty_tiers=draw(st.sampled_from([((10, 2), (13, 3)), ((8, 2), (10, 3), (13, 4)), ((11, 2),), ()])),
    )
    seating = Seating(seats, seats)
    seat = draw(st.sampled_from(seating.every_seat))
    if draw(st.integers(0, 4)) == 0:
        hand = draw(
            st.sampled_from([DragonHand(seat), FourTwosHand(seat), MalteseDragon(seat, draw(st.booleans()))])
        )
        return seating, house, hand
    cards_left = seating.per_side(lambda side: 0 if side == seat else draw(st.integers(1, 13)))
    kinds_held = seating.per_side(
        lambda side: (
            NONE if side == seat or cards_left[side] < 8 else draw(st.frozensets(st.sampled_from(Held)))
        )
    )
    twos = seating.per_side(lambda side: 0 if side == seat else draw(st.integers(0, 1)))
    last_play = draw(st.sampled_from([LastPlay.PLAIN, LastPlay.TWO]))
    assistants = [None, *(other for other in seating.every_seat if other != seat)]
    hand = Deal(
        seat, cards_left, kinds_held, twos, last_play=last_play, assist=draw(st.sampled_from(assistants))
    )
    return seating, house, hand


@given(deals([Payment.WINNER, Payment.PAIRWISE]))
def test_payments_sum_to_zero_and_only_the_winner_gains(deal):
    seating, house, hand = deal
    sheet = sheet_of(hand, house=house, seating=seating)
    assert sum(sheet.totals) == 0
    if house.payment is Payment.WINNER and isinstance(hand, Deal) and not sheet.rows[0].problems:
        assert all(sheet.totals[side] <= 0 for side in seating.others(Side(hand.winner)))
        assert sheet.totals[hand.winner] > 0


@given(deals([Payment.PAIRWISE]))
def test_pairwise_payment_follows_from_the_sum_of_losses(deal):
    seating, house, hand = deal
    house = replace(house, assist_penalty=Assist.OFF)
    winner_takes = sheet_of(hand, house=replace(house, payment=Payment.WINNER), seating=seating).totals
    pairwise = sheet_of(hand, house=house, seating=seating).totals
    if isinstance(hand, Deal) and sum(map(abs, winner_takes)):
        losses = [0 if side == hand.winner else -winner_takes[side] for side in seating.every_side]
        assert list(pairwise) == [sum(losses) - seating.seats * loss for loss in losses]


@given(deals([Payment.PENALTY]))
def test_penalties_are_never_negative(deal):
    seating, house, hand = deal
    assert min(sheet_of(hand, house=house, seating=seating).totals) == 0


# Settling up


def test_payment_totals_settle_unchanged_and_penalty_totals_by_differences():
    def settlement(*totals, **changes):
        sheet = sheet_of(Adjustment(PerSide(totals), "so far"), house=rules(**changes))
        return GAME.settlement(sheet).points

    assert settlement(33, -3, -22, -8) == (33, -3, -22, -8)
    # Each player gets the sum of the penalties, 33, less four times their own penalty.
    assert settlement(0, 3, 22, 8, payment=Payment.PENALTY) == (33, 21, -55, 1)
    assert GAME.settlement(sheet_of(house=PLACES)) is None

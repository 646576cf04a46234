"""Big Two: what always holds, and settling up."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from games.big_two import GAME
from games.big_two import choices as c
from games.big_two.examples import FOUR, NONE
from games.big_two.hands import (
    Deal,
    DragonHand,
    FourTwosHand,
    LastPlay,
    MalteseDragon,
    Redeal,
)
from games.big_two.house import House
from games.engine import (
    Adjustment,
    Goal,
    PerSide,
    Seating,
    Sheet,
    Side,
    from_json,
    hand_to_json,
    play,
    rule_text,
    to_json,
)
from tests.games.big_two_table import A, preset, rules

# Promises ------------------------------------------------------------------------------------------


@st.composite
def deals(draw, zero_sum):
    seats = draw(st.sampled_from([2, 3, 4]))
    house = rules(
        payment=draw(st.sampled_from(zero_sum)),
        unused_double=draw(st.sampled_from(c.Unused)),
        finish_double=draw(st.sampled_from(c.FinishDouble)),
        card_value=c.CardValue.COUNT,
        assist_penalty=draw(st.sampled_from(c.Assist)),
        direction=draw(st.sampled_from(c.Direction)),
        dragon=c.Dragon.WIN,
        four_twos=draw(st.sampled_from([c.FourTwos.WIN, c.FourTwos.DRAW, c.FourTwos.REDEAL])),
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
    left = seating.per_side(lambda side: 0 if side == seat else draw(st.integers(1, 13)))
    held = seating.per_side(
        lambda side: NONE if side == seat or left[side] < 8 else draw(st.frozensets(st.sampled_from(c.Held)))
    )
    twos = seating.per_side(lambda side: 0 if side == seat else draw(st.integers(0, 1)))
    last_play = draw(st.sampled_from([LastPlay.PLAIN, LastPlay.TWO]))
    helpers = [None, *(other for other in seating.every_seat if other != seat)]
    hand = Deal(seat, left, held, twos, last_play=last_play, assist=draw(st.sampled_from(helpers)))
    return seating, house, hand


@given(deals([c.Payment.WINNER, c.Payment.PAIRWISE]))
def test_what_is_paid_is_received_helper_or_not(given_):
    seating, house, hand = given_
    sheet = play(GAME, seating, house, [hand])
    assert sum(sheet.totals) == 0


@given(deals([c.Payment.WINNER]))
def test_only_the_winner_gains(given_):
    seating, house, hand = given_
    sheet = play(GAME, seating, house, [hand])
    if isinstance(hand, Deal) and not sheet.rows[0].problems:
        assert all(sheet.totals[side] <= 0 for side in seating.others(Side(hand.winner)))
        assert sheet.totals[hand.winner] > 0


@given(deals([c.Payment.PAIRWISE]))
def test_pairwise_is_the_sum_of_all_less_a_share_for_each(given_):
    seating, house, hand = given_
    house = replace(house, assist_penalty=c.Assist.OFF)
    winner_takes = play(GAME, seating, replace(house, payment=c.Payment.WINNER), [hand]).totals
    pairwise = play(GAME, seating, house, [hand]).totals
    if isinstance(hand, Deal) and sum(map(abs, winner_takes)):
        losses = [0 if side == hand.winner else -winner_takes[side] for side in seating.every_side]
        assert list(pairwise) == [sum(losses) - seating.seats * loss for loss in losses]


@given(deals([c.Payment.PENALTY]))
def test_penalties_are_never_negative(given_):
    seating, house, hand = given_
    sheet = play(GAME, seating, house, [hand])
    assert min(sheet.totals) == 0


def test_the_rules_are_filled_in_with_the_tables_own():
    def told(number, house):
        rule = next(rule for rule in GAME.rulebook if rule.number == number)
        return rule_text(rule, house)

    assert told("6.3", preset("mainland")).endswith(
        "times so much: 8:2, 10:3, 13:4; with three players 12:2, 17:3."
    )
    assert told("1.2", preset("vietnam")) == "Suits break ties, from low to high: ♠ ♣ ♦ ♥."
    assert told("8.1", preset("penalty-to-50")) == "The match goes on to 50 points."


def test_house_rules_are_stored_as_the_digest_writes_them():
    data = {"penalty_tiers": [[8, 2]], "target": "deals:20", "unused_set": ["two"], "junk_five": ["sisters"]}
    house = from_json(House, {**to_json(House()), **data})
    assert house.penalty_tiers == ((8, 2),)
    assert house.target == Goal(c.Target.DEALS, 20)
    assert hand_to_json(GAME, Redeal(A)) == {"kind": "redeal", "by": 0}
    assert isinstance(Sheet(FOUR, house), Sheet)


# Settling up ------------------------------------------------------------------


def test_what_was_paid_is_settled_as_it_stands_and_penalties_by_the_differences():
    agreed = Adjustment(PerSide((33, -3, -22, -8)), "so far")
    four = Seating(4, 4)
    assert GAME.settlement(play(GAME, four, House(), (agreed,))).points == (33, -3, -22, -8)
    written = Adjustment(PerSide((0, 3, 22, 8)), "so far")
    penalties = replace(House(), payment=c.Payment.PENALTY)
    # 33 in all: 33 less four times one's own.
    assert GAME.settlement(play(GAME, four, penalties, (written,))).points == (33, 21, -55, 1)
    assert GAME.settlement(play(GAME, four, replace(House(), payment=c.Payment.PLACINGS), ())) is None

"""Seats, sides and partners."""

from games.engine import PerSeat, PerSide, Seat, Seating, Side

FOUR = Seating(4, 2)
SIX = Seating(6, 3)


def test_partners_sit_opposite_each_other():
    assert [FOUR.side(seat) for seat in FOUR.every_seat] == [0, 1, 0, 1]
    assert FOUR.seats_of(Side(1)) == (1, 3)
    assert SIX.seats_of(Side(2)) == (2, 5)


def test_seats_and_sides_are_counted_from_zero():
    assert FOUR.every_seat == (0, 1, 2, 3)
    assert FOUR.every_side == (0, 1)
    assert FOUR.shape == (4, 2)


def test_the_others_are_every_side_but_these():
    assert SIX.others(Side(1)) == (0, 2)
    assert SIX.others(Side(0), Side(2)) == (1,)


def test_the_turn_passes_clockwise():
    assert FOUR.left(3) == Seat(0)
    assert FOUR.left(1, 2) == Seat(3)
    assert FOUR.round_from(2) == (2, 3, 0, 1)


def test_values_are_made_for_each_side_and_seat():
    assert FOUR.per_side(lambda side: side * 10) == PerSide((0, 10))
    assert FOUR.per_seat(lambda seat: seat + 1) == PerSeat((1, 2, 3, 4))

"""A game: its presets, its kinds of hand, and appending hands to a sheet."""

from dataclasses import replace

import pytest

from games.engine import (
    AGREED,
    STOPPED,
    AcceptedRuling,
    Adjustment,
    DecodeError,
    Game,
    PerSeat,
    PerSide,
    Problem,
    Seat,
    Seating,
    Side,
    Stopped,
    Unreadable,
    append_hand,
    empty_sheet,
    hand_from_json,
    hand_problems,
    hand_to_json,
    house_problems,
    kind_of,
    play,
    restore_hand,
    say,
    to_json,
)
from games.engine.chips import ChipPurchase
from games.engine.game import NoFacts, PartialHand
from tests.engine.toy import (
    END,
    FOUR,
    PRESETS,
    RULEBOOK,
    TOY,
    Extra,
    House,
    Nest,
    Peeked,
    Storm,
    flight,
    outcome,
    score,
)

SHEET = empty_sheet(TOY, FOUR, House())
PEEKED = Peeked(Seat(1), Side(0), PerSide((Nest(2), Nest(0))))
PLAIN: Game[House] = Game(
    slug="plain",
    name="Plain",
    about="",
    seatings=(FOUR,),
    sections={},
    rulebook=RULEBOOK,
    presets=PRESETS[:1],
    hands=TOY.hands,
    score=score,
    outcome=outcome,
)


def words(problems):
    return [(problem.field, str(problem.words)) for problem in problems]


# The definition of a game


def test_a_game_knows_its_presets_and_seatings():
    assert TOY.house is House
    assert TOY.preset("aunt") is PRESETS[1]
    assert TOY.preset("uncle") is None
    assert TOY.seating(3, 3, 2) == Seating(3, 3, Seat(2))
    assert TOY.seating(5, 5) is None
    assert TOY.shapes(PRESETS[0]) == ((4, 2), (3, 3)), "a preset without shapes allows all"
    assert TOY.shapes(PRESETS[1]) == ((3, 3),)


def test_a_minimal_game_has_neutral_defaults():
    sheet = empty_sheet(PLAIN, FOUR, House())
    assert tuple(PLAIN.briefing(sheet, PartialHand("flight", {}))) == ()
    assert PLAIN.auction is None
    assert PLAIN.lowest_first(House()) is False
    assert not PLAIN.hides_totals(House())
    assert not PLAIN.questions
    assert str(PLAIN.summary(Storm(), sheet)) == "A storm"
    assert house_problems(PLAIN, House(misere=True), FOUR) == ()
    assert not hand_problems(PLAIN, flight(1, 3, 4, 6, thief=Side(1)), sheet)


def test_by_default_only_valid_deals_move_the_deal_on():
    sheet = empty_sheet(PLAIN, FOUR, House())
    assert PLAIN.dealer(sheet) == 0
    impossible = flight(1, 11, 4, 6)
    for hand in Storm(), Adjustment(PerSide((5, 0)), "why"), Unreadable({}), impossible, Stopped():
        sheet = append_hand(PLAIN, sheet, hand)
    assert PLAIN.dealer(sheet) == 1


# Stored hands


@pytest.mark.parametrize(
    ("hand", "kind", "stored"),
    [
        (Storm(), "storm", {"kind": "storm"}),
        (Stopped(), "stopped", {"kind": "stopped"}),
        (ChipPurchase(Side(1), -5), "chips", {"kind": "chips", "side": 1, "amount": -5}),
        (
            Adjustment(PerSide((5, -5)), "a spill"),
            "adjustment",
            {"kind": "adjustment", "points": [5, -5], "why": "a spill"},
        ),
        (
            AcceptedRuling("peeked", PEEKED),
            "ruled",
            {"kind": "ruled", "question": "peeked", "facts": to_json(PEEKED)},
        ),
        (AcceptedRuling("leads", NoFacts()), "ruled", {"kind": "ruled", "question": "leads", "facts": {}}),
    ],
)
def test_any_row_is_stored_with_its_kind(hand, kind, stored):
    assert kind_of(TOY, hand) == kind
    assert hand_to_json(TOY, hand) == stored
    assert restore_hand(TOY, stored) == hand_from_json(TOY, stored) == hand


def test_a_ruling_without_facts_can_be_stored():
    assert hand_from_json(TOY, {"kind": "ruled", "question": "leads"}) == AcceptedRuling("leads", NoFacts())


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ([], "An object is needed here"),
        ({}, "kind: None is none of flight, storm, chips, adjustment, stopped"),
        ({"kind": "calm"}, "kind: calm is none of flight, storm, chips, adjustment, stopped"),
        ({"kind": "storm", "wind": 1}, "wind: There is no such question here; there are: —"),
        ({"kind": "ruled"}, "question: The referee of this game has no such question"),
        ({"kind": "ruled", "question": "peeked", "facts": {}}, "facts.who: This is missing"),
        ({"kind": "ruled", "question": "leads", "facts": []}, "facts: An object is needed here"),
        (
            {"kind": "ruled", "question": "leads", "why": ""},
            "why: There is no such question here; there are: question, facts",
        ),
    ],
)
def test_an_unreadable_hand_is_refused_with_its_path(data, expected):
    with pytest.raises(DecodeError) as excinfo:
        hand_from_json(TOY, data)
    assert str(excinfo.value) == expected


def test_an_unreadable_stored_hand_is_shown_and_kept():
    data = {"kind": "calm", "wind": 0}
    hand = restore_hand(TOY, data)
    assert hand == Unreadable(data)
    assert kind_of(TOY, hand) == "unreadable"
    assert hand_to_json(TOY, hand) == data


# Problems


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        # Bounds are checked before the game's own checks.
        (flight(1, 11, 4, 6, thief=Side(1)), [("bid", "At most 10")]),
        (Unreadable({}), [("", "This hand was written by another version and cannot be read")]),
        (
            Adjustment(PerSide((5,)), ""),
            [("points", "One answer for each, please"), ("why", "At least 1 character")],
        ),
        (AcceptedRuling("peeked", replace(PEEKED, who=Seat(7))), [("who", "Nobody sits there")]),
        (AcceptedRuling("eaten", NoFacts()), [("", "The referee of this game has no such question")]),
        (Stopped(), [("", "Nothing has been played yet")]),
    ],
)
def test_a_hand_with_problems_stays_on_the_sheet_and_scores_nothing(hand, expected):
    (row,) = append_hand(TOY, SHEET, hand).rows
    assert words(row.problems) == words(hand_problems(TOY, hand, SHEET)) == expected
    assert (row.hand, row.lines, row.totals) == (hand, (), (0, 0))


def test_house_rules_must_suit_the_seating_the_bounds_and_each_other():
    assert words(house_problems(TOY, House(), Seating(5, 5))) == [
        ("seats", "This game is not played with these seats")
    ]
    assert words(house_problems(TOY, House(bonus=7), FOUR)) == [("bonus", "In steps of 5")]
    assert house_problems(TOY, House(misere=True), FOUR) == (
        Problem("misere", say("Nobody would want to reach those points"), END),
    )


# Appending hands


def test_appending_a_hand_gives_a_new_sheet():
    after = append_hand(TOY, SHEET, flight(1, 3, 4, 6), number=9)
    assert SHEET.rows == ()
    assert [row.number for row in after.rows] == [9]
    assert [row.number for row in append_hand(TOY, after, Storm()).rows] == [9, 2]


def test_only_relevant_answers_are_checked_and_scored():
    hand, checked = flight(1, 3, 4, 6, rings=PerSeat((2, 0, 0, 0))), []
    game = replace(TOY, check=lambda hand, sheet: checked.append(hand) or ())
    assert append_hand(game, SHEET, hand).totals == (4, 11)
    rings = empty_sheet(TOY, FOUR, House(extras=frozenset({Extra.RINGS})))
    assert append_hand(game, rings, hand).totals == (6, 11)
    assert append_hand(game, rings, flight(1, 3, 4, 6)).totals == (4, 11)
    without_rings = flight(1, 3, 4, 6, rings=PerSeat((0, 0, 0, 0)))
    assert checked == [without_rings, hand, without_rings], "a default of one value is repeated for each seat"


def test_an_adjustment_scores_the_agreed_points_with_the_reason():
    (row,) = append_hand(TOY, SHEET, Adjustment(PerSide((0, -5)), "{spilt} the tea")).rows
    (line,) = row.lines
    assert (line.side, line.points) == (1, -5)
    assert line.because[0].rule is AGREED
    assert str(line.because[0].words) == "{spilt} the tea"


def test_an_accepted_ruling_scores_its_lines():
    assert append_hand(TOY, SHEET, AcceptedRuling("peeked", PEEKED)).totals == (0, -2)


def test_the_leader_wins_when_the_table_stops():
    for house, hand, winners, because in (
        (House(), flight(1, 3, 4, 6), (1,), "Game ended, side 2 leads with 11"),
        (House(misere=True), flight(1, 3, 4, 6), (0,), "Game ended, side 1 leads with 4"),
        (House(), Storm(), (0, 1), "Game ended, side 1 and side 2 are tied on 0"),
    ):
        outcome = play(TOY, FOUR, house, [hand, Stopped()]).outcome
        assert (outcome.winners, outcome.because.rule) == (winners, STOPPED)
        assert str(outcome.because.words) == because


def test_a_game_may_define_its_own_stop():
    game = replace(TOY, hands={**TOY.hands, "stopped": Stopped}, score=lambda hand, sheet: ())
    assert play(game, FOUR, House(), [Storm(), Stopped()]).outcome is None


def test_a_game_may_choose_the_kinds_of_hand():
    assert TOY.kinds_at(SHEET) == ("flight", "storm", "chips")
    assert replace(TOY, kinds=lambda sheet: ("flight",)).kinds_at(SHEET) == ("flight",)

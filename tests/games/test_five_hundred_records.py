"""500: short games as JSON records, with totals worked out on paper; one contains accepted rulings."""

from games import every_game
from games.engine.interchange import read_record, score_json


def score_game(preset, *hands, **keys):
    entries = [{"number": n, "hand": hand} for n, hand in enumerate(hands, start=1)]
    record = {"game": "five_hundred", "preset": preset, "entries": entries, **keys}
    return score_json(read_record(record, every_game()))


def contract(bidder, level, trumps, *tricks):
    return {"kind": "contract", "bidder": bidder, "level": level, "trumps": trumps, "tricks": list(tricks)}


def running_totals(result):
    assert [row["problems"] for row in result["rows"]] == [[]] * len(result["rows"])
    return [row["totals"] for row in result["rows"]]


def test_a_game_scores_as_in_the_encyclopedia():
    result = score_game(
        "wikipedia",
        contract(0, 8, "hearts", 9, 1),  # 300 and 10
        contract(1, 7, "spades", 4, 6),  # one short: 40 and -140
        {"kind": "passed_in"},
        {"kind": "misere", "bidder": 3, "made": True},  # 250, and 0 to the others
        contract(2, 7, "clubs", 10, 0),  # 160, but all ten tricks: 250
    )
    assert running_totals(result) == [[300, 10], [340, -130], [340, -130], [340, 120], [590, 120]]
    assert result["outcome"]["winners"] == [0]
    assert result["outcome"]["because"]["rule"] == "6.1"


def test_a_game_scores_by_the_short_australian_rules():
    result = score_game(
        "australian",
        {"kind": "misere", "bidder": 1, "open": True, "made": False},  # open misère is 350
        contract(2, 10, "hearts", 10, 0),  # exactly 500, and only more than 500 wins; no slam bonus
        {"kind": "passed_in"},
        contract(3, 6, "none", 1, 9),  # 120, and 10 to side 1 for one trick: 510 wins
    )
    assert running_totals(result) == [[0, -350], [500, -350], [500, -350], [510, -230]]
    assert result["outcome"]["winners"] == [0]


def test_a_game_scores_by_the_rules_of_the_45_card_family():
    result = score_game(
        "house_45",
        contract(0, 9, "none", 9, 1),  # 420 and 10
        contract(1, 7, "spades", 9, 1),  # six short, but 140 is lost only once; 90 to side 1, which has 510
        contract(3, 8, "clubs", 2, 8),  # 260: side 2 made its contract, but has only 130
        contract(2, 7, "diamonds", 7, 3),  # 180: side 1 wins, now that it is over 500 by a contract
    )
    assert running_totals(result) == [[420, 10], [510, -130], [530, 130], [710, 160]]
    assert result["outcome"] == {
        "winners": [0],
        "because": {"rule": "6.2", "text": "side 1 made the contract and stands at 710"},
        "lines": [],
    }


def test_a_ruling_that_was_accepted_is_part_of_the_record():
    facts = {"bidder": 0, "bid": "8H", "by": 1, "tricks": [5, 1]}
    result = score_game(
        "wikipedia",
        {"kind": "ruled", "question": "revoke", "facts": facts},
        contract(1, 7, "spades", 2, 8),
        {"kind": "ruled", "question": "revoke_in_last_hand", "facts": {"by": 3}},
        house={"revoke_rule": "hoyle_american"},
    )
    assert running_totals(result) == [[300, 0], [320, 140], [320, -140]]

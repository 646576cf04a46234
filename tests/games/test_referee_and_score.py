"""Agreement of the referee and the score.

Where a question has a counterpart in the score, the same facts give the same answer.
"""

from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import every_game
from games.baccarat.scoring import bank_holder, bets_of
from games.engine import Cards, PerSide, Seat, Side, append_hand, ask_referee, empty_sheet, record_fields
from games.engine.description import empty_sheets
from games.five_hundred.house import FailedContract
from games.five_hundred.scoring import bid_is_made, call_of
from games.golf.house import Pairs
from games.golf.layout import columns, count_layout
from games.let_it_ride.scoring import bank_holder as let_it_ride_bank
from games.ninety_nine.rulebook import MADE
from games.rummy_500.scoring import side_that_went_out
from games.sergeant_major.scoring import Deal as SergeantsDeal
from games.sergeant_major.scoring import targets
from games.tally.rulebook import MOON
from games.two_hundred.scoring import points_captured
from tests.strategies import records, sheets, tries

GAMES = every_game()


class Case(NamedTuple):
    """A hand on a sheet: the sheets before and after the hand, and its row."""

    hand: Any
    before: Any
    after: Any
    slug: str

    @property
    def row(self):
        return self.after.rows[-1]

    def ruling(self, question, **facts):
        game = GAMES[self.slug]
        return ask_referee(game, question, game.questions[question].facts(**facts), self.before)

    def ruling_on_hand(self, question, **facts):
        """Ask a question with the hand's answers as facts; ``facts`` add to these or replace them."""
        names = {field.name for field in record_fields(GAMES[self.slug].questions[question].facts)}
        same = {name: answer for name, answer in vars(self.hand).items() if name in names}
        return self.ruling(question, **same | facts)

    def side(self, seat):
        return self.before.seating.side(seat)


# Checks by game, question and kind of hand. Each returns the number of answers compared.
CHECKS = {}


def agree(slug, question, *kinds, scored=True):
    """Register a generator of pairs: the referee's answer to a question, and what the hand scored.

    ``scored=False`` also compares hands that were refused.
    """

    def register(pairs_of):
        def compare(case):
            pairs = [] if scored and case.row.problems else list(pairs_of(case))
            for referee, score in pairs:
                assert referee == score
            return len(pairs)

        for kind in kinds:
            CHECKS[slug, question, kind] = compare
        return pairs_of

    return register


# Baccarat


@agree("baccarat", "pay", "coup")
def bets(case):
    hand = case.hand
    if bank_holder(hand, case.before) is not None and case.before.house.bank_limit.value != "none":
        return  # a bank may hold less than it has to pay
    for seat in case.before.seating.every_seat:
        payouts = [
            case.ruling_on_hand("pay", bet=bet, stake=stake).verdict for bet, stake in bets_of(hand, seat)
        ]
        if payouts and seat != bank_holder(hand, case.before):
            yield sum(payouts), case.row.gains[case.side(seat)]


@agree("baccarat", "cards", "cards", scored=False)
def cards_drawn(case):
    # Rule 1.1: a card appears more often than the packs hold it.
    if any(problem.rule is None or problem.rule.number == "1.1" for problem in case.row.problems):
        return
    ruling = case.ruling_on_hand("cards")
    if ruling.verdict == "punto_chooses":  # the hand already records the choice that the referee leaves open
        return
    problems = [str(problem.words) for problem in case.row.problems if problem.field in ("punto", "banco")]
    yield ruling.verdict in ("illegal", "punto_draws", "banco_draws"), bool(problems)
    if problems:
        yield [str(because.words) for because in ruling.because], problems


# Big Two


@agree("big_two", "payment", "deal")
def losses(case):
    ruling = case.ruling_on_hand("payment")
    yield tuple(ruling.verdict), tuple(case.row.gains)
    yield ruling.lines, case.row.lines


# Crazy Eights and Rummy


@agree("crazy_eights", "pay", "out")
@agree("rummy", "pay", "out")
def points_left(case):
    ruling = case.ruling_on_hand("pay", left=PerSide(n or 0 for n in case.hand.left))
    yield ruling.verdict, case.row.gains[case.side(case.hand.winner)]


@agree("crazy_eights", "blocked", "blocked")
def eights_blocked(case):
    yield tuple(case.ruling_on_hand("blocked").verdict), tuple(case.row.gains)


@agree("rummy", "count", "cards")
@agree("crazy_eights", "count", "cards")
def cards_left(case):
    hand = case.hand
    if hand.winner is None or getattr(hand, "rummy", False):
        return
    winner = case.side(hand.winner)
    counts = [case.ruling("count", cards=cards).verdict if cards else 0 for cards in hand.cards]
    # By house rule, the winner scores what the losers hold, or each loser is charged.
    if case.row.gains[winner] or not any(case.row.gains):
        yield sum(counts) - counts[winner], case.row.gains[winner]
    else:
        for side in case.before.seating.others(winner):
            yield counts[side], case.row.gains[side]


# Five Hundred


@agree("five_hundred", "bid_result", "contract", "misere")
def bid_scores(case):
    hand, side = case.hand, case.side(case.hand.bidder)
    if case.before.seating.sides == 5 or (len(hand.tricks) == 0 and hand.made is None):
        return
    # Without tricks, the hand is a misère: made with no trick, or failed with at least one.
    took = hand.tricks[side] if hand.tricks else int(not hand.made)
    ruling = case.ruling("bid_result", call=call_of(hand), took=took)
    yield ruling.verdict, sum(line.points for line in case.row.lines if line.side == side)


@agree("five_hundred", "defence_scores", "contract", "misere", "double_nullo", "bar_nullo")
def defenders_score(case):
    hand, seating = case.hand, case.before.seating
    if seating.sides != 2 or case.before.house.failed_contract is FailedContract.GIVE:
        return
    other = Side(1 - case.side(hand.bidder))
    if not hand.tricks:  # the defenders score for all ten tricks, or nothing
        yield case.row.gains[other], 100 if case.row.gains[other] else 0
        return
    ruling = case.ruling(
        "defence_scores",
        call=call_of(hand),
        made=bid_is_made(hand, case.before),
        tricks=hand.tricks[other],
        total=case.before.totals[other],
    )
    yield ruling.verdict, case.row.gains[other]


@agree("five_hundred", "revoke", "revoke")
def revokes(case):
    yield case.ruling_on_hand("revoke").lines, case.row.lines


# Gin Rummy


@agree("gin_rummy", "pay", "knock")
def knocks(case):
    yield case.ruling_on_hand("pay").verdict, case.row.lines[0].points


@agree("gin_rummy", "may_knock", "knock", scored=False)
def may_knock(case):
    hand = case.hand
    if any(problem.field != "knocker_deadwood" for problem in case.row.problems) or hand.big_gin:
        return
    ruling = case.ruling_on_hand("may_knock", deadwood=hand.knocker_deadwood)
    yield ruling.verdict in ("illegal", "no"), bool(case.row.problems)


# Go Fish


@agree("go_fish", "worth", "ranks")
def books(case):
    for side in case.before.seating.every_side:
        yield case.ruling("worth", books=case.hand.books[side]).verdict, case.row.gains[side]


# Golf


@agree("golf", "penalty", "hole")
def knocker_pays(case):
    if case.hand.knocker is None:
        return
    side = case.side(case.hand.knocker)
    rivals = [case.hand.points[other] for other in case.before.seating.others(side)]
    ruling = case.ruling("penalty", own=case.hand.points[side], lowest=min(rivals), highest=max(rivals))
    yield ruling.verdict, case.row.gains[side]


@agree("golf", "count", "cards")
def golf_cards(case):
    knocker = None if case.hand.knocker is None else case.side(case.hand.knocker)
    for side in case.before.seating.every_side:
        if side != knocker:
            yield case.ruling("count", cards=case.hand.cards[side]).verdict, case.row.gains[side]


@agree("golf", "pair", "cards")
def first_two_of_a_column(case):
    house = case.before.house
    if house.pairs is not Pairs.COLUMN:
        return
    for cards in case.hand.cards:
        for column in columns(cards, house):
            third_alike = column[0].rank == column[-1].rank
            ruling = case.ruling("pair", cards=Cards(column[:2]), third_alike=third_alike)
            yield ruling.verdict != "no", bool(count_layout(Cards(column), house).because)


# Let It Ride


@agree("let_it_ride", "pay", "round")
def rides(case):
    hand, bank = case.hand, let_it_ride_bank(case.hand, case.before)
    if bank is not None and case.before.house.bank_limit.value != "none":
        return  # a bank may hold less than it has to pay
    for seat in case.before.seating.every_seat:
        if hand.kept[seat] and not hand.three_card[seat] and not hand.five_card[seat] and bank != seat:
            ruling = case.ruling("pay", hand=hand.hand[seat], kept=hand.kept[seat], stake=hand.stake[seat])
            yield ruling.verdict, case.row.gains[case.side(seat)]


# Ninety-Nine


@agree("ninety_nine", "bonus", "deal")
def makers(case):
    makers_count = sum(bid == tricks for bid, tricks in zip(case.hand.bids, case.hand.tricks, strict=True))
    if makers_count:
        lines = [line for line in case.row.lines if MADE in [because.rule for because in line.because]]
        points = [line.points for line in lines if line.points]
        yield [case.ruling("bonus", made=makers_count).verdict] * makers_count, points


@agree("ninety_nine", "game_over", "deal")
def game_over_at_100(case):
    verdict = case.ruling("game_over", totals=case.row.totals).verdict
    if case.before.house.game_length.kind.value == "target":
        yield verdict == "yes", case.after.outcome is not None


# 500 Rum


@agree("rummy_500", "winner", "deal")
def five_hundred_points(case):
    side_out = side_that_went_out(case.hand)
    out = None if side_out is None else Seat(side_out)
    verdict = case.ruling("winner", totals=case.row.totals, out=out).verdict
    yield verdict in ("nobody", "extra_hand"), case.after.outcome is None


# Sergeant Major


@agree("sergeant_major", "won_at_once", "deal")
def twelve_tricks(case):
    hand, house, seating = case.hand, case.before.house, case.before.seating
    if house.win_condition.kind.value not in ("tricks", "over_target"):
        return
    hand_targets = targets(case.before.dealer(SergeantsDeal), house, seating, hand.game)
    verdicts = [
        case.ruling_on_hand("won_at_once", tricks=tricks, target=target).verdict
        for tricks, target in zip(hand.tricks, hand_targets, strict=True)
    ]
    yield "yes" in verdicts, case.after.outcome is not None


# Skat


def _plain_deal(case):
    house = case.before.house
    return case.hand.kontra is None and not house.bock and house.settlement.value != "to_each"


def _game_points(case):
    """Return the points of the declarer's game, without the 50 that league scoring adds or takes off."""
    side = case.side(case.hand.declarer)
    return next(line.points for line in case.row.lines if line.side == side)


@agree("skat", "score", "trump_game")
def games_played(case):
    if _plain_deal(case):
        yield case.ruling_on_hand("score").verdict, _game_points(case)


@agree("skat", "won", "trump_game")
def games_won(case):
    yield case.ruling_on_hand("won").verdict == "declarer", _game_points(case) > 0


@agree("skat", "null_value", "null")
def nulls(case):
    if _plain_deal(case):
        yield case.ruling_on_hand("null_value").verdict, _game_points(case)


# Tally


@agree("tally", "result", "results")
def each_result(case):
    for side, result in enumerate(case.hand.results):
        if result is not None:
            yield case.ruling("result", result=result).verdict, case.row.gains[side]


@agree("tally", "places", "places")
def each_place(case):
    yield tuple(case.ruling_on_hand("places").verdict), tuple(case.row.gains)


@agree("tally", "next", "round")
def each_number(case):
    for side, points in enumerate(case.hand.points):
        if points is not None:
            ruling = case.ruling("next", side=Side(side), points=points)
            if ruling.verdict == "counts" and case.before.house.entry.value != "winner_takes":
                yield ruling.because[0].words.values["total"], case.row.totals[side]


@agree("tally", "sum", "round", scored=False)
def adds_up(case):
    ruling = case.ruling_on_hand("sum")
    sum_problems = [problem for problem in case.row.problems if problem.field == "points"]
    nobody_played = all(n is None for n in case.hand.points)
    if nobody_played or any(problem not in sum_problems for problem in case.row.problems):
        return
    cited = {because.rule.number for line in case.row.lines for because in line.because}
    yield ruling.verdict == "yes", not sum_problems
    yield ruling.because[0].rule.number == MOON.number, MOON.number in cited


# Two Hundred


@agree("two_hundred", "bid_result", "deal")
def bidders_score(case):
    side = case.side(case.hand.bidder)
    ruling = case.ruling_on_hand("bid_result", took=points_captured(side, case.hand, case.before))
    yield ruling.verdict, case.row.gains[side]


@agree("two_hundred", "defence_counts", "deal")
def defence_counts(case):
    hand, seating = case.hand, case.before.seating
    if seating.sides != 2 or hand.first_call:
        return
    other = Side(1 - case.side(hand.bidder))
    ruling = case.ruling("defence_counts", score=int(case.before.totals[other]), bid=hand.defender_bid)
    points = points_captured(other, hand, case.before)
    yield points if ruling.verdict == "yes" else 0, case.row.gains[other]


@agree("two_hundred", "piles", "deal")
def piles(case):
    yield case.ruling_on_hand("piles").verdict, "right"


# The tests


def _cases(slug, kind):
    game = GAMES[slug]
    for example in game.examples:
        sheet = empty_sheet(game, example.seating, example.house)
        for hand in example.hands:
            before, sheet = sheet, append_hand(game, sheet, hand)
            if type(hand) is game.hands[kind]:
                yield Case(sheet.rows[-1].hand, before, sheet, slug)


@pytest.mark.parametrize(("slug", "question", "kind"), list(CHECKS))
def test_rulings_match_the_scores_of_the_examples(slug, question, kind):
    assert sum(CHECKS[slug, question, kind](case) for case in _cases(slug, kind)), "nothing was compared"


@pytest.mark.parametrize(("slug", "question", "kind"), list(CHECKS))
@settings(max_examples=tries(share=0.5))
@given(data=st.data())
def test_rulings_match_the_score_of_any_hand(slug, question, kind, data):
    game = GAMES[slug]
    before = data.draw(st.sampled_from(empty_sheets(game)) | sheets(game))
    if data.draw(st.booleans()):
        first = append_hand(game, before, data.draw(records(game.hands[kind], before)))
        if not first.outcome:
            before = first
    after = append_hand(game, before, data.draw(records(game.hands[kind], before)))
    CHECKS[slug, question, kind](Case(after.rows[-1].hand, before, after, slug))

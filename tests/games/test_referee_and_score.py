"""Agreement of the referee and the score.

Where a question has a counterpart in the score, the same facts give the same answer. ``AGREE`` lists for
every game the question and the hand that are compared, and the comparison.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import every_game
from games.baccarat.scoring import holder as bank_of
from games.baccarat.scoring import stakes
from games.big_two.hands import Deal as BigTwoDeal
from games.engine import PerSide, Seat, Side, append_hand, ask_referee, empty_sheet
from games.engine.interchange import empty_sheets
from games.five_hundred.house import FailedContract
from games.five_hundred.scoring import call_of
from games.five_hundred.scoring import made as bid_made
from games.let_it_ride.scoring import holder
from games.ninety_nine import rulebook as ninety_nine_rule
from games.rummy_500.scoring import went_out
from games.sergeant_major.scoring import Deal as SergeantsDeal
from games.sergeant_major.scoring import targets
from games.tally.rulebook import MOON
from games.two_hundred.scoring import counts_for
from tests.strategies import records, sheets, tries

GAMES = every_game()


class Case(NamedTuple):
    """A hand that was written: the sheets before and after it, and its row."""

    hand: Any
    before: Any
    after: Any
    slug: str

    @property
    def row(self) -> Any:
        return self.after.rows[-1]

    def says(self, question: str, **facts: Any) -> Any:
        """Return the ruling on the sheet before the hand."""
        game = GAMES[self.slug]
        return ask_referee(game, question, game.questions[question].facts(**facts), self.before)

    def side(self, seat: Seat) -> Side:
        return self.before.seating.side(seat)


Comparison = Callable[[Case], int]  # compares, and returns the number of comparisons
AGREE: dict[tuple[str, str, str], Comparison] = {}


def agree(slug: str, question: str, *kinds: str) -> Callable[[Comparison], Comparison]:
    """Register a comparison of a question with hands of these kinds."""

    def register(compare: Comparison) -> Comparison:
        for kind in kinds:
            AGREE[slug, question, kind] = compare
        return compare

    return register


def scored(compare: Comparison) -> Comparison:
    """Restrict a comparison to hands that were scored."""
    return lambda case: 0 if case.row.problems else compare(case)


def same(*pairs: tuple[Any, Any]) -> int:
    for referee, score in pairs:
        assert referee == score
    return len(pairs)


# Baccarat ---------------------------------------------------------------------


@agree("baccarat", "pay", "coup")
@scored
def bets(case: Case) -> int:
    hand = case.hand
    if bank_of(hand, case.before) is not None and case.before.house.bank_limit.value != "none":
        return 0  # a bank may hold less than it has to pay
    went = {
        name: getattr(hand, name)
        for name in ("winner", "punto_points", "punto_cards", "banco_points", "banco_cards", "pairs")
    }
    pairs = []
    for seat in case.before.seating.every_seat:
        paid = [case.says("pay", bet=bet, stake=n, **went).verdict for bet, n in stakes(hand, seat)]
        if paid and seat != bank_of(hand, case.before):
            pairs.append((sum(paid), case.row.gains[case.side(seat)]))
    return same(*pairs)


@agree("baccarat", "cards", "cards")
def drawn(case: Case) -> int:
    if any(problem.rule is None or problem.rule.number == "1.1" for problem in case.row.problems):
        return 0
    ruling = case.says("cards", punto=case.hand.punto, banco=case.hand.banco)
    if ruling.verdict == "punto_chooses":  # the referee waits for the choice, an entry has made it
        return 0
    wrong = [str(problem.words) for problem in case.row.problems if problem.field in ("punto", "banco")]
    reasons = [str(because.words) for because in ruling.because]
    return same((ruling.verdict in ("illegal", "punto_draws", "banco_draws"), bool(wrong))) + (
        same((reasons, wrong)) if wrong else 0
    )


# Big Two ----------------------------------------------------------------------


@agree("big_two", "payment", "deal")
def losses(case: Case) -> int:
    hand: BigTwoDeal = case.hand
    ruling = case.says("payment", **vars(hand))
    if case.row.problems:
        return 0
    return same((tuple(ruling.verdict), tuple(case.row.gains)), (ruling.lines, case.row.lines))


# Crazy Eights and Rummy -------------------------------------------------------


def _left(case: Case) -> Any:
    return PerSide(n or 0 for n in case.hand.left)


@agree("crazy_eights", "pay", "out")
@scored
def eights_out(case: Case) -> int:
    ruling = case.says("pay", winner=case.hand.winner, left=_left(case))
    return same((ruling.verdict, case.row.gains[case.side(case.hand.winner)]))


@agree("crazy_eights", "blocked", "blocked")
@scored
def eights_blocked(case: Case) -> int:
    return same((tuple(case.says("blocked", left=case.hand.left).verdict), tuple(case.row.gains)))


@agree("rummy", "pay", "out")
@scored
def rummy_out(case: Case) -> int:
    ruling = case.says("pay", winner=case.hand.winner, left=_left(case), rummy=case.hand.rummy)
    return same((ruling.verdict, case.row.gains[case.side(case.hand.winner)]))


@agree("rummy", "count", "cards")
@agree("crazy_eights", "count", "cards")
@scored
def cards_left(case: Case) -> int:
    hand = case.hand
    if hand.winner is None or getattr(hand, "rummy", False):
        return 0
    winner = case.side(hand.winner)
    counts = [case.says("count", cards=cards).verdict if cards else 0 for cards in hand.cards]
    if case.row.gains[winner] or not any(case.row.gains):
        return same((sum(counts) - counts[winner], case.row.gains[winner]))
    return same(*((counts[side], case.row.gains[side]) for side in case.before.seating.others(winner)))


# Five Hundred -----------------------------------------------------------------


@agree("five_hundred", "bid_result", "contract", "misere")
@scored
def bid_scores(case: Case) -> int:
    hand, side = case.hand, case.side(case.hand.bidder)
    if case.before.seating.sides == 5 or (len(hand.tricks) == 0 and hand.made is None):
        return 0
    took = hand.tricks[side] if hand.tricks else 0 if hand.made else 1
    ruling = case.says("bid_result", call=call_of(hand), took=took)
    own = sum(line.points for line in case.row.lines if line.side == side)
    return same((ruling.verdict, own))


@agree("five_hundred", "defence_scores", "contract", "misere", "double_nullo", "bar_nullo")
@scored
def defenders_score(case: Case) -> int:
    hand, seating = case.hand, case.before.seating
    if seating.sides != 2 or case.before.house.failed_contract is FailedContract.GIVE:
        return 0
    other = Side(1 - case.side(hand.bidder))
    if not hand.tricks:
        return same((case.row.gains[other], 100 if case.row.gains[other] else 0))
    ruling = case.says(
        "defence_scores",
        call=call_of(hand),
        made=bid_made(hand, case.before),
        tricks=hand.tricks[other],
        total=case.before.totals[other],
    )
    return same((ruling.verdict, case.row.gains[other]))


@agree("five_hundred", "revoke", "revoke")
@scored
def revokes(case: Case) -> int:
    return same((case.says("revoke", **vars(case.hand)).lines, case.row.lines))


# Gin Rummy --------------------------------------------------------------------


@agree("gin_rummy", "pay", "knock")
@scored
def knocks(case: Case) -> int:
    hand = case.hand
    ruling = case.says(
        "pay",
        knocker_deadwood=hand.knocker_deadwood,
        defender_deadwood=hand.defender_deadwood,
        big_gin=hand.big_gin,
        up_card=hand.up_card,
    )
    return same((ruling.verdict, case.row.lines[0].points))


@agree("gin_rummy", "may_knock", "knock")
def may_knock(case: Case) -> int:
    hand = case.hand
    if any(problem.field != "knocker_deadwood" for problem in case.row.problems) or hand.big_gin:
        return 0
    ruling = case.says("may_knock", deadwood=hand.knocker_deadwood, up_card=hand.up_card)
    return same((ruling.verdict in ("illegal", "no"), bool(case.row.problems)))


# Go Fish ----------------------------------------------------------------------


@agree("go_fish", "worth", "ranks")
@scored
def books(case: Case) -> int:
    each = case.before.seating.every_side
    return same(*((case.says("worth", books=case.hand.books[s]).verdict, case.row.gains[s]) for s in each))


# Golf -------------------------------------------------------------------------


@agree("golf", "penalty", "hole")
@scored
def knocker_pays(case: Case) -> int:
    if case.hand.knocker is None:
        return 0
    side = case.side(case.hand.knocker)
    others = [case.hand.points[other] for other in case.before.seating.others(side)]
    ruling = case.says("penalty", own=case.hand.points[side], lowest=min(others), highest=max(others))
    return same((ruling.verdict, case.row.gains[side]))


@agree("golf", "count", "cards")
@scored
def golf_cards(case: Case) -> int:
    knocker = None if case.hand.knocker is None else case.side(case.hand.knocker)
    sides = [side for side in case.before.seating.every_side if side != knocker]
    return same(
        *((case.says("count", cards=case.hand.cards[side]).verdict, case.row.gains[side]) for side in sides)
    )


# Let It Ride ------------------------------------------------------------------


@agree("let_it_ride", "pay", "round")
@scored
def rides(case: Case) -> int:
    hand, pairs, rides_bank = case.hand, [], holder(case.hand, case.before)
    if rides_bank is not None and case.before.house.bank_limit.value != "none":
        return 0  # a bank may hold less than it has to pay
    for seat in case.before.seating.every_seat:
        if hand.kept[seat] and not hand.three_card[seat] and not hand.five_card[seat] and rides_bank != seat:
            ruling = case.says("pay", hand=hand.hand[seat], kept=hand.kept[seat], stake=hand.stake[seat])
            pairs.append((ruling.verdict, case.row.gains[case.side(seat)]))
    return same(*pairs)


# Ninety-Nine ------------------------------------------------------------------


@agree("ninety_nine", "bonus", "deal")
@scored
def makers(case: Case) -> int:
    hand = case.hand
    made = [side for side in case.before.seating.every_side if hand.bids[side] == hand.tricks[side]]
    if not made:
        return 0
    verdict = case.says("bonus", made=len(made)).verdict
    rule = ninety_nine_rule.MADE
    paid = [line for line in case.row.lines if line.points]
    each = [line.points for line in paid if any(why.rule is rule for why in line.because)]
    return same((each, [verdict] * len(made)))


@agree("ninety_nine", "game_over", "deal")
@scored
def hundred(case: Case) -> int:
    verdict = case.says("game_over", totals=case.row.totals).verdict
    ended = case.after.outcome is not None
    return same((verdict == "yes", ended)) if case.before.house.game_length.kind.value == "target" else 0


# 500 Rum ----------------------------------------------------------------------


@agree("rummy_500", "winner", "deal")
@scored
def five_hundred_points(case: Case) -> int:
    out = went_out(case.hand)
    verdict = case.says("winner", totals=case.row.totals, out=None if out is None else Seat(out)).verdict
    ended = case.after.outcome
    return same((verdict in ("nobody", "extra_hand"), ended is None))


# Sergeant Major ---------------------------------------------------------------


@agree("sergeant_major", "won_at_once", "deal")
@scored
def twelve_tricks(case: Case) -> int:
    if case.before.house.win_condition.kind.value not in ("tricks", "over_target"):
        return 0
    dealer, house = case.before.dealer(SergeantsDeal), case.before.house
    aims = targets(dealer, house, case.before.seating, case.hand.game)
    verdicts = [
        case.says(
            "won_at_once", tricks=case.hand.tricks[side], target=aims[side], game=case.hand.game
        ).verdict
        for side in case.before.seating.every_side
    ]
    return same(("yes" in verdicts, case.after.outcome is not None))


# Skat -------------------------------------------------------------------------

PLAYED = ("game", "matadors", "points", "without", "hand", "announced", "tricks", "won", "schneider", "bid")


def _plain_deal(case: Case) -> bool:
    house = case.before.house
    return case.hand.kontra is None and not house.bock and house.settlement.value != "to_each"


@agree("skat", "score", "trump_game")
@scored
def games_played(case: Case) -> int:
    if not _plain_deal(case):
        return 0
    ruling = case.says("score", **{name: getattr(case.hand, name) for name in PLAYED})
    return same((ruling.verdict, _declarers(case)))


@agree("skat", "won", "trump_game")
@scored
def games_won(case: Case) -> int:
    ruling = case.says("won", **{name: getattr(case.hand, name) for name in PLAYED})
    return same((ruling.verdict == "declarer", _declarers(case) > 0))


@agree("skat", "null_value", "null")
@scored
def nulls(case: Case) -> int:
    if not _plain_deal(case):
        return 0
    hand = case.hand
    ruling = case.says("null_value", game=hand.game, won=hand.won, bid=hand.bid)
    return same((ruling.verdict, _declarers(case)))


def _declarers(case: Case) -> Any:
    """Return the points of the declarer's game, before a list adds its fifty for a game won."""
    side = case.side(case.hand.declarer)
    return next(line.points for line in case.row.lines if line.side == side)


# Tally ------------------------------------------------------------------------


@agree("tally", "result", "results")
@scored
def each_result(case: Case) -> int:
    return same(
        *(
            (case.says("result", result=result).verdict, case.row.gains[side])
            for side, result in enumerate(case.hand.results)
            if result is not None
        )
    )


@agree("tally", "places", "places")
@scored
def each_place(case: Case) -> int:
    verdict = case.says("places", places=case.hand.places).verdict
    return same((tuple(verdict), tuple(case.row.gains)))


@agree("tally", "next", "round")
@scored
def each_number(case: Case) -> int:
    pairs = []
    for side, points in enumerate(case.hand.points):
        if points is None:
            continue
        ruling = case.says("next", side=Side(side), points=points)
        if ruling.verdict == "counts":
            pairs.append((ruling.because[0].words.values["total"], case.row.totals[side]))
    return same(*pairs) if case.before.house.entry.value != "winner_takes" else 0


@agree("tally", "sum", "round")
def adds_up(case: Case) -> int:
    ruling = case.says("sum", points=case.hand.points)
    refused = [problem for problem in case.row.problems if problem.field == "points"]
    nobody_played = all(n is None for n in case.hand.points)
    if nobody_played or any(problem not in refused for problem in case.row.problems):
        return 0
    cited = {because.rule.number for line in case.row.lines for because in line.because}
    return same(
        (ruling.verdict == "yes", not refused),
        (ruling.because[0].rule.number == MOON.number, MOON.number in cited),
    )


# Two Hundred ------------------------------------------------------------------


@agree("two_hundred", "bid_result", "deal")
@scored
def bid_or_less(case: Case) -> int:
    side = case.side(case.hand.bidder)
    ruling = case.says("bid_result", bid=case.hand.bid, took=counts_for(side, case.hand, case.before))
    return same((ruling.verdict, case.row.gains[side]))


@agree("two_hundred", "defence_counts", "deal")
@scored
def defence_counts(case: Case) -> int:
    hand, seating = case.hand, case.before.seating
    if seating.sides != 2 or hand.first_call:
        return 0
    other = Side(1 - case.side(hand.bidder))
    ruling = case.says("defence_counts", score=int(case.before.totals[other]), bid=hand.defender_bid)
    own = counts_for(other, hand, case.before)
    return same((own if ruling.verdict == "yes" else 0, case.row.gains[other]))


@agree("two_hundred", "piles", "deal")
def piles(case: Case) -> int:
    verdict = case.says("piles", took=case.hand.took, buried=case.hand.buried).verdict
    return same((verdict, "right")) if not case.row.problems else 0


# Comparison against each other ------------------------------------------------------


def _cases(slug: str, kind: str) -> Any:
    """Yield the hands of this kind in the game's worked examples."""
    game = GAMES[slug]
    for example in game.examples:
        sheet = empty_sheet(game, example.seating, example.house)
        for hand in example.hands:
            before, sheet = sheet, append_hand(game, sheet, hand)
            if type(hand) is game.hands[kind]:
                yield Case(sheet.rows[-1].hand, before, sheet, slug)


@pytest.mark.parametrize(("slug", "question", "kind"), list(AGREE))
def test_rulings_match_the_scores_of_the_examples(slug, question, kind):
    assert sum(AGREE[slug, question, kind](case) for case in _cases(slug, kind)), "nothing was compared"


@pytest.mark.parametrize(("slug", "question", "kind"), list(AGREE))
@settings(max_examples=tries(0.5))
@given(data=st.data())
def test_rulings_match_the_score_of_any_hand(slug, question, kind, data):
    game = GAMES[slug]
    before = data.draw(st.sampled_from(empty_sheets(game)) | sheets(game))
    if data.draw(st.booleans()):
        first = append_hand(game, before, data.draw(records(game.hands[kind], before)))
        before = before if first.outcome else first
    after = append_hand(game, before, data.draw(records(game.hands[kind], before)))
    AGREE[slug, question, kind](Case(after.rows[-1].hand, before, after, slug))

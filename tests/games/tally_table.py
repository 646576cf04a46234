"""Helpers of the tally tests."""

from dataclasses import replace

from games.engine import (
    Side,
)
from games.tally import GAME
from games.tally.examples import LOW, THREE
from games.tally.house import (
    End,
    Entry,
    House,
    TargetCheck,
)
from tests.games.table import Table

A, B, C = (Side(n) for n in range(3))
TO_50 = House(end=End.TARGET, target=50)
AT_ONCE = replace(TO_50, target_check=TargetCheck.IMMEDIATELY)
RANKS = House(entry=Entry.RANK)
RESULTS = House(entry=Entry.WDL)
ZERO_SUM = House(entry=Entry.ZERO_SUM)
COUNTDOWN = House(entry=Entry.COUNTDOWN, direction=LOW, start_score=100, end=End.TARGET, target=0)
OUT_AT_100 = House(direction=LOW, elimination=100)


TABLE = Table(GAME, House(), THREE)
preset = TABLE.preset
sheet_of = TABLE.sheet_of
totals = TABLE.totals
winners_and_rule = TABLE.winners_and_rule
problems_of_last = TABLE.problems_of_last
briefing_after = TABLE.briefing_after
questions_of = TABLE.questions_of
house_problem_fields = TABLE.house_problem_fields
reasons = TABLE.reasons
check_rulings = TABLE.check_rulings

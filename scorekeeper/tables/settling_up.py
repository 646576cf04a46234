"""The stake of a table: what a point is worth, parsed and saved."""

from fractions import Fraction

from django.db import transaction
from django.utils.formats import get_format
from django.utils.translation import gettext as _

from games import every_game
from scorekeeper.matches import commands, models
from scorekeeper.sheet.form_fields import parse_number
from scorekeeper.sheet.settling_up import SettledEvening, money, settled_evening
from scorekeeper.sheet.viewer import Stake

from . import records
from .context import MatchContext

LARGEST_STAKE = 1_000_000


def stake_of(table: models.Table) -> Stake:
    """Return the stake of a table; 1 per point if none was agreed."""
    return Stake(Fraction(table.stake) if table.stake else Fraction(1), table.currency, bool(table.stake))


def stake_text(table: models.Table) -> str:
    """Return the stake as its field shows it; "" if none was agreed."""
    return money(Fraction(table.stake), "", get_format("DECIMAL_SEPARATOR")) if table.stake else ""


def parse_stake(text: str) -> Fraction:
    """Parse a stake: 0.05, 0,05 or 1/20. Raises ``ValueError`` with a message for the form."""
    stake = parse_number(text)
    if stake is None or not 0 < stake <= LARGEST_STAKE:
        raise ValueError(_("Enter a number above zero, such as 1, 0.05 or 1/20."))
    return stake


def load_evening(ctx: MatchContext) -> tuple[SettledEvening, ...]:
    """Return all matches of the table settled up together; empty if it has played only one."""
    rows = ctx.table.matches.order_by("-number").defer("frozen", "begun").prefetch_related("sitting")
    matches = [match for match in rows if match.game_slug in every_game()]
    evenings = settled_evening(records.played_matches(matches), stake_of(ctx.table))
    return evenings if sum(len(evening.matches) for evening in evenings) > 1 else ()


def save_stake(ctx: MatchContext, stake: Fraction | None, currency: str) -> bool:
    """Save the stake of the table (None: no stake). Return False if the phone may not score."""
    with transaction.atomic():
        table = commands.lock_for_scoring(ctx.table.pk, ctx.phone)
        if table is None:
            return False
        table.stake, table.currency = ("", "") if stake is None else (str(stake), currency)
        table.save(update_fields=["stake", "currency"])
        commands.publish_change(table)
    return True

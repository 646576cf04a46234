"""What a point is worth at a table: read as it was typed, and agreed on."""

from fractions import Fraction

from django.db import transaction
from django.utils.formats import get_format
from django.utils.translation import gettext as _

from scorekeeper.matches import commands, models
from scorekeeper.sheet.form_fields import number_typed
from scorekeeper.sheet.settling_up import money
from scorekeeper.sheet.viewer import Stake

from .access import MatchContext

MOST = 1_000_000


def stake_of(table: models.Table) -> Stake:
    """What a point is worth; one where nothing was agreed."""
    return Stake(Fraction(table.stake) if table.stake else Fraction(1), table.currency, bool(table.stake))


def stake_typed(table: models.Table) -> str:
    """What a point is worth, as its box shows it; "" where nothing was agreed."""
    return money(Fraction(table.stake), "", get_format("DECIMAL_SEPARATOR")) if table.stake else ""


def read_stake(text: str) -> Fraction:
    """The worth of a point as it was typed: 0.05, 0,05 or 1/20. Raises ``ValueError`` with what to say."""
    stake = number_typed(text)
    if stake is None or not 0 < stake <= MOST:
        raise ValueError(_("Enter a number above zero, such as 1, 0.05 or 1/20."))
    return stake


def agree(place: MatchContext, stake: Fraction | None, currency: str) -> bool:
    """What a point is worth at this table from now on (None: nothing). False if the phone may not."""
    with transaction.atomic():
        table = commands.lock_for_scoring(place.table.pk, place.phone)
        if table is None:
            return False
        table.stake, table.currency = ("", "") if stake is None else (str(stake), currency)
        table.save(update_fields=["stake", "currency"])
        commands.publish_change(table)
    return True

"""Entry money and prizes of nights as a small cash list, in whole hundredths of the club's currency."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Sum

from scorekeeper.clubs.models import Night, Payout, Player, Present

MOST = 99_999_999  # of one amount


@dataclass(frozen=True)
class CashLine:
    """What was taken and paid out at a night; None: at all of a list."""

    night: Night | None
    taken: int
    given: int

    @property
    def balance(self) -> int:
        return self.taken - self.given


def parse_amount(typed: str) -> int | None:
    """An amount as it was typed (5, 5.5, 5,50) in hundredths; None for what is none."""
    found = re.fullmatch(r"([0-9]{1,6})(?:[.,]([0-9]{1,2}))?", typed.strip())
    return None if found is None else int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))


def amount_text(hundredths: int, currency: str = "") -> str:
    """An amount as people read it: 5, 5.50, −2.50, with its currency behind it."""
    whole, rest = divmod(abs(hundredths), 100)
    said = f"{'−' if hundredths < 0 else ''}{whole}{f'.{rest:02}' if rest else ''}"
    return f"{said} {currency}".strip()


def of_nights(nights: Sequence[Night]) -> list[CashLine]:
    """The nights at which money was taken or paid out, in two queries."""
    keys = [night.pk for night in nights]
    paid = Present.objects.filter(night__in=keys).exclude(paid=None).order_by().values("night")
    taken = dict(paid.annotate(sum=Sum("paid")).values_list("night", "sum"))
    prizes = Payout.objects.filter(night__in=keys).order_by().values("night")
    given = dict(prizes.annotate(sum=Sum("amount")).values_list("night", "sum"))
    return [
        CashLine(night, taken.get(night.pk, 0), given.get(night.pk, 0))
        for night in nights
        if night.pk in taken or night.pk in given
    ]


def total(lines: Sequence[CashLine]) -> CashLine:
    """All of a list together."""
    return CashLine(None, sum(one.taken for one in lines), sum(one.given for one in lines))


def has_money(one: Present) -> bool:
    """Whether somebody at a night has paid, or was given a prize in money."""
    return one.paid is not None or Payout.objects.filter(night=one.night_id, player=one.player_id).exists()


def set_paid(night: Night, present: int, paid: bool) -> Present | None:
    """Somebody has paid the entry fee as it is now, or has not after all. None: they are not at the night.

    Who has paid is not charged again by a second tap.
    """
    with transaction.atomic():
        night = Night.objects.select_for_update().get(pk=night.pk)
        one = night.present.select_related("player").filter(pk=present).first()
        if one is not None and paid is (one.paid is None):
            one.paid = night.entry_fee if paid else None
            one.save(update_fields=["paid"])
    return one


def add_payout(night: Night, what: str, player: Player | None, amount: int, known: int) -> bool:
    """A prize was paid out. False where the list is not as long as was seen, as after a second tap."""
    with transaction.atomic():
        locked = Night.objects.select_for_update().get(pk=night.pk)
        if locked.payouts.count() != known:
            return False
        Payout.objects.create(night=locked, what=what, player=player, amount=amount)
    return True

"""The cards that lie on a night's tables: one picture a table, for all its rounds."""

from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from scorekeeper.clubs.models import Night


def card_link(night: Night, number: int) -> str:
    """The address that a card shows: its secret in the fragment, which no log, proxy or referrer sees."""
    return f"{reverse('guest_card', args=[night.code, number])}#{_secret(night, number)}"


def fits(night: Night, number: int, secret: str) -> bool:
    """Whether this is the secret of the card of this table."""
    return constant_time_compare(_secret(night, number), secret)


def _secret(night: Night, number: int) -> str:
    made = salted_hmac("scorekeeper.night.card", f"{night.code}:{number}", algorithm="sha256")
    return made.hexdigest()[:32]

"""The cards on a night's tables: one QR code per table, for all rounds."""

from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from scorekeeper.nights.models import Night


def card_link(night: Night, number: int) -> str:
    """Return a card's link; the secret is in the fragment, which servers never log."""
    return f"{reverse('guest_card', args=[night.code, number])}#{_secret(night, number)}"


def is_card_secret(night: Night, number: int, secret: str) -> bool:
    return constant_time_compare(_secret(night, number), secret)


def _secret(night: Night, number: int) -> str:
    hashed = salted_hmac("scorekeeper.night.card", f"{night.code}:{number}", algorithm="sha256")
    return hashed.hexdigest()[:32]

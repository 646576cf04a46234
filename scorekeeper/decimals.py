"""A stored number as people write it."""

from decimal import Decimal


def plain(number: Decimal) -> str:
    """220.0000 as 220, −1.5000 as -1.5: no needless zeros, no power of ten, no minus before zero."""
    text = format(number.normalize(), "f")
    return "0" if text == "-0" else text

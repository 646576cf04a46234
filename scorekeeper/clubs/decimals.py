"""Decimal numbers as text."""

from decimal import Decimal


def plain(number: Decimal) -> str:
    """Return 220.0000 as 220: no trailing zeros, no exponent, no minus before zero."""
    text = format(number.normalize(), "f")
    return "0" if text == "-0" else text

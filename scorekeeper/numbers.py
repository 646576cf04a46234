"""Whole numbers in addresses and hidden boxes, as somebody else may have sent them."""

# As many digits as every database keeps in eight bytes, and far fewer than Python refuses to read.
LONGEST = 18


def whole(text: str | None, digits: int = LONGEST) -> int | None:
    """The number that this is written as, of at most so many digits 0 to 9; None for anything else."""
    is_number = text is not None and text.isascii() and text.isdecimal() and len(text) <= digits
    return int(text) if is_number and text else None

"""Parsing of whole numbers in URLs and hidden fields."""

# The most digits: a number of 18 digits fits in eight bytes, far below Python's limit on digits.
LONGEST = 18


def parse_whole(text: str | None, digits: int = LONGEST) -> int | None:
    """Return a number of at most ``digits`` digits (0 to 9 only); None for any other text."""
    is_number = text is not None and text.isascii() and text.isdecimal() and len(text) <= digits
    return int(text) if is_number and text else None

"""Text as it is compared in a search: without case, accents and the letters that are written over two.

In Python and never in the database: SQLite folds ASCII alone, PostgreSQL by its locale.
"""

import unicodedata

# Letters that Unicode takes for letters of their own, as people type them who do not have them.
ALIKE = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)


def fold(text: str) -> str:
    """The text without case and accents: JOSÉ and jose are one, so are Søren and soren, Weiß and weiss."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).translate(ALIKE)

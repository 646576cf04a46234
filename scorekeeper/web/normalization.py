"""Text normalised for comparison: without case, accents and ligatures.

It is computed in Python, because SQLite folds only ASCII and PostgreSQL's result depends on its locale.
"""

import unicodedata

# Letters without a Unicode decomposition, and their usual spelling on other keyboards.
ALIKE = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)


def fold(text: str) -> str:
    """Return the text without case and accents: JOSÉ and jose are equal, and Søren and soren."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).translate(ALIKE)

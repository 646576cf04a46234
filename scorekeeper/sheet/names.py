"""Names cut to a length, so that no two of a table look alike."""

import unicodedata
from collections import Counter
from collections.abc import Sequence

HEAD = 12  # letters of a name at the head of a column, the "…" included
HEAD_OF_FOUR = 10
LEAST = 3  # letters where columns are narrow


def letters_of(name: str) -> list[str]:
    """Return the letters of a name, each with its combining marks."""
    found: list[str] = []
    for letter in name:
        if found and unicodedata.combining(letter):
            found[-1] += letter
        else:
            found.append(letter)
    return found


def shortened(names: Sequence[str], most: int, mark: str = "…") -> tuple[str, ...]:
    """Return the names in at most so many letters, the mark of a cut included.

    Names that would look alike get as many more letters as it takes to tell them apart.
    """
    lengths = [most] * len(names)
    while True:
        cut = tuple(_cut(name, length, mark) for name, length in zip(names, lengths, strict=True))
        alike = Counter(text.casefold() for text in cut)
        longer = [
            length + 1 if alike[text.casefold()] > 1 and text != name else length
            for name, text, length in zip(names, cut, lengths, strict=True)
        ]
        if longer == lengths:
            return cut
        lengths = longer


def _cut(name: str, most: int, mark: str) -> str:
    letters = letters_of(name)
    if len(letters) <= most:
        return name
    return "".join(letters[: most - len(mark)]).rstrip(" -.&") + mark

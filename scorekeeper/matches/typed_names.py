"""Validation of the names that people type, in any script."""

import unicodedata
from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scorekeeper.web import numbers

LONGEST = 40

# Characters that change the text direction and could disguise the rest of the line.
DIRECTION_MARKS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Joiners occur in names of several scripts and in emoji.
JOINERS = frozenset("\u200c\u200d")


def clean_name(text: str, longest: int = LONGEST) -> str:
    """Return the normalised name without extra spaces. Raise ``ValidationError``."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if len(name) > longest:
        raise ValidationError(_("At most %(n)d characters.") % {"n": longest})
    for character in name:
        if character in DIRECTION_MARKS or (
            unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn") and character not in JOINERS
        ):
            raise ValidationError(_("It contains a character that cannot be shown."))
    return name


def usual_names(seats: int) -> list[str]:
    """Return default names for the seats: the four winds, or numbers."""
    if seats == 4:
        return [_("North"), _("East"), _("South"), _("West")]
    return [_("Player %(n)d") % {"n": n} for n in range(1, seats + 1)]


def clean_names(typed: Sequence[str], usual: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the cleaned names, and an error message for each ("" for none).

    An empty name becomes the usual name of its seat.
    """
    names, errors = [], []
    for position, text in enumerate(typed):
        try:
            names.append(clean_name(text) or usual[position])
            errors.append("")
        except ValidationError as error:
            names.append(text)
            errors.append(error.messages[0])
    duplicates = duplicate_errors(names)
    return names, [error or duplicate for error, duplicate in zip(errors, duplicates, strict=True)]


def duplicate_errors(names: Sequence[str]) -> list[str]:
    """Return an error message for each name that occurs twice; "" for each other name."""
    folded = [name.casefold() for name in names]
    return [_("This name is given twice.") if name and folded.count(name) > 1 else "" for name in folded]


def swap_seats(typed: Sequence[str], seat: str | None) -> list[str]:
    """Return the names with this seat and the next one swapped; the last seat swaps with the first."""
    names, position = list(typed), numbers.parse_whole(seat)
    if position is not None and position < len(names):
        neighbour = (position + 1) % len(names)
        names[position], names[neighbour] = names[neighbour], names[position]
    return names

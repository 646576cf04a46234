"""Names as people type them: any script, no tricks."""

import unicodedata
from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scorekeeper import numbers

LONGEST = 40

# Letters that turn the direction of the text after them: a name could rewrite its own line.
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Joiners are part of names in several scripts, and of family signs.
JOINING = frozenset("\u200c\u200d")


def clean_name(text: str, longest: int = LONGEST) -> str:
    """The name in its normal form, without needless blanks. Raises ``ValidationError``."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if len(name) > longest:
        raise ValidationError(_("At most %(n)d characters.") % {"n": longest})
    for letter in name:
        if letter in TURNING or (
            unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn") and letter not in JOINING
        ):
            raise ValidationError(_("It contains a character that cannot be shown."))
    return name


def usual_names(seats: int) -> list[str]:
    """What the seats are called until somebody says: the four winds, or numbers."""
    if seats == 4:
        return [_("North"), _("East"), _("South"), _("West")]
    return [_("Player %(n)d") % {"n": n} for n in range(1, seats + 1)]


def clean_names(typed: Sequence[str], usual: Sequence[str]) -> tuple[list[str], list[str]]:
    """The names, the usual one for an empty box, and for each what is wrong with it ("" where nothing is)."""
    names, errors = [], []
    for n, text in enumerate(typed):
        try:
            names.append(clean_name(text) or usual[n])
            errors.append("")
        except ValidationError as problem:
            names.append(text)
            errors.append(problem.messages[0])
    return names, [error or twice for error, twice in zip(errors, distinct_names(names), strict=True)]


def distinct_names(names: Sequence[str]) -> list[str]:
    """Problems with the names as a whole: nobody may be called like a neighbour."""
    folded = [name.casefold() for name in names]
    return [
        _("The same name stands twice in this line.") if name and folded.count(name) > 1 else ""
        for name in folded
    ]


def reseated(typed: Sequence[str], seat: str | None) -> list[str]:
    """The names after whoever sits here has changed places with the next one; the last with the first."""
    names, here = list(typed), numbers.whole(seat)
    if here is not None and here < len(names):
        there = (here + 1) % len(names)
        names[here], names[there] = names[there], names[here]
    return names

"""The words of a reader: Django's current language, and the names of those at a table."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from games.engine import Seating, Words
from scorekeeper.sheet.words import with_names


def words_for(seating: Seating | None = None, names: Sequence[str] = ()) -> Words:
    """Words in the reader's language, with these names, one a seat."""
    return with_names(Words(gettext=_gettext, ngettext=ngettext), seating, names)


def _gettext(text: str) -> str:
    # Django gives the catalogue's header for the empty text.
    return gettext(text) if text else ""

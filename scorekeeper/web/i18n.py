"""The ``Words`` and the ``Reader`` of the current request, from Django's language and time zone."""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format, get_format
from django.utils.translation import get_language, gettext, ngettext

from games.engine import Seating, Words
from scorekeeper.sheet.names import with_names
from scorekeeper.sheet.reader import Reader


def words_for(seating: Seating | None = None, names: Sequence[str] = ()) -> Words:
    """Return the ``Words`` of the current language, with these names, one per seat."""
    return with_names(Words(gettext=gettext, ngettext=ngettext), seating, names)


def reader_now() -> Reader:
    """Return the reader of the current request."""
    return Reader(
        words=words_for(),
        language=get_language() or settings.LANGUAGE_CODE,
        zone=timezone.get_current_timezone_name(),
        date_time=_date_time,
        day=_day,
        time=_time,
        iso=_iso,
        decimal_sign=get_format("DECIMAL_SEPARATOR"),
    )


def _date_time(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "j M, H:i")


def _day(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "DATE_FORMAT")


def _time(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "H:i")


def _iso(moment: datetime) -> str:
    return timezone.localtime(moment).isoformat()

"""A night's wall and phones hear of a change by the night's own version."""

from django.db.models import F
from django.db.models.functions import Greatest

from scorekeeper import live
from scorekeeper.clubs.models import Night
from scorekeeper.matches.models import Table


def publish_night(night: int) -> None:
    """Raise the version of a night, by its key, and tell it to those who watch when the transaction commits.

    Whoever locks tables as well locks them first.
    """
    Night.objects.filter(pk=night).update(version=F("version") + 1)
    code, version = Night.objects.values_list("code", "version").get(pk=night)
    live.publish(code, version)


def publish_night_of(table: Table) -> None:
    """The night of a table that was written on, if it belongs to one."""
    if table.night_id is not None:
        publish_night(table.night_id)


def go_on_from(version: int) -> None:
    """After a backup was restored: every night's version rises, and to this one at least."""
    Night.objects.update(version=Greatest(F("version") + 1, version))

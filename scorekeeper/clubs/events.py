"""What was done in a club, as its members read it: who may do what is no secret among them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from . import telling
from .models import ClubEvent, Role

# The sentence of each kind of event; its values stand in the event's ``about``.
SAID = {
    "founded": _("The club was founded."),
    "named": _("The club is now called “%(name)s”; before, it was “%(before)s”."),
    "games": _("The club’s games were changed."),
    "published": _("The club’s pages were published."),
    "made_private": _("The club’s pages are for its members alone again."),
    "invited": _("An invitation was made: %(role)s, for %(uses)s, until %(until)s."),
    "link_renewed": _("An invitation’s link was made anew; the old one is dead."),
    "invitation_ended": _("An invitation was ended."),
    "joined": _("%(who)s joined: %(role)s."),
    "left": _("%(who)s left the club."),
    "removed": _("%(who)s was removed from the club."),
    "role": _("%(who)s: %(before)s before, %(role)s now."),
    "handed_over": _("The club was handed over to %(who)s."),
    "reset_link": _("A link to a new password was made for %(who)s."),
    "deleting": _("The club is to be deleted on %(until)s."),
    "kept": _("The club will not be deleted."),
    "import": _("%(added)s matches were brought in from %(name)s."),
    "import_undone": _("The import of %(name)s was undone: %(removed)s matches were removed."),
    **telling.SAID,
}


@dataclass(frozen=True)
class Happened:
    """An event in words."""

    words: str
    by: str
    at: datetime


def record(club: int, what: str, by: str, /, **about: Any) -> None:
    """Write down for a club's members what was done, in the transaction of what it tells of."""
    ClubEvent.objects.create(club_id=club, what=what, about=about, by_name=by[:40])


def happened(event: ClubEvent) -> Happened:
    """The event in the reader's language. One of a kind that is not known here is shown as it stands."""
    values = {name: _shown(name, value) for name, value in event.about.items()}
    template = SAID.get(event.what)
    if template is None:
        words = str(values.get("words") or event.what.replace("_", " "))
    else:
        try:
            words = gettext(template) % values
        except (KeyError, TypeError, ValueError):
            words = event.what.replace("_", " ")
    return Happened(words, event.by_name, event.at)


def _shown(name: str, value: Any) -> str:
    if name in ("role", "before") and value in Role.values:
        return str(Role(value).label)
    return str(value)

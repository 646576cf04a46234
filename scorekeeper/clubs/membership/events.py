"""The club's log, which all members may read: a sentence for each kind of event."""

import re
from contextlib import suppress
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from scorekeeper.clubs.models import ClubEvent, Role

# The sentence of each kind of event; ``ClubEvent.about`` has its values. In the events of closed
# sheets, ``of`` is the name of the sheet's night or season. A custom is what is settled "at our club".
MESSAGES = {
    "founded": _("The club was started."),
    "named": _("The club was renamed from “%(before)s” to “%(name)s”."),
    "games": _("The club’s games were changed."),
    "invited": _("An invitation was created: %(role)s, for %(uses)s, until %(until)s."),
    "players_invited": ngettext_lazy(
        "An invitation for %(n)s player was created, until %(until)s.",
        "Invitations for %(n)s players were created, until %(until)s.",
        "n",
    ),
    "people_added": ngettext_lazy(
        "%(n)s player was added from a list.", "%(n)s players were added from a list.", "n"
    ),
    "link_renewed": _("An invitation got a new link; the old one stopped working."),
    "invitation_ended": _("An invitation was ended."),
    "joined": _("%(who)s joined: %(role)s."),
    "left": _("%(who)s left the club."),
    "removed": _("%(who)s was removed from the club."),
    "role": _("%(who)s: role changed from %(before)s to %(role)s."),
    "handed_over": _("The club was handed over to %(who)s."),
    "reset_link": _("A password reset link was created for %(who)s."),
    "deleting": _("The club will be deleted on %(until)s."),
    "kept": _("Deleting the club was cancelled."),
    "import": ngettext_lazy(
        "%(added)s match was imported from %(name)s.",
        "%(added)s matches were imported from %(name)s.",
        "added",
    ),
    "import_undone": ngettext_lazy(
        "The import of %(name)s was undone: %(removed)s match was removed.",
        "The import of %(name)s was undone: %(removed)s matches were removed.",
        "removed",
    ),
    "name_joined": ngettext_lazy(
        "The name “%(as)s” was linked to %(name)s in %(n)s seat.",
        "The name “%(as)s” was linked to %(name)s in %(n)s seats.",
        "n",
    ),
    "name_parted": ngettext_lazy(
        "%(n)s seat was unlinked from %(name)s.", "%(n)s seats were unlinked from %(name)s.", "n"
    ),
    "merged": _("%(other_name)s and %(name)s were merged."),
    "unmerged": _("The merge of %(other_name)s and %(name)s was undone."),
    "renamed": _("%(name)s was renamed to %(now)s."),
    "claim_granted": _("%(who)s said that “%(name)s” was them. It was confirmed."),
    "claim_denied": _("%(who)s said that “%(name)s” was them. It was rejected."),
    "forgotten": _("A player was forgotten."),
    "house_made": _("The house rules “%(name)s” were created."),
    "house_changed": _("The house rules “%(name)s” were changed: version %(version)s."),
    "house_ended": _("The house rules “%(name)s” were removed."),
    "custom_made": _("At our club: %(words)s"),
    "custom_ended": _("No longer at our club: %(words)s"),
    "night_made": _("%(night)s: the night was created."),
    "night_changed": _("%(night)s: the night was changed."),
    "night_deleted": _("%(night)s: the night was deleted."),
    "round_drawn": _("%(night)s: round %(n)s was drawn, tables: %(tables)s."),
    "table_added": _("%(night)s: table %(table)s was added to round %(n)s."),
    "round_taken_back": _("%(night)s: the draw of round %(n)s was undone."),
    "round_ended": _("%(night)s: round %(n)s ended."),
    "round_ended_unconfirmed": _("%(night)s: round %(n)s ended; not confirmed: table %(unconfirmed)s."),
    "result_confirmed": _("%(night)s: round %(n)s, table %(table)s was confirmed for %(sides)s."),
    "round_goes_on": _("%(night)s: round %(n)s was reopened."),
    "closed_hand_changed": _("After the end of %(of)s, hand %(n)s of %(game)s was edited. %(why)s"),
    "closed_rules_changed": _("After the end of %(of)s, the house rules of %(game)s were changed. %(why)s"),
    "closed_names_changed": _("After the end of %(of)s, the names on the sheet of %(game)s were changed."),
    "night_ended": _("%(night)s: the night ended."),
    "night_goes_on": _("%(night)s: the night was reopened."),
    "prizes_fixed": _("%(night)s: the prizes were announced. %(prizes)s"),
    "season_made": _("The season “%(name)s” was created."),
    "season_changed": _("The season “%(name)s” was changed."),
    "season_shared": _("The season “%(name)s” got a link to read it without an account."),
    "season_link_withdrawn": _("The link to the season “%(name)s” was withdrawn."),
    "season_ended": _("The season “%(name)s” was ended on %(until)s."),
    "season_deleted": _("The season “%(name)s” was deleted; its matches stay."),
    "season_kept": _("The season “%(name)s” was restored."),
}


def record_event(club: int, kind: str, by_name: str, /, **about: Any) -> None:
    """Record an event in the club's log, in the transaction of the change."""
    ClubEvent.objects.create(club_id=club, what=kind, about=about, by_name=by_name[:40])


def event_text(event: ClubEvent) -> str:
    """Return the event in the active language; an unknown kind is shown as stored."""
    values = {name: _value_text(name, value) for name, value in event.about.items()}
    kind = event.what.replace("_", " ")
    if event.what not in MESSAGES:
        return str(values.get("words") or kind)
    try:
        return str(MESSAGES[event.what] % values)
    except (KeyError, TypeError, ValueError):
        return kind


def _value_text(name: str, value: Any) -> str | int:
    if isinstance(value, int):
        return value  # still a number, by which ngettext_lazy chooses the plural form
    if name in ("role", "before") and value in Role.values:
        return str(Role(value).label)
    # Dates are stored as 2019-03-02; a night without a name is called by its date.
    if name in ("of", "night", "until") and re.fullmatch(r"\d{4}-\d\d-\d\d", str(value)):
        with suppress(ValueError):
            return date_format(date.fromisoformat(value))
    return str(value)

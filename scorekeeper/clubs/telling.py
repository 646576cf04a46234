"""What was done with players and house rules, in a sentence for each kind of event."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

# The values stand in the event's ``about``; those of a kind that is not here are told by their own part.
SAID = {
    "name_joined": _("“%(as)s” stands for %(name)s, in %(n)s seats."),
    "name_parted": _("%(n)s seats do not stand for %(name)s any more."),
    "merged": _("%(other_name)s was found to be %(name)s."),
    "unmerged": _("%(other_name)s and %(name)s are two people again."),
    "renamed": _("%(name)s is now called %(now)s."),
    "claim_granted": _("%(who)s said: “%(name)s” was I. It was so."),
    "claim_denied": _("%(who)s said: “%(name)s” was I. It was not so."),
    "asks_to_be_forgotten": _("Somebody asked to be forgotten."),
    "is_not_forgotten": _("Somebody is not forgotten after all."),
    "forgotten": _("Somebody was forgotten."),
    "house_made": _("House rules were made: “%(name)s”."),
    "house_changed": _("The house rules “%(name)s” were changed: version %(version)s."),
    "house_ended": _("The house rules “%(name)s” were given up."),
    "custom_made": _("At our club: %(words)s"),
    "custom_ended": _("No longer at our club: %(words)s"),
}

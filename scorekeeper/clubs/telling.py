"""What was done with players, house rules, nights and seasons, in a sentence for each kind of event."""

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
    "night_made": _("%(night)s: the night was set up."),
    "night_changed": _("%(night)s: the night was changed."),
    "night_deleted": _("%(night)s: the night was deleted."),
    "round_drawn": _("%(night)s: round %(n)s was drawn, tables: %(tables)s."),
    "round_taken_back": _("%(night)s: the draw of round %(n)s was taken back."),
    "round_ended": _("%(night)s: round %(n)s ended."),
    "round_goes_on": _("%(night)s: round %(n)s goes on after all."),
    "closed_hand_changed": _("%(of)s was over: hand %(n)s of %(game)s was changed. %(why)s"),
    "closed_rules_changed": _("%(of)s was over: the house rules of %(game)s were changed. %(why)s"),
    "closed_names_changed": _("%(of)s was over: who sat where at %(game)s was changed."),
    "night_ended": _("%(night)s: the night ended."),
    "night_goes_on": _("%(night)s: the night goes on after all."),
    "prizes_fixed": _("%(night)s: the prizes are fixed. %(prizes)s"),
    "season_made": _("The season “%(name)s” was made."),
    "season_changed": _("The season “%(name)s” was changed."),
    "season_ended": _("The season “%(name)s” was ended on %(until)s."),
    "season_deleted": _("The season “%(name)s” was deleted; its matches stay."),
    "season_kept": _("The season “%(name)s” is back."),
}

"""The form of a club's house rules, besides the rules themselves."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.fields import LineField, NameField
from scorekeeper.clubs.models import ClubHouse


class HouseForm(forms.Form):
    """The name of new house rules, or the reason for a change."""

    name = NameField(_("Name"), _("Give them a name."))
    reason = LineField(_("Reason (optional)"), 200)

    def __init__(self, house: ClubHouse | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if house is not None:
            del self.fields["name"]
            reason = self.fields["reason"]
            reason.label, reason.required = _("Say why they changed"), True
            reason.error_messages["required"] = _("Say why they changed.")

"""Forms about players."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.fields import NameField
from scorekeeper.clubs.people import names
from scorekeeper.clubs.people.names import KnownName


class PlayerForm(forms.Form):
    name = NameField(_("Name"), _("Give them a name."))

    def __init__(self, taken_names: list[KnownName], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.taken_names = taken_names

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if names.player_called(name, self.taken_names) is not None:
            raise ValidationError(
                _("There is already a player with this name. Players need different names.")
            )
        return name

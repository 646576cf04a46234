"""Forms about players."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.people import names
from scorekeeper.clubs.people.names import KnownName
from scorekeeper.matches.typed_names import LONGEST, clean_name

NAME = forms.TextInput({"autocomplete": "off", "autocapitalize": "words", "maxlength": LONGEST})


class PlayerForm(forms.Form):
    """A player's name, unique in the club."""

    name = forms.CharField(label=_("Name"), required=False, strip=False, widget=NAME)

    def __init__(self, others: list[KnownName], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.others = others

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"])
        if not name:
            raise ValidationError(_("Give them a name."))
        if names.player_called(name, self.others) is not None:
            raise ValidationError(
                _("There is already a player with this name. Players need different names.")
            )
        return name

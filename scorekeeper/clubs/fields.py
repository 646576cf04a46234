"""Form fields for names, lines of text and days; choices that are known only per request."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.matches import typed_names

NAME_ATTRS = {"autocomplete": "off", "autocapitalize": "words"}


def set_choices(form: forms.Form, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


def on_one_line(text: str) -> str:
    """Return the text with single spaces; characters that cannot be shown count as spaces."""
    return " ".join("".join(character if character.isprintable() else " " for character in text).split())


class LineField(forms.CharField):
    """An optional text on one line, cut to ``longest``."""

    def __init__(self, label: Any = "", longest: int = 60, **attrs: Any) -> None:
        widget = forms.TextInput({"autocomplete": "off", "maxlength": longest, **attrs})
        super().__init__(label=label, required=False, widget=widget)
        self.longest = longest

    def to_python(self, value: Any) -> str:
        return on_one_line(value or "")[: self.longest]


class NameField(forms.CharField):
    """A name in any script; ``missing`` is the message if there is none."""

    def __init__(self, label: Any, missing: Any, longest: int = typed_names.LONGEST) -> None:
        widget = forms.TextInput({**NAME_ATTRS, "maxlength": longest})
        super().__init__(label=label, strip=False, error_messages={"required": missing}, widget=widget)
        self.longest = longest

    def to_python(self, value: Any) -> str:
        return typed_names.clean_name(super().to_python(value) or "", self.longest)


class DayField(forms.DateField):
    """A day in a year that calendars can handle, written as browsers send it."""

    widget = forms.DateInput({"type": "date"})
    input_formats = ["%Y-%m-%d"]
    default_error_messages = {"invalid": _("Enter the day like this: 2019-03-02.")}

    def validate(self, value: date | None) -> None:
        super().validate(value)
        if value is not None and not 1800 < value.year < 2200:
            raise forms.ValidationError(self.error_messages["invalid"])

    def prepare_value(self, value: Any) -> Any:
        """Return a day as ISO 8601, because the templates write the input themselves, without the widget."""
        return value.isoformat() if isinstance(value, date) else value

"""Fields of forms: days, and choices that are known only at the request."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


def set_choices(form: forms.Form, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
    """Set the choices of a form's field: pairs of value and label."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


class DayField(forms.DateField):
    """A day in a year that calendars can handle, written as browsers do."""

    widget = forms.DateInput({"type": "date"})
    input_formats = ["%Y-%m-%d"]
    default_error_messages = {"invalid": _("Enter the day like this: 2019-03-02.")}

    def validate(self, value: date | None) -> None:
        super().validate(value)
        if value is not None and not 1800 < value.year < 2200:
            raise forms.ValidationError(self.error_messages["invalid"])

    def prepare_value(self, value: Any) -> Any:
        """Return a day as ISO 8601; the templates draw the box themselves, without the widget."""
        return value.isoformat() if isinstance(value, date) else value

"""Choices of form fields that are known only at the request."""

from collections.abc import Sequence
from typing import Any

from django import forms


def set_choices(form: forms.Form, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
    """Set the choices of a form's field: pairs of value and label."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)

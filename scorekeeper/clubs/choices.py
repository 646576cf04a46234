"""What a form of a club offers to choose from, where that is known only when somebody asks."""

from collections.abc import Sequence
from typing import Any

from django import forms


def set_choices(form: forms.Form, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
    """Let a field of this form offer these choices, each a value and its label."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)

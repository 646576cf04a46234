"""A form that asks for a record one question at a time, without assumed answers."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from games.engine import FormField

from .boxes import Box, belongs_to_any
from .form_fields import box_value
from .record_form import RecordForm


class StepForm(RecordForm):
    """A form that asks question by question.

    Questions marked ``usual`` or ``seldom`` start with their defaults. Every other relevant box must be
    answered, even if the record has a default for it. ``notes`` are the sources of answers that were filled
    in, by path.
    """

    notes: Mapping[str, str] = MappingProxyType({})

    def requires_answer(self, field: FormField) -> bool:
        return field.needs_answer

    def starts_empty(self, field: FormField) -> bool:
        return self.requires_answer(field)

    def has_key_for_none(self, field: FormField) -> bool:
        return self.requires_answer(field) and self.may_be_none(field)

    def is_none(self, field: FormField) -> bool:
        if not self.requires_answer(field):
            return super().is_none(field)
        return f"{field.path}.n" in self.data if self._is_typed(field) else field.path in self.data

    def _is_typed(self, field: FormField) -> bool:
        return self.widget(field) in ("number", "fraction")

    def add_missing(self, known: dict[str, Any]) -> None:
        """Add the open (still unanswered) boxes to ``missing``."""
        self.missing |= self.open_boxes

    @property
    def open_boxes(self) -> frozenset[str]:
        """Return the relevant unanswered boxes that this form requires although the record has a default."""
        required = {
            path for path, field in self.fields.items() if self.requires_answer(field) and not field.required
        }
        if not (empty := required - set(self.answers)):
            return frozenset()
        irrelevant = self.irrelevant
        return frozenset(path for path in empty if not belongs_to_any(path, irrelevant))

    @property
    def unanswered_boxes(self) -> tuple[str, ...]:
        """Return the boxes still to be answered, given the answers so far."""
        unanswered = self.missing | self.open_boxes
        return tuple(path for path in self.fields if path in unanswered)

    def as_sent(self, answers: Mapping[str, Any]) -> dict[str, list[str]]:
        """Return the values that a browser would send: these answers, and the defaults of optional boxes."""
        sent = {}
        for path, field in self.fields.items():
            if self.requires_answer(field) and path not in answers:
                continue
            value = box_value(answers.get(path, field.default))
            if isinstance(value, list):
                sent[path] = ["", *value]
            elif value == "" and self._is_typed(field):
                sent[f"{path}.n"] = ["yes"]
            elif self.widget(field) != "switch" or value == "yes":
                sent[path] = [value]
        return sent

    @property
    def box_of(self) -> Mapping[str, Box]:
        return {box.path: box for group in self.groups for box in group.boxes}

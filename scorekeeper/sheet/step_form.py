"""The form of a record that is asked one question at a time, without assumed answers."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from games.engine import FormField

from .boxes import Box, belongs
from .form_fields import shown
from .record_form import RecordForm


class StepForm(RecordForm):
    """A form that asks question by question.

    Usual and seldom questions start with their defaults; every other box must be answered if it is relevant,
    even if a record may leave it out. ``notes`` are the sources of answers that were filled in, by path.
    """

    notes: Mapping[str, str] = MappingProxyType({})

    def must_be_said(self, blank: FormField) -> bool:
        return blank.must_be_said

    def starts_empty(self, blank: FormField) -> bool:
        return self.must_be_said(blank)

    def has_key_for_none(self, blank: FormField) -> bool:
        return self.must_be_said(blank) and self.may_be_none(blank)

    def says_none(self, blank: FormField) -> bool:
        if not self.must_be_said(blank):
            return super().says_none(blank)
        return f"{blank.path}.n" in self.data if self._is_typed(blank) else blank.path in self.data

    def _is_typed(self, blank: FormField) -> bool:
        return self.shape(blank) in ("number", "fraction")

    def settle_missing(self, known: dict[str, Any]) -> None:
        """Add the boxes that only a record may leave out."""
        self.missing |= self.open_boxes

    @property
    def open_boxes(self) -> frozenset[str]:
        """Return the open boxes that only a record may leave out, given the answers so far."""
        optional_ = {
            path for path, blank in self.blanks.items() if self.must_be_said(blank) and not blank.required
        }
        if not (empty := optional_ - set(self.answers)):
            return frozenset()
        off = self.irrelevant
        return frozenset(path for path in empty if not belongs(path, off))

    @property
    def asks(self) -> tuple[str, ...]:
        """Return the boxes still to be answered, given the answers so far."""
        open_ = self.missing | self.open_boxes
        return tuple(path for path in self.blanks if path in open_)

    def as_sent(self, answers: Mapping[str, Any]) -> dict[str, list[str]]:
        """Return the values that a browser sends with these answers and the initial ones."""
        sent = {}
        for path, blank in self.blanks.items():
            if self.must_be_said(blank) and path not in answers:
                continue
            value = shown(answers.get(path, blank.default))
            if isinstance(value, list):
                sent[path] = ["", *value]
            elif value == "" and self._is_typed(blank):
                sent[f"{path}.n"] = ["yes"]
            elif self.shape(blank) != "switch" or value == "yes":
                sent[path] = [value]
        return sent

    @property
    def box_of(self) -> Mapping[str, Box]:
        return {box.path: box for group in self.groups for box in group.boxes}

"""The form of a record that is asked one question at a time and takes nothing for granted."""

from collections.abc import Mapping
from typing import Any

from games.engine import FormField, irrelevant_paths, optional, with_placeholder_answers

from .boxes import Box, belongs
from .form_fields import shown
from .record_form import RecordForm


class StepForm(RecordForm):
    """Asks question by question.

    What the record calls usual or seldom stands as its default; every other box must be answered where its
    question matters, though a record from elsewhere may leave it out.
    """

    def must_be_said(self, blank: FormField) -> bool:
        return blank.must_be_said

    def is_step(self, blank: FormField) -> bool:
        """Whether it is asked by itself, and is no small key below another question."""
        return blank.must_be_said

    def shows_nothing_unsaid(self, blank: FormField) -> bool:
        return self.is_step(blank)

    def has_key_for_none(self, blank: FormField) -> bool:
        return bool(blank.must_be_said and optional(blank.type))

    def says_none(self, blank: FormField) -> bool:
        if not blank.must_be_said:
            return super().says_none(blank)
        return f"{blank.path}.n" in self.data if self._is_typed(blank) else blank.path in self.data

    def _is_typed(self, blank: FormField) -> bool:
        return self.shape(blank) in ("number", "fraction")

    def settle_missing(self, known: dict[str, Any]) -> None:
        """Missing is also what a record, but no form, may leave out."""
        self.missing |= self.unsaid

    @property
    def unsaid(self) -> frozenset[str]:
        """The boxes that a record could do without and that must still be answered, by the answers so far."""
        optional_ = {path for path, blank in self.blanks.items() if blank.must_be_said and not blank.required}
        if not (empty := optional_ - set(self.answers)):
            return frozenset()
        off = set(
            irrelevant_paths(
                with_placeholder_answers(self.kind_of_record, self.known, self.sheet), self.sheet
            )
        )
        return frozenset(path for path in empty if not belongs(path, off))

    @property
    def asks(self) -> tuple[str, ...]:
        """The boxes still to be answered, by all the answers so far."""
        open_ = self.missing | self.unsaid
        return tuple(path for path in self.blanks if path in open_)

    def as_sent(self, answers: Mapping[str, Any]) -> dict[str, list[str]]:
        """What a browser sends where these boxes are answered, and the others hold what they begin with."""
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
        """Every box, by its path."""
        return {box.path: box for group in self.groups for box in group.boxes}

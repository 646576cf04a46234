"""Reasons to refuse a hand: each names the player and the question, and cites the rule."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine import Problem, Rule

from .hand_form import HandForm
from .localized import LocalizedMatch
from .points import Sentence, with_rule


@dataclass(frozen=True)
class Fault:
    """A reason to refuse a hand; ``path`` names the question or box, "" stands for the whole hand."""

    sentence: Sentence
    path: str = ""

    @property
    def text(self) -> str:
        return self.sentence.text


def problem_fault(match: LocalizedMatch, form: HandForm, problem: Problem) -> Fault:
    return _fault(match, form, problem.field, match.words.read(problem.words), problem.rule)


def missing_faults(match: LocalizedMatch, form: HandForm) -> Iterator[Fault]:
    """Yield a fault for the first unanswered box of each question."""
    questions: set[str] = set()
    for path, field in form.fields.items():
        if path in form.missing and field.question not in questions:
            questions.add(field.question)
            yield _fault(match, form, path, match.words.gettext("Choose one"), None)


def _fault(match: LocalizedMatch, form: HandForm, path: str, text: str, rule: Rule | None) -> Fault:
    subject = _subject(form, path, text)
    sentence = Sentence(f"{subject}: {text}" if subject else text, rule)
    return Fault(with_rule(match, sentence) if rule else sentence, path)


def _subject(form: HandForm, path: str, text: str) -> str:
    """Return the player and the question of a problem's path: "Bo · Cards left".

    The player is left out if the text names them already.
    """
    box_path = form.box_path(path)
    group = next((group for group in form.groups for box in group.boxes if box.path == box_path), None)
    if group is None:
        return ""
    box = form.box_of[box_path]
    parts = [group.label]
    if path.startswith(box_path):  # the box itself, and not the whole question
        if group.nested:
            parts.append(box.label)
        elif box.side is not None and box.label not in text:
            parts.insert(0, box.label)
    return " · ".join(part.rstrip("?:") for part in parts)

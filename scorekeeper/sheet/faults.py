"""The reasons why a hand cannot be saved, each with whose answer it is, its question and its rule."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine import Problem, Rule

from .hand_form import HandForm
from .localized import LocalizedMatch
from .points import Sentence, with_rule


@dataclass(frozen=True)
class Fault:
    """A reason to refuse a hand; ``at`` is the path of the question or box, "" for the whole hand."""

    sentence: Sentence
    at: str = ""

    @property
    def text(self) -> str:
        return self.sentence.text


def fault(match: LocalizedMatch, form: HandForm, problem: Problem) -> Fault:
    return _fault(match, form, problem.field, match.words.read(problem.words), problem.rule)


def missing(match: LocalizedMatch, form: HandForm) -> Iterator[Fault]:
    """Yield a fault for the first open box of each question."""
    asked: set[str] = set()
    for path, blank in form.blanks.items():
        if path in form.missing and blank.question not in asked:
            asked.add(blank.question)
            yield _fault(match, form, path, match.words.gettext("Choose one"), None)


def _fault(match: LocalizedMatch, form: HandForm, field: str, words: str, rule: Rule | None) -> Fault:
    about = _about(form, field, words)
    sentence = Sentence(f"{about}: {words}" if about else words, rule)
    return Fault(with_rule(match, sentence) if rule else sentence, field)


def _about(form: HandForm, field: str, words: str) -> str:
    """Return the player and the question of a problem's path: "Bo · Cards left".

    A player whom the words name already is left out.
    """
    path = form.box_path(field)
    group = next((group for group in form.groups for box in group.boxes if box.path == path), None)
    if group is None:
        return ""
    box = form.box_of[path]
    parts = [group.label]
    if field.startswith(path):  # the box itself, and not the whole question
        if group.nested:
            parts.append(box.label)
        elif box.side is not None and box.label not in words:
            parts.insert(0, box.label)
    return " · ".join(part.rstrip("?:") for part in parts)

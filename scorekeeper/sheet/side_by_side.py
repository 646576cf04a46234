"""Comparison of two conflicting runs of hands: those in the log, and those of an offline phone."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from games.engine import HEADING

from .environment import draw
from .localized import LocalizedMatch
from .presenters import HandRow, row_of
from .viewer import Viewer


@dataclass(frozen=True)
class HandPair:
    """A hand of each run, None where one is missing; ``name`` is the field name of the choice."""

    name: str
    theirs: HandRow | None
    mine: HandRow | None
    same: bool = False

    @property
    def label(self) -> str:
        row = self.theirs or self.mine
        return row.label if row else ""


def draw_runs(
    theirs: LocalizedMatch,
    mine: LocalizedMatch,
    viewer: Viewer,
    pairs: Sequence[tuple[int | None, int | None, bool]],
    corrections: Sequence[tuple[str, int]],
    *,
    entries: str,
    lines: str,
    keys: str,
    chooses_each: bool = False,
    is_cut: bool = False,
    error: str = "",
) -> Markup:
    """Draw both runs and the choices between them.

    Each of the ``pairs`` has a hand's number in the log, its number in the phone's run, and whether the hands
    are equal. Each of the ``corrections`` has the key of an edit by the phone, and the edited hand's number.
    The phone sent ``entries`` and ``lines`` as JSON, and the form sends them again. ``keys`` are the keys of
    the entries and lines, which the phone deletes once the choice is saved. ``chooses_each``: one choice for
    each hand. ``is_cut``: more hands follow later.
    """
    hand_pairs = [
        HandPair(
            str(index),
            None if their_number is None else row_of(theirs, their_number),
            None if my_number is None else row_of(mine, my_number),
            same,
        )
        for index, (their_number, my_number, same) in enumerate(pairs)
    ]
    hand_pairs += [
        HandPair(key, row_of(theirs, number), row_of(mine, number))
        for key, number in corrections
        if number != HEADING
    ]
    authors = {pair.theirs.by for pair in hand_pairs if pair.theirs and pair.theirs.by}
    return draw(
        "runs.html",
        theirs.words,
        viewer=viewer,
        links=viewer.links,
        hand_pairs=hand_pairs,
        is_single=len(hand_pairs) == 1
        and hand_pairs[0].theirs is not None
        and hand_pairs[0].mine is not None,
        has_pairs=bool(pairs),
        by=", ".join(sorted(authors)),
        entries=entries,
        lines=lines,
        keys=keys,
        chooses_each=chooses_each,
        is_cut=is_cut,
        error=error,
    )

"""Two runs of hands beside each other: what stands on the log, and what a phone wrote apart from it."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from .environment import draw
from .localized import LocalizedMatch
from .presenters import HandRow, row_of
from .viewer import Viewer


@dataclass(frozen=True)
class Facing:
    """A hand of each run, None where one has none; ``name`` is how a choice about it is sent."""

    name: str
    theirs: HandRow | None
    mine: HandRow | None
    same: bool = False

    @property
    def called(self) -> str:
        """What people call the hand."""
        row = self.theirs or self.mine
        return row.called if row else ""


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
    joining: bool = False,
    wrong: str = "",
) -> Markup:
    """Both runs, and the keys that settle them; ``joining``: a choice for each hand.

    ``pairs`` are the numbers of hands in either log and whether they say the same, ``corrections`` the keys
    of what mine says otherwise of older hands, with their numbers. The rest is what the phone sent, to be
    sent again.
    """
    facing = [
        Facing(
            str(at),
            None if there is None else row_of(theirs, there),
            None if here is None else row_of(mine, here),
            same,
        )
        for at, (there, here, same) in enumerate(pairs)
    ]
    facing += [Facing(key, row_of(theirs, n), row_of(mine, n)) for key, n in corrections if n]
    by = {row.theirs.by for row in facing if row.theirs and row.theirs.by}
    return draw(
        "runs.html",
        theirs.words,
        viewer=viewer,
        links=viewer.links,
        facing=facing,
        one=len(facing) == 1 and facing[0].theirs is not None and facing[0].mine is not None,
        pair=bool(pairs),
        by=", ".join(sorted(by)),
        entries=entries,
        lines=lines,
        keys=keys,
        joining=joining,
        wrong=wrong,
    )

"""A linearizability checker for the history of one hand, after Wing and Gong.

The hand is a register whose state is (number of writes, value). Operations overlap; the search looks for an
order in which every operation takes effect between its call and its answer, and every answer is right. An
operation whose answer was lost may take effect at any time after its call, or never.
"""

import math
from dataclasses import dataclass

State = tuple[int, str]  # number of writes, value
BLANK: State = (0, "")


@dataclass(frozen=True)
class Operation:
    """A request: its times in seconds, and its answer (None: the answer was lost).

    A write says in ``seen`` how many writes (``rev``) its phone knew of. Its answer is "saved", or "taken"
    if another write was first. The answer to a read is a state.
    """

    sent: float
    answered: float
    write: str | None  # None: a read
    seen: int = 0
    answer: str | State | None = None

    @property
    def lost(self):
        return self.answer is None


def apply(state, op):
    """Return the state after an operation takes effect; None if its answer would be wrong."""
    if op.write is None:
        return state if op.lost or op.answer == state else None
    if state[0] == op.seen:
        saved = op.seen + 1, op.write
        return saved if op.lost or op.answer == "saved" else None
    # Another phone was first. Writing the same value on the same rev counts as saved.
    is_same = state == (op.seen + 1, op.write)
    return state if op.lost or op.answer == "taken" or (is_same and op.answer == "saved") else None


def is_linearizable(history):
    """Return True if some order of the operations explains every answer."""
    ops = sorted(history, key=lambda op: op.sent)
    visited = set()

    def search(remaining, state):
        if all(ops[n].lost for n in remaining):
            return True
        if (remaining, state) in visited:
            return False
        visited.add((remaining, state))
        first_answer = min((ops[n].answered for n in remaining if not ops[n].lost), default=math.inf)
        for n in sorted(remaining):
            if ops[n].sent > first_answer:
                break  # another operation was answered before this one was sent
            next_state = apply(state, ops[n])
            if next_state is not None and search(remaining - {n}, next_state):
                return True
            if ops[n].lost and search(remaining - {n}, state):
                return True  # the lost operation never took effect
        return False

    return search(frozenset(range(len(ops))), BLANK)

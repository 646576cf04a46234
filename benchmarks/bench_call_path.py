"""Count of the files that run when a hand is posted, and of the calls between them.

It counts the calls of the repository's functions during one warm request in this process. A move is a call
from one file of the repository into another. ``BENCH_CALL_PATH=1`` prints the files in the order entered.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

from .bench_hand import create_table, save, show
from .in_process import set_up

ROOT = str(Path(__file__).resolve().parents[1])
OURS = (f"{ROOT}/scorekeeper/", f"{ROOT}/games/")
MOST_FILES, MOST_MOVES = 50, 1500
RESUMED = 4  # f_lasti above this means that a generator is resumed


class CallRecorder:
    """A profiler that records the repository's files in the order entered."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.functions: set[tuple[str, int]] = set()
        self.moves = 0

    def __call__(self, frame: FrameType, event: str, _arg: Any) -> None:
        file = frame.f_code.co_filename
        # A resumed generator was counted when it started.
        if event != "call" or not file.startswith(OURS) or frame.f_lasti > RESUMED:
            return
        self.calls[file] += 1
        self.functions.add((file, frame.f_code.co_firstlineno))
        caller = frame.f_back
        while caller is not None and not caller.f_code.co_filename.startswith(OURS):
            caller = caller.f_back
        self.moves += caller is not None and caller.f_code.co_filename != file


def main() -> None:
    application = set_up()
    table = create_table(20)
    show(application, table, cold=False)
    recorder = CallRecorder()

    def recorded(*request: Any) -> Any:
        sys.setprofile(recorder)
        try:
            return application(*request)
        finally:
            sys.setprofile(None)

    for _ in range(3):
        save(application, table)
    save(recorded, table)
    python = [file for file in recorder.calls if file.endswith(".py")]
    print(
        f"  a posted hand: {len(python)} files (limit {MOST_FILES}), {len(recorder.functions)} functions, "
        f"{sum(recorder.calls.values())} calls, {recorder.moves} moves between files (limit {MOST_MOVES}); "
        f"{len(recorder.calls) - len(python)} templates"
    )
    if os.environ.get("BENCH_CALL_PATH"):
        for file, calls in recorder.calls.items():
            print(f"    {file.removeprefix(ROOT + '/'):56} {calls:5} calls")

"""Every form of every game is drawn by the sheet alone: on the phone there is no Django."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_form_is_drawn_where_django_cannot_be_imported() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.forms_without_django"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 800

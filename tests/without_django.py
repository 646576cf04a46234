"""Render every page of every example without Django: ``python -m tests.without_django``.

It prints a line for each page: the game, the page, and what is wrong with the page.
"""

import sys
import uuid
from datetime import UTC, datetime, timedelta
from importlib.abc import MetaPathFinder


class NoDjango(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] == "django":
            raise ImportError(f"{name} is imported by the sheet")


if __name__ == "__main__":  # tests that import this module use Django
    sys.meta_path.insert(0, NoDjango())

from markupsafe import escape  # noqa: E402

from games import every_game  # noqa: E402 (after NoDjango)
from games.engine import Entry, Heading  # noqa: E402
from scorekeeper.sheet import hand_entry, history, keyboard, page, preview, records, settling_up  # noqa: E402
from scorekeeper.sheet.links import Links  # noqa: E402
from scorekeeper.sheet.localized import LocalizedMatch  # noqa: E402
from scorekeeper.sheet.names import PlayerNames  # noqa: E402
from scorekeeper.sheet.presenters import MatchPresenter, row_of  # noqa: E402
from scorekeeper.sheet.state import LoggedEntry, MatchState, sheet_of  # noqa: E402
from scorekeeper.sheet.viewer import Viewer  # noqa: E402

NAMES = ("Ann", "Bo <b>", "Cy", "Di", "Eve", "Fay")
START = datetime(2026, 1, 3, 20, 15, tzinfo=UTC)


def match_of(game, example):
    """Return an example as a match whose second hand was edited and whose third was deleted."""
    entries = [Entry(n, hand) for n, hand in enumerate(example.hands, start=1)]
    if len(entries) > 2:
        entries += [Entry(2, example.hands[1], "misheard"), Entry(3, None, "not played")]
    return match_with(game, Heading(example.seating, example.house, game.presets[0].id), entries)


def match_with(game, heading, entries):
    """Return a match with these entries in its log."""
    log, revs = [], dict[int, int]()
    for number, entry in enumerate(entries, start=1):
        revs[entry.number] = revs.get(entry.number, 0) + 1
        time = START + timedelta(minutes=number)
        log.append(LoggedEntry(entry, number, revs[entry.number], "Ann", time, uuid.UUID(int=number)))
    state = MatchState(game, heading, tuple(log), sheet_of(game, heading, entries))
    # (position, number of the first hand, name)
    names = tuple((n, 0, NAMES[n % len(NAMES)]) for n in range(heading.seating.seats))
    return LocalizedMatch(state, PlayerNames(heading.seating, names))


def pages(match):
    """Yield every page of a match: its name, its text, and what it must contain."""
    game, words = match.game, match.words
    viewer = Viewer(Links("ABCDE", 1), game.name, csrf="token", may_score=True, may_play_again=True)
    presenter = MatchPresenter(match)
    sides = [str(escape(words.name(side))) for side in match.sheet.seating.every_side]
    sides_and_totals = [*sides, *(column.total.text for column in presenter.columns)]
    number = match.state.order[0]
    yield "sheet", page.sheet(presenter, viewer), [*sides_and_totals, 'id="rows"']
    yield "television", page.television(presenter, viewer, ""), [*sides_and_totals, game.name]
    yield "paper", page.paper(presenter, viewer, START), [*sides_and_totals, "January 3, 2026"]
    yield "hands", page.hands(presenter, viewer), ["<tbody"]
    entries, title = history.history(match, number), str(game.hand_label(number))
    reasons = page.reasons(match, viewer, row_of(match, number), entries, (), ())
    yield "reasons", reasons, [title, "Ann, <time"]
    account = history.side_account(match, 0)
    yield "account", page.side_account(match, viewer, account), [sides[0], account.total.text]
    finished = records.FinishedMatch(1, match.names, frozenset({0}))
    so_far = records.table_records([finished], [records.PlayedMatch(1, game.name, match)], match.words)
    records_page = page.table_records(match, viewer, so_far)
    yield "table_records", records_page, ["This table so far"] if so_far.hands else []
    yield from forms(match, presenter, viewer)
    if settling_up.settled_up(match, viewer.stake) is not None:
        yield "payments", page.payments(match, viewer), ["<li>"]


def forms(match, presenter, viewer):
    """Yield the form of the next hand, its preview, two conflicting hands and an edited hand."""
    first = match.state.order[0]
    edited = hand_entry.edit_entry(match, first)
    names = [f'name="{path}"' for path in edited.form.fields if edited.kind == "adjustment"]
    correction = keyboard.correction(match, viewer, edited, "amend", preview.consequences(edited), "/here")
    yield "correction", correction, ["<h1", *names]
    if match.sheet.outcome is None:
        entry = hand_entry.new_entry(match)
        form = keyboard.entry_section(presenter, viewer, entry, preview.preview_hand(entry))
        yield "entry", form, ['id="hand-form"', 'id="preview"', 'id="save"']
        if edited.hand is not None:
            conflict = preview.clash(match, edited, first)
            edited_preview = preview.preview_hand(edited)
            clash_form = keyboard.entry_section(presenter, viewer, edited, edited_preview, clash=conflict)
            yield "clash", clash_form, ['name="both"', str(escape(conflict.mine))] if conflict.theirs else []


def main():
    few = "few" in sys.argv[1:]  # outside nightly runs
    for slug, game in sorted(every_game().items()):
        for example in game.examples[: 2 if few else None]:
            for name, text, parts in pages(match_of(game, example)):
                missing = [part for part in parts if part not in text]
                unsafe = ["a name as markup"] if "Bo <b>" in text else []
                print(slug, name, *missing, *unsafe, sep="\t")


if __name__ == "__main__":
    main()

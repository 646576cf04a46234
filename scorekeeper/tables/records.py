"""The matches of a table as its records count them."""

from __future__ import annotations

from games import every_game
from scorekeeper.matches import models, replay
from scorekeeper.sheet.localized import LocalizedMatch
from scorekeeper.sheet.records import Evening, PlayedMatch
from scorekeeper.sheet.records import table_records as records_of
from scorekeeper.words import reader_now


def table_records(table: models.Table) -> Evening:
    """The records of all matches of a table."""
    matches = [
        match
        for match in table.matches.order_by("number").prefetch_related("results", "sitting")
        if match.game_slug in every_game()
    ]
    states, reader = replay.load_match_states(matches), reader_now()
    return records_of(
        [
            PlayedMatch(
                match.number,
                match.called,
                LocalizedMatch(states[match.pk], replay.player_names(match), reader),
                match.ended is not None,
                frozenset(result.side for result in match.results.all() if result.won),
            )
            for match in matches
        ]
    )

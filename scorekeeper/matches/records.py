"""A match of the site as a record of the format, and a record as a match."""

import uuid
from typing import Any

from django.db import transaction

from games.engine.interchange import Record, write_record

from . import commands, hash_chain, models, replay


def record_of(match: models.Match) -> Record:
    """The match with its whole log, reasons included. Names are those of now."""
    story = replay.load_match_state(match)
    names = replay.player_names(match).now
    entries = tuple(written.entry for written in story.log)
    return Record(story.game, story.first, names if any(names) else (), entries, match.title)


def record_json(match: models.Match) -> dict[str, Any]:
    """The plain JSON of a match; what went in comes out the same, even a hand that nobody can read."""
    data = write_record(record_of(match))
    data["house"] = match.house
    return data


def import_record(record: Record, key_hash: str, by: str = "") -> models.Match:
    """A new table with the match of a record: every entry in its place, its number and its reason kept.

    The log is taken as it is written; hands that cannot be scored stay and say why, as in any replay.
    """
    names = record.names or ("",) * record.heading.seating.seats
    with transaction.atomic():
        table = commands.start_table(record.game, record.heading, names, key_hash, by, record.title)
        match, phone = table.matches.get(), table.phones.get()
        revs: dict[int, int] = {}
        for entry in record.entries:
            rev = revs.get(entry.number, 0)
            intent = commands.WriteCommand(
                uuid.uuid4(),
                entry.number,
                rev,
                entry.hand,
                entry.why,
                entry.before,
                hash_chain.fingerprint("import"),
            )
            commands.append(match, phone, intent)
            revs[entry.number] = rev + 1
        match.save(update_fields=["length", "head"])
        commands.project(match)
    return match

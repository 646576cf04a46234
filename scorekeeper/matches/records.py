"""Export of a match as a record, and import of a record as a match."""

import uuid
from typing import Any

from django.db import transaction

from games.engine.interchange import Record, write_record

from . import commands, hash_chain, models, replay


def record_of(match: models.Match) -> Record:
    """Return the record of a match: its whole log with reasons, and the current names."""
    state = replay.load_match_state(match)
    names = replay.player_names(match).current
    entries = tuple(logged.entry for logged in state.log)
    return Record(state.game, state.first_heading, names if any(names) else (), entries, match.title)


def record_json(match: models.Match) -> dict[str, Any]:
    """Return the record of a match as JSON data. Unreadable hands are exported as they are stored."""
    data = write_record(record_of(match))
    data["house"] = match.house
    return data


def import_record(record: Record, key_hash: str, phone_name: str = "") -> models.Match:
    """Create a table with the match of a record, keeping order, numbers and reasons of its entries.

    Hands that cannot be scored are kept and shown as such, as in any replay.
    """
    names = record.names or ("",) * record.heading.seating.seats
    with transaction.atomic():
        table = commands.start_table(record.game, record.heading, names, key_hash, phone_name, record.title)
        match, phone = table.matches.get(), table.phones.get()
        revs: dict[int, int] = {}
        for entry in record.entries:
            rev = revs.get(entry.number, 0)
            command = commands.WriteCommand(
                uuid.uuid4(),
                entry.number,
                rev,
                entry.hand,
                entry.why,
                entry.before,
                hash_chain.fingerprint("import"),
            )
            commands.append(match, phone, command)
            revs[entry.number] = rev + 1
        match.save(update_fields=["length", "head"])
        commands.rebuild_projections(match)
    return match

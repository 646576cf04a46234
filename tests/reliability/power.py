"""The disk after a power cut, rebuilt from a recording of writes and syncs.

The model: a sync makes earlier writes to its file durable; of unsynced writes, any selection may survive.
A write survives whole or not at all, the disk reports a sync only when it is done, and directory entries are
durable.
"""

import random
import sqlite3
import struct
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

HEADER = struct.Struct("<HQQ")  # path length, offset, data length: as in recorder.c
ACKNOWLEDGED = "A"  # kind of the records that the test writes; recorder.c writes the others


@dataclass(frozen=True)
class Event:
    """A record: W(rite), T(runcate), S(ync), U(nlink), or A(cknowledged: ``offset`` hands so far)."""

    kind: str
    path: str
    offset: int
    data: bytes


def record(kind, path, offset=0, data=b""):
    """Return a record as the recorder writes it."""
    return kind.encode() + HEADER.pack(len(path), offset, len(data)) + path + data


def acknowledgement(total):
    """Return a record that ``total`` hands have been acknowledged so far."""
    return record(ACKNOWLEDGED, b"", total)


def existing_file(path):
    """Return the records of a file that is older than the recording."""
    name = str(path).encode()
    return record("W", name, data=path.read_bytes()) + record("S", name)


def events(recording):
    position = 0
    while position < len(recording):
        kind = chr(recording[position])
        path_length, offset, length = HEADER.unpack_from(recording, position + 1)
        position += 1 + HEADER.size
        path = recording[position : position + path_length].decode()
        position += path_length
        yield Event(kind, path, offset, recording[position : position + length])
        position += length


def apply(image, event):
    content = image.setdefault(event.path, bytearray())
    if event.kind == "W":
        if len(content) < event.offset:
            content.extend(bytes(event.offset - len(content)))
        content[event.offset : event.offset + len(event.data)] = event.data
    else:  # truncate or extend the file to the offset
        del content[event.offset :]
        content.extend(bytes(event.offset - len(content)))


@dataclass
class Verdict:
    """The number of cuts, how many cuts lost hands, the most hands lost in one cut, and database errors."""

    cuts: int = 0
    lost: int = 0
    most_lost: int = 0
    corrupt: list[str] = field(default_factory=list)


def cut_everywhere(recording, interval, seed=1):
    """Simulate a cut after each acknowledgement, and one after every ``interval`` records."""
    verdict, chance = Verdict(), random.Random(seed)
    durable = {}
    pending = {}
    acknowledged = 0
    for count, event in enumerate(events(recording), start=1):
        if event.kind == ACKNOWLEDGED:
            acknowledged = event.offset
            # In this cut, no unsynced write survives.
            inspect(durable, {}, acknowledged, chance, verdict)
        elif event.path.endswith("-shm"):
            continue  # rebuilt by SQLite itself
        elif event.kind == "S":
            for write in pending.pop(event.path, []):
                apply(durable, write)
            durable.setdefault(event.path, bytearray())
        elif event.kind == "U":
            durable.pop(event.path, None)
            pending.pop(event.path, None)
        else:
            pending.setdefault(event.path, []).append(event)
        if count % interval == 0:
            inspect(durable, pending, acknowledged, chance, verdict)
    return verdict


def inspect(durable, pending, acknowledged, chance, verdict):
    """Open the database as a cut at this moment may leave it, and add what is missing to the verdict."""
    image = {path: bytearray(content) for path, content in durable.items()}
    for unsynced in pending.values():
        for event in unsynced:
            if chance.random() < 0.5:
                apply(image, event)
    verdict.cuts += 1
    with tempfile.TemporaryDirectory() as folder:
        database = None
        for path, content in image.items():
            copy = Path(folder, Path(path).name)
            copy.write_bytes(content)
            if not path.endswith(("-wal", "-journal")):
                database = copy
        missing = acknowledged - (hands_in(database, verdict) if database else 0)
    if missing > 0:
        verdict.lost += 1
        verdict.most_lost = max(verdict.most_lost, missing)


def hands_in(database, verdict):
    with sqlite3.connect(database) as recovered:
        try:
            result = recovered.execute("pragma integrity_check").fetchone()[0]
            if result != "ok":
                verdict.corrupt.append(result)
            return int(recovered.execute("select count(*) from tables_entry").fetchone()[0])
        except sqlite3.OperationalError:
            return 0  # no table yet: nothing had reached the disk
        except sqlite3.DatabaseError as damage:
            verdict.corrupt.append(str(damage))
            return 0

"""Backups of a PostgreSQL database without pg_dump: a zip file with the output of COPY for each table.

They are made where pg_dump is missing or older than the server. A restore creates the tables by running our
migrations, up to the newest in the backup, and then fills the tables.
"""

import json
import zipfile
from pathlib import Path
from typing import Any

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

FORMAT = "scorekeeper-tables/1"
MANIFEST = "manifest.json"

DROP_TABLES = """
DO $$ DECLARE each_table record; BEGIN
FOR each_table IN SELECT schemaname, tablename FROM pg_catalog.pg_tables
WHERE schemaname = current_schema() LOOP
EXECUTE format('DROP TABLE %I.%I CASCADE', each_table.schemaname, each_table.tablename);
END LOOP; END $$;
"""


def write(path: Path) -> None:
    """Write all tables from one snapshot."""
    quote = connection.ops.quote_name
    with transaction.atomic(), connection.cursor() as cursor, zipfile.ZipFile(path, "w") as archive:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        _disable_timeouts(cursor)
        tables = {
            name: [column.name for column in connection.introspection.get_table_description(cursor, name)]
            for name in sorted(connection.introspection.table_names(cursor))
        }
        applied = sorted(MigrationRecorder(connection).applied_migrations())
        manifest = {"format": FORMAT, "migrations": applied, "tables": tables}
        archive.writestr(MANIFEST, json.dumps(manifest))
        for name, columns in tables.items():
            entry = zipfile.ZipInfo(f"{name}.copy")
            entry.compress_type = zipfile.ZIP_DEFLATED
            column_list = ", ".join(map(quote, columns))
            with (
                archive.open(entry, "w", force_zip64=True) as file,
                cursor.copy(f"COPY {quote(name)} ({column_list}) TO STDOUT") as rows,
            ):
                for block in rows:
                    file.write(block)


def check(path: Path) -> None:
    """Raise ``zipfile.BadZipFile`` unless every table can be read back."""
    with zipfile.ZipFile(path) as archive:
        if (name := archive.testzip()) is not None:
            raise zipfile.BadZipFile(f"{name} is damaged")
        manifest(archive)


def manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    """Return a backup's manifest with ``migrations`` and ``tables``. Raise ``zipfile.BadZipFile``."""
    try:
        data: dict[str, Any] = json.loads(archive.read(MANIFEST))
    except (KeyError, ValueError):
        raise zipfile.BadZipFile("it is not a copy of a site") from None
    if data.get("format") != FORMAT:
        raise zipfile.BadZipFile("it is a copy of another format")
    return data


def applied_migrations(path: Path) -> list[tuple[str, str]]:
    """Return the migrations (app, name) in a backup."""
    with zipfile.ZipFile(path) as archive:
        return [(app, name) for app, name in manifest(archive)["migrations"]]


def restore(path: Path) -> None:
    """Replace all tables with those of a backup in one transaction."""
    quote = connection.ops.quote_name
    with zipfile.ZipFile(path) as archive, transaction.atomic(), connection.cursor() as cursor:
        data = manifest(archive)
        _disable_timeouts(cursor)
        cursor.execute(DROP_TABLES)
        _migrate([(app, name) for app, name in data["migrations"]])
        tables = sorted(set(connection.introspection.table_names(cursor)) & set(data["tables"]))
        cursor.execute(f"TRUNCATE {', '.join(map(quote, tables))}")
        for name in tables:
            column_list = ", ".join(map(quote, data["tables"][name]))
            with (
                archive.open(f"{name}.copy") as file,
                cursor.copy(f"COPY {quote(name)} ({column_list}) FROM STDIN") as rows,
            ):
                while block := file.read(1 << 16):
                    rows.write(block)
            for sequence in connection.introspection.get_sequences(cursor, name):
                column = quote(sequence["column"])
                cursor.execute(
                    f"SELECT setval(pg_get_serial_sequence(%s, %s), coalesce(max({column}), 1),"
                    f" max({column}) IS NOT NULL) FROM {quote(name)}",
                    [quote(name), sequence["column"]],
                )


def _migrate(nodes: list[tuple[str, str]]) -> None:
    """Create the tables as they are after these migrations."""
    executor = MigrationExecutor(connection)
    graph = executor.loader.graph
    known = {node for node in nodes if node in graph.nodes}
    # Only the newest migration of each app: an older target would unapply the newer ones.
    newest = [
        node
        for node in known
        if not any(child.key[0] == node[0] and child.key in known for child in graph.node_map[node].children)
    ]
    executor.migrate(sorted(newest))


def _disable_timeouts(cursor: CursorWrapper) -> None:
    for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"):
        cursor.execute(f"SET LOCAL {name} = 0")

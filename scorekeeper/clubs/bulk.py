"""Bulk inserts: COPY on PostgreSQL, ``executemany`` on SQLite.

Values are stored as ``save`` stores them, and the database checks its constraints.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from django.db import connection, models


def bulk_copy(model: type[models.Model], names: str, rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows of values in the order of ``names``; other columns get their defaults.

    Names are separated by spaces; JSON is given as text. The database sets only the primary key.
    """
    named_fields: list[Any] = [model._meta.get_field(name) for name in names.split()]
    defaulted_fields = [
        field
        for field in model._meta.concrete_fields
        if field not in named_fields and not isinstance(field, models.AutoField)
    ]
    converters = [
        (index, convert) for index, field in enumerate(named_fields) if (convert := _converter(field))
    ]
    defaults = tuple(map(_default, defaulted_fields))
    columns = ", ".join(
        connection.ops.quote_name(field.column) for field in (*named_fields, *defaulted_fields)
    )
    table = connection.ops.quote_name(model._meta.db_table)
    converted_rows = (_converted_row(row, converters) + defaults for row in rows)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in converted_rows:
                    copy.write_row(row)
            return
        placeholders = ", ".join("%s" for _column in (*named_fields, *defaulted_fields))
        cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({placeholders})", list(converted_rows))


def _default(field: Any) -> Any:
    value = field.get_default()
    if isinstance(field, models.JSONField):
        return None if value is None else json.dumps(value)
    convert = _converter(field)
    return convert(value) if convert else value


def _converted_row(
    row: Sequence[Any], converters: Sequence[tuple[int, Callable[[Any], Any]]]
) -> tuple[Any, ...]:
    values = list(row)
    for index, convert in converters:
        values[index] = convert(values[index])
    return tuple(values)


def _converter(field: Any) -> Callable[[Any], Any] | None:
    """Return the function that adapts a field's values to SQLite; None if no value needs it."""
    adapted_types = (models.DateTimeField, models.UUIDField, models.DecimalField)
    if connection.vendor != "sqlite" or not isinstance(field, adapted_types):
        return None
    return partial(field.get_db_prep_save, connection=connection)


def reserve_ids(model: type[models.Model], n: int) -> list[int]:
    """Reserve ``n`` ascending ids for new rows."""
    table = model._meta.db_table
    if not n:
        return []
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)", [table, n]
            )
            return sorted(row[0] for row in cursor.fetchall())
        # SQLite continues from sqlite_sequence, which also counts deleted rows.
        cursor.execute(f'SELECT MAX(id) FROM "{table}"')
        first = (cursor.fetchone()[0] or 0) + 1
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        if (row := cursor.fetchone()) is None:
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, first + n - 1])
        else:
            first = max(first, row[0] + 1)
            cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [first + n - 1, table])
    return list(range(first, first + n))

"""Bulk inserts: COPY on PostgreSQL, ``executemany`` on SQLite.

The rows are those that ``save`` would write; the tables' constraints hold for them.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from django.db import connection, models


def bulk_copy(model: type[models.Model], names: str, rows: Iterable[Sequence[Any]]) -> None:
    """Insert rows, their values in the order of ``names``; other columns get their defaults.

    Names are separated by blanks, JSON is given as text. Only the primary key may be left to the
    database.
    """
    given = [_field(model, name) for name in names.split()]
    others = [
        one
        for one in model._meta.concrete_fields
        if one not in given and not isinstance(one, models.AutoField)
    ]
    converts = [(n, convert) for n, one in enumerate(given) if (convert := _converter(one))]
    rest = tuple(
        convert(value) if (convert := _converter(one)) else value for one, value in _defaults(others)
    )
    columns = ", ".join(connection.ops.quote_name(one.column) for one in (*given, *others))
    table = connection.ops.quote_name(model._meta.db_table)
    ready = (_ready(row, converts) + rest for row in rows)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in ready:
                    copy.write_row(row)
            return
        places = ", ".join("%s" for _column in (*given, *others))
        cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", list(ready))


def _field(model: type[models.Model], name: str) -> Any:
    return model._meta.get_field(name)


def _defaults(fields: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    for field in fields:
        if isinstance(field, models.DateTimeField) and (field.auto_now_add or field.auto_now):
            raise TypeError(f"{field} must be given")
        value = field.get_default()
        yield field, json.dumps(value) if isinstance(field, models.JSONField) and value is not None else value


def _ready(row: Sequence[Any], converts: Sequence[tuple[int, Callable[[Any], Any]]]) -> tuple[Any, ...]:
    if not converts:
        return tuple(row)
    values = list(row)
    for n, convert in converts:
        values[n] = convert(values[n])
    return tuple(values)


def _converter(field: Any) -> Callable[[Any], Any] | None:
    """Return the function that adapts a field's values to SQLite; None if they need none."""
    if connection.vendor != "sqlite":
        return None
    if isinstance(field, models.DateTimeField):
        return connection.ops.adapt_datetimefield_value
    if isinstance(field, models.UUIDField):
        return lambda value: value.hex
    if isinstance(field, models.DecimalField):
        return lambda value: None if value is None else str(value)
    return None


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
        cursor.execute(f'SELECT MAX(id) FROM "{table}"')
        first = (cursor.fetchone()[0] or 0) + 1
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        if (row := cursor.fetchone()) is None:
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, first + n - 1])
        else:
            first = max(first, row[0] + 1)
            cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [first + n - 1, table])
    return list(range(first, first + n))

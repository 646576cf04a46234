"""Many rows into a table at once: COPY on PostgreSQL, one statement for all on SQLite.

The rows are those that ``save`` would write, value for value; the constraints of the tables hold for them.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from django.db import connection, models


def bulk_copy(model: type[models.Model], names: str, rows: Iterable[Sequence[Any]]) -> None:
    """Write rows, their values in the order of ``names``; every column not named has its default.

    Names are parted by blanks, JSON is given as text. Only the number of the row may be left to the database.
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


def bulk_change(model: type[models.Model], names: str, rows: Iterable[Sequence[Any]]) -> None:
    """Change rows by their numbers: of each its values in the order of ``names``, and its number at the end.

    One prepared statement for all; ``bulk_update`` writes each value into a CASE of one long statement, and
    takes ten times as long over it.
    """
    given = [_field(model, name) for name in names.split()]
    converts = [(n, convert) for n, one in enumerate(given) if (convert := _converter(one))]
    sets = ", ".join(f"{connection.ops.quote_name(one.column)} = %s" for one in given)
    table = connection.ops.quote_name(model._meta.db_table)
    ready = [_ready(row, converts) for row in rows]
    if ready:
        with connection.cursor() as cursor:
            cursor.executemany(f"UPDATE {table} SET {sets} WHERE id = %s", ready)


def add_up(
    model: type[models.Model], key: str, sums: str, rows: Iterable[Sequence[Any]], beside: str = ""
) -> None:
    """Add to the sums of rows that are known by a unique key; a row that is not there is made.

    Of each its values in the order of ``key``, of ``sums`` and of ``beside``, the columns that a new row has
    besides. What is taken off (any number below zero) is taken off a row that is there, or off none.
    """
    known, summed = ([_column(model, name) for name in names.split()] for names in (key, sums))
    columns = [*known, *summed, *(_column(model, name) for name in beside.split())]
    table = connection.ops.quote_name(model._meta.db_table)
    grown, rest = [], []
    for row in rows:
        added = row[len(known) : len(known) + len(summed)]
        if min(added) >= 0:
            grown.append(tuple(row))
        else:
            # A database checks what it is to insert before it sees that the row is there.
            rest.append((*added, *row[: len(known)]))
    more = ", ".join(f"{one} = {table}.{one} + excluded.{one}" for one in summed)
    changed = ", ".join(f"{one} = {one} + %s" for one in summed)
    with connection.cursor() as cursor:
        if grown:
            cursor.executemany(
                f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('%s' for _one in columns)})"
                f" ON CONFLICT ({', '.join(known)}) DO UPDATE SET {more}",
                grown,
            )
        if rest:
            cursor.executemany(
                f"UPDATE {table} SET {changed} WHERE {' AND '.join(f'{one} = %s' for one in known)}", rest
            )


def _column(model: type[models.Model], name: str) -> str:
    return connection.ops.quote_name(str(_field(model, name).column))


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
    """How a value of this field is handed to the database; None where it goes as it is."""
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
    """So many numbers for new rows, rising, which nobody else will be given."""
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

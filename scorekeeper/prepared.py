"""Queries whose SQL is made once: for what every request reads, making it costs ten times the reading."""

from collections.abc import Callable
from functools import cached_property
from inspect import signature
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

STAND_IN = 2_000_000_000

Record = TypeVar("Record", bound=Model)


class _Made(NamedTuple):
    """What Django's compiler made of a query."""

    sql: str
    places: list[int]  # of the values that are given, in the order in which the SQL has them
    model: type[Model]
    columns: slice  # of the model itself; the others are of what is selected with it
    fields: list[str]
    converters: list[tuple[int, list[Any], Any]]
    related: list[Any]


class PreparedQuery(Generic[Record]):
    """A query that Django compiles at its first use; its values are whole numbers and text."""

    def __init__(self, queryset: Callable[..., QuerySet[Record]]) -> None:
        self._queryset = queryset

    def first(self, *values: int | str) -> Record | None:
        """The first record found; the query itself says in which order, and that it wants no more."""
        made = self._made
        with connection.cursor() as cursor:
            cursor.execute(made.sql, [values[place] for place in made.places])
            found = cursor.fetchone()
        if found is None:
            return None
        row = list(found)
        for position, converters, expression in made.converters:
            for convert in converters:
                row[position] = convert(row[position], expression, connection)
        record: Any = made.model.from_db(DEFAULT_DB_ALIAS, made.fields, row[made.columns])
        for related in made.related:
            related.populate(row, record)
        return record  # type: ignore[no-any-return]

    def get(self, *values: int | str) -> Record:
        """The record that there is, or ``DoesNotExist``."""
        found = self.first(*values)
        if found is None:
            raise self._made.model.DoesNotExist  # type: ignore[attr-defined]
        return found

    @cached_property
    def _made(self) -> _Made:
        # Numbers that stand for the values, by which each is found again in what was compiled.
        stand_ins = [STAND_IN + place for place in range(len(signature(self._queryset).parameters))]
        compiler = self._queryset(*stand_ins).query.get_compiler(DEFAULT_DB_ALIAS)
        sql, found = compiler.as_sql()
        chosen: Any = compiler.klass_info
        select: Any = compiler.select
        own = chosen["select_fields"]
        columns = slice(own[0], own[-1] + 1)
        return _Made(
            sql,
            [int(value) - STAND_IN for value in found],
            chosen["model"],
            columns,
            [column[0].target.attname for column in select[columns]],
            [(at, *both) for at, both in compiler.get_converters([one[0] for one in select]).items()],
            get_related_populators(chosen, select, DEFAULT_DB_ALIAS),  # type: ignore[call-arg]
        )

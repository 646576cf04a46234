"""A prepared query finds what Django's own finds, whatever the order of its values in the SQL."""

from __future__ import annotations

import pytest
from django.db import transaction

from scorekeeper.matches import commands, models, phones
from scorekeeper.prepared import PreparedQuery
from scorekeeper.tables import access

from .cast import Cast

pytestmark = pytest.mark.django_db


def test_it_finds_the_same_as_django(cast: Cast) -> None:
    cast.play(1)
    table, ann = cast.table, cast.phone("Ann")
    with transaction.atomic():
        found = [
            (commands.LOCKED_TABLE.get(table.pk), models.Table.objects.get(pk=table.pk)),
            (commands.MATCH.get(cast.match.pk), models.Match.objects.get(pk=cast.match.pk)),
            (access.NEWEST_MATCH.first(table.code), models.Match.objects.get(table=table)),
            (commands.PHONE.first(table.pk, ann.pk), ann),
            (phones.KNOWN_PHONE.first(table.pk, ann.key_hash), ann),
        ]
    for ours, djangos in found:
        assert ours is not None
        names = [field.attname for field in djangos._meta.concrete_fields]
        assert [getattr(ours, name) for name in names] == [getattr(djangos, name) for name in names]
    newest = access.NEWEST_MATCH.first(table.code)
    assert newest is not None
    assert newest._state.fields_cache["table"] == table


def test_a_value_is_looked_for_in_its_own_column(cast: Cast) -> None:
    """Django sorts what a filter is told by name."""
    asked = PreparedQuery(
        lambda role, name: models.Phone.objects.filter(role=role, name=name, table=cast.table)
    )
    with pytest.raises(IndexError):
        asked.first("host", "Ann")  # the table is a value that was not asked for
    asked = PreparedQuery(
        lambda role, name, table: models.Phone.objects.filter(role=role, name=name, table=table)
    )
    assert asked.first("host", "Ann", cast.table.pk) == cast.phone("Ann")
    assert asked.first("host", "Bea", cast.table.pk) is None
    with pytest.raises(models.Phone.DoesNotExist):
        asked.get("host", "Bea", cast.table.pk)

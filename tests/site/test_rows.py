"""Rows read by raw SQL, compared with Django's querysets."""

import pytest

from scorekeeper.clubs.models import Member
from scorekeeper.matches import models
from scorekeeper.matches.models import first_row, get_row

from .club_cast import ClubCast

pytestmark = pytest.mark.django_db


def test_a_row_has_every_value_that_django_reads(cast):
    cast.play(1)
    ann = cast.phone("Ann")
    for model, pk in ((models.Table, cast.table.pk), (models.Match, cast.match.pk), (models.Phone, ann.pk)):
        ours, djangos = get_row(model, "id = %s", pk), model._default_manager.get(pk=pk)
        names = [field.attname for field in model._meta.concrete_fields]
        assert [getattr(ours, name) for name in names] == [getattr(djangos, name) for name in names]


def test_a_row_that_does_not_exist_is_none_or_an_error():
    assert first_row(models.Table, "code = %s", "NOSUCHTABLE") is None
    with pytest.raises(models.Table.DoesNotExist):
        get_row(models.Table, "id = %s", 0)


def test_a_value_is_never_read_as_sql(cast):
    assert first_row(models.Table, "code = %s", "' OR 1 = 1 --") is None


def test_a_phone_comes_with_its_member(cast):
    ClubCast()
    member, ann = Member.objects.order_by("pk").first(), cast.phone("Ann")
    models.Phone.objects.filter(pk=ann.pk).update(member=member)
    found = models.phone_row("table_id = %s AND id = %s", cast.table.pk, ann.pk)
    assert found is not None
    assert found.member == member

"""Create a large number of equal tables, and print their codes."""

import sys

import django

django.setup()

from benchmarks.bench_hand import seated  # noqa: E402  (models need Django)
from scorekeeper.matches import models  # noqa: E402
from scorekeeper.web.chunks import chunked  # noqa: E402


def main(tables: int) -> None:
    first = seated(0)
    print(first.code)
    phone, match = first.phones.get(), first.matches.get()
    seats = list(match.sitting.all())
    for some in chunked(range(1, tables)):
        made = models.Table.objects.bulk_create(models.Table(version=first.version) for _ in some)
        models.Phone.objects.bulk_create(
            models.Phone(table=table, key_hash=phone.key_hash, role=phone.role, name=phone.name)
            for table in made
        )
        values = {
            field.attname: getattr(match, field.attname)
            for field in models.Match._meta.concrete_fields
            if not field.primary_key and field.attname != "table_id"
        }
        matches = models.Match.objects.bulk_create(models.Match(table=table, **values) for table in made)
        models.Seat.objects.bulk_create(
            models.Seat(match=one, position=seat.position, name=seat.name, since=seat.since)
            for one in matches
            for seat in seats
        )
        print("\n".join(table.code for table in made))


if __name__ == "__main__":
    main(int(sys.argv[1]))

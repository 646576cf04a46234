"""Create a large number of identical tables, and print their codes."""

import sys

import django

django.setup()

from benchmarks.bench_hand import create_table  # noqa: E402  (models need Django)
from scorekeeper.matches import models  # noqa: E402
from scorekeeper.web.chunks import chunked  # noqa: E402


def main(tables: int) -> None:
    first = create_table(0)
    print(first.code)
    phone, match = first.phones.get(), first.matches.get()
    seats = list(match.sitting.all())
    for chunk in chunked(range(1, tables)):
        new_tables = models.Table.objects.bulk_create(models.Table(version=first.version) for _ in chunk)
        models.Phone.objects.bulk_create(
            models.Phone(table=table, key_hash=phone.key_hash, role=phone.role, name=phone.name)
            for table in new_tables
        )
        values = {
            field.attname: getattr(match, field.attname)
            for field in models.Match._meta.concrete_fields
            if not field.primary_key and field.attname != "table_id"
        }
        matches = models.Match.objects.bulk_create(models.Match(table=each, **values) for each in new_tables)
        models.Seat.objects.bulk_create(
            models.Seat(match=new_match, position=seat.position, name=seat.name, since=seat.since)
            for new_match in matches
            for seat in seats
        )
        print("\n".join(table.code for table in new_tables))


if __name__ == "__main__":
    main(int(sys.argv[1]))

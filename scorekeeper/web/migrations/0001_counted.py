"""The table of the limits' counters, on PostgreSQL only; on SQLite they have a file of their own."""

from django.db import migrations

# Unlogged: a count costs no write to the disk, and nobody misses it after a crash.
MAKE = """
create unlogged table scorekeeper_counted (
    key text not null,
    ends bigint not null,
    n integer not null,
    primary key (key, ends)
)
"""


def on_postgresql(sql):
    def run(apps, schema_editor):
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(sql)

    return run


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.RunPython(on_postgresql(MAKE), on_postgresql("drop table scorekeeper_counted")),
    ]

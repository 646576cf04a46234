"""The table of the limits' counters, on PostgreSQL only; on SQLite they are in a file of their own."""

from django.db import migrations

# Unlogged: counting writes nothing to the disk, and counts may be lost in a crash.
CREATE = """
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
        migrations.RunPython(on_postgresql(CREATE), on_postgresql("drop table scorekeeper_counted")),
    ]

"""Removal of ``Table.epoch`` and ``Offered`` from the models.

Workers of the previous release read both until they are replaced, so the database keeps them for one more
release: the column with a database default, because new code does not set it; the table empty and without a
foreign key constraint, because nothing would delete its rows with their table.
"""

import django.db.models.deletion
from django.db import migrations, models


def forget(apps, _schema_editor):
    apps.get_model("tables", "Offered").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("tables", "0010_labels_of_roles")]

    operations = [
        migrations.AlterField("table", "epoch", models.PositiveBigIntegerField(default=0, db_default=0)),
        migrations.RunPython(forget, migrations.RunPython.noop),
        migrations.AlterField(
            "offered",
            "table",
            models.ForeignKey(
                "tables.table", django.db.models.deletion.CASCADE, related_name="offered", db_constraint=False
            ),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField("table", "epoch"), migrations.DeleteModel("Offered")]
        ),
    ]

"""What phones of an earlier release offered, and the epoch they compared, leave the models.

Workers of the release before read both until they are replaced, so the database keeps them for one release more:
the column with a default of its own, for new tables do not name it; the table empty, and without a hold on the
tables it speaks of, for nothing would delete its rows along with them.
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

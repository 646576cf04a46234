"""The originals of names, and the state between asking and erasure, leave the models.

The database keeps them for one release more, as ``0020`` says; the table is empty.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0021_erased_at_once")]

    operations = [
        migrations.AlterField(
            "covered",
            "player",
            models.ForeignKey(
                "clubs.player", django.db.models.deletion.CASCADE, related_name="covered", db_constraint=False
            ),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveField("player", "gone"),
                migrations.RemoveField("player", "with_account"),
                migrations.DeleteModel("Covered"),
            ]
        ),
    ]

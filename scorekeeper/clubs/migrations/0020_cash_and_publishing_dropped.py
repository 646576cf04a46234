"""The cash list and published pages leave the models, and what was stored of them is deleted.

Workers of the release before read the columns until they are replaced, so the database keeps them, with
defaults of its own, for one release more; the table of payouts without a hold on nights and players.
"""

import django.db.models.deletion
from django.db import migrations, models


def clear(apps, _schema_editor):
    club = apps.get_model("clubs", "Club")
    club.objects.update(published=False, keeps_cash=False, currency="")
    apps.get_model("clubs", "Night").objects.exclude(entry_fee=0).update(entry_fee=0)
    apps.get_model("clubs", "Player").objects.filter(shows_name=True).update(shows_name=False)
    apps.get_model("clubs", "Present").objects.exclude(paid=None).update(paid=None)
    apps.get_model("clubs", "Payout").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("clubs", "0019_figures_recomputed")]

    operations = [
        migrations.RunPython(clear, migrations.RunPython.noop),
        migrations.AlterField("club", "published", models.BooleanField(default=False, db_default=False)),
        migrations.AlterField("player", "shows_name", models.BooleanField(default=False, db_default=False)),
        # Here because SQLite makes the table of players anew, without what the models have no longer.
        migrations.AlterField("player", "with_account", models.BooleanField(default=False, db_default=False)),
        migrations.AlterField(
            "payout",
            "night",
            models.ForeignKey(
                "clubs.night", django.db.models.deletion.CASCADE, related_name="payouts", db_constraint=False
            ),
        ),
        migrations.AlterField(
            "payout",
            "player",
            models.ForeignKey(
                "clubs.player",
                django.db.models.deletion.SET_NULL,
                null=True,
                blank=True,
                related_name="payouts",
                db_constraint=False,
            ),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveField("club", "currency"),
                migrations.RemoveField("club", "keeps_cash"),
                migrations.RemoveField("club", "published"),
                migrations.RemoveField("night", "entry_fee"),
                migrations.RemoveField("player", "shows_name"),
                migrations.RemoveField("present", "paid"),
                migrations.DeleteModel("Payout"),
            ]
        ),
    ]

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tables", "0013_current_match"),
    ]

    operations = [
        migrations.AddField(
            model_name="phone",
            name="account",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="phones",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        # A default would write every row, so it follows in a step of its own.
        migrations.AddField(model_name="phone", name="seen", field=models.DateTimeField(null=True)),
        migrations.AlterField(
            model_name="phone",
            name="seen",
            field=models.DateTimeField(default=django.utils.timezone.now, null=True),
        ),
        migrations.AddField(
            model_name="phone",
            name="took_over",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="phone",
            name="recovery",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AlterField(
            model_name="phone",
            name="asking",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "Has not asked"),
                    ("asks", "Asks to keep score"),
                    ("denied", "Declined"),
                    ("moved", "Replaced by another phone"),
                ],
                default="",
                max_length=6,
            ),
        ),
        migrations.AddIndex(
            model_name="phone",
            index=models.Index(
                condition=models.Q(("account__isnull", False)),
                fields=["account", "table"],
                name="tables_of_an_account",
            ),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0012_held_hands"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="after",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="table",
            name="current",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="table",
            name="last_number",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
    ]

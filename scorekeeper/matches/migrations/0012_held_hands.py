from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0011_without_epoch_and_offered"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="held",
            field=models.JSONField(blank=True, null=True),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0008_right_by_a_role"),
    ]

    operations = [
        migrations.AddField(
            model_name="phone",
            name="watching",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="table",
            name="watching",
            field=models.PositiveIntegerField(default=0),
        ),
    ]

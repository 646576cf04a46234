from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0007_epoch_and_offered"),
    ]

    operations = [
        migrations.AddField(
            model_name="phone",
            name="rests_on",
            field=models.CharField(blank=True, max_length=12),
        ),
        # So far, only the rights of a club's scorekeepers derived from a role.
        migrations.RunSQL(
            "UPDATE tables_phone SET rests_on = 'scorekeeper' WHERE member_id IS NOT NULL",
            migrations.RunSQL.noop,
        ),
    ]

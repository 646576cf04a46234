"""The words of the field for models; their tables keep their names."""

from django.db import migrations

NAMES = {
    "Behind": "PendingJob",
    "Bringing": "ImportJob",
    "BroughtIn": "ImportedMatch",
    "Counted": "FiguresLock",
    "DeedSum": "StatTotal",
    "Figured": "MatchStats",
    "Rated": "RatingStep",
    "Together": "PairStats",
}


class Migration(migrations.Migration):
    dependencies = [("clubs", "0006_import_undone")]

    operations = [
        operation
        for old, new in NAMES.items()
        for operation in (
            migrations.AlterModelTable(old, f"clubs_{old.lower()}"),
            migrations.RenameModel(old, new),
        )
    ]

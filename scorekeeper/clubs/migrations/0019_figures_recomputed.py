"""Figures are recomputed from what each match contributes: rows for adding and taking off are dropped."""

from uuid import UUID, uuid4

from django.db import migrations, models

STORED = UUID(int=0)  # the version of every match and of its contributions until its next change


def delete_stale(apps, schema_editor):
    """Delete the contributions of matches that were to be counted anew, and the old pending rows."""
    pending = apps.get_model("clubs", "PendingJob").objects.all()
    stale = pending.filter(what="figures").values("match")
    apps.get_model("clubs", "MatchStats").objects.filter(match__in=stale).delete()
    pending.delete()


def enqueue_all(apps, schema_editor):
    """Have the figures of every game of every club recomputed."""
    pending = apps.get_model("clubs", "PendingJob")
    games = set()
    for name in ("Played", "Rating", "StatTotal"):
        games |= set(apps.get_model("clubs", name).objects.values_list("club", "game_slug").distinct())
    pending.objects.bulk_create([pending(club_id=club, game_slug=game) for club, game in sorted(games)])


class Migration(migrations.Migration):
    dependencies = [("clubs", "0018_calendar_version")]

    operations = [
        migrations.RunPython(delete_stale, migrations.RunPython.noop),
        migrations.DeleteModel("FiguresLock"),
        migrations.RemoveIndex("PendingJob", "behind_of_a_game"),
        migrations.RemoveField("PendingJob", "match"),
        migrations.RemoveField("PendingJob", "what"),
        migrations.AddField("PendingJob", "lease", models.DateTimeField(blank=True, null=True)),
        migrations.AddIndex(
            "PendingJob", models.Index(fields=["club", "game_slug"], name="pending_of_a_game")
        ),
        migrations.AddField("Job", "lease", models.DateTimeField(blank=True, null=True)),
        migrations.RemoveField("MatchStats", "at"),
        migrations.RemoveField("MatchStats", "club"),
        migrations.RemoveField("MatchStats", "game_slug"),
        migrations.RemoveField("MatchStats", "season"),
        migrations.AddField(
            "MatchStats", "version", models.UUIDField(default=STORED), preserve_default=False
        ),
        migrations.AddField("Played", "version", models.UUIDField(default=STORED, editable=False)),
        migrations.AlterField("Played", "version", models.UUIDField(default=uuid4, editable=False)),
        migrations.RemoveField("Rating", "longest_match"),
        migrations.RemoveField("RatingStep", "longest"),
        migrations.RemoveField("RatingStep", "longest_match"),
        migrations.RemoveField("RatingStep", "run"),
        migrations.RunPython(enqueue_all, migrations.RunPython.noop),
    ]

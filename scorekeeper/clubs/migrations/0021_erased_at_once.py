"""Erasure of the players whose request to be forgotten was still waiting."""

from django.conf import settings
from django.db import migrations
from django.db.models import F


def erase_waiting(apps, _schema_editor):
    """Erase these players now. Their names in other rows were replaced when they asked."""
    Player = apps.get_model("clubs", "Player")
    Claim = apps.get_model("clubs", "Claim")
    Member = apps.get_model("clubs", "Member")
    waiting = Player.objects.filter(forgotten__isnull=False, gone=None)
    accounts = set(waiting.filter(with_account=True).exclude(user=None).values_list("user", flat=True))
    for player in waiting.exclude(user=None):
        Claim.objects.filter(user=player.user_id, player__club=player.club_id).delete()
        Member.objects.filter(user=player.user_id, club=player.club_id).delete()
    Claim.objects.filter(player__in=waiting).delete()
    waiting.update(name="", user=None, gone=F("forgotten"))
    apps.get_model("clubs", "Covered").objects.all().delete()
    apps.get_model("accounts", "User").objects.filter(pk__in=accounts, players=None).delete()


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("account", "0001_initial"),
        ("mfa", "0001_initial"),
        ("usersessions", "0001_initial"),
        ("clubs", "0020_cash_and_publishing_dropped"),
    ]

    operations = [
        migrations.RunPython(erase_waiting, migrations.RunPython.noop),
    ]

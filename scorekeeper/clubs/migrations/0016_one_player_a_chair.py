"""A match counts in a chair for one player (docs/decisions/0064).

Until now it counted for everybody who sat there. The appearances of the others are deleted, and the ratings
and figures of their matches are enqueued: the server's worker or ``manage.py work`` updates them.
"""

from collections import defaultdict

from django.db import migrations

NO_HANDS = {"adjustment", "stopped", "ruled", "unreadable"}
BATCH_SIZE = 500


def keep_one_player_a_chair(apps, schema_editor):
    Seat = apps.get_model("tables", "Seat")
    # Only a seat that changed hands has a period that begins later.
    changed = sorted(
        set(
            Seat.objects.filter(since__gt=0, match__ended__isnull=False, match__table__club__isnull=False)
            .order_by()
            .values_list("match", flat=True)
        )
    )
    for start in range(0, len(changed), BATCH_SIZE):
        _update(apps, changed[start : start + BATCH_SIZE])


def _update(apps, numbers):
    Seat, Match = apps.get_model("tables", "Seat"), apps.get_model("tables", "Match")
    Appearance, Played = apps.get_model("clubs", "Appearance"), apps.get_model("clubs", "Played")
    PendingJob = apps.get_model("clubs", "PendingJob")
    chairs = defaultdict(lambda: defaultdict(list))
    rows = Seat.objects.filter(match__in=numbers).order_by("match", "position", "since")
    for match, *told in rows.values_list("match", "position", "since", "player", "player__same_as", "name"):
        position, since, player, same_as, name = told
        chairs[match][position].append((since, same_as or player, name.casefold()))
    frozen = dict(Match.objects.filter(pk__in=numbers).values_list("pk", "frozen"))
    gone = [
        pk
        for pk, match, seat, player in Appearance.objects.filter(match__in=numbers).values_list(
            "pk", "match", "seat", "player"
        )
        if player != _counted(chairs[match][seat], frozen[match])
    ]
    touched = set(Appearance.objects.filter(pk__in=gone).values_list("match", flat=True))
    Appearance.objects.filter(pk__in=gone).delete()
    PendingJob.objects.bulk_create(
        PendingJob(club_id=club, game_slug=game, what=what, match_id=match)
        for match, club, game in Played.objects.filter(match__in=numbers).values_list("match", "club", "game_slug")
        for what in (("ratings", "figures") if match in touched else ("figures",))
    )


def _counted(periods, frozen):
    """Return the player of most hands, of equal ones the one of the later hand; None if that is nobody known."""
    ranks = {}
    for place, row in enumerate(frozen["rows"] if frozen else ()):
        here = next(((player, name) for since, player, name in reversed(periods) if since <= row["number"]), None)
        if here is None:
            continue
        who = here if here[0] is None else (here[0], "")
        hands, last, _row = ranks.get(who, (0, -1, -1))
        is_hand = row["kind"] not in NO_HANDS and not row["problems"]
        ranks[who] = (hands + 1, place, place) if is_hand else (hands, last, place)
    return max(ranks, key=ranks.get)[0] if ranks else periods[-1][1] if periods else None


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0015_cash"),
        ("tables", "0012_held_hands"),
    ]

    operations = [migrations.RunPython(keep_one_player_a_chair, migrations.RunPython.noop, elidable=True)]

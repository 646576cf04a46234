"""A command that loads the data of an earlier release and checks it after migration.

    python -m tests.reliability.upgrade ACTIONS RELEASE.json.gz

    write         write the database's rows to the file; the only action, run with that release's code
    load          make the tables as the release had them, and fill them
    judge         after `migrate`: print what is lost or broken, and write a hand
    unreadable    after `migrate`: print the tables that the release cannot read any more
    tables        print the tables with their columns and numbers of rows

Actions may be joined by commas. The file holds the newest migration of each app and all rows as `dumpdata`
writes them.
"""

import gzip
import json
import sys
from collections import Counter
from io import StringIO
from pathlib import Path

import django

# ruff: noqa: E402
# The models can be imported only once Django is set up.
django.setup()

from django.apps import apps
from django.core import serializers
from django.core.management import call_command
from django.core.serializers import python
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.urls import reverse

from games.engine import Unreadable
from scorekeeper.clubs.models import Club
from scorekeeper.matches import models, replay
from tests.log_chain import broken_link
from tests.site.cast import Cast, longest_example

OURS = ("scorekeeper", "accounts", "tables", "library", "clubs")


def write(file):
    """Write the rows of the environment's database to a release file."""
    executor = MigrationExecutor(connection)
    newest = [list(node) for node in executor.loader.graph.leaf_nodes() if node[0] in OURS]
    rows = StringIO()
    call_command("dumpdata", *OURS, stdout=rows)
    text = json.dumps({"migrations": newest, "rows": json.loads(rows.getvalue())}, separators=(",", ":"))
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


def load(release):
    """Make and fill the tables of the release; the tables of Django and other packages are today's."""
    executor = MigrationExecutor(connection)
    nodes = [tuple(node) for node in release["migrations"]]
    ours = {app for app, _name in nodes}
    executor.migrate([*nodes, *(node for node in executor.loader.graph.leaf_nodes() if node[0] not in ours)])
    # The deserializer looks up the release's models here.
    python.apps = executor.loader.project_state(nodes).apps
    with transaction.atomic():
        for row in serializers.deserialize("python", release["rows"]):
            row.save()


def judge(release):
    """Return sentences that say which of the release's data is lost or broken."""
    # Rows were loaded with their ids, so advance the sequences past them.
    for app, _name in release["migrations"]:
        reset = StringIO()
        call_command("sqlsequencereset", app, stdout=reset, no_color=True)
        if statements := reset.getvalue().strip():
            with connection.cursor() as cursor:
                cursor.execute(statements)
    wrong = []

    def open_page(client, name, *args, **options):
        page = client.get(reverse(name, args=args), **options)
        if page.status_code != 200:
            wrong.append(f"{page.request['PATH_INFO']} answers {page.status_code}")

    entries = [(row["pk"], row["fields"]) for row in release["rows"] if row["model"] == "tables.entry"]
    expected = {pk: (fields["hand"], fields["hash"], fields["why"]) for pk, fields in entries}
    for entry in models.Entry.objects.all():
        if expected.pop(entry.pk, None) != (entry.hand, entry.hash, entry.why):
            wrong.append(f"entry {entry.pk} has changed")
    wrong += [f"entry {pk} is gone" for pk in expected]
    phone, member = Client(), Client()
    for match in models.Match.objects.select_related("table"):
        if (place := broken_link(match)) is not None:
            wrong.append(f"match {match.pk}: entry {place} does not follow")
        rows = replay.load_match_state(match).sheet.rows
        if any(isinstance(row.hand, Unreadable) for row in rows):
            wrong.append(f"match {match.pk} ({match.game_slug}): a hand cannot be read any more")
        open_page(phone, "match", match.table.code, match.number)
    counts = Counter(row["model"] for row in release["rows"])
    for model in apps.get_models():
        count = counts[model._meta.label_lower]
        if count and (missing := count - model._default_manager.count()) > 0:
            wrong.append(f"{missing} rows of {model._meta.label} are gone")
    for club in Club.objects.exclude(members=None):
        owner = club.members.filter(role="owner").first()
        member.force_login(owner.user, backend="allauth.account.auth_backends.AuthenticationBackend")
        for name in ("club", "history", "players", "nights", "figures"):
            open_page(member, name, club.code, follow=True)
        for night in club.nights.all():
            for name in ("night", "wall", "present", "night_prizes"):
                open_page(member, name, club.code, night.pk)
            open_page(phone, "guest_night", night.code)
        for season in club.seasons.exclude(link=None):
            open_page(phone, "shared_season", season.link)
    cast = Cast(*longest_example())
    if cast.enter("Ann", cast.adjustment(0)).status_code != 303:
        wrong.append("no hand can be written")
    return wrong


def tables(release):
    """Return the columns and the number of rows of every table; the release is not used."""
    result = {}
    with connection.cursor() as cursor:
        for name in sorted(connection.introspection.table_names(cursor)):
            columns = [column.name for column in connection.introspection.get_table_description(cursor, name)]
            cursor.execute(f'SELECT count(*) FROM "{name}"')
            result[name] = [sorted(columns), cursor.fetchone()[0]]
    return result


def unreadable(release):
    """Return the tables that a worker of the old release cannot read any more."""
    nodes = [tuple(node) for node in release["migrations"]]
    wrong = []
    for model in MigrationExecutor(connection).loader.project_state(nodes).apps.get_models():
        try:
            model._base_manager.first()
        except DatabaseError as error:
            wrong.append(f"{model.__name__}: {error}")
    return wrong


if __name__ == "__main__":
    actions, file = sys.argv[1:]
    if actions == "write":
        write(Path(file))
        sys.exit()
    release = json.loads(gzip.decompress(Path(file).read_bytes()))
    for action in actions.split(","):
        if action == "load":
            load(release)
        else:
            print(json.dumps({"judge": judge, "unreadable": unreadable, "tables": tables}[action](release)))

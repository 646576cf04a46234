"""``manage.py migrate``, with manners: a copy first on SQLite, and on PostgreSQL nobody waits for it long."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

from scorekeeper import backups
from scorekeeper.migrating import patiently


class Command(migrate.Command):
    """Django's own, run again where somebody who reads holds it up."""

    def handle(self, *args: Any, **options: Any) -> Any:
        connection = connections[options["database"]]
        if connection.vendor == "sqlite":
            if something_to_lose(connection):
                backups.make()
            return super().handle(*args, **options)
        return patiently(lambda: super(Command, self).handle(*args, **options), connection, self.stderr.write)


def something_to_lose(connection: Any) -> bool:
    """Whether a file of a site is about to be changed; an empty one, or one for tests, is not copied."""
    name = str(connection.settings_dict["NAME"])
    if "memory" in name or connection.settings_dict["NAME"] == connection.settings_dict["TEST"].get("NAME"):
        return False
    executor = MigrationExecutor(connection)
    done = executor.loader.applied_migrations
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return ("tables", "0001_initial") in done and bool(plan)

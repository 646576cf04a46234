"""``manage.py migrate``: make a backup first, and on PostgreSQL do not block readers."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

from scorekeeper.ops import backups
from scorekeeper.ops.migrating import with_retries


class Command(migrate.Command):
    """Django's ``migrate`` after a backup, retried while another session blocks it."""

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--no-copy", action="store_true", help="do not back up the database first")

    def handle(self, *args: Any, **options: Any) -> Any:
        connection = connections[options["database"]]
        is_dry_run = options["plan"] or options["check_unapplied"]
        if not (is_dry_run or options.get("no_copy")) and needs_backup(
            connection, has_target=bool(options["app_label"])
        ):
            try:
                backups.make()
            except (backups.BackupError, OSError) as error:
                raise CommandError(
                    f"No copy could be made before the update: {error}. Nothing was changed. Run"
                    " `manage.py migrate` again when that is fixed, or with --no-copy if you have a copy."
                ) from None
        if connection.vendor == "sqlite":
            return super().handle(*args, **options)
        return with_retries(
            lambda: super(Command, self).handle(*args, **options), connection, self.stderr.write
        )


def needs_backup(connection: Any, has_target: bool = False) -> bool:
    """Return whether a site's tables are about to change; test databases are not backed up."""
    name = str(connection.settings_dict["NAME"])
    if "memory" in name or connection.settings_dict["NAME"] == connection.settings_dict["TEST"].get("NAME"):
        return False
    executor = MigrationExecutor(connection)
    applied = executor.loader.applied_migrations
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return ("tables", "0001_initial") in applied and (has_target or bool(plan))

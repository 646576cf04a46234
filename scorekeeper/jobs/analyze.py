"""Statistics of the database's query planner."""

import logging

from django.db import OperationalError, connection, transaction

log = logging.getLogger("scorekeeper.upkeep")

# Flags of SQLite's `PRAGMA optimize`: check all tables, sample indexes only, run ANALYZE.
ALL_TABLES, LIMITED, RUN = 0x10000, 0x10, 0x02


def refresh_statistics() -> None:
    """Refresh the planner statistics of tables that have changed much.

    SQLite never refreshes them by itself, and with old statistics it may read all matches of one player for
    each match of another. PostgreSQL's autovacuum does so within a minute, which is too late after an import.
    Tables that another process is analyzing are skipped.
    """
    if connection.vendor == "sqlite":
        try:
            with connection.cursor() as cursor:
                cursor.execute(f"PRAGMA optimize({ALL_TABLES | LIMITED | RUN:#x})")
        except OperationalError as error:
            # A writer holds the lock of the database.
            log.warning("planner statistics not refreshed, trying again later: %s", error)
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('statement_timeout', '300s', true)")
        cursor.execute("ANALYZE (SKIP_LOCKED)")

"""What a database wants now and then, so that it answers as quickly when it has grown."""

import logging

from django.db import OperationalError, connection, transaction

log = logging.getLogger("scorekeeper.upkeep")

# Of SQLite's `PRAGMA optimize`: look at every table, not only at those this connection has asked; read no
# more of an index than is needed for a guess; do it.
ALL_TABLES, LIMITED, DO = 0x10000, 0x10, 0x02


def refresh_statistics() -> None:
    """Let the database count anew what its indexes hold, where that has changed much.

    SQLite never does so by itself, and without it guesses: it then reads all matches of one player for each
    match of another. PostgreSQL's autovacuum does it within a minute; after many rows have come at once that
    is late. A table that something else counts just then is left to it and not waited for: every process that
    does long work comes here, and the catalogues of a PostgreSQL are those of all its databases.
    """
    if connection.vendor == "sqlite":
        try:
            with connection.cursor() as cursor:
                cursor.execute(f"PRAGMA optimize({ALL_TABLES | LIMITED | DO:#x})")
        except OperationalError as error:
            log.warning("the statistics wait for the next time: %s", error)  # people are writing
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('statement_timeout', '300s', true)")
        cursor.execute("ANALYZE (SKIP_LOCKED)")

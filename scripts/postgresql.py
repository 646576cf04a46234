"""Print the address of the PostgreSQL that the tests may use, or nothing where none answers."""

import os
import sys

import psycopg

# A server on this machine, by its socket and by its port, as its own user, the usual one, or none said.
CANDIDATES = (
    "postgresql:///postgres",
    "postgresql://postgres@localhost:5432/postgres",
    "postgresql://postgres:postgres@localhost:5432/postgres",
)


def answers(url: str) -> bool:
    """Whether a server at url lets us in and lets us make a database."""
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            row = connection.execute(
                "select rolcreatedb or rolsuper from pg_roles where rolname = current_user"
            ).fetchone()
            return bool(row and row[0])
    except psycopg.Error:
        return False


def main() -> int:
    named = os.environ.get("DATABASE_URL", "")
    if named.startswith("postgres"):
        if not answers(named):
            print("DATABASE_URL names a PostgreSQL that does not answer.", file=sys.stderr)
            return 1
        print(named)
        return 0
    found = next((url for url in CANDIDATES if answers(url)), "")
    if found:
        print(found)
    elif os.environ.get("REQUIRE_POSTGRESQL") == "true":
        print("No PostgreSQL answers, and REQUIRE_POSTGRESQL is set.", file=sys.stderr)
        return 1
    else:
        print("Skipped: the tests on PostgreSQL (none answers; DATABASE_URL names one).", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

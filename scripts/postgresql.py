"""Print the URL of a PostgreSQL server for the tests, or nothing if no server answers."""

import os
import sys

import psycopg

# A local server, by socket or by port, as the current user or as "postgres".
CANDIDATES = (
    "postgresql:///postgres",
    "postgresql://postgres@localhost:5432/postgres",
    "postgresql://postgres:postgres@localhost:5432/postgres",
)


def answers(url: str) -> bool:
    """Return whether the server accepts us as a role that may create databases."""
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            row = connection.execute(
                "select rolcreatedb or rolsuper from pg_roles where rolname = current_user"
            ).fetchone()
            return bool(row and row[0])
    except psycopg.Error:
        return False


def main() -> int:
    configured_url = os.environ.get("DATABASE_URL", "")
    if configured_url.startswith("postgres"):
        if not answers(configured_url):
            print("DATABASE_URL names a PostgreSQL server that does not answer.", file=sys.stderr)
            return 1
        print(configured_url)
        return 0
    local_url = next((url for url in CANDIDATES if answers(url)), "")
    if local_url:
        print(local_url)
    elif os.environ.get("REQUIRE_POSTGRESQL") == "true":
        print("No PostgreSQL server answers, and REQUIRE_POSTGRESQL is set.", file=sys.stderr)
        return 1
    else:
        print(
            "Skipped: the tests on PostgreSQL (no server answers; set DATABASE_URL to name one).",
            file=sys.stderr,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The matches app: the log of every table and the only code that writes to it."""

from django.apps import AppConfig


class Matches(AppConfig):
    name = "scorekeeper.matches"
    # Stored in the database (table names, migrations, foreign keys), so it stays "tables".
    label = "tables"

    def ready(self) -> None:
        from scorekeeper.live import streams
        from scorekeeper.web import limits

        from . import phones

        # Once the IP address's rate limit is used up, a table's scoring phones share one of their own.
        limits.allowance_functions.append(phones.allowance_of)
        streams.bus.may_score = phones.may_score_at

"""Log lines as JSON, one a line, in UTC, without addresses that could hold a secret."""

import json
import logging
from datetime import UTC, datetime
from typing import Any

# What a caller may add with extra=…; anything else (a request, say) stays out.
FIELDS = ("route", "method", "status", "ms", "account")


class JSONLines(logging.Formatter):
    """Formats a record as one JSON object; line ends in a name cannot begin a second line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self.message(record),
        }
        line.update({name: getattr(record, name) for name in FIELDS if hasattr(record, name)})
        # What strangers get wrong (a name of a host, a form too large) is one line, however often they do.
        if record.exc_info and not record.name.startswith("django.security"):
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)

    def message(self, record: logging.LogRecord) -> str:
        """The message; of Django's lines about a request only what happened, for they hold raw addresses."""
        if record.name.startswith(("django.request", "django.security")) and hasattr(record, "request"):
            match = getattr(record.request, "resolver_match", None)
            what = str(record.args[0]) if isinstance(record.args, tuple) and record.args else str(record.msg)
            return f"{what.splitlines()[0]} at {match.route if match else 'no route'}"
        return record.getMessage()

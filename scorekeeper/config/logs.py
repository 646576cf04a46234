"""JSON log lines in UTC, without URLs that may contain a secret."""

import json
import logging
from datetime import UTC, datetime
from typing import Any

# The extra fields that are logged; others, such as the request, are not.
FIELDS = ("route", "method", "status", "ms", "account")


class JSONLines(logging.Formatter):
    """A formatter of records as JSON objects; newlines in a value cannot start a second line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self.message(record),
        }
        line.update({name: getattr(record, name) for name in FIELDS if hasattr(record, name)})
        # Invalid requests (host names, oversized forms) need no traceback.
        if record.exc_info and not record.name.startswith("django.security"):
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)

    def message(self, record: logging.LogRecord) -> str:
        """Return the message; for Django's request logs only the event and the route, not the URL."""
        if record.name.startswith(("django.request", "django.security")) and hasattr(record, "request"):
            match = getattr(record.request, "resolver_match", None)
            event = str(record.args[0]) if isinstance(record.args, tuple) and record.args else str(record.msg)
            return f"{event.splitlines()[0]} at {match.route if match else 'no route'}"
        return record.getMessage()

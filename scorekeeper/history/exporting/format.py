"""The format of a club's export apart from its matches, and what it leaves out."""

from datetime import UTC, date, datetime
from typing import Any

FORMAT = "scorekeeper-club/1"

# Events about accounts, or by the site itself, are not exported.
LEFT_OUT_EVENTS = (
    *("founded", "joined", "left", "removed", "role", "handed_over", "reset_link"),
    *("invited", "link_renewed", "invitation_ended", "claim_granted", "claim_denied"),
    *("asks_to_be_forgotten", "is_not_forgotten", "forgotten", "deleting", "kept", "import", "import_undone"),
)
# Names of an event's values: those that are player ids, and those that have no meaning in another club.
PLAYER_VALUES = ("player", "other")
LEFT_OUT_VALUES = ("moved", "was", "tables", "nights", "season", "event")


def columns_of(row: Any, names: str, **more: Any) -> dict[str, Any]:
    """Return these columns of a row, with dates as text, and ``more``."""
    return {name: as_text(getattr(row, name)) for name in names.split()} | more


def as_text(value: Any) -> Any:
    """Return a time or a date as text; any other value unchanged."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return value.isoformat() if isinstance(value, date) else value


# Columns of a night that are exported unchanged.
NIGHT_FIELDS = (
    "name place preset house seats sides drawing counting points missed "
    "mixed prizes rounds hands minutes seed"
)

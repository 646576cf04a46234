"""What stands in a club's file besides its matches, and what is left out of it."""

from datetime import UTC, date, datetime
from typing import Any

# What is told of accounts, or by the site itself, stays where it is.
LEFT_OUT_EVENTS = (
    *("founded", "joined", "left", "removed", "role", "handed_over", "reset_link"),
    *("invited", "link_renewed", "invitation_ended", "claim_granted", "claim_denied"),
    *("asks_to_be_forgotten", "is_not_forgotten", "forgotten", "deleting", "kept", "import", "import_undone"),
)
# In an event these are numbers of players; and these are of no use elsewhere.
PLAYER_VALUES = ("player", "other")
LEFT_OUT_VALUES = ("moved", "was", "tables", "nights", "season", "event")


def iso_time(moment: datetime | None) -> str | None:
    """A moment as it stands in the file."""
    return None if moment is None else moment.astimezone(UTC).isoformat()


def columns_of(row: Any, names: str, **more: Any) -> dict[str, Any]:
    """What these columns of a row hold, moments and days as text, and ``more``."""
    return {name: _plain(getattr(row, name)) for name in names.split()} | more


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return iso_time(value)
    return value.isoformat() if isinstance(value, date) else value


# What a night says of itself as it stands in its row.
NIGHT_FIELDS = (
    "name place preset house seats sides drawing counting points missed "
    "mixed prizes rounds hands minutes seed"
)

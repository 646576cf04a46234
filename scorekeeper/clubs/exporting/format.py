"""What stands in a club's file besides its matches, and what is left out of it."""

from __future__ import annotations

from datetime import UTC, datetime

# What is told of accounts, or by the site itself, stays where it is.
STAYS = (
    *("founded", "joined", "left", "removed", "role", "handed_over", "reset_link"),
    *("invited", "link_renewed", "invitation_ended", "claim_granted", "claim_denied"),
    *("asks_to_be_forgotten", "is_not_forgotten", "forgotten", "deleting", "kept", "import", "import_undone"),
)
# In an event these are numbers of players; and these are of no use elsewhere.
PLAYERS = ("player", "other")
HERE_ONLY = ("moved", "was", "tables", "nights", "season", "event")


def at(moment: datetime | None) -> str | None:
    """A moment as it stands in the file."""
    return moment and moment.astimezone(UTC).isoformat()


# What a night says of itself as it stands in its row.
KEPT = (
    *("name", "place", "preset", "house", "seats", "sides", "drawing", "counting", "points", "missed"),
    *("mixed", "prizes", "rounds", "hands", "minutes", "seed"),
)

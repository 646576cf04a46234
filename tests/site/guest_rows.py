"""Rows of the authorization matrix (club_rows.py) for URLs below n/: guests of a night, and calendar apps."""

from scorekeeper.matches.models import Match
from scorekeeper.nights import subscriptions, table_cards
from scorekeeper.nights.models import Night

from .club_rows import OPEN, Row, form
from .club_rows_nights import night_of


def with_night(cast):
    return {"code": night_of(cast, drawn=True).night.code}


def with_table(cast):
    return {**with_night(cast), "number": 1}


def with_result(cast):
    """Create a finished, unconfirmed result of a table."""
    night = night_of(cast, drawn=True, confirm=True)
    [table] = night.tables()
    night.finish(table, 5, 1)
    return {"code": night.night.code, "table": table.table.code, "n": 1}


def confirmation(_cast):
    # The head is the hash of the log's last entry.
    return {"side": "1", "head": Match.objects.latest("pk").head}


def with_attendee(cast):
    night = night_of(cast, drawn=True).night
    return {"code": night.code, "present": night.present.first().pk}


def calendar_key(cast):
    night_of(cast, drawn=True)
    return {"key": subscriptions.key_of(cast.member("Mia"))}


def secret(_cast):
    return {"secret": table_cards.card_link(Night.objects.latest("pk"), 1)}


# OPEN: no account is needed. Guests get the night's code from a QR code: on the screen in the room (the
# page "wall") or on a card on their table. A member's calendar app has the key in the calendar's URL.
ROWS: dict[str, Row] = {
    "guest_night": Row(get=OPEN, values=with_night),
    "guest_person": Row(get=OPEN, values=with_attendee),
    "guest_card": form(OPEN, sent=secret, values=with_table),
    # POST: Sven's phone drew the round and so started its tables, where it may score. Olga keeps score for
    # the club.
    "confirm_result": Row(get=OPEN, post=("Sven", "Olga"), sent=confirmation, values=with_result),
    "call_referee": form(OPEN, values=with_table),
    "nights_calendar": Row(get=OPEN, values=calendar_key),
}

"""Rows of the authorization matrix (club_rows.py): a club's nights and seasons."""

from datetime import date

from scorekeeper.clubs.models import ClubEvent, Season
from scorekeeper.nights import seasons

from .club_rows import ALL_MEMBERS, KEEPERS, OPEN, Row, action, form, sends
from .night_cast import NightCast, partners_game


def night_of(cast, drawn: bool = False, **more) -> NightCast:
    night = NightCast(cast, names=("Sven", "Mia", "Olga", "Ann"), fields=more)
    if drawn:
        night.draw()
    return night


def with_night(cast):
    return {"night": night_of(cast).night.pk}


def with_drawn_night(cast):
    return {"night": night_of(cast, drawn=True).night.pk}


def with_running_night(cast):
    night = night_of(cast, drawn=True)
    night.write(night.tables()[0], 5, 1)
    return {"night": night.night.pk}


def season(cast) -> Season:
    row, _new = Season.objects.get_or_create(club=cast.club, name="Autumn", begins=date(2026, 9, 1))
    return row


def with_season(cast):
    return {"season": season(cast).pk}


def deleted_season(cast):
    seasons.delete_season(season(cast), "Sven")
    return {"event": ClubEvent.objects.filter(club=cast.club, what="season_deleted").latest("pk").pk}


def season_player(cast):
    night = NightCast(cast, names=("Ann", "Bo", "Cy", "Di"), fields={"season": season(cast)})
    night.draw()
    night.play((5, 1))
    night.end()
    return {"season": season(cast).pk, "player": cast.player("Ann").pk}


def night_player(cast):
    night = night_of(cast, drawn=True)
    night.play((5, 1))
    return {"night": night.night.pk, "player": cast.player("Mia").pk}


def night_form(cast):
    game = partners_game()
    return {
        "game": game.slug,
        "name": "Friday",
        "date": "2026-11-20",
        "begins": "19:30",
        "place": "The club",
        "rules": f"p{game.presets[0].id}",
        "shape": "4x2",
        "season": "",
        "drawing": "rotating",
        "mixed": "on",
        "rounds": "3",
        "hands": "4",
        "minutes": "20",
        "counting": "points",
        "points": "5 3 2 1",
        "missed": "nothing",
        "prizes": ["first", "last"],
    }


def past_night(cast):
    """Play a night, because the page "tonight" copies the last one. Its URL needs no values."""
    night = night_of(cast, drawn=True)
    night.play((5, 1))
    night.end()
    return {}


def tonight_form(cast):
    return {"draw": "1", "player": [cast.player(name).pk for name in ("Ann", "Bo", "Cy", "Di")]}


def season_form(cast):
    return {
        "name": "Winter",
        "game": "",
        "begins": "2026-12-01",
        "ends": "2027-02-28",
        "count": "placing",
        "placing": "10 8 6",
        "presence": "1",
        "best": "4",
        "ties": ["won", "later"],
        "loose": "no",  # matches outside nights do not count
    }


def shared_season(cast):
    autumn = season(cast)
    seasons.share(autumn, "Sven", withdraw=False)
    return {"link": autumn.link}


ROWS: dict[str, Row] = {
    "nights": Row(),
    "new_night": form(KEEPERS, sent=night_form),
    "tonight": form(KEEPERS, sent=tonight_form, values=past_night, scoring_role="scorekeeper"),
    "night": Row(values=with_drawn_night),
    "wall": Row(values=with_drawn_night),
    "night_cards": Row(get=KEEPERS, values=with_drawn_night),
    "night_prizes": Row(values=with_drawn_night),
    "night_player": Row(values=night_player),
    # Scorekeepers and a table's players may open its sheet; all three members play at table 1 (night_of).
    "sit": action(
        ALL_MEMBERS,
        values=lambda cast: {**with_drawn_night(cast), "table": 1},
        scoring_role="member",
    ),
    "change_night": form(KEEPERS, sent=night_form, values=with_night),
    "delete_night": action(KEEPERS, values=with_night),
    "present": form(KEEPERS, sent=sends(guests="Zoe"), values=with_night),
    "draw": action(KEEPERS, sent=sends(round="1"), values=with_night, scoring_role="scorekeeper"),
    "take_back": action(KEEPERS, sent=sends(round="1"), values=with_drawn_night),
    "round_totals": form(
        KEEPERS,
        sent=lambda cast: {"total.1.0": "120", "total.1.1": "30"},
        values=with_drawn_night,
        scoring_role="scorekeeper",
    ),
    "answer_call": action(KEEPERS, sent=sends(table="1"), values=with_drawn_night),
    # All three members are players of the club.
    "check_in": action(ALL_MEMBERS, values=with_night),
    "attendance": Row(),
    "renew_addresses": action(ALL_MEMBERS),
    "clock": action(KEEPERS, sent=sends(round="1", do="begin"), values=with_drawn_night),
    "end_round": form(
        KEEPERS,
        sent=sends(round="1"),
        values=with_running_night,
        scoring_role="scorekeeper",
    ),
    "end_night": action(KEEPERS, values=with_night),
    "new_season": form(KEEPERS, sent=season_form),
    "season": Row(values=with_season),
    "share_season": form(KEEPERS, values=with_season),
    # Anyone with the link may open the page, until the link is withdrawn (test_seasons_end.py).
    "shared_season": Row(get=OPEN, values=shared_season),
    "change_season": form(KEEPERS, sent=season_form, values=with_season),
    "end_season": action(KEEPERS, values=with_season),
    "delete_season": form(KEEPERS, values=with_season),
    "bring_back_season": action(KEEPERS, sent=deleted_season),
    "season_player": Row(values=season_player),
}

"""Rows of the authorization matrix (club_rows.py): a club's players, tables, house rules and customs.

Most functions here, such as ``guest``, return the URL parameters of an object (``Row.values``).
"""

from django.test import Client

from games.engine import to_json
from scorekeeper.clubs.models import AtOurClub, Claim, ClubHouse, Player
from scorekeeper.matches.models import Match, Seat

from .cast import NAMES, start_form_data
from .club_cast import user
from .club_rows import ALL_MEMBERS, KEEPERS, OWNER, Row, action, form, sends
from .routes import rich_example


def guest(cast):
    return {"player": cast.player("Ann").pk}


def mia(cast):
    return {"player": cast.player("Mia").pk}


def merged_player(cast):
    annie, _new = Player.objects.get_or_create(club=cast.club, name="Annie")
    Player.objects.filter(pk=annie.pk).update(same_as=cast.player("Ann"))
    return {"player": annie.pk}


def claim(cast):
    row, _new = Claim.objects.get_or_create(player=cast.player("Bo"), user=user("Mia"), granted=None)
    return {"claim": row.pk}


def new_match(cast, first: str) -> Match:
    game, _example = rich_example()
    names = [first, *NAMES[1:]]
    return cast.sit_down(game, names[: game.shapes(game.presets[0])[0][0]])


def unlinked_name(cast) -> str:
    if not Seat.objects.filter(name="Zoe", player=None, match__table__club=cast.club).exists():
        match = new_match(cast, "Zoe")
        Seat.objects.filter(match=match, name="Zoe").update(player=None)
        Player.objects.filter(club=cast.club, name="Zoe").delete()
    return "Zoe"


def seat(cast):
    return {"seat": Seat.objects.get(name=unlinked_name(cast), player=None).pk}


def table(cast):
    return {"code": new_match(cast, "Ann").table.code}


def slug(cast):
    return {"slug": rich_example()[0].slug}


def house(cast):
    game, example = rich_example()
    row, _new = ClubHouse.objects.get_or_create(
        club=cast.club,
        name="Ours",
        until=None,
        defaults={
            "game_slug": game.slug,
            "preset": game.presets[0].id,
            "house": to_json(example.house),
            "seats": example.seating.seats,
            "sides": example.seating.sides,
        },
    )
    return {"house": row.pk}


def question(cast):
    return house(cast) | {"question": next(iter(rich_example()[0].questions))}


def custom(cast):
    slug = rich_example()[0].slug
    row, _new = AtOurClub.objects.get_or_create(club=cast.club, game_slug=slug, words="So it is.")
    return {"custom": row.pk}


def start_form(cast, who: str = "Mia", **changes):
    game, _example = rich_example()
    start = cast.get(who, "start_in_club", game.slug).context["start"]
    sent = start_form_data(Client(), game, start.preset.id)
    sent = {name: value for name, value in sent.items() if not name.startswith("name.")}
    return {**sent, "was": start.chosen_id, "preset": start.chosen_id, "shape": start.shape.value, **changes}


ROWS = {
    "players": Row(),
    "new_player": action(KEEPERS, sent=lambda cast: {"name": f"New {Player.objects.count()}"}),
    "add_people": form(KEEPERS, sent=sends(text="Gil", add="1")),
    "player": Row(values=guest),
    "rename_player": form(KEEPERS, sent=sends(name="Anna"), values=guest),
    "spelling": action(KEEPERS, sent=sends(name="Ann", hide="1"), values=guest),
    "merge_player": form(KEEPERS, sent=lambda cast: {"other": cast.player("Di").pk}, values=guest),
    "unmerge_player": action(KEEPERS, values=merged_player),
    "claim_player": action(ALL_MEMBERS, values=guest),
    "answer_claim": action(KEEPERS, sent=sends(granted="no"), values=claim),
    "unlinked_names": Row(),
    "unlinked_name": Row(get=KEEPERS, values=seat),
    "link_name": action(KEEPERS, sent=lambda cast: {"name": unlinked_name(cast), "new": "1"}),
    "claim_name": action(ALL_MEMBERS, sent=lambda cast: {"name": unlinked_name(cast)}),
    # Open to the player and, for a guest such as Ann, to owners (clubs/people/access.py).
    "data_of_player": form(OWNER, values=guest),
    "csv_of_player": form(OWNER, values=guest),
    "forget_player": form(OWNER, values=guest),
    "start_at_club": Row(),
    "start_in_club": Row(post=ALL_MEMBERS, sent=start_form, values=slug, scoring_role="member"),
    "keep_at_club": action(KEEPERS, values=table, scoring_role="scorekeeper"),
    "houses": Row(),
    "house": Row(values=house),
    "new_house": form(KEEPERS, sent=sends(show="1"), status=200, values=slug),
    "change_house": form(KEEPERS, sent=sends(show="1"), status=200, values=house),
    "end_house": action(KEEPERS, values=house),
    "house_rulebook": Row(values=house),
    "auction_by_house": Row(values=house),
    "ask_by_house": Row(post=ALL_MEMBERS, status=422, values=question),
    "customs": Row(),
    "new_custom": form(KEEPERS, sent=sends(save="1"), status=422, values=slug),
    "end_custom": action(KEEPERS, values=custom),
}

"""Every route of the URLconf, with parameters that exist at a table."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection, transaction
from django.urls import URLPattern, get_resolver, reverse

from games import every_game
from games.engine import Example, Game, IrregularityKind, Sheet
from scorekeeper.library.models import Ruling
from scorekeeper.matches import permissions, phones
from scorekeeper.matches.models import OwnGame, Role
from scorekeeper.tables import own_games
from scorekeeper.tables.engine_zip import engine_zip

from .cast import NAMES, Cast

# Eve lost her right to score, and Fay keeps score at another table; cast.py describes the others.
EVERYBODY = NAMES


@dataclass(frozen=True)
class Route:
    """A route of the URLconf: its name, its pattern and its parameters."""

    name: str
    pattern: str
    parameters: tuple[str, ...]


def every_route() -> list[Route]:
    return sorted(_routes(get_resolver(), ""), key=lambda route: route.pattern)


def own_routes() -> list[Route]:
    """Return the routes of tables and the library; clubs, nights and accounts have their own tests."""
    return [route for route in every_route() if not route.pattern.startswith(("c/", "n/", "account/"))]


def _routes(resolver, prefix: str) -> Iterator[Route]:
    for entry in resolver.url_patterns:
        pattern = prefix + str(entry.pattern)
        if isinstance(entry, URLPattern):
            parameters = tuple(part.split(">")[0].split(":")[-1] for part in pattern.split("<")[1:])
            yield Route(entry.name or pattern, pattern, parameters)
        else:
            yield from _routes(entry, pattern)


def rich_example() -> tuple[Game[Any], Example[Any]]:
    """Return the longest example of a game with an auction, questions and a settlement."""
    pairs = [
        (game, example)
        for game in every_game().values()
        if game.auction and game.questions
        for example in game.examples
        if game.settlement(Sheet(example.seating, example.house)) is not None
    ]
    return max(pairs, key=lambda pair: len(pair[1].hands))


def cast_with_hands(game, example, hands: int) -> Cast:
    """Return a table with the first hands of the example, an adjustment, all phones and a stored ruling."""
    cast = Cast(game, example)
    eve = phones.let_in(cast.table, "a phone that belongs to Eve", Role.SCORER, "Eve")
    permissions.set_role(cast.table, cast.phone("Ann"), eve.pk, Role.WATCHER)
    other_table = Cast(game, example).table
    phones.let_in(other_table, "a phone that belongs to Fay", Role.SCORER, "Fay")
    cast.table.refresh_from_db()
    for hand in example.hands[:hands]:
        cast.write(hand)
    cast.write(cast.adjustment(10))
    question = next(iter(game.questions), "none")
    own_games.save(game, cast.state.heading, "A saved game", cast.phone("Ann").key_hash)
    Ruling.objects.create(
        match=cast.match,
        game_slug=game.slug,
        question=question,
        facts={},
        hand=1,
        house={},
        seats=example.seating.seats,
        sides=example.seating.sides,
        said={"verdict": "", "question": "Is it so?", "sentence": {"text": "So it is."}, "lines": []},
        language="en",
        release="0",
        fingerprint=f"{cast.table.pk:064d}",
    )
    return cast


def values(cast, route) -> dict[str, Any]:
    """Return URL parameters of the route that name existing objects."""
    code = cast.table.code
    if route.pattern.startswith("r/"):
        code = Ruling.objects.get(fingerprint=f"{cast.table.pk:064d}").code
    if route.pattern.startswith("own/"):
        own = OwnGame.objects.filter(key_hash=cast.phone("Ann").key_hash).first()
        code = own.code if own else "FORGOTTEN"
    known = {
        "code": code,
        "n": 1,
        "number": 1,
        "side": 0,
        "phone": cast.phone("Cy").pk,
        "slug": cast.game.slug,
        "question": next(iter(cast.game.questions), "none"),
        "hash": engine_zip(cast.game.slug).hash,
        "kind": next(iter(IrregularityKind)).value,
    }
    return {name: known[name] for name in route.parameters}


def route_path(cast, route) -> str:
    return reverse(route.name, kwargs=values(cast, route))


def all_rows() -> dict[str, list[tuple[Any, ...]]]:
    """Return all stored rows, except sessions and counters.

    Raw SQL, because this runs thousands of times and building querysets takes longer than running them.
    """
    rows = {}
    with connection.cursor() as cursor:
        for name, query in _queries().items():
            cursor.execute(query)
            rows[name] = sorted(cursor.fetchall(), key=str)
    return rows


@contextmanager
def try_route(subtests, route, clients) -> Iterator[None]:
    """Try one route as a subtest, then restore the database and the clients' cookies."""
    cookies = {name: deepcopy(client.cookies) for name, client in clients.items()}
    point = transaction.savepoint()
    try:
        with subtests.test(route=route.name):
            yield
    finally:
        transaction.savepoint_rollback(point)
        for name, client in clients.items():
            client.cookies = cookies[name]


@cache
def _queries() -> dict[str, str]:
    quoted = connection.ops.quote_name
    return {
        model.__name__: f"SELECT * FROM {quoted(model._meta.db_table)}"
        for label in ("tables", "library", "clubs", "accounts", "account", "mfa", "usersessions")
        for model in apps.get_app_config(label).get_models(include_auto_created=True)
    }

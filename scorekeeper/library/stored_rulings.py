"""Stored rulings: the same question, facts and rules have one URL, and the words stay as they were."""

import hashlib
from typing import Any

from django.utils.translation import get_language

from games import every_game
from games.engine import DecodeError, Game, Seat, Seating, empty_sheet, from_json, to_json
from games.engine.interchange import ruling_on
from scorekeeper import RELEASE
from scorekeeper.matches.hash_chain import fingerprint
from scorekeeper.sheet.referee import verdict_of
from scorekeeper.web.i18n import words_for

from . import rulebook
from .models import Ruling
from .referee import Desk


def release_of(game: Game[Any]) -> str:
    """Return the site's release and a short fingerprint of the game's rules."""
    rules = "\n".join(
        f"{rule.number} {rule.text} {dict(rule.wordings)} {rule.played_if} {rule.source}"
        for rule in game.rulebook
    )
    return f"{RELEASE}+{hashlib.sha256(rules.encode()).hexdigest()[:8]}"


def store(desk: Desk, kept_by: str = "") -> Ruling:
    """Store the ruling of a desk with all facts and return it; return an equal ruling stored before."""
    seating, ctx = desk.sheet.seating, desk.match_ctx
    table_preset = ctx.state.heading.preset if ctx else ""
    fields = {
        "game_slug": desk.game.slug,
        "question": desk.id,
        "facts": desk.facts_json,
        "preset": desk.preset.id if desk.preset else table_preset,
        "house": to_json(desk.sheet.house),
        "seats": seating.seats,
        "sides": seating.sides,
        "first_dealer": int(seating.first_dealer),
        "language": get_language() or "en",
        "release": release_of(desk.game),
        "hand": desk.hand,
        "length": ctx.match.length if ctx else 0,
    }
    match = ctx.match if ctx else None
    request_hash = fingerprint(fields, match.pk if match else 0, desk.replaces_hand)
    ruling, _is_new = Ruling.objects.get_or_create(
        fingerprint=request_hash,
        defaults={**fields, "said": ruling_text(desk), "match": match, "kept_by": kept_by},
    )
    return ruling


def ruling_text(desk: Desk) -> dict[str, Any]:
    """Return the ruling in words with its preset (``by``), all house rules, and the score at that time."""
    game, words, house = desk.game, desk.words, desk.sheet.house
    preset = desk.preset or (game.preset(desk.match_ctx.state.heading.preset) if desk.match_ctx else None)
    return {
        **(desk.ruling_text or {}),
        "by": words.gettext(preset.name) if preset else "",
        "rules": [
            {"title": title, "answers": [[rule.question, rule.answer, rule.unusual] for rule in rules]}
            for title, rules in rulebook.options(game, house, words, desk.sheet.seating).items()
        ],
        "score": [
            {"side": int(side), "name": words.name(side), "total": words.read(desk.sheet.totals[side])}
            for side in desk.sheet.seating.every_side
        ]
        if desk.hands
        else [],
    }


def verdict_today(ruling: Ruling) -> Any:
    """Return the verdict of the current rules on the same facts; None if there is none.

    Only rulings without a table can be asked again, because a table's sheet is not stored with the ruling.
    """
    game = every_game().get(ruling.game_slug)
    if game is None or ruling.question not in game.questions or ruling.length or ruling.match_id:
        return None
    seating = Seating(ruling.seats, ruling.sides, Seat(ruling.first_dealer))
    try:
        sheet = empty_sheet(game, seating, from_json(game.house, ruling.house))
        ruling_today = ruling_on(game, ruling.question, ruling.facts, sheet)
    except DecodeError:
        return None
    return verdict_of(ruling_today, words_for(seating))

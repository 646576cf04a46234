"""The course of a night: drawing, ending and reopening its rounds, adding tables, ending the night."""

import uuid
from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import every_game
from games.engine import Game, Heading, Seat, Seating, Stopped, house_problems
from scorekeeper.clubs.membership import events
from scorekeeper.clubs.models import Player
from scorekeeper.figures.models import Rating
from scorekeeper.matches import commands, models, phones, replay
from scorekeeper.nights import attendance, clock, confirmations, season_table, standings
from scorekeeper.nights.draw import Attendee, Draw, Pairing, SeatedTable, Shape
from scorekeeper.nights.models import Drawing, Night, NightTable, Present, Round
from scorekeeper.nights.pairing import pair_round
from scorekeeper.nights.publishing import locked_night, publish_night
from scorekeeper.sheet.state import has_hands
from scorekeeper.sheet.stored import load_house

LONGEST_NAME = 40


@dataclass(frozen=True)
class Keeper:
    """A scorekeeper of the club, on a phone."""

    key: str  # the phone's key
    name: str
    basis: models.MemberRole | None = None  # the role that lets the phone write

    def phone_at(self, table: models.Table) -> models.Phone:
        return phones.let_in(table, self.key, models.Role.SCORER, self.name, self.basis)


def game_of(night: Night) -> Game[Any]:
    return every_game()[night.game_slug]


def house_of(night: Night) -> Any:
    return load_house(game_of(night), night.preset, night.house)


def other_shapes(night: Night) -> tuple[Shape, ...]:
    """Return the shapes with one seat fewer or more than the night's that the rules allow."""
    game, house = game_of(night), house_of(night)
    preset = game.preset(night.preset) or game.presets[0]
    found: dict[int, Shape] = {}
    for seats, sides in game.shapes(preset):
        is_near = seats > 1 and abs(seats - night.seats) == 1
        if is_near and seats not in found and not house_problems(game, house, Seating(seats, sides)):
            found[seats] = Shape(seats, sides)
    return tuple(found[seats] for seats in sorted(found))


def next_draw(night: Night, order: Sequence[int]) -> Draw:
    """Return the input of the next draw; for the first round, ``order`` lists the players by strength."""
    rounds = list(night.played_rounds.prefetch_related("tables"))
    number = len(rounds) + 1
    everybody = list(night.present.all())
    attendees = [person for person in everybody if person.from_round <= number <= (person.to_round or number)]
    places = places_at(night)
    past = tuple(
        Pairing(
            tuple(
                SeatedTable(tuple(table.seated), table.sides, places.get(table.table_id, ()))
                for table in round_.tables.all()
            ),
            tuple(round_.sitting_out),
        )
        for round_ in rounds
    )
    current = standings.night_standings(night, standings.night_scores([night]), len(rounds))
    person_of = {person.player_id: person.pk for person in everybody}
    ranked = [standing.score.player for standing in current] or order
    return Draw(
        tuple(Attendee(person.pk, person.partner_id, person.rests) for person in attendees),
        Shape(night.seats, night.sides),
        night.seed,
        past,
        other_shapes(night) if night.mixed else (),
        tuple(person_of[player] for player in ranked if player in person_of),
    )


def places_at(night: Night) -> dict[int | None, tuple[int, ...]]:
    """Return each table's ranking of its sides by the sum of their places in the table's matches."""
    found: dict[int | None, dict[int, int]] = defaultdict(dict)
    rows = models.Result.objects.filter(match__table__night=night)
    for table, side, place in rows.values_list("match__table_id", "side", "place"):
        found[table][side] = found[table].get(side, 0) + place
    return {
        table: tuple(1 + sum(other < sides[side] for other in sides.values()) for side in sorted(sides))
        for table, sides in found.items()
    }


class CannotDo(Exception):
    """The action is impossible now; the argument is the message."""


class Unconfirmed(Exception):
    """A round has unconfirmed results that were not accepted."""


def first_draw_order(night: Night) -> list[int]:
    """Return the players for the first draw: for Swiss by rating if known, else by the season's table."""
    rated = Rating.objects.filter(club=night.club_id, game_slug=night.game_slug, matches__gt=0)
    if night.drawing == Drawing.SWISS and (found := list(rated.order_by("-mu", "player"))):
        return [rating.player_id for rating in found]
    return [row.player for row in season_table.season_table(night.season)] if night.season is not None else []


def draw_round(night: Night, number: int, keeper: Keeper) -> None:
    """Draw a round and start its tables; a repeated call does nothing. Raise ``CannotDo``."""
    with locked_night(night.pk) as night:
        last = night.played_rounds.order_by("-number").first()
        if number != (last.number if last else 0) + 1:
            return
        if night.ended:
            raise CannotDo(_("The night is over."))
        if last is not None and last.ended is None:
            raise CannotDo(_("The last round is not over yet."))
        order = first_draw_order(night) if last is None else ()
        pairing = pair_round(night.drawing, next_draw(night, order))
        if not pairing.tables:
            raise CannotDo(_("There are not enough people for a table."))
        round_ = Round.objects.create(
            night=night, number=number, minutes=night.minutes, sitting_out=list(pairing.sitting_out)
        )
        people = {person.pk: person.player for person in night.present.select_related("player")}
        for table_number, table in enumerate(pairing.tables, start=1):
            _start_table(night, round_, table_number, table, people, keeper)
        record_event(night, "round_drawn", keeper.name, n=number, tables=len(pairing.tables))
        publish_night(night.pk)


def _start_table(
    night: Night,
    round_: Round,
    number: int,
    seated: SeatedTable,
    people: Mapping[int, Player],
    keeper: Keeper,
) -> None:
    players = [people[pk] for pk in seated.seats]
    dealer = Seat((night.seed + round_.number + number) % len(seated.seats))
    heading = Heading(Seating(len(seated.seats), seated.sides, dealer), house_of(night), night.preset)
    names = distinct_names([player.display_name for player in players])
    table = commands.start_table(
        game_of(night), heading, names, phones.hash_key(keeper.key), keeper.name, as_member=keeper.basis
    )
    table.club_id, table.season_id, table.night_id = night.club_id, night.season_id, night.pk
    table.venue = night.place
    table.save(update_fields=["club", "season", "night", "venue"])
    seats = list(models.Seat.objects.filter(match__table=table).order_by("position"))
    for seat in seats:
        seat.player = players[seat.position]
    models.Seat.objects.bulk_update(seats, ["player"])
    NightTable.objects.create(
        round=round_, number=number, table=table, seated=list(seated.seats), sides=seated.sides
    )


def add_table(night: Night, players: Sequence[Player], keeper: Keeper) -> None:
    """Start a further table in the current round. Raise ``CannotDo``."""
    with locked_night(night.pk) as night:
        round_ = night.played_rounds.filter(ended=None).first()
        if night.ended or round_ is None:
            raise CannotDo(_("No round is being played."))
        if len(players) != night.seats:
            raise CannotDo(_("A table has %(n)d players.") % {"n": night.seats})
        attendance.arrive(night, players)
        person_of = {person.player_id: person for person in night.present.filter(player__in=players)}
        seated = [person_of[player.pk].pk for player in players]
        if any(pk in table.seated for table in round_.tables.all() for pk in seated):
            raise CannotDo(_("One of them already sits at a table."))
        Present.objects.filter(pk__in=seated, from_round__gt=round_.number).update(from_round=round_.number)
        round_.sitting_out = [pk for pk in round_.sitting_out if pk not in seated]
        round_.save(update_fields=["sitting_out"])
        number = 1 + max((table.number for table in round_.tables.all()), default=0)
        people = {person.pk: person.player for person in night.present.select_related("player")}
        _start_table(night, round_, number, SeatedTable(tuple(seated), night.sides), people, keeper)
        record_event(night, "table_added", keeper.name, n=round_.number, table=number)
        publish_night(night.pk)


def distinct_names(names: Sequence[str]) -> list[str]:
    found: list[str] = []
    for name in names:
        numbered, n = str(name)[:LONGEST_NAME], 1
        while numbered.casefold() in [other.casefold() for other in found]:
            n += 1
            numbered = f"{str(name)[: LONGEST_NAME - 4]} ({n})"
        found.append(numbered)
    return found


def undo_round(night: Night, number: int, by: str) -> None:
    """Delete the newest round if no hand of it is saved. Raise ``CannotDo``."""
    with transaction.atomic():
        tables = _lock_tables(night, number)
        if (round_ := _last_round(night, number)) is None:
            return
        if models.Entry.objects.filter(match__table__in=tables).exists():
            raise CannotDo(_("Someone has already saved a hand."))
        round_.delete()
        for table in tables:
            table.delete()
        record_event(night, "round_taken_back", by, n=number)
        publish_night(night.pk)


def _lock_tables(night: Night, number: int) -> list[models.Table]:
    """Lock and return a round's tables; tables are always locked before the night."""
    tables = models.Table.objects.select_for_update().filter(night=night, at_night__round__number=number)
    return list(tables.order_by("pk"))


def _last_round(night: Night, number: int) -> Round | None:
    """Lock the night, and return its newest round if it has this number."""
    night = Night.objects.select_for_update().get(pk=night.pk)
    last = night.played_rounds.order_by("-number").first()
    return last if last is not None and last.number == number else None


def _running_round(night: Night, number: int) -> Round | None:
    """Lock and return a round that has not ended."""
    return Round.objects.select_for_update().filter(night=night, number=number, ended=None).first()


def _night_tables(round_: Round) -> list[NightTable]:
    return list(round_.tables.select_related("round", "table"))


def end_round(night: Night, number: int, keeper: Keeper, accepted: Container[int] = ()) -> None:
    """End a round: running matches stop where they are. Idempotent.

    ``accepted`` are the numbers of tables whose results may stay unconfirmed. Raise ``Unconfirmed``
    if another table's results are unconfirmed.
    """
    with transaction.atomic():
        tables = _lock_tables(night, number)
        if (round_ := _running_round(night, number)) is None:
            return
        night_tables = _night_tables(round_)
        unconfirmed = sorted(
            {result.table for result in confirmations.load_open_results(night, night_tables)}
        )
        if any(table not in accepted for table in unconfirmed):
            raise Unconfirmed
        agreed = confirmations.agreed_sides(night, night_tables)
        for match in models.Match.objects.filter(table__in=tables, ended=None).select_related("table"):
            if not has_hands(replay.load_match_state(match).sheet):
                continue  # nothing was played, so nothing counts
            commands.end_match(match, keeper.phone_at(match.table))
            confirmations.carry_over(match, agreed.get(match.pk, ()))
        round_.ended = timezone.now()
        round_.save(update_fields=["ended"])
        what = "round_ended_unconfirmed" if unconfirmed else "round_ended"
        about = {"unconfirmed": ", ".join(map(str, unconfirmed))} if unconfirmed else {}
        record_event(night, what, keeper.name, n=number, **about)
        _notify(tables)


def reopen_round(night: Night, number: int, keeper: Keeper) -> None:
    """Reopen the newest round if it is over, undoing the stops of its matches. Raise ``CannotDo``."""
    with transaction.atomic():
        tables = _lock_tables(night, number)
        round_ = _last_round(night, number)
        if round_ is None or round_.ended is None:
            return
        if round_.night.ended:
            raise CannotDo(_("The night is over."))
        agreed = confirmations.agreed_sides(night, _night_tables(round_))
        round_.ended = None
        round_.save(update_fields=["ended"])
        for match in models.Match.objects.filter(table__in=tables).select_related("table"):
            state = replay.load_match_state(match)
            stops = [n for n, hand in state.standing if isinstance(hand, Stopped)]
            if not stops:
                continue
            phone = keeper.phone_at(match.table)
            for n in reversed(stops):
                why = _("The round goes on.")
                undo = commands.WriteCommand(uuid.uuid4(), n, state.revs[n], None, why)
                commands.append_entry(match, phone, undo)
            confirmations.carry_over(match, agreed.get(match.pk, ()))
        record_event(night, "round_goes_on", keeper.name, n=number)
        _notify(tables)


def change_clock(night: Night, number: int, action: str) -> None:
    """Start, pause or resume a round's clock, or add minutes (``"+5"``)."""
    now = timezone.now()
    with transaction.atomic():
        tables = _lock_tables(night, number)
        if (round_ := _running_round(night, number)) is None:
            return
        if action == "begin":
            clock.start(round_, now)
        elif action == "hold":
            clock.pause(round_, now)
        elif action == "go_on":
            clock.resume(round_, now)
        elif action in ("+1", "+5"):
            clock.add_minutes(round_, int(action), now)
        round_.save(update_fields=["began", "paused", "minutes"])
        _notify(tables)


def _notify(tables: Sequence[models.Table]) -> None:
    """Notify the pages of these tables and of their night; the caller holds the locks."""
    for table in tables:
        table.refresh_from_db(fields=["version"])
        commands.publish_change(table)


def set_referee_called(night: Night, number: int, called: bool) -> None:
    """Call the referee to a table of the current round; with ``called=False``, end the call."""
    with transaction.atomic():
        tables = NightTable.objects.filter(round__night=night, round__ended=None, number=number)
        changed = (
            tables.filter(called=None).update(called=timezone.now()) if called else tables.update(called=None)
        )
        if changed:
            publish_night(night.pk)


def end_night(night: Night, ends: bool, by: str) -> bool:
    """End or reopen a night; return False if nothing changed. Raise ``CannotDo``."""
    with locked_night(night.pk) as night:
        if ends and night.played_rounds.filter(ended=None).exists():
            raise CannotDo(_("End the round first."))
        if ends == bool(night.ended):
            return False
        night.ended = timezone.now() if ends else None
        night.save(update_fields=["ended"])
        record_event(night, "night_ended" if ends else "night_goes_on", by)
        publish_night(night.pk)
    return True


def record_event(night: Night, what: str, by: str, **about: Any) -> None:
    events.record_event(night.club_id, what, by, night=night.display_name, **about)


def has_pairs(night: Night) -> bool:
    """Return True if people may bring a partner to this night."""
    return night.drawing in (Drawing.FIXED, Drawing.SWISS) and night.seats == 2 * night.sides

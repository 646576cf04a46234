"""What the matches of a file add to a club's tallies: kept while the file is read, added once at its end."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from tempfile import SpooledTemporaryFile

from django.db import transaction

from scorekeeper.clubs import figures
from scorekeeper.clubs.figures.crediting import Credit
from scorekeeper.clubs.models import Figured

from .lines import Sitter
from .playing import Play

IN_MEMORY = 1 << 20  # bytes of a game's


class Adding:
    """The credits of matches that were brought in, a file without a name for each game."""

    def __init__(self, club: int) -> None:
        self.club = club
        self.games: dict[str, SpooledTemporaryFile[str]] = {}
        # Matches of somebody under two names, which were one player's all the time.
        self.unclear: list[int] = []

    def keep(
        self,
        plays: Iterable[Play],
        seasons: Mapping[int, int | None],
        player_of: Callable[[Sitter], int | None],
        same: Mapping[int, int],
    ) -> None:
        """Keep what these matches add, with the club's numbers of their players."""
        for play in plays:
            assert play.ended is not None
            players = [player_of(one) for one in play.people]
            who = [0, *(same.get(player, player) if player else 0 for player in players)]
            if len(set(who)) < len(who):
                self.unclear.append(play.pk)
                continue
            told = [
                play.pk,
                seasons[play.pk] or 0,
                play.ended.isoformat(),
                seated(json.loads(play.credits), who),
            ]
            if play.game not in self.games:
                self.games[play.game] = SpooledTemporaryFile(IN_MEMORY, "w+")  # noqa: SIM115
            self.games[play.game].write(json.dumps(told) + "\n")

    def take(self) -> None:
        """Add everything to the tallies of the club."""
        for game, file in sorted(self.games.items()):
            file.seek(0)
            with transaction.atomic():
                figures.take(self.club, game, self._rows(game, file))
            file.close()
        self.games.clear()
        if self.unclear:
            with transaction.atomic():
                figures.follow(self.unclear)

    def _rows(self, game: str, lines: Iterable[str]) -> Iterator[Figured]:
        for line in lines:
            match, season, at, credits = json.loads(line)
            yield Figured(
                match_id=match,
                club_id=self.club,
                game_slug=game,
                season=season,
                at=datetime.fromisoformat(at),
                credits=credits,
            )


def seated(credits: Iterable[Credit], who: list[int]) -> list[Credit]:
    """Credits with these players for the numbers in them, in their order."""
    found = [[[who[one] for one in team], who[one], *rest] for team, one, *rest in credits]
    return sorted(found, key=lambda credit: credit[:3])

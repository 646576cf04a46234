"""What people talk about: deeds of matches, added up for players, pairs, the club, a season and all time.

``crediting`` reads them off a sheet, ``tallying`` adds them up and takes them off again, ``telling`` puts
them into words for the pages.
"""

from .tallying import follow, go_on, move, next_of, rebuild, take

__all__ = ["follow", "go_on", "move", "next_of", "rebuild", "take"]

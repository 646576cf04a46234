"""A command that starts tables on a site under test and prints their codes and phone keys as JSON.

Its arguments are the number of tables, of phones per table, and of hands per table (0 by default).
"""

import json
import os
import sys
import uuid


def main(tables, phones, hands=0):
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.reliability.settings")
    django.setup()
    from games import every_game
    from games.engine import Adjustment, Heading, PerSide
    from scorekeeper.matches import commands
    from scorekeeper.matches.models import Role
    from scorekeeper.matches.phones import hash_key, let_in
    from scorekeeper.web.phone_cookie import new_key

    game = next(iter(every_game().values()))
    seating = game.seatings[0]
    started = []
    for _table in range(tables):
        keys = [new_key() for _phone in range(phones)]
        heading = Heading(seating, game.presets[0].house, game.presets[0].id)
        names = [f"Player {n + 1}" for n in range(seating.seats)]
        table = commands.start_table(game, heading, names, hash_key(keys[0]), "Ann")
        for key in keys[1:]:
            let_in(table, key, Role.SCORER, "Bo")
        for number in range(1, hands + 1):
            hand = Adjustment(PerSide([number] * seating.sides), "a test")
            command = commands.WriteCommand(uuid.uuid4(), number, 0, hand)
            commands.append_entry(table.matches.get(), table.phones.get(name="Ann"), command)
        started.append({"code": table.code, "phone_keys": keys, "sides": seating.sides})
    print(json.dumps(started))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

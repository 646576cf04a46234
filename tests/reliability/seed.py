"""A command that starts tables on a site under test and prints their codes and phone keys as JSON."""

import json
import os
import sys


def main(tables, phones):
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.reliability.settings")
    django.setup()
    from games import every_game
    from games.engine import Heading
    from scorekeeper.matches import commands
    from scorekeeper.matches.models import Role
    from scorekeeper.matches.phones import hash_key, let_in
    from scorekeeper.web.phone_cookie import new_key

    game = next(iter(every_game().values()))
    started = []
    for _table in range(tables):
        keys = [new_key() for _phone in range(phones)]
        heading = Heading(game.seatings[0], game.presets[0].house, game.presets[0].id)
        names = [f"Player {n + 1}" for n in range(game.seatings[0].seats)]
        table = commands.start_table(game, heading, names, hash_key(keys[0]), "Ann")
        for key in keys[1:]:
            let_in(table, key, Role.SCORER, "Bo")
        started.append({"code": table.code, "phone_keys": keys, "sides": game.seatings[0].sides})
    print(json.dumps(started))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))

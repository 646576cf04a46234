"""The records of a table (wins and biggest hands), and the race diagram of a match."""

import re

from games.engine import Words
from scorekeeper.matches import commands
from scorekeeper.sheet import cache, paging
from scorekeeper.tables import records
from scorekeeper.tables.records import table_records

from .cast import NAMES, text
from .test_sharing import presenter_of


def test_wins_are_counted_by_player(cast):
    cast.play()
    seating, winners = cast.example.seating, cast.example.winners
    assert cast.post("Ann", "rematch", data={}).status_code == 303
    found = table_records(cast.table)
    assert (found.games, found.hands) == (1, len(cast.hands))
    wins = {win.name: win.won for win in found.wins}
    seated = enumerate(NAMES[: seating.seats])
    assert wins == {name: int(seat % seating.sides in winners) for seat, name in seated}
    assert {win.finished for win in found.wins} == {1}
    assert set(wins.values()) == {0, 1}
    assert [*wins.values()] == sorted(wins.values(), reverse=True)


def test_shared_seat_counts_for_the_player_who_played_most_hands(cast):
    for name, hands in ("Ann", cast.hands[:1]), ("Zoe", cast.hands[1:]), ("Ann", ()):
        cast.post("Ann", "names", data={"name.0": name, "since": "next"})
        for hand in hands:
            cast.write(hand)
    matches = {win.name: win.finished for win in table_records(cast.table).wins}
    assert matches["Zoe"] == 1
    assert "Ann" not in matches


def test_biggest_hand_is_the_highest_gain(cast):
    cast.play()
    best = max(cast.state.sheet.rows, key=lambda row: max(row.gains))
    (record,) = table_records(cast.table).biggest
    assert record.number == best.number
    assert record.points.text == f"+{Words().read(max(best.gains))}"
    assert record.points.text in text(cast.get("Di", "records"))


def test_adjustment_is_no_record(cast):
    cast.write(cast.adjustment(10_000))
    assert table_records(cast.table).biggest == ()


def test_only_the_newest_hands_of_a_long_evening_count(cast, monkeypatch):
    length = len(cast.hands)
    for number in range(3):
        if number:
            cast.post("Ann", "rematch", data={})
        for hand in cast.hands:
            cast.write(hand)
    for max_entries, counted_matches in ((1, 1), (2 * length, 2), (3 * length, 3)):
        monkeypatch.setattr(records, "MOST_ENTRIES", max_entries)
        cache.clear()
        found = table_records(cast.table)
        assert (found.games, found.hands) == (3, counted_matches * length)
        assert {win.finished for win in found.wins} == {3}
        # In a tie the earliest hand keeps the record.
        assert [record.match for record in found.biggest] == [4 - counted_matches]
        assert ("in the newest" in text(cast.get("Di", "records"))) == (counted_matches < 3)


def test_every_match_is_listed_on_exactly_one_page(cast, monkeypatch):
    monkeypatch.setattr(paging, "MATCHES", 3)
    heading, names, ann = cast.state.heading, NAMES[: cast.example.seating.seats], cast.phone("Ann")
    for n in range(1, 8):
        commands.start_match(cast.table, ann, cast.game, heading, names, after=n, choice=commands.LEAVE)
    listed, queries = [], [""]
    for query in queries:
        page = cast.clients["Di"].get(cast.url("records") + query).content.decode()
        numbers = re.findall(r'class="place" href="/t/\w+/m/(\d+)/result"', page)
        assert len(numbers) <= 3
        listed += map(int, numbers)
        queries += re.findall(r'href="(\?first=\d+)">Earlier matches', page)
    assert listed == list(range(8, 0, -1))


def test_edited_hand_is_marked_in_the_race(cast):
    for points in (10, 20, 30):
        cast.write(cast.adjustment(points))
    amended = cast.form(cast.adjustment(1), rev=1, reason="miscounted") | {"number": 2}
    assert cast.post("Ann", "amend", 2, data=amended).status_code == 303
    assert [mark.number for mark in presenter_of(cast).race.marks] == [2]
    page = cast.get("Cy", "table").content.decode()
    assert "edited: 2" in re.search(r'<title id="race-title">(.*?)</title>', page)[1]
    assert page.count('class="edit-mark"') == 1

"""A club's figures: their values, their visibility, and links to the hands behind them."""

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Player
from scorekeeper.figures import rating_text
from scorekeeper.figures.models import PairStats, Rating, RatingStep, StatTotal
from scorekeeper.history import updates
from scorekeeper.history.models import Appearance
from scorekeeper.jobs import worker
from scorekeeper.matches import models, replay
from scorekeeper.nights import seasons
from tests.site.cast import markup, text
from tests.site.clubs.figures.test_ratings import adjust, check_rebuild, move, play_pairs
from tests.site.night_cast import partners_game, season


def two_matches(club):
    return [play_pairs(club, 90, 10), play_pairs(club, 20, 30)]


def test_player_page_explains_the_rating(club):
    first, _second = two_matches(club)
    page = club.get("Mia", "figures_player", club.player("Ann").pk)
    for shown in (
        "Won against an equal pair",
        "Lost against a weaker pair",
        "1 of 2 · too few to judge",
        "Provisional until 10 matches",
        f"+{page.context['steps'][-1].change}",
        "Only 2 matches together: too few to judge.",
    ):
        assert shown in text(page)
    assert reverse("match", args=[first.table.code, 1]) in markup(page)


def test_record_links_to_its_hand(club):
    first, _second = two_matches(club)
    page = club.get("Mia", "figures")
    assert "Highest total 90" in text(page)
    # The club's record (``who`` is empty) of all time (``season`` is 0).
    rows = StatTotal.objects.filter(who="", deed="best_total", season=0)
    assert [(row.match_id, row.best) for row in rows] == [(first.pk, 90)]
    end = replay.load_match_state(models.Match.objects.get(pk=first.pk)).sheet.rows[-1].number
    assert reverse("reasons", args=[first.table.code, 1, end]) in markup(page)


def test_correction_passes_a_record_to_the_next_best(club):
    first, second = two_matches(club)
    adjust(first, 25, 10)
    worker.run_all()
    best = StatTotal.objects.get(who="", deed="best_total", season=0)
    assert (best.best, best.match_id) == (30, second.pk)
    ann_best = StatTotal.objects.get(player=club.player("Ann"), partner=None, deed="best_total", season=0)
    assert (ann_best.best, ann_best.match_id) == (25, first.pk)
    assert "Highest total 30" in text(club.get("Mia", "figures"))


def test_match_leaving_the_club_removes_its_figures(club):
    matches = two_matches(club)
    for match in matches:
        models.Table.objects.filter(pk=match.table_id).update(club=None)
    updates.update_matches([match.pk for match in matches])
    worker.run_all()
    for model in (RatingStep, Rating, PairStats, StatTotal, Appearance):
        assert not model.objects.exists(), model


def test_season_has_its_own_figures(club):
    autumn, (_first, second) = season(club), two_matches(club)
    seasons.move_tables([second.table_id], autumn.pk)
    ann = club.player("Ann").pk
    for words, *page in ("Highest total 30", "figures"), ("0 of 1", "figures_player", ann):
        assert words in text(club.get("Mia", *page, data={"season": autumn.pk}))


def test_inactive_players_are_set_apart(club):
    long_ago = timezone.now() - rating_text.INACTIVE_AFTER - timedelta(days=1)
    for _match in range(rating_text.SETTLED):
        move(play_pairs(club), long_ago)
    page = club.get("Mia", "figures")
    assert [len(page.context[name]) for name in ("established", "provisional", "inactive")] == [0, 0, 4]
    ann = club.get("Mia", "figures_player", club.player("Ann").pk)
    assert "not on the list until the next match" in text(ann)
    play_pairs(club, names=("Ann", "Eve", "Fay", "Gus"))
    page = club.get("Mia", "figures")
    assert [row.rating.player.name for row in page.context["established"]] == ["Ann"]
    assert len(page.context["provisional"]) == 3

    def ratings(**query):
        return club.get("Mia", "figures_ratings", partners_game().slug, data=query)

    for group, count in (("", 1), ("new", 3), ("away", 3)):
        assert len(ratings(who=group).context["ranks"]) == count
    assert ratings(who="x").status_code == 404
    assert ratings(page="9").status_code == 200


def test_players_of_other_clubs_and_unknown_games_are_not_found(club):
    other_player = Player.objects.create(club=club.other, name="Zoe")
    ann = club.player("Ann")
    for name, args in (
        ("figures_player", [other_player.pk]),
        ("figures_two", [ann.pk, other_player.pk]),
        ("figures_two", [ann.pk, ann.pk]),
        ("figures_game", ["no-such-game"]),
        ("figures_ratings", ["no-such-game"]),
    ):
        assert club.get("Mia", name, *args).status_code == 404


def test_page_of_a_merged_player_shows_the_player_it_was_merged_into(club):
    two_matches(club)
    ann, di = club.player("Ann"), club.player("Di")
    Player.objects.filter(pk=di.pk).update(same_as=ann)
    updates.update_players([di.pk, ann.pk])
    assert club.get("Mia", "figures_player", di.pk).context["player"] == ann
    check_rebuild()

from django.apps import AppConfig


class History(AppConfig):
    name = "scorekeeper.history"

    def ready(self) -> None:
        from scorekeeper.clubs.hooks import club_hooks
        from scorekeeper.history import match_list, player_matches, updates
        from scorekeeper.jobs.hooks import job_hooks
        from scorekeeper.matches.hooks import hooks

        hooks.after_result = updates.update_projection
        club_hooks.players_changed = updates.update_players
        club_hooks.recent_matches = player_matches.latest_matches
        job_hooks.has_more_matches = match_list.has_more_matches

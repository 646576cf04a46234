from django.apps import AppConfig


class Nights(AppConfig):
    name = "scorekeeper.nights"

    def ready(self) -> None:
        from scorekeeper.matches.hooks import hooks
        from scorekeeper.nights import closing, publishing, table_status
        from scorekeeper.tables.hooks import page_hooks

        hooks.after_write = publishing.publish_night_of
        hooks.after_restore = publishing.raise_versions
        hooks.closed = closing.closed_for
        hooks.no_more_matches = closing.no_more_matches
        hooks.hands_limit_problems = closing.hands_limit_problems
        hooks.closed_sheet_changed = closing.record_change
        hooks.closed_names_changed = closing.record_names
        page_hooks.night_status = table_status.table_status
        page_hooks.night_template = "clubs/nights/_at_table.html"

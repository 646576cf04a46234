"""The URLs of a match, for its sheet, which is drawn without Django. tables/urls.py has the same paths."""

from __future__ import annotations

from dataclasses import dataclass, replace

# Paths below the URL of a table or a match; ``{}`` is the number of a hand, side or phone, or an id.
TABLE_PATHS = {
    "table": "",
    "tv": "tv",
    "records": "records",
    "share": "share",
    "join": "join",
    "ask_to_score": "ask",
    "leave": "leave",
    "role": "phones/{}",
    "answer": "phones/{}/answer",
    "undo_takeover": "phones/{}/undo",
}
MATCH_PATHS = {
    "match": "",
    "sheet": "sheet",
    "hands": "hands",
    "record": "record.json",
    "log": "log",
    "engine": "engine",
    "compare": "compare",
    "result": "result",
    "card": "result.png",
    "paper": "paper",
    "hand": "hand",
    "preview": "preview",
    "begun": "begun",
    "reasons": "hand/{}/",
    "amend": "hand/{}/amend",
    "strike": "hand/{}/strike",
    "insert": "hand/{}/before",
    "question": "hand/{}/question",
    "stands": "hand/{}/stands",
    "account": "side/{}/",
    "undo": "undo",
    "restore": "restore",
    "adjust": "adjust",
    "rules": "rules",
    "names": "names",
    "settle": "settle",
    "stop": "stop",
    "keep": "keep",
    "rematch": "rematch",
    "undo_start": "undo-start",
    "go_on": "go-on",
    "another": "another",
    "another_game": "another/{}",
    "other_rules": "under",
    "irregularities": "wrong/",
    "questions_at_table": "referee/",
    "ask_at_table": "referee/{}/",
    "auction_at_table": "auction",
    "rulebook_at_table": "rulebook",
    "house_sheet_at_table": "house-sheet",
    "irregularity": "wrong/{}/",
}


@dataclass(frozen=True)
class Links:
    """The URLs of a match: ``links("reasons", 7)``. ``root`` is the site's root path ("/")."""

    code: str
    match: int
    root: str = "/"

    def __call__(self, name: str, *args: object) -> str:
        """Return the URL with this name. Raise ``KeyError`` if there is none."""
        if name in TABLE_PATHS:
            return f"{self.root}t/{self.code}/{TABLE_PATHS[name].format(*args)}"
        return f"{self.root}t/{self.code}/m/{self.match}/{MATCH_PATHS[name].format(*args)}"

    def for_match(self, number: int) -> Links:
        return replace(self, match=number)

"""What a machine can hold of the site's English texts: quotes, full stops, capitals, words given up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from .test_catalogues import CATALOGUES, ROOT

# A clerk's, a poet's or an archive's words, and what people at a table would say instead of them.
NOT_SAID = {
    r"str(?:uck|ike)\b.* out\b|struck out": "deleted",
    r"put(?:s|ting)?\b(?: \S+){0,3} right\b": "edit",
    r"put(?:s|ting)?\b(?: \S+){0,2} back\b|taken back|takes? \w+ back": "restore, undo",
    r"(?:goes|go|is|was) on after all": "reopen",
    r"brought in|bring(?:s|ing)? \S+ in\b|bring in": "import",
    r"brought back": "restore",
    r"nobody here": "no player",
    r"called so|call \w+ otherwise|otherwise than": "has that name, rename, different from",
    r"\b(?:some|any|every)body\b": "someone, anyone, everyone",
    r"was I\b|it is I\b": "this is me",
    r"the lot fell|draw for it|by lot": "at random",
    r"astray|lets? (?:it|nobody|anyone) in\b|let in to": "allow",
    r"for those who were not there": "reason",
    r"to be said|is said\b": "choose one",
    r"it turns on|nothing is like that|as here:": "depends on, no match, same in",
    r"in pairs\b|played how": "two teams, which rules",
    r"who are level|level with|each that is level": "tied",
    r"(?:nine|\d) times of|\bsurely\b": "nine times out of ten, probably",
    r"take (?:everything|the file|the record|the club)": "download, export",
    r"taken? (?:out|along|away)\b": "download, export",
    r"that is not the password until now|is dead\b": "current password, no longer works",
    r"we stop here|found a club|first page": "end the game, start a club, home page",
    r"question(?:ed)? this hand|in question on": "dispute",
    r"nothing here is kept|nothing was written|written \S+ times|who wrote it": "saved, versions, history",
    r"no answer came|throw (?:mine|them) away|look at both": "no connection, keep theirs, compare",
}
# A quote or an apostrophe as typewriters have them.
STRAIGHT = re.compile(r"[\"']")
# A sentence is over, and another one begins.
INSIDE = re.compile(r"[a-z’”)][.?!] +[A-Z“]")
ENDS = re.compile(r"[.?!:…][”’)]?$")
# What begins a key, a heading or a label of a form.
CAPITAL = re.compile(
    r"<(?:button|h[1-6]|legend|label|caption|th|summary)\b[^>]*>\s*"
    r"(?:\{[%{] ?icon[^}]*\}\s*)?(?:<span[^>]*>\s*)?"
    r"(?:\{% translate [\"']|\{\{ _\([\"']|\{% blocktranslate[^}]*%\}|\{% trans [^}]*%\})"
    r"(?P<text>[a-z][^\"'{<%]*)"
)


def texts(folders: list[Path]) -> Iterator[str]:
    for message in CATALOGUES.texts(folders):
        if message.id:
            yield from message.id if isinstance(message.id, tuple) else (message.id,)


def outside_tags(text: str) -> str:
    return re.sub(r"<[^>]*>|%\(\w+\)[sd]|\{[^}]*\}", "", text)


SITE = tuple(texts([ROOT / "scorekeeper", ROOT / "templates"]))


def test_quotes_and_dots_are_those_of_print():
    assert [text for text in SITE if STRAIGHT.search(outside_tags(text)) or "..." in text] == []


def test_after_two_sentences_there_is_a_full_stop():
    assert [
        text for text in SITE if INSIDE.search(outside_tags(text)) and not ENDS.search(text.strip())
    ] == []


def test_no_text_has_words_that_were_given_up():
    found = {(said, text) for text in SITE for said in NOT_SAID if re.search(said, text, re.IGNORECASE)}
    assert not found, "\n".join(f"{text!r}: say {NOT_SAID[said]}" for said, text in sorted(found))


def test_labels_are_in_sentence_case():
    """Not "Save The Names": two words and more, and each that is longer than an article with a capital."""
    for text in SITE:
        words = [word for word in re.findall(r"[^\W\d_]+", outside_tags(text)) if len(word) > 3]
        assert len(words) < 3 or not all(word[0].isupper() for word in words), text


def test_what_is_tapped_and_what_heads_a_page_begins_with_a_capital():
    pages = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "scorekeeper").rglob("*.html")]
    found = [(page.name, one["text"]) for page in pages for one in CAPITAL.finditer(page.read_text("utf-8"))]
    assert found == []


def test_what_is_given_up_is_found():
    for text in (
        "Hand 1 struck out",
        "Strike it out",
        "Put hand 1 right",
        "Bring matches in",
        "That was I",
        "Put it back",
    ):
        assert any(re.search(said, text, re.IGNORECASE) for said in NOT_SAID), text
    assert STRAIGHT.search("the club's")
    assert INSIDE.search("Nothing was saved. Try again")
    assert not ENDS.search("Nothing was saved. Try again")
    assert CAPITAL.search('<button type="submit">{% translate "save" %}</button>')

"""Search for questions, rules and rulings, tolerant of misspelling.

An index of all games is built once per language. Each text is split into words without accents; a query word
matches words that are equal, start with it, or share most of its trigrams. Rare words weigh more.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any

from django.db.models import Q
from django.utils.translation import get_language, gettext

from games import every_game
from games.engine import Game, record_fields, rule_at_table
from scorekeeper.sheet.referee import Verdict
from scorekeeper.web.i18n import words_for
from scorekeeper.web.normalization import fold

from .models import Ruling

MOST_HITS = 12  # hits on a page
LEAST_SCORE = 0.3  # score of a hit, as a share of a full match
LEAST_OF_BEST = 0.6  # score of a hit, as a share of the best hit's score
LEAST_SIMILARITY = 0.5  # share of trigrams that a misspelled word has in common with the right word
LEAST_RATIO, RATIO_WEIGHT = 0.75, 0.8  # SequenceMatcher's least ratio, and the weight of such a match
UNKNOWN_WEIGHT = 1.0  # weight of a query word that no text contains
RULINGS = 300  # newest rulings of a phone that are searched

_SMALL_WORDS = "a an and are can could do does for he i if in is it may me my of on or she the they to we"
STOP_WORDS = frozenset(_SMALL_WORDS.split())

SUITS = {"♠": " spades ", "♣": " clubs ", "♦": " diamonds ", "♥": " hearts "}
_WORD = re.compile(r"[a-z0-9]+")
# Weights of a word by its position.
IN_TITLE, IN_SYNONYMS, IN_RULE, IN_CONTEXT = 1.0, 0.9, 0.75, 0.5


@dataclass(frozen=True)
class Hit:
    """A search result: a question, a rule or a ruling."""

    kind: str
    game: str
    slug: str
    key: str  # the question's id, the rule's number, the ruling's code
    title: str
    detail: str = ""
    played: bool = True  # the rule is in force under the given house rules
    facts: str = ""  # of a question: the facts found in the query, as a query string
    only_facts: bool = False  # the query consists of these facts
    query: str = ""  # the query string of its URL: preset or hand, and the facts
    verdict: Verdict | None = None  # if the query has all facts of the question
    by: str = ""  # the name of the preset that the verdict follows; "" at a table


@dataclass(frozen=True)
class IndexEntry:
    """A searchable item and the weight of each of its words."""

    hit: Hit
    words: dict[str, float]


@dataclass(frozen=True)
class Index:
    """All searchable items, and the rarity of each word."""

    entries: tuple[IndexEntry, ...]
    rarity: dict[str, float]
    grams: dict[str, frozenset[str]]  # the trigrams of each word
    by_gram: dict[str, frozenset[str]]  # the words that contain each trigram


def words_in(text: str) -> list[str]:
    """Return the stems of a text's words without accents, suits by name: "Misère ♠" is misere, spade."""
    for sign, name in SUITS.items():
        text = text.replace(sign, name)
    return [stem(word) for word in _WORD.findall(fold(text))]


def stem(word: str) -> str:
    """Return a word without the plural s, -ing and -ed: "bidding" is bid, "passed" is pass."""
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    ending = next((ending for ending in ("ing", "ed") if word.endswith(ending)), "")
    base = word[: -len(ending)] if ending else ""
    if len(base) < 3 or not set(base) & set("aeiouy"):
        return word
    return base[:-1] if base[-1] == base[-2] and base[-1] not in "sl" else base


def grams(word: str) -> frozenset[str]:
    """Return the trigrams of a word, including its ends."""
    padded = f"^{word}$"
    return frozenset(padded[start : start + 3] for start in range(len(padded) - 2)) or frozenset((padded,))


def find(query: str, slug: str = "", kept_by: str = "") -> tuple[Hit, ...]:
    """Return the best hits for a query: in one game or in all, with the rulings that a phone may see.

    ``kept_by`` is the hash of the phone's key; "" for a phone without one.
    """
    index = index_of(get_language() or "en")
    terms = list(dict.fromkeys(words_in(query)))
    # Ignore stop words, and numbers that no text contains (they are facts), unless nothing else is left.
    terms = [
        word for word in terms if word not in STOP_WORDS and (word in index.rarity or not word.isdecimal())
    ] or terms
    if not terms:
        return ()
    similar = {word: _similar_words(word, index) for word in terms}
    weight = {word: max(index.rarity.get(other, UNKNOWN_WEIGHT) for other in similar[word]) for word in terms}
    # A number is usually a fact, so a text without it must not score less.
    full = sum(weight[word] for word in terms if not word.isdecimal()) or sum(weight.values())
    own_rulings = _rulings(kept_by, slug) if kept_by else ()
    scored = [
        (score / full, order, entry.hit)
        for order, entry in enumerate((*own_rulings, *index.entries))
        if not slug or entry.hit.slug == slug
        if (score := _score(entry, terms, similar, weight)) / full >= LEAST_SCORE
    ]
    scored.sort(key=lambda entry: (-round(entry[0], 3), entry[1]))
    best = scored[0][0] if scored else 0
    return tuple(hit for score, _order, hit in scored[:MOST_HITS] if score > best * LEAST_OF_BEST)


def questions_of(game: Game[Any], excluded: Iterable[Hit]) -> Iterator[Hit]:
    """Return the questions of a game, except the excluded ones."""
    ids = {hit.key for hit in excluded if hit.kind == "question"}
    return (_question_hit(game, id) for id in game.questions if id not in ids)


def _question_hit(game: Game[Any], id: str) -> Hit:
    return Hit("question", gettext(game.name), game.slug, id, gettext(game.questions[id].text))


def _score(
    entry: IndexEntry, terms: list[str], similar: dict[str, dict[str, float]], weight: dict[str, float]
) -> float:
    total = 0.0
    for word in terms:
        similarity = similar[word]
        total += weight[word] * max(
            (similarity[other] * entry.words[other] for other in similarity if other in entry.words),
            default=0.0,
        )
    return total


def _similar_words(word: str, index: Index) -> dict[str, float]:
    """Return the index words that a query word may mean, with a similarity from 0 to 1."""
    similarities = {word: 1.0}
    own_grams = grams(word)
    shared: Counter[str] = Counter(other for gram in own_grams for other in index.by_gram.get(gram, ()))
    for other, common in shared.items():
        if other == word or word.isdecimal() or other.isdecimal():
            continue
        similarity = 2 * common / (len(own_grams) + len(index.grams[other]))
        if similarity < LEAST_SIMILARITY and common > 1 and len(word) > 3:
            # A typing error in a short word changes most of its trigrams.
            ratio = SequenceMatcher(None, word, other).ratio()
            similarity = ratio * RATIO_WEIGHT if ratio >= LEAST_RATIO else similarity
        if other.startswith(word) and len(word) >= 2:
            similarity = max(similarity, 0.9)
        if similarity >= LEAST_SIMILARITY:
            similarities[other] = similarity
    return similarities


@lru_cache(maxsize=8)
def index_of(language: str) -> Index:
    """Return the index of all games in a language."""
    entries = tuple(entry for game in every_game().values() for entry in _game_entries(game))
    counts = Counter(word for entry in entries for word in entry.words)
    rarity = {word: 1.0 + math.log((1 + len(entries)) / (1 + count)) for word, count in counts.items()}
    grams_of = {word: grams(word) for word in rarity}
    by_gram: dict[str, set[str]] = defaultdict(set)
    for word, parts in grams_of.items():
        for gram in parts:
            by_gram[gram].add(word)
    return Index(entries, rarity, grams_of, {gram: frozenset(words) for gram, words in by_gram.items()})


def _game_entries(game: Game[Any]) -> Iterator[IndexEntry]:
    name = gettext(game.name)
    for id, question in game.questions.items():
        hit = _question_hit(game, id)
        boxes = " ".join(gettext(fact.ask.text) for fact in record_fields(question.facts))
        texts = (
            (hit.title, IN_TITLE),
            (question.text, IN_TITLE),
            (gettext(question.keywords) if question.keywords else "", IN_SYNONYMS),
            (question.keywords, IN_SYNONYMS),
            (f"{name} {boxes}", IN_CONTEXT),
        )
        yield IndexEntry(hit, _word_weights(texts))
    for rule in game.rulebook:
        here = rule_at_table(game, rule, game.presets[0].house, words_for())
        hit = Hit("rule", name, game.slug, rule.number, here.text, played=here.played)
        section = game.sections.get(rule.section, "")
        # A rule's text depends on the house rules: index its text under every preset.
        texts_of_rule = {rule_at_table(game, rule, preset.house, words_for()).text for preset in game.presets}
        context = f"{name} {gettext(section) if section else ''}"
        yield IndexEntry(hit, _word_weights(((" ".join(texts_of_rule), IN_RULE), (context, IN_CONTEXT / 2))))


def with_house_rules(hits: Iterable[Hit], house: Any) -> Iterator[Hit]:
    """Yield the hits of one game with each rule's text under these house rules."""
    for hit in hits:
        rules = every_game()[hit.slug].rulebook if hit.kind == "rule" else ()
        rule = next((rule for rule in rules if rule.number == hit.key), None)
        if rule is None:
            yield hit
        else:
            here = rule_at_table(every_game()[hit.slug], rule, house, words_for())
            yield replace(hit, title=here.text, played=here.played)


def _rulings(kept_by: str, slug: str) -> Iterable[IndexEntry]:
    """Yield the rulings that this phone stored or that were made at its tables, newest first."""
    rulings = Ruling.objects.filter(Q(kept_by=kept_by) | Q(match__table__phones__key_hash=kept_by))
    if slug:
        rulings = rulings.filter(game_slug=slug)
    for ruling in rulings.distinct().order_by("-made")[:RULINGS]:
        sentence = ruling.said["sentence"]["text"]
        hit = Hit(
            "ruling",
            gettext(ruling.game_name),
            ruling.game_slug,
            ruling.code,
            sentence,
            ruling.said["question"],
        )
        texts = ((sentence, IN_SYNONYMS), (ruling.said["question"], IN_SYNONYMS))
        yield IndexEntry(hit, _word_weights(texts))


def _word_weights(texts: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Return the highest weight of each word in these texts."""
    weights: dict[str, float] = {}
    for text, weight in texts:
        for word in words_in(text):
            weights[word] = max(weights.get(word, 0.0), weight)
    return weights

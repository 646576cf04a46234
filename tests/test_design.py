"""The styles in static/: contrast in both themes, tokens, fonts and motion."""

import itertools
import re
from pathlib import Path

import pytest

from scorekeeper.tables import result_image

STATIC = Path(__file__).resolve().parents[1] / "static"
STYLES = {path.name: path.read_text() for path in sorted(STATIC.glob("*.css"))}
TOKENS = re.search(r":root \{(.*?)\n  \}", STYLES["app.css"], re.DOTALL)[1]
COLOURS = {
    name: (light, dark or light)
    for name, light, dark in re.findall(
        r"--([\w-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\))?", TOKENS
    )
}
# Matches the media query with up to three levels of blocks inside it.
ALLOWED_TO_MOVE = re.compile(
    r"@media \(prefers-reduced-motion: no-preference\) "
    r"\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\}"
)
# Backgrounds of text: page, card and panel (PAGE); buttons with at least the number bid; notices; errors.
PAGE = ("ground", "paper", "tray")
BACKGROUNDS = (*PAGE, "wash", "brass-wash", "wrong-wash")
SIDES, SUITS = [f"side-{side}" for side in range(1, 9)], ["hearts", "diamonds", "clubs"]
TEXT = (
    *itertools.product(("ink", "quiet", "baize"), BACKGROUNDS),
    *itertools.product(("brass", "wrong", *SIDES, *SUITS), PAGE),
    ("brass", "brass-wash"),
    ("wrong", "wrong-wash"),
    ("on-baize", "baize"),
    *itertools.product(("on-felt", "on-felt-quiet", "brass-on-felt"), ("felt",)),
)
# Outlines and fills that are the only sign of a button, or of what is chosen, asked or wrong.
STATES = (
    *itertools.product(("edge", "baize", "brass", "wrong"), PAGE),
    ("edge", "wash"),
    ("baize", "wash"),
    ("brass", "brass-wash"),
    ("wrong", "wrong-wash"),
)


def luminance(colour):
    """Return the relative luminance of a colour, as WCAG defines it."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(colour, background):
    darker, lighter = sorted((luminance(colour), luminance(background)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize(("pairs", "least"), [(TEXT, 4.5), (STATES, 3)], ids=["text", "states"])
def test_text_and_states_have_enough_contrast_in_both_themes(pairs, least):
    faint_pairs = [
        (theme, front, back, round(ratio, 2))
        for front, back in pairs
        for theme, colour, background in zip(("light", "dark"), COLOURS[front], COLOURS[back], strict=True)
        if (ratio := contrast(colour, background)) < least
    ]
    assert faint_pairs == []


def test_the_picture_of_a_result_has_the_colours_of_the_light_theme():
    for token in "felt", "paper", "ink", "line", "on-felt-quiet", "brass-on-felt":
        assert getattr(result_image, token.upper().replace("-", "_")) == COLOURS[token][0], token
    assert list(result_image.SIDES) == [COLOURS[side][0] for side in SIDES]


def test_styles_use_exactly_the_defined_tokens():
    text = "".join(STYLES.values())
    used = set(re.findall(r"var\(--([\w-]+)", text))
    definitions = set(re.findall(r"^\s*--([\w-]+):|[{;(] ?--([\w-]+):", TOKENS, re.MULTILINE))
    tokens = {name for pair in definitions for name in pair if name}
    set_elsewhere = set(re.findall(r"--([\w-]+):", text.replace(TOKENS, "")))
    scripts = "".join(path.read_text() for path in STATIC.glob("*.js"))
    set_by_scripts = set(re.findall(r'setProperty\("--([\w-]+)"', scripts))
    assert used - tokens - set_elsewhere - set_by_scripts == set()
    assert tokens - used == set()


@pytest.mark.parametrize("name", [name for name in STYLES if name != "app.css"])
def test_styles_name_no_font_family(name):
    assert re.findall(r"font-family: (?!inherit|var)|\b(?:sans-)?serif\b|system-ui", STYLES[name]) == []


@pytest.mark.parametrize("name", list(STYLES))
def test_motion_is_only_within_the_no_preference_media_query(name):
    """Check that all smooth motion is inside `no-preference`; changes in steps may be elsewhere."""
    other_styles = ALLOWED_TO_MOVE.sub("", STYLES[name])
    motion = re.findall(r"(?<![\w-])(?:animation|transition|scroll-behavior): [^;}]*", other_styles)
    assert [declaration for declaration in motion if not re.search("step-end|none|auto", declaration)] == []

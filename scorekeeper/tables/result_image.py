"""The result as a picture of 1200 × 630 pixels, for link previews in messengers.

It is drawn at twice the size and scaled down for smooth edges. The font is DejaVu, Liberation or Noto
if the machine has one of them, else Pillow's own, which has plain Latin letters only.
"""

from __future__ import annotations

import io
import itertools
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache, partial

from PIL import Image, ImageDraw, ImageFont

from scorekeeper.sheet.race import Race
from scorekeeper.sheet.result_card import PicturedSide, ResultCard
from scorekeeper.sheet.signs import SIGNS

WIDTH, HEIGHT = 1200, 630
SCALE = 2  # canvas pixels per pixel of the picture, in each direction
MARGIN = 56
# The colours of the light theme: see static/app.css.
FELT, PAPER, INK, LINE = "#1e5b45", "#fffdf8", "#1e2320", "#d8cfba"
ON_FELT_QUIET, BRASS_ON_FELT = "#d5e4d8", "#f0cd84"
SIDES = ("#1d4e89", "#8a2b3c", "#6a4a00", "#4b3a94", "#0e6470", "#5b4636", "#2f6b1f", "#8a2570")

FACES = {
    "plain": ("DejaVuSans.ttf", "LiberationSans-Regular.ttf", "NotoSans-Regular.ttf"),
    "bold": ("DejaVuSans-Bold.ttf", "LiberationSans-Bold.ttf", "NotoSans-Bold.ttf"),
}

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


@lru_cache(maxsize=64)
def png(card: ResultCard) -> bytes:
    image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), FELT)
    pen = Pen(ImageDraw.Draw(image))
    pen.text(MARGIN, 44, card.title, "bold", 60, BRASS_ON_FELT, WIDTH - 2 * MARGIN)
    pen.text(MARGIN, 122, card.line, "plain", 30, ON_FELT_QUIET, WIDTH - 2 * MARGIN)
    top, bottom = 186, HEIGHT - 48
    has_race = card.race is not None and len(card.standings) <= 6
    standings_right = 640 if has_race else WIDTH - MARGIN
    pen.paper(MARGIN, top, standings_right, bottom)
    _standings(pen, card.standings, MARGIN, top, standings_right, bottom)
    if has_race and card.race is not None:
        pen.paper(standings_right + 28, top, WIDTH - MARGIN, bottom)
        _race(pen, card.race, standings_right + 56, top + 28, WIDTH - MARGIN - 36, bottom - 28)
    output = io.BytesIO()
    scaled = image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    # A palette takes a quarter of the bytes and looks the same with flat colours.
    scaled.quantize(128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        output, "PNG", optimize=True
    )
    return output.getvalue()


def _standings(
    pen: Pen, rows: tuple[PicturedSide, ...], left: int, top: int, right: int, bottom: int
) -> None:
    height = (bottom - top) / len(rows)
    size = int(min(92, height * 0.55))
    for n, row in enumerate(rows):
        middle = top + height * (n + 0.5)
        if n:
            pen.line((left + 32, top + height * n, right - 32, top + height * n), LINE, 2)
        pen.sign(row.side, left + 58, middle, min(22.0, size * 0.26))
        width = pen.width(row.total, "bold", size)
        pen.text(
            left + 98,
            middle,
            row.name,
            "bold",
            min(40, int(size * 0.62)),
            INK,
            right - left - 160 - width,
            "lm",
        )
        end = right - 36
        pen.text(end, middle, row.total, "bold", size, INK, anchor="rm")
        if row.negative:
            pen.box(end - width - 10, middle - size * 0.52, end + 10, middle + size * 0.52, INK, 4)
        if row.won:
            for y in (middle + size * 0.5, middle + size * 0.6):
                pen.line((end - width, y, end, y), INK, 3)


def _race(pen: Pen, race: Race, left: int, top: int, right: int, bottom: int) -> None:
    """Draw the race diagram: each side's total, hand by hand."""
    _x, _y, width, height = (float(number) for number in race.view_box.split())

    def scaled(dot: tuple[float, float]) -> tuple[float, float]:
        return left + dot[0] / width * (right - left), top + dot[1] / height * (bottom - top)

    floor = scaled((float(race.left), float(race.zero or race.low_y)))[1]
    pen.line((left, floor, right, floor), LINE, 2)
    for runner in race.runners:
        dots = [scaled((float(x), float(y))) for x, y in (pair.split(",") for pair in runner.points.split())]
        colour = SIDES[runner.side % SIGNS]
        for a, b in itertools.pairwise(dots):
            pen.line((*a, *b), colour, 5)
        pen.sign(runner.side, *dots[-1], 16)


@dataclass(frozen=True)
class Pen:
    """A pen that converts pixels of the picture to those of the canvas, ``SCALE`` times as large."""

    draw: ImageDraw.ImageDraw

    def text(
        self,
        x: float,
        y: float,
        text: str,
        face: str,
        size: int,
        fill: str,
        max_width: float = WIDTH,
        anchor: str = "la",
    ) -> None:
        """Draw a line of text; if it is wider than ``max_width``, shrink it, then cut it."""
        text = readable(text)
        smallest = max(20, size // 2)
        while size > smallest and self.width(text, face, size) > max_width:
            size -= 2
        while len(text) > 1 and self.width(text, face, size) > max_width:
            text = text.rstrip("…")[:-1] + "…"
        typeface = font(face, size * SCALE)
        if not isinstance(typeface, ImageFont.FreeTypeFont):
            anchor = "la"
        self.draw.text((x * SCALE, y * SCALE), readable(text), fill=fill, font=typeface, anchor=anchor)

    def width(self, text: str, face: str, size: int) -> float:
        return self.draw.textlength(readable(text), font=font(face, size * SCALE)) / SCALE

    def line(self, ends: Iterable[float], fill: str, width: int) -> None:
        self.draw.line([end * SCALE for end in ends], fill=fill, width=width * SCALE, joint="curve")

    def paper(self, left: float, top: float, right: float, bottom: float) -> None:
        corners = [edge * SCALE for edge in (left, top, right, bottom)]
        self.draw.rounded_rectangle(corners, 20 * SCALE, fill=PAPER)

    def box(self, left: float, top: float, right: float, bottom: float, colour: str, width: int) -> None:
        corners = [edge * SCALE for edge in (left, top, right, bottom)]
        self.draw.rounded_rectangle(corners, 8 * SCALE, outline=colour, width=width * SCALE)

    def sign(self, side: int, x: float, y: float, r: float) -> None:
        """Draw the sign of a side, in the shapes of templates/_sprite.html."""
        number, colour = side % SIGNS, SIDES[side % SIGNS]
        corners = [edge * SCALE for edge in (x - r, y - r, x + r, y + r)]
        if number == 0:
            self.draw.ellipse(corners, fill=colour)
        elif number == RING:
            self.draw.ellipse(corners, outline=colour, width=round(r * SCALE / 2))
        else:
            points = [((x + r * a) * SCALE, (y + r * b) * SCALE) for a, b in SHAPES[number]]
            self.draw.polygon(points, fill=colour)


# The signs are polygons, with corners in units of their radius; but sign 0 is a disc and sign 7 a ring.
RING = 7
SHAPES: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, -1), (1.1, 0.9), (-1.1, 0.9)),
    2: ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    3: ((0, -1.15), (1.15, 0), (0, 1.15), (-1.15, 0)),
    4: (
        (-0.38, -1), (0.38, -1), (0.38, -0.38), (1, -0.38), (1, 0.38), (0.38, 0.38),
        (0.38, 1), (-0.38, 1), (-0.38, 0.38), (-1, 0.38), (-1, -0.38), (-0.38, -0.38),
    ),
    5: (
        (0, -1.1), (0.3, -0.38), (1.1, -0.34), (0.48, 0.16), (0.68, 0.95), (0, 0.5),
        (-0.68, 0.95), (-0.48, 0.16), (-1.1, -0.34), (-0.3, -0.38),
    ),
    6: (
        (-1.05, -0.55), (-0.55, -1.05), (0, -0.5), (0.55, -1.05), (1.05, -0.55), (0.5, 0),
        (1.05, 0.55), (0.55, 1.05), (0, 0.5), (-0.55, 1.05), (-1.05, 0.55), (-0.5, 0),
    ),
}  # fmt: skip


@cache
def font_factory(face: str) -> Callable[[float], ImageFont.FreeTypeFont] | None:
    """Return a function that loads the font of a face at a size; None if the machine has no such font."""
    for name in FACES[face]:
        try:
            ImageFont.truetype(name, 20)
        except OSError:
            continue
        return partial(ImageFont.truetype, name)
    return None


@lru_cache(maxsize=64)
def font(face: str, size: float) -> Font:
    factory = font_factory(face)
    return factory(size) if factory else ImageFont.load_default(size)


def readable(text: str) -> str:
    """Return the text in characters that the font has.

    Pillow's own font has no accents and no minus sign: accents are dropped, a minus becomes a hyphen.
    """
    text = text.replace("\u2068", "").replace("\u2069", "")  # isolate marks have no glyph
    if font_factory("plain") is not None:
        return text
    plain = unicodedata.normalize("NFKD", text.replace("−", "-").replace("·", "-").replace("…", "..."))
    return "".join(char for char in plain if char.isascii() and char.isprintable()).strip()

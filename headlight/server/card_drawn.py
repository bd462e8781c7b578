"""A sentence as a picture of 1200 x 630 pixels, drawn without a browser, by the rules of looks_card.js."""

import io
import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array
from PIL import Image, ImageColor, ImageDraw, ImageFont

from headlight.app.streamlit_private import typeface
from headlight.pictures.decimals import percent, short_percent
from headlight.pictures.design_tokens import palettes
from headlight.pictures.looks import Looks, sentence
from headlight.pictures.picture import Drawn

SIZE = WIDTH, HEIGHT = 1200, 630  # pixels
_FINE = 2  # times as large as it is drawn first: its edges are smooth then
_MARGIN, _ACROSS, _TOP, _FOOT = 64, 1072, 32, 592  # px at both sides, between them, above the words, and the last line
_TALLEST, _LARGEST, _EASY, _LEAST_TYPE = 310, 119, 86, 20  # px of all words, and of their type
_UNDER, _ONE_LINE = 24, 26  # px for numbers under a line of words; of type in which one line is better than two
_SAYS, _LINE, _BARS, _BAR = 26, 34, 3, 40  # px of type and line, next words, and px of each
_LABEL, _TRACK, _THICK, _SMALL = 180, 780, 22, 22  # px of a next word, of a whole bar and across it; of the last line
_PLAIN, _STRONG = 400, 600  # weights of the type
_THIN, _LONGEST = 3, 30  # px of a ribbon without corners, and of the type in which the longest word has to fit
_HAIR = 0.005  # a ribbon with less is not seen
_LOWEST, _FLAT, _STEEP = 34, 0.24, 0.75  # px that a ribbon rises between neighbours, and shares of its way

Point = tuple[float, float]


class _Place(NamedTuple):
    """Where a word is, in pixels: its left end, the top of its letters, its width, and its line from 0."""

    x: float
    y: float
    width: float
    row: int

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


class _Words(NamedTuple):
    """The words as they are placed: the first of them, their type, how high all are, and how ribbons may rise."""

    first: int
    places: Sequence[_Place]
    size: float
    height: float
    room: float
    bend: float


def png(drawn: Drawn[Looks], address: str) -> bytes:
    """Draw a sentence with its ribbons, the three most likely next words, and where it was made, as a PNG.

    `drawn` is the sentence as its view puts it on a board, `address` that of the server, without a scheme.
    """
    header, count = drawn.header, len(drawn.header["words"])
    looking, costs = header["chosen"], header.get("costs") or []
    weights = list(costs or drawn.values[looking * count : (looking + 1) * count].tolist())
    colours, pen = palettes()["light"], _Pen()
    pen.box(0, 0, WIDTH, HEIGHT, colours["ground"])
    words = _placed([(word["text"], word["apart"]) for word in header["words"]], looking)
    under = _TOP + words.height * pen.into(words)
    for word, weight in enumerate(weights[words.first :], words.first):
        if weight >= _HAIR and looking >= words.first:
            path, thick = _ribbon(words, looking, word, weight)
            pen.stroke(path, thick, colours["accent"], 0.3 + 0.7 * weight)
    numbered = _numbered(words, weights)
    for word, place in enumerate(words.places, words.first):
        is_looking, shown = word == looking, _fitted(header["words"][word]["text"], _LONGEST, _ACROSS)
        ink = colours["accent"] if is_looking else _mixed(colours, 0.64 + 0.36 * weights[word])
        shown = f"… {shown}" if words.first and word == words.first else shown
        bold = _STRONG if weights[word] == max(weights) > 0 else _PLAIN
        pen.write(shown, (place.x, place.y + words.size), words.size, ink, bold)
        if is_looking:
            pen.box(place.x, place.y + 1.15 * words.size, place.width, 3, ink)
        if word in numbered:
            note = f"−{percent(weights[word])}" if costs else short_percent(weights[word])
            low, type_ = place.y + 1.25 * words.size + 20, min(24, max(16, 0.42 * words.size))
            pen.write(note, (place.middle, low), type_, colours["soft"], anchor="ms")
    pen.out()
    following = header["following"][:_BARS]
    bars = _FOOT - 34 - _BAR * len(following)
    lines = _wrapped(sentence(drawn))
    told = max(under, (under + bars - _LINE * len(lines)) / 2 - 4)
    for number, line in enumerate(lines):
        pen.write(line, (_MARGIN, told + _LINE * number + _SAYS), _SAYS, colours["ink"])
    for number, (word, chance) in enumerate(following):
        y, left = bars + _BAR * number, _MARGIN + _LABEL + 20
        pen.write(_fitted(word, _SAYS, _LABEL), (_MARGIN, y + _THICK), _SAYS, colours["ink"])
        for width, ink in ((_TRACK, colours["track"]), (max(4, _TRACK * chance), colours["probability"])):
            pen.box(left, y + 3, width, _THICK, ink, round_by=4)
        pen.write(short_percent(chance), (WIDTH - _MARGIN, y + _THICK), _SAYS, colours["ink"], anchor="rs")
    pen.mark(_MARGIN, _FOOT - 21, colours["accent"])
    pen.write("Headlight", (_MARGIN + 40, _FOOT), _SMALL, colours["accent"], _STRONG)
    pen.write(_fitted(address, _SMALL, 700), (WIDTH - _MARGIN, _FOOT), _SMALL, colours["soft"], anchor="rs")
    return pen.png()


def has_letters(text: str) -> bool:
    """Whether the type has every letter of a text; boxes in the place of letters would be no picture of it."""
    return all(map(_has, {*text} - {" ", "\n", "\t"}))


@lru_cache(maxsize=4096)
def _has(letter: str) -> bool:
    drawn, none = (Image.new("L", (64, 64)) for _ in range(2))
    for image, each in ((drawn, letter), (none, "\U0010ffff")):
        ImageDraw.Draw(image).text((16, 40), each, 255, _type(_SAYS, _PLAIN), "ls")
    return drawn.tobytes() != none.tobytes()


@lru_cache(maxsize=64)
def _type(size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(typeface(), size)
    font.set_variation_by_axes([weight])
    return font


def _wide(text: str, size: float) -> float:
    """How wide a text is in a size, in pixels."""
    return _type(100, _PLAIN).getlength(text) * size / 100


def _fitted(text: str, size: float, most: float) -> str:
    while len(text) > 1 and _wide(text, size) > most:
        text = f"{text.removesuffix('…')[:-1]}…"
    return text


def _wrapped(says: str) -> list[str]:
    """A sentence in at most two lines."""
    lines = [""]
    for word in says.split():
        longer = f"{lines[-1]} {word}".strip()
        if _wide(longer, _SAYS) <= _ACROSS or not lines[-1]:
            lines[-1] = longer
        elif len(lines) == 2:
            return [lines[0], f"{lines[1]} …"]
        else:
            lines.append(word)
    return [_fitted(line, _SAYS, _ACROSS) for line in lines if line]


def _mixed(colours: dict[str, str], share: float) -> str:
    """The ink, with so much of the ground in it as is left."""
    ink, ground = (np.array(ImageColor.getrgb(colours[name])) for name in ("ink", "ground"))
    return "#{:02x}{:02x}{:02x}".format(*(share * ink + (1 - share) * ground).round().astype(int).tolist())


def _placed(words: Sequence[tuple[str, bool]], looking: int) -> _Words:
    """Place the words in the largest type with which all have room; of a text too long the last ones."""
    first = 0
    while True:
        some = [(_fitted(text, _LONGEST, _ACROSS), apart) for text, apart in words[first:]]
        if first:
            some[0] = (f"… {some[0][0]}", True)
        placed = _laid_out(some, [_wide(text, 1) for text, _ in some])
        if placed.height <= 1.3 * _TALLEST or len(some) == 1:
            home = placed.places[max(0, looking - first)]
            ends = (placed.places[0], placed.places[-1])
            farthest = max(1.0, *(abs(end.middle - home.middle) for end in ends))
            rises = min(_STEEP, max(_FLAT, (1.25 * placed.room - _LOWEST) / farthest))
            return placed._replace(first=first, bend=_FLAT if placed.places[-1].row else rises)
        first += max(1, -(-len(some) // 8))


def _laid_out(words: Sequence[tuple[str, bool]], widths: Sequence[float]) -> _Words:
    """Place words whose widths are given for a type of one pixel."""
    together = list(widths)  # of each word with what is written on it
    for word in range(len(words) - 1, 0, -1):
        together[word - 1] += 0 if words[word][1] else 0.08 + together[word]
    gaps = (0.5 if apart else 0.08 for _, apart in words)
    in_one = 0.98 * _ACROSS / (sum(widths) + sum(gaps))
    largest = max(36, _ACROSS / 14) if in_one < _ONE_LINE else min(in_one, _EASY)
    size = min(_LARGEST, largest)
    while True:
        room = max(40, 1.1 * size)
        line = 1.25 * size + _UNDER + room
        x, row, places = 0.0, 0, list[_Place]()
        for (_, apart), width, whole in zip(words, widths, together, strict=True):
            if x:
                x += 0.5 * size if apart else 0.08 * size
            if x and x + size * (max(width, whole) if apart else width) > _ACROSS:
                x, row = 0.0, row + 1
            places.append(_Place(x, 0, size * width, row))
            x += size * width
        rows = row + 1
        if size <= _LEAST_TYPE or (rows * line <= _TALLEST and size * max(widths) <= _ACROSS):
            height = max(_TALLEST, rows * line)
            places = [place._replace(y=height - (rows - place.row) * line + room) for place in places]
            return _Words(0, places, size, height, height - line + room - 10 if rows == 1 else room, _FLAT)
        size -= 1


def _numbered(words: _Words, weights: Sequence[float]) -> set[int]:
    """The words with room for their number: of two that would lie on each other the larger is written."""
    room, kept = 2.4 * min(24, max(16, 0.42 * words.size)), set[int]()
    for word in sorted(range(words.first, len(weights)), key=lambda word: -weights[word]):
        place, others = words.places[word - words.first], [words.places[other - words.first] for other in kept]
        near = any(other.row == place.row and abs(other.middle - place.middle) < room for other in others)
        if weights[word] >= _HAIR and not near:
            kept.add(word)
    return kept


def _ribbon(words: _Words, looking: int, word: int, weight: float) -> tuple[list[Point], float]:
    """The path of a ribbon, and how many pixels wide it is: as in ribbon_paths.js."""
    start, end = words.places[looking - words.first], words.places[word - words.first]
    thick = 1.2 + weight * min(34, words.size * (0.4 if words.places[-1].row else 0.7))
    if word == looking:
        thick = min(thick, start.width / 2)
        side, above = min(start.width / 2, 14 + thick / 2), start.y - 0.3 * thick
        high = above - min(words.room, 34 + thick)
        left, right = start.middle - side, start.middle + side
        return _curve((left, above), (left, high), (right, high), (right, above)), thick
    if end.row < start.row:
        return _through(words, start, end, thick), thick
    above, down = start.y - 0.3 * thick, end.y - 0.3 * thick
    rise = min(1.25 * words.room, _LOWEST + abs(start.middle - end.middle) * words.bend)
    if start.row == end.row:
        rise = min(rise, (words.room + (0 if start.row else 8) - 0.8 * thick) / 0.75)
    a, b = start.middle, end.middle
    return _curve((a, above), (a, above - rise), (b, down - rise), (b, down)), thick


def _through(words: _Words, start: _Place, end: _Place, thick: float) -> list[Point]:
    """From a word to one on a line above: between the lines, and through each between where there is most room."""
    at, path = (start.middle, start.y - 0.3 * thick), list[Point]()

    def bend(to: Point) -> None:
        half = (at[1] + to[1]) / 2
        path.extend(_curve(at, (at[0], half), (to[0], half), to))

    def under(place: _Place) -> float:
        return place.y + 1.25 * words.size + _UNDER

    for row in range(start.row - 1, end.row, -1):
        line = [place for place in words.places if place.row == row]
        gaps = [(left.x + left.width, right.x) for left, right in pairwise(line)]
        ways = [((left + right) / 2, thick - right + left) for left, right in gaps]
        past = line[-1].x + line[-1].width + thick / 2 + 8
        ways.append((inside := min(past, _ACROSS - thick / 2), past - inside))
        through, _ = min(ways, key=lambda way: abs(way[0] - at[0]) + abs(way[0] - end.middle) + 12 * max(0, way[1]))
        bend((through, under(line[0])))
        at = through, line[0].y
    bend((end.middle, under(end) + 0.3 * thick))
    return path


def _curve(*points: Point) -> list[Point]:
    """Points on a cubic Bézier curve, by its two ends and their handles."""
    share: Float[Array, "point 1"] = np.linspace(0, 1, 60)[:, None]
    start, first, second, end = map(np.array, points)
    rest = 1 - share
    on = rest**3 * start + 3 * rest**2 * share * first + 3 * rest * share**2 * second + share**3 * end
    return [(float(x), float(y)) for x, y in on]


class _Pen:
    """Draws in pixels of the picture, finer than they are; `into` the words, which may be made smaller as a whole."""

    def __init__(self) -> None:
        self._image = Image.new("RGB", (WIDTH * _FINE, HEIGHT * _FINE))
        self._draw = ImageDraw.Draw(self._image)
        self._scale, self._from = float(_FINE), (0.0, 0.0)

    def into(self, words: _Words) -> float:
        scale = min(1, _TALLEST / words.height)
        self._scale, self._from = _FINE * scale, (_MARGIN + (1 - scale) * _ACROSS / 2, _TOP)
        return scale

    def out(self) -> None:
        self._scale, self._from = float(_FINE), (0.0, 0.0)

    def _at(self, x: float, y: float) -> Point:
        return _FINE * self._from[0] + self._scale * x, _FINE * self._from[1] + self._scale * y

    def box(self, x: float, y: float, width: float, height: float, ink: str, round_by: float = 0) -> None:
        (left, top), (right, bottom) = self._at(x, y), self._at(x + width, y + height)
        self._draw.rounded_rectangle((left, top, right - 1, bottom - 1), self._scale * round_by, ink)

    def write(self, text: str, at: Point, size: float, ink: str, weight: int = _PLAIN, anchor: str = "ls") -> None:
        font = _type(max(1, round(self._scale * size)), weight)
        self._draw.text(self._at(*at), text.replace("\n", " "), ink, font, anchor)

    def stroke(self, path: Sequence[Point], thick: float, ink: str, opacity: float) -> None:
        across, share = self._scale * thick, round(255 * min(1, opacity))
        points = np.array([self._at(*point) for point in path])
        corner = points.min(0).astype(int) - math.ceil(across)
        points -= corner
        mask = Image.new("L", tuple((points.max(0).astype(int) + math.ceil(across) + 1).tolist()))
        draw = ImageDraw.Draw(mask)
        draw.line([*map(tuple, points.tolist())], share, max(1, round(across)))
        if across > _FINE * _THIN:  # a line of many pieces has corners there
            for (x, y), (right, down) in pairwise(points.tolist()):
                for part in np.linspace(0, 1, 2 + int(abs(right - x) + abs(down - y)) // (2 * _FINE)):
                    draw.circle((x + part * (right - x), y + part * (down - y)), across / 2, share)
        self._image.paste(ink, tuple(corner.tolist()), mask)

    def mark(self, x: float, y: float, ink: str) -> None:
        """Draw the mark of the project: a lamp, and three rays."""
        self._draw.circle(self._at(x + 11.2, y + 12.8), _FINE * 7.4, ink)
        for start, end in (((26, 11), (36, 6)), ((27, 16), (38, 16)), ((26, 21), (36, 26))):
            self.stroke([(x + 0.8 * a, y + 0.8 * b) for a, b in (start, end)], 2.1, ink, 1)

    def png(self) -> bytes:
        file = io.BytesIO()
        self._image.reduce(_FINE).save(file, "PNG")
        return file.getvalue()

"""The fonts of drawings: how wide their letters are, and what a PDF must hold to show them.

A PDF names a letter by one byte. So each 256 letters of Unicode in turn are a font of their own; the fonts of a face
share one program with its outlines.
"""

from collections.abc import Iterable
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from string import ascii_letters, ascii_uppercase, digits
from typing import NamedTuple

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from zlib_ng import zlib_ng

from moderator.rendering.typesetting.parts import COMPRESSION_LEVEL

# With PostScript outlines, which take half the bytes of TrueType's in a page. All weights above 500 are bold.
FONTS = Path(__file__).parents[1] / "fonts"

_EM = 1000
"""Units of an em in the outlines."""
_USUAL = frozenset(map(ord, ascii_letters + digits + " ()*+,-./:;?'\u00b7\u00bd\u00d7\u2013\u2019\u2026\u2192"))
"""Letters that every program has, all that our boards write by themselves: one program takes 45 ms to make."""
_UNUSED = ["GDEF", "GPOS", "GSUB", "OS/2", "meta", "name", "post"]
"""Tables that outlines do not need."""
_LACKING = ord("?")
"""What stands for a letter that a face lacks."""


class Letter(NamedTuple):
    """A letter of a face: its number in Unicode, the name of its outline, and its width in thousandths of an em."""

    weight: str
    code: int
    outline: str
    width: int

    @property
    def font(self) -> str:
        """The name of the letter's font in a PDF."""
        return f"{self.weight}{self.code >> 8}"

    @property
    def byte(self) -> int:
        """What a PDF calls the letter in its font."""
        return self.code & 0xFF


class Run(NamedTuple):
    """Letters of one font that follow each other, as the bytes that a PDF has for them."""

    font: str
    letters: bytes


class Line(NamedTuple):
    """Words of a face: their runs, how wide they are in em, and which letters they have."""

    runs: tuple[Run, ...]
    width: float
    letters: frozenset[Letter]


class Program(NamedTuple):
    """Outlines of some letters, as CFF (Adobe's Technical Note 5176), packed; and their name (ISO 32000-1, 9.6.4)."""

    name: str
    packed: bytes


class Typeface:
    """One weight of the font of drawings; letters stand as far from each other as they say, without kerning."""

    def __init__(self, weight: str) -> None:
        """Name a face by its weight, as its file does."""
        self.weight, self.name = weight, f"IBMPlexSans-{weight}"
        self.line = lru_cache(1 << 13)(self._line)
        self._kept = lru_cache(32)(self._program)

    def _read(self) -> TTFont:
        return TTFont(FONTS / f"{self.name}.otf", lazy=True)

    @cached_property
    def _letters_by_code(self) -> dict[int, Letter]:
        with self._read() as font:
            wide, outlines = font["hmtx"].metrics, font.getBestCmap()
        return {code: Letter(self.weight, code, outline, wide[outline][0]) for code, outline in outlines.items()}

    def _line(self, words: str) -> Line:
        """Return words as a PDF shows them."""
        letters = [self._letters_by_code.get(code, self._letters_by_code[_LACKING]) for code in map(ord, words)]
        runs = [Run(font, bytes(letter.byte for letter in same)) for font, same in groupby(letters, lambda it: it.font)]
        return Line(tuple(runs), sum(letter.width for letter in letters) / _EM, frozenset(letters))

    def program(self, letters: Iterable[Letter]) -> Program:
        """Return a program with the outlines of some letters."""
        return self._kept(frozenset(letter.code for letter in letters) | _USUAL)

    def _program(self, codes: frozenset[int]) -> Program:
        plain = Options(desubroutinize=True, hinting=False, layout_features=[], drop_tables=_UNUSED)
        with self._read() as font:
            chosen = Subsetter(plain)
            chosen.populate(unicodes=sorted(codes))
            chosen.subset(font)
            outlines: bytes = font.getTableData("CFF ")
        digest = int.from_bytes(sha256(outlines).digest())
        tag = "".join(ascii_uppercase[digest // 26**place % 26] for place in range(6))
        return Program(f"{tag}+{self.name}", zlib_ng.compress(outlines, COMPRESSION_LEVEL))

    @cached_property
    def metrics(self) -> str:
        """What a descriptor says of the face (ISO 32000-1, table 122)."""
        with self._read() as font:
            head, lines, stem = font["head"], font["hhea"], font["CFF "].cff[0].Private.StdVW
            box = f"{head.xMin} {head.yMin} {head.xMax} {head.yMax}"
            tall = f"/Ascent {lines.ascent}/Descent {lines.descent}/CapHeight {font['OS/2'].sCapHeight}"
        return f"/FontBBox[{box}]/ItalicAngle 0{tall}/StemV {stem}"


REGULAR, BOLD = Typeface("Regular"), Typeface("Bold")
FACES = {face.weight: face for face in (REGULAR, BOLD)}
"""Both faces by their weights."""

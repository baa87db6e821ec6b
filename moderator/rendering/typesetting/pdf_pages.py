"""Drawings as pages of a PDF (ISO 32000-1): documents show these, and pictures are made of them.

Operators are not packed: who embeds a page packs them anew, who paints one reads them at once.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec import Struct

from moderator.core.pictures import Drawing
from moderator.rendering.typesetting.drawing_operators import DrawingOperators, drawing_operators
from moderator.rendering.typesetting.outlines import move, number
from moderator.rendering.typesetting.typefaces import FACES, Letter, Typeface


class PdfPage(Struct, frozen=True):
    """A page: its size in points, and what is painted on it in its order, each piece after a move to its place."""

    width: int
    height: int
    pieces: Sequence[tuple[str, DrawingOperators]]


def pdf_page(drawing: Drawing) -> PdfPage:
    """Return a drawing as a page with a point for each of its units."""
    left, top = drawing.left, drawing.top
    pieces = [
        (move(one.at[0] - left, one.at[1] - top), one)
        for one in (drawing_operators(part.svg) for part in drawing.parts)
    ]
    return PdfPage(drawing.width, drawing.height, pieces)


def document(pdf_pages: Sequence[PdfPage]) -> bytes:
    """Return a PDF of some pages, with every letter once."""
    operators_of_pieces = [piece for page in pdf_pages for _, piece in page.pieces]
    file = _File()
    catalog, pages, resources = file.reserve(), file.reserve(), file.reserve()
    kids = [_page(file, page, pages, resources) for page in pdf_pages]
    file.put(catalog, f"<</Type/Catalog/Pages {pages} 0 R>>")
    file.put(pages, f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(f'{kid} 0 R' for kid in kids)}]>>")
    file.put(resources, _resources(file, operators_of_pieces))
    return file.finished(catalog)


class _File:
    """Writes the objects of a PDF and where each begins."""

    def __init__(self) -> None:
        self._out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        self._begins: list[int] = [0]

    def reserve(self) -> int:
        """Return the number of an object that is put later."""
        self._begins.append(0)
        return len(self._begins) - 1

    def put(self, at: int, words: str, stream: bytes = b"") -> None:
        """Put an object under a number that was reserved, with its stream if it is one."""
        self._begins[at] = len(self._out)
        inside = b"stream\n" + stream + b"\nendstream\n" if stream else b""
        self._out += b"%d 0 obj\n%b\n%bendobj\n" % (at, words.encode(), inside)

    def stream(self, words: str, data: bytes) -> int:
        """Put a stream; ``words`` are what its dictionary has besides."""
        at = self.reserve()
        self.put(at, f"<<{words}/Length {len(data)}>>", data)
        return at

    def finished(self, catalog: int) -> bytes:
        """Return the file with its table of objects; ``catalog`` is the number of the first to be read."""
        begin, count = len(self._out), len(self._begins)
        rows = "".join(f"{at:010} 00000 n \n" for at in self._begins[1:])
        self._out += f"xref\n0 {count}\n0000000000 65535 f \n{rows}trailer\n".encode()
        self._out += f"<</Size {count}/Root {catalog} 0 R>>\nstartxref\n{begin}\n%%EOF\n".encode()
        return bytes(self._out)


def _page(file: _File, page: PdfPage, pages: int, resources: int) -> int:
    """Put a page, and return its number. It points down, and corners are as sharp as in SVG."""
    painted = [f"1 0 0 -1 0 {page.height} cm 4 M".encode()]
    for moved, piece in page.pieces:
        painted += [f"q {moved}".encode(), piece.operators, b"Q"]
    content = file.stream("", b"\n".join(painted))
    at = file.reserve()
    box = f"/MediaBox[0 0 {page.width} {page.height}]"
    file.put(at, f"<</Type/Page/Parent {pages} 0 R{box}/Resources {resources} 0 R/Contents {content} 0 R>>")
    return at


def _resources(file: _File, operators_of_pieces: Iterable[DrawingOperators]) -> str:
    """Put the fonts of pages, and return the dictionary of all that their operators name."""
    drawn = set(operators_of_pieces)
    letters = sorted({letter for piece in drawn for letter in piece.letters})
    fonts = "".join(_fonts(file, FACES[weight], list(same)) for weight, same in groupby(letters, lambda it: it.weight))
    states = "".join(map(_state, sorted({opacity for piece in drawn for opacity in piece.opacities})))
    return f"<</Font<<{fonts}>>/ExtGState<<{states}>>>>"


def _state(name: str) -> str:
    fill, stroke = (int(share) / 100 for share in name.removeprefix("A").split("-"))
    return f"/{name}<</ca {number(fill)}/CA {number(stroke)}>>"


def _fonts(file: _File, face: Typeface, letters: Sequence[Letter]) -> str:
    """Put the fonts of a face that hold some letters, in the order of these; return their names with their numbers."""
    program = face.program(letters)
    outlines = file.stream("/Subtype/Type1C/Filter/FlateDecode", program.packed)
    about = file.reserve()
    file.put(about, f"<</Type/FontDescriptor/FontName/{program.name}/Flags 32{face.metrics}/FontFile3 {outlines} 0 R>>")
    shared = f"/BaseFont/{program.name}/FontDescriptor {about} 0 R"
    return "".join(
        f"/{font} {_font(file, shared, list(same))} 0 R" for font, same in groupby(letters, lambda it: it.font)
    )


def _font(file: _File, shared: str, letters: Sequence[Letter]) -> int:
    """Put a font, and return its number; ``shared`` is what the fonts of a face have in common."""
    first, last = letters[0].byte, letters[-1].byte
    wide = {letter.byte: letter.width for letter in letters}
    widths = " ".join(str(wide.get(byte, 0)) for byte in range(first, last + 1))
    named = " ".join(f"{letter.byte}/{letter.outline}" for letter in letters)
    at = file.reserve()
    codes = f"/Encoding<</Differences[{named}]>>/FirstChar {first}/LastChar {last}/Widths[{widths}]"
    file.put(at, f"<</Type/Font/Subtype/Type1{shared}{codes}>>")
    return at

"""Drawings as PNG, and documents as PDF, each made once for the same input."""

import hashlib
import json
import math
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Generic, NamedTuple, TypeVar

import typst
from msgspec import msgpack
from PIL import Image
from pypdfium2 import PdfDocument

from moderator.core import svg
from moderator.core.pictures import Drawing, picture
from moderator.rendering.typesetting.drawing_operators import DrawingOperators, drawing_operators
from moderator.rendering.typesetting.outlines import move
from moderator.rendering.typesetting.parts import Place, compose, place
from moderator.rendering.typesetting.pdf_pages import PdfPage, document, pdf_page
from moderator.rendering.typesetting.typefaces import FONTS

_T = TypeVar("_T")
WIDE = 904
"""Pixels across a picture in a letter at most: sharp at 640 on most screens, and light enough to mail."""

_MOST = 1.25
"""Pixels per user unit at most."""
_PDF_PAGES = "drawings.pdf"
"""The file of a document's drawings, as its source names it."""
_ROOM = 48 << 20
"""Bytes of the images of parts that a process keeps: those of some ten boards."""
_FINISHED = 24 << 20
"""Bytes of finished pictures and documents that a process keeps."""
_CLEAR = (255, 255, 255, 0)
_PDFIUM = threading.Lock()
"""PDFium works for one thread at a time."""


class LruCache(Generic[_T]):
    """Keeps what was made last, by the digest of what it was made from; safe for threads."""

    def __init__(self, room: int, weigh: Callable[[_T], int]) -> None:
        """Keep at most ``room`` bytes; ``weigh`` tells how many a thing takes."""
        self._room, self._weigh = room, weigh
        self._kept: OrderedDict[bytes, _T] = OrderedDict()
        self._weight = 0
        self._lock = threading.Lock()

    @property
    def weight(self) -> int:
        """How many bytes are kept."""
        return self._weight

    def get(self, make: Callable[[], _T], *inputs: str | bytes) -> _T:
        """Return the kept result for these inputs, or make it."""
        key = digest(*inputs)
        kept = self.find(key)
        return self.keep(key, make()) if kept is None else kept

    def find(self, key: bytes) -> _T | None:
        """Return what is kept under a digest."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, key: bytes, made: _T) -> _T:
        """Keep something under a digest; what was not asked for longest goes."""
        with self._lock:
            if key not in self._kept:
                self._kept[key] = made
                self._weight += self._weigh(made)
            while self._weight > self._room:
                self._weight -= self._weigh(self._kept.popitem(last=False)[1])
        return made


def scale(drawing: Drawing) -> float:
    """Return pixels per user unit: up to the full width, a narrow drawing is not blown up to it; whole for its grid."""
    most, grid = min(WIDE / drawing.width, _MOST), drawing.grid
    return max(1, math.floor(most * grid)) / grid if grid else most


def digest(*inputs: str | bytes) -> bytes:
    """Return the digest of texts or bytes in their order."""
    hashed = hashlib.sha256()
    for item in inputs:
        data = item.encode() if isinstance(item, str) else item
        hashed.update(len(data).to_bytes(8, "big") + data)
    return hashed.digest()


class Piece(NamedTuple):
    """A part of a drawing in a picture: what it paints, where, and how many pixels a unit has."""

    drawing_operators: DrawingOperators
    at: Place
    ratio: float

    @property
    def page(self) -> PdfPage:
        """The part alone, as large as its image."""
        return PdfPage(
            self.at.width, self.at.height, [(move(self.at.x, self.at.y, self.ratio), self.drawing_operators)]
        )


class Typesetter:
    """Typesets for the letters of one process; every thread has a warm compiler of its own."""

    def __init__(self) -> None:
        """Start with nothing kept."""
        self._own = threading.local()
        self._made = LruCache[bytes](_FINISHED, len)
        self._parts = LruCache[Image.Image](_ROOM, lambda image: image.width * image.height * 4)

    def png(self, drawing: Drawing) -> bytes:
        """Return a drawing as PNG on white."""
        return self._made.get(lambda: self._picture(drawing), "png", msgpack.encode(drawing))

    def _picture(self, drawing: Drawing) -> bytes:
        ratio = scale(drawing)
        operators_of_pieces = [drawing_operators(part.svg) for part in drawing.parts]
        places = [
            place(drawing, ratio, part, one.at) for part, one in zip(drawing.parts, operators_of_pieces, strict=True)
        ]
        images = self._images([Piece(*each, ratio) for each in zip(operators_of_pieces, places, strict=True)])
        return compose(
            drawing,
            ratio,
            zip(images, places, strict=True),
            frozenset().union(*(one.colours for one in operators_of_pieces)),
        )

    def _images(self, pieces: Sequence[Piece]) -> list[Image.Image]:
        """Return parts of a drawing as images; those that are not kept are drawn."""
        keys = [digest(str((piece.ratio, piece.at[2:])), piece.drawing_operators.digest) for piece in pieces]
        found = {key: image for key in keys if (image := self._parts.find(key)) is not None}
        new = {key: piece for key, piece in zip(keys, pieces, strict=True) if key not in found}
        for key, image in zip(new, paint_pages([piece.page for piece in new.values()]), strict=True):
            found[key] = self._parts.keep(key, image)
        return [found[key] for key in keys]

    def pdf(self, source: str, data: Mapping[str, Any], drawings: Mapping[str, Drawing]) -> bytes:
        """Return a document as PDF; ``source`` reads ``sys.inputs.data`` (JSON).

        Its drawings are the pages of a file; ``sys.inputs.pages`` (JSON) tells the page of each by its name.
        """
        told = {
            "data": json.dumps(data, sort_keys=True, ensure_ascii=False),
            "pages": json.dumps({name: at for at, name in enumerate(drawings, 1)}),
        }
        keys = [msgpack.encode(drawing) for drawing in drawings.values()]

        def pdf_pages() -> bytes:
            return document([pdf_page(drawing) for drawing in drawings.values()])

        def made() -> bytes:
            with TemporaryDirectory() as folder:  # typst takes words alone as inputs
                if drawings:
                    Path(folder, _PDF_PAGES).write_bytes(self._made.get(pdf_pages, "plates", *keys))
                return self._compile(source, told, folder)

        return self._made.get(made, "pdf", source, *told.values(), *keys)

    def warm(self) -> None:
        """Load the fonts of this thread's compiler, and those of drawings."""
        self._compile("#set page(width: 1cm, height: 1cm)\n.", {}, None)
        self.png(picture("letters", 9, 9, svg.text("a", 1, 8), svg.text("a", 1, 8, font_weight=700), alt=""))

    def _compile(self, source: str, inputs: dict[str, str], folder: str | None) -> bytes:
        """Return a document as PDF; it may read what is in ``folder``."""
        compiler: typst.Compiler | None = getattr(self._own, "compiler", None)
        if compiler is None:
            compiler = typst.Compiler(font_paths=[str(FONTS)], ignore_system_fonts=True)
            self._own.compiler = compiler
        made = compiler.compile(source.encode(), format="pdf", sys_inputs=inputs, root=folder)
        if not isinstance(made, bytes):
            raise TypeError("typst was given no file to write to, and returned no document")
        return made


def paint_pages(pages: Sequence[PdfPage]) -> list[Image.Image]:
    """Return pages as images with nothing behind what is painted, a pixel for each point."""
    if not pages:
        return []
    made = document(pages)
    with _PDFIUM, closing(PdfDocument(made)) as opened:
        return [page.render(fill_color=_CLEAR, rev_byteorder=True).to_pil() for page in opened]

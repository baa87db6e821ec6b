"""Pictures and pages from typst: drawings as PNG, documents as PDF, each made once for the same input."""

import hashlib
import json
import math
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Generic, Literal, TypeVar

import typst
from PIL import Image

from moderator.core import svg
from moderator.core.game import Drawing, Part
from moderator.rendering.parts import Place, laid, page, place, size

_T = TypeVar("_T")
Piece = tuple[Part, Place, tuple[str, ...]]
"""A part, where it stands in a picture, and the symbols that it uses."""

# With PostScript outlines, which take half the bytes of TrueType's in a page. All weights above 500 are bold.
FONTS = Path(__file__).parent / "fonts"
WIDE = 984
"""Pixels across a picture in a letter at most: sharp at 640 on most screens, and light enough to mail."""

_PPI = 72.0
"""A pixel for each point."""
_MOST = 1.5
"""Pixels per user unit at most."""
_PARTS = b"""#set page(width: auto, height: auto, margin: 0pt, fill: none)
#for part in json(bytes(sys.inputs.parts)) {
  page(image(bytes(part.svg), format: "svg", width: part.width * 1pt, height: part.height * 1pt, fit: "stretch"))
}
"""
_PLATE = """#set page(width: auto, height: auto, margin: 0pt)
#image(bytes(sys.inputs.svg), format: "svg", width: 1000pt)
"""
_ROOM = 48 << 20
"""Bytes of the images of parts that a process keeps: those of some ten boards."""
_FINISHED = 24 << 20
"""Bytes of finished pictures and documents that a process keeps."""


class Shelf(Generic[_T]):
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


class Press:
    """Typesets for the letters of one process; every thread has a warm compiler of its own."""

    def __init__(self) -> None:
        """Start with nothing kept."""
        self._own = threading.local()
        self._made = Shelf[bytes](_FINISHED, len)
        self._parts = Shelf[Image.Image](_ROOM, lambda image: image.width * image.height * 4)

    def png(self, drawing: Drawing) -> bytes:
        """Return a drawing as PNG on white."""
        ratio = scale(drawing)
        pieces = [(part, place(drawing, ratio, part), svg.used(drawing.symbols, part.svg)) for part in drawing.parts]
        keys = [digest(str((ratio, *at[2:])), part.svg, *symbols) for part, at, symbols in pieces]
        places = [at for _, at, _ in pieces]

        def made() -> bytes:
            images = self._images(pieces, ratio, keys)
            return laid(drawing, ratio, zip(images, places, strict=True))

        look = ("png", str((size(drawing, ratio), [at[:2] for at in places])), *drawing.palette)
        return self._made.get(made, *look, *keys)

    def _images(self, pieces: Sequence[Piece], ratio: float, keys: Sequence[bytes]) -> list[Image.Image]:
        """Return the parts of a drawing as images; those that are not kept are drawn, each on a page of its own."""
        found = {key: self._parts.find(key) for key in keys}
        new = {key: piece for key, piece in zip(keys, pieces, strict=True) if found[key] is None}
        if new:
            drawn = json.dumps([page(part, at, ratio, symbols) for part, at, symbols in new.values()])
            for key, made in zip(new, self._compile(_PARTS, "png", {"parts": drawn}), strict=True):
                with Image.open(BytesIO(made)) as decoded:
                    found[key] = self._parts.keep(key, decoded.convert("RGBA"))
        return [image for key in keys if (image := found[key]) is not None]

    def plate(self, drawing: Drawing) -> bytes:
        """Return a drawing as PDF, for a document that shows it more than once: it has it but once."""
        return self.pdf(_PLATE, {}, {"svg": drawing.svg})

    def pdf(self, source: str, data: Mapping[str, Any], pictures: Mapping[str, str | bytes]) -> bytes:
        """Return a document as PDF; ``source`` reads ``sys.inputs.data`` (JSON) and each SVG by its name there.

        A picture in bytes is a plate, which ``source`` finds as a file with that name.
        """
        told: dict[str, str | bytes] = {
            **pictures,
            "data": json.dumps(data, sort_keys=True, ensure_ascii=False),
        }
        inputs = {name: words for name, words in told.items() if isinstance(words, str)}
        plates = {name: plate for name, plate in told.items() if isinstance(plate, bytes)}

        def made() -> bytes:
            if not plates:
                return self._compile(source.encode(), "pdf", inputs)[0]
            with TemporaryDirectory() as folder:  # typst takes words alone as inputs, so bytes are in files
                for name, plate in plates.items():
                    Path(folder, f"{name}.pdf").write_bytes(plate)
                return self._compile(source.encode(), "pdf", inputs, folder)[0]

        named = [each for name in sorted(told) for each in (name, told[name])]
        return self._made.get(made, "pdf", source, *named)

    def warm(self) -> None:
        """Load the fonts of this thread's compiler."""
        self._compile(b"#set page(width: 1cm, height: 1cm)\n.", "pdf", {})

    def _compile(
        self, source: bytes, form: Literal["png", "pdf"], inputs: dict[str, str], folder: str | None = None
    ) -> list[bytes]:
        """Return the pages of a document as PNG, or all of it as one PDF; it may read what is in ``folder``."""
        compiler: typst.Compiler | None = getattr(self._own, "compiler", None)
        if compiler is None:
            compiler = typst.Compiler(font_paths=[str(FONTS)], ignore_system_fonts=True)
            self._own.compiler = compiler
        made = compiler.compile(source, format=form, ppi=_PPI, sys_inputs=inputs, root=folder)
        if made is None:
            raise TypeError("typst was given no file to write to, and returned nothing")
        return made if isinstance(made, list) else [made]

"""Pictures and pages from typst: drawings as PNG, documents as PDF, each made once for the same input."""

import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

import typst

from moderator.core.game import Drawing

FONTS = Path(__file__).parent / "fonts"
WIDE = 960
"""Pixels across a picture in a letter: sharp at 640 on most screens, and light enough to mail."""

_POINTS = 480
_PPI = 72 * WIDE // _POINTS
_PNG = (
    b"#set page(width: auto, height: auto, margin: 0pt, fill: white)\n"
    b'#image(bytes(sys.inputs.svg), format: "svg", width: eval(sys.inputs.width))\n'
)


class Shelf:
    """Keeps what was made last, by the digest of what it was made from; safe for threads."""

    def __init__(self, size: int = 128) -> None:
        """Keep at most ``size`` results."""
        self._size = size
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, make: Callable[[], bytes], *inputs: str | bytes) -> bytes:
        """Return the kept result for these inputs, or make it."""
        key = _digest(inputs)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)
        return made


def _digest(inputs: tuple[str | bytes, ...]) -> bytes:
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
        self._shelf = Shelf()

    def png(self, drawing: Drawing) -> bytes:
        """Return a drawing as PNG on white; a narrow one is not blown up to the full width."""
        width = f"{min(_POINTS, drawing.width * 0.75):.2f}pt"
        inputs = {"svg": drawing.svg, "width": width}
        return self._shelf.get(lambda: self._compile(_PNG, "png", inputs), "png", drawing.svg, width)

    def pdf(self, source: str, data: Mapping[str, Any], pictures: Mapping[str, str]) -> bytes:
        """Return a document as PDF; ``source`` reads ``sys.inputs.data`` (JSON) and each SVG by its name there."""
        told = json.dumps(data, sort_keys=True, ensure_ascii=False)
        inputs = {**pictures, "data": told}
        named = [each for item in sorted(inputs.items()) for each in item]
        return self._shelf.get(lambda: self._compile(source.encode(), "pdf", inputs), "pdf", source, *named)

    def warm(self) -> None:
        """Load the fonts of this thread's compiler."""
        self._compile(b"#set page(width: 1cm, height: 1cm)\n.", "pdf", {})

    def _compile(self, source: bytes, form: Literal["png", "pdf"], inputs: dict[str, str]) -> bytes:
        compiler: typst.Compiler | None = getattr(self._own, "compiler", None)
        if compiler is None:
            compiler = typst.Compiler(font_paths=[str(FONTS)], ignore_system_fonts=True)
            self._own.compiler = compiler
        made = compiler.compile(source, format=form, ppi=_PPI, sys_inputs=inputs)
        if not isinstance(made, bytes):
            raise TypeError(f"one page was asked for, and typst made {type(made).__name__}")
        return made

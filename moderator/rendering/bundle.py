"""Documents with their small objects packed together (ISO 32000-1, 7.5.7): typst writes each by itself, as plain words.

Most of them are the tags by which other programs read a document aloud, and what fonts say of their letters.
"""

import re

from zlib_ng import zlib_ng

from moderator.rendering.parts import EFFORT
from moderator.rendering.plates import written

_ROW = re.compile(rb"(\d{10}) \d{5} n")
_TRAILER = re.compile(rb"trailer\s*<<(.*)>>\s*startxref\s+(\d+)\s+%%EOF\s*\Z", re.DOTALL)
_SIZE = re.compile(rb"/Size \d+")
_END, _STREAM = b"endobj", b"endstream"


def bundled(document: bytes) -> bytes:
    """Return a PDF with all its objects but streams in one stream; its table of objects becomes one, too."""
    ending = _TRAILER.search(document)
    if ending is None:
        raise ValueError("a document of typst has another ending than it used to")
    table = int(ending[2])
    begins = [int(row) for row in _ROW.findall(document, table)]
    out, rows = bytearray(document[: min(begins)]), [(0, 0, 0xFFFF)] * (len(begins) + 3)
    bundle, itself = len(begins) + 1, len(begins) + 2
    index, objects = list[str](), bytearray()
    for begin, end, at in _spans(begins, table):
        body = document[begin:end].rstrip()
        inside = body.removesuffix(_END).rstrip()
        if inside.endswith(_STREAM):
            rows[at] = (1, len(out), 0)
            out += body + b"\n"
        else:
            rows[at] = (2, bundle, len(index))
            index.append(f"{at} {len(objects)}")
            objects += inside.partition(b"obj")[2].strip() + b"\n"
    head = f"{' '.join(index)}\n".encode()
    rows[bundle] = (1, len(out), 0)
    out += _packed(bundle, b"/Type/ObjStm/N %d/First %d" % (len(index), len(head)), head + objects)
    rows[itself] = (1, len(out), 0)
    told = _SIZE.sub(b"/Size %d" % len(rows), ending[1])
    lines = b"".join(kind.to_bytes(1) + where.to_bytes(4) + more.to_bytes(2) for kind, where, more in rows)
    begin = len(out)
    out += _packed(itself, b"/Type/XRef/W[1 4 2]" + told, lines)
    return bytes(out) + b"startxref\n%d\n%%%%EOF\n" % begin


def _spans(begins: list[int], table: int) -> list[tuple[int, int, int]]:
    """Return where each object begins and ends, with its number; numbers go from 1 on."""
    numbered = sorted((begin, at) for at, begin in enumerate(begins, 1))
    ends = [begin for begin, _ in numbered[1:]] + [table]
    return [(begin, end, at) for (begin, at), end in zip(numbered, ends, strict=True)]


def _packed(at: int, words: bytes, data: bytes) -> bytes:
    packed = zlib_ng.compress(data, EFFORT)
    return written(at, b"<<%b/Filter/FlateDecode/Length %d>>" % (words, len(packed)), packed)

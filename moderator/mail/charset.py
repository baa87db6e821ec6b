"""Bytes to text when the label is missing, unknown or a lie."""

import codecs
import re

from charset_normalizer import from_bytes

_ALIASES = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "ks_c_5601-1987": "cp949",
    "ks_c_5601": "cp949",
    "euc-kr": "cp949",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "x-sjis": "cp932",
    "iso-2022-jp": "iso2022_jp_ext",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "us-ascii": "ascii",
    "ansi_x3.4-1968": "ascii",
    "iso-8859-8-i": "iso-8859-8",
    "iso-8859-9": "cp1254",
    "utf8mb4": "utf-8",
    "unicode-1-1-utf-7": "utf-7",
}
"""What clients mean by a label: the wider sets that Microsoft's programs really send under the older names."""

_UNSAFE = frozenset({"unicode_escape", "raw_unicode_escape", "punycode", "idna", "undefined", "mbcs", "oem"})
_SAMPLE = 16_384
UNSEEN = r"\x00-\x08\x0e-\x1f\x7f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
"""What nobody sees and some programs put between letters: controls, soft hyphens, joiners, marks of direction."""

_SURROGATE = re.compile(r"[\ud800-\udfff]")
_WESTERN = re.compile(rb"(?:[\x00-\x7f]|[\x80\x82-\x8c\x8e\x91-\x9c\x9e-\xff](?![\x80-\xff]))*")
"""Bytes beyond ASCII that stand alone among letters, as in the languages of Western Europe."""


def decode_text(raw: bytes, label: str) -> str:
    """Decode bytes by their label where that works, else by what they look like; never raises.

    Valid UTF-8 beyond ASCII under a single-byte label is UTF-8: no text of those sets looks like it by chance. Halves
    of characters, which some sets can write, become replacement marks.
    """
    return _SURROGATE.sub("\ufffd", _decoded(raw, label))


def _decoded(raw: bytes, label: str) -> str:
    if raw.startswith(codecs.BOM_UTF8):
        return raw[3:].decode("utf-8", "replace")
    name = _codec(label)
    if name and name.startswith(("cp12", "iso8859", "ascii", "utf-8")):
        text = _decode_strictly(raw, "utf-8")
        if text is not None:
            return text
    if name:
        text = _decode_strictly(raw, name)
        if text is not None:
            return text
    return _guess(raw, name)


def _codec(label: str) -> str | None:
    """Return the codec that a label names, if Python knows it and it decodes text and nothing else."""
    wanted = re.sub(r"[^a-z0-9._:-]", "", label.lower())[:60]
    wanted = _ALIASES.get(wanted, wanted)
    try:
        name = codecs.lookup(wanted).name
        b"    ".decode(name)
    except (LookupError, ValueError, TypeError, UnicodeError):
        return None
    return None if name.replace("-", "_") in _UNSAFE else name


def _decode_strictly(raw: bytes, name: str) -> str | None:
    try:
        return raw.decode(name)
    except (UnicodeError, ValueError):
        return None


def _guess(raw: bytes, name: str | None) -> str:
    text = _decode_strictly(raw, "utf-8")
    if text is not None:
        return text
    if name and name.startswith("utf-8"):
        # A few broken bytes in a long UTF-8 text: better one replacement mark than another alphabet.
        text = raw.decode("utf-8", "replace")
        if text.count("\ufffd") * 50 < len(text):
            return text
    if _WESTERN.fullmatch(raw[:_SAMPLE]):
        return raw.decode("cp1252", "replace")
    best = from_bytes(raw[:_SAMPLE]).best()
    if best is not None:
        return raw.decode(best.encoding, "replace")
    return raw.decode("cp1252", "replace")

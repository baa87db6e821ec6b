"""Other people's words in the moderator's letters, without the marks by which these letters are recognised.

Letters are quoted, kept and read again, by the moderator and by whoever checks their dice. So no message, name or
reason may contain the mark of a form, the edges of a proof or the rules of a page, nor a character that controls the
terminal or turns the direction of what follows. Every fact of a letter counts as
somebody's words, except the form, the proof and the pictures, which the moderator makes. So a new field is safe by
default.
"""

import html
import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.pictures import Drawing, Poster
from moderator.language.reading.text_lines import harmless
from moderator.service.letter_parts import Form, MatchRecap
from moderator.service.letter_proofs import DrawLine, ListedReceipt, Opened, RollLine, Seal

_OURS = frozenset((Form, Seal, Opened, RollLine, DrawLine, ListedReceipt, Drawing, Poster, MatchRecap))
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\r(?!\n)")
_PICTURES, _BLANK, _RETURN = 0x2400, 0x20, 0x0D
_HARMLESS_TYPES = frozenset((bool, datetime, float, int, type(None)))
"""Kinds of facts that hold no words."""
_DISGUISES = str.maketrans({"&": "+", "\\": "/"})


def make_harmless(value: Any) -> Any:  # noqa: ANN401 - facts are of any kind, those of games too
    """Return facts with every text in them made harmless; an object that needs no change is returned itself."""
    kind = type(value)
    if kind in _HARMLESS_TYPES:
        return value
    if isinstance(value, str):
        return harmless(_remove_disguises(value if value.isprintable() else _CONTROL.sub(_visible_character, value)))
    if isinstance(value, Struct) and kind not in _OURS:
        changed = _changed_parts((name, getattr(value, name)) for name in kind.__struct_fields__)
        return replace(value, **changed) if changed else value
    if isinstance(value, dict):
        changed = _changed_parts(value.items())
        return value | changed if changed else value
    if isinstance(value, tuple | list):
        changed = _changed_parts(enumerate(value))
        return kind(changed.get(at, item) for at, item in enumerate(value)) if changed else value
    return value


def _visible_character(found: "re.Match[str]") -> str:
    """Return the picture of a control character, which is as long; of those that have none a question mark."""
    code = ord(found[0])
    return " " if code == _RETURN else chr(_PICTURES + code) if code < _BLANK else "\ufffd"


def _remove_disguises(text: str) -> str:
    """Return a text with no sign of ours that only a forum would show: one written as entities, or with backslashes."""
    shown = html.unescape(text).replace("\\", "")
    return text if shown == text or harmless(shown) == shown else text.translate(_DISGUISES)


def _changed_parts(parts: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    return {name: new for name, old in parts if (new := make_harmless(old)) is not old}

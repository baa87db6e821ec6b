"""Other people's words in the moderator's letters, without the marks by which these letters are recognised.

Letters are quoted, kept and read again, by the moderator and by whoever checks their dice. So no message, name or
reason may contain the mark of a form, the edges of a proof or the rules of a page. Every fact of a letter counts as
somebody's words, except the form, the proof and the pictures, which the moderator makes. So a new field is safe by
default.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.game import Drawing, Poster
from moderator.language.reading.text_lines import harmless
from moderator.service.facts import DrawLine, Form, Opened, Receipt, RollLine, Seal, Souvenir

_OURS = frozenset((Form, Seal, Opened, RollLine, DrawLine, Receipt, Drawing, Poster, Souvenir))
_IDLE = frozenset((bool, datetime, float, int, type(None)))
"""Kinds of facts that hold no words."""


def made_harmless(told: Any) -> Any:  # noqa: ANN401 - facts are of any kind, those of games too
    """Return facts with every text in them made harmless; an object that needs no change is returned itself."""
    kind = type(told)
    if kind in _IDLE:
        return told
    if isinstance(told, str):
        return harmless(told)
    if isinstance(told, Struct) and kind not in _OURS:
        changed = _changed((name, getattr(told, name)) for name in kind.__struct_fields__)
        return replace(told, **changed) if changed else told
    if isinstance(told, dict):
        changed = _changed(told.items())
        return told | changed if changed else told
    if isinstance(told, tuple | list):
        changed = _changed(enumerate(told))
        return kind(changed.get(at, item) for at, item in enumerate(told)) if changed else told
    return told


def _changed(parts: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    return {name: new for name, old in parts if (new := made_harmless(old)) is not old}
